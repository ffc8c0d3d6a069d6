/** The HTTP request of a delivery: which values, under which names, in which encoding. */

import type { DateFormat, Delivery, Submission } from "./model";

export interface DeliveryRequest {
  address: string;
  init: RequestInit;
}

/** Only smaller requests have `keepalive`: browsers allow 64 KiB for all such requests of a page together. */
const MAX_KEEPALIVE_BYTES = 60_000;

/** Lists the name-value pairs that a delivery sends, in order. */
export function listPairs(delivery: Delivery, submission: Submission): [name: string, value: string][] {
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

/** Builds the request of a delivery; undefined if the endpoint has no address. */
export function buildRequest(delivery: Delivery, submission: Submission): DeliveryRequest | undefined {
  if (delivery.address === undefined) {
    return undefined;
  }
  const sent = listPairs(delivery, submission);
  // A UTF-16 unit takes at most three bytes of UTF-8, or nine as `%XX`. 200 bytes are for the headers of a part.
  const bytesPerUnit = delivery.encoding === "urlencoded" ? 9 : 3;
  const size = sent.reduce((sum, [name, value]) => sum + bytesPerUnit * (name.length + value.length) + 200, 0);
  return {
    address: delivery.address,
    init: { method: "POST", credentials: "omit", keepalive: size < MAX_KEEPALIVE_BYTES, ...encode(delivery, sent) },
  };
}

/**
 * Encodes the pairs as the body of a request, with its headers. Form data gets no headers: they would cause a preflight
 * request, which endpoints of the kind `form-post` do not answer.
 */
function encode(delivery: Delivery, sent: [string, string][]): RequestInit {
  if (delivery.kind === "json-post") {
    const { pairs } = delivery;
    const json = pairs
      ? sent.map(([name, value]) => ({ [pairs.name]: name, [pairs.value]: value }))
      : Object.fromEntries(sent);
    const headers = { Accept: "application/json", "Content-Type": "application/json" };
    return { headers, body: JSON.stringify(json) };
  }
  const body = delivery.encoding === "multipart" ? new FormData() : new URLSearchParams();
  for (const [name, value] of sent) {
    body.append(name, value);
  }
  return { body };
}

/** Formats a date in the visitor's time zone; in the format with a `T`, the moment in UTC. */
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
