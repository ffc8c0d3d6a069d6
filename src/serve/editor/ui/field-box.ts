/** The box of a field: its label, its input, its help, and the place for what is wrong with it. */

import { make } from "./dom";

export type Input = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

export interface FieldBox<I extends Input = Input> {
  box: HTMLElement;
  input: I;
  help: HTMLElement;
  problem: HTMLElement;
  /** Shows what is wrong with the input, with buttons that help. Empty `words` mark the input as right. */
  setProblem: (words: string, ...buttons: HTMLElement[]) => void;
}

export function fieldBox<I extends Input>(input: I, label: string, helpText = ""): FieldBox<I> {
  const { id, required } = input;
  const isSwitch = input.type === "checkbox";
  const name = make("label", { htmlFor: id, dir: "auto" }, isSwitch && input, label);
  const help = make("p", { className: "help", id: `${id}-help` }, helpText);
  const problem = make("p", { className: "problem", id: `${id}-problem` });
  const box = make("div", { className: "field" }, name, !isSwitch && input, help, problem);
  box.classList.toggle("is-switch", isSwitch);
  box.classList.toggle("is-required", required);
  input.setAttribute("aria-describedby", `${help.id} ${problem.id}`);
  // Otherwise some screen readers call an empty required input wrong from the start.
  input.setAttribute("aria-invalid", "false");
  const setProblem = (words: string, ...buttons: HTMLElement[]) => {
    problem.replaceChildren(words, ...(buttons.length > 0 ? [make("span", { className: "actions" }, ...buttons)] : []));
    box.classList.toggle("is-wrong", words !== "");
    sayWhetherWrong(box, input);
  };
  return { box, input, help, problem, setProblem };
}

/** Has screen readers say whether a field is wrong, because of its input or of a problem of the site. */
export function sayWhetherWrong(box: Element, input: Element): void {
  input.setAttribute("aria-invalid", String(box.matches(".is-wrong, :has(.of-site)")));
}
