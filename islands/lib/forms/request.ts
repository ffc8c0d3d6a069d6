/** A delivery as a request: which values, under which names, in which bytes. */

import type { DateFormat, Delivery, Lead } from "./model";

export interface Request {
  address: string;
  init: RequestInit;
}

/** Browsers refuse to finish larger requests once their page is gone. */
const MOST_KEPT_ALIVE = 60_000;

/** The pairs that a delivery carries, in order. */
export function pairs(delivery: Delivery, lead: Lead): [name: string, value: string][] {
  const found: [string, string][] = [];
  for (const [name, field] of Object.entries(delivery.values)) {
    found.push([name, lead.values[field] ?? ""]);
  }
  found.push(...Object.entries(delivery.fixed));
  for (const [name, parameter] of Object.entries(delivery.campaign)) {
    const value = lead.campaign[parameter];
    if (value) {
      found.push([name, value]);
    }
  }
  if (delivery.date !== undefined) {
    found.push([delivery.date, written(new Date(lead.at), delivery.date_format)]);
  }
  if (delivery.flags !== undefined && lead.flags.length > 0) {
    found.push([delivery.flags, lead.flags.join(", ")]);
  }
  if (delivery.id !== undefined) {
    found.push([delivery.id, lead.id]);
  }
  return found;
}

/** The request; undefined while the endpoint has no address. */
export function request(delivery: Delivery, lead: Lead): Request | undefined {
  if (delivery.address === undefined) {
    return undefined;
  }
  const carried = pairs(delivery, lead);
  const size = carried.reduce((sum, [name, value]) => sum + 3 * (name.length + value.length) + 200, 0);
  return {
    address: delivery.address,
    init: { method: "POST", credentials: "omit", keepalive: size < MOST_KEPT_ALIVE, ...content(delivery, carried) },
  };
}

/** No header of its own for a sheet: the script behind it answers no preflight. */
function content(delivery: Delivery, carried: [string, string][]): RequestInit {
  if (delivery.kind === "lead") {
    const list = carried.map(([Attribute, Value]) => ({ Attribute, Value }));
    const headers = { Accept: "application/json", "Content-Type": "application/json" };
    return { headers, body: JSON.stringify(list) };
  }
  const body = delivery.encoding === "multipart" ? new FormData() : new URLSearchParams();
  for (const [name, value] of carried) {
    body.append(name, value);
  }
  return { body };
}

/** A day in the visitor's time zone; with `T`, the moment in UTC. */
export function written(date: Date, format: DateFormat): string {
  switch (format) {
    case "Mon Jan 01 2024":
      return date.toDateString();
    case "2024-01-01":
      return [date.getFullYear(), date.getMonth() + 1, date.getDate()].map((n) => String(n).padStart(2, "0")).join("-");
    case "2024-01-01T00:00:00.000Z":
      return date.toISOString();
  }
}
