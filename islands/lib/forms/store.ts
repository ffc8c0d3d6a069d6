/**
 * The store of unsent submissions. Each is one entry in web storage, so that two tabs never overwrite each other's
 * entries.
 *
 * Entries are in `localStorage`, which survives the tab. If it is full or blocked, they are in `sessionStorage`, which
 * survives a reload. If that is full or blocked too, they are only in memory, which lasts as long as the page. A
 * storage that has become full keeps an earlier state of an entry.
 */

import type { Submission } from "./model";
import { SUBMISSION_PREFIX, keys, storages } from "./web-storage";

/** The prefix of the entries that record that a tab delivered another tab's submission. */
const DELIVERED_PREFIX = "form-delivered:";
export const DAY_MS = 24 * 60 * 60 * 1000;

const memory = new Map<string, string>();

/** Stores a submission, replacing its earlier state. */
export function put(submission: Submission) {
  const [key, text] = [SUBMISSION_PREFIX + submission.id, JSON.stringify(submission)];
  memory.set(key, text);
  for (const storage of storages()) {
    try {
      storage.setItem(key, text);
      return;
    } catch {}
  }
}

/** Returns the latest state of a submission: the one with the most deliveries done. */
export function get(id: string): Submission | undefined {
  const key = SUBMISSION_PREFIX + id;
  const texts = [...storages().map((storage) => storage.getItem(key)), memory.get(key)];
  const states = texts.flatMap((text) => parse(text) ?? []);
  return states.sort((a, b) => b.done.length - a.done.length)[0];
}

export function remove(id: string) {
  memory.delete(SUBMISSION_PREFIX + id);
  for (const storage of storages()) {
    storage.removeItem(SUBMISSION_PREFIX + id);
  }
}

/** Lists the submissions in web storage, oldest first. Removes damaged entries. */
export function pending(): Submission[] {
  const found = new Map<string, Submission>();
  for (const storage of storages()) {
    for (const key of keys(storage, SUBMISSION_PREFIX)) {
      const submission = parse(storage.getItem(key));
      if (submission) {
        found.set(submission.id, submission);
      } else {
        storage.removeItem(key);
      }
    }
  }
  return [...found.values()].sort((a, b) => a.at - b.at);
}

/** Records that this tab delivered a submission, for the tab that stored it. */
export function markDelivered(id: string, now: number) {
  try {
    storages()[0]?.setItem(DELIVERED_PREFIX + id, String(now));
  } catch {}
}

export function isDelivered(id: string): boolean {
  return storages().some((storage) => storage.getItem(DELIVERED_PREFIX + id) !== null);
}

/** Removes records of deliveries that are older than a day. */
export function forgetDelivered(now: number) {
  for (const storage of storages()) {
    for (const key of keys(storage, DELIVERED_PREFIX)) {
      if (!(Number(storage.getItem(key)) > now - DAY_MS)) {
        storage.removeItem(key);
      }
    }
  }
}

/** Parses a stored submission; undefined if it is absent or damaged. */
function parse(text: string | null | undefined): Submission | undefined {
  try {
    const value: unknown = JSON.parse(text ?? "null");
    const needed = ["id", "deliveries", "done", "values"];
    const isSubmission = typeof value === "object" && value !== null && needed.every((key) => key in value);
    return isSubmission ? (value as Submission) : undefined;
  } catch {
    return undefined;
  }
}
