/** The deletion of an entry: shows the places that name the entry, or asks where its addresses redirect. */

import * as api from "./api";
import { backTo, button, make, messageOf, panel, say, show } from "./dom";

export interface DeleteActions {
  site: api.Site;
  /** Opens the form of a part. */
  open: (file: string, at: string) => void;
  /** Shows the entry's form again. */
  back: () => void;
  /** Called once the entry is deleted. */
  deleted: () => Promise<void>;
}

/** Shows what the deletion of an entry would break, or asks for confirmation. */
export async function showDeletion(file: string, actions: DeleteActions): Promise<void> {
  const plan = await api.deletionPlan(file);
  const heading = make("h1", { dir: "auto", className: "stays" }, `Delete “${plan.title}”?`);
  const back = backTo("Back to the form", actions.back);
  if (plan.refusal !== null) show(back, heading, make("p", {}, plan.refusal));
  else if (plan.uses.length > 0) show(back, heading, ...listUses(plan, actions));
  else show(back, heading, askToDelete(file, plan, actions));
  panel().focus();
}

/** Lists the places that name the entry, each with a button that opens its form. */
function listUses({ uses }: api.DeletionPlan, { open }: DeleteActions): HTMLElement[] {
  const items = uses.map(({ file, at, line, label }) => {
    if (at !== null) {
      const leads = button("", () => open(file, at));
      leads.append(make("span", { dir: "auto" }, label), make("span", { className: "soft" }, file));
      return make("li", {}, leads);
    }
    return make("li", { className: "fixed" }, label, make("span", { className: "soft" }, `${file}:${line ?? 1}. A developer changes this.`));
  });
  const count = uses.length === 1 ? "One place names it" : `${uses.length} places name it`;
  return [make("p", {}, `${count}, and would be broken. Change what stands there first:`), make("ul", { className: "list uses" }, ...items)];
}

/** Asks where the addresses redirect, and for confirmation. */
function askToDelete(file: string, { title, addresses }: api.DeletionPlan, { site, back, deleted }: DeleteActions): HTMLElement {
  const targets = site.pages.filter((page) => page.file !== null && page.file !== file && page.hidden === null);
  const choice = make(
    "select",
    { id: "leads-to" },
    make("option", { value: "" }, "Nowhere: it is gone"),
    ...targets.map(({ route, title }) => make("option", { value: route }, `${title} (${route})`)),
  );
  const address = make(
    "div",
    { className: "field" },
    make("label", { htmlFor: choice.id }, `Visitors who come to ${addresses.join(", ")} are led to`),
    choice,
  );
  const problem = make("p", { className: "problem", role: "alert" });
  const act = async () => {
    try {
      await api.deleteEntry(file, choice.value === "" ? null : choice.value);
      await deleted();
      say(`Deleted: ${title}. “Undo” brings it back.`);
    } catch (error) {
      problem.textContent = messageOf(error);
    }
  };
  return make(
    "div",
    {},
    make("p", {}, "Nothing else names it. “Undo” brings it back."),
    addresses.length > 0 && address,
    problem,
    make("div", { className: "actions" }, button("Delete", () => void act(), { className: "danger" }), button("Cancel", back)),
  );
}
