/** The film of the home page's hero (R-PAGE-01). */

import assert from "node:assert/strict";
import { test } from "node:test";

import type { Page } from "playwright-core";

import { bringIntoView, visit } from "./support";
import { assertVisible } from "./visible";

const FILM = "[data-film]";
const isFilm = (path: string) => path.endsWith(".mp4");

/** Moves the mouse until the script has noticed it. */
async function moveMouse(page: Page) {
  for (let step = 0; (await page.locator(`${FILM}[controls]`).count()) === 0; step += 1) {
    await page.mouse.move(600, 300 + (step % 50));
  }
}

/** Waits until the browser has reported to the page's observers that the film is in sight. */
const waitForReport = (page: Page) =>
  page.locator(FILM).evaluate((film) => new Promise<void>((resolve) => new IntersectionObserver(([entry]) => entry?.isIntersecting && resolve()).observe(film)));

const waitUntilPlaying = (page: Page) => page.waitForFunction((film) => !document.querySelector<HTMLVideoElement>(film)?.paused, FILM);
const waitUntilPaused = (page: Page) => page.waitForFunction((film) => document.querySelector<HTMLVideoElement>(film)?.paused, FILM);

test("the film waits for the reader's first sign, plays while it is in sight, and stays stopped", () =>
  visit("/", {}, async (page, { inside }) => {
    await page.waitForLoadState("networkidle");
    assert.deepEqual(inside.filter(isFilm), [], "nothing of it is fetched before");
    assert.equal(await page.locator(".hero noscript").isVisible(), false);
    await moveMouse(page);
    await waitUntilPlaying(page);
    assert.equal(inside.some(isFilm), true);
    await bringIntoView(page, "footer");
    await waitUntilPaused(page);
    await bringIntoView(page, FILM);
    await waitUntilPlaying(page);
    await page.locator(FILM).evaluate((film) => (film as HTMLVideoElement).pause());
    await bringIntoView(page, "footer");
    await bringIntoView(page, FILM);
    await waitForReport(page);
    assert.equal(await page.locator(FILM).evaluate((film) => (film as HTMLVideoElement).paused), true, "the reader stopped it");
  }));

const savesData = async (page: Page) => {
  await page.addInitScript(() => Object.defineProperty(navigator, "connection", { value: { saveData: true } }));
};
for (const [who, options] of [["who asks for less motion", { reducedMotion: true }], ["who saves data", { before: savesData }]] as const) {
  test(`the film waits until ${who} starts it`, () =>
    visit("/", options, async (page, { inside }) => {
      await moveMouse(page);
      await bringIntoView(page, FILM);
      await page.waitForLoadState("networkidle");
      assert.deepEqual(inside.filter(isFilm), []);
      await page.locator(FILM).evaluate((film) => (film as HTMLVideoElement).play());
      assert.equal(inside.some(isFilm), true);
    }));
}

test("without scripts the film has controls", () =>
  visit("/", { scripts: false }, async (page) => {
    assert.equal((await assertVisible(page, "noscript video[controls]")).length, 1);
    assert.equal(await page.locator(FILM).isVisible(), false);
  }));
