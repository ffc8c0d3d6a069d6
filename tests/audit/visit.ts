/**
 * What a visitor's browser makes of a page.
 *
 * 1. On a slow phone: bytes before interaction by type, largest paint, layout shift from the first byte to the end of the scroll, console.
 * 2. At every width: accessibility by axe-core, and that nothing sticks out sideways.
 * 3. Without scripts: that every word which scripts show is there.
 */

import axe from "axe-core";
import { type Browser, type Page, chromium } from "playwright-core";

import { BEFORE_INTERACTION, HTML, SCRIPT, SHIFT, STYLES, WIDTHS } from "./limits";
import type { Findings } from "./report";

const FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run"];

/** Slow 4G as Lighthouse understands it, and a processor four times slower. */
const SLOW_4G = { offline: false, latency: 150, downloadThroughput: (1.6e6 / 8) * 0.9, uploadThroughput: (750e3 / 8) * 0.9 };
const SLOWER = 4;

/** Visits every route; `isArticle` tells which budget is a page's. */
export async function look(origin: string, routes: string[], isArticle: (route: string) => boolean, findings: Findings) {
  const executablePath = process.env["CHROMIUM"];
  const browser = await chromium.launch({ ...(executablePath ? { executablePath } : {}), args: FLAGS });
  try {
    for (const route of routes) {
      const words = await onSlowPhone(browser, origin, route, isArticle(route), findings);
      for (const width of WIDTHS) {
        await atWidth(browser, origin, route, width, findings);
      }
      await withoutScripts(browser, origin, route, words, findings);
    }
  } finally {
    await browser.close();
  }
}

const PHONE = { viewport: { width: 412, height: 823 }, deviceScaleFactor: 1.75, isMobile: true, hasTouch: true };

/** Gives the words that the page shows. */
async function onSlowPhone(browser: Browser, origin: string, route: string, article: boolean, findings: Findings) {
  const context = await browser.newContext(PHONE);
  const page = await context.newPage();
  const devtools = await context.newCDPSession(page);
  await devtools.send("Network.enable");
  await devtools.send("Network.emulateNetworkConditions", SLOW_4G);
  await devtools.send("Emulation.setCPUThrottlingRate", { rate: SLOWER });
  const types = new Map<string, string>();
  const bytes = new Map<string, number>();
  devtools.on("Network.responseReceived", (event) => types.set(event.requestId, event.type));
  devtools.on("Network.loadingFinished", (event) => {
    const type = types.get(event.requestId) ?? "Other";
    bytes.set(type, (bytes.get(type) ?? 0) + event.encodedDataLength);
  });
  page.on("console", (message) => {
    if (["error", "warning"].includes(message.type())) {
      findings.add(route, "console", message.text());
    }
  });
  page.on("pageerror", (error) => findings.add(route, "console", `uncaught: ${error.message}`));
  page.on("response", (response) => {
    if (response.status() >= 400) {
      findings.add(route, "dead link", `${response.status()} for ${response.url()}`);
    }
  });
  await page.addInitScript(recordShifts);
  await page.goto(origin + route, { waitUntil: "networkidle" });
  const paint = await page.evaluate(largestPaint);
  const before = new Map(bytes);
  await scrollThrough(page);
  const words = await page.evaluate(visibleWords);
  const shift = await page.evaluate(() => (window as unknown as { shifts: number[] }).shifts.reduce((sum, value) => sum + value, 0));
  await context.close();

  const of = (type: string) => before.get(type) ?? 0;
  const total = [...before].reduce((sum, [type, size]) => (type === "Media" ? sum : sum + size), 0);
  findings.figure(route, "HTML", kilobytes(of("Document")));
  findings.figure(route, "CSS", kilobytes(of("Stylesheet")));
  findings.figure(route, "script", kilobytes(of("Script")));
  findings.figure(route, "before interaction", kilobytes(total));
  findings.figure(route, "largest paint, really throttled", `${Math.round(paint)} ms`);
  findings.figure(route, "layout shift", shift.toFixed(4));
  const home = route === "/";
  const atMost = (what: string, value: number, limit: number) => {
    if (value > limit) {
      findings.add(route, "budget", `${what}: ${kilobytes(value)}, at most ${kilobytes(limit)}`);
    }
  };
  atMost("HTML", of("Document"), home ? HTML.home : HTML.other);
  atMost("CSS", of("Stylesheet"), STYLES);
  atMost("script before interaction", of("Script"), SCRIPT);
  const most = home ? BEFORE_INTERACTION.home : article ? BEFORE_INTERACTION.article : BEFORE_INTERACTION.other;
  atMost("everything before interaction", total, most);
  if (shift > SHIFT) {
    findings.add(route, "layout shift", shift.toFixed(4));
  }
  return words;
}

async function atWidth(browser: Browser, origin: string, route: string, width: number, findings: Findings) {
  const context = await browser.newContext({ viewport: { width, height: 900 }, reducedMotion: "reduce" });
  const page = await context.newPage();
  await page.goto(origin + route, { waitUntil: "load" });
  await scrollThrough(page);
  const over = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  if (over > 0) {
    findings.add(route, "overflow", `${over} px sideways at ${width} px`);
  }
  // Evaluated by the debugger, which a content security policy does not concern.
  await page.evaluate(axe.source);
  const { violations } = await page.evaluate(() => (window as unknown as { axe: typeof axe }).axe.run());
  for (const rule of violations) {
    findings.add(route, "axe-core", `${rule.help} at ${width} px: ${rule.nodes.map((node) => node.target.join(" ")).join("; ")}`);
  }
  await context.close();
}

async function withoutScripts(browser: Browser, origin: string, route: string, words: string[], findings: Findings) {
  const context = await browser.newContext({ ...PHONE, javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto(origin + route, { waitUntil: "load" });
  const left = new Map<string, number>();
  for (const word of await page.evaluate(visibleWords)) {
    left.set(word, (left.get(word) ?? 0) + 1);
  }
  await context.close();
  const missing = words.filter((word) => {
    const count = left.get(word) ?? 0;
    left.set(word, count - 1);
    return count <= 0;
  });
  findings.figure(route, "words without scripts", `${words.length - missing.length} of ${words.length}`);
  if (missing.length > 0) {
    findings.add(route, "without scripts", `${missing.length} words are missing: ${missing.slice(0, 12).join(" ")}`);
  }
}

/** From top to bottom and back, so that all that waits for being seen has been. */
async function scrollThrough(page: Page) {
  await page.evaluate(async () => {
    const frame = () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
    for (let y = 0; y < document.documentElement.scrollHeight; y += 600) {
      scrollTo({ top: y, behavior: "instant" });
      await frame();
    }
    scrollTo({ top: 0, behavior: "instant" });
  });
  await page.waitForLoadState("networkidle");
}

/** Runs in the page, before everything else there. */
function recordShifts() {
  const shifts: number[] = [];
  Object.assign(window, { shifts });
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as (PerformanceEntry & { value: number })[]) {
      shifts.push(entry.value);
    }
  }).observe({ type: "layout-shift", buffered: true });
}

/** Runs in the page: when its largest element was painted, in milliseconds. */
function largestPaint() {
  return new Promise<number>((resolve) => {
    new PerformanceObserver((list) => resolve(list.getEntries().at(-1)?.startTime ?? 0)).observe({
      type: "largest-contentful-paint",
      buffered: true,
    });
  });
}

/** Runs in the page: the words of its texts, those that a closed accordion or menu hides included. */
function visibleWords() {
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const words: string[] = [];
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    // What scripts draw for the eye alone stands beside the text that it repeats.
    if (!node.parentElement?.closest("script, style, noscript, template, .typewriter")) {
      words.push(...(node.nodeValue ?? "").split(/\s+/).filter(Boolean));
    }
  }
  return words;
}

function kilobytes(bytes: number) {
  return `${(bytes / 1024).toFixed(1)} KB`;
}
