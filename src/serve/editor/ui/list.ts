/** Lists: shows items as cards, with buttons and keys that move and remove them. */

import * as api from "./api";
import { addLabel, showBlank, waitForBlank } from "./blank";
import { button, make, onceAtATime, panel, say, sayError, shorten } from "./dom";
import { focusMoved, itemButton, itemButtons, type ItemChange, type MovableItem, moveByKeys, placeAfter, pointerAfter } from "./moves";
import { watchOpening } from "./open-state";
import { type FormContext, saveAll } from "./saving";
import { setInItem, setInStoredItems } from "./unsaved";

/** Makes the cards of a list. `inputs` are the fields of those items that are single values, by their pointers. */
export function cards(list: api.List, inputs: Map<string, HTMLElement>, context: FormContext): HTMLElement {
  const items = list.items.map(({ at, label }, number) => {
    const name = inputs.get(at) ?? button(label, () => context.go(at), { className: "name", dir: "auto", "data-to": at });
    const card = make("li", { className: "card", "data-number": number }, name, buttonsOf(list, number, context, false));
    moveByKeys(card, movable(list, number, context));
    return card;
  });
  const add = addButton(list, list.items.length, context);
  const empty = list.items.length === 0 && make("p", { className: "soft" }, "Nothing is in this list yet.");
  return make("div", {}, empty, make("ol", { className: "cards" }, ...items), add);
}

/** Makes the section of an item's form about its list: the item's place, and the buttons that move and remove the item. Keys in its `fields` move it too. */
export function placeInList(list: api.List, number: number, fields: Iterable<HTMLElement>, context: FormContext): HTMLElement {
  const section = make(
    "section",
    { className: "place" },
    make("h2", {}, "In the list"),
    make("p", { className: "soft" }, `Place ${number + 1} of ${list.items.length}`),
    buttonsOf(list, number, context, true),
    list.items.length <= list.least && make("p", { className: "soft" }, `It can't be removed: the list needs at least ${list.least}.`),
    addButton(list, number + 1, context),
  );
  for (const element of [section, ...fields]) moveByKeys(element, movable(list, number, context));
  return section;
}

/** The most characters of a text that names its item. */
const MAX_NAME_CHARS = 60;

const idOf = (list: api.List, { file }: FormContext) => `${file} ${list.at}`;

/** Makes the button that shows the form of a new item, which gets the number `number`. */
function addButton(list: api.List, number: number, context: FormContext): HTMLElement {
  const isFull = list.most !== null && list.items.length >= list.most;
  if (isFull) return make("p", { className: "soft" }, `No more than ${list.most} can be in this list.`);
  return make("div", { className: "actions" }, button(addLabel(idOf(list, context)), () => void add(list, number, context).catch(sayError)));
}

/** Shows the form of a new item, and adds it. */
async function add(list: api.List, number: number, context: FormContext): Promise<void> {
  const { file, go, changed } = context;
  const form = await waitForBlank("Add another", () => api.readBlankItem(file, list.at, number), () => go(list.at));
  if (!form) return;
  showBlank({
    heading: "Add another",
    id: idOf(list, context),
    form,
    add: async (value, written) => {
      const isWanted = watchOpening();
      await api.editItems(file, list.at, null, { op: "insert", number, value });
      written();
      await changed(`${list.at}/${number}`, { isWanted });
      say(`Added at place ${number + 1} of ${list.items.length + 1}`);
    },
    back: { label: "Back to the list", go: () => go(list.at) },
  });
}

/** Sets a value of a file in the items of the open form and of unsaved inputs, so that they can be changed, moved and removed after it was written. */
export function setInItems(file: string, pointer: string, value: api.Scalar, form?: api.Form): void {
  setInStoredItems(file, pointer, value);
  if (form?.file !== file) return;
  for (const shown of [form.item, ...(form.list?.items ?? [])]) if (shown) setInItem(shown, pointer, value);
}

/** Returns the outermost item of a list in which a value of a form lies. */
export function itemAround({ item, list }: api.Form, pointer: string): api.ShownItem | null {
  const found = item ?? list?.items.find(({ at }) => `${pointer}/`.startsWith(`${at}/`));
  return found ? { at: found.at, value: structuredClone(found.value) } : null;
}

/** The moves made in this window. They tell where an item is by now that a list shows at its former place. */
const movesMade: (ItemChange & { file: string })[] = [];

function movable(list: api.List, number: number, context: FormContext): MovableItem {
  const movesBefore = movesMade.length;
  const placeNow = () => {
    const since = movesMade.slice(movesBefore).filter(({ file }) => file === context.file);
    const at = since.reduce((at, change) => pointerAfter(at, change) ?? at, `${list.at}/${number}`);
    return Number(at.slice(list.at.length + 1));
  };
  return {
    label: list.items[number]?.label ?? "",
    number,
    count: list.items.length,
    move: (steps, act) => perform(list, context, () => move(list, number, placeNow(), steps, context, act)),
  };
}

/** Makes the buttons that move and remove an item. */
function buttonsOf(list: api.List, number: number, context: FormContext, hasWords: boolean): HTMLElement {
  const item = movable(list, number, context);
  const isNeeded = list.items.length <= list.least;
  const removes = onceAtATime(() => perform(list, context, () => remove(list, number, context)));
  return itemButtons(item, hasWords, itemButton(hasWords ? "Remove" : "✕", "Remove", item.label, isNeeded, removes));
}

/** Performs an action after saving the fields. If that fails, announces why, and shows a list that somebody else changed. */
async function perform(list: api.List, { changed }: FormContext, act: () => Promise<void>): Promise<void> {
  await saveAll();
  try {
    await act();
  } catch (error) {
    if (error instanceof api.Refusal && error.current) await changed(list.at).catch(() => undefined);
    sayError(error);
  }
}

/**
 * Moves an item, which was shown with a number, some steps on from its place. The focus goes with it: to the same button, or else to its name. In
 * the form of the item, it stays where it is.
 */
async function move(list: api.List, number: number, from: number, steps: number, { file, changed }: FormContext, act?: string): Promise<void> {
  const to = placeAfter(from, steps, list.items.length);
  if (to === from) return;
  const { number: change } = await api.editItems(file, list.at, list.items[number]?.value, { op: "move", number: from, to });
  // Items above may have been added or removed meanwhile.
  const moved = await api.readChange(change);
  if (moved) movesMade.push(moved);
  const place = Number(moved?.to ?? to);
  // The form of the item itself is open, or else that of the list.
  const wasItem = list.number === number;
  const isShown = await changed(wasItem ? `${list.at}/${place}` : list.at, { keepsFocus: true });
  say(`Moved to place ${place + 1}`);
  if (isShown && (act || !wasItem)) focusMoved(panel().querySelector(wasItem ? ".place" : `.card[data-number="${place}"]`), act);
}

/** Removes an item. The focus goes to the one that takes its place. */
async function remove(list: api.List, number: number, { file, changed }: FormContext): Promise<void> {
  await api.editItems(file, list.at, list.items[number]?.value, { op: "remove", number });
  const isShown = await changed(list.at);
  const { value, label = "" } = list.items[number] ?? {};
  say(`Removed, “Undo” brings it back: ${typeof value === "string" ? shorten(value, MAX_NAME_CHARS) : label}`);
  if (!isShown) return;
  const next = panel().querySelector(`.card[data-number="${Math.min(number, list.items.length - 2)}"]`);
  next?.querySelector<HTMLElement>(".name, input, textarea, select")?.focus();
}
