/** The form of a new entry or item. Nothing is written before *Add* is pressed and every required field has a value. */

import * as api from "./api";
import { type Action, actionForm, attempt, isOfInputMethod, make, panel, say, sayError, show, showView } from "./dom";
import { type BlankInput, blankInput, isRequired } from "./fields";
import { explain, pasteAsOneLine, quotedKey } from "./inputs";
import { stepsOf } from "./moves";
import { beginOpening, watchOpening } from "./open-state";
import { saveAll } from "./saves";
import { keyOfBlank as keyOf } from "./unsaved";

/** The key of `BlankOptions.own` in the window's storage. */
const OWN = "own";

/** Whether something was typed into a form that was left. */
export const isBegun = (id: string): boolean => sessionStorage.getItem(keyOf(id)) !== null;

/** Names the button that opens a form. */
export const addLabel = (id: string): string => (isBegun(id) ? "Go on with the new one" : "Add another");

export interface BlankOptions<T> {
  heading: string;
  /** Tells the form from all others. */
  id: string;
  /** The text above the fields. */
  about?: string | false;
  blank: api.Blank;
  /** Whether a text may have several paragraphs: pasted ones stay, and Enter begins the next one while the first is being added. */
  takesParagraphs?: boolean;
  /** More elements below those of the form. */
  more?: HTMLElement[];
  /** The text of one of these, which is kept as those of the fields are. */
  own?: { read: () => string; restore: (text: string) => void };
  /** Called after each input; `text` returns the text of the field at a pointer. */
  onTyped?: (text: (at: string) => string) => void;
  /** Writes the new value. A rejection is shown below the fields. */
  write: (value: unknown) => Promise<T>;
  /** Shows what was written if `isWanted` agrees. Somebody may type into the first field meanwhile. */
  show: (written: T, isWanted: () => boolean, first: BlankInput | undefined) => Promise<void>;
  back: [label: string, go: Action];
}

/**
 * Saves the fields of the open form, and reads the form of a new entry or item. The open form is removed at once, so that nobody types into it. Returns
 * nothing if something else is opened meanwhile.
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

/** Shows the form, with the cursor in its first field. */
export function showBlank<T>({ heading, id, about, blank, takesParagraphs = false, more = [], own, onTyped, write, show: showWritten, back }: BlankOptions<T>): void {
  const inputs = blank.fields.map((field) => blankInput(field));
  let isWritten = false;
  const submit = make("button", { type: "submit", className: "is-primary" }, "Add");
  const cancel = () => {
    sessionStorage.removeItem(keyOf(id));
    return back[1]();
  };
  const add = async () => {
    // It is there, but could not be shown.
    if (isWritten) return void back[1]();
    if (!validate(inputs)) return;
    const isWanted = watchOpening();
    try {
      const written = await write(composeValue(blank.base, inputs));
      isWritten = true;
      sessionStorage.removeItem(keyOf(id));
      await showWritten(written, isWanted, inputs[0]);
    } catch (error) {
      if (isWritten) return sayError(error);
      if (!(error instanceof api.Refusal)) throw error;
      const left = refuse(error.reasons, inputs);
      if (left.length > 0) throw new Error(left.join(" "));
      say("Not added");
    }
  };
  const element = actionForm(
    { submit, cancel, failure: "Not added", act: add },
    (more.length > 0 || blank.fields.some(isRequired)) && make("p", { className: "soft" }, "Fields with * are required."),
    ...inputs.map(({ box }) => box),
    ...more,
  );
  const lines = element.querySelectorAll<HTMLTextAreaElement>("textarea[rows='1']");
  if (!takesParagraphs) lines.forEach(pasteAsOneLine);
  for (const { box, refuse } of inputs) box.addEventListener("input", () => refuse(""));
  element.addEventListener("input", () => {
    if (isWritten) return;
    const fields = inputs.map(({ field, typed }) => [field.at, typed()]);
    sessionStorage.setItem(keyOf(id), JSON.stringify(Object.fromEntries([...fields, [OWN, own?.read()]])));
    onTyped?.((at) => inputs.find(({ field }) => field.at === at)?.text() ?? "");
  });
  element.addEventListener("keydown", (event) => {
    const { key, shiftKey, repeat, target } = event;
    if (key !== "Enter" || shiftKey || isOfInputMethod(event) || !(target instanceof HTMLTextAreaElement)) return;
    if (takesParagraphs && submit.disabled) {
      event.preventDefault();
      return repeat ? undefined : target.setRangeText("\n\n", target.selectionStart, target.selectionEnd, "end");
    }
    // Longer texts take line breaks.
    if (target.rows > 1 || target.value.includes("\n")) return;
    event.preventDefault();
    element.requestSubmit();
  });
  showView("other", back, heading, about && make("p", { className: "soft" }, about), element);
  const left = JSON.parse(sessionStorage.getItem(keyOf(id)) ?? "{}") as Record<string, string>;
  if (left[OWN]) own?.restore(left[OWN]);
  for (const { field, restore } of inputs) {
    const typed = left[field.at];
    if (typed !== undefined) restore(typed);
  }
  element.querySelector<HTMLElement>("input, textarea, select")?.focus();
}

/** Shows each reason of a refusal at its field, and focuses the first of these. Returns the reasons that belong to no field. */
function refuse(reasons: string[], inputs: BlankInput[]): string[] {
  const found = reasons.map((reason) => ({ reason, input: fieldOfReason(reason, inputs) }));
  for (const { reason, input } of found) input?.refuse(explain(reason, input.field));
  inputs.find((input) => found.some((other) => other.input === input))?.focus();
  return found.filter(({ input }) => !input).map(({ reason }) => reason);
}

/** Returns the field to which a reason belongs: the one whose key begins it, whose text it quotes, or whose text has the quoted words. */
function fieldOfReason(message: string, inputs: BlankInput[]): BlankInput | undefined {
  const quoted = [...message.matchAll(/“([^”]+)”/g)].map(([, words = ""]) => words);
  // Letters of plain ASCII may be in any text.
  const parts = quoted.filter((words) => /[^\x00-\x7f]/.test(words));
  return (
    inputs.find(({ field }) => message.startsWith(quotedKey(field.at))) ??
    inputs.find(({ text }) => quoted.includes(text().trim())) ??
    inputs.find(({ text }) => parts.some((part) => text().includes(part)))
  );
}

/** Marks the fields whose values are missing or wrong, and focuses the first. Returns whether there are none. */
function validate(inputs: BlankInput[]): boolean {
  let first: { input: BlankInput; problem: string } | undefined;
  for (const input of inputs) {
    const { field, value, refuse } = input;
    const given = value();
    const isEmpty = given === null || given === "" || (Array.isArray(given) && given.length === 0);
    const isWrong = given === undefined || (isEmpty && isRequired(field));
    const problem = input.explain();
    refuse(isWrong ? problem : "");
    if (isWrong) first ??= { input, problem };
  }
  first?.input.focus();
  if (first) say(`Not added. ${first.problem}`);
  return !first;
}

/** Returns `base` with the values of the fields, each at its pointer. Absent values are left out. */
function composeValue(base: unknown, inputs: BlankInput[]): unknown {
  const root = { value: structuredClone(base) as unknown };
  for (const { field, value } of inputs) {
    const given = value();
    const isDefault = field.kind === "switch" && given === (field.default === true);
    if (given === null || given === undefined || (field.is_optional && isDefault)) continue;
    const steps = ["value", ...stepsOf(field.at)];
    const last = steps.pop() ?? "";
    let at = root as unknown as Record<string, unknown>;
    for (const step of steps) at = (at[step] ??= {}) as Record<string, unknown>;
    at[last] = given;
  }
  return root.value;
}
