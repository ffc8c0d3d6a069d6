/** The entry point of the editor: the buttons of the bar, the keys, and the messages of `frame.js`, the script in the page. */

import { showChanges } from "./change-list";
import { changeToUndo, onRefreshedChanges, readChanges, refreshChanges } from "./changes";
import { type Click, openClicked } from "./clicks";
import { byId, isOfInputMethod, isVacant, keepFocus, make, messageOf, panel, sayError, show, shownView } from "./dom";
import { focusContent, showContents } from "./contents";
import { chooseCollection, refreshEntries } from "./entries";
import { showForm } from "./form";
import { framePage, goToLast, isFromPage, noteGone, noteLoaded, readSite, reloadPage, site, toggleLooking } from "./frame";
import { close, connectViews, refreshForm, refreshMarks } from "./open";
import { leaveForm, openInstead } from "./open-state";
import { showPages } from "./pages";
import { refreshErrors, showErrors } from "./problems";
import { closePublished, openPublish, readPublishState } from "./publish";
import { hasUnsaved, saveAll } from "./saves";
import { delayed } from "./timing";
import { redoLast, undoLast } from "./undo";
import { hasBegun, refusedCount, showRefusedCount } from "./unsaved";
import { showUnsaved } from "./unsaved-list";

const frame = byId<HTMLIFrameElement>("frame");
const pageButton = byId("page");
const undoButton = byId<HTMLButtonElement>("undo");
const errorsButton = byId("errors");

/** The time from the last change until the bar is refreshed. The page is refreshed first. */
const BAR_DELAY_MS = 300;

onRefreshedChanges((changes) => {
  const change = changeToUndo(changes);
  undoButton.disabled = !change;
  undoButton.title = change ? `Take back: ${change.label}` : "";
  refreshBarLater();
  if (shownView() === "changes") showChanges(changes);
  // The panel shows the check of the site as it was before the change.
  if (shownView() === "publishing") readPublishState().catch(sayError);
});

/**
 * Refreshes the data of the site, the publish button and the open list of entries, `BAR_DELAY_MS` after the last call.
 * After a save, also refreshes the marks: they say whether the page is a draft, and a page that looks the same after
 * the save sends no message that would refresh them.
 */
const refreshBarLater = delayed(() => {
  const reads = [readSite, readPublishState, refreshEntries];
  for (const read of framePage.hasSaved ? [...reads, () => refreshMarks()] : reads) read().catch(sayError);
}, BAR_DELAY_MS);

/** Brings the marks, the open form and the bar up to date with the page. */
function refreshAll(): void {
  refreshMarks(true).catch(sayError);
  refreshForm().catch(sayError);
  refreshBarLater();
}

type PageMessage =
  | { kind: "ready"; path: string; isReload: boolean }
  | { kind: "updated" | "gone" | "reload" }
  | { kind: "errors"; hasErrors: boolean }
  | ({ kind: "select" } & Click)
  | { kind: "key"; key: string; hasShift: boolean };

addEventListener("message", (event: MessageEvent<PageMessage>) => {
  if (!isFromPage(event)) return;
  const { data } = event;
  switch (data.kind) {
    case "ready":
      return followLoaded(data.path, data.isReload);
    case "updated":
      return refreshAll();
    case "gone":
      return noteGone();
    case "reload":
      return reloadPage();
    case "errors":
      return followErrors(data.hasErrors);
    case "select":
      return void openClicked(data).catch(sayError);
    case "key":
      handleKey(data.key, data.hasShift);
  }
});

/** Brings the editor up to date with a page that was loaded. `path` is the path of the page's URL. */
function followLoaded(path: string, isReload: boolean): void {
  const loaded = noteLoaded(path, isReload);
  if (!loaded) return;
  if (loaded === "followed" && shownView() === "form") {
    void saveAll();
    leaveForm();
    show("nothing");
  }
  if (loaded !== "same") {
    closePublished();
    // The choice offers parts of the former page.
    if (shownView() === "choice") show("nothing");
  }
  refreshAll();
}

/** Shows or hides in the bar that the site has errors. */
function followErrors(hasErrors: boolean): void {
  const hadErrors = !errorsButton.hidden;
  errorsButton.hidden = !hasErrors;
  // If the file of the page could not be read, the page has no marks, and sends no message once the file can be read.
  if (!hasErrors && !framePage.marks) refreshAll();
  if (hasErrors || hadErrors) refreshErrors(hasErrors).catch(sayError);
}

/** Focuses the panel, and outlines it until the focus leaves it. */
function focusPanel(): void {
  panel().classList.add("is-reached");
  panel().addEventListener("blur", () => panel().classList.remove("is-reached"), { once: true });
  panel().focus();
}

/** Handles a key that was pressed in the editor or in the page. Returns whether the key has a meaning. */
function handleKey(key: string, hasShift: boolean): boolean {
  if (key === "F6") {
    const parts = [() => pageButton.focus(), () => frame.focus(), focusPanel];
    const isInBar = Boolean(document.activeElement?.closest(".bar"));
    const present = panel().contains(document.activeElement) ? 2 : isInBar ? 0 : 1;
    parts.at((present + (hasShift ? -1 : 1)) % parts.length)?.();
    return true;
  }
  if (key === "Escape" && !isVacant()) {
    close();
    return true;
  }
  return false;
}

addEventListener("keydown", (event) => {
  if (isOfInputMethod(event)) return;
  const isTyping = event.target instanceof Element && event.target.matches('textarea, input:not([type="checkbox"])');
  const letter = (event.ctrlKey || event.metaKey) && !isTyping && event.key.toLowerCase();
  const act = letter === "z" && !event.shiftKey ? undoLast : letter === "y" || letter === "z" ? redoLast : undefined;
  // Without `preventDefault`, these keys would have the browser take back what was last typed into some field.
  if (act || handleKey(event.key, event.shiftKey)) event.preventDefault();
  act?.().catch(sayError);
});

for (const widthButton of document.querySelectorAll<HTMLButtonElement>("[data-width]:not(iframe)")) {
  widthButton.onclick = () => {
    for (const other of document.querySelectorAll("[data-width]:not(iframe)")) other.setAttribute("aria-pressed", String(other === widthButton));
    frame.dataset["width"] = widthButton.dataset["width"] ?? "";
    frame.parentElement?.classList.toggle("is-narrow", frame.dataset["width"] !== "");
  };
}
undoButton.onclick = () => void undoLast().catch(sayError);
byId("look").onclick = () => {
  toggleLooking();
  if (shownView() === "contents") keepFocus(showContents);
};

/** Has a button of the bar save the open form, then leave it and call `open` with the answer of `read`. */
function connectButton<T>(id: string, open: (answer: T) => void | Promise<void>, read = async () => undefined as T): void {
  byId(id).onclick = () => void openInstead(read, open).catch(sayError);
}

connectButton("changes", showChanges, readChanges);
connectButton("publish", openPublish);
connectButton("unsaved", showUnsaved);
connectButton("errors", showErrors);
connectButton("entries", chooseCollection);
connectButton("page", showPages);

// Another window may have changed something or published meanwhile.
addEventListener("visibilitychange", () => {
  if (site && !document.hidden) refreshChanges().catch(sayError);
});

addEventListener("beforeunload", (event) => {
  if (hasUnsaved() || refusedCount() > 0 || hasBegun()) event.preventDefault();
});

async function start(): Promise<void> {
  await readSite();
  for (const id of ["page", "entries", "changes", "publish"]) byId<HTMLButtonElement>(id).disabled = false;
  showRefusedCount(byId<HTMLButtonElement>("unsaved"));
  await goToLast();
  await refreshChanges();
}

connectViews({ showForm, showContents, focusContent });
start().catch((error: unknown) => show("other", make("h1", {}, "The editor can't go on"), make("p", {}, messageOf(error))));
