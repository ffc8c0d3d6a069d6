/**
 * No lead is lost: it is kept before it is sent, and wiped once it arrived.
 *
 * 1. `submit` keeps what was written and sends it. What fails stays kept.
 * 2. `sendLeft`, on the next page or when the browser is online again, sends what earlier pages left.
 */

import { deliver } from "./deliver";
import { alone } from "./lock";
import type { Ask, Flag, Form, Lead, Values } from "./model";
import * as store from "./store";

const DAY = 24 * 60 * 60 * 1000;

export interface Filled {
  values: Values;
  campaign: Values;
  flags: readonly Flag[];
}

export interface Outcome {
  delivered: boolean;
  lead: Lead;
}

/** Sends a filled-in form. `before` is the lead of an attempt that failed: with the same values it goes on where that one stopped. */
export async function submit(form: Form, filled: Filled, before: Lead | null): Promise<Outcome> {
  const again = before !== null && isSame(before.values, filled.values);
  const lead = again ? (store.get(before.id) ?? before) : made(form, filled);
  store.put(lead);
  if (before && !again) {
    store.remove(before.id);
  }
  const delivered = await alone(lead.id, longest(lead), true, async () => {
    if (again && store.isDelivered(lead.id)) {
      store.remove(lead.id);
      return true;
    }
    return finish(store.get(lead.id) ?? lead);
  });
  return { delivered: delivered === true, lead: store.get(lead.id) ?? lead };
}

/** Sends the leads that earlier pages left. Where a visitor is to be asked first, `ask` does. */
export async function sendLeft(now: number, ask: (lead: Lead, words: Ask) => void): Promise<void> {
  store.forgetDelivered(now);
  for (const lead of store.left()) {
    if (!(lead.expires > now)) {
      store.remove(lead.id);
    } else if (lead.ask) {
      ask(lead, lead.ask);
    } else {
      await sendOne(lead.id);
    }
  }
}

/** Sends one that is kept, unless a tab is at it. */
export async function sendOne(id: string): Promise<boolean> {
  const lead = store.get(id);
  const delivered =
    lead &&
    (await alone(id, longest(lead), false, async () => {
      // Its own tab may have delivered it meanwhile.
      const current = store.get(id);
      if (!current) {
        return true;
      }
      const done = await finish(current);
      if (done) {
        store.markDelivered(id, Date.now());
      }
      return done;
    }));
  return delivered === true;
}

async function finish(lead: Lead): Promise<boolean> {
  const delivered = await deliver(lead, store.put);
  if (delivered) {
    store.remove(lead.id);
  }
  return delivered;
}

function made(form: Form, filled: Filled): Lead {
  const now = Date.now();
  return {
    id: unique(),
    form: form.name,
    at: now,
    ...filled,
    deliveries: form.deliveries,
    done: [],
    expires: now + form.undelivered.days * DAY,
    ...(form.undelivered.ask && { ask: form.undelivered.ask }),
  };
}

/** How long sending it may take. */
function longest(lead: Lead): number {
  return lead.deliveries.reduce((sum, delivery) => sum + delivery.timeout_ms, 5000);
}

function isSame(a: Values, b: Values): boolean {
  const names = new Set([...Object.keys(a), ...Object.keys(b)]);
  return [...names].every((name) => a[name] === b[name]);
}

function unique(): string {
  return [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}
