/** The editor: the page in its frame, the bar above it, and the panel beside it. */

import * as api from "./api";
import { byId, make, say, staysOpen } from "./dom";
import { showDeletion } from "./delete";
import { addEntry, chooseCollection, type EntryActions } from "./entries";
import { saveAll, hasUnsaved } from "./fields";
import { countUnsaved, showUnsaved } from "./unsaved";
import { type Shown, showChanges, showChoices, showContents, showFixed, showForm, showMessage, shownParts } from "./panel";
import { readPublishState, startPublishing } from "./publish";

const frame = byId<HTMLIFrameElement>("frame");
const pages = byId<HTMLSelectElement>("page");
const undoButton = byId<HTMLButtonElement>("undo");
const look = byId<HTMLButtonElement>("look");

/** The most parts that are offered beside a text of a template: with more, they have little to do with it. */
const MAX_NEAR_PARTS = 5;

let site: api.Site;
let route = "/";
let marks: api.Marks | undefined;
/** The form that is open, and the marks of the page that lead to it. */
let open: { file: string; at: string } | undefined;
/** Whether the list of changes is open. */
let showsChanges = false;
/** Whether the page that is loading is to be scrolled to what is open. */
let scrollsNext = false;

const tell = (message: unknown) => frame.contentWindow?.postMessage(message, site.origin);

function failed(error: unknown): void {
  say(error instanceof Error ? error.message : "This did not work.");
}

async function readMarks(): Promise<void> {
  const read = route;
  const found = await api.marks(read);
  if (read !== route) return;
  marks = found;
  const labels = marks.elements.map(({ targets }) => targets.map((number) => marks?.targets[number]?.label).join(", "));
  tell({ kind: "marks", elements: marks.elements, labels });
  tell({ kind: "look", on: isLooking() });
  if (open) highlight(scrollsNext);
  else if (!showsChanges && !staysOpen()) showContents(marks, openPart);
  scrollsNext = false;
}

const isLooking = () => look.getAttribute("aria-pressed") === "true";

/** Outlines on the page what the open form belongs to. */
function highlight(scroll: boolean): void {
  const { file, at } = open ?? {};
  const indices: number[] = [];
  marks?.elements.forEach((element, index) => {
    const leads = element.targets.some((number) => {
      const target = marks?.targets[number];
      return target?.file === file && (target?.at === at || target?.at.startsWith(`${at}/`));
    });
    if (leads) indices.push(index);
  });
  tell({ kind: "show", indices, scroll });
}

async function openForm(file: string, at: string, scroll = true, isWanted = () => true): Promise<void> {
  await saveAll();
  const form = await api.form(file, at);
  if (!isWanted()) return;
  open = { file, at: form.at };
  showsChanges = false;
  const around = {
    file,
    site,
    saved: () => void readChanges(),
    reopen: () => void openForm(file, form.at, false).catch(failed),
    changed: async (at: string) => {
      await readChanges();
      await openForm(file, at, false);
    },
    add: (collection: string) => void addEntry(collection, entryActions).catch(failed),
    remove: () => void remove(file).catch(failed),
  };
  showForm(form, at, around, (at) => void openForm(file, at).catch(failed), close);
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
async function remove(file: string): Promise<void> {
  await saveAll();
  const shown = site.pages.find((page) => page.file === file)?.route;
  open = undefined;
  await showDeletion(file, {
    site,
    open: (file, at) => void openForm(file, at).catch(failed),
    back: () => void openForm(file, "").catch(failed),
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
  open: (file) => void openEntry(file).catch(failed),
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

const openPart = (part: Shown) => void openForm(part.file, part.at).catch(failed);

function close(): void {
  void saveAll();
  open = undefined;
  showsChanges = false;
  if (marks) showContents(marks, openPart);
  tell({ kind: "show", indices: [], scroll: false });
  byId("panel").focus();
}

/** Opens what was clicked: the form of its value, or of the part that all values in it belong to. */
function select({ indices = [], isExact = false, around: beside = [], text = "" }: Message): void {
  if (!marks) return;
  const parts = shownParts(marks, indices);
  const [first] = parts;
  if (!first) {
    void saveAll();
    open = undefined;
    const near = shownParts(marks, beside);
    showFixed(text, marks.template, route, near.length > MAX_NEAR_PARTS ? [] : near, openPart, close);
    return;
  }
  const target = marks.targets[marks.elements[indices[0] ?? 0]?.targets[0] ?? 0];
  if (isExact && target) return void openForm(target.file, target.at, false).catch(failed);
  const around = parts.find(({ file, at }) => parts.every((part) => part.file === file && (part.at === at || part.at.startsWith(`${at}/`))));
  if (around) return void openForm(around.file, around.at, false).catch(failed);
  void saveAll();
  open = undefined;
  showChoices(parts.slice(0, 30), openPart, close);
}

async function readChanges(): Promise<void> {
  const changes = await api.changes();
  const last = changes.find((change) => change.undoes === null && !change.is_undone);
  undoButton.disabled = !last;
  undoButton.onclick = () => void (last && undo(last).catch(failed));
  undoButton.title = last ? `Take back: ${last.label}` : "";
  readPublishState().catch(failed);
  if (showsChanges) showChanges(changes, (change) => void undo(change).catch(failed), close);
}

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
  // What is open may have been made by the change that was taken back.
  if (open && !hasUnsaved()) await openForm(open.file, open.at, false).catch(close);
}

function goTo(path: string): void {
  frame.src = site.origin + site.base.replace(/\/$/, "") + path;
}

/** The route of the page at a path of the site's address. */
function routeOf(path: string): string {
  const decoded = decodeURIComponent(path);
  return decoded.startsWith(site.base) ? `/${decoded.slice(site.base.length)}` : decoded;
}

interface Message {
  kind: string;
  path?: string;
  indices?: number[];
  isExact?: boolean;
  around?: number[];
  text?: string;
  key?: string;
}

addEventListener("message", ({ origin, source, data }: MessageEvent<Message>) => {
  if (!site || origin !== site.origin || source !== frame.contentWindow) return;
  if (data.kind === "ready") {
    route = routeOf(data.path ?? "/");
    pages.value = route;
    readSite().catch(failed);
    readMarks().catch(failed);
    readPublishState().catch(failed);
    // What was changed by somebody else shows in the open form too, unless something is being typed there.
    const shown = open;
    const isIdle = () => shown !== undefined && open === shown && !staysOpen() && !hasUnsaved() && !byId("panel").contains(document.activeElement);
    if (shown && isIdle()) void openForm(shown.file, shown.at, false, isIdle).catch(failed);
  } else if (data.kind === "select") select(data);
  else if (data.kind === "key") pressed(data.key ?? "");
});

function pressed(key: string): boolean {
  if (key === "F6") {
    const panel = byId("panel");
    const inPanel = panel.contains(document.activeElement);
    if (inPanel) pages.focus();
    else if (document.activeElement === pages) frame.focus();
    else panel.focus();
    return true;
  }
  if (key === "Escape" && (open || showsChanges || staysOpen())) {
    close();
    return true;
  }
  return false;
}

addEventListener("keydown", (event) => {
  if (pressed(event.key)) event.preventDefault();
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
  tell({ kind: "look", on: isLooking() });
};
byId("changes").onclick = () => {
  void saveAll().then(() => {
    showsChanges = true;
    open = undefined;
    return readChanges();
  });
};
const unsaved = byId<HTMLButtonElement>("unsaved");
countUnsaved(unsaved);
unsaved.onclick = () => {
  void saveAll().then(() => {
    open = undefined;
    showsChanges = false;
    showUnsaved((file, at) => void openForm(file, at).catch(failed), close);
    byId("panel").focus();
  });
};
byId("entries").onclick = () => {
  void saveAll().then(() => {
    open = undefined;
    showsChanges = false;
    chooseCollection(entryActions);
  });
};
pages.onchange = () => {
  void saveAll().then(() => {
    open = undefined;
    goTo(pages.value);
  });
};
addEventListener("beforeunload", (event) => {
  if (hasUnsaved()) event.preventDefault();
});

async function readSite(): Promise<void> {
  site = await api.site();
  pages.replaceChildren(...site.pages.map(({ route, title }) => make("option", { value: route }, title === route ? route : `${title} (${route})`)));
  pages.value = route;
  showRibbon();
}

/** Says in the bar that visitors do not see the page yet. */
function showRibbon(): void {
  const hidden = site.pages.find((page) => page.route === route)?.hidden ?? "";
  byId("ribbon").textContent = hidden;
}

async function start(): Promise<void> {
  await readSite();
  pages.disabled = false;
  goTo("/");
  await readChanges();
}

startPublishing({
  opened: () => {
    open = undefined;
    showsChanges = false;
  },
  show: (file, at, page) => void showInPage(file, at, page).catch(failed),
  close,
  address: (picture) => site.origin + site.base + picture,
});
start().catch((error: unknown) => showMessage(error instanceof Error ? error.message : String(error)));
