/** What was typed and is not saved: it stays in the window's storage until it is, also when the form is closed or the page is loaded anew. */

import type { Scalar } from "./api";
import { backTo, button, make, say, show } from "./dom";

/** What was typed into one field. */
export interface Unsaved {
  file: string;
  at: string;
  label: string;
  /** What the input shows; of a switch, `true` or `false`. */
  typed: string;
  /** The value that it replaces. */
  was: Scalar;
  /** Why it is not saved; empty while nothing has refused it yet. */
  reason: string;
}

const PREFIX = "unsaved ";
const keyOf = (file: string, at: string) => `${PREFIX}${file} ${at}`;

let changed = () => {};

export function keep(unsaved: Unsaved): void {
  sessionStorage.setItem(keyOf(unsaved.file, unsaved.at), JSON.stringify(unsaved));
  changed();
}

export function forget(file: string, at: string): void {
  sessionStorage.removeItem(keyOf(file, at));
  changed();
}

export function find(file: string, at: string): Unsaved | undefined {
  const kept = sessionStorage.getItem(keyOf(file, at));
  return kept === null ? undefined : (JSON.parse(kept) as Unsaved);
}

/** What was refused. */
function refused(): Unsaved[] {
  const keys = Object.keys(sessionStorage).filter((key) => key.startsWith(PREFIX));
  return keys.sort().map((key) => JSON.parse(sessionStorage.getItem(key) ?? "") as Unsaved).filter(({ reason }) => reason !== "");
}

/** Has a button of the bar count what is not saved. */
export function countUnsaved(counter: HTMLButtonElement): void {
  changed = () => {
    const [first, ...others] = refused();
    counter.hidden = !first;
    if (first) counter.textContent = `${others.length + 1} not saved: ${first.reason}`;
  };
  changed();
}

/** Lists what is not saved, with the way to each field. */
export function showUnsaved(open: (file: string, at: string) => void, close: () => void): void {
  const item = (unsaved: Unsaved) => {
    const { file, at, label, typed, reason } = unsaved;
    return make(
      "li",
      { className: "change" },
      make("div", {}, make("strong", {}, label), make("span", { className: "soft", dir: "auto" }, `“${typed}”`), make("span", { className: "soft" }, reason)),
      button("Open", () => open(file, at), { "aria-label": `Open: ${label}` }),
      button(
        "Discard",
        () => {
          forget(file, at);
          say(`${label}: discarded`);
          if (refused().length > 0) showUnsaved(open, close);
          else close();
        },
        { "aria-label": `Discard: ${label}` },
      ),
    );
  };
  show(
    backTo("Contents", close),
    make("h1", {}, "Not saved"),
    make("p", { className: "soft" }, "The files have other values. What you typed stays here until it is saved or discarded."),
    make("ul", { className: "list" }, ...refused().map(item)),
  );
}
