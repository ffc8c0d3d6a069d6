/** Inputs: makes one for each kind of value, in a box with its label, and reads the value that was typed. */

import * as api from "./api";
import { make } from "./dom";
import { fieldBox, type FieldBox, type Input } from "./field-box";
import { site } from "./frame";
import { markButtons } from "./marks";
import { offerPages } from "./pages";
import { pasteAsMarkdown } from "./paste";
import { pictureChoice, picturePreview } from "./pictures";
import { isBlock } from "./texts";

let lastId = 0;

/** The help for the text of one block. */
const MARKDOWN_HELP = "Markdown: *emphasis*, **strong**, [a link](/its/address/).";

export function makeBox(described: api.Field): FieldBox {
  const id = `field-${++lastId}`;
  const { at, kind, label, help, is_markdown, has_paragraphs } = described;
  const input = makeInput(described, id);
  input.id = id;
  input.dataset["at"] = at;
  const about = help ?? (is_markdown && !has_paragraphs && MARKDOWN_HELP);
  const made = fieldBox(input, label, [about, describeRange(described)].filter(Boolean).join(". "));
  const ofSite = make("div", { className: "problems-of-site", id: `${id}-site` });
  made.box.append(ofSite);
  input.setAttribute("aria-describedby", `${made.help.id} ${made.problem.id} ${ofSite.id}`);
  if (is_markdown && input instanceof HTMLTextAreaElement) {
    input.before(markButtons(input));
    if (has_paragraphs) pasteAsMarkdown(input);
  }
  if (kind === "picture") {
    input.before(picturePreview(input));
    made.problem.before(pictureChoice(input));
  }
  if (input instanceof HTMLInputElement && input.hasAttribute("list")) {
    const list = make("datalist", { id: `${id}-list` }, ...(kind === "picture" ? site.pictures.map((value) => make("option", { value })) : []));
    input.after(list);
    if (kind === "link") offerPages(input, list);
  }
  return made;
}

function describeRange({ kind, minimum, maximum }: api.Field): string {
  if (kind !== "number") return "";
  if (minimum !== null && maximum !== null) return `From ${minimum} to ${maximum}`;
  return minimum !== null ? `At least ${minimum}` : maximum !== null ? `At most ${maximum}` : "";
}

function makeInput({ kind, value, default: usual, choices, minimum, maximum, is_optional, has_paragraphs }: api.Field, id: string): Input {
  const text = value === null ? "" : String(value);
  const placeholder = is_optional ? notSet(usual) : undefined;
  switch (kind) {
    case "switch":
      return make("input", { type: "checkbox", checked: (value ?? usual) === true });
    case "choice": {
      const known = choices.some((choice) => choice.value === value);
      const absent = { value: null, label: notSet(choices.find((choice) => choice.value === usual)?.label ?? usual) };
      const first = is_optional ? [absent] : [];
      const all = [...first, ...(known || (value === null && is_optional) ? choices : [{ value, label: text || "–" }, ...choices])];
      const options = all.map((choice) => make("option", { value: JSON.stringify(choice.value), selected: choice.value === value }, choice.label));
      return make("select", {}, ...options);
    }
    case "number":
      return make("input", { type: "text", inputMode: "decimal", value: text, placeholder, "data-min": minimum, "data-max": maximum });
    case "date":
      return make("input", { type: text === "" || /^\d{4}-\d{2}-\d{2}$/.test(text) ? "date" : "text", value: text });
    case "picture":
    case "link":
      return make("input", { type: "text", value: text, list: `${id}-list`, placeholder, spellcheck: false });
    case "code":
      return make("textarea", { className: "code", value: text, rows: 3, spellcheck: false, wrap: "off" });
    case "lines":
      return make("textarea", { rows: 3, dir: "auto", placeholder: "One on each line" });
    case "text":
      return make("textarea", { value: splitEnd(text)[0], placeholder, rows: has_paragraphs || text.length > 60 ? 3 : 1, dir: "auto" });
  }
}

/** Puts a text into the field at `at`, as if it was typed there. Returns false if the field has not got the focus. */
export function typeInto(file: string, at: string, text: string, caret: number): boolean {
  const input = document.activeElement;
  if (!(input instanceof HTMLTextAreaElement) || input.dataset["at"] !== at || input.dataset["file"] !== file) return false;
  if (text !== input.value) {
    input.value = text;
    input.dispatchEvent(new Event("input"));
  }
  input.setSelectionRange(Math.max(0, caret), Math.max(0, caret));
  return true;
}

/** Makes pasted lines one line, for inputs in which Enter breaks no line. */
export function pasteAsOneLine(input: HTMLTextAreaElement): void {
  input.addEventListener("paste", (event) => {
    const text = event.clipboardData?.getData("text/plain") ?? "";
    if (!/[\r\n]/.test(text) || input.value.includes("\n")) return;
    event.preventDefault();
    const line = text.replace(/^[\r\n]+|[\r\n]+$/g, "").replace(/\s*[\r\n]+\s*/g, " ");
    const isWhole = input.selectionEnd - input.selectionStart === input.value.length;
    // Ctrl+Z takes back what is inserted in this way.
    document.execCommand("insertText", false, isWhole ? line.trim() : line);
  });
}

/** Formats an absent value, with its default. */
const notSet = (usual: api.Scalar) => (usual === null || usual === "" ? "Not set" : `Not set: ${String(usual)}`);

/**
 * Returns the value of an input: null if it is absent, and `undefined` if it is not valid for its kind, or missing
 * though required.
 */
export function valueOf({ at, kind, value, default: usual, is_optional, is_required, has_paragraphs }: api.Field, input: Input): api.Scalar | undefined {
  if (input instanceof HTMLInputElement && kind === "switch") {
    if (input.checked === ((value ?? usual) === true)) return value;
    return is_optional && input.checked === (usual === true) ? null : input.checked;
  }
  // Nothing is selected if the stored input names an option that the schema no longer has.
  if (input instanceof HTMLSelectElement) return input.value === "" ? undefined : (JSON.parse(input.value) as api.Scalar);
  if (isIncompleteDate(input)) return undefined;
  if (input.value.trim() === "" && value !== "") {
    if (is_optional) return null;
    if (is_required) return undefined;
  }
  if (kind === "number") {
    return value !== null && input.value === String(value) ? value : numberIn(input.value.trim());
  }
  if (isBlock(at)) return blockText(input.value, kind === "code");
  if (kind === "link" || kind === "picture") return input.value.trim();
  if (kind !== "text") return input.value;
  const [visible, end] = splitEnd(String(value ?? ""));
  if (has_paragraphs) return input.value.trim() + end;
  if (input.value.includes("\n")) return input.value + end;
  // White space at an end of a single line is a slip, unless the former value has it there.
  const text = /^\s/.test(visible) ? input.value : input.value.trimStart();
  return (/\s$/.test(visible) ? text : text.trimEnd()) + end;
}

/**
 * Splits a text into what its input shows and the line breaks at its end, which a notation such as `|` in YAML adds.
 */
function splitEnd(text: string): [string, string] {
  const visible = text.replace(/\n+$/, "");
  return [visible, text.slice(visible.length)];
}

/** Whether a text is a decimal number: JavaScript takes `0x10` for a number too. */
const isDecimal = (text: string): boolean => /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(text);

/** Returns the number that was typed, or `undefined` if it is none or can't be kept exactly. */
function numberIn(typed: string): number | undefined {
  const number = Number(typed);
  const digits = (text: string) => text.replace(/e.*$/i, "").replace(/\D/g, "").replace(/^0+|0+$/g, "");
  const isExact = Number.isInteger(number) ? Number.isSafeInteger(number) : Number.isFinite(number);
  return isDecimal(typed) && isExact && digits(typed) === digits(String(number)) ? number : undefined;
}

/**
 * Returns the text of a block of Markdown as it is written: code without white space at its end; other text without
 * white space at both ends, and with one empty line between paragraphs.
 */
export const blockText = (typed: string, isCode: boolean): string =>
  isCode ? typed.trimEnd() : typed.trim().replace(/[ \t]*\n(?:[ \t]*\n)+[ \t]*/g, "\n\n");

/** Asks for the value of an empty field. */
export const fillIn = (label: string): string => `Fill in “${label}”.`;

export function explainInvalid({ at, kind, label }: api.Field, input: Input): string {
  if (isIncompleteDate(input)) return "This date is not complete, or there is no such day.";
  const typed = input.value.trim();
  if (kind === "number" && isDecimal(typed)) return "This number can't be kept exactly: write fewer digits.";
  if (kind === "number" && typed !== "") return "This is not a number: write its digits alone, such as 1200 or 2.5.";
  return at.startsWith("#") && kind !== "code" ? `Fill in “${label}”, or take it out by “Remove” below.` : fillIn(label);
}

/** Returns what an input shows, in words. */
export function shownText(input: Input): string {
  if (input instanceof HTMLSelectElement) return input.selectedOptions[0]?.label ?? "";
  return input.type !== "checkbox" ? input.value : (input as HTMLInputElement).checked ? "on" : "off";
}

/** Returns what an input shows, as a text for `setTyped`. */
export const typedText = (input: Input) => (input.type === "checkbox" ? String((input as HTMLInputElement).checked) : input.value);

export function setTyped(input: Input, typed: string): void {
  if (input.type === "checkbox") (input as HTMLInputElement).checked = typed === "true";
  else input.value = typed;
}

/** Whether a date is typed only in part, is no day of the calendar, or has a year that is still being typed. */
export const isIncompleteDate = (input: Input): boolean => input.type === "date" && (input.validity.badInput || input.value.startsWith("0"));

/** Rewrites what the program says about a field: with its label instead of its key, and without the help, which the field shows already. */
export const explain = (reason: string, { at, label, help }: api.Field): string =>
  reason.replace(quotedKey(at), () => label).replace(help ? ` ${api.sentence(help)}` : "", "");

/** Quotes the last step of a pointer, as messages of the program do. */
export const quotedKey = (at: string): string => `“${at.slice(at.lastIndexOf("/") + 1)}”`;
