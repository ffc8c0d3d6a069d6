/**
 * One at a time, over all tabs: who sends a lead holds its lock.
 *
 * Web Locks end with their page. Where the browser has none, an entry in the storage stands in, which ends by its time.
 */

import { storages } from "./storages";

const LOCK = "form-lock:";
/** How long an entry is left alone before it is read again: longer than two tabs need to write it both. */
const SETTLE = 50;
const RETRY = 200;

/** Runs `work` alone. If another tab holds the lock: waits for it, or gives undefined where `wait` is false. */
export async function alone<T>(id: string, longest: number, wait: boolean, work: () => Promise<T>): Promise<T | undefined> {
  if (typeof navigator !== "undefined" && navigator.locks) {
    return navigator.locks.request(LOCK + id, { ifAvailable: !wait }, (lock) => (lock ? work() : undefined));
  }
  const storage = storages()[0];
  if (!storage) {
    // Without a storage no other tab knows of the lead.
    return work();
  }
  while (!(await take(storage, id, longest))) {
    if (!wait) {
      return undefined;
    }
    await pause(RETRY);
  }
  try {
    return await work();
  } finally {
    storage.removeItem(LOCK + id);
  }
}

async function take(storage: Storage, id: string, longest: number): Promise<boolean> {
  const until = (text: string | null) => Number(text?.split(" ")[0] ?? 0);
  if (until(storage.getItem(LOCK + id)) > Date.now()) {
    return false;
  }
  const mine = `${Date.now() + longest} ${Math.random()}`;
  try {
    storage.setItem(LOCK + id, mine);
  } catch {
    // A full storage: better twice than never.
    return true;
  }
  await pause(SETTLE);
  return storage.getItem(LOCK + id) === mine;
}

function pause(milliseconds: number): Promise<void> {
  return new Promise((done) => setTimeout(done, milliseconds));
}
