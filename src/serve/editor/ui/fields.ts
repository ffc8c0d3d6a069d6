/** Fields: those of a form, which save their inputs, and those of new entries and items, which save nothing. */

import * as api from "./api";
import { button, make, say } from "./dom";
import { explainInvalid, makeBox, markWrong, setTyped, typedText, valueOf } from "./inputs";
import { followChange } from "./open";
import type { OpenForm } from "./open-state";
import { saveAll } from "./saves";
import { SavedField } from "./saving";
import { onceAtATime } from "./timing";

/** Makes a field that saves its input. */
export function makeField(described: api.Field, form: OpenForm): HTMLElement {
  if (described.fixed) return fixedField(described, described.fixed);
  const { box, input, problem } = makeBox(described);
  input.dataset["file"] = form.file;
  if (described.sample) problem.before(sampleNote(described, described.sample, form));
  new SavedField(described, box, input, problem, form);
  return box;
}

/** Makes the note that a value is an example, with the button that approves it. */
function sampleNote({ at, label, value }: api.Field, sample: api.Part, form: OpenForm): HTMLElement {
  const isWhole = sample.at !== at;
  const approve = async () => {
    await saveAll();
    // Another value has replaced the example.
    if (!note.isConnected) return;
    await api.approveSamples([{ file: form.file, at, was: value }]);
    say(`${isWhole ? sample.label : label}: right as it is`);
    await followChange(form, at);
  };
  const words = isWhole ? `All of “${sample.label}” is right as it is` : "This is right as it is";
  const note = make(
    "div",
    { className: "sample" },
    make("p", {}, isWhole ? "An example so far." : "An example so far: what you write replaces it."),
    value !== null && button(words, onceAtATime(approve), { "aria-label": isWhole ? words : `${words}: ${label}` }),
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

/** Whether a new entry or item needs a value: a switch always has one, and most lists may be empty. */
export const isRequired = ({ kind, is_optional, minimum }: api.Field): boolean =>
  !is_optional && kind !== "switch" && (kind !== "lines" || Boolean(minimum));

/** Makes a field that saves nothing. */
export function blankInput(described: api.Field): BlankInput {
  const { box, input, problem } = makeBox(described);
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

