/** Lighthouse's judgement of a page, on a simulated phone and on a desktop. */

import { launch } from "chrome-launcher";
import lighthouse, { desktopConfig, type RunnerResult as Result } from "lighthouse";

import { LARGEST_PAINT, SCORE } from "./limits";
import type { Findings } from "./report";

const CATEGORIES = ["performance", "accessibility", "best-practices", "seo"];

/** Runs Lighthouse `runs` times on each page and device, and keeps the run with the median largest paint. */
export async function judge(origin: string, routes: string[], runs: number, findings: Findings) {
  const chrome = await launch({
    ...(process.env["CHROMIUM"] ? { chromePath: process.env["CHROMIUM"] } : {}),
    chromeFlags: ["--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run"],
    logLevel: "silent",
  });
  try {
    for (const route of routes) {
      await onDevice("mobile", origin, route, runs, chrome.port, findings);
      await onDevice("desktop", origin, route, runs, chrome.port, findings);
    }
  } finally {
    chrome.kill();
  }
}

async function onDevice(
  device: "mobile" | "desktop",
  origin: string,
  route: string,
  runs: number,
  port: number,
  findings: Findings,
) {
  const results: Result["lhr"][] = [];
  for (let run = 0; run < runs; run++) {
    const config = device === "desktop" ? desktopConfig : undefined;
    const result = await lighthouse(origin + route, { port, logLevel: "silent", onlyCategories: CATEGORIES }, config);
    if (!result || result.lhr.runtimeError) {
      findings.add(route, `Lighthouse (${device})`, result?.lhr.runtimeError?.message ?? "gave no result");
      return;
    }
    results.push(result.lhr);
  }
  const paint = (lhr: Result["lhr"]) => lhr.audits["largest-contentful-paint"]?.numericValue ?? Infinity;
  results.sort((a, b) => paint(a) - paint(b));
  const median = results[Math.floor(results.length / 2)];
  if (!median) {
    return;
  }
  const scores = CATEGORIES.map((category) => Math.round((median.categories[category]?.score ?? 0) * 100));
  findings.figure(route, `Lighthouse ${device}`, scores.join("/"));
  findings.figure(route, `largest paint ${device}`, `${Math.round(paint(median))} ms`);
  CATEGORIES.forEach((category, at) => {
    if ((scores[at] ?? 0) < SCORE) {
      const failed = (median.categories[category]?.auditRefs ?? [])
        .filter((ref) => ref.weight > 0 && (median.audits[ref.id]?.score ?? 1) < 0.9)
        .map((ref) => ref.id);
      findings.add(route, `Lighthouse (${device})`, `${category} is ${scores[at]}: ${failed.join(", ")}`);
    }
  });
  const latest = route === "/" ? LARGEST_PAINT.home : LARGEST_PAINT.other;
  if (device === "mobile" && paint(median) > latest) {
    findings.add(route, "largest paint", `${Math.round(paint(median))} ms, at most ${latest} ms`);
  }
}
