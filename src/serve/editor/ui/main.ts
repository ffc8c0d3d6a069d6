/** The editor: the page in its frame, the bar above it, and the panel beside it. */

import * as api from "./api";
import { byId, delayed, keepFocus, make, messageOf, panel, say, sayError, show, staysOpen, untilReleased } from "./dom";
import { showDeletion } from "./delete";
import { focusContent, showContents } from "./contents";
import { addEntry, chooseCollection, type EntryActions, refreshEntries, showEntries } from "./entries";
import { refreshExamples, showExamples } from "./examples";
import { type Clicked, fieldOfClick, fieldsOfText, nameForm, type ShownPart, showChanges, showChoices, showComputed, showFixed, showForm, showFailure, shownParts } from "./panel";
import { itemAround, setInItems } from "./list";
import { pointerAfterUndo } from "./moves";
import { showPages } from "./pages";
import { showProblems } from "./problems";
import { showRename } from "./rename";
import { closePublished, readPublishState, refreshErrors, showErrors, startPublishing } from "./publish";
import { followUndo, hasUnsaved, saveAll } from "./saving";
import { countUnsaved, followChange, showUnsaved } from "./unsaved";

const frame = byId<HTMLIFrameElement>("frame");
const pageButton = byId<HTMLButtonElement>("page");
const undoButton = byId<HTMLButtonElement>("undo");
const look = byId<HTMLButtonElement>("look");

/** The time from the last change until the bar follows it. */
const BAR_DELAY_MS = 300;

/** The most parts that are offered beside a text of a template: if there are more, they hardly belong to it. */
const MAX_NEAR_PARTS = 5;

/** The most parts that are offered for a click on several. */
const MAX_CHOICES = 30;

/** The key in the window's storage of the page that was shown last. */
const LAST_ROUTE = "route";

/** What was clicked if a form is opened from the panel. */
const NOTHING_CLICKED: Clicked = { text: "", number: "" };

let site: api.Site;
let route = "/";
/** The page that was chosen and is not shown yet. */
let wanted: string | undefined;
let marks: api.Marks | undefined;
/** The open form: its file and pointer, the value in whose field the cursor was put, and the form as it was read. */
let openedForm: { file: string; at: string; value: string; form: api.Form } | undefined;
/** Whether the list of changes is open. */
let showsChanges = false;
/** Whether the next page that loads scrolls to what is open. */
let findsNext = false;
/** Whether something was saved since the marks were read. */
let hasSaved = false;
/** The page that was asked for last, until it is loaded. Unlike `wanted`, this outlasts the loading of a page that was asked for before. */
let sought: string | undefined;
/** The numbers of the latest requests for a form, the marks and the changes, as answers may arrive in another order. */
const latest = { form: 0, marks: 0, changes: 0 };
/** How often somebody opened something else, and the number of the latest wait. */
let [opened, waits] = [0, 0];

/** Sends a message to the script in the page. */
const postToPage = (message: unknown) => frame.contentWindow?.postMessage(message, site.origin);

/** Marks that neither a form nor the list of changes is open. A form that is being read does not open any more. */
function clearOpened(): void {
  latest.form += 1;
  opened += 1;
  openedForm = undefined;
  showsChanges = false;
}

/** Leaves the open form: nothing is outlined any more. */
function leaveForm(): void {
  clearOpened();
  postToPage({ kind: "show", indices: [], finds: true });
}

/** Reads which elements of the page show content, and has the page mark them. */
async function readMarks(): Promise<void> {
  // Another page is loading: its marks are read then.
  if (wanted !== undefined && wanted !== route) return;
  const number = ++latest.marks;
  hasSaved = false;
  const found = (await api.marks(route).catch(sayError)) ?? undefined;
  await untilReleased();
  if (number !== latest.marks) return;
  marks = found;
  if (wanted === undefined) labelPage(found?.page ?? { title: route, hidden: null });
  const elements = found?.elements ?? [];
  const labels = elements.map(({ targets }) => commonLabel(targets.map((number) => found?.targets[number]?.label ?? "")));
  postToPage({ kind: "look", on: isLooking() });
  postToPage({ kind: "marks", elements, labels });
  if (openedForm) highlight(findsNext);
  else if (!showsChanges && !staysOpen()) void keepFocus(showPageContents);
}

/** Names what several values have in common: the steps with which all labels begin, or else all of them. */
function commonLabel(labels: string[]): string {
  const [first = [], ...others] = labels.map((label) => label.split(" › "));
  const shared = first.filter((_, index) => others.every((steps) => first.slice(0, index + 1).every((step, at) => steps[at] === step)));
  return shared.length > 0 ? shared.join(" › ") : [...new Set(labels)].join(", ");
}

// Escape leads back to the value in whose field the cursor is.
panel().addEventListener("focusin", ({ target }) => {
  const at = target instanceof HTMLElement && !target.closest("form") && target.dataset["at"];
  if (openedForm && at) openedForm.value = at;
});

const isLooking = () => look.getAttribute("aria-pressed") === "true";

/** Returns the indices of the elements of the page that show the value at `at`, or values in it. */
function elementsShowing(file: string, at: string): number[] {
  const { elements = [], targets = [] } = marks ?? {};
  const isShown = (target?: api.Target) => target?.file === file && (target.at === at || target.at.startsWith(`${at}/`));
  return [...elements.keys()].filter((index) => elements[index]?.targets.some((number) => isShown(targets[number])));
}

/**
 * Outlines the elements of the page that show the values of the open form. With `finds`, also scrolls to them. If something was saved since the
 * marks were read, this waits until the page is up to date.
 */
function highlight(finds: boolean): void {
  if (!openedForm) return;
  findsNext ||= finds && hasSaved;
  if (finds && hasSaved) return;
  const { file, at, value } = openedForm;
  postToPage({ kind: "show", indices: elementsShowing(file, at), preferred: elementsShowing(file, value), finds });
}

/** Opens the form of the part or value at `at`, unless another one is chosen meanwhile. With `finds`, the page goes to what shows it. */
function openForm(file: string, at: string, finds = true, clicked = NOTHING_CLICKED): Promise<api.Form> {
  opened += 1;
  return followToForm(file, at, finds, clicked);
}

/** Opens a form as `openForm` does, after a change in the form that was open. */
async function followToForm(file: string, at: string, finds = true, clicked = NOTHING_CLICKED): Promise<api.Form> {
  const number = ++latest.form;
  await saveAll();
  const form = await api.form(file, at);
  if (number === latest.form) setForm(file, fieldOfClick(form, at, clicked), form, finds, clicked);
  return form;
}

/** Brings the open form up to date. While somebody is in it, only its names change, as the typed value may be a title. */
async function refreshForm(): Promise<void> {
  const shown = openedForm;
  const isIdle = () => shown !== undefined && openedForm === shown && !staysOpen() && !hasUnsaved() && !panel().contains(document.activeElement);
  if (!shown) return;
  const number = latest.form;
  // The entry may be gone, or have another file.
  const form = await api.form(shown.file, shown.at).catch(() => undefined);
  await untilReleased();
  if (!form || number !== latest.form || openedForm !== shown) return;
  if (isIdle()) await keepFocus(() => setForm(shown.file, shown.at, form, false));
  // At the place of an item, another one may stand now.
  else if (!staysOpen() && JSON.stringify(form.item) === JSON.stringify(shown.form.item)) nameForm(form);
}

/** Shows a form, with the cursor in the field of the value at `at`. */
function setForm(file: string, at: string, form: api.Form, finds: boolean, clicked = NOTHING_CLICKED): void {
  const from = openedForm?.file === file ? openedForm.at : "";
  openedForm = { file, at: form.at, value: at, form };
  const openedBefore = opened;
  showsChanges = false;
  const context = {
    file,
    place: [form.title, ...form.trail.map(({ label }) => label)].join(" › "),
    site,
    saved: () => void refreshAfterSaving(),
    preview: (at: string, before: api.Scalar, after: api.Scalar) => {
      setInItems(file, at, after, form);
      preview(file, at, before, after);
    },
    itemAround: (at: string) => itemAround(form, at),
    reopen: (at: string) => void openForm(file, at, false).catch(sayError),
    changed: async (at: string) => {
      await refreshAfterSaving();
      if (openedBefore === opened) await followToForm(file, at);
    },
    removed: async () => {
      close();
      await refreshAfterSaving();
    },
    add: (collection: string) => void addEntry(collection, entryActions).catch(sayError),
    remove: () => void askToDelete(file).catch(sayError),
    rename: () => void askForAddress(file).catch(sayError),
    namedBy: marks?.page.file === file ? [] : (marks?.references ?? []).filter(({ names }) => names === file),
    openOwn: (at: string) => void openForm(marks?.page.file ?? file, at).catch(sayError),
    goTo: ({ route: path, title }: api.Page) => (path === route ? highlight(true) : goToOpened(path, title)),
  };
  showForm(form, at, from, clicked, context, (at) => void openForm(file, at).catch(sayError), close);
  showProblems(file);
  highlight(finds);
}

/** Has the page show a value before it is built with it. */
function preview(file: string, at: string, before: api.Scalar, after: api.Scalar): void {
  if (before === null || after === null) return;
  postToPage({ kind: "preview", indices: elementsShowing(file, at), before: String(before), after: String(after) });
}

/** Opens a form, and goes to a page that shows its value: `page`, or else one that reads it. */
async function showInPage(file: string, at: string, page: string | null): Promise<void> {
  await openForm(file, at);
  const readers = page === null ? (await api.readers(file, at)).map((reader) => reader.route) : [];
  const target = page ?? (readers.includes(route) ? route : readers[0]);
  if (target !== undefined && target !== route) goToOpened(target);
}

/** Goes to a page, and there to what shows the value of the open form. */
function goToOpened(path: string, title?: string): void {
  findsNext = true;
  goTo(path, title);
}

/** Asks whether an entry is to be deleted. */
async function askToDelete(file: string): Promise<void> {
  await saveAll();
  const isShown = marks?.page.file === file;
  clearOpened();
  await showDeletion(file, {
    open: (file, at) => void openForm(file, at).catch(sayError),
    back: () => void openForm(file, "").catch(sayError),
    deleted: async () => {
      if (isShown) goTo("/");
      await refreshAfterSaving();
      close();
    },
  });
}

/** Asks for another address of an entry. */
async function askForAddress(file: string): Promise<void> {
  await saveAll();
  clearOpened();
  await showRename(file, {
    back: () => void openForm(file, "").catch(sayError),
    renamed: (file, route) => waitForEntry(file, route, (page) => page === route, route === null ? "Renamed" : "Address changed"),
  });
}

/** The time between two looks whether a page is built, and after how many of them the errors are asked for. */
const LOOK_MS = 100;
const LOOKS_UNTIL_ERRORS = 50;

/**
 * Waits until `isBuilt` is true of the address of an entry's page, or of `null` if it has none. Then opens its page and its form. `path` is
 * the expected address if the page takes the place of another one. Gives up if the site has errors, or if something else is opened or taken back.
 */
async function waitForEntry(file: string, path: string | null, isBuilt: (page: string | null) => boolean, done: string): Promise<void> {
  clearOpened();
  const [wait, openedBefore] = [++waits, opened];
  if (path !== null) wanted = path;
  const isLeft = () => wait !== waits || openedBefore !== opened;
  const giveUp = () => {
    if (wanted === path) wanted = undefined;
  };
  for (let looks = 1; ; looks++) {
    const form = await api.form(file, "").catch(() => undefined);
    if (isLeft()) return giveUp();
    if (form && isBuilt(form.page)) {
      if (form.page !== null) goTo(form.page);
      await refreshAfterSaving();
      await openForm(file, "");
      say(done);
      return;
    }
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
    const hasErrors = looks % LOOKS_UNTIL_ERRORS === 0 && (await api.errors().catch(() => ({ problems: [] }))).problems.length > 0;
    if (isLeft()) return giveUp();
    if (hasErrors) break;
  }
  giveUp();
  await showErrors(close);
  say("The site can't be built with it. “Undo” takes it back.");
}

/** Opens the form of an entry, and goes to its page if it has one. */
async function openEntry(file: string): Promise<void> {
  const { page } = await openForm(file, "");
  if (page !== null && page !== route) goTo(page);
}

const entryActions: EntryActions = {
  site: () => site,
  close,
  open: (file) => void openEntry(file).catch(sayError),
  moved: () => refreshAfterSaving(),
  added: (file, route) => waitForEntry(file, null, (page) => route === null || page !== null, "Added"),
};

/** Shows the contents of the page once they are known. */
function showPageContents(): void {
  if (!marks) return;
  showContents(marks, {
    open: (file, at, text) => void openForm(file, at, true, { text, number: /\d+([.,]\d+)*/.exec(text)?.[0] ?? "" }).catch(sayError),
    showExamples: () => openExamples(marks),
    isLooking: isLooking(),
  });
}

/** Shows the examples on a page, or all of the site. */
function openExamples(page?: api.Marks): void {
  clearOpened();
  showExamples(page, {
    open: (file, at) => void showInPage(file, at, null).catch(sayError),
    approved: refreshAfterSaving,
    close,
  }).catch(sayError);
}

/** Opens the form of the value that was clicked in a text made of values of several parts, or asks which one is meant. */
async function openOneOf(parts: ShownPart[], around: ShownPart | undefined, clicked: Clicked): Promise<void> {
  const forms = await Promise.all(parts.slice(0, MAX_CHOICES).map(({ file, at }) => api.form(file, at)));
  const found = parts.flatMap((part, index) => {
    const fields = forms[index]?.fields ?? [];
    return fieldsOfText(fields, clicked.text).map(({ at, label, value }) => ({ ...part, at, label: `${part.label} › ${label}`, text: String(value) }));
  });
  const [only, ...others] = found;
  if (only && others.length === 0) return void (await openForm(only.file, only.at, false, clicked));
  if (found.length === 0 && around) return void (await openForm(around.file, around.at, false, clicked));
  await saveAll();
  clearOpened();
  showChoices("It is made of several values:", found.length > 0 ? found : parts, openPart, close);
}

const openPart = (part: ShownPart) => void openForm(part.file, part.at).catch(sayError);

/** Closes what is open, and shows the contents of the page, with the focus on the value that was open. */
function close(): void {
  void saveAll();
  const left = openedForm;
  leaveForm();
  showPageContents();
  if (!left || !focusContent(left.file, left.value)) panel().focus();
}

/** Opens the form of what was clicked: of its value, or of the part that all values in it belong to. */
function openClicked({ indices = [], isExact = false, beside = [], text = "", number = "" }: FrameMessage): void {
  if (!marks) return;
  const parts = shownParts(marks, indices, isExact);
  const [first] = parts;
  if (!first) {
    void saveAll();
    clearOpened();
    const source = marks.elements[indices[0] ?? -1]?.source;
    if (source && "collection" in source) {
      const { collection } = source;
      const label = site.collections.find(({ name }) => name === collection)?.label ?? collection;
      return showComputed(text, label, () => void showEntries(collection, entryActions).catch(sayError), close);
    }
    const near = shownParts(marks, beside);
    const place = source ? `${source.file}, line ${source.line}` : `templates/${marks.template} or a part of it`;
    return showFixed(text, place, route, near.length > MAX_NEAR_PARTS ? [] : near, openPart, close);
  }
  const clicked = { text, number };
  const target = marks.targets[marks.elements[indices[0] ?? 0]?.targets[0] ?? 0];
  const around = parts.find(({ file, at }) => parts.every((part) => part.file === file && (part.at === at || part.at.startsWith(`${at}/`))));
  if (isExact && target && parts.length === 1) return void openForm(target.file, target.at, false, clicked).catch(sayError);
  if (isExact) return void openOneOf(parts, around, clicked).catch(sayError);
  if (around) return void openForm(around.file, around.at, false, clicked).catch(sayError);
  void saveAll();
  clearOpened();
  showChoices("What you clicked has no content of its own. These stand in it:", parts.slice(0, MAX_CHOICES), openPart, close);
}

/** The changes that can't be taken back at present, by their numbers. *Undo* goes past them. `null` stands for one whose reason may lie in any file. */
const stuck = new Map<number, api.Change | null>();
/** The number of the newest change that unsaved inputs have followed. */
let followed: number | undefined;

/** Reads the changes. Unsaved inputs follow the new ones. */
async function readChanges(): Promise<api.Change[]> {
  const changes = await api.changes();
  const before = followed ?? changes[0]?.number ?? 0;
  for (const change of changes.filter(({ number }) => number > before).reverse()) followChange(change);
  followed = Math.max(before, changes[0]?.number ?? 0);
  return changes;
}

const lastOf = (changes: api.Change[]) => changes.find((change) => change.undoes === null && !change.is_undone && !stuck.has(change.number));

/** Brings what shows the changes up to date after something was saved. */
async function refreshAfterSaving(): Promise<void> {
  await refreshChanges();
  hasSaved = true;
}

/** Reads the changes, and brings *Undo*, the publish button and the open list up to date. */
async function refreshChanges(): Promise<void> {
  const number = ++latest.changes;
  const changes = await readChanges();
  if (number !== latest.changes) return;
  const last = lastOf(changes);
  undoButton.disabled = !last;
  undoButton.title = last ? `Take back: ${last.label}` : "";
  refreshBarLater();
  if (showsChanges) showChanges(changes, (change) => void afterUndo(() => undo(change)).catch(sayError), close);
}

/** Takes back the last change, which may be one that *Undo* does not name yet. */
function undoLast(): Promise<void> {
  return afterUndo(async () => {
    await saveAll();
    const last = lastOf(await readChanges());
    if (last) await undo(last);
  });
}

/** The undo that runs. */
let undoing: Promise<void> = Promise.resolve();

/** Calls `act` once the undo that runs is done. Until then, a page may lack its former address. */
function afterUndo(act: () => Promise<void>): Promise<void> {
  undoing = undoing.then(act, act);
  return undoing;
}

/** Takes back a change. */
async function undo(change: api.Change): Promise<void> {
  await saveAll();
  const isShown = marks?.page.file === change.file;
  let number: number | null;
  try {
    number = (await api.undo(change.number)).number;
  } catch (error) {
    const { code, current } = error instanceof api.Refusal ? error : {};
    const isConflict = current !== undefined;
    // These may go well at the next attempt.
    const isPassing = code === "edit-file-busy" || code === api.NO_ANSWER;
    if (!isPassing) stuck.set(change.number, isConflict || code === "edit-undo" ? change : null);
    say(isConflict ? `${change.label} has been changed since, so it stays` : `${change.label}: ${messageOf(error)}`);
    return await refreshAfterSaving();
  }
  waits += 1;
  // What kept these from being taken back may be gone now.
  for (const [number, other] of stuck) if (!other || other.files.some((file) => change.files.includes(file))) stuck.delete(number);
  if (change.kind === "set") {
    const { file, at, was, to } = change;
    setInItems(file, at, was, openedForm?.form);
    preview(file, at, to, was);
    followUndo(change);
  }
  if (openedForm?.file === change.file) {
    openedForm.at = pointerAfterUndo(openedForm.at, change);
    openedForm.value = pointerAfterUndo(openedForm.value, change);
  }
  const done = `${change.label}: taken back`;
  if (change.kind === "rename" && isShown) return await followToFormerAddress(change, number, done);
  say(done);
  await refreshAfterSaving();
  await refreshExamples();
  // The part of the open form may be gone with the change.
  const open = openedForm;
  if (open && !hasUnsaved()) await keepFocus(() => openForm(open.file, open.value)).catch(close);
}

/** Opens the page that was shown at its new address once it has its former one again. */
async function followToFormerAddress({ file, was }: api.Change, number: number | null, done: string): Promise<void> {
  const undone = (await readChanges()).find((change) => change.number === number);
  const left = route;
  await waitForEntry(undone?.file ?? file, left.replace(/[^/]+(?=\/?$)/, String(was)), (page) => page !== null && page !== left, done);
}

/** Loads a page into the frame. */
function goTo(path: string, title = path): void {
  wanted = path;
  sought = path;
  labelPage({ title, hidden: null });
  frame.src = site.origin + site.base.replace(/\/$/, "") + path;
}

/** Returns the route of the page at a path of the site's origin. */
function routeOf(path: string): string {
  const decoded = decodeURIComponent(path);
  return decoded.startsWith(site.base) ? `/${decoded.slice(site.base.length)}` : decoded;
}

/**
 * Brings the pictures and collections, the publish button and the open list of entries up to date, a moment after the page. After a save it also
 * reads the marks, as a page that looks as before may be a draft now.
 */
const refreshBarLater = delayed(() => {
  const reads = [readSite, readPublishState, () => refreshEntries(entryActions)];
  for (const read of hasSaved ? [...reads, readMarks] : reads) read().catch(sayError);
}, BAR_DELAY_MS);

/** Reads what belongs to the page that has been loaded or brought up to date. */
function readPage(): void {
  readMarks().then(() => (findsNext = false), sayError);
  refreshForm().catch(sayError);
  refreshBarLater();
}

/** A message of the script in the page. */
interface FrameMessage {
  kind: string;
  path?: string;
  indices?: number[];
  /** Whether the marks are those of the clicked text itself, not of an element around it. */
  isExact?: boolean;
  isReload?: boolean;
  hasErrors?: boolean;
  /** The marks of content beside a text of a template. */
  beside?: number[];
  text?: string;
  number?: string;
  key?: string;
}

addEventListener("message", ({ origin, source, data }: MessageEvent<FrameMessage>) => {
  if (!site || origin !== site.origin || source !== frame.contentWindow) return;
  if (data.kind === "ready") {
    const loaded = routeOf(data.path ?? "/");
    // The page before may have reloaded in between, which ends the navigation.
    if (data.isReload && wanted !== undefined && wanted !== loaded) return goTo(wanted);
    const isFollowed = wanted === undefined && loaded !== route && loaded !== sought;
    wanted = undefined;
    if (loaded === sought) sought = undefined;
    // Somebody followed a link, or went back.
    if (isFollowed && openedForm && !staysOpen()) {
      void saveAll();
      leaveForm();
      panel().replaceChildren();
    }
    if (loaded !== route) {
      closePublished();
      // What was clicked is on the page before.
      if (panel().querySelector(".of-page")) panel().replaceChildren();
    }
    route = loaded;
    sessionStorage.setItem(LAST_ROUTE, route);
    readPage();
  } else if (data.kind === "updated") readPage();
  // After a deletion or a change of address, the next page has been asked for already.
  else if (data.kind === "gone" && wanted === undefined) goTo("/");
  else if (data.kind === "errors") {
    const hadErrors = !byId("errors").hidden;
    byId("errors").hidden = !data.hasErrors;
    // A page whose file could not be read has no marks, and is the same once it can be.
    if (!data.hasErrors && !marks) readPage();
    if (data.hasErrors || hadErrors) refreshErrors(Boolean(data.hasErrors), close).catch(sayError);
  }
  else if (data.kind === "select") openClicked(data);
  else if (data.kind === "key") handleKey(data.key ?? "");
});

/** Handles a key that was pressed in the editor or in the page. Returns whether it has a meaning. */
function handleKey(key: string): boolean {
  if (key === "F6") {
    if (panel().contains(document.activeElement)) pageButton.focus();
    else if (document.activeElement?.closest(".bar")) frame.focus();
    else panel().focus();
    return true;
  }
  if (key === "Escape" && (openedForm || showsChanges || staysOpen())) {
    close();
    return true;
  }
  return false;
}

addEventListener("keydown", (event) => {
  if (handleKey(event.key)) event.preventDefault();
  const isText = event.target instanceof HTMLInputElement || event.target instanceof HTMLTextAreaElement;
  if (event.key === "z" && (event.ctrlKey || event.metaKey) && !event.shiftKey && !isText) undoLast().catch(sayError);
});

for (const width of document.querySelectorAll<HTMLButtonElement>("[data-width]:not(iframe)")) {
  width.onclick = () => {
    for (const other of document.querySelectorAll("[data-width]:not(iframe)")) other.setAttribute("aria-pressed", String(other === width));
    frame.dataset["width"] = width.dataset["width"] ?? "";
    frame.parentElement?.classList.toggle("is-narrow", frame.dataset["width"] !== "");
  };
}
undoButton.onclick = () => void undoLast().catch(sayError);
look.onclick = () => {
  look.setAttribute("aria-pressed", String(!isLooking()));
  postToPage({ kind: "look", on: isLooking() });
  if (panel().querySelector(".contents")) showPageContents();
};

/** Has a button of the bar save and leave the open form, and show something else in the panel. */
function opens(id: string, show: () => void | Promise<void>): void {
  byId(id).onclick = () =>
    void saveAll().then(() => {
      leaveForm();
      return show();
    }).catch(sayError);
}

opens("changes", () => {
  showsChanges = true;
  return refreshChanges();
});
opens("unsaved", () => showUnsaved((file, at) => void openForm(file, at).catch(sayError), close));
opens("errors", () => showErrors(close));
opens("entries", () => chooseCollection(entryActions));
opens("page", () => showPages(choosePage, close));
countUnsaved(byId<HTMLButtonElement>("unsaved"));

// Another window may have changed and published what the bar of this one is about.
addEventListener("visibilitychange", () => {
  if (site && !document.hidden) refreshChanges().catch(sayError);
});

addEventListener("beforeunload", (event) => {
  if (hasUnsaved()) event.preventDefault();
});

/** Reads what all forms show of the site. */
async function readSite(): Promise<void> {
  site = await api.site();
}

/** Shows in the bar which page is open, and why visitors do not see it yet. */
function labelPage({ title, hidden }: Pick<api.Page, "title" | "hidden">): void {
  pageButton.textContent = title;
  pageButton.setAttribute("aria-label", `Page: ${title}`);
  byId("ribbon").textContent = hidden ?? "";
}

/** Goes to a page that was chosen among all. */
function choosePage({ route, title }: api.Page): void {
  show(make("h1", {}, title));
  panel().focus();
  goTo(route, title);
}

async function start(): Promise<void> {
  await readSite();
  pageButton.disabled = false;
  const last = sessionStorage.getItem(LAST_ROUTE) ?? "/";
  goTo(await api.marks(last).then(() => last, () => "/"));
  await refreshChanges();
}

startPublishing({
  opened: leaveForm,
  show: (file, at, page) => void showInPage(file, at, page).catch(sayError),
  close,
  showExamples: () => openExamples(),
  address: (picture) => site.origin + site.base + picture,
});
start().catch((error: unknown) => showFailure(messageOf(error)));
