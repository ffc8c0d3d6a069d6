/** The list of pages in the bar. */

import type * as api from "./api";
import { make } from "./dom";

type Pages = api.Site["pages"];

/** Brings the options up to date. New ones would close the open list, and there may be thousands: if only titles differ, only these are set. */
export function updatePageList(list: HTMLSelectElement, before: Pages, now: Pages): void {
  const label = ({ route, title }: Pages[number]) => (title === route ? route : `${title} (${route})`);
  const hasSameRoutes = before.length === now.length && now.every(({ route }, number) => route === before[number]?.route);
  if (!hasSameRoutes) return list.replaceChildren(...now.map((page) => make("option", { value: page.route }, label(page))));
  const options = [...list.options];
  now.forEach((page, number) => page.title !== before[number]?.title && options[number]?.replaceChildren(label(page)));
}
