/** R-MOTION-07: questions of the home page and modules of the course, one open at a time. */

import assert from "node:assert/strict";
import { test } from "node:test";

import type { Page } from "playwright-core";

import { assertNoShift, visit } from "./support";

const ACCORDIONS = [
  { what: "the questions", path: "/", name: "faq" },
  { what: "the syllabus", path: "/DigitalMarketingCourse/", name: "syllabus" },
];

/** The numbers of the open items. */
const open = (page: Page, name: string) =>
  page.locator(`details[name="${name}"]`).evaluateAll((all) => all.flatMap((item, at) => ((item as HTMLDetailsElement).open ? [at + 1] : [])));

for (const { what, path, name } of ACCORDIONS) {
  const summaries = (page: Page) => page.locator(`details[name="${name}"] > summary`);

  for (const scripts of [true, false]) {
    test(`${what}: the first is open, and one at a time${scripts ? "" : ", without a script"}`, () =>
      visit(path, { scripts }, async (page) => {
        const island = page.locator(`[data-island="Accordion"]`, { has: page.locator(`details[name="${name}"]`) });
        assert.equal(await island.getAttribute("data-hydrate"), "never", "no script is fetched for it");
        await island.scrollIntoViewIfNeeded();
        if (scripts) {
          await assertNoShift(page);
        }
        assert.deepEqual(await open(page, name), [1]);
        await summaries(page).nth(2).click();
        assert.deepEqual(await open(page, name), [3]);
        await summaries(page).nth(2).click();
        assert.deepEqual(await open(page, name), []);
        for (const text of await page.locator(`details[name="${name}"] > :not(summary)`).allTextContents()) {
          assert.ok(text.trim().length > 0, "every text is in the HTML");
        }
      }));
  }

  test(`${what}: the keyboard opens and closes`, () =>
    // A text that is closing still takes focus.
    visit(path, { reducedMotion: true }, async (page) => {
      await summaries(page).nth(0).focus();
      await page.keyboard.press("Enter");
      assert.deepEqual(await open(page, name), []);
      await page.keyboard.press("Tab");
      assert.ok(await summaries(page).nth(1).evaluate((summary) => summary === document.activeElement));
      await page.keyboard.press("Space");
      assert.deepEqual(await open(page, name), [2]);
    }));

  test(`${what}: a link to an item opens it`, () =>
    visit(`${path}#${name}-3`, {}, async (page) => {
      await page.waitForFunction((of) => document.querySelectorAll<HTMLDetailsElement>(`details[name="${of}"]`)[2]?.open, name);
      assert.deepEqual(await open(page, name), [3]);
    }));
}

test("it opens smoothly, and at once with reduced motion", async () => {
  for (const reducedMotion of [false, true]) {
    await visit("/", { reducedMotion }, async (page) => {
      const item = page.locator('details[name="faq"]').nth(1);
      const heights = await item.evaluate(async (details) => {
        const height = () => details.getBoundingClientRect().height;
        const closed = height();
        details.querySelector("summary")?.click();
        await new Promise((resolve) => requestAnimationFrame(resolve));
        return { closed, atFirst: height() };
      });
      const atEnd = await item.evaluate(async (details) => {
        await Promise.all(details.getAnimations({ subtree: true }).map((animation) => animation.finished));
        return details.getBoundingClientRect().height;
      });
      assert.ok(atEnd > heights.closed + 20, "it opens");
      assert.equal(heights.atFirst > heights.closed + 20, reducedMotion, JSON.stringify({ ...heights, atEnd }));
    });
  }
});
