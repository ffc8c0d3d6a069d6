/** The video of the home page's hero (R-PAGE-01). */

import assert from "node:assert/strict";
import { test } from "node:test";

import type { Page } from "playwright-core";

import { bringIntoView, visit } from "./support";
import { assertVisible } from "./visible";

const VIDEO = "[data-video]";
const TOGGLE = ".hero-toggle";
const isVideo = (path: string) => path.endsWith(".mp4");

/** Moves the mouse until the script of the video has run. */
async function moveMouse(page: Page) {
  for (let step = 0; (await page.locator(TOGGLE).isHidden()); step += 1) {
    await page.mouse.move(600, 300 + (step % 50));
  }
}

/** Waits until the browser has reported to the page's observers that the video is in sight. */
const waitForReport = (page: Page) =>
  page.locator(VIDEO).evaluate((video) => new Promise<void>((resolve) => new IntersectionObserver(([entry]) => entry?.isIntersecting && resolve()).observe(video)));

const waitUntilPlaying = (page: Page) => page.waitForFunction((video) => !document.querySelector<HTMLVideoElement>(video)?.paused, VIDEO);
const waitUntilPaused = (page: Page) => page.waitForFunction((video) => document.querySelector<HTMLVideoElement>(video)?.paused, VIDEO);

test("the video is fetched at the first interaction, plays while it is in sight, and stays paused once the visitor pauses it", () =>
  visit("/", {}, async (page, { inside }) => {
    await page.waitForLoadState("networkidle");
    assert.deepEqual(inside.filter(isVideo), [], "nothing of it is fetched before the first interaction");
    assert.equal(await page.locator(".hero noscript").isVisible(), false);
    await moveMouse(page);
    await waitUntilPlaying(page);
    assert.equal(inside.some(isVideo), true);
    await bringIntoView(page, "footer");
    await waitUntilPaused(page);
    await bringIntoView(page, VIDEO);
    await waitUntilPlaying(page);
    const playingLabel = await page.locator(TOGGLE).getAttribute("aria-label");
    await page.locator(TOGGLE).click();
    await waitUntilPaused(page);
    assert.notEqual(await page.locator(TOGGLE).getAttribute("aria-label"), playingLabel);
    await bringIntoView(page, "footer");
    await bringIntoView(page, VIDEO);
    await waitForReport(page);
    assert.equal(await page.locator(VIDEO).evaluate((video) => (video as HTMLVideoElement).paused), true, "the visitor paused it");
  }));

const savesData = async (page: Page) => {
  await page.addInitScript(() => Object.defineProperty(navigator, "connection", { value: { saveData: true } }));
};
for (const [who, options] of [["with reduced motion", { reducedMotion: true }], ["who saves data", { before: savesData }]] as const) {
  test(`the video waits until a visitor ${who} starts it`, () =>
    visit("/", options, async (page, { inside }) => {
      await moveMouse(page);
      await bringIntoView(page, VIDEO);
      await page.waitForLoadState("networkidle");
      assert.deepEqual(inside.filter(isVideo), []);
      await page.locator(TOGGLE).click();
      await waitUntilPlaying(page);
      assert.equal(inside.some(isVideo), true);
    }));
}

test("without scripts the video has controls", () =>
  visit("/", { scripts: false }, async (page) => {
    assert.equal((await assertVisible(page, "noscript video[controls]")).length, 1);
    assert.equal(await page.locator(VIDEO).isVisible(), false);
  }));
