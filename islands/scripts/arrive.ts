/**
 * What every page does at its end, before it is drawn; it stands in the page itself.
 *
 * 1. A page that is loaded again stands at its top, as `data-scroll-top` says.
 * 2. `frame` is fetched after the first paint: beside the fonts it would take its share of the line.
 */

const { frame, scrollTop } = document.body.dataset;
const [visit] = performance.getEntriesByType("navigation") as PerformanceNavigationTiming[];

if (visit?.type === "reload" && !location.hash && (scrollTop === "always" || !location.search)) {
  history.scrollRestoration = "manual";
  scrollTo({ top: 0, behavior: "instant" });
}
addEventListener("load", () => new PerformanceObserver(() => import(frame!)).observe({ type: "paint", buffered: true }));

export {};
