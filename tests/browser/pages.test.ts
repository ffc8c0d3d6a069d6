/**
 * Every template of the site, in React's development build, which reports mistakes in the console: read from top to bottom, with every
 * island hydrated, nothing is reported, nothing moves, and axe finds nothing. `layout.test.ts` has the texts of all articles.
 */

import { describe, test } from "node:test";

import type { Page } from "playwright-core";

import { assertAccessible } from "./accessibility";
import { TEMPLATE_ROUTES, siteDist } from "./site";
import { assertNoShift, endAnimations, visitEach } from "./support";

/** Scrolls through the page, and moves the pointer over every control of a modal, so that every island is hydrated. */
async function readAll(page: Page) {
  await page.evaluate(async () => {
    for (let top = 0; top < document.documentElement.scrollHeight; top += 700) {
      scrollTo({ top, behavior: "instant" });
      await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
    }
    for (const control of document.querySelectorAll("[data-opens], [data-hydrate='interaction']")) {
      control.dispatchEvent(new PointerEvent("pointerover", { bubbles: true }));
    }
  });
  await page.waitForFunction(() => {
    const islands = [...document.querySelectorAll<HTMLElement>("[data-island]")].filter((root) => root.dataset["hydrate"] !== "never");
    return islands.every((root) => root.dataset["hydrated"] !== undefined);
  });
}

describe("every page", { concurrency: 2 }, () => {
  for (const width of [360, 1200]) {
    test(`at ${width} pixels`, () =>
      visitEach(TEMPLATE_ROUTES, { width, dist: siteDist("development") }, async (page) => {
        await readAll(page);
        await assertNoShift(page);
        await endAnimations(page);
        await assertAccessible(page);
      }));
  }
});
