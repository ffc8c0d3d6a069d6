/** R-PAGE-05 to R-PAGE-13 on a small screen and on a wide one: what the buttons of modals open, frames, and what single pages have. */

import assert from "node:assert/strict";
import { describe, test } from "node:test";

import type { Page } from "playwright-core";

import { ARTICLE, TEMPLATE_ROUTES, htmlOf } from "./site";
import { visit } from "./support";
import { assertNewTabs, assertVisible } from "./visible";

/** The same page at both widths, without motion: how it moves is tested elsewhere, and counters show their last figure. */
function atBothWidths(title: string, path: string, steps: (page: Page) => Promise<void>) {
  test(`${title}: ${path}`, () =>
    visit(path, { width: 360, reducedMotion: true }, async (page) => {
      for (const width of [360, 1200]) {
        await page.setViewportSize({ width, height: 800 });
        await steps(page);
      }
    }));
}

/** A frame of another service that has loaded, with a plain link beside it. */
async function assertEmbed(page: Page, within: string) {
  await page.locator(`${within} iframe`).scrollIntoViewIfNeeded();
  await page.frameLocator(`${within} iframe`).getByRole("heading", { name: "Another host" }).waitFor();
  assert.equal((await assertVisible(page, `${within} iframe`)).length, 1);
  assertNewTabs(await assertVisible(page, `${within} .embed-link a`));
}

describe("pages", { concurrency: 2 }, () => {
  for (const path of TEMPLATE_ROUTES.filter((path) => htmlOf(path).includes('data-opens="'))) {
    atBothWidths("R-PAGE-07 to R-PAGE-11, every button of a modal opens it", path, async (page) => {
      for (const control of await page.locator("main [data-opens]").all()) {
        assert.notEqual(((await control.textContent()) ?? "").trim(), "");
        await control.click();
        const modal = page.locator("dialog[open]");
        await modal.locator("form, iframe").first().waitFor();
        // The button of an opening chooses the opening's role.
        const choice = await control.getAttribute("data-choice");
        assert.ok(choice === null || (await modal.locator("select").inputValue()) === choice, `${choice}`);
        await page.keyboard.press("Escape");
        await modal.waitFor({ state: "detached" });
      }
    });
  }

  atBothWidths("R-PAGE-05, an article's title in capitals, and its last button in the middle", ARTICLE, async (page) => {
    const [banner, ...more] = await assertVisible(page, ".banner-article .uppercase");
    assert.ok(banner && more.length === 0 && banner.text === banner.text.toUpperCase(), banner?.text);
    const offset = await page.locator("article .centred a").evaluate((link) => {
      const [own, around] = [link, link.closest(".centred") ?? link].map((element) => element.getBoundingClientRect());
      return own && around && Math.abs(own.left + own.right - around.left - around.right);
    });
    assert.ok(offset !== undefined && offset < 4, `${offset}`);
  });

  atBothWidths("R-PAGE-12, form and map come", "/ContactUs/", async (page) => {
    await assertEmbed(page, "#form");
    await page.locator("#map details").evaluate((map: HTMLDetailsElement) => (map.open = true));
    await assertEmbed(page, "#map");
  });

  test("R-PAGE-13: the affiliate's page opens beside the site's", () =>
    visit("/Privyr/", {}, async (page) => {
      const tab = page.context().waitForEvent("page");
      await page.locator("main section a").click();
      assert.equal(await (await tab).evaluate(() => opener), null, "it cannot reach back");
      assert.ok(page.url().endsWith("/Privyr/"), "the site stays open");
    }));
});
