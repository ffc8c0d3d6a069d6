/** The saves of the window: which fields wait for one, and the order in which changes are sent. */

import { Counter, queue } from "./timing";

/** The fields whose inputs have changed and are not saved yet, or are being saved. */
export const pending = new Set<{ save: () => Promise<void> }>();

export const hasUnsaved = (): boolean => pending.size > 0;

export async function saveAll(): Promise<void> {
  await Promise.all([...pending].map((field) => field.save()));
}

/**
 * Calls `act` after the saves that run. Later saves wait for `act`: a save sends the whole item as it is after the
 * previous save, and the program refuses an outdated item.
 */
export const afterSaves = queue();

/** Counts the changes that are sent: a form that is being read meanwhile may show an older value. */
export const sends = new Counter();
