/** The HTTP request of a delivery: which values, under which names, in which encoding. */

import type { DateFormat, Delivery, Submission } from "./model";

export interface Request {
  address: string;
  init: RequestInit;
}

/** Browsers refuse larger requests with `keepalive`: the limit is 64 KiB for all of a page's. */
const MAX_KEEPALIVE_BYTES = 60_000;

/** The name-value pairs that a delivery sends, in order. */
export function pairs(delivery: Delivery, submission: Submission): [name: string, value: string][] {
  const found: [string, string][] = [];
  for (const [name, field] of Object.entries(delivery.values)) {
    found.push([name, submission.values[field] ?? ""]);
  }
  found.push(...Object.entries(delivery.fixed));
  for (const [name, parameter] of Object.entries(delivery.campaign)) {
    const value = submission.campaign[parameter];
    if (value) {
      found.push([name, value]);
    }
  }
  if (delivery.date !== undefined) {
    found.push([delivery.date, formatDate(new Date(submission.at), delivery.date_format)]);
  }
  if (delivery.flags !== undefined && submission.flags.length > 0) {
    found.push([delivery.flags, submission.flags.join(", ")]);
  }
  if (delivery.id !== undefined) {
    found.push([delivery.id, submission.id]);
  }
  return found;
}

/** The request; undefined if the endpoint has no address. */
export function request(delivery: Delivery, submission: Submission): Request | undefined {
  if (delivery.address === undefined) {
    return undefined;
  }
  const carried = pairs(delivery, submission);
  const size = carried.reduce((sum, [name, value]) => sum + 3 * (name.length + value.length) + 200, 0);
  return {
    address: delivery.address,
    init: { method: "POST", credentials: "omit", keepalive: size < MAX_KEEPALIVE_BYTES, ...content(delivery, carried) },
  };
}

/** Form data gets no headers of ours: they would cause a preflight request, which its endpoints do not answer. */
function content(delivery: Delivery, carried: [string, string][]): RequestInit {
  if (delivery.kind === "json-post") {
    const { pairs } = delivery;
    const json = pairs ? carried.map(([name, value]) => ({ [pairs.name]: name, [pairs.value]: value })) : Object.fromEntries(carried);
    const headers = { Accept: "application/json", "Content-Type": "application/json" };
    return { headers, body: JSON.stringify(json) };
  }
  const body = delivery.encoding === "multipart" ? new FormData() : new URLSearchParams();
  for (const [name, value] of carried) {
    body.append(name, value);
  }
  return { body };
}

/** A date in the visitor's time zone; in the format with a `T`, the moment in UTC. */
export function formatDate(date: Date, format: DateFormat): string {
  switch (format) {
    case "Mon Jan 01 2024":
      return date.toDateString();
    case "2024-01-01":
      return [date.getFullYear(), date.getMonth() + 1, date.getDate()].map((n) => String(n).padStart(2, "0")).join("-");
    case "2024-01-01T00:00:00.000Z":
      return date.toISOString();
  }
}
