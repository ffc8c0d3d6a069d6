/** Opens forms, and brings what is open up to date with the page. */

import * as api from "./api";
import { refreshChanges, tellOtherWindows } from "./changes";
import { type ClickedText, fieldOfClick, NOTHING_CLICKED } from "./clicked";
import { isVacant, keepFocus, panel, shownView, untilIdle } from "./dom";
import { elementsShowing, framePage, goTo, postToPage, readMarks } from "./frame";
import { beginOpening, leaveForm, opened, type OpenForm, watchOpening } from "./open-state";
import { hasUnsaved, saveAll, sends } from "./saves";
import { Counter } from "./timing";

/** The views that this file shows. Their files import this one, so `main.ts` sets them. */
interface Views {
  showForm: (form: OpenForm, from: string, clicked: ClickedText) => void;
  showContents: () => void;
  focusContent: (file: string, at: string) => boolean;
}

let views: Views;

export function connectViews(given: Views): void {
  views = given;
}

/** Whether the page scrolls to the open form once the page is up to date. */
let scrollsNext = false;
/** Counts the forms that are read to be opened. Each cancels the opening of an earlier form and a running refresh. */
const reads = new Counter();

/**
 * Reads which elements of the page show content. Then outlines what the open form shows or, if nothing is open, shows
 * the contents of the page. `isNew` tells that the page was just loaded or updated: then the page may scroll to what
 * the form shows.
 */
export async function refreshMarks(isNew = false): Promise<void> {
  if (!(await readMarks())) return;
  const scrolls = isNew && scrollsNext;
  if (isNew) scrollsNext = false;
  if (opened.form) highlight(scrolls);
  else if (isVacant()) keepFocus(views.showContents);
}

// Remembers which field has the cursor: `close` focuses its value in the contents, and `highlight` outlines it.
panel().addEventListener("focusin", ({ target }) => {
  const at = target instanceof HTMLElement && !target.closest("form") && target.dataset["at"];
  if (opened.form && at) opened.form.cursorAt = at;
});

/**
 * Outlines what shows the values of the open form in the page. With `scrolls`, also scrolls there, and after a save
 * waits until the page is up to date.
 */
function highlight(scrolls: boolean): void {
  if (!opened.form) return;
  if (scrolls && framePage.hasSaved) return void (scrollsNext = true);
  const { file, at, cursorAt } = opened.form;
  postToPage({ kind: "show", indices: elementsShowing(file, at), preferred: elementsShowing(file, cursorAt), scrolls });
}

interface Opening {
  /** Whether the page scrolls to what shows the form. */
  scrolls?: boolean;
  clicked?: ClickedText;
  /** Whether the cursor stays where it is. */
  keepsFocus?: boolean;
}

/**
 * Opens the form of the part or value at `at`, unless something else is opened meanwhile. Returns the form if it is
 * shown.
 */
export function openForm(file: string, at: string, opening: Opening = {}): Promise<api.Form | undefined> {
  beginOpening();
  return rereadForm(file, at, opening);
}

/**
 * Opens a form after a change in the open form. Unlike `openForm`, does not cancel what `openInstead` is about to show.
 */
export async function rereadForm(file: string, at: string, opening: Opening = {}): Promise<api.Form | undefined> {
  const { scrolls = true, clicked = NOTHING_CLICKED, keepsFocus = false } = opening;
  const [isLatest, isCurrent] = [reads.next(), watchOpening()];
  const isWanted = () => isLatest() && isCurrent();
  let form: api.Form;
  let isUpToDate: () => boolean;
  // What is typed while the form is read is saved first, so that the form does not show an older value.
  do {
    await saveAll();
    isUpToDate = sends.watch();
    form = await api.readForm(file, at);
    await untilIdle();
  } while (isWanted() && (hasUnsaved() || !isUpToDate()));
  if (!isWanted()) return undefined;
  const set = () => fillPanel(form, fieldOfClick(form, at, clicked), scrolls, clicked);
  scrollsNext = false;
  if (keepsFocus) keepFocus(set);
  else set();
  return form;
}

/**
 * Brings the open form up to date. While it has the focus or unsaved inputs, updates only its heading and the names of
 * the parts around it, which may show a title that was just typed.
 */
export async function refreshForm(): Promise<void> {
  const before = opened.form;
  if (!before) return;
  const [isLatest, isUpToDate] = [reads.watch(), sends.watch()];
  // The entry may be gone, or have another file.
  const form = await api.readForm(before.file, before.at).catch(() => undefined);
  await untilIdle();
  if (!form || !isLatest() || opened.form !== before || shownView() !== "form") return;
  const isIdle = !hasUnsaved() && isUpToDate() && !panel().contains(document.activeElement);
  if (isIdle) keepFocus(() => fillPanel(form, before.cursorAt, false));
  // The names are changed only while the same item stands here: those of another item would be wrong.
  else if (JSON.stringify(form.item) === JSON.stringify(before.item)) updateNames(form);
}

/** Shows the present names of an open form, and of the parts around it. */
function updateNames({ title, trail }: api.Form): void {
  const names = [title, ...trail.map(({ label }) => label)];
  // The first button leads to the contents of the page, and keeps its label.
  panel().querySelectorAll(".trail button").forEach((step, number) => number > 0 && (step.textContent = names[number - 1] ?? ""));
  panel().querySelector("h1")?.replaceChildren(names.at(-1) ?? "");
}

/** Shows a form, with the cursor in the field of the value at `at`. */
function fillPanel(form: api.Form, at: string, scrolls: boolean, clicked = NOTHING_CLICKED): void {
  const from = opened.form?.file === form.file ? opened.form.at : "";
  opened.form = { ...form, cursorAt: at, isCurrent: watchOpening() };
  views.showForm(opened.form, from, clicked);
  highlight(scrolls);
}

/**
 * Brings the editor up to date after a change in a form was written. Then opens the part at `at` if `isWanted` agrees: by default, if nothing was
 * opened since the form was shown. Returns whether the part is shown.
 */
export async function followChange(form: OpenForm, at: string, { isWanted = form.isCurrent, keepsFocus = false } = {}): Promise<boolean> {
  await refreshAfterSaving();
  return isWanted() && Boolean(await rereadForm(form.file, at, { keepsFocus }));
}

/** Opens a form, and goes to `page` or else, if there is one, to a page that reads the value. */
export async function showInPage(file: string, at: string, page: string | null = null): Promise<void> {
  const opening = openForm(file, at);
  const isWanted = watchOpening();
  await opening;
  const readers = page === null ? (await api.listReaders(file, at)).map((reader) => reader.route) : [];
  const target = page ?? (readers.includes(framePage.route) ? framePage.route : readers[0]);
  if (isWanted() && target !== undefined) goToOpened(target);
}

/** Goes to a page, and scrolls it to what shows the value of the open form. */
export function goToOpened(route: string, title?: string): void {
  if (route === framePage.route) return highlight(true);
  scrollsNext = true;
  goTo(route, title);
}

/**
 * Closes what is open, and shows the contents of the page. The focus goes to the value that was open, or else to the
 * panel.
 */
export function close(): void {
  void saveAll();
  const left = opened.form;
  leaveForm();
  views.showContents();
  if (!left || !views.focusContent(left.file, left.cursorAt)) panel().focus();
}

/** Has all windows show the changes after something was saved. */
export async function refreshAfterSaving(): Promise<void> {
  tellOtherWindows();
  await refreshChanges();
  framePage.hasSaved = true;
}
