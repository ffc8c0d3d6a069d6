/** The changes that were made in the editor: reads them, and knows which one *Undo* takes back. */

import * as api from "./api";
import { sayError } from "./dom";
import { Counter } from "./timing";
import { moveInputs } from "./unsaved";

/**
 * The changes that *Undo* skips, by number, each with the files whose later changes may prevent its undo; null stands
 * for all files.
 */
const skipped = new Map<number, string[] | null>();
/** The number of the newest change that was read. Unsaved inputs are moved only for newer changes. */
let followed: number | undefined;
const refreshes = new Counter();

let refreshed: (changes: api.Change[]) => void = () => {};

/** Sets the function that `refreshChanges` calls with the changes. */
export function onRefreshedChanges(act: (changes: api.Change[]) => void): void {
  refreshed = act;
}

/** Reads the changes, and moves unsaved inputs to where the new changes have moved their values. */
export async function readChanges(): Promise<api.Change[]> {
  const changes = await api.readChanges();
  const before = followed ?? changes[0]?.number ?? 0;
  for (const change of changes.filter(({ number }) => number > before).reverse()) moveInputs(change);
  followed = Math.max(before, changes[0]?.number ?? 0);
  return changes;
}

/** The key under which the time of the last change is stored when this window publishes. */
const LAST_PUBLISHED = "last-published";

/** Has *Undo* stop at the present changes, which are published. The list of changes still takes them back. */
export async function markPublished(): Promise<void> {
  sessionStorage.setItem(LAST_PUBLISHED, (await api.readChanges())[0]?.time ?? "");
  await refreshChanges();
}

export function changeToUndo(changes: api.Change[]): api.Change | undefined {
  const last = sessionStorage.getItem(LAST_PUBLISHED) ?? "";
  return changes.find(({ undoes, is_undone, number, time }) => undoes === null && !is_undone && !skipped.has(number) && time > last);
}

/** Has *Undo* skip a change until `retrySkipped` is called with one of `files`; if `files` is null, until any call. */
export function skipChange({ number }: api.Change, files: string[] | null): void {
  skipped.set(number, files);
}

/** Lets *Undo* try skipped changes again, after a change of these files was taken back. */
export function retrySkipped(files: string[]): void {
  for (const [number, obstacles] of skipped) if (!obstacles || obstacles.some((file) => files.includes(file))) skipped.delete(number);
}

/** The channel to the other windows of the editor in this browser. */
const windows = new BroadcastChannel("changes");
windows.onmessage = () => void refreshChanges().catch(sayError);

/** Has the other windows read the changes, after something was written or published in this one. */
export const tellOtherWindows = (): void => windows.postMessage(null);

/** Reads the changes, and brings what shows them up to date. */
export async function refreshChanges(): Promise<void> {
  const isLatest = refreshes.next();
  const changes = await readChanges();
  if (isLatest()) refreshed(changes);
}
