/** The fields of a form: an input for each kind of value, which saves itself a moment after the last key. */

import * as api from "./api";
import { button, make, say } from "./dom";
import { pictureChoice, preview } from "./pictures";
import { find, forget, keep } from "./unsaved";

/** How long nothing is typed before it is saved. */
const PAUSE = 400;

export interface Surroundings {
  file: string;
  site: api.Site;
  /** Called after each change that is written. */
  saved: () => void;
  /** Opens the form anew, with the values that the files have now. */
  reopen: () => void;
  /** Called after a change of more than one value: opens the form of a part. */
  changed: (at: string) => Promise<void>;
  /** Shows the form of a new entry of a collection. */
  add: (collection: string) => void;
  /** Shows what deleting the entry means. */
  remove: () => void;
}

type Input = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

let ids = 0;

/** The fields that have something unsaved, with the promise of their saving. */
const pending = new Set<() => Promise<void>>();

/** Saves what is typed and not saved yet. */
export async function saveAll(): Promise<void> {
  await Promise.all([...pending].map((save) => save()));
}

export const hasUnsaved = (): boolean => pending.size > 0;

/** Makes a field. */
export function field(described: api.Field, around: Surroundings): HTMLElement {
  if (described.fixed) return fixedField(described, described.fixed);
  const { box, input, problem } = boxOf(described, around.site);
  saveWhenTyped(described, input, box, problem, around);
  return box;
}

/** The field of a value that is to be made. */
export interface BlankInput {
  field: api.Field;
  box: HTMLElement;
  /** The value, null where it is absent, and `undefined` if it is none of its kind. */
  value: () => api.Scalar | string[] | undefined;
  text: () => string;
  refuse: (problem: string) => void;
  focus: () => void;
}

/** Makes a field that saves nothing. */
export function blankInput(described: api.Field, site: api.Site): BlankInput {
  const { box, input, problem } = boxOf(described, site);
  const lines = () => input.value.split("\n").map((line) => line.trim()).filter(Boolean);
  return {
    field: described,
    box,
    value: () => {
      if (described.kind === "lines") return lines().length > 0 || !described.is_optional ? lines() : null;
      return valueOf({ ...described, is_optional: true }, input);
    },
    text: () => (input.type === "checkbox" ? "" : input.value),
    refuse: (text) => {
      box.classList.toggle("is-wrong", text !== "");
      input.setAttribute("aria-invalid", String(text !== ""));
      problem.textContent = text;
    },
    focus: () => input.focus(),
  };
}

/** Makes an input with its label. */
function boxOf(described: api.Field, site: api.Site): { box: HTMLElement; input: Input; problem: HTMLElement } {
  const id = `field-${++ids}`;
  const input = inputOf(described, { site }, id);
  const problem = make("p", { className: "problem", id: `${id}-problem` });
  const help = described.help ? make("p", { className: "help", id: `${id}-help` }, described.help) : null;
  const sample = described.is_sample ? make("p", { className: "sample" }, "An example so far: what you write replaces it.") : null;
  input.id = id;
  input.dataset["at"] = described.at;
  input.setAttribute("aria-describedby", [help?.id, problem.id].filter(Boolean).join(" "));
  const isSwitch = described.kind === "switch";
  const label = make("label", { htmlFor: id }, isSwitch && input, described.label);
  const box = make("div", { className: isSwitch ? "field is-switch" : "field" }, label, !isSwitch && input, sample, help, problem);
  if (described.kind === "picture") {
    label.after(preview(input, site));
    problem.before(pictureChoice(input, site));
  }
  return { box, input, problem };
}

function fixedField({ label, value }: api.Field, reason: string): HTMLElement {
  return make(
    "div",
    { className: "field" },
    make("span", { className: "name" }, label),
    make("p", { className: "fixed" }, value === null ? "–" : String(value)),
    make("p", { className: "help" }, reason),
  );
}

function inputOf({ kind, value, default: usual, choices, minimum, maximum, is_optional }: api.Field, { site }: Pick<Surroundings, "site">, id: string): Input {
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
      const options = all.map((choice, index) => make("option", { value: String(index), selected: choice.value === value }, choice.label));
      const select = make("select", {}, ...options);
      Object.assign(select, { choices: all });
      return select;
    }
    case "number":
      return make("input", { type: "text", inputMode: "decimal", value: text, placeholder, "data-min": minimum, "data-max": maximum });
    case "date":
      return make("input", { type: text === "" || /^\d{4}-\d{2}-\d{2}$/.test(text) ? "date" : "text", value: text });
    case "picture":
    case "link": {
      const offered = kind === "picture" ? site.pictures.map((path) => [path, ""]) : site.pages.map(({ route, title }) => [route, title]);
      const list = make("datalist", { id: `${id}-list` }, ...offered.map(([value, label]) => make("option", { value, label })));
      const input = make("input", { type: "text", value: text, list: list.id, placeholder, spellcheck: false });
      queueMicrotask(() => input.after(list));
      return input;
    }
    case "lines":
      return make("textarea", { rows: 3, dir: "auto", placeholder: "One a line" });
    case "text":
      // A line break at the end belongs to how the file is written.
      return make("textarea", { value: text.replace(/\n+$/, ""), placeholder, rows: text.length > 60 ? 3 : 1, dir: "auto" });
  }
}

/** Says that a value is absent, and what counts instead. */
const notSet = (usual: api.Scalar) => (usual === null ? "Not set" : `Not set: ${String(usual)}`);

/** The value that an input holds; null where it is absent, and `undefined` if it is none of its kind. */
function valueOf({ kind, value, is_optional }: api.Field, input: Input): api.Scalar | undefined {
  if (input instanceof HTMLInputElement && kind === "switch") return input.checked;
  if (input instanceof HTMLSelectElement) {
    return (input as HTMLSelectElement & { choices: { value: api.Scalar }[] }).choices[Number(input.value)]?.value;
  }
  if (is_optional && input.value.trim() === "" && value !== "") return null;
  if (kind === "number") {
    const number = Number(input.value.trim());
    return input.value.trim() === "" || !Number.isFinite(number) ? undefined : number;
  }
  const end = kind === "text" && typeof value === "string" ? (/\n+$/.exec(value)?.[0] ?? "") : "";
  return input.value + end;
}

/** What an input shows, as a text. */
const typedIn = (input: Input) => (input.type === "checkbox" ? String((input as HTMLInputElement).checked) : input.value);

function setTyped(input: Input, typed: string): void {
  if (input.type === "checkbox") (input as HTMLInputElement).checked = typed === "true";
  else input.value = typed;
}

function saveWhenTyped(
  described: api.Field,
  input: Input,
  box: HTMLElement,
  problem: HTMLElement,
  { file, saved, reopen }: Surroundings,
): void {
  let current = described.value;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isComposing = false;
  let saving: Promise<void> = Promise.resolve();

  const show = (text: string, ...actions: HTMLElement[]) => {
    box.classList.toggle("is-wrong", text !== "");
    input.setAttribute("aria-invalid", String(text !== ""));
    problem.replaceChildren(text, ...(actions.length > 0 ? [make("span", { className: "actions" }, ...actions)] : []));
  };

  const { at, label } = described;
  const keepTyped = (reason: string) => keep({ file, at, label, typed: typedIn(input), was: current, reason });
  const settle = () => {
    pending.delete(save);
    forget(file, at);
    show("");
  };
  const refuse = (reason: string, ...actions: HTMLElement[]) => {
    pending.delete(save);
    keepTyped(reason);
    show(reason, ...actions);
    say(`${label}: not saved`);
  };

  const write = async (): Promise<void> => {
    const value = valueOf(described, input);
    if (value === undefined) return refuse(input.value.trim() === "" ? `${described.label} is missing.` : "This is not a number.");
    if (value === current) return settle();
    say("Saving…");
    try {
      await api.change(file, at, current, value);
      current = value;
      if (valueOf(described, input) === value) settle();
      box.querySelector(".sample")?.remove();
      say(`${label}: ${value === null ? "removed" : "saved"}`);
      saved();
    } catch (error) {
      if (!(error instanceof api.Refusal)) throw error;
      if (!error.current) return refuse(error.message);
      const theirs = error.current.value;
      refuse(
        `${error.message} Now it says: ${theirs === null ? "nothing" : String(theirs)}`,
        button("Keep mine", () => {
          current = theirs;
          void save();
        }),
        button("Take theirs", () => {
          settle();
          reopen();
        }),
      );
    }
  };
  const save = (): Promise<void> => {
    clearTimeout(timer);
    saving = saving.then(write);
    return saving;
  };

  const typed = () => {
    pending.add(save);
    keepTyped(find(file, at)?.reason ?? "");
    clearTimeout(timer);
    if (!isComposing) timer = setTimeout(() => void save(), PAUSE);
  };
  input.addEventListener("compositionstart", () => (isComposing = true));
  input.addEventListener("compositionend", () => {
    isComposing = false;
    typed();
  });
  input.addEventListener("input", typed);
  input.addEventListener("change", () => void save());
  input.addEventListener("keydown", (event) => {
    const { key, isComposing } = event as KeyboardEvent;
    if (key === "Enter" && !isComposing && !(input instanceof HTMLTextAreaElement && input.value.includes("\n")) && !(event as KeyboardEvent).shiftKey) {
      event.preventDefault();
      void save();
    }
  });

  const kept = find(file, at);
  if (!kept) return;
  setTyped(input, kept.typed);
  current = kept.was;
  // What was in the way may be gone.
  void save();
}
