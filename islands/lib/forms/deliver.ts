/** The sending of a submission: its deliveries in order, each with its own timeout. */

import type { Delivery, Submission } from "./model";
import { buildRequest } from "./request";

/**
 * Sends the deliveries that are not done yet, and calls `onProgress` after each that succeeds. Returns false, without
 * sending further ones, if a delivery with `on_failure: stop` fails; otherwise true.
 */
export async function deliver(submission: Submission, onProgress: (submission: Submission) => void): Promise<boolean> {
  let current = submission;
  for (const [index, delivery] of submission.deliveries.entries()) {
    if (current.done.includes(index)) {
      continue;
    }
    try {
      await send(delivery, submission);
      current = { ...current, done: [...current.done, index] };
      onProgress(current);
    } catch (error) {
      if (delivery.on_failure === "stop") {
        console.error(delivery.log, error);
        return false;
      }
    }
  }
  return true;
}

/** Sends one delivery. Throws unless a response with a success status arrives completely within the timeout. */
async function send(delivery: Delivery, submission: Submission): Promise<void> {
  const request = buildRequest(delivery, submission);
  if (!request) {
    throw new Error("The endpoint has no address");
  }
  const control = new AbortController();
  const abort = () => control.abort(new Error(`No answer within ${delivery.timeout_ms} ms`));
  const timer = setTimeout(abort, delivery.timeout_ms);
  try {
    const response = await fetch(request.address, { ...request.init, signal: control.signal });
    await response.text();
    if (!response.ok) {
      throw new Error(`Status ${response.status}`);
    }
  } finally {
    clearTimeout(timer);
  }
}
