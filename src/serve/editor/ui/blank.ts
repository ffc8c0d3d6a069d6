/** The form of a new entry, item, part or block. Nothing is written before *Add* is pressed and every required field has a value. */

import * as api from "./api";
import { type Action, actionForm, attempt, isOfInputMethod, make, panel, say, sayError, show, showView, softText, submitOrCancel, type WayBack } from "./dom";
import { BlankField, isRequired } from "./fields";
import { explain, explainInvalid, pasteAsOneLine, quotedKey, typedText } from "./inputs";
import { stepsOf } from "./moves";
import { beginOpening, watchOpening } from "./open-state";
import { pasteAsMarkdown } from "./paste";
import { saveAll } from "./saves";
import { keyOfBlank } from "./unsaved";

/** The key under which the text of `BlankOptions.moreInput` is stored. The keys of the fields' texts are pointers. */
const MORE_TEXT = "more";

/** Whether something was typed into the form with this `id` before the form was left. */
export const isBegun = (id: string): boolean => sessionStorage.getItem(keyOfBlank(id)) !== null;

/** Labels the button that opens the form of a new entry or item. */
export const addLabel = (id: string): string => (isBegun(id) ? "Go on with the new one" : "Add another");

export interface BlankOptions<T> {
  heading: string;
  /** Identifies the form in the window's storage. */
  id: string;
  /** The text above the fields. */
  about?: string | false | null;
  blank: api.Blank;
  /**
   * Whether a text may have several paragraphs. Enter submits the form all the same. While the submitted value is being
   * saved, Enter begins a paragraph: the form of the new block takes over what is typed in that time.
   */
  takesParagraphs?: boolean;
  /** Elements below the fields. */
  more?: HTMLElement[];
  /** Reads and restores the text of an input in `more`, which is stored with the texts of the fields. */
  moreInput?: { read: () => string; restore: (text: string) => void };
  /** Called after each input; `text` returns the text of the field at a pointer. */
  onTyped?: (text: (at: string) => string) => void;
  write: (value: unknown) => Promise<T>;
  /** Shows what was written if `isWanted` agrees. `first` is the first field, with what was typed since *Add* was pressed. */
  show: (written: T, isWanted: () => boolean, first: BlankField | undefined) => Promise<void>;
  back: WayBack;
}

/**
 * Saves the fields of the open form, and reads the form of a new entry, item or part. The open form is removed at once, so that nobody types into it.
 * Returns nothing if something else is opened meanwhile.
 */
export async function waitForBlank<T>(heading: string, read: () => Promise<T>, back: Action): Promise<T | undefined> {
  const isWanted = beginOpening();
  show("other", make("h1", {}, heading));
  panel().focus();
  try {
    await saveAll();
    const form = await read();
    return isWanted() ? form : undefined;
  } catch (error) {
    if (isWanted()) void attempt(back);
    throw error;
  }
}

/** Shows the form of a new value, with the cursor in its first field. */
export function showBlank<T>(options: BlankOptions<T>): void {
  const { heading, id, about, blank, takesParagraphs = false, more = [], moreInput, onTyped, back } = options;
  const fields = blank.fields.map((described) => new BlankField(described));
  let isWritten = false;
  const submit = make("button", { type: "submit", className: "is-primary" }, "Add");
  const cancel = () => {
    sessionStorage.removeItem(keyOfBlank(id));
    return back[1]();
  };
  const add = async () => {
    // The value was added before, but could not be shown.
    if (isWritten) return attempt(back[1]);
    if (!validate(fields)) return;
    const isWanted = watchOpening();
    try {
      const written = await options.write(composeValue(blank.base, fields));
      isWritten = true;
      sessionStorage.removeItem(keyOfBlank(id));
      await options.show(written, isWanted, fields[0]);
    } catch (error) {
      if (isWritten) return sayError(error);
      if (!(error instanceof api.Refusal)) throw error;
      const others = showReasons(error.reasons, fields);
      if (others.length > 0) throw new Error(others.join(" "));
      say("Not added");
    }
  };
  const element = actionForm(
    { submit, failure: "Not added", act: add, footer: submitOrCancel(submit, cancel) },
    (more.length > 0 || blank.fields.some(isRequired)) && softText("Fields with * are required."),
    ...fields.map(({ box }) => box),
    ...more,
  );
  const lines = element.querySelectorAll<HTMLTextAreaElement>("textarea[rows='1']");
  lines.forEach(takesParagraphs ? pasteAsMarkdown : pasteAsOneLine);
  for (const { box, setProblem } of fields) box.addEventListener("input", () => setProblem(""));
  element.addEventListener("input", () => {
    if (isWritten) return;
    const typed = fields.map(({ described, input }) => [described.at, typedText(input)]);
    sessionStorage.setItem(keyOfBlank(id), JSON.stringify(Object.fromEntries([...typed, [MORE_TEXT, moreInput?.read()]])));
    onTyped?.((at) => fields.find(({ described }) => described.at === at)?.text ?? "");
  });
  element.addEventListener("keydown", (event) => {
    const { key, shiftKey, repeat, target } = event;
    if (key !== "Enter" || shiftKey || isOfInputMethod(event) || !(target instanceof HTMLTextAreaElement)) return;
    if (takesParagraphs && submit.disabled) {
      event.preventDefault();
      return repeat ? undefined : target.setRangeText("\n\n", target.selectionStart, target.selectionEnd, "end");
    }
    // In longer texts, Enter breaks the line.
    if (target.rows > 1 || target.value.includes("\n")) return;
    event.preventDefault();
    element.requestSubmit();
  });
  showView("other", back, heading, about && softText(about), element);
  const stored = JSON.parse(sessionStorage.getItem(keyOfBlank(id)) ?? "{}") as Record<string, string>;
  if (stored[MORE_TEXT]) moreInput?.restore(stored[MORE_TEXT]);
  for (const field of fields) field.restore(stored[field.described.at] ?? typedText(field.input));
  element.querySelector<HTMLElement>("input, textarea, select")?.focus();
}

/** Shows the reasons of a refusal at their fields, and focuses the first such field. Returns the reasons that belong to no field. */
function showReasons(reasons: string[], fields: BlankField[]): string[] {
  const found = reasons.map((reason) => ({ reason, field: fieldOfReason(reason, fields) }));
  const wrong = fields.filter((field) => found.some((other) => other.field === field));
  for (const field of wrong) {
    const own = found.filter((other) => other.field === field);
    field.setProblem(own.map(({ reason }) => explain(reason, field.described)).join(" "));
  }
  wrong[0]?.input.focus();
  return found.filter(({ field }) => !field).map(({ reason }) => reason);
}

/**
 * Returns the field of a reason: the reason begins with the field's key, quotes the field's text, or quotes a part of
 * the text.
 */
function fieldOfReason(reason: string, fields: BlankField[]): BlankField | undefined {
  const quoted = [...reason.matchAll(/“([^”]+)”/g)].map(([, words = ""]) => words);
  // Quoted words with only ASCII characters may be a key or words of the message, so no text is searched for them.
  const parts = quoted.filter((words) => /[^\x00-\x7f]/.test(words));
  return (
    fields.find(({ described }) => reason.startsWith(quotedKey(described.at))) ??
    fields.find(({ text }) => quoted.includes(text.trim())) ??
    fields.find(({ text }) => parts.some((part) => text.includes(part)))
  );
}

/** Marks the fields whose values are missing or wrong, and focuses the first of them. Returns whether all values are right. */
function validate(fields: BlankField[]): boolean {
  const isWrong = ({ described, value }: BlankField) => {
    const isEmpty = value === null || value === "" || (Array.isArray(value) && value.length === 0);
    return value === undefined || (isEmpty && isRequired(described));
  };
  const explained = ({ described, input }: BlankField) => explainInvalid(described, input);
  for (const field of fields) field.setProblem(isWrong(field) ? explained(field) : "");
  const first = fields.find(isWrong);
  first?.input.focus();
  if (first) say(`Not added. ${explained(first)}`);
  return !first;
}

/**
 * Returns `base` with the values of the fields, each at its pointer. Leaves out absent values, and optional switches at
 * their default.
 */
function composeValue(base: unknown, fields: BlankField[]): unknown {
  const root = { value: structuredClone(base) as unknown };
  for (const { described, value } of fields) {
    const isDefault = described.kind === "switch" && value === (described.default === true);
    if (value === null || value === undefined || (described.is_optional && isDefault)) continue;
    const steps = ["value", ...stepsOf(described.at)];
    const last = steps.pop() ?? "";
    let at = root as unknown as Record<string, unknown>;
    for (const step of steps) at = (at[step] ??= {}) as Record<string, unknown>;
    at[last] = value;
  }
  return root.value;
}
