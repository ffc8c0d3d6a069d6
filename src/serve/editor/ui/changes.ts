/** The changes that were made in the editor: reads them, and knows which one *Undo* takes back. */

import * as api from "./api";
import { followChange } from "./unsaved";

/** The changes that can't be taken back at present, by their numbers. *Undo* goes past them. `null` stands for one whose reason may lie in any file. */
const stuck = new Map<number, api.Change | null>();
/** The number of the newest change that unsaved inputs have followed. */
let followed: number | undefined;
/** The number of the latest request, as answers may arrive in another order. */
let latest = 0;

/** Called with the changes each time that they are read anew. */
let show: (changes: api.Change[]) => void = () => {};

/** Sets what is brought up to date when the changes are read anew. */
export function showChangesBy(shows: (changes: api.Change[]) => void): void {
  show = shows;
}

/** Reads the changes. Unsaved inputs follow the new ones. */
export async function readChanges(): Promise<api.Change[]> {
  const changes = await api.changes();
  const before = followed ?? changes[0]?.number ?? 0;
  for (const change of changes.filter(({ number }) => number > before).reverse()) followChange(change);
  followed = Math.max(before, changes[0]?.number ?? 0);
  return changes;
}

/** Returns the change that *Undo* takes back. */
export const lastOf = (changes: api.Change[]) => changes.find((change) => change.undoes === null && !change.is_undone && !stuck.has(change.number));

/** Takes note that a change can't be taken back. With `hasOwnReason`, only changes of its files can mend that. */
export function keepStuck(change: api.Change, hasOwnReason: boolean): void {
  stuck.set(change.number, hasOwnReason ? change : null);
}

/** Takes note that a change was taken back, which may be what kept others from being taken back. */
export function releaseStuck({ files }: api.Change): void {
  for (const [number, other] of stuck) if (!other || other.files.some((file) => files.includes(file))) stuck.delete(number);
}

/** Reads the changes, and brings what shows them up to date. */
export async function refreshChanges(): Promise<void> {
  const number = ++latest;
  const changes = await readChanges();
  if (number === latest) show(changes);
}
