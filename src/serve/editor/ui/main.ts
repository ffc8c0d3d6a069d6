/** The editor: the page in its frame, the bar above it, and the panel beside it. */

import * as api from "./api";
import { byId, make, messageOf, panel, say, sayError, staysOpen } from "./dom";
import { showDeletion } from "./delete";
import { addEntry, chooseCollection, type EntryActions } from "./entries";
import { saveAll, hasUnsaved } from "./fields";
import { countUnsaved, showUnsaved } from "./unsaved";
import { type ShownPart, showChanges, showChoices, showContents, showFixed, showForm, showFailure, shownParts } from "./panel";
import { closePublished, readPublishState, startPublishing } from "./publish";

const frame = byId<HTMLIFrameElement>("frame");
const pages = byId<HTMLSelectElement>("page");
const undoButton = byId<HTMLButtonElement>("undo");
const look = byId<HTMLButtonElement>("look");

/** The most parts that are offered beside a text of a template: if there are more, they hardly belong to it. */
const MAX_NEAR_PARTS = 5;

let site: api.Site;
let route = "/";
let marks: api.Marks | undefined;
/** The open form. */
let openedForm: { file: string; at: string } | undefined;
/** Whether the list of changes is open. */
let showsChanges = false;
/** Whether the page that is loading is to be scrolled to what is open. */
let scrollsNext = false;

/** Sends a message to the script in the page. */
const postToPage = (message: unknown) => frame.contentWindow?.postMessage(message, site.origin);

/** Marks that neither a form nor the list of changes is open. */
function clearOpened(): void {
  openedForm = undefined;
  showsChanges = false;
}

/** Reads which elements of the page show content, and has the page mark them. */
async function readMarks(): Promise<void> {
  const read = route;
  const found = await api.marks(read);
  if (read !== route) return;
  marks = found;
  const labels = marks.elements.map(({ targets }) => targets.map((number) => marks?.targets[number]?.label).join(", "));
  postToPage({ kind: "marks", elements: marks.elements, labels });
  postToPage({ kind: "look", on: isLooking() });
  if (openedForm) highlight(scrollsNext);
  else if (!showsChanges && !staysOpen()) showContents(marks, openPart);
  scrollsNext = false;
}

const isLooking = () => look.getAttribute("aria-pressed") === "true";

/** Outlines the elements of the page that show the values of the open form. */
function highlight(scroll: boolean): void {
  const { file, at } = openedForm ?? {};
  const indices: number[] = [];
  marks?.elements.forEach((element, index) => {
    const leads = element.targets.some((number) => {
      const target = marks?.targets[number];
      return target?.file === file && (target?.at === at || target?.at.startsWith(`${at}/`));
    });
    if (leads) indices.push(index);
  });
  postToPage({ kind: "show", indices, scroll });
}

/** Opens the form of the part or value at `at`, unless `isWanted` is false once the form has been read. */
async function openForm(file: string, at: string, scroll = true, isWanted = () => true): Promise<void> {
  await saveAll();
  const form = await api.form(file, at);
  if (!isWanted()) return;
  openedForm = { file, at: form.at };
  showsChanges = false;
  const context = {
    file,
    site,
    saved: () => void readChanges(),
    reopen: () => void openForm(file, form.at, false).catch(sayError),
    changed: async (at: string) => {
      await readChanges();
      await openForm(file, at, false);
    },
    add: (collection: string) => void addEntry(collection, entryActions).catch(sayError),
    remove: () => void askToDelete(file).catch(sayError),
  };
  showForm(form, at, context, (at) => void openForm(file, at).catch(sayError), close);
  highlight(scroll);
}

/** Opens a form, and goes to a page that shows its value: `page`, or else one that reads it. */
async function showInPage(file: string, at: string, page: string | null): Promise<void> {
  const { pages } = await api.form(file, at);
  const target = page ?? (pages.includes(route) ? route : pages[0]);
  await openForm(file, at);
  if (target === undefined || target === route) return;
  scrollsNext = true;
  goTo(target);
}

/** Asks whether an entry is to be deleted. */
async function askToDelete(file: string): Promise<void> {
  await saveAll();
  const shown = site.pages.find((page) => page.file === file)?.route;
  clearOpened();
  await showDeletion(file, {
    site,
    open: (file, at) => void openForm(file, at).catch(sayError),
    back: () => void openForm(file, "").catch(sayError),
    deleted: async () => {
      if (shown === route) goTo("/");
      await readChanges();
      close();
    },
  });
}

/** Opens the form of an entry, and goes to its page if it has one. */
async function openEntry(file: string): Promise<void> {
  const page = site.pages.find((page) => page.file === file);
  if (page && page.route !== route) goTo(page.route);
  await openForm(file, "");
}

const entryActions: EntryActions = {
  site: () => site,
  close,
  open: (file) => void openEntry(file).catch(sayError),
  moved: () => readChanges(),
  added: async (file, route) => {
    // The entry is there once the site is built anew.
    for (let tries = 0; tries < 100; tries++) {
      await readSite();
      const page = site.pages.find((page) => page.file === file);
      if (page || (route === null && (await api.form(file, "").catch(() => undefined)))) {
        if (page) goTo(page.route);
        await readChanges();
        await openForm(file, "");
        say("Added");
        return;
      }
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
    throw new Error("The site can't be built with it. The terminal says why; “Undo” takes it back.");
  },
};

const openPart = (part: ShownPart) => void openForm(part.file, part.at).catch(sayError);

/** Closes what is open, and shows the contents of the page. */
function close(): void {
  void saveAll();
  clearOpened();
  if (marks) showContents(marks, openPart);
  postToPage({ kind: "show", indices: [], scroll: false });
  panel().focus();
}

/** Opens the form of what was clicked: of its value, or of the part that all values in it belong to. */
function openClicked({ indices = [], isExact = false, around: beside = [], text = "" }: FrameMessage): void {
  if (!marks) return;
  const parts = shownParts(marks, indices);
  const [first] = parts;
  if (!first) {
    void saveAll();
    clearOpened();
    const near = shownParts(marks, beside);
    showFixed(text, marks.template, route, near.length > MAX_NEAR_PARTS ? [] : near, openPart, close);
    return;
  }
  const target = marks.targets[marks.elements[indices[0] ?? 0]?.targets[0] ?? 0];
  if (isExact && target) return void openForm(target.file, target.at, false).catch(sayError);
  const around = parts.find(({ file, at }) => parts.every((part) => part.file === file && (part.at === at || part.at.startsWith(`${at}/`))));
  if (around) return void openForm(around.file, around.at, false).catch(sayError);
  void saveAll();
  clearOpened();
  showChoices(parts.slice(0, 30), openPart, close);
}

/** Reads the changes, and brings *Undo*, the publish button and the open list up to date. */
async function readChanges(): Promise<void> {
  const changes = await api.changes();
  const last = changes.find((change) => change.undoes === null && !change.is_undone);
  undoButton.disabled = !last;
  undoButton.onclick = () => void (last && undo(last).catch(sayError));
  undoButton.title = last ? `Take back: ${last.label}` : "";
  readPublishState().catch(sayError);
  if (showsChanges) showChanges(changes, (change) => void undo(change).catch(sayError), close);
}

/** Takes back a change. */
async function undo(change: api.Change): Promise<void> {
  await saveAll();
  try {
    await api.undo(change.number);
    say(`${change.label}: taken back`);
  } catch (error) {
    const isConflict = error instanceof api.Refusal && error.current;
    say(isConflict ? `${change.label} has been changed since, so it stays` : String((error as Error).message));
  }
  await readChanges();
  // The part of the open form may be gone with the change.
  if (openedForm && !hasUnsaved()) await openForm(openedForm.file, openedForm.at, false).catch(close);
}

/** Loads a page into the frame. */
function goTo(path: string): void {
  frame.src = site.origin + site.base.replace(/\/$/, "") + path;
}

/** Returns the route of the page at a path of the site's origin. */
function routeOf(path: string): string {
  const decoded = decodeURIComponent(path);
  return decoded.startsWith(site.base) ? `/${decoded.slice(site.base.length)}` : decoded;
}

/** A message of the script in the page. */
interface FrameMessage {
  kind: string;
  path?: string;
  indices?: number[];
  isExact?: boolean;
  around?: number[];
  text?: string;
  key?: string;
}

addEventListener("message", ({ origin, source, data }: MessageEvent<FrameMessage>) => {
  if (!site || origin !== site.origin || source !== frame.contentWindow) return;
  if (data.kind === "ready") {
    const loaded = routeOf(data.path ?? "/");
    if (loaded !== route) closePublished();
    route = loaded;
    pages.value = route;
    readSite().catch(sayError);
    readMarks().catch(sayError);
    readPublishState().catch(sayError);
    // The open form shows changes of others too, unless somebody is in it.
    const shown = openedForm;
    const isIdle = () => shown !== undefined && openedForm === shown && !staysOpen() && !hasUnsaved() && !panel().contains(document.activeElement);
    if (shown && isIdle()) void openForm(shown.file, shown.at, false, isIdle).catch(sayError);
  } else if (data.kind === "select") openClicked(data);
  else if (data.kind === "key") handleKey(data.key ?? "");
});

/** Handles a key that was pressed in the editor or in the page. Returns whether it has a meaning. */
function handleKey(key: string): boolean {
  if (key === "F6") {
    if (panel().contains(document.activeElement)) pages.focus();
    else if (document.activeElement === pages) frame.focus();
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
  if (event.key === "z" && (event.ctrlKey || event.metaKey) && !event.shiftKey && !isText) undoButton.click();
});

for (const width of document.querySelectorAll<HTMLButtonElement>("[data-width]:not(iframe)")) {
  width.onclick = () => {
    for (const other of document.querySelectorAll("[data-width]:not(iframe)")) other.setAttribute("aria-pressed", String(other === width));
    frame.dataset["width"] = width.dataset["width"] ?? "";
    frame.parentElement?.classList.toggle("is-narrow", frame.dataset["width"] !== "");
  };
}
look.onclick = () => {
  look.setAttribute("aria-pressed", String(!isLooking()));
  postToPage({ kind: "look", on: isLooking() });
};
byId("changes").onclick = () => {
  void saveAll().then(() => {
    showsChanges = true;
    openedForm = undefined;
    return readChanges();
  });
};
const unsaved = byId<HTMLButtonElement>("unsaved");
countUnsaved(unsaved);
unsaved.onclick = () => {
  void saveAll().then(() => {
    clearOpened();
    showUnsaved((file, at) => void openForm(file, at).catch(sayError), close);
    panel().focus();
  });
};
byId("entries").onclick = () => {
  void saveAll().then(() => {
    clearOpened();
    chooseCollection(entryActions);
  });
};
pages.onchange = () => {
  void saveAll().then(() => {
    openedForm = undefined;
    goTo(pages.value);
  });
};
addEventListener("beforeunload", (event) => {
  if (hasUnsaved()) event.preventDefault();
});

/** Reads the pages of the site, and lists them in the bar. */
async function readSite(): Promise<void> {
  site = await api.site();
  pages.replaceChildren(...site.pages.map(({ route, title }) => make("option", { value: route }, title === route ? route : `${title} (${route})`)));
  pages.value = route;
  showRibbon();
}

/** Shows in the bar why visitors do not see the page yet. */
function showRibbon(): void {
  byId("ribbon").textContent = site.pages.find((page) => page.route === route)?.hidden ?? "";
}

async function start(): Promise<void> {
  await readSite();
  pages.disabled = false;
  goTo("/");
  await readChanges();
}

startPublishing({
  opened: clearOpened,
  show: (file, at, page) => void showInPage(file, at, page).catch(sayError),
  close,
  address: (picture) => site.origin + site.base + picture,
});
start().catch((error: unknown) => showFailure(messageOf(error)));
