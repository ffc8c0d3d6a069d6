/** The modals with a frame of another service: brochure and enrolment on the Academy page. */

import assert from "node:assert/strict";
import { test } from "node:test";

import type { Page } from "playwright-core";

import { assertAccessible } from "./accessibility";
import { assertNoShift, visit } from "./support";

const PAGE = "/Academy/";
const OPENER = '[data-opens="brochure-dialog"]';
const MODAL = "#brochure-dialog dialog";

const isOpen = (page: Page) => page.locator(`${MODAL}:modal`).count().then((count) => count === 1);
const pageIsLocked = (page: Page) => page.evaluate(() => document.documentElement.classList.contains("modal-open"));
const focusIsOn = (page: Page, selector: string) => page.locator(selector).first().evaluate((element) => element === document.activeElement);

async function open(page: Page) {
  await page.locator(OPENER).first().click();
  await page.locator(`${MODAL}:modal`).waitFor();
  // The modal is half transparent until it has faded in.
  await page.locator(MODAL).evaluate((dialog) => Promise.all(dialog.getAnimations({ subtree: true }).map((it) => it.finished)));
}

async function assertClosed(page: Page) {
  await page.locator(`${MODAL}:modal`).waitFor({ state: "detached" });
  assert.equal(await pageIsLocked(page), false);
  assert.ok(await focusIsOn(page, OPENER), "focus is back on the control that opened it");
}

for (const width of [360, 1200]) {
  test(`a click opens it at ${width} pixels, with its frame in the space kept for it`, () =>
    visit(PAGE, { width }, async (page, { outside }) => {
      const address = page.url();
      assert.deepEqual(outside, [], "the frame waits for the modal");
      await open(page);
      assert.equal(await pageIsLocked(page), true);
      assert.equal(await page.locator(`${MODAL} iframe`).count(), 1);
      assert.equal(outside.length, 1);
      const box = await page.locator(MODAL).boundingBox();
      assert.ok(box && box.x >= 0 && box.x + box.width <= width && box.y >= 0 && box.y + box.height <= 800, "it fits the screen");
      assert.equal(page.url(), address, "the link is not followed");
      await assertNoShift(page);
      await assertAccessible(page, MODAL);
    }));
}

test("Escape closes it", () =>
  visit(PAGE, {}, async (page) => {
    await open(page);
    await page.keyboard.press("Escape");
    await assertClosed(page);
  }));

test("its close button closes it, and it opens again with the same frame", () =>
  visit(PAGE, {}, async (page, { outside }) => {
    await open(page);
    await page.locator(`${MODAL} .dialog-close`).click();
    await assertClosed(page);
    await open(page);
    assert.equal(outside.length, 1, "the frame is loaded once");
  }));

test("a click beside it closes it; one in it, or a drag out of it, does not", () =>
  visit(PAGE, {}, async (page) => {
    await open(page);
    await page.locator(`${MODAL} .dialog-title`).click();
    assert.ok(await isOpen(page));
    const box = await page.locator(`${MODAL} .dialog-title`).boundingBox();
    assert.ok(box);
    await page.mouse.move(box.x + 5, box.y + 5);
    await page.mouse.down();
    await page.mouse.move(5, 5, { steps: 5 });
    await page.mouse.up();
    assert.ok(await isOpen(page), "a drag that ends beside it");
    await page.mouse.click(5, 5);
    await assertClosed(page);
  }));

test("focus stays in it", () =>
  visit(PAGE, {}, async (page) => {
    await page.locator(OPENER).first().focus();
    await page.keyboard.press("Enter");
    await page.locator(`${MODAL}:modal`).waitFor();
    // A frame that is still loading takes no focus.
    await page.frameLocator(`${MODAL} iframe`).locator("button").waitFor();
    const seen = new Set<string>();
    const focused = async () => {
      // While the focus moves into a frame of another process, no element has it.
      await page.waitForFunction(() => document.activeElement !== document.body);
      return page.evaluate((modal) => {
        const at = document.activeElement;
        return at?.closest(modal) ? `${at.localName}.${at.className}` : "outside";
      }, MODAL);
    };
    for (let i = 0; i < 8; i += 1) {
      seen.add(await focused());
      await page.keyboard.press("Tab");
    }
    assert.deepEqual([...seen].sort(), ["a.", "button.dialog-close", "iframe."]);
    await page.keyboard.press("Shift+Tab");
    assert.notEqual(await focused(), "outside");
  }));

test("without a script the control leads to the same form on the page", () =>
  visit(PAGE, { scripts: false }, async (page) => {
    const href = await page.locator(OPENER).first().getAttribute("href");
    assert.equal(href, "/Academy/#brochure");
    assert.equal(await page.locator("#brochure iframe[src]").count(), 1);
  }));
