/** Undo: takes back changes, and brings the page and the open form up to date. */

import * as api from "./api";
import { changeToUndo, readChanges, retrySkipped, skipChange } from "./changes";
import { counted, messageOf, say, shownView } from "./dom";
import { refreshExamples } from "./examples";
import { framePage, previewValue, removingPage } from "./frame";
import { pointerAfterUndo } from "./moves";
import { close, refreshAfterSaving, rereadForm } from "./open";
import { opened, watchOpening } from "./open-state";
import { afterSaves, saveAll, sends } from "./saves";
import { followUndo } from "./saving";
import { queue } from "./timing";
import { setInItems } from "./unsaved";
import { endWait, waitForEntry } from "./waiting";

/**
 * Calls undos one after the other. The undo of a change of address may last until the site is built with the former
 * address.
 */
const enqueue = queue();
const enqueueUndo = (undo: () => Promise<void>): Promise<void> => enqueue(() => removingPage(undo));

/** Takes back a change, unless it is taken back already. */
export const undoOne = ({ number }: api.Change): Promise<void> =>
  enqueueUndo(async () => undo((await readChanges()).find((change) => change.number === number && !change.is_undone)));

/** Takes back the last change, which may be one that the button does not name yet. */
export const undoLast = (): Promise<void> =>
  enqueueUndo(async () => {
    await saveAll();
    await undo(changeToUndo(await readChanges()));
  });

/** Makes the change again that was taken back last. */
export const redoLast = (): Promise<void> =>
  enqueueUndo(async () => {
    await saveAll();
    const changes = await readChanges();
    const undone = changes.find(({ can_be_redone }) => can_be_redone);
    const change = undone && changes.find(({ undoes }) => undoes === undone.number);
    if (change) await undo(change, true);
    else say("Nothing can be done again: something else has been changed since");
  });

/** Takes a change back or, with `isRedo`, makes the change again that was taken back last. */
async function undo(change: api.Change | undefined, isRedo = false): Promise<void> {
  if (!change) return;
  const isWanted = watchOpening();
  await saveAll();
  const isShown = framePage.marks?.page.file === change.file;
  let reversal: api.Change | undefined;
  try {
    // What is typed while the undo runs is saved after it, and replaces the restored value.
    await afterSaves(async () => {
      sends.next();
      const { number } = await (isRedo ? api.redoChange() : api.undoChange(change.number));
      // The undo is a change too, with the place where the value is by now.
      if (number !== null) reversal = await api.readChange(number);
      if (reversal?.kind !== "set") return;
      // The page shows the restored value, and the next save of the open form or of unsaved input replaces that value.
      const { file, at, was, to } = reversal;
      setInItems(file, at, to, opened.form);
      previewValue(file, at, was, to);
      followUndo(reversal);
    });
  } catch (error) {
    const { code, current } = error instanceof api.Refusal ? error : {};
    const isConflict = current !== undefined;
    // The next attempt may succeed.
    const isPassing = code === "edit-file-busy" || code === api.NO_ANSWER;
    if (!isPassing && !isRedo) skipChange(change, isConflict || code === "edit-undo" ? change.files : null);
    const showing = change.kind === "create" && change.file.startsWith("public/") ? await api.listReaders(change.file, "") : [];
    if (isConflict) say(`${change.label} has been changed since, so it stays`);
    else if (showing.length > 0) say(`${change.label} stays, as it is shown on ${titlesOf(showing)}. Choose another picture there first.`);
    else say(`${change.label}: ${messageOf(error)}`);
    return await refreshAfterSaving();
  }
  endWait();
  retrySkipped(change.files);
  if (reversal && opened.form?.file === reversal.file) {
    opened.form.at = pointerAfterUndo(opened.form.at, reversal);
    opened.form.cursorAt = pointerAfterUndo(opened.form.cursorAt, reversal);
  }
  const isOnPage = isShown || framePage.marks?.targets.some(({ file }) => file === change.file);
  const title = isOnPage || change.title === null || change.title === change.label ? "" : ` · ${change.title}`;
  const done = `${change.label}${title}: ${isRedo ? "done again" : "taken back"}`;
  if (change.kind === "rename" && isShown) return await followToAddress(reversal?.file ?? change.file, String(change.was), done, isWanted);
  say(done);
  await refreshAfterSaving();
  await refreshExamples();
  const { form } = opened;
  if (!form?.isCurrent() || shownView() !== "form") return;
  // The part of the open form may be gone with the change: then the form is closed.
  await rereadForm(form.file, form.cursorAt, { keepsFocus: true }).catch(() => form.isCurrent() && close());
}

/** The most pages that a message names. */
const MAX_TITLES = 3;

function titlesOf(pages: api.Page[]): string {
  const others = pages.length - MAX_TITLES;
  const titles = pages.slice(0, MAX_TITLES).map(({ title }) => `“${title}”`);
  return titles.join(", ") + (others > 0 ? ` and ${counted(others, "more page")}` : "");
}

/** Opens the shown page at its restored address, which ends with `name`, once the site is built with this address. */
async function followToAddress(file: string, name: string, done: string, isWanted: () => boolean): Promise<void> {
  const left = framePage.route;
  await waitForEntry({ file, path: left.replace(/[^/]+(?=\/?$)/, name), isBuilt: (page) => page !== null && page !== left, done, isWanted });
}
