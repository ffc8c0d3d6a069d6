/** The measurement of Core Web Vitals, sent to the endpoint of `data-vitals` when the visitor leaves the page. */

import { type Metric, onCLS, onFCP, onINP, onLCP, onTTFB } from "web-vitals";

const endpoint = document.querySelector<HTMLElement>("script[data-vitals]")?.dataset["vitals"];
const measured = new Map<string, Metric>();

function send() {
  if (endpoint && measured.size > 0) {
    const metrics = [...measured.values()].map(
      ({ name, value, rating, id, navigationType }) => ({ name, value, rating, id, navigationType }),
    );
    navigator.sendBeacon(endpoint, JSON.stringify({ page: location.pathname, metrics }));
    measured.clear();
  }
}

for (const on of [onCLS, onFCP, onINP, onLCP, onTTFB]) {
  on((metric) => measured.set(metric.name, metric));
}
// Some browsers fire only one of `pagehide` and `visibilitychange`.
addEventListener("pagehide", send);
addEventListener("visibilitychange", () => {
  if (document.visibilityState === "hidden") {
    send();
  }
});
