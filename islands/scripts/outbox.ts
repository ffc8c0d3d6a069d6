/** Sends the leads that earlier pages left; fetched only where there are some. */

import { ask } from "../lib/forms/offer";
import { sendLeft, sendOne } from "../lib/forms/outbox";
import { remove } from "../lib/forms/store";

export function sendAll() {
  void sendLeft(Date.now(), (lead, words) => ask(lead, words, () => sendOne(lead.id), () => remove(lead.id)));
}
