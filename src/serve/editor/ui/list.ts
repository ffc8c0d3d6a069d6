/** Lists: shows items as cards, with buttons and keys that move and remove them. */

import * as api from "./api";
import { addLabel, showBlank, waitForBlank } from "./blank";
import { button, buttonRow, make, panel, say, sayError, softText } from "./dom";
import { focusMoved, itemButtons, type PlaceChange, type ListItem, moveByKeys, placeAfter, pointerAfter } from "./moves";
import { followChange, openForm } from "./open";
import type { OpenForm } from "./open-state";
import { saveAll } from "./saves";
import { shorten } from "./texts";

/** Makes the cards of a list. `inputs` are the fields of those items that are single values, by their pointers. */
export function cards(list: api.List, inputs: Map<string, HTMLElement>, form: OpenForm): HTMLElement {
  const items = list.items.map(({ at, label }, number) => {
    const name = inputs.get(at) ?? button(label, () => openForm(form.file, at), { className: "name", dir: "auto", "data-to": at });
    const item = listItem(list, number, form);
    const card = make("li", { className: "card", "data-number": number }, name, itemButtons(item, false));
    moveByKeys(card, item);
    return card;
  });
  const empty = list.items.length === 0 && softText("Nothing is in this list yet.");
  return make("div", {}, empty, make("ol", { className: "cards" }, ...items), addButton(list, list.items.length, form));
}

/** Makes the section of an item's form about its list: the item's place, and the buttons that move and remove the item. Keys in its `fields` move it too. */
export function placeInList(list: api.List, number: number, fields: Iterable<HTMLElement>, form: OpenForm): HTMLElement {
  const item = listItem(list, number, form);
  const section = make(
    "section",
    { className: "place" },
    make("h2", {}, "In the list"),
    softText(`Place ${number + 1} of ${list.items.length}`),
    itemButtons(item, true),
    item.isNeeded && softText(`It can't be removed: the list needs at least ${list.least}.`),
    addButton(list, number + 1, form),
  );
  for (const element of [section, ...fields]) moveByKeys(element, item);
  return section;
}

/** The most characters of a text that names its item. */
const MAX_NAME_CHARS = 60;

/**
 * Makes the button that shows the form of a new item, which gets the number `number`. If the list is full, says so
 * instead.
 */
function addButton(list: api.List, number: number, form: OpenForm): HTMLElement {
  const { file } = form;
  const { at, items, most } = list;
  if (most !== null && items.length >= most) return softText(`No more than ${most} can be in this list.`);
  const id = `${file} ${at}`;
  const back = () => openForm(file, at);
  const add = async () => {
    const blank = await waitForBlank("Add another", () => api.readBlankItem(file, at, number), back);
    if (!blank) return;
    showBlank({
      heading: "Add another",
      id,
      blank,
      write: (value) => api.editItems(file, at, null, { op: "insert", number, value }),
      show: async (_, isWanted) => {
        await followChange(form, `${at}/${number}`, { isWanted });
        say(`Added at place ${number + 1} of ${items.length + 1}`);
      },
      back: ["Back to the list", back],
    });
  };
  return buttonRow(button(addLabel(id), add));
}

/** The moves made in this window. They tell where an item is by now, while the open list still shows its former place. */
const movesMade: (PlaceChange & { file: string })[] = [];

function listItem(list: api.List, number: number, form: OpenForm): ListItem {
  const { file } = form;
  const { at, items, least } = list;
  const movesBefore = movesMade.length;
  const placeNow = () => {
    const since = movesMade.slice(movesBefore).filter((change) => change.file === file);
    const now = since.reduce((at, change) => pointerAfter(at, change) ?? at, `${at}/${number}`);
    return Number(now.slice(at.length + 1));
  };
  const edit = (change: api.ItemEdit) => api.editItems(file, at, items[number]?.value, change);

  /** Moves the item, and the focus with it. A move by keys in the item's form leaves the focus where it is. */
  const move = async (steps: number, act?: string) => {
    const from = placeNow();
    const to = placeAfter(from, steps, items.length);
    if (to === from) return;
    // Items above may have been added or removed meanwhile: the recorded change has the place where the item is now.
    const moved = await api.readChange((await edit({ op: "move", number: from, to })).number);
    if (moved) movesMade.push(moved);
    const place = Number(moved?.to ?? to);
    // Either the form of the item is open, or the form of the list.
    const isItemForm = list.number === number;
    const isShown = await followChange(form, isItemForm ? `${at}/${place}` : at, { keepsFocus: true });
    say(`Moved to place ${place + 1}`);
    if (isShown && (act || !isItemForm)) focusMoved(panel().querySelector(isItemForm ? ".place" : `.card[data-number="${place}"]`), act);
  };

  const remove = async () => {
    const { value, label = "" } = items[number] ?? {};
    await edit({ op: "remove", number });
    const isShown = await followChange(form, at);
    say(`Removed, “Undo” brings it back: ${typeof value === "string" ? shorten(value, MAX_NAME_CHARS) : label}`);
    if (isShown) focusMoved(panel().querySelector(`.card[data-number="${Math.min(number, items.length - 2)}"]`));
  };

  /** Saves the fields, and performs an action. If the action fails, announces why, and shows the present list if somebody else changed it. */
  const perform = async (act: () => Promise<void>) => {
    await saveAll();
    try {
      await act();
    } catch (error) {
      if (error instanceof api.Refusal && error.current) await followChange(form, at).catch(() => undefined);
      sayError(error);
    }
  };

  return {
    label: items[number]?.label ?? "",
    number,
    count: items.length,
    move: (steps, act) => perform(() => move(steps, act)),
    remove: () => perform(remove),
    isNeeded: items.length <= least,
  };
}
