/** Lighthouse's judgement of a page, on a simulated phone and on a desktop. */

import { launch } from "chrome-launcher";
import lighthouse, { type Config, desktopConfig, type RunnerResult as Result } from "lighthouse";

import { LARGEST_PAINT, SCORE } from "./limits";
import type { Findings } from "./report";

const CATEGORIES = ["performance", "accessibility", "best-practices", "seo"];

/** How often the machine's speed is measured: it is the median that counts. */
const SPEED_RUNS = 5;

export interface Options {
  /** Runs on each page and device, of which the one with the median largest paint is kept. */
  runs: number;
  /** How many times slower than this machine the simulated phone is; or "auto": as much as Lighthouse's documentation says for this machine. */
  cpu: number | "auto";
}

/** Runs Lighthouse on each page and device. */
export async function judge(origin: string, routes: string[], options: Options, findings: Findings) {
  const chrome = await launch({
    ...(process.env["CHROMIUM"] ? { chromePath: process.env["CHROMIUM"] } : {}),
    chromeFlags: ["--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run"],
    logLevel: "silent",
  });
  try {
    const slowdown = options.cpu === "auto" ? await slowdownHere(origin, chrome.port, findings) : options.cpu;
    const phone: Config = { extends: "lighthouse:default", settings: { throttling: { cpuSlowdownMultiplier: slowdown } } };
    for (const route of routes) {
      await onDevice("mobile", phone, origin, route, options.runs, chrome.port, findings);
      await onDevice("desktop", desktopConfig, origin, route, options.runs, chrome.port, findings);
    }
  } finally {
    chrome.kill();
  }
}

/** The factor between this machine and a phone of the middle class, noted among the findings. */
async function slowdownHere(origin: string, port: number, findings: Findings): Promise<number> {
  const speeds: number[] = [];
  while (speeds.length < SPEED_RUNS) {
    const result = await lighthouse(origin, { port, logLevel: "silent", onlyCategories: ["seo"] });
    speeds.push(result?.lhr.environment.benchmarkIndex ?? 0);
  }
  const speed = speeds.sort((a, b) => a - b)[Math.floor(SPEED_RUNS / 2)] ?? 0;
  const slowdown = Math.round(10 * slowdownFor(speed)) / 10;
  findings.note(`Lighthouse's benchmark of this machine: ${speeds.join(", ")}; the phone is simulated ${slowdown} times slower.`);
  return slowdown;
}

/**
 * The factor for a machine with this index in Lighthouse's benchmark: 1 at 150 (a slow phone), 2 at 800, 3 at 1300, 4 at 1533. Source:
 * https://github.com/GoogleChrome/lighthouse/blob/main/docs/throttling.md#calibrating-multipliers and the calculator that it names.
 */
function slowdownFor(speed: number): number {
  if (speed >= 1300) {
    return 3 + (speed - 1300) / 233;
  }
  return speed >= 800 ? 2 + (speed - 800) / 500 : Math.max(1, 1 + (speed - 150) / 650);
}

async function onDevice(
  device: "mobile" | "desktop",
  config: Config,
  origin: string,
  route: string,
  runs: number,
  port: number,
  findings: Findings,
) {
  const results: Result["lhr"][] = [];
  for (let run = 0; run < runs; run++) {
    const once = () => lighthouse(origin + route, { port, logLevel: "silent", onlyCategories: CATEGORIES }, config);
    let result = await once();
    // Chrome loses the beginning of a recording now and then.
    if (result?.lhr.runtimeError) {
      result = await once();
    }
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
  findings.figure(route, `blocking time ${device}`, `${Math.round(median.audits["total-blocking-time"]?.numericValue ?? 0)} ms`);
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
