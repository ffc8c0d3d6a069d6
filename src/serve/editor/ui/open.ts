/** Opens and closes what the panel shows: forms, examples and the contents of the page. Waits for the pages of new and renamed entries. */

import * as api from "./api";
import { refreshChanges, tellOtherWindows } from "./changes";
import { focusContent, showContents } from "./contents";
import { showDeletion } from "./delete";
import { isVacant, keepFocus, make, panel, say, sayError, show, shownView, untilIdle } from "./dom";
import { addEntry, type EntryActions } from "./entries";
import { showExamples } from "./examples";
import { elementsShowing, framePage, goTo, isLooking, postToPage, previewValue, readMarks, site } from "./frame";
import { itemAround, setInItems } from "./list";
import { beginOpening, leaveForm, opened, openInstead, watchOpening } from "./open-state";
import { type Clicked, fieldOfClick, showForm, updateNames } from "./panel";
import { showErrors, showProblems } from "./problems";
import { showRename } from "./rename";
import { hasUnsaved, saveAll, sendCount } from "./saving";

/** What was clicked if a form is opened from the panel. */
const NOTHING_CLICKED: Clicked = { text: "", number: "" };

/** Whether the page scrolls to what is open once it is up to date. */
let scrollsNext = false;
/** Counts the forms that were read to be opened. A later one replaces an earlier one, and is not brought up to date before it is there. */
let reads = 0;

/**
 * Reads which elements of the page show content. Then outlines what is open, or shows the contents of the page. If the page `isNew`, it may scroll
 * to what is open.
 */
export async function refreshMarks(isNew = false): Promise<void> {
  if (!(await readMarks())) return;
  const scrolls = isNew && scrollsNext;
  if (isNew) scrollsNext = false;
  if (opened.form) highlight(scrolls);
  else if (isVacant()) keepFocus(showPageContents);
}

/** Brings the marks and the open form up to date with a page that was loaded or rebuilt. */
export function refreshMarksAndForm(): void {
  refreshMarks(true).catch(sayError);
  refreshForm().catch(sayError);
}

// Escape leads back to the value in whose field the cursor is.
panel().addEventListener("focusin", ({ target }) => {
  const at = target instanceof HTMLElement && !target.closest("form") && target.dataset["at"];
  if (opened.form && at) opened.form.value = at;
});

/**
 * Outlines the elements of the page that show the values of the open form, and with `scrolls` scrolls to them. After a save, a scroll waits until
 * the page is up to date.
 */
function highlight(scrolls: boolean): void {
  if (!opened.form) return;
  if (scrolls && framePage.hasSaved) return void (scrollsNext = true);
  const { file, at, value } = opened.form;
  postToPage({ kind: "show", indices: elementsShowing(file, at), preferred: elementsShowing(file, value), scrolls });
}

/** Opens the form of the part or value at `at`, unless another one is chosen meanwhile. With `scrolls`, the page scrolls to what shows it. */
export function openForm(file: string, at: string, scrolls = true, clicked = NOTHING_CLICKED): Promise<api.Form> {
  beginOpening();
  return rereadForm(file, at, { scrolls, clicked });
}

/** How a form is opened. */
interface Opening {
  scrolls?: boolean;
  clicked?: Clicked;
  keepsFocus?: boolean;
}

/** Opens a form as `openForm` does, after a change in the form that was open. With `keepsFocus`, the cursor stays where it is. */
export async function rereadForm(file: string, at: string, { scrolls = true, clicked = NOTHING_CLICKED, keepsFocus = false }: Opening): Promise<api.Form> {
  const [number, isCurrent] = [++reads, watchOpening()];
  const isWanted = () => number === reads && isCurrent();
  let form: api.Form;
  let sendsBefore: number;
  // What is typed while the form is read is saved first, so that the form does not show an older value.
  do {
    await saveAll();
    sendsBefore = sendCount();
    form = await api.readForm(file, at);
    await untilIdle();
  } while (isWanted() && (hasUnsaved() || sendsBefore !== sendCount()));
  const set = () => fillPanel(file, fieldOfClick(form, at, clicked), form, scrolls, clicked);
  if (!isWanted()) return form;
  scrollsNext = false;
  if (keepsFocus) keepFocus(set);
  else set();
  return form;
}

/** Brings the open form up to date. While somebody is in it, only its names change, as the typed value may be a title. */
async function refreshForm(): Promise<void> {
  const before = opened.form;
  if (!before) return;
  const [number, sendsBefore] = [reads, sendCount()];
  // The entry may be gone, or have another file.
  const form = await api.readForm(before.file, before.at).catch(() => undefined);
  await untilIdle();
  if (!form || number !== reads || opened.form !== before || shownView() !== "form") return;
  const isIdle = !hasUnsaved() && sendsBefore === sendCount() && !panel().contains(document.activeElement);
  if (isIdle) keepFocus(() => fillPanel(before.file, before.value, form, false));
  // At the place of an item, another one may stand now.
  else if (JSON.stringify(form.item) === JSON.stringify(before.form.item)) updateNames(form);
}

/** Shows a form, with the cursor in the field of the value at `at`. */
function fillPanel(file: string, at: string, form: api.Form, scrolls: boolean, clicked = NOTHING_CLICKED): void {
  const from = opened.form?.file === file ? opened.form.at : "";
  opened.form = { file, at: form.at, value: at, form };
  const isCurrent = watchOpening();
  const context = {
    file,
    place: [form.title, ...form.trail.map(({ label }) => label)].join(" › "),
    go: (at: string) => void openForm(file, at).catch(sayError),
    close,
    saved: () => void refreshAfterSaving(),
    preview: (at: string, before: api.Scalar, after: api.Scalar) => previewValue(file, at, before, after),
    written: (at: string, value: api.Scalar) => setInItems(file, at, value, form),
    itemAround: (at: string) => itemAround(form, at),
    reopen: async (at: string) => void (await openForm(file, at, false)),
    changed: async (at: string, { isWanted = isCurrent, keepsFocus = false } = {}) => {
      await refreshAfterSaving();
      return isWanted() && (await rereadForm(file, at, { keepsFocus })) === opened.form?.form;
    },
    removed: async () => {
      if (isCurrent()) close();
      await refreshAfterSaving();
    },
    add: (collection: string) => void addEntry(collection, entryActions).catch(sayError),
    remove: () => void askToDelete(file).catch(sayError),
    rename: () => void askForAddress(file).catch(sayError),
    namedBy: framePage.marks?.page.file === file ? [] : (framePage.marks?.references ?? []).filter(({ names }) => names === file),
    openOwn: (at: string) => void openForm(framePage.marks?.page.file ?? file, at).catch(sayError),
    goTo: ({ route: path, title }: api.Page) => (path === framePage.route ? highlight(true) : goToOpened(path, title)),
  };
  showForm(form, at, from, clicked, context);
  showProblems(file);
  highlight(scrolls);
}

/** Opens a form, and goes to a page that shows its value: `page`, or else one that reads it. */
export async function showInPage(file: string, at: string, page: string | null): Promise<void> {
  const opening = openForm(file, at);
  const isWanted = watchOpening();
  await opening;
  const readers = page === null ? (await api.listReaders(file, at)).map((reader) => reader.route) : [];
  const target = page ?? (readers.includes(framePage.route) ? framePage.route : readers[0]);
  if (isWanted() && target !== undefined && target !== framePage.route) goToOpened(target);
}

/** Goes to a page, and there to what shows the value of the open form. */
function goToOpened(path: string, title?: string): void {
  scrollsNext = true;
  goTo(path, title);
}

/** Whether the page of an entry is in the frame, and no other one was asked for. */
const isInFrame = (file: string) => framePage.marks?.page.file === file && framePage.wanted === undefined;

/** Asks whether an entry is to be deleted. */
const askToDelete = (file: string): Promise<void> =>
  openInstead(() => Promise.all([api.readDeletionPlan(file), api.readPages()]), ([plan, pages]) => {
    const isWanted = watchOpening();
    showDeletion(file, plan, pages, {
      open: (file, at) => void openForm(file, at).catch(sayError),
      back: () => void openForm(file, "").catch(sayError),
      deleted: async () => {
        if (isInFrame(file)) goTo("/");
        await refreshAfterSaving();
        if (isWanted()) close();
      },
    });
  });

/** Asks for another address of an entry. */
const askForAddress = (file: string): Promise<void> =>
  openInstead(() => api.readRenamePlan(file), (plan) => {
    const isWanted = watchOpening();
    showRename(file, plan, {
      back: () => void openForm(file, "").catch(sayError),
      renamed: (renamed, route) => {
        const path = isWanted() || isInFrame(file) ? route : null;
        return waitForEntry(renamed, path, (page) => page === route, route === null ? "Renamed" : "Address changed", isWanted);
      },
    });
  });

/** The time between two looks whether a page is built, and after how many of them the errors are asked for. */
const LOOK_MS = 100;
const LOOKS_UNTIL_ERRORS = 50;

/** How often `endWait` was called. */
let endedWaits = 0;

/** Ends the wait for the page of an entry. */
export function endWait(): void {
  endedWaits += 1;
}

/**
 * Waits until the site is built with an entry, which `isBuilt` tells by the address of its page, or null if it has none. Then opens its page and
 * its form. `path` is the address to which the page in the frame moves, also if something else is opened meanwhile. Gives up if the site has
 * errors, or if something is taken back.
 */
export async function waitForEntry(
  file: string,
  path: string | null,
  isBuilt: (page: string | null) => boolean,
  done: string,
  isWanted = beginOpening(),
): Promise<void> {
  const endedBefore = endedWaits;
  if (path !== null) framePage.wanted = path;
  const giveUp = () => {
    if (framePage.wanted === path) framePage.wanted = undefined;
  };
  for (let looks = 1; ; looks++) {
    const form = await api.readForm(file, "").catch(() => undefined);
    if (endedBefore !== endedWaits) return giveUp();
    if (form && isBuilt(form.page)) {
      if (form.page !== null && (isWanted() || framePage.wanted === path)) goTo(form.page);
      await refreshAfterSaving();
      if (isWanted()) await openForm(file, "");
      return say(done);
    }
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
    if (looks % LOOKS_UNTIL_ERRORS !== 0) continue;
    // Something else was opened, and no page waits for the entry.
    if (!isWanted() && framePage.wanted !== path) return giveUp();
    try {
      if ((await api.readErrors()).problems.length > 0) break;
    } catch (error) {
      // The program has ended.
      giveUp();
      return sayError(error);
    }
  }
  giveUp();
  if (isWanted()) await showErrors();
  say("The site can't be built with it. “Undo” takes it back.");
}

/** Opens the form of an entry, and goes to its page if it has one. */
async function openEntry(file: string): Promise<void> {
  const opening = openForm(file, "");
  const isWanted = watchOpening();
  const { page } = await opening;
  if (isWanted() && page !== null && page !== framePage.route) goTo(page);
}

export const entryActions: EntryActions = {
  close,
  open: (file) => void openEntry(file).catch(sayError),
  moved: () => refreshAfterSaving(),
  added: (file, route) => waitForEntry(file, null, (page) => route === null || page !== null, "Added"),
};

/** Shows the contents of the page, or that they can't be read. */
export function showPageContents(): void {
  if (!framePage.marks) {
    return show("contents", make("h1", {}, "This page can't be read now"), make("p", {}, "The site has no page at this address, or its file has an error."));
  }
  showContents(framePage.marks, {
    open: (file, at, text) => void openForm(file, at, true, { text, number: /\d+([.,]\d+)*/.exec(text)?.[0] ?? "" }).catch(sayError),
    showExamples: () => openExamples(framePage.marks),
    isLooking: isLooking(),
  });
}

/** Shows the examples on a page, or all of the site. */
export function openExamples(page?: api.Marks): void {
  const actions = {
    open: (file: string, at: string) => void showInPage(file, at, null).catch(sayError),
    openAll: () => openExamples(),
    approved: refreshAfterSaving,
    close,
  };
  openInstead(api.readSamples, (all) => showExamples(all, page, actions)).catch(sayError);
}

/** Closes what is open, and shows the contents of the page, with the focus on the value that was open. */
export function close(): void {
  void saveAll();
  const left = opened.form;
  leaveForm();
  showPageContents();
  if (!left || !focusContent(left.file, left.value)) panel().focus();
}

/** Brings what shows the changes up to date after something was saved. */
export async function refreshAfterSaving(): Promise<void> {
  tellOtherWindows();
  await refreshChanges();
  framePage.hasSaved = true;
}
