/** The changes that were made in the editor: reads them, and knows which one *Undo* takes back. */

import * as api from "./api";
import { sayError } from "./dom";
import { Counter } from "./timing";
import { moveInputs } from "./unsaved";

/** The changes that *Undo* skips, by their numbers, each with the files in which the obstacle lies; null if it may lie in any file. */
const skipped = new Map<number, string[] | null>();
/** The number of the newest change that unsaved inputs have followed. */
let followed: number | undefined;
const refreshes = new Counter();

/** Called with the changes by `refreshChanges`. */
let refreshed: (changes: api.Change[]) => void = () => {};

/** Sets the function that brings what shows the changes up to date. */
export function onRefreshedChanges(act: (changes: api.Change[]) => void): void {
  refreshed = act;
}

/** Reads the changes. Unsaved inputs follow the new ones. */
export async function readChanges(): Promise<api.Change[]> {
  const changes = await api.readChanges();
  const before = followed ?? changes[0]?.number ?? 0;
  for (const change of changes.filter(({ number }) => number > before).reverse()) moveInputs(change);
  followed = Math.max(before, changes[0]?.number ?? 0);
  return changes;
}

/** Returns the change that *Undo* takes back. */
export const lastOf = (changes: api.Change[]) => changes.find((change) => change.undoes === null && !change.is_undone && !skipped.has(change.number));

/** Has *Undo* skip a change that can't be taken back, until a change of one of these files was taken back; with null, of any file. */
export function skipChange({ number }: api.Change, files: string[] | null): void {
  skipped.set(number, files);
}

/** Has *Undo* try the changes again that could not be taken back because of a change of these files. */
export function retrySkipped(files: string[]): void {
  for (const [number, obstacles] of skipped) if (!obstacles || obstacles.some((file) => files.includes(file))) skipped.delete(number);
}

/** The windows of the editor in this browser. */
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
