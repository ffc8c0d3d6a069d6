/** Fields: those of a form, which save their inputs, and those of new entries and items, which save nothing. */

import * as api from "./api";
import { button, make, say } from "./dom";
import type { Input } from "./field-box";
import { makeBox, setTyped, typedText, valueOf } from "./inputs";
import { followChange } from "./open";
import type { OpenForm } from "./open-state";
import { saveAll } from "./saves";
import { SavedField } from "./saving";
import { onceAtATime } from "./timing";

/** Makes a field that saves its input, or shows why the value can't be edited. */
export function makeField(described: api.Field, form: OpenForm): HTMLElement {
  if (described.fixed) return fixedField(described, described.fixed);
  const made = makeBox(described);
  made.input.dataset["file"] = form.file;
  if (described.sample) made.problem.before(sampleNote(described, described.sample, form));
  new SavedField(described, made, form);
  return made.box;
}

/** Makes the note that a value is an example, with the button that approves it. */
function sampleNote({ at, label, value }: api.Field, sample: api.Part, form: OpenForm): HTMLElement {
  const isWhole = sample.at !== at;
  const approve = async () => {
    await saveAll();
    // The value that was just saved may have replaced the example.
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

/**
 * Whether the field of a new entry or item must be filled in. A switch always has a value, and a list may be empty
 * unless it has a minimum.
 */
export const isRequired = ({ kind, is_optional, minimum }: api.Field): boolean =>
  !is_optional && kind !== "switch" && (kind !== "lines" || Boolean(minimum));

/** A field of a new entry or item, which saves nothing. */
export class BlankField {
  readonly box: HTMLElement;
  readonly input: Input;
  /** Shows a problem; an empty one marks the field as right. */
  readonly setProblem: (problem: string) => void;

  constructor(readonly described: api.Field) {
    const { box, input, setProblem } = makeBox(described);
    [this.box, this.input, this.setProblem] = [box, input, setProblem];
    input.required = isRequired(described);
    box.classList.toggle("is-required", input.required);
  }

  /** The value: null if it is absent, and `undefined` if the text is not valid for its kind. */
  get value(): api.Scalar | string[] | undefined {
    const { described, input } = this;
    const { kind, is_optional } = described;
    if (kind === "switch") return typedText(input) === "true";
    const lines = input.value.split("\n").map((line) => line.trim()).filter(Boolean);
    if (kind === "lines") return lines.length > 0 || !is_optional ? lines : null;
    return valueOf({ ...described, is_optional: true, is_required: false }, input);
  }

  /** What was typed or chosen, as a text; empty for a switch. */
  get text(): string {
    const { described, input } = this;
    if (input instanceof HTMLSelectElement) return String(valueOf(described, input) ?? "");
    return input.type === "checkbox" ? "" : input.value;
  }

  /** Shows what was typed before. */
  restore(typed: string): void {
    if (typed === typedText(this.input)) return;
    setTyped(this.input, typed);
    this.input.dispatchEvent(new Event("input", { bubbles: true }));
  }
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
