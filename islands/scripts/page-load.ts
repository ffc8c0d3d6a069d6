/**
 * The script that runs at the end of every page, before the first paint. It is inlined.
 *
 * 1. Scrolls a reloaded page to its top if its URL has no hash. With a query, only if `data-scroll-top` is `always`.
 * 2. Fetches `site-chrome` after the first paint, so that it does not compete with the fonts for bandwidth.
 */

const { siteChrome, scrollTop } = document.body.dataset;
const [navigation] = performance.getEntriesByType("navigation") as PerformanceNavigationTiming[];

if (navigation?.type === "reload" && !location.hash && (scrollTop === "always" || !location.search)) {
  history.scrollRestoration = "manual";
  scrollTo({ top: 0, behavior: "instant" });
}
addEventListener("load", () => new PerformanceObserver(() => import(siteChrome!)).observe({ type: "paint", buffered: true }));

export {};
