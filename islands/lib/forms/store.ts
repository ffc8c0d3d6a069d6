/**
 * Where leads are kept until they arrived: in the browser's storage, an entry each, so that two tabs never overwrite each other's.
 *
 * `localStorage` outlives the tab. Where it is full or refused, `sessionStorage` outlives a reload, and memory the attempt.
 */

import type { Lead } from "./model";
import { LEAD, keys, storages } from "./storages";

/** What the entries begin with that say that another tab delivered a lead. */
const DELIVERED = "form-delivered:";
const DAY = 24 * 60 * 60 * 1000;

const memory = new Map<string, string>();

/** Keeps a lead, in place of an earlier state of it. */
export function put(lead: Lead) {
  const [key, text] = [LEAD + lead.id, JSON.stringify(lead)];
  memory.set(key, text);
  for (const storage of storages()) {
    try {
      storage.setItem(key, text);
      return;
    } catch {}
  }
}

export function get(id: string): Lead | undefined {
  const key = LEAD + id;
  const texts = [...storages().map((storage) => storage.getItem(key)), memory.get(key)];
  return texts.map(read).find((lead) => lead !== undefined);
}

/** Wipes it, wherever it was kept. */
export function remove(id: string) {
  memory.delete(LEAD + id);
  for (const storage of storages()) {
    storage.removeItem(LEAD + id);
  }
}

/** The leads that outlived their page, the oldest first. */
export function left(): Lead[] {
  const found = new Map<string, Lead>();
  for (const storage of storages()) {
    for (const key of keys(storage, LEAD)) {
      const lead = read(storage.getItem(key));
      if (lead) {
        found.set(lead.id, lead);
      } else {
        storage.removeItem(key);
      }
    }
  }
  return [...found.values()].sort((a, b) => a.at - b.at);
}

/** Tells the tab in which a lead was written that another one delivered it. */
export function markDelivered(id: string, now: number) {
  try {
    storages()[0]?.setItem(DELIVERED + id, String(now));
  } catch {}
}

export function isDelivered(id: string): boolean {
  return storages().some((storage) => storage.getItem(DELIVERED + id) !== null);
}

/** Removes marks that no open page can still ask for. */
export function forgetDelivered(now: number) {
  for (const storage of storages()) {
    for (const key of keys(storage, DELIVERED)) {
      if (!(Number(storage.getItem(key)) > now - DAY)) {
        storage.removeItem(key);
      }
    }
  }
}

function read(text: string | null | undefined): Lead | undefined {
  try {
    const value: unknown = JSON.parse(text ?? "null");
    const isLead = typeof value === "object" && value !== null && "id" in value && "deliveries" in value && "values" in value;
    return isLead ? (value as Lead) : undefined;
  } catch {
    return undefined;
  }
}
