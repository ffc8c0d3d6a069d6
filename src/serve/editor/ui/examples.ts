/** The panel that approves examples: lists the values that stand in for ones not known yet, and approves those that are ticked. */

import * as api from "./api";
import { actionForm, button, buttonRow, counted, keepFocus, make, panel, say, sayError, show, shownView, softText, wayBack } from "./dom";
import { close, refreshAfterSaving, showInPage } from "./open";
import { openInstead } from "./open-state";

/** The keys of the values that are ticked. They stay while another view is open. */
const ticks = new Set<string>();
const keyOf = (sample: api.ApprovedSample) => JSON.stringify(sample);

const WHAT_TO_DO = "Tick what is right as it is, or open it and write the real value.";

/** Whether one of two pointers lies within the other. */
const overlap = (a: string, b: string) => a === b || a.startsWith(`${b}/`) || b.startsWith(`${a}/`);

/** The page whose examples are listed; absent for those of the whole site. */
let page: api.Marks | undefined;

/** Brings the list of examples up to date if it is open. */
export async function refreshExamples(): Promise<void> {
  const isShown = () => shownView() === "examples";
  const all = isShown() && (await api.readSamples());
  if (all && isShown()) keepFocus(() => listExamples(all));
}

/** Shows the examples that a page shows, and the others in its own file. Without a page, shows those of the whole site. */
export const openExamples = (ofPage?: api.Marks): Promise<void> =>
  openInstead(api.readSamples, (all) => {
    page = ofPage;
    listExamples(all);
    panel().focus();
  });

const NONE_LEFT = "No text or figure is an example any more. Addresses and keys of forms are approved each in its own form: “Publish” lists them.";

function listExamples(all: api.SampleFile[]): void {
  const isShown = (file: string, at: string) =>
    page === undefined || file === page.page.file || page.targets.some((target) => target.file === file && overlap(target.at, at));
  const files = all.map((file) => ({ ...file, samples: file.samples.filter(({ at }) => isShown(file.file, at)) }));
  const listed = files.filter(({ samples }) => samples.length > 0);
  const total = (files: api.SampleFile[]) => files.reduce((sum, { samples }) => sum + samples.length, 0);
  const [here, everywhere] = [total(listed), total(all)];
  const stand = here === 1 ? "1 example stands" : `${here} examples stand`;
  show(
    "examples",
    wayBack(["Contents", close]),
    make("h1", {}, page ? "Examples on this page" : "Examples"),
    softText(here === 0 ? NONE_LEFT : `${stand} in for what was not known yet. ${WHAT_TO_DO}`),
    here < everywhere && buttonRow(button(`All ${counted(everywhere, "example")} of the site`, () => openExamples())),
    here > 0 && exampleForm(listed, here),
  );
}

/** Makes the form: a box to tick for each value, for each file and for all, and the button that approves what is ticked. */
function exampleForm(files: api.SampleFile[], count: number): HTMLElement {
  const boxes = new Map<HTMLInputElement, api.ApprovedSample>();
  const wholes: { box: HTMLInputElement; inside: HTMLInputElement[] }[] = [];
  const submit = make("button", { type: "submit", className: "is-primary" });
  const ticked = () => [...boxes].filter(([box]) => box.checked).map(([, sample]) => sample);
  const update = () => {
    for (const [box, sample] of boxes) {
      if (box.checked) ticks.add(keyOf(sample));
      else ticks.delete(keyOf(sample));
    }
    const number = ticked().length;
    submit.disabled = number === 0;
    submit.textContent = number === 0 ? "None is ticked" : number === 1 ? "1 is right as it is" : `${number} are right as they are`;
    for (const { box, inside } of wholes) {
      const checked = inside.filter(({ checked }) => checked).length;
      box.checked = checked === inside.length;
      box.indeterminate = checked > 0 && checked < inside.length;
    }
  };
  /** Makes a box that ticks all boxes `inside`. */
  const whole = (label: string, inside: HTMLInputElement[]) => {
    const box = make("input", { type: "checkbox" });
    box.addEventListener("change", () => inside.forEach((other) => (other.checked = box.checked)));
    wholes.push({ box, inside });
    return make("label", { className: "tick" }, box, make("strong", { dir: "auto" }, label));
  };
  const lists = files.map(({ file, title, samples }) => {
    const inside: HTMLInputElement[] = [];
    const items = samples.map(({ at, label, value }) => {
      const sample = { file, at, was: value };
      const box = make("input", { type: "checkbox", checked: ticks.has(keyOf(sample)) });
      inside.push(box);
      boxes.set(box, sample);
      const open = button("Open", () => showInPage(file, at), { className: "opener", "aria-label": `Open: ${label}` });
      const words = make("span", { className: "row" }, make("span", { dir: "auto" }, describe(value)), make("span", { className: "soft" }, label));
      return make("li", {}, make("label", { className: "tick" }, box, words), open);
    });
    const heading = files.length > 1 && (samples.length > 1 ? whole(`${title}: all ${samples.length}`, inside) : make("strong", { dir: "auto" }, title));
    return make("section", { "aria-label": title }, heading, make("ul", { className: "examples" }, ...items));
  });
  const approve = async () => {
    const chosen = ticked();
    await api.approveSamples(chosen);
    for (const sample of chosen) ticks.delete(keyOf(sample));
    await refreshAfterSaving().catch(sayError);
    await refreshExamples().catch(sayError);
    // The button that had the focus is gone.
    if (document.activeElement === document.body) panel().focus();
    say(`${counted(chosen.length, "example")}: right as ${chosen.length === 1 ? "it is" : "they are"}`);
  };
  const footer = make("div", { className: "action-bar" }, softText("“Undo” takes all of it back."), submit);
  const action = { submit, failure: "Not changed", act: approve, footer };
  const form = actionForm(action, count > 1 && whole(`All ${counted(count, "example")}`, [...boxes.keys()]), ...lists);
  form.addEventListener("change", update);
  update();
  return form;
}

/** Describes a value in words: the texts of a list or a mapping one after another. */
function describe(value: unknown): string {
  const parts = (value: unknown): string[] => (typeof value === "object" && value !== null ? Object.values(value).flatMap(parts) : [String(value ?? "–")]);
  return parts(value).join(" · ");
}
