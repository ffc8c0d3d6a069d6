/** Campaign parameters of the URL, kept for this visit: only those that a form asks for. */

import type { Delivery, Values } from "./model";

const CAMPAIGN_KEY = "campaign";

/** Stores and returns the wanted parameters of a query string. If there are none, those stored earlier stay. */
export function rememberCampaign(search: string, wanted: readonly string[]): Values {
  const parameters = new URLSearchParams(search);
  const found: Record<string, string> = {};
  for (const name of wanted) {
    const value = parameters.get(name);
    if (value) {
      found[name] = value;
      try {
        sessionStorage.setItem(CAMPAIGN_KEY, JSON.stringify(found));
      } catch {}
    }
  }
  return found;
}

/** Returns the parameters that the deliveries ask for, those of the present URL before stored ones. */
export function campaignValues(deliveries: readonly Delivery[]): Values {
  const wanted = new Set(deliveries.flatMap((delivery) => Object.values(delivery.campaign)));
  if (wanted.size === 0) {
    return {};
  }
  const here = rememberCampaign(location.search, [...wanted]);
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(CAMPAIGN_KEY) ?? "{}");
    const pairs = Object.entries(stored ?? {}).filter(([name, value]) => wanted.has(name) && typeof value === "string");
    return { ...(Object.fromEntries(pairs) as Values), ...here };
  } catch {
    return here;
  }
}
