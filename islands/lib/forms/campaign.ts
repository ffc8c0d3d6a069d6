/** What the address told of the advertisement that led here: only the parameters that a form asks for, and only for this visit. */

import type { Delivery, Values } from "./model";

const KEY = "campaign";

/** Notes the wanted parameters of an address, and gives them. Without any, what was noted before stays. */
export function note(search: string, wanted: readonly string[]): Values {
  const parameters = new URLSearchParams(search);
  const found: Record<string, string> = {};
  for (const name of wanted) {
    const value = parameters.get(name);
    if (value) {
      found[name] = value;
      try {
        sessionStorage.setItem(KEY, JSON.stringify(found));
      } catch {}
    }
  }
  return found;
}

/** What deliveries want to know, of what was noted. */
export function known(deliveries: readonly Delivery[]): Values {
  const wanted = new Set(deliveries.flatMap((delivery) => Object.values(delivery.campaign)));
  if (wanted.size === 0) {
    return {};
  }
  const here = note(location.search, [...wanted]);
  try {
    const noted: unknown = JSON.parse(sessionStorage.getItem(KEY) ?? "{}");
    const pairs = Object.entries(noted ?? {}).filter(([name, value]) => wanted.has(name) && typeof value === "string");
    return { ...(Object.fromEntries(pairs) as Values), ...here };
  } catch {
    return here;
  }
}
