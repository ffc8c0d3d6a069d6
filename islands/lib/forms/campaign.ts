/** Campaign parameters of the URL, kept for this visit: only those that a form asks for. */

import type { Delivery, Values } from "./model";

const CAMPAIGN_KEY = "campaign";

/** Stores the wanted parameters of a query string. If there are none, those stored earlier stay. */
export function rememberCampaign(search: string, wanted: readonly string[]) {
  const found = readCampaign(search, wanted);
  if (Object.keys(found).length > 0) {
    try {
      sessionStorage.setItem(CAMPAIGN_KEY, JSON.stringify(found));
    } catch {}
  }
}

function readCampaign(search: string, wanted: readonly string[]): Values {
  const parameters = new URLSearchParams(search);
  return Object.fromEntries(wanted.map((name) => [name, parameters.get(name) ?? ""]).filter(([, value]) => value));
}

/** Returns the parameters that the deliveries ask for. Those of the present URL replace stored ones. */
export function campaignValues(deliveries: readonly Delivery[]): Values {
  const wanted = new Set(deliveries.flatMap((delivery) => Object.values(delivery.campaign)));
  if (wanted.size === 0) {
    return {};
  }
  const here = readCampaign(location.search, [...wanted]);
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(CAMPAIGN_KEY) ?? "{}");
    const pairs = Object.entries(stored ?? {}).filter(([name, value]) => wanted.has(name) && typeof value === "string");
    return { ...(Object.fromEntries(pairs) as Values), ...here };
  } catch {
    return here;
  }
}
