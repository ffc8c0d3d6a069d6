/** Lists: shows items as cards, with buttons and keys that move and remove them. */

import * as api from "./api";
import { showBlank, waitForBlank } from "./blank";
import { button, make, panel, say, sayError } from "./dom";
import { saveAll } from "./fields";

export interface ListActions {
  file: string;
  site: api.Site;
  /** Opens the form of a part. */
  go: (at: string) => void;
  /** Called after a change that is written: shows it, and opens the form of a part. */
  changed: (at: string) => Promise<void>;
}

type Act = "Move up" | "Move down" | "Remove";

/** Makes the cards of a list. `inputs` are the fields of those items that are single values, by their pointers. */
export function cards(list: api.List, inputs: Map<string, HTMLElement>, actions: ListActions): HTMLElement {
  const items = list.items.map(({ label }, number) => {
    const at = `${list.at}/${number}`;
    const name = inputs.get(at) ?? button(label, () => actions.go(at), { className: "name", dir: "auto" });
    const card = make("li", { className: "card", "data-number": number }, name, itemButtons(list, number, actions));
    return withKeys(card, list, number, actions);
  });
  const add = addButton(list, list.items.length, actions);
  const empty = list.items.length === 0 && make("p", { className: "soft" }, "Nothing is in this list yet.");
  return make("div", {}, empty, make("ol", { className: "cards" }, ...items), add);
}

/** Makes the section of an item's form about its list: the item's place, and the buttons that move and remove the item. */
export function placeInList(list: api.List, number: number, actions: ListActions): HTMLElement {
  return make(
    "section",
    { className: "place" },
    make("h2", {}, "In the list"),
    make("p", { className: "soft" }, `Place ${number + 1} of ${list.items.length}`),
    itemButtons(list, number, actions, true),
    addButton(list, number + 1, actions),
  );
}

/** Makes the button that shows the form of a new item, which gets the number `number`. */
function addButton(list: api.List, number: number, actions: ListActions): HTMLElement {
  const isFull = list.most !== null && list.items.length >= list.most;
  if (isFull) return make("p", { className: "soft" }, `No more than ${list.most} can be in this list.`);
  return make("div", { className: "actions" }, button("Add another", () => void add(list, number, actions).catch(sayError)));
}

/** Shows the form of a new item, and adds it. */
async function add(list: api.List, number: number, { file, site, go, changed }: ListActions): Promise<void> {
  const form = await waitForBlank("Add another", () => api.blankItem(file, list.at, number), () => go(list.at));
  showBlank({
    heading: "Add another",
    form,
    site,
    add: async (value) => {
      await api.editItems(file, list.at, null, { op: "insert", number, value });
      await changed(`${list.at}/${number}`);
      say(`Added at place ${number + 1} of ${list.items.length + 1}`);
    },
    back: { label: "Back to the list", go: () => go(list.at) },
  });
}

/** Makes the buttons that move and remove an item. `hasWords` labels them in words instead of signs. */
function itemButtons(list: api.List, number: number, actions: ListActions, hasWords = false): HTMLElement {
  const label = list.items[number]?.label ?? "";
  const made = (sign: string, act: Act, disabled: boolean, change: () => Promise<void>) =>
    button(hasWords ? act : sign, () => void perform(list, actions, change), { disabled, title: act, "aria-label": `${act}: ${label}`, "data-act": act });
  return make(
    "span",
    { className: "item-buttons", role: "group", "aria-label": label },
    made("↑", "Move up", number === 0, () => move(list, number, number - 1, actions, "Move up")),
    made("↓", "Move down", number === list.items.length - 1, () => move(list, number, number + 1, actions, "Move down")),
    made("✕", "Remove", list.items.length <= list.least, () => remove(list, number, actions)),
  );
}

/** Lets Alt with an arrow key move the item while the focus is in it. Returns `element`. */
function withKeys(element: HTMLElement, list: api.List, number: number, actions: ListActions): HTMLElement {
  element.addEventListener("keydown", (event) => {
    const step = event.altKey ? { ArrowUp: -1, ArrowDown: 1 }[event.key] : undefined;
    if (step === undefined) return;
    event.preventDefault();
    if (list.items[number + step]) void perform(list, actions, () => move(list, number, number + step, actions));
  });
  return element;
}

/** Performs an action after saving the fields. If that fails, announces why, and shows a list that somebody else changed. */
async function perform(list: api.List, { changed }: ListActions, act: () => Promise<void>): Promise<void> {
  await saveAll();
  try {
    await act();
  } catch (error) {
    if (error instanceof api.Refusal && error.current) await changed(list.at);
    sayError(error);
  }
}

/** Moves an item. The focus goes with it: to the same button, or else to its name. */
async function move(list: api.List, number: number, to: number, { file, changed }: ListActions, act?: Act): Promise<void> {
  await api.editItems(file, list.at, list.items[number]?.value, { op: "move", number, to });
  // The form of the item itself is open, or else that of the list.
  const wasItem = list.number === number;
  await changed(wasItem ? `${list.at}/${to}` : list.at);
  say(`Moved to place ${to + 1} of ${list.items.length}`);
  const place = panel().querySelector(wasItem ? ".place" : `.card[data-number="${to}"]`);
  const same = place?.querySelector<HTMLButtonElement>(`[data-act="${act ?? ""}"]:not(:disabled)`);
  (same ?? place?.querySelector<HTMLElement>(".name, input, textarea, select, button:not(:disabled)"))?.focus();
}

/** Removes an item. The focus goes to the one that takes its place. */
async function remove(list: api.List, number: number, { file, changed }: ListActions): Promise<void> {
  await api.editItems(file, list.at, list.items[number]?.value, { op: "remove", number });
  await changed(list.at);
  say(`Removed: ${list.items[number]?.label ?? ""}. “Undo” brings it back.`);
  const next = panel().querySelector(`.card[data-number="${Math.min(number, list.items.length - 2)}"]`);
  next?.querySelector<HTMLElement>(".name, input, textarea, select")?.focus();
}
