/** The form that deletes an entry: asks how to change each place that leads to the entry, and where its addresses redirect. */

import * as api from "./api";
import { actionForm, button, make, say, sayError, showView, submitOrCancel } from "./dom";
import { fieldBox } from "./field-box";
import { framePage, goTo, isInFrame, removingPage } from "./frame";
import { close, openForm, refreshAfterSaving } from "./open";
import { openInstead, watchOpening } from "./open-state";
import { fixedList, quote, useList } from "./uses";

/** Shows the form that deletes an entry, or why the entry can't be deleted. */
export const askToDelete = (file: string): Promise<void> =>
  openInstead(() => Promise.all([api.readDeletionPlan(file), api.readPages()]), ([plan, pages]) => {
    const code = plan.uses.filter(({ at }) => at === null);
    const obstacle = plan.refusal !== null ? [make("p", {}, plan.refusal)] : code.length > 0 && listCode(code);
    const content = obstacle || [deletionForm(file, plan, pages)];
    showView("other", ["Back to the form", () => openForm(file, "")], `Delete “${plan.title}”?`, ...content);
  });

/** Lists the places that only a developer can change. */
function listCode(uses: api.DeletedUse[]): HTMLElement[] {
  return [make("p", {}, "The site's code names it, so it can't be deleted here:"), useList(uses, () => ". A developer changes this.")];
}

function describeFiles({ languages, files }: api.DeletionPlan): (HTMLElement | false)[] {
  return [
    languages.length > 0 && make("p", {}, `It is deleted in all its languages, also in ${languages.join(", ")}.`),
    make("p", {}, files.length === 1 ? "One file is deleted:" : `${files.length} files are deleted:`),
    fixedList(files),
  ];
}

function describeCount(count: number): string {
  if (count === 0) return "Nothing else names it. “Undo” brings it back.";
  return count === 1 ? "One place names it. Say what becomes of it:" : `${count} places name it. Say what becomes of each:`;
}

/** A field that asks how to change one place. */
interface PlaceChoice {
  box: HTMLElement;
  input: HTMLSelectElement;
  /** Returns the choice. If nothing was chosen, marks the field and returns `undefined`. */
  read: () => api.ChosenUse | undefined;
}

function placeChoice(use: api.DeletedUse, number: number, pages: HTMLOptionElement[]): PlaceChoice {
  const { file, label, can_unlink, can_redirect, entries, removal, why_needed, has_form } = use;
  const at = use.at ?? "";
  const option = (change: api.UseChange, text: string) => make("option", { value: JSON.stringify(change) }, text);
  const simple = [
    can_unlink && option({ op: "unlink" }, "Keep the text without the link"),
    removal === "field" && option({ op: "remove" }, "Leave it empty"),
    removal === "item" && option({ op: "remove" }, "Remove the item from the list"),
  ];
  const targets = can_redirect ? pages.map((page) => option({ op: "redirect", to: page.value }, page.label)) : [];
  const others = entries.map(({ value, label }) => option({ op: "redirect", to: String(value) }, label));
  const input = make(
    "select",
    { id: `use-${number}`, required: true },
    make("option", { value: "" }, "Choose…"),
    ...simple,
    targets.length > 0 && make("optgroup", { label: "Lead to another page" }, ...targets),
    others.length > 0 && make("optgroup", { label: "Name another" }, ...others),
  );
  const { box, help, problem, setProblem } = fieldBox(input, label, why_needed === null ? file : `${file}. It can't be removed: ${why_needed}.`);
  const sentence = quote(use, `${input.id}-quote`);
  if (sentence) {
    input.before(sentence);
    input.setAttribute("aria-describedby", `${sentence.id} ${help.id} ${problem.id}`);
  }
  if (has_form) box.append(button("Open its form", () => openForm(file, at), { className: "opener", "aria-label": `Open its form: ${label}` }));
  const read = () => {
    const change = input.value === "" ? undefined : (JSON.parse(input.value) as api.UseChange);
    setProblem(change ? "" : "Choose what becomes of it.");
    return change && { file, at, change };
  };
  input.addEventListener("change", read);
  return { box, input, read };
}

/** Returns the route of the nearest page above a route, such as the list of articles above an article. */
const routeAbove = (route: string, pages: api.Page[]): string =>
  pages.map((page) => page.route).filter((other) => other.endsWith("/") && route.startsWith(other)).sort().at(-1) ?? "/";

/** Makes the form: a field for each place, one for the addresses, and the button that deletes the entry. */
function deletionForm(file: string, plan: api.DeletionPlan, pages: api.Page[]): HTMLElement {
  const { title, addresses, uses, files } = plan;
  const isWanted = watchOpening();
  const others = pages.filter((page) => page.file === null || !files.includes(page.file));
  const targets = others.filter((page) => page.file !== null && page.hidden === null);
  const pageOptions = () => targets.map(({ route, title }) => make("option", { value: route }, `${title} (${route})`));
  const choices = uses.map((use, number) => placeChoice(use, number, pageOptions()));
  const redirect = make("select", { id: "leads-to" }, make("option", { value: "" }, "Nowhere: it is gone"), ...pageOptions());
  const address = fieldBox(redirect, `Visitors who come to ${addresses.join(", ")} are led to`);
  const submit = make("button", { type: "submit", className: "danger" }, "Delete");
  const remove = async () => {
    const chosen = choices.map(({ read }) => read());
    const missing = choices[chosen.indexOf(undefined)];
    if (missing) {
      missing.input.focus();
      return say("Not deleted");
    }
    await api.deleteEntry(file, redirect.value === "" ? null : redirect.value, chosen.filter((use) => use !== undefined));
    if (isInFrame(file)) goTo(routeAbove(framePage.route, others));
    await refreshAfterSaving().catch(sayError);
    if (isWanted()) close();
    say(`Deleted, “Undo” brings it back: ${title}`);
  };
  return actionForm(
    { submit, failure: "Not deleted", act: () => removingPage(remove), footer: submitOrCancel(submit, () => openForm(file, "")) },
    ...describeFiles(plan),
    make("p", {}, describeCount(uses.length)),
    ...choices.map(({ box }) => box),
    addresses.length > 0 && address.box,
  );
}
