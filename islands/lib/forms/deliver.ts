/** Sends a lead: its deliveries one after the other, each within its time. */

import type { Delivery, Lead } from "./model";
import { request } from "./request";

/** Makes the deliveries that are not done. True when none is left that must be made; `note` is told of each step. */
export async function deliver(lead: Lead, note: (lead: Lead) => void): Promise<boolean> {
  let current = lead;
  for (const [index, delivery] of lead.deliveries.entries()) {
    if (current.done.includes(index)) {
      continue;
    }
    try {
      await send(delivery, lead);
      current = { ...current, done: [...current.done, index] };
      note(current);
    } catch (error) {
      if (delivery.on_failure === "stop") {
        console.error(delivery.log, error);
        return false;
      }
    }
  }
  return true;
}

/** Delivered is what was answered with a success, and whose answer could be read to its end in time. */
async function send(delivery: Delivery, lead: Lead): Promise<void> {
  const made = request(delivery, lead);
  if (!made) {
    throw new Error("The endpoint has no address");
  }
  const control = new AbortController();
  const late = () => control.abort(new Error(`No answer within ${delivery.timeout_ms} ms`));
  const timer = setTimeout(late, delivery.timeout_ms);
  try {
    const answer = await fetch(made.address, { ...made.init, signal: control.signal });
    await answer.text();
    if (!answer.ok) {
      throw new Error(`Status ${answer.status}`);
    }
  } finally {
    clearTimeout(timer);
  }
}
