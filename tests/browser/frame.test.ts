/** The header on every screen and by every means (R-FRAME-01), and the fade-up (R-FRAME-03). */

import assert from "node:assert/strict";
import { test } from "node:test";

import type { Page } from "playwright-core";

import { assertAccessible } from "./accessibility";
import { ARTICLE, htmlOf } from "./site";
import { assertNoShift, waitUntilEqual, drawFrame, visit } from "./support";

/** The menus, in the order of the header: the second has tabs. */
const MENUS = [0, 1, 2];
const [ABOUT, SERVICES] = [0, 1];

const summary = (page: Page, menu: number) => page.locator(".drop-down > summary").nth(menu);
const panel = (page: Page, menu: number) => page.locator(".drop-down").nth(menu).locator(".panel");

/** The narrowest screen with menus in a row. */
const WIDE = 992;

/** The time until a menu opens under the mouse, and until it closes after the mouse has left. */
const OPENS_AFTER_MS = 80;
const CLOSES_AFTER_MS = 250;
/** A click within this time after the mouse opened a menu leaves it open. */
const CLICK_AFTER_HOVER_MS = 500;

/** Waits until the panels of these menus, and no others, can be seen. */
async function assertShown(page: Page, ...menus: number[]) {
  await page.waitForFunction((wanted) => {
    const all = [...document.querySelectorAll(".drop-down")];
    const shown = all.flatMap((menu, at) => (menu.querySelector(".panel")?.checkVisibility({ contentVisibilityAuto: true }) ? [at] : []));
    return shown.join() === wanted;
  }, menus.join());
}

/** Fails unless all links of a menu can be seen. Returns their targets. */
async function assertLinks(page: Page, menu: number): Promise<(string | null)[]> {
  const links = await panel(page, menu).locator("a").all();
  assert.ok(links.length >= 3);
  for (const link of links) {
    assert.ok(await link.isVisible());
  }
  return Promise.all(links.map((link) => link.getAttribute("href")));
}

/** Waits until the script of the menus has run. It is fetched when the pointer or the focus enters the header. */
const waitForMenus = (page: Page) =>
  page.evaluate(async () => {
    const address = await new Promise<string>((resolve) => {
      new PerformanceObserver((list) => {
        const script = list.getEntries().find(({ name }) => /\/header-menus\.\w+\.js$/.test(name));
        if (script) {
          resolve(script.name);
        }
      }).observe({ type: "resource", buffered: true });
    });
    await import(address);
  });

for (const width of [WIDE, 1200]) {
  test(`a mouse opens the menus at ${width} pixels, and leaving closes them`, () =>
    visit("/", { width, clock: true }, async (page) => {
      await summary(page, SERVICES).hover();
      await waitForMenus(page);
      for (const menu of MENUS) {
        await summary(page, menu).hover();
        await page.clock.runFor(OPENS_AFTER_MS);
        await assertShown(page, menu);
        await assertLinks(page, menu);
        const box = await panel(page, menu).boundingBox();
        assert.ok(box && box.x >= 0 && box.x + box.width <= width, "it fits the screen");
      }
      await page.mouse.move(width / 2, 790);
      await page.clock.runFor(CLOSES_AFTER_MS - 1);
      await assertShown(page, MENUS.at(-1) ?? 0);
      await page.clock.runFor(1);
      await assertShown(page);
      // A click right after the mouse opened the menu leaves it open. A later one closes it.
      await summary(page, SERVICES).hover();
      await page.clock.runFor(OPENS_AFTER_MS - 1);
      await assertShown(page);
      await page.clock.runFor(1);
      await summary(page, SERVICES).click();
      await assertShown(page, SERVICES);
      await page.clock.runFor(CLICK_AFTER_HOVER_MS);
      await summary(page, SERVICES).click();
      await assertShown(page);
      await assertNoShift(page);
    }));
}

test("the keyboard works the menus", () =>
  visit("/", { width: WIDE }, async (page) => {
    await summary(page, ABOUT).focus();
    await waitForMenus(page);
    await page.keyboard.press("Enter");
    await assertShown(page, ABOUT);
    for (const href of await assertLinks(page, ABOUT)) {
      await page.keyboard.press("Tab");
      assert.equal(await page.evaluate(() => document.activeElement?.getAttribute("href")), href);
    }
    await page.keyboard.press("Escape");
    await assertShown(page);
    assert.ok(await summary(page, ABOUT).evaluate((element) => element === document.activeElement), "focus is back on it");
    await page.keyboard.press("Space");
    await assertShown(page, ABOUT);
    await page.keyboard.press("Shift+Tab");
    await assertShown(page);
  }));

for (const scripts of [true, false]) {
  test(`a click opens and closes${scripts ? "" : ", without a script"}`, () =>
    visit("/", { width: WIDE, scripts, touch: scripts }, async (page) => {
      const press = (menu: number) => (scripts ? summary(page, menu).tap() : summary(page, menu).click());
      for (const menu of MENUS) {
        await press(menu);
        if (scripts) {
          await assertShown(page, menu);
        }
        await assertLinks(page, menu);
      }
      if (scripts) {
        await waitForMenus(page);
        await page.touchscreen.tap(WIDE / 2, 780);
        await assertShown(page);
      }
    }));
}

/** Visits the home page, and takes the first step before its scripts arrive. */
function visitBeforeScripts(first: (page: Page) => Promise<void>, steps: (page: Page) => Promise<void>) {
  let release = () => {};
  const held = new Promise<void>((resolve) => (release = resolve));
  const before = async (page: Page) => {
    await page.route("**/scripts/site-chrome.*.js", (route) => held.then(() => route.continue()));
  };
  return visit("/", { before }, async (page) => {
    await first(page);
    release();
    await waitForMenus(page);
    await steps(page);
  });
}

test("a mouse that rests on a menu before there are scripts opens it when they come", () =>
  visitBeforeScripts((page) => summary(page, SERVICES).hover(), (page) => assertShown(page, SERVICES)));

test("the focus that is in the header before there are scripts works the menus when they come", () =>
  visitBeforeScripts((page) => summary(page, SERVICES).focus(), async (page) => {
    await page.keyboard.press("Enter");
    await assertShown(page, SERVICES);
    await page.keyboard.press("Escape");
    await assertShown(page);
  }));

test("without a script the mouse opens the menus too", () =>
  visit("/", { scripts: false }, async (page) => {
    for (const menu of MENUS) {
      await summary(page, menu).hover();
      await assertLinks(page, menu);
    }
  }));

test("each service's tab shows its tagline and picture under the mouse and on focus, and a click goes to its page", () =>
  visit("/", { width: 1200, clock: true }, async (page) => {
    await summary(page, SERVICES).hover();
    await waitForMenus(page);
    await page.clock.runFor(OPENS_AFTER_MS);
    await assertShown(page, SERVICES);
    const tabs = panel(page, SERVICES).locator(".tab");
    const look = () =>
      tabs.evaluateAll((all) =>
        all.map((tab) => {
          const style = (selector: string) => getComputedStyle(tab.querySelector(selector) ?? tab);
          const isSeen = (selector: string) => style(selector).visibility === "visible" && style(selector).opacity === "1";
          return [isSeen(".tab-image"), isSeen(".tab-tagline"), getComputedStyle(tab).backgroundColor !== "rgba(0, 0, 0, 0)"];
        }),
      );
    const assertOnly = (chosen: number) => waitUntilEqual(page, look, [0, 1, 2].map((at) => [at === chosen, at === chosen, at === chosen]));
    // The first tab is shown before one is chosen.
    await assertOnly(0);
    for (const at of [1, 2, 0]) {
      await tabs.nth(at).hover();
      await assertOnly(at);
    }
    await page.mouse.move(600, 795);
    await page.clock.runFor(CLOSES_AFTER_MS);
    await assertShown(page);
    await page.clock.runFor(CLICK_AFTER_HOVER_MS);
    await summary(page, SERVICES).focus();
    await page.keyboard.press("Enter");
    await assertShown(page, SERVICES);
    for (const at of [0, 1, 2]) {
      await page.keyboard.press("Tab");
      await assertOnly(at);
    }
    const target = await tabs.nth(1).getAttribute("href");
    await tabs.nth(1).click();
    await page.waitForURL(`**${target}`);
  }));

for (const width of [360, 670]) {
  for (const scripts of [true, false]) {
    test(`a small screen has a sheet with flat drop-downs at ${width} pixels${scripts ? "" : ", without a script"}`, () =>
      visit("/AboutUs/", { width, scripts, touch: scripts }, async (page) => {
        const sheet = page.locator("#site-menu");
        const menuButton = page.locator(".menu-button");
        assert.equal(await sheet.isVisible(), false);
        await menuButton.click();
        assert.ok(await sheet.isVisible());
        for (const menu of MENUS) {
          await summary(page, menu).click();
          await assertLinks(page, menu);
          const box = await panel(page, menu).boundingBox();
          assert.ok(box && box.x >= 0 && box.x + box.width <= width);
        }
        for (const href of ["/CaseStudies/", "/Blogs/", "/ContactUs/"]) {
          assert.ok(await sheet.locator(`a[href="${href}"]`).isVisible());
        }
        if (scripts) {
          await assertAccessible(page, "#site-menu");
          await waitForMenus(page);
          await page.keyboard.press("Escape");
          assert.ok(await sheet.isVisible(), "the first Escape closes the drop-down");
          await page.keyboard.press("Escape");
          assert.equal(await sheet.isVisible(), false, "the second the sheet");
        }
      }));
  }
}

/** Scrolls an element out of view and into it. Returns its animations. */
function fade(page: Page, selector: string) {
  return page.locator(selector).last().evaluate(async (element) => {
    document.documentElement.style.scrollBehavior = "auto";
    scrollTo({ top: 0, behavior: "instant" });
    const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
    // Long enough for the observer to notice that it left the view.
    for (let waited = 0; waited < 5; waited += 1) {
      await frame();
    }
    element.scrollIntoView({ block: "center", behavior: "instant" });
    for (let waited = 0; waited < 20 && element.getAnimations().length === 0; waited += 1) {
      await frame();
    }
    return element.getAnimations().map((animation) => {
      const effect = animation.effect as KeyframeEffect;
      const [from, to] = effect.getKeyframes();
      animation.finish();
      return { delay: effect.getTiming().delay, from: from?.["opacity"], to: to?.["opacity"], moves: from?.["translate"] !== to?.["translate"] };
    });
  });
}

for (const { path, selector } of [
  { path: ARTICLE, selector: ".prose > p" },
  { path: "/Agency/", selector: "main > section > .container" },
]) {
  const delay = Number(/data-fade-delay-ms="(\d+)"/.exec(htmlOf(path))?.[1]);
  test(`${path} fades up what comes into view, once, after ${delay} ms`, () =>
    visit(path, { width: 992 }, async (page) => {
      await drawFrame(page);
      assert.deepEqual(await fade(page, selector), [{ delay, from: "0", to: "1", moves: true }]);
      assert.deepEqual(await fade(page, selector), [], "once");
      await assertNoShift(page);
    }));

  test(`${path} hides nothing with reduced motion`, () =>
    visit(path, { reducedMotion: true }, async (page) => {
      const opacities = await page.locator("main *").evaluateAll((all) => all.map((element) => getComputedStyle(element).opacity));
      assert.ok(opacities.every((opacity) => opacity !== "0"));
      assert.deepEqual(await fade(page, selector), []);
    }));
}

test("the page's own script is fetched once the page is loaded and painted", () =>
  visit("/AboutUs/", {}, async (page) => {
    await page.waitForFunction(() => performance.getEntriesByType("resource").some(({ name }) => name.includes("/scripts/site-chrome.")));
    const times = await page.evaluate(() => {
      const [visit] = performance.getEntriesByType("navigation") as PerformanceNavigationTiming[];
      return {
        loaded: visit?.loadEventStart ?? Infinity,
        painted: performance.getEntriesByType("paint")[0]?.startTime ?? Infinity,
        asked: performance.getEntriesByType("resource").find(({ name }) => name.includes("/scripts/site-chrome."))?.startTime ?? 0,
      };
    });
    assert.ok(times.asked > times.loaded && times.asked > times.painted, JSON.stringify(times));
  }));
