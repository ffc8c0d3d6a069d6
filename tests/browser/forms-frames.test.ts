/** Forms and maps of other services: in frames that load when they are near, in space reserved for them, beside a plain link. */

import assert from "node:assert/strict";
import { test } from "node:test";

import { assertNoShift, visit, visitEach } from "./support";

test("R-PAGE-07: the frames far down the page load when they come near, and move nothing", () =>
  visit("/Academy/", {}, async (page, { outside }) => {
    await page.waitForLoadState("load");
    assert.deepEqual(outside, []);
    const heights = () => page.locator(".embed iframe").evaluateAll((all) => all.map((one) => (one as HTMLElement).offsetHeight));
    const before = await heights();
    assert.ok(before.length === 2 && before.every((height) => height >= 300), `${before}`);
    for (const frame of await page.locator(".embed iframe").all()) {
      await frame.scrollIntoViewIfNeeded();
      await frame.contentFrame().getByRole("button").waitFor();
    }
    assert.equal(outside.length, 2);
    assert.deepEqual(await heights(), before);
    await assertNoShift(page);
  }));

test("R-PAGE-07: a frame loads at once if the page is opened at it", () =>
  // With motion the browser would still be scrolling when the script runs, which is an interaction.
  visit("/Academy/#brochure", { reducedMotion: true }, (page) => page.frameLocator("#brochure iframe").getByRole("button").waitFor()));

for (const scripts of [true, false]) {
  test(`R-PAGE-12: the form comes when it is near, the map when asked for by a click or a key${scripts ? ", and not before" : ", without scripts too"}`, () =>
    visit("/ContactUs/", { scripts }, async (page, { outside }) => {
      const map = page.locator("#map");
      const address = new URL((await map.locator("iframe").getAttribute("src")) ?? "").href;
      const maps = () => outside.filter((url) => url === address).length;
      // Without scripts browsers load frames at once, by the HTML standard.
      if (scripts) {
        await page.waitForLoadState("networkidle");
        assert.deepEqual(outside, []);
      }
      await map.scrollIntoViewIfNeeded();
      await page.frameLocator("#form iframe[src]").getByRole("button").waitFor();
      if (scripts) {
        assert.equal(maps(), 0);
      }
      const control = map.locator("summary");
      await control.focus();
      await page.keyboard.press("Enter");
      await page.frameLocator("#map iframe").getByRole("button").waitFor();
      assert.equal(maps(), 1);
      assert.equal(await map.locator("img").isVisible(), false);
      await control.click();
      await map.locator("img").waitFor();
    }));
}

test("R-PAGE-12: every frame has a name, and a plain link for where it is blocked", () =>
  visitEach(["/ContactUs/", "/Academy/"], {}, async (page) => {
    const frames = page.locator(".embed");
    assert.equal(await frames.count(), 2, page.url());
    for (const frame of await frames.all()) {
      assert.ok(await frame.locator("iframe[loading=lazy][title]:not([title=''])").count());
      const link = frame.locator("a[target=_blank]");
      assert.match((await link.getAttribute("href")) ?? "", /^https:/);
      assert.ok((await link.innerText()).length > 3);
    }
  }));
