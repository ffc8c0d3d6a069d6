/**
 * Visits of pages in a browser. The tests of a file share one browser and the servers, and a test fails if anything goes wrong in its page.
 *
 * `tests/browser/run` names the built site in SITE_DIST and SITE_DIST_DEVELOPMENT, and the browser in CHROMIUM. A test visits a page:
 *
 *     test("the menu opens", () => visit("/", { width: 360 }, async (page) => { … }));
 *
 * 1. The page opens in a window of its own with this width, motion, scripting and clock. Requests to other hosts are recorded and answered here.
 * 2. The steps of the test are taken.
 * 3. Errors and warnings in the console, uncaught errors and failed requests fail the test, unless it expects them.
 */

import assert from "node:assert/strict";
import { after } from "node:test";
import { isDeepStrictEqual } from "node:util";

import type { BrowserContext, Page, Request } from "playwright-core";

import { sharedBrowser } from "./browser";
import { OutOfTime, limitTime } from "./time-limit";
import { type Server, serve } from "./server";
import { siteDist } from "./site";

/** The widths that the specification names. */
export const WIDTHS = [360, 414, 670, 992, 1200] as const;

/** The time of a stopped clock when a page is opened. */
export const NOW = new Date("2025-11-03T09:00:00+05:30");

export interface VisitOptions {
  width?: number;
  height?: number;
  /** Whether the visitor prefers reduced motion. */
  reducedMotion?: boolean;
  /** Whether scripts run, which is the default. */
  scripts?: boolean;
  /** Whether the device has a touchscreen instead of a mouse. */
  touch?: boolean;
  /** Timers, dates and animation frames stand still until `page.clock.runFor`. CSS and Web Animations go on: see `stopAnimations`. */
  clock?: boolean;
  /** Whether fonts may arrive after the first paint. */
  lateFonts?: boolean;
  /** The folder to serve, instead of SITE_DIST. */
  dist?: string;
  /** Prepares the window before its first page is opened, such as by routes and init scripts. */
  before?: (page: Page, origin: string) => Promise<void>;
  /** Problems that the test brings about on purpose; each must occur. */
  expects?: RegExp[];
}

export interface Visit {
  origin: string;
  /** Addresses on other hosts that the page asked for. */
  outside: string[];
  /** Addresses on this host that the page asked for, as paths. */
  inside: string[];
  /** What went wrong so far, one line each. */
  problems: string[];
}

const servers = new Map<string, Promise<Server>>();

after(async () => {
  await Promise.all([...servers.values()].map(async (server) => (await server).close()));
});

type Steps = (page: Page, visit: Visit, path: string) => Promise<void>;

/** Opens a page of the site and takes the steps on it. */
export const visit = (path: string, options: VisitOptions, steps: Steps): Promise<void> => visitEach([path], options, steps);

/**
 * Opens several pages of the site, one after the other in the same window, and takes the steps on each: opening a window takes as long as opening a
 * page. On a busy machine, a browser hangs once in thousands of pages, so steps that take too long are taken once more, in another window.
 */
export async function visitEach(paths: readonly string[], options: VisitOptions, steps: Steps): Promise<void> {
  let window: VisitWindow | undefined;
  try {
    for (const path of paths) {
      window = window ? await renewWindow(window, options) : await openWindow(options);
      try {
        await visitOnce(window, path, options, steps);
      } catch (error) {
        if (!(error instanceof OutOfTime)) {
          throw error;
        }
        console.error(`${error.message}; once more`);
        await window.page.context().close();
        window = await openWindow(options);
        await visitOnce(window, path, options, steps);
      }
    }
  } finally {
    await window?.page.context().close();
  }
}

/** A window, with what happens in its page. */
interface VisitWindow {
  page: Page;
  visit: Visit;
}

const viewportOf = (options: VisitOptions) => ({ width: options.width ?? 1200, height: options.height ?? 800 });
const motionOf = (options: VisitOptions) => (options.reducedMotion ? "reduce" : "no-preference");

async function openWindow(options: VisitOptions): Promise<VisitWindow> {
  const { origin } = await serverOf(options.dist ?? siteDist());
  const context = await (await sharedBrowser()).newContext({
    baseURL: origin,
    viewport: viewportOf(options),
    reducedMotion: motionOf(options),
    javaScriptEnabled: options.scripts ?? true,
    hasTouch: options.touch ?? false,
    isMobile: options.touch ?? false,
    locale: "en-IN",
    timezoneId: "Asia/Kolkata",
  });
  context.setDefaultTimeout(30_000);
  const visit: Visit = { origin, outside: [], inside: [], problems: [] };
  await answerOtherHosts(context, visit);
  const page = await context.newPage();
  recordProblems(page, visit);
  if (!options.lateFonts) {
    await holdStylesForFonts(page);
  }
  await page.addInitScript(recordShifts);
  if (options.clock) {
    await page.clock.install({ time: NOW.getTime() - 60_000 });
    await page.clock.pauseAt(NOW);
  }
  await options.before?.(page, origin);
  return { page, visit };
}

/** Leaves the page of a window for the next one. */
async function renewWindow({ page, visit }: VisitWindow, options: VisitOptions): Promise<VisitWindow> {
  await page.goto("about:blank");
  await page.setViewportSize(viewportOf(options));
  await page.emulateMedia({ media: null, colorScheme: null, forcedColors: null, reducedMotion: motionOf(options) });
  for (const list of [visit.outside, visit.inside, visit.problems]) {
    list.length = 0;
  }
  return { page, visit };
}

async function visitOnce({ page, visit }: VisitWindow, path: string, { expects = [] }: VisitOptions, steps: Steps): Promise<void> {
  await page.goto(path);
  await limitTime(page, steps(page, visit, path), `the steps on ${path}`);
  for (const pattern of expects) {
    assert.ok(visit.problems.some((line) => pattern.test(line)), `${pattern} was expected; there were:\n${visit.problems.join("\n")}`);
  }
  const unexpected = visit.problems.filter((line) => !expects.some((pattern) => pattern.test(line)));
  assert.deepEqual(unexpected, [], `problems on ${path}`);
}

function serverOf(folder: string): Promise<Server> {
  const server = servers.get(folder) ?? serve(folder);
  servers.set(folder, server);
  return server;
}

/** Answers requests to other hosts: a frame gets a page, anything else an empty response. */
async function answerOtherHosts(context: BrowserContext, visit: Visit) {
  await context.route(
    (url) => url.protocol.startsWith("http") && url.origin !== visit.origin,
    async (route) => {
      visit.outside.push(route.request().url());
      const isPage = route.request().resourceType() === "document";
      await route.fulfill(
        isPage
          ? { contentType: "text/html", body: '<!DOCTYPE html><html lang="en"><title>Another host</title><main><h1>Another host</h1><button>Send</button></main>' }
          : { status: 204, headers: { "access-control-allow-origin": "*" } },
      );
    },
  );
}

/** Holds style sheets back until the fonts that their page preloads are loaded, which otherwise arrive before or after the first paint by chance. */
async function holdStylesForFonts(page: Page) {
  await page.route("**/*.css", async (route) => {
    const frame = route.request().frame();
    const html = await (await fetch(frame.url())).text();
    const links = html.match(/<link[^>]*\bas="font"[^>]*>/g) ?? [];
    const fonts = links.map((link) => /\bhref="([^"]*)"/.exec(link)?.[1] ?? "");
    const load = (fonts: string[]) => Promise.allSettled(fonts.map((font) => new FontFace("preloaded", `url(${font})`).load()));
    // Fails if the page is left.
    await frame.evaluate(load, fonts).catch(() => {});
    await route.fallback();
  });
}

/** Records what goes wrong in a page, and what it requests. */
function recordProblems(page: Page, visit: Visit) {
  page.on("console", (message) => {
    if (["error", "warning"].includes(message.type())) {
      visit.problems.push(`console ${message.type()}: ${message.text()} (${message.location().url})`);
    }
  });
  page.on("pageerror", (error) => visit.problems.push(`uncaught: ${error.stack ?? error.message}`));
  page.on("request", (request) => {
    if (request.url().startsWith(`${visit.origin}/`)) {
      visit.inside.push(request.url().slice(visit.origin.length));
    }
  });
  page.on("requestfailed", (request) => {
    // A page that is left, or a video that has buffered enough, gives up its requests.
    if (request.failure()?.errorText !== "net::ERR_ABORTED") {
      visit.problems.push(`request failed: ${request.url()}: ${request.failure()?.errorText}`);
    }
  });
}

/** A layout shift. */
export interface Shift {
  value: number;
  /** Whether a key, a click or a tap preceded it by less than half a second. */
  afterInput: boolean;
  /** Whether the HTML was still being read: on a busy machine the browser may draw half of it. */
  whileReading: boolean;
  /** What moved, and from where to where. */
  moved: string[];
}

/** Runs in the page before its scripts: records layout shifts. */
function recordShifts() {
  interface LayoutShift extends PerformanceEntry {
    value: number;
    hadRecentInput: boolean;
    sources: { node: Node | null; previousRect: DOMRect; currentRect: DOMRect }[];
  }
  const shifts: Shift[] = [];
  Object.assign(window, { recordedShifts: shifts });
  const place = (at: DOMRect) => `${at.width}×${at.height} at ${at.x},${at.y}`;
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as LayoutShift[]) {
      shifts.push({
        value: entry.value,
        afterInput: entry.hadRecentInput,
        whileReading: document.readyState === "loading",
        moved: entry.sources.map(({ node, previousRect, currentRect }) => {
          const element = node instanceof Element ? node : node?.parentElement;
          const name = element ? `${element.localName}.${element.className}` : "(gone)";
          return `${name}: ${place(previousRect)} → ${place(currentRect)}`;
        }),
      });
    }
  }).observe({ type: "layout-shift", buffered: true });
}

/** Every layout shift since the page was opened, those after input too. */
export async function shifts(page: Page): Promise<Shift[]> {
  await drawFrame(page);
  return page.evaluate(() => (window as unknown as { recordedShifts: Shift[] }).recordedShifts);
}

/**
 * The largest shift that is ignored. On a busy machine a loaded font may be used one frame late, and the arrow behind the text of a button moves by
 * about half of this, once in hundreds of pages. `layout.test.ts` has the bound for fonts that arrive late.
 */
const MAX_IGNORED_SHIFT = 0.0001;

/** Fails if there was a layout shift, after input too. */
export async function assertNoShift(page: Page) {
  assert.deepEqual((await shifts(page)).filter(({ value, whileReading }) => !whileReading && value > MAX_IGNORED_SHIFT), [], "layout shifts");
}

/** Lets the browser draw, whether or not the page's clock stands still. */
export async function drawFrame(page: Page) {
  // A screenshot of one pixel is made from a frame drawn after the call.
  await page.screenshot({ clip: { x: 0, y: 0, width: 1, height: 1 } });
}

/** Reads a value until it equals the expected one. */
export async function waitUntilEqual<T>(page: Page, read: () => Promise<T>, expected: T) {
  for (const began = Date.now(); ; ) {
    const found = await read();
    if (isDeepStrictEqual(found, expected) || Date.now() - began > 30_000) {
      return assert.deepEqual(found, expected);
    }
    await drawFrame(page);
  }
}

/** Swipes sideways over the middle of an element, by a number of pixels. */
export async function swipe(page: Page, selector: string, by: number) {
  const box = await page.locator(selector).first().boundingBox();
  assert.ok(box, `${selector} is in sight`);
  const y = Math.round(box.y + box.height / 2);
  const from = Math.round(box.x + (box.width - by) / 2);
  const session = await page.context().newCDPSession(page);
  await session.send("Input.dispatchTouchEvent", { type: "touchStart", touchPoints: [{ x: from, y }] });
  for (let part = 1; part <= 10; part += 1) {
    await session.send("Input.dispatchTouchEvent", { type: "touchMove", touchPoints: [{ x: from + (by * part) / 10, y }] });
    await drawFrame(page);
  }
  await session.send("Input.dispatchTouchEvent", { type: "touchEnd", touchPoints: [] });
}

/** Brings the first such element to the middle of the screen, at once. */
export async function bringIntoView(page: Page, selector: string) {
  await page.locator(selector).first().evaluate((element) => element.scrollIntoView({ block: "center", behavior: "instant" }));
  await drawFrame(page);
}

/** Brings an island into view and waits until React runs it. */
export async function waitForHydration(page: Page, selector: string) {
  await bringIntoView(page, selector);
  await page.locator(`${selector}[data-hydrated]`).first().waitFor({ state: "attached" });
}

/** The running CSS transitions and Web Animations of an element: duration, delay and current time, in milliseconds. */
export async function animations(page: Page, selector: string): Promise<{ duration: number; delay: number; at: number }[]> {
  return page.locator(selector).first().evaluate((element) =>
    element.getAnimations({ subtree: true }).map((animation) => {
      const timing = animation.effect?.getComputedTiming();
      return { duration: Number(timing?.duration), delay: Number(timing?.delay), at: Number(animation.currentTime) };
    }),
  );
}

/** Ends the running CSS transitions and Web Animations of a page, but for those that never end. */
export const endAnimations = (page: Page) =>
  page.evaluate(() => document.getAnimations().forEach((animation) => animation.effect?.getComputedTiming().iterations !== Infinity && animation.finish()));

/** Stops the time of CSS transitions and Web Animations, so that on a busy machine none ends before a test has seen it. */
export async function stopAnimations(page: Page) {
  const session = await page.context().newCDPSession(page);
  await session.send("Animation.enable");
  await session.send("Animation.setPlaybackRate", { playbackRate: 0 });
}

/** Moves the running animations of an element to a time, in milliseconds, and stops them there. Those that end before it finish. */
export async function animateTo(page: Page, selector: string, at: number) {
  await page.locator(selector).first().evaluate(async (element, time) => {
    for (const animation of element.getAnimations({ subtree: true })) {
      animation.pause();
      animation.currentTime = time;
      if (time >= Number(animation.effect?.getComputedTiming().endTime)) {
        animation.finish();
        await animation.finished;
      }
    }
  }, at);
}
