/** The fields of a form: makes an input for each kind of value, and saves it a moment after the last key. */

import * as api from "./api";
import { button, make, messageOf, say, sayError, untilReleased } from "./dom";
import { offerPages } from "./pages";
import { pictureChoice, preview } from "./pictures";
import { findUnsaved, removeUnsaved, storeUnsaved } from "./unsaved";

/** The time after the last key until an input is saved. The parts of a date are typed one after the other. */
const SAVE_DELAY_MS = 400;
const DATE_DELAY_MS = 1500;

/** The file and the site of a form, and what its fields call in the rest of the editor. */
export interface FormContext {
  file: string;
  /** The title of the entry, and the parts that lead to the form. */
  place: string;
  site: api.Site;
  /** Called after each saved change. */
  saved: () => void;
  /** Called with each value that is sent: the page shows it before it is saved. If it is refused, called again with both values swapped. */
  preview: (at: string, before: api.Scalar, after: api.Scalar) => void;
  /** Returns the outermost item of a list in which a value lies. */
  itemAround: (at: string) => api.ShownItem | null;
  /** Opens the form again with the present values of the files, and the cursor in the field of the value at `at`. */
  reopen: (at: string) => void;
  /** Called after a change of a list: opens the form of the part at `at`. */
  changed: (at: string) => Promise<void>;
  /** Called after the value of the form was removed: closes the form. */
  removed: () => Promise<void>;
  /** Shows the form of a new entry of a collection. */
  add: (collection: string) => void;
  /** Shows the deletion of the entry. */
  remove: () => void;
  /** Shows the change of the entry's address. */
  rename: () => void;
  /** The values of the page's own file that name the entry of the form. */
  namedBy: api.Reference[];
  /** Opens the form of a value of the page's own file. */
  openOwn: (at: string) => void;
  /** Goes to a page that shows the value of the form. */
  goTo: (page: api.Page) => void;
}

type Input = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

let ids = 0;

/** The last save. Each waits for the one before, as values of one item are checked together. */
let saving: Promise<void> = Promise.resolve();

/** The functions that save the fields whose inputs have changed. */
const pending = new Set<() => Promise<void>>();

/** Saves all inputs that have changed. */
export async function saveAll(): Promise<void> {
  await Promise.all([...pending].map((save) => save()));
}

export const hasUnsaved = (): boolean => pending.size > 0;

/** Makes a field that saves its input. */
export function makeField(described: api.Field, context: FormContext): HTMLElement {
  if (described.fixed) return fixedField(described, described.fixed);
  const { box, input, problem } = makeBox(described, context.site);
  input.dataset["file"] = context.file;
  if (described.sample) problem.before(sampleNote(described, described.sample, context));
  saveWhenTyped(described, input, box, problem, context);
  return box;
}

/** Makes the note that a value is an example, with the button that approves it. */
function sampleNote({ at, label, value }: api.Field, sample: api.Part, { file, saved, reopen }: FormContext): HTMLElement {
  const isWhole = sample.at !== at;
  const approve = async () => {
    try {
      await saveAll();
      // Another value has replaced the example.
      if (!note.isConnected) return;
      await api.approveSamples([{ file, at, was: value }]);
      say(`${isWhole ? sample.label : label}: right as it is`);
      saved();
      reopen(at);
    } catch (error) {
      sayError(error);
    }
  };
  const words = isWhole ? `All of “${sample.label}” is right as it is` : "This is right as it is";
  const note = make(
    "div",
    { className: "sample" },
    make("p", {}, isWhole ? "An example so far." : "An example so far: what you write replaces it."),
    value !== null && button(words, () => void approve(), { "aria-label": isWhole ? words : `${words}: ${label}` }),
  );
  return note;
}

/** A field of a new entry or item. */
export interface BlankInput {
  field: api.Field;
  box: HTMLElement;
  /** Returns the value: null if it is absent, and `undefined` if the text is not valid for its kind. */
  value: () => api.Scalar | string[] | undefined;
  text: () => string;
  /** Returns the position of the cursor in a text. */
  caret: () => number;
  /** Explains why there is no valid value. */
  explain: () => string;
  /** Returns what the input shows, for `restore`. */
  typed: () => string;
  /** Shows what was typed before. */
  restore: (typed: string) => void;
  /** Shows a problem; an empty one marks the field as right. */
  refuse: (problem: string) => void;
  focus: () => void;
}

/** Returns what an error says about a field, by the label of the field instead of its key. */
export const explain = (error: unknown, { at, label }: api.Field): string => messageOf(error).replace(quotedKey(at), label);

/** Quotes the last step of a pointer, as messages of the program do. */
export const quotedKey = (at: string): string => `“${at.slice(at.lastIndexOf("/") + 1)}”`;

/** Whether a day, a month or a year is missing in a date, or its year is still being typed. */
const isIncompleteDate = (input: Input): boolean => input.type === "date" && (input.validity.badInput || input.value.startsWith("0"));

/** Whether a new entry or item needs a value: a switch always has one, and most lists may be empty. */
export const isRequired = ({ kind, is_optional, minimum }: api.Field): boolean =>
  !is_optional && kind !== "switch" && (kind !== "lines" || Boolean(minimum));

/** Makes a field that saves nothing. */
export function blankInput(described: api.Field, site: api.Site): BlankInput {
  const { box, input, problem } = makeBox(described, site);
  // Screen readers say that it is required, but not that it is wrong before it was checked.
  input.required = isRequired(described);
  box.classList.toggle("is-required", input.required);
  input.setAttribute("aria-invalid", "false");
  const lines = () => input.value.split("\n").map((line) => line.trim()).filter(Boolean);
  return {
    field: described,
    box,
    value: () => {
      if (described.kind === "switch") return typedText(input) === "true";
      if (described.kind === "lines") return lines().length > 0 || !described.is_optional ? lines() : null;
      return valueOf({ ...described, is_optional: true, is_required: false }, input);
    },
    text: () => {
      if (input instanceof HTMLSelectElement) return String(valueOf(described, input) ?? "");
      return input.type === "checkbox" ? "" : input.value;
    },
    caret: () => (input instanceof HTMLTextAreaElement ? input.selectionStart : 0),
    explain: () => explainInvalid(described, input),
    typed: () => typedText(input),
    restore: (typed) => {
      if (typed === typedText(input)) return;
      setTyped(input, typed);
      input.dispatchEvent(new Event("input", { bubbles: true }));
    },
    refuse: (text) => {
      markWrong(box, input, text !== "");
      problem.textContent = text;
    },
    focus: () => input.focus(),
  };
}

/** Marks a field as wrong or right, also for screen readers. */
function markWrong(box: HTMLElement, input: Input, isWrong: boolean): void {
  box.classList.toggle("is-wrong", isWrong);
  input.setAttribute("aria-invalid", String(isWrong));
}

/** Makes an input in a box with its label, its help and a place for a problem. */
function makeBox(described: api.Field, site: api.Site): { box: HTMLElement; input: Input; problem: HTMLElement } {
  const id = `field-${++ids}`;
  const input = makeInput(described, site, id);
  const problem = make("p", { className: "problem", id: `${id}-problem` });
  const words = [described.help, describeRange(described)].filter(Boolean).join(". ");
  const help = words ? make("p", { className: "help", id: `${id}-help` }, words) : null;
  input.id = id;
  input.dataset["at"] = described.at;
  input.setAttribute("aria-describedby", [help?.id, problem.id].filter(Boolean).join(" "));
  const isSwitch = described.kind === "switch";
  const label = make("label", { htmlFor: id }, isSwitch && input, described.label);
  const box = make("div", { className: isSwitch ? "field is-switch" : "field" }, label, !isSwitch && input, help, problem);
  if (described.kind === "picture") {
    label.after(preview(input, site));
    problem.before(pictureChoice(input, site));
  }
  return { box, input, problem };
}

/** Describes the numbers that a field takes. */
function describeRange({ kind, minimum, maximum }: api.Field): string {
  if (kind !== "number") return "";
  if (minimum !== null && maximum !== null) return `From ${minimum} to ${maximum}`;
  return minimum !== null ? `At least ${minimum}` : maximum !== null ? `At most ${maximum}` : "";
}

/** Makes a field that can't be edited, with the reason. */
function fixedField({ label, value }: api.Field, reason: string): HTMLElement {
  return make(
    "div",
    { className: "field" },
    make("span", { className: "name" }, label),
    make("p", { className: "fixed" }, value === null ? "–" : String(value)),
    make("p", { className: "help" }, reason),
  );
}

/** Makes the input of a kind of value. */
function makeInput({ kind, value, default: usual, choices, minimum, maximum, is_optional }: api.Field, site: api.Site, id: string): Input {
  const text = value === null ? "" : String(value);
  const placeholder = is_optional ? notSet(usual) : undefined;
  switch (kind) {
    case "switch":
      return make("input", { type: "checkbox", checked: (value ?? usual) === true });
    case "choice": {
      const known = choices.some((choice) => choice.value === value);
      const absent = { value: null, label: notSet(choices.find((choice) => choice.value === usual)?.label ?? usual) };
      const first = is_optional ? [absent] : [];
      const all = [...first, ...(known || value === null && is_optional ? choices : [{ value, label: text || "–" }, ...choices])];
      const options = all.map((choice) => make("option", { value: JSON.stringify(choice.value), selected: choice.value === value }, choice.label));
      return make("select", {}, ...options);
    }
    case "number":
      return make("input", { type: "text", inputMode: "decimal", value: text, placeholder, "data-min": minimum, "data-max": maximum });
    case "date":
      return make("input", { type: text === "" || /^\d{4}-\d{2}-\d{2}$/.test(text) ? "date" : "text", value: text });
    case "picture":
    case "link": {
      const input = make("input", { type: "text", value: text, list: `${id}-list`, placeholder, spellcheck: false });
      const list = make("datalist", { id: `${id}-list` });
      if (kind === "link") offerPages(input, list);
      else list.append(...site.pictures.map((value) => make("option", { value })));
      queueMicrotask(() => input.after(list));
      return input;
    }
    case "code":
      return make("textarea", { className: "code", value: text, rows: 3, spellcheck: false, wrap: "off" });
    case "lines":
      return make("textarea", { rows: 3, dir: "auto", placeholder: "One on each line" });
    case "text":
      // Line breaks at the end come from the notation in the file; `valueOf` appends them again.
      return make("textarea", { value: text.replace(/\n+$/, ""), placeholder, rows: text.length > 60 ? 3 : 1, dir: "auto" });
  }
}

/** Writes what was typed while a text was being added into the form of the new text. Returns false if another one is open. */
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

/** Makes one line of pasted lines, as Enter saves and does not break the line. */
export function pasteAsOneLine(input: HTMLTextAreaElement): void {
  input.addEventListener("paste", (event) => {
    const text = event.clipboardData?.getData("text/plain") ?? "";
    if (!/[\r\n]/.test(text) || input.value.includes("\n")) return;
    event.preventDefault();
    const line = text.replace(/^[\r\n]+|[\r\n]+$/g, "").replace(/\s*[\r\n]+\s*/g, " ");
    const isWhole = input.selectionEnd - input.selectionStart === input.value.length;
    input.setRangeText(isWhole ? line.trim() : line, input.selectionStart, input.selectionEnd, "end");
    input.dispatchEvent(new Event("input"));
  });
}

/** Formats an absent value, with its default. */
const notSet = (usual: api.Scalar) => (usual === null || usual === "" ? "Not set" : `Not set: ${String(usual)}`);

/** Returns the value of an input: null if it is absent, and `undefined` if the text is not valid for its kind. */
function valueOf({ at, kind, value, default: usual, is_optional, is_required }: api.Field, input: Input): api.Scalar | undefined {
  if (input instanceof HTMLInputElement && kind === "switch") {
    if (input.checked === ((value ?? usual) === true)) return value;
    return is_optional && input.checked === (usual === true) ? null : input.checked;
  }
  // An unsaved choice that is not there any more leaves nothing selected.
  if (input instanceof HTMLSelectElement) return input.value === "" ? undefined : (JSON.parse(input.value) as api.Scalar);
  if (isIncompleteDate(input)) return undefined;
  if (input.value.trim() === "" && value !== "") {
    if (is_optional) return null;
    if (is_required) return undefined;
  }
  if (kind === "number") {
    const number = Number(input.value.trim());
    return input.value.trim() === "" || !Number.isFinite(number) ? undefined : number;
  }
  if (at.startsWith("#")) return blockText(input.value, kind === "code");
  if (kind === "link" || kind === "picture") return input.value.trim();
  const end = kind === "text" && typeof value === "string" ? (/\n+$/.exec(value)?.[0] ?? "") : "";
  return input.value + end;
}

/** Returns a text of Markdown as it is written: without white space around it and, unless it is code, with one empty line between paragraphs. */
export const blockText = (typed: string, isCode: boolean): string =>
  isCode ? typed.trimEnd() : typed.trim().replace(/[ \t]*\n(?:[ \t]*\n)+[ \t]*/g, "\n\n");

/** Explains why an input has no valid value. */
function explainInvalid({ at, kind, label }: api.Field, input: Input): string {
  if (isIncompleteDate(input)) return "This date is not complete, or there is no such day.";
  if (kind === "number" && input.value.trim() !== "") return "This is not a number: write its digits alone, such as 1200 or 2.5.";
  return at.startsWith("#") && kind !== "code" ? `${label} is missing. “Remove” below takes it out.` : `${label} is missing.`;
}

/** Returns what an input shows, as a text. */
const typedText = (input: Input) => (input.type === "checkbox" ? String((input as HTMLInputElement).checked) : input.value);

/** Sets what an input shows. */
function setTyped(input: Input, typed: string): void {
  if (input.type === "checkbox") (input as HTMLInputElement).checked = typed === "true";
  else input.value = typed;
}

/** Saves an input a moment after the last key, and shows why a value was refused. */
function saveWhenTyped(
  described: api.Field,
  input: Input,
  box: HTMLElement,
  problem: HTMLElement,
  { file, place, saved, preview, itemAround, reopen, changed }: FormContext,
): void {
  let current = described.value;
  let sent = current;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isComposing = false;
  /** Whether a paragraph was split, so that its parts have forms of their own. */
  let isSplit = false;

  const show = (text: string, ...actions: HTMLElement[]) => {
    // The same problem keeps its buttons: one of them may be pressed just now.
    if (problem.firstChild?.nodeValue === text) return;
    markWrong(box, input, text !== "");
    problem.replaceChildren(text, ...(actions.length > 0 ? [make("span", { className: "actions" }, ...actions)] : []));
  };

  const { at, kind, label } = described;
  const shownItem = () => findUnsaved(file, at)?.item ?? itemAround(at);
  const storeTyped = (reason: string, item = shownItem()) => storeUnsaved({ file, at, label, place, typed: typedText(input), was: current, sent, item, reason });
  const settle = () => {
    pending.delete(save);
    removeUnsaved(file, at);
    show("");
  };
  const refuse = (reason: string, ...actions: HTMLElement[]) => {
    pending.delete(save);
    storeTyped(reason);
    show(reason, ...actions);
    say(`${label}: not saved`);
  };

  const write = async (): Promise<void> => {
    if (isSplit) return;
    const [value, raw] = [valueOf(described, input), typedText(input)];
    // Nothing is stored of an incomplete date, and the file keeps the former one.
    if (isIncompleteDate(input)) {
      pending.delete(save);
      return show(explainInvalid(described, input));
    }
    if (value === undefined) {
      // The reason moves what is below the field, such as the button that is pressed.
      await untilReleased();
      return refuse(explainInvalid(described, input));
    }
    if (value === current) return settle();
    say("Saving…");
    const item = shownItem();
    preview(at, current, value);
    sent = value;
    storeTyped(findUnsaved(file, at)?.reason ?? "", item);
    try {
      await api.change(file, at, current, value, item);
      current = value;
      if (valueOf(described, input) === value) settle();
      if (described.sample?.at === at) box.querySelector(".sample")?.remove();
      const done = value === null ? "removed" : "saved";
      say(`${label}: ${kind === "switch" ? (typedText(input) === "true" ? "on, saved" : "off, saved") : done}`);
      saved();
      if (at.startsWith("#") && kind !== "code") openLastPart(String(value).split("\n\n"), raw);
    } catch (error) {
      preview(at, value, current);
      if (!(error instanceof api.Refusal)) throw error;
      await untilReleased();
      // The value must not be written into another item that stands at its place now.
      const isGone = error.code === "edit-item" && button("Show what stands here now", () => (settle(), reopen(at)));
      if (!error.current) return refuse(explain(error, described), ...(isGone ? [isGone] : []));
      const theirs = error.current.value;
      refuse(
        `${error.message} Now it says: ${theirs === null ? "nothing" : String(theirs)}`,
        button("Keep mine", () => {
          current = theirs;
          pending.add(save);
          void save();
        }),
        button("Take theirs", () => {
          settle();
          reopen(at);
        }),
      );
    }
  };
  /** Opens the form of the last of the paragraphs that one was split into, with what has been typed into it since the input was `raw`. */
  const openLastPart = (parts: string[], raw: string) => {
    const last = parts.at(-1) ?? "";
    if (parts.length < 2 || !(input instanceof HTMLTextAreaElement)) return;
    isSplit = true;
    clearTimeout(timer);
    settle();
    const start = raw.trimEnd().length - last.length;
    const opened = `#${Number(at.slice(1)) + parts.length - 1}`;
    const go = () => {
      const typed = input.value.slice(start);
      if (typeInto(file, opened, typed, input.selectionStart - start) || typed.trim() === last) return;
      storeUnsaved({ file, at: opened, label, place, typed, was: last, sent: last, item: null, reason: "Something else was opened before it was saved." });
    };
    changed(opened).then(go, (error: unknown) => {
      isSplit = false;
      sayError(error);
    });
  };

  const save = (): Promise<void> => {
    clearTimeout(timer);
    saving = saving.then(write, write);
    return saving;
  };

  const typed = () => {
    clearTimeout(timer);
    if (isSplit) return;
    // It is saved once it is complete, and refused once the cursor leaves it.
    if (isIncompleteDate(input)) {
      pending.delete(save);
      return removeUnsaved(file, at);
    }
    pending.add(save);
    storeTyped(findUnsaved(file, at)?.reason ?? "");
    if (!isComposing) timer = setTimeout(() => void save(), kind === "date" ? DATE_DELAY_MS : SAVE_DELAY_MS);
  };
  input.addEventListener("compositionstart", () => (isComposing = true));
  input.addEventListener("compositionend", () => {
    isComposing = false;
    typed();
  });
  input.addEventListener("input", typed);
  if (kind === "text" && !at.startsWith("#") && input instanceof HTMLTextAreaElement) pasteAsOneLine(input);
  // A date changes with each key.
  input.addEventListener(kind === "date" ? "blur" : "change", () => void save());
  input.addEventListener("keydown", (event) => {
    const { key, isComposing } = event as KeyboardEvent;
    if (key === "Enter" && !isComposing && !(input instanceof HTMLTextAreaElement && (kind === "code" || input.value.includes("\n"))) && !(event as KeyboardEvent).shiftKey) {
      event.preventDefault();
      void save();
    }
  });

  const unsaved = findUnsaved(file, at);
  if (!unsaved) return;
  setTyped(input, unsaved.typed);
  // What was sent may have been saved though no answer came.
  const isSaved = described.value === unsaved.sent;
  if (!isSaved) current = unsaved.was;
  // The reason of the refusal may be gone.
  pending.add(save);
  void save();
}
