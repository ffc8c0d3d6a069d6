/** R-MOTION-06: the counters of the home page. */

import assert from "node:assert/strict";
import { test } from "node:test";

import type { Page } from "playwright-core";

import { islandProps } from "./site";
import { assertNoShift, bringIntoView, drawFrame, waitForHydration, visit } from "./support";

const PROPS = islandProps("/", "Counter");
const FIGURES = PROPS.map(({ prefix, value, suffix }) => `${prefix ?? ""}${value}${suffix ?? ""}`);
const TARGETS = PROPS.map(({ value }) => value);
/** All counters have these times. */
const { delay_ms: DELAY_MS, duration_ms: DURATION_MS } = PROPS[0] ?? { delay_ms: 0, duration_ms: 0 };
const COUNTERS = '[data-island="Counter"]';

const figures = (page: Page) => page.locator(`${COUNTERS} dd`).allTextContents();
const values = async (page: Page) => (await page.locator(`${COUNTERS} .counter-value`).allTextContents()).map(Number);

async function ready(page: Page) {
  await waitForHydration(page, COUNTERS);
  await page.waitForFunction((counters) => [...document.querySelectorAll(counters)].every((root) => root.hasAttribute("data-hydrated")), COUNTERS);
  // Now all counters are in view.
  await bringIntoView(page, ".counters");
}

test("the final figures are in the HTML", () =>
  visit("/", { scripts: false }, async (page) => {
    assert.deepEqual(await figures(page), FIGURES);
  }));

for (const width of [360, 1200]) {
  test(`some time after they come into view they count up, and nothing moves, at ${width} pixels`, () =>
    visit("/", { width, height: 1000, clock: true }, async (page) => {
      await ready(page);
      assert.deepEqual(await figures(page), FIGURES, "as in the HTML");
      await page.clock.runFor(DELAY_MS - 1);
      assert.deepEqual(await figures(page), FIGURES, "still");
      await page.clock.runFor(1);
      assert.deepEqual(await values(page), TARGETS.map(() => 0), "they begin");
      const widths = () => page.locator(`${COUNTERS} .counter-value`).evaluateAll((all) => all.map((element) => element.getBoundingClientRect().width.toFixed(1)));
      const before = await widths();
      let last = await values(page);
      const step = DURATION_MS / 10;
      for (let time = 0; time < 9 * step; time += step) {
        await page.clock.runFor(step);
        const now = await values(page);
        now.forEach((value, at) => assert.ok(value >= (last[at] ?? 0) && value <= (TARGETS[at] ?? 0), `${last[at]} → ${value}`));
        assert.ok(now.some((value, at) => value < (TARGETS[at] ?? 0)), "they are not there yet");
        assert.deepEqual(await widths(), before);
        last = now;
      }
      await page.clock.runFor(step + 50);
      assert.deepEqual(await figures(page), FIGURES);
      await assertNoShift(page);
      await page.clock.runFor(30_000);
      assert.deepEqual(await figures(page), FIGURES, "they count once");
    }));
}

test("counters that were scrolled past before they were hydrated count when they are in view again", () => {
  let release = () => {};
  const held = new Promise<void>((resolve) => (release = resolve));
  const before = async (page: Page) => {
    await page.route("**/islands/Counter.*.js", async (route) => {
      await held;
      await route.continue();
    });
  };
  return visit("/", { height: 1000, clock: true, before }, async (page) => {
    await bringIntoView(page, ".counters");
    await bringIntoView(page, ".site-footer");
    release();
    await page.waitForFunction((counters) => [...document.querySelectorAll(counters)].every((counter) => counter.hasAttribute("data-hydrated")), COUNTERS);
    await drawFrame(page);
    await page.clock.runFor(10_000);
    await bringIntoView(page, ".counters");
    await page.clock.runFor(DELAY_MS - 1);
    assert.deepEqual(await figures(page), FIGURES);
    await page.clock.runFor(1);
    assert.deepEqual(await values(page), TARGETS.map(() => 0), "they begin");
  });
});

test("with reduced motion the final figures are shown", () =>
  visit("/", { height: 1000, reducedMotion: true, clock: true }, async (page) => {
    await ready(page);
    for (let time = 0; time < DELAY_MS + 2 * DURATION_MS; time += 500) {
      await page.clock.runFor(500);
      assert.deepEqual(await figures(page), FIGURES);
    }
  }));
