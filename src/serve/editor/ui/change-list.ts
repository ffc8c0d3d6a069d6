/** The list of changes: what each of them did, with the button that takes it back. */

import type { Change, Scalar } from "./api";
import { levelName } from "./block";
import { button, buttonRow, keepFocus, make, shownView, showView, softText } from "./dom";
import { close } from "./open";
import { characterStart, shorten, withoutFolders } from "./texts";
import { redoLast, undoOne } from "./undo";

/** How many characters are shown before and after the difference of a long text. */
const CONTEXT_CHARS = 24;
/** The most characters of a text that are shown. */
const MAX_QUOTED_CHARS = 160;

/** Describes a change; of long texts, only the difference with some characters around it. */
function describeChange(change: Change): string {
  const { was, to, kind } = change;
  const quoted = (value: Scalar) => (typeof value === "string" ? `: “${shorten(value, 60)}”` : "");
  if (kind === "insert" || kind === "create") return `added${quoted(to)}`;
  if (kind === "remove" || kind === "delete") return `removed${quoted(was)}`;
  if (kind === "move" || kind === "order") return `from place ${Number(was) + 1} to ${Number(to) + 1}`;
  if (kind === "approve") return "right as it is";
  // A mapping was added or removed as a whole.
  if (typeof to === "object" && to !== null) return "added";
  if (typeof was === "object" && was !== null) return "removed";
  if (kind === "level") return `from ${levelName(was as number | null)} to ${levelName(to as number | null)}`;
  // A switch without a value has its default.
  const isOfSwitch = [was, to].every((value) => value === null || typeof value === "boolean");
  if (isOfSwitch && was !== to) return `from ${(was ?? !to) ? "on" : "off"} to ${(to ?? !was) ? "on" : "off"}`;
  const words = (value: string) => (value === "" ? "nothing" : `“${value}”`);
  const [before, after] = withoutFolders(String(was ?? ""), String(to ?? ""));
  if (kind === "rename") return `${change.has_page ? "address" : "name of the file"} from ${words(before)} to ${words(after)}`;
  if (change.further_blocks > 0) return `split into ${change.further_blocks + 1} parts`;
  if (before.length + after.length < 4 * CONTEXT_CHARS) return `from ${words(before)} to ${words(after)}`;
  let start = 0;
  while (start < before.length && before[start] === after[start]) start += 1;
  let end = 0;
  while (end < Math.min(before.length, after.length) - start && before.at(-1 - end) === after.at(-1 - end)) end += 1;
  const cut = (text: string) => {
    const from = characterStart(text, Math.max(0, start - CONTEXT_CHARS));
    const until = characterStart(text, Math.min(text.length, text.length - end + CONTEXT_CHARS));
    return `${from > 0 ? "…" : ""}${text.slice(from, until)}${until < text.length ? "…" : ""}`;
  };
  return `from ${words(shorten(cut(before), MAX_QUOTED_CHARS))} to ${words(shorten(cut(after), MAX_QUOTED_CHARS))}`;
}

function changeItem(change: Change): HTMLElement {
  const { label, time, title, file, is_undone } = change;
  const date = new Date(time).toLocaleString(undefined, { dateStyle: "medium", timeStyle: "short" });
  return make(
    "li",
    { className: "change" },
    make(
      "div",
      {},
      make("strong", {}, label),
      make("span", { className: "soft", dir: "auto" }, describeChange(change) + (is_undone ? " · taken back" : "")),
      make("span", { className: "soft" }, `${date} · ${title ?? file}`),
    ),
    !is_undone && button("Take back", () => undoOne(change), { "aria-label": `Take back: ${label}` }),
  );
}

/** Shows all changes, the newest first. If they are shown already, the focus and the scroll stay. */
export function showChanges(changes: Change[]): void {
  const items = changes.filter(({ undoes }) => undoes === null).map(changeItem);
  const undone = changes.find(({ can_be_redone }) => can_be_redone);
  const redo = undone && buttonRow(button(`Do again: ${undone.label}`, redoLast));
  const list = items.length > 0 ? make("ul", { className: "list changes" }, ...items) : softText("Nothing has been changed yet.");
  const fill = () => showView("changes", ["Contents", close], "Changes", redo, list);
  if (shownView() === "changes") keepFocus(fill);
  else fill();
}
