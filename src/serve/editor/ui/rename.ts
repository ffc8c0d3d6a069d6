/** The form that changes an entry's address: lists what else changes, checks the new address as it is typed, and asks whether the old one redirects. */

import * as api from "./api";
import { type Action, actionForm, make, messageOf, say, showView, submitOrCancel } from "./dom";
import { fieldBox } from "./field-box";
import { isInFrame, removingPage } from "./frame";
import { fillIn } from "./inputs";
import { openForm } from "./open";
import { openInstead, watchOpening } from "./open-state";
import { Counter, delayed } from "./timing";
import { fixedList, useList } from "./uses";
import { waitForEntry } from "./waiting";

/** The time between the last key press and the check of a name. */
const CHECK_DELAY_MS = 200;

/** Shows the form of the new address, or why the address can't be changed. */
export const askForAddress = (file: string): Promise<void> =>
  openInstead(() => api.readRenamePlan(file), (plan) => {
    const heading = plan.route === null ? `Rename “${plan.title}”` : `Address of “${plan.title}”`;
    const back = () => openForm(file, "");
    const isRefused = plan.refusal !== null;
    showView("other", ["Back to the form", back], heading, isRefused ? make("p", {}, plan.refusal) : renameForm(file, plan, back));
    const input = document.querySelector<HTMLInputElement>("#new-name");
    input?.focus();
    input?.select();
  });

function renameForm(file: string, plan: api.RenamePlan, back: Action): HTMLElement {
  const { route, routes, was_published } = plan;
  const isWanted = watchOpening();
  const input = make("input", {
    type: "text", id: "new-name", value: plan.name, required: true, spellcheck: false, autocomplete: "off", autocapitalize: "off", dir: "auto",
  });
  const label = route === null ? "New name of the file" : "New name in the address";
  const { box, help, problem, setProblem } = fieldBox(input, label, route === null ? `Its file is ${file}` : `Its page stands at ${route}`);
  problem.role = "alert";

  const checks = new Counter();
  /** Checks the name. Returns the address that follows from it, or `undefined` if it is refused or is changed meanwhile. */
  const check = async (): Promise<{ route: string | null } | undefined> => {
    const isLatest = checks.next();
    try {
      const name = input.value.trim();
      if (name === "") throw new Error(fillIn(label));
      const checked = await api.checkName(file, name);
      if (!isLatest()) return undefined;
      setProblem("");
      const { route: address, file: path } = checked;
      help.textContent = address !== null ? `Its page will stand at ${address}` : path !== null ? `Its file will be ${path}` : "";
      return checked;
    } catch (error) {
      if (isLatest()) {
        setProblem(messageOf(error));
        help.textContent = "";
      }
      return undefined;
    }
  };
  const checkLater = delayed(() => {
    // `rename` checks the name itself.
    if (!submit.disabled) void check();
  }, CHECK_DELAY_MS);
  input.addEventListener("input", () => {
    checks.next();
    checkLater();
  });

  const visitors =
    routes.length === 1 ? `Lead visitors of ${routes[0]} to the new address` : `Lead visitors of the ${routes.length} old addresses to the new ones`;
  const keeps = make("input", { type: "checkbox", id: "keeps-address", checked: was_published });
  const why = was_published
    ? "Others may have linked there. Without this, such links lead nowhere."
    : "Nothing has been published there, so nobody knows it yet.";
  const submit = make("button", { type: "submit", className: "is-primary" }, route === null ? "Rename" : "Change address");
  const rename = async () => {
    const checked = await check();
    if (!checked) {
      input.focus();
      return say("Not changed");
    }
    say("Changing…");
    const result = await api.renameEntry(file, input.value.trim(), routes.length > 0 && keeps.checked).catch((error: unknown) => {
      throw new Error(`Nothing was changed. ${messageOf(error)}`);
    });
    await waitForEntry({
      file: result.file,
      path: isWanted() || isInFrame(file) ? checked.route : null,
      isBuilt: (page) => page === checked.route,
      done: checked.route === null ? "Renamed" : "Address changed",
      isWanted,
    });
  };
  const action = { submit, failure: "Not changed", act: () => removingPage(rename), footer: submitOrCancel(submit, back) };
  return actionForm(action, box, routes.length > 0 && fieldBox(keeps, visitors, why).box, ...describeUses(plan));
}

/** Lists the links that will be rewritten, and the places that a developer has to look at. */
function describeUses({ routes, files, uses, not_rewritten: unchanged }: api.RenamePlan): (HTMLElement | false)[] {
  const places = uses.length === 1 ? "One link to it changes too" : `${uses.length} links to it change too`;
  return [
    make("h2", {}, "What else changes"),
    make("p", {}, uses.length > 0 ? `${places}:` : "Nothing else links to it."),
    uses.length > 0 && useList(uses),
    files.length > 1 && make("p", {}, `${files.length} files are moved: its translations, or all that is in its folder.`),
    routes.length > 1 && make("p", {}, `${routes.length} addresses change:`),
    routes.length > 1 && fixedList(routes),
    unchanged.length > 0 && make("h2", {}, "For a developer"),
    unchanged.length > 0 && make("p", {}, "This may name it, and stays as it is. If a link would lead nowhere then, nothing is changed:"),
    unchanged.length > 0 && useList(unchanged),
  ];
}
