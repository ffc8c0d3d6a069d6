/**
 * The problems of the site: shown at the fields in which they lie, and in lists with buttons that open their fields.
 */

import { type PublishProblem, readErrors, sentencesOf } from "./api";
import { button, counted, keepFocus, make, panel, showView, softText, untilIdle } from "./dom";
import { openExamples } from "./examples";
import { sayWhetherWrong } from "./field-box";
import { close, showInPage } from "./open";
import { opened } from "./open-state";
import { Counter } from "./timing";

/** The problems that were found last, without those that somebody has worked on since. */
let known: PublishProblem[] = [];

/** Replaces the known problems, and shows those of the open form. */
export function setProblems(problems: PublishProblem[]): void {
  known = problems;
  showProblems();
}

/** Shows the known problems at the fields of the open form. Each is removed once its field is changed. */
export function showProblems(): void {
  const file = opened.form?.file;
  for (const note of panel().querySelectorAll(".of-site")) {
    const box = note.closest(".field");
    const input = box?.querySelector("[data-at]");
    note.remove();
    if (box && input) sayWhetherWrong(box, input);
  }
  for (const problem of known) {
    const input = panel().querySelector<HTMLElement>(`[data-at="${CSS.escape(problem.at)}"]`);
    const box = input?.closest(".field");
    // An example has a note of its own. The fields of a new entry or item, which are in a form element, show no
    // problems of the site.
    if (problem.file !== file || problem.is_sample || !input || !box || input.closest("form")) continue;
    const note = make("p", { className: "problem of-site" }, sentencesOf(problem));
    box.querySelector(".problems-of-site")?.append(note);
    sayWhetherWrong(box, input);
    // The property holds one listener, however often the form is brought up to date.
    input.oninput = () => setProblems(known.filter((other) => other.file !== file || other.at !== problem.at));
  }
}

/** Shows the errors because of which the page stays as it was. */
export async function showErrors(): Promise<void> {
  const list = make("div", { className: "mistakes errors" }, softText("Looking at the whole site…"));
  showView("other", ["Contents", close], "Errors of the site", list);
  await refreshErrors(true);
}

const readsOfErrors = new Counter();

/** Brings the open list of errors, or else the errors at the fields of the open form, up to date. */
export async function refreshErrors(hasErrors: boolean): Promise<void> {
  const isLatest = readsOfErrors.next();
  const problems = hasErrors ? (await readErrors()).problems : [];
  await untilIdle();
  if (!isLatest()) return;
  setProblems(problems);
  const list = panel().querySelector(".errors");
  const text = problems.length > 0 ? "The page stays as it was until they are corrected." : "They are corrected.";
  if (list) keepFocus(() => list.replaceChildren(softText(text), problemList(problems)));
}

export const problemList = (problems: PublishProblem[]) => make("ul", { className: "list" }, ...grouped(problems).map(problemGroup));

/** The most places that are listed for several problems with the same words. Further places are folded. */
const MAX_PLACES = 5;

function grouped(problems: PublishProblem[]): PublishProblem[][] {
  const groups = new Map<string, PublishProblem[]>();
  for (const problem of problems) {
    const words = sentencesOf(problem);
    groups.set(words, [...(groups.get(words) ?? []), problem]);
  }
  return [...groups.values()];
}

/** Makes the item of problems that say the same: what they say, how many there are, and their places. */
function problemGroup(problems: PublishProblem[]): HTMLElement | false {
  const [first] = problems;
  if (!first) return false;
  const words = sentencesOf(first);
  if (problems.length === 1) return placeItem(first, first.message, make("span", {}, words));
  const places = problems.map((problem) => placeItem(problem, `${problem.message}, ${problem.place}`));
  const [shown, more] = [places.slice(0, MAX_PLACES), places.slice(MAX_PLACES)];
  return make(
    "li",
    {},
    make("p", {}, `${words} (${problems.length} times)`),
    make("ul", { className: "list" }, ...shown),
    first.is_sample && button("Show the examples", () => openExamples(), { className: "opener" }),
    more.length > 0 && make("details", {}, make("summary", {}, counted(more.length, "more place")), make("ul", { className: "list" }, ...more)),
  );
}

/**
 * Makes the item of the place of a problem, with a button that opens the place. Screen readers call the button by
 * `name`.
 */
function placeItem({ file, at, place }: PublishProblem, name: string, words: HTMLElement | false = false): HTMLElement {
  return make(
    "li",
    { className: "change" },
    make("div", {}, words, make("span", { className: "soft" }, place)),
    file !== null && button("Open", () => showInPage(file, at), { "aria-label": `Open: ${name}` }),
  );
}
