/**
 * The outbox: a submission is stored before it is sent and removed after it has arrived, so that none is lost.
 *
 * 1. `submit` stores a submission and sends it. If sending fails, it stays stored.
 * 2. `sendPending` sends what earlier pages left, on the next page or when the browser is online again.
 */

import { deliver } from "./deliver";
import { withLock } from "./lock";
import type { Flag, Form, PromptTexts, Submission, Values } from "./model";
import * as store from "./store";

export interface FilledForm {
  values: Values;
  campaign: Values;
  flags: readonly Flag[];
}

export interface Outcome {
  delivered: boolean;
  submission: Submission;
}

/**
 * Sends a filled-in form. `before` is the submission of a failed attempt: if the values are the same, sending resumes
 * where it stopped; otherwise a new submission replaces it.
 */
export async function submit(form: Form, filled: FilledForm, before: Submission | null): Promise<Outcome> {
  const isRetry = before !== null && hasSameValues(before.values, filled.values);
  const submission = isRetry ? (store.get(before.id) ?? before) : createSubmission(form, filled);
  store.put(submission);
  if (before && !isRetry) {
    store.remove(before.id);
  }
  const send = () => finish(store.get(submission.id) ?? submission);
  const delivered = await withLock(submission.id, maxSendingMs(submission), true, send);
  return { delivered: delivered === true, submission: store.get(submission.id) ?? submission };
}

/**
 * Sends the submissions that earlier pages left, and calls `ask` for those that need the visitor's consent. Removes
 * expired ones.
 */
export async function sendPending(
  now: number,
  ask: (submission: Submission, texts: PromptTexts) => void,
): Promise<void> {
  store.forgetDelivered(now);
  for (const submission of store.pending()) {
    if (!(submission.expires > now)) {
      store.remove(submission.id);
    } else if (submission.ask) {
      ask(submission, submission.ask);
    } else {
      await sendStored(submission.id);
    }
  }
}

/**
 * Sends a stored submission, unless another tab is sending it. Returns whether nothing is left to send: the submission
 * is delivered, or another tab has removed it.
 */
export async function sendStored(id: string): Promise<boolean> {
  const submission = store.get(id);
  if (!submission) {
    return true;
  }
  const delivered = await withLock(id, maxSendingMs(submission), false, async () => {
    const stored = store.get(id);
    if (!stored) {
      return true;
    }
    const isDelivered = await finish(stored);
    if (isDelivered) {
      store.markDelivered(id, Date.now());
    }
    return isDelivered;
  });
  return delivered === true;
}

/**
 * Sends the deliveries that are left, unless another tab has made them. Returns false if `deliver` does. Otherwise
 * removes the submission and returns true.
 */
async function finish(submission: Submission): Promise<boolean> {
  const delivered = store.isDelivered(submission.id) || (await deliver(submission, store.put));
  if (delivered) {
    store.remove(submission.id);
  }
  return delivered;
}

function createSubmission(form: Form, filled: FilledForm): Submission {
  const now = Date.now();
  return {
    id: createId(),
    form: form.name,
    at: now,
    ...filled,
    deliveries: form.deliveries,
    done: [],
    expires: now + form.undelivered.days * store.DAY_MS,
    ...(form.undelivered.ask && { ask: form.undelivered.ask }),
  };
}

/** Returns the longest time that sending may take, in milliseconds: five seconds more than the timeouts together. */
function maxSendingMs(submission: Submission): number {
  return submission.deliveries.reduce((sum, delivery) => sum + delivery.timeout_ms, 5000);
}

function hasSameValues(a: Values, b: Values): boolean {
  const names = new Set([...Object.keys(a), ...Object.keys(b)]);
  return [...names].every((name) => a[name] === b[name]);
}

function createId(): string {
  return [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}
