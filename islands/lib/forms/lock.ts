/**
 * A lock across tabs: only one tab sends a submission at a time.
 *
 * Web Locks are released when their page goes away. In browsers without them an entry in web storage is the lock, with
 * a time of expiry.
 */

import { storages } from "./web-storage";

const LOCK_PREFIX = "form-lock:";
/** The delay before an entry is read back. Another tab that writes at the same time has overwritten it by then. */
const SETTLE_MS = 50;
const RETRY_MS = 200;

/**
 * Runs `work` while holding the lock. While another tab holds it, waits if `wait` is true, and returns undefined
 * otherwise. An entry in web storage expires after `maxMs`.
 */
export async function withLock<T>(
  id: string,
  maxMs: number,
  wait: boolean,
  work: () => Promise<T>,
): Promise<T | undefined> {
  if (typeof navigator !== "undefined" && navigator.locks) {
    let isAnswered = false;
    try {
      return await navigator.locks.request(LOCK_PREFIX + id, { ifAvailable: !wait }, (lock) => {
        isAnswered = true;
        return lock ? work() : undefined;
      });
    } catch (error) {
      // Where cookies are blocked, some browsers refuse all locks.
      if (isAnswered) {
        throw error;
      }
    }
  }
  const storage = storages()[0];
  if (!storage) {
    // Without web storage no other tab knows of the submission.
    return work();
  }
  let ownEntry = await acquire(storage, id, maxMs);
  while (ownEntry === undefined) {
    if (!wait) {
      return undefined;
    }
    await pause(RETRY_MS);
    ownEntry = await acquire(storage, id, maxMs);
  }
  try {
    return await work();
  } finally {
    // Another tab may have taken the lock since it expired.
    if (storage.getItem(LOCK_PREFIX + id) === ownEntry) {
      storage.removeItem(LOCK_PREFIX + id);
    }
  }
}

/** Writes and returns the entry of this tab. Returns undefined if another tab holds the lock. */
async function acquire(storage: Storage, id: string, maxMs: number): Promise<string | undefined> {
  const expiry = (text: string | null) => Number(text?.split(" ")[0] ?? 0);
  if (expiry(storage.getItem(LOCK_PREFIX + id)) > Date.now()) {
    return undefined;
  }
  const ownEntry = `${Date.now() + maxMs} ${Math.random()}`;
  try {
    storage.setItem(LOCK_PREFIX + id, ownEntry);
  } catch {
    // The storage is full: sending twice is better than not at all.
    return ownEntry;
  }
  await pause(SETTLE_MS);
  return storage.getItem(LOCK_PREFIX + id) === ownEntry ? ownEntry : undefined;
}

function pause(milliseconds: number): Promise<void> {
  return new Promise((done) => setTimeout(done, milliseconds));
}
