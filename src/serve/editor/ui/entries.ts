/** Entries: lists collections and their entries in order, and shows the form of a new entry. */

import * as api from "./api";
import { addLabel, isBegun, showBlank, waitForBlank } from "./blank";
import { button, buttonRow, isOfInputMethod, keepFocus, make, panel, say, sayError, showView, untilIdle } from "./dom";
import { fieldBox } from "./field-box";
import { framePage, goTo, site } from "./frame";
import { focusMoved, itemButtons, type ListItem, moveByKeys, placeAfter } from "./moves";
import { close, openForm, refreshAfterSaving } from "./open";
import { beginOpening, watchOpening } from "./open-state";
import { folded } from "./texts";
import { Counter, delayed, pause } from "./timing";
import { waitForEntry } from "./waiting";

/** Lists the collections. */
export function chooseCollection(): void {
  const choices = site.collections;
  const items = choices.map(({ value: name, label }) => {
    const text = isBegun(name) ? `${label} · a new one is begun` : label;
    return make("li", {}, button(text, () => showEntries(name)));
  });
  showView(
    "other",
    ["Contents", close],
    "Entries",
    choices.length > 0
      ? make("ul", { className: "list openers" }, ...items)
      : make("p", {}, "This site has no collection to which entries can be added. A developer makes one."),
  );
}

/** The fewest entries that can be searched: more than a narrow window shows at once. */
const MIN_SEARCHED = 10;

/** Lists the entries of a collection, with the button that adds one. */
export async function showEntries(collection: string): Promise<void> {
  const isWanted = beginOpening();
  const list = await api.readEntryList(collection);
  if (!isWanted()) return;
  showView(
    "other",
    ["Entries", chooseCollection],
    list.label,
    buttonRow(button(addLabel(collection), () => addEntry(collection), { className: "is-primary" })),
    list.entries.length >= MIN_SEARCHED && entrySearch(),
    entryCards(list, collection),
  );
}

/** Makes the field that searches the open list of entries, and says how many are found. Enter opens the first one. */
function entrySearch(): HTMLElement {
  const field = make("input", { type: "search", id: "find-entry", autocomplete: "off", spellcheck: false });
  const openFirst = async () => {
    // The list may still have what was found before the last key.
    await refreshEntries();
    panel().querySelector<HTMLElement>("[data-collection] .name")?.click();
  };
  field.addEventListener("input", () => void refreshEntries().catch(sayError));
  field.addEventListener("keydown", (event) => event.key === "Enter" && !isOfInputMethod(event) && void openFirst().catch(sayError));
  return make("div", {}, fieldBox(field, "Find an entry").box, make("p", { className: "soft", role: "status", id: "found-entries" }));
}

/** Returns the words in the search field of the open list of entries. */
const searchedWords = (): string[] => folded(panel().querySelector<HTMLInputElement>("#find-entry")?.value ?? "").match(/\S+/g) ?? [];

/** Makes the cards of the entries whose titles have all searched words. They can be moved only if all entries are shown. */
function entryCards(list: api.EntryList, collection: string, words: string[] = []): HTMLElement {
  const isMovable = list.is_ordered && words.length === 0;
  const cards = list.entries.map(({ file, title, hidden }, number) => {
    if (!words.every((word) => folded(title).includes(word))) return null;
    const name = button(title, () => openEntry(file), { className: "name", dir: "auto" });
    const ribbon = hidden ? make("span", { className: "ribbon" }, hidden) : null;
    const count = list.entries.length;
    const item: ListItem = { label: title, number, count, move: (steps, act) => move(file, collection, steps, act) };
    const card = make("li", { className: "card", "data-number": number }, name, ribbon, isMovable && itemButtons(item, false));
    if (isMovable) moveByKeys(card, item);
    return card;
  });
  return make("ol", { className: "cards", "data-collection": collection }, ...cards);
}

/** Opens the form of an entry, and goes to its page if it has one. */
async function openEntry(file: string): Promise<void> {
  const opening = openForm(file, "");
  const isWanted = watchOpening();
  const page = (await opening)?.page ?? null;
  if (isWanted() && page !== null && page !== framePage.route) goTo(page);
}

/** Brings the list of entries up to date if it is open. The focus stays. */
export async function refreshEntries(): Promise<void> {
  const before = panel().querySelector<HTMLElement>("[data-collection]");
  const collection = before?.dataset["collection"];
  if (!before || collection === undefined) return;
  const list = await api.readEntryList(collection);
  await untilIdle();
  if (!before.isConnected) return;
  const next = entryCards(list, collection, searchedWords());
  if (before.innerHTML !== next.innerHTML) keepFocus(() => before.replaceWith(next));
  const status = document.getElementById("found-entries");
  if (status) status.textContent = describeFound(next.childElementCount, list.entries.length);
}

/** Says how many entries were found; empty if all are shown. */
function describeFound(found: number, all: number): string {
  if (found === 0 && all > 0) return "No entry has this in its title.";
  return found < all ? `${found} of ${all} entries` : "";
}

/** How often at most to check whether the site is built with an entry's new place, and the time between two checks. */
const MAX_ORDER_CHECKS = 100;
const ORDER_CHECK_MS = 50;

/** Moves an entry by some places, and waits until the site is built with its new place. The focus goes with it. */
async function move(file: string, collection: string, steps: number, act?: string): Promise<void> {
  const { entries } = await api.readEntryList(collection);
  const from = entries.findIndex((entry) => entry.file === file);
  const to = placeAfter(from, steps, entries.length);
  if (from < 0 || to === from) return;
  await api.moveEntry(file, collection, to);
  for (let checks = 0; checks < MAX_ORDER_CHECKS; checks++) {
    if ((await api.readEntryList(collection)).entries[to]?.file === file) break;
    await pause(ORDER_CHECK_MS);
  }
  await refreshAfterSaving();
  await refreshEntries();
  say(`Moved to place ${to + 1}`);
  // Somebody who has opened something else stays there.
  focusMoved(panel().querySelector(`[data-collection="${CSS.escape(collection)}"] .card[data-number="${to}"]`), act);
}

/** The time between the last key press and the proposal of a name. */
const PROPOSAL_DELAY_MS = 200;

/** Shows the form of a new entry. */
export async function addEntry(collection: string): Promise<void> {
  const blank = await waitForBlank("Add another", () => api.readBlankEntry(collection), close);
  if (!blank) return;
  const { label, title_at, is_page, today, form } = blank;
  const name = make("input", { type: "text", id: "new-name", required: true, spellcheck: false, autocomplete: "off" });
  const { box, help } = fieldBox(name, is_page ? "Address" : "Name of the file");
  /** Whether somebody has typed a name, which then no longer follows the title. */
  let isOwn = false;
  const proposals = new Counter();
  const setName = ({ name: proposed, file, route }: api.ProposedName) => {
    name.value = proposed;
    help.textContent = proposed === "" ? "" : route ? `Its page will stand at ${route}, its file is ${file}` : `Its file is ${file}`;
  };
  const proposeLater = delayed(async (title: string) => {
    if (isOwn || document.activeElement === name) return;
    const isLatest = proposals.next();
    const proposed = await api.proposeName(collection, title).catch(() => undefined);
    if (proposed && isLatest()) setName(proposed);
  }, PROPOSAL_DELAY_MS);
  const takeName = (text: string) => {
    isOwn = text !== "";
    // A proposal that is under way is not shown any more.
    proposals.next();
    help.textContent = `${is_page ? "A part of the address" : "The name of the file"}: letters, digits and hyphens.`;
  };
  name.addEventListener("input", () => takeName(name.value));
  const date = make("p", { className: "help" });
  showBlank({
    heading: `New in ${label}`,
    id: collection,
    about: is_page && "It begins as a draft: visitors see it once you have taken the tick of “Draft” away.",
    blank: form,
    more: [box, date],
    moreInput: {
      read: () => (isOwn ? name.value : ""),
      restore: (text) => takeName((name.value = text)),
    },
    onTyped: (text) => {
      if (title_at) proposeLater(text(title_at));
      date.textContent = describeFutureDate(text("/date"), today);
    },
    write: async (value) => {
      const title = title_at ? (value as Record<string, unknown>)[title_at.slice(1)] : "";
      if (!isOwn && typeof title === "string") setName(await api.proposeName(collection, title));
      if (name.value === "") throw new Error(`Fill in the ${is_page ? "address" : "name of the file"}.`);
      return await api.createEntry(collection, name.value, value);
    },
    show: async ({ file, route }, isWanted) => {
      // Somebody who has opened something else stays there.
      if (!isWanted()) {
        await refreshAfterSaving();
        return say("Added");
      }
      say("Added. The page is being made…");
      await waitForEntry({ file, isBuilt: (page) => route === null || page !== null, done: "Added", isWanted });
    },
    back: [label, () => showEntries(collection)],
  });
}

/** Explains when an entry with a future date goes online; empty for other dates. */
function describeFutureDate(date: string, today: string): string {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(date) || date <= today) return "";
  const begin = new Date(`${date}T00:00`).toLocaleDateString(undefined, { dateStyle: "long" });
  return `Goes online with the first publishing after ${begin}.`;
}
