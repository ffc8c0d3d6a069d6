/** Forms and maps of other companies: in frames that load when they are near, in space that is kept for them, beside a plain link. */

import assert from "node:assert/strict";
import { test } from "node:test";

import { assertNoShift, visit } from "./support";

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

test("R-PAGE-07: the frame is there for who comes straight to it", () =>
  // With motion the browser is still on its way there when the script comes, and that is a sign.
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

for (const [path, count] of [["/ContactUs/", 2], ["/Academy/", 2]] as const) {
  test(`R-PAGE-12: every frame on ${path} has a name, and a plain link for where it is blocked`, () =>
    visit(path, {}, async (page) => {
      const frames = page.locator(".embed");
      assert.equal(await frames.count(), count);
      for (const frame of await frames.all()) {
        assert.ok(await frame.locator("iframe[loading=lazy][title]:not([title=''])").count());
        const link = frame.locator("a[target=_blank]");
        assert.match((await link.getAttribute("href")) ?? "", /^https:/);
        assert.ok((await link.innerText()).length > 3);
      }
    }));
}
