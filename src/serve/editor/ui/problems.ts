/** The problems of the site, shown at the fields of the open form that they lie in. */

import { type PublishProblem, sentence } from "./api";
import { make, panel } from "./dom";
import { sayWhetherWrong } from "./inputs";

/** The problems that were found last, without those that somebody has worked on since. */
let known: PublishProblem[] = [];

/** The file of the open form. */
let openedFile = "";

/** Describes a problem in sentences. */
export const sentencesOf = ({ message, label, help }: PublishProblem): string => [message, label, ...help].filter(Boolean).map(sentence).join(" ");

/** Takes the problems that the site has now, and shows those of the open form. */
export function setProblems(problems: PublishProblem[]): void {
  known = problems;
  showProblems(openedFile);
}

/** Shows the problems of a file at the fields of its form. Each goes once its field is changed. */
export function showProblems(file: string): void {
  openedFile = file;
  for (const shown of panel().querySelectorAll(".of-site")) remove(shown);
  for (const problem of known) {
    const input = panel().querySelector<HTMLElement>(`[data-at="${CSS.escape(problem.at)}"]`);
    const box = input?.closest(".field");
    // An example has a note of its own. The fields of a new entry or item are in a form element.
    if (problem.file !== file || problem.is_sample || !input || !box || input.closest("form")) continue;
    const shown = make("p", { className: "problem of-site" }, sentencesOf(problem));
    box.querySelector(".problems-of-site")?.append(shown);
    sayWhetherWrong(box, input);
    // A property, so that a form that is brought up to date again and again has one listener.
    input.oninput = () => setProblems(known.filter((other) => other.file !== file || other.at !== problem.at));
  }
}

/** Removes a shown problem from its field. */
function remove(shown: Element): void {
  const box = shown.closest(".field");
  const input = box?.querySelector("[data-at]");
  shown.remove();
  if (box && input) sayWhetherWrong(box, input);
}
