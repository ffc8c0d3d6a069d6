/** The form of what is to be made: nothing is written before *Add* is pressed and all that is required is there. */

import * as api from "./api";
import { backTo, button, make, panel, say, show } from "./dom";
import { type BlankInput, blankInput } from "./fields";

export interface BlankOptions {
  heading: string;
  /** What stands above the fields. */
  about?: string;
  form: api.Blank;
  site: api.Site;
  /** Further fields below those of the form. */
  more?: HTMLElement[];
  /** Called after each key, with the texts of the fields by their pointers. */
  typed?: (text: (at: string) => string) => void;
  add: (value: unknown) => Promise<void>;
  back: { label: string; go: () => void };
}

/** Shows the form, with the cursor in its first field. */
export function showBlank({ heading, about, form, site, more = [], typed, add, back }: BlankOptions): void {
  const inputs = form.fields.map((field) => blankInput(field, site));
  const problem = make("p", { className: "problem", role: "alert" });
  const submit = make("button", { type: "submit", className: "primary" }, "Add");
  const element = make(
    "form",
    { noValidate: true, className: "stays" },
    ...inputs.map(({ box }) => box),
    ...more,
    problem,
    make("div", { className: "actions" }, submit, button("Cancel", back.go)),
  );
  element.addEventListener("input", () => typed?.((at) => inputs.find(({ field }) => field.at === at)?.text() ?? ""));
  element.addEventListener("keydown", (event) => {
    const { key, shiftKey, isComposing, target } = event;
    const takesLines = target instanceof HTMLTextAreaElement && (target.rows > 1 || target.value.includes("\n"));
    if (key !== "Enter" || shiftKey || isComposing || takesLines || !(target instanceof HTMLTextAreaElement)) return;
    event.preventDefault();
    element.requestSubmit();
  });
  element.addEventListener("submit", (event) => {
    event.preventDefault();
    if (!isComplete(inputs)) return;
    submit.disabled = true;
    problem.textContent = "";
    add(valueOf(form.base, inputs))
      .catch((error: unknown) => {
        problem.textContent = error instanceof Error ? error.message : "This did not work.";
        say("Not added");
      })
      .finally(() => (submit.disabled = false));
  });
  show(backTo(back.label, back.go), make("h1", {}, heading), about ? make("p", { className: "soft" }, about) : null, element);
  const first = element.querySelector<HTMLElement>("input, textarea, select");
  (first ?? panel()).focus();
}

/** Says which fields are missing, and leads to the first of them. */
function isComplete(inputs: BlankInput[]): boolean {
  let first: BlankInput | undefined;
  for (const input of inputs) {
    const { field, value, refuse } = input;
    const isMissing = value() === undefined || (!field.is_optional && (value() === null || value() === ""));
    refuse(isMissing ? (input.text() === "" ? `${field.label} is missing.` : "This is not a number.") : "");
    if (isMissing) first ??= input;
  }
  first?.focus();
  if (first) say(`Not added: ${first.field.label}`);
  return !first;
}

/** The value that the fields make together. */
function valueOf(base: unknown, inputs: BlankInput[]): unknown {
  const root = { value: structuredClone(base) as unknown };
  for (const { field, value } of inputs) {
    const given = value();
    if (given === null || given === undefined || (field.is_optional && given === false && field.default !== true)) continue;
    const steps = ["value", ...field.at.split("/").slice(1).map((step) => step.replaceAll("~1", "/").replaceAll("~0", "~"))];
    const last = steps.pop() ?? "";
    let at = root as unknown as Record<string, unknown>;
    for (const step of steps) at = (at[step] ??= {}) as Record<string, unknown>;
    at[last] = given;
  }
  return root.value;
}
