/** The buttons above a Markdown text, and their keys: bold, italic, and links. */

import { button, buttonRow, isOfInputMethod, make, say } from "./dom";
import { fieldBox } from "./field-box";
import { offerPages } from "./pages";
import { encodeAddress } from "./texts";

/** Makes the buttons of a text. Each of their changes is one step of the browser's undo. */
export function markButtons(input: HTMLTextAreaElement): HTMLElement {
  const marks: [label: string, key: string, sign: string, act: () => void][] = [
    ["Bold", "b", "B", () => toggleSign(input, "**")],
    ["Italic", "i", "I", () => toggleSign(input, "*")],
    ["Link", "k", "Link", () => askForAddress(input)],
  ];
  input.addEventListener("keydown", (event) => {
    const mark = (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey && marks.find(([, key]) => key === event.key.toLowerCase());
    if (!mark || isOfInputMethod(event)) return;
    event.preventDefault();
    mark[3]();
  });
  const buttons = marks.map(([label, key, sign, act]) =>
    button(sign, act, {
      title: `${label} (Ctrl+${key.toUpperCase()})`,
      "aria-label": label,
      "aria-keyshortcuts": `Control+${key.toUpperCase()}`,
      "data-mark": key,
      // The cursor stays in the text.
      onmousedown: (event: MouseEvent) => event.preventDefault(),
    }),
  );
  return make("div", { className: "marks", role: "group", "aria-label": "Selected words" }, ...buttons);
}

/** Returns the selection without white space at its ends or, if nothing is selected, the word at the cursor. */
function selectedWords({ value, selectionStart, selectionEnd }: HTMLTextAreaElement): [start: number, end: number] {
  const selected = value.slice(selectionStart, selectionEnd);
  if (selected.trim() !== "") return [selectionStart + selected.search(/\S/), selectionStart + selected.trimEnd().length];
  const isOfWord = (at: number) => /[\p{L}\p{M}\p{N}'’-]/u.test(value.charAt(at)) || /[\ud800-\udfff]/.test(value.charAt(at));
  let [start, end] = [selectionStart, selectionStart];
  while (start > 0 && isOfWord(start - 1)) start -= 1;
  while (end < value.length && isOfWord(end)) end += 1;
  return [start, end];
}

/** Replaces a part of a text as if it was typed, and selects the words in it. */
function replacePart(input: HTMLTextAreaElement, start: number, end: number, text: string, selected: [start: number, end: number]): void {
  input.focus();
  input.setSelectionRange(start, end);
  document.execCommand("insertText", false, text);
  input.setSelectionRange(...selected);
}

/** Puts the sign `*` or `**` around the selected words, or takes it away. */
function toggleSign(input: HTMLTextAreaElement, sign: string): void {
  let [start, end] = selectedWords(input);
  const { value } = input;
  const [, ownStars = ""] = /^(\*{1,3})[^*]+\1$/.exec(value.slice(start, end)) ?? [];
  [start, end] = [start + ownStars.length, end - ownStars.length];
  const words = value.slice(start, end);
  if (words === "") return say("Select the words first");
  if (/\n\s*\n/.test(words)) return say("Select words of one paragraph");
  const [before = ""] = /\**$/.exec(value.slice(0, start)) ?? [];
  const [after = ""] = /^\**/.exec(value.slice(end)) ?? [];
  const present = Math.min(before.length, after.length, 3);
  const isMarked = sign.length === 2 ? present >= 2 : present % 2 === 1;
  const stars = "*".repeat(present + (isMarked ? -sign.length : sign.length));
  const first = start - present + stars.length;
  replacePart(input, start - present, end + present, stars + words + stars, [first, first + words.length]);
}

let lastId = 0;

/** Asks below a text for the address to which the selected words are to lead. */
function askForAddress(input: HTMLTextAreaElement): void {
  const [start, end] = selectedWords(input);
  const { value } = input;
  const words = value.slice(start, end);
  const id = `link-${++lastId}`;
  const address = make("input", { type: "text", id, list: `${id}-list`, spellcheck: false, autocomplete: "off" });
  const list = make("datalist", { id: `${id}-list` });
  offerPages(address, list);
  const { box } = fieldBox(address, words === "" ? "Link to" : `Link “${words}” to`, "A page of the list, or an address that begins with https://");
  const close = () => {
    row.remove();
    input.focus();
  };
  const insert = () => {
    const target = encodeAddress(address.value.trim());
    if (target === "") return address.focus();
    close();
    if (input.value !== value) return say("The text has changed: select the words again");
    const shown = words === "" ? target.replace(/^(https?:\/\/|mailto:|tel:)/, "") : words;
    replacePart(input, start, end, `[${shown}](${target})`, [start + 1, start + 1 + shown.length]);
  };
  const row = make("div", { className: "link-row" }, box, list, buttonRow(button("Insert the link", insert, { className: "is-primary" }), button("Cancel", close)));
  row.addEventListener("keydown", (event) => {
    const act = { Escape: close, Enter: event.target === address ? insert : undefined }[event.key];
    if (!act || isOfInputMethod(event)) return;
    // Otherwise Escape would close the form, and Enter would submit it.
    event.preventDefault();
    event.stopPropagation();
    act();
  });
  // What is typed here is no input of the form.
  row.addEventListener("input", (event) => event.stopPropagation());
  input.parentElement?.querySelector(".link-row")?.remove();
  input.after(row);
  row.scrollIntoView({ block: "nearest" });
  address.focus();
}
