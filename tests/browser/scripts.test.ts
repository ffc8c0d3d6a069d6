/** The plain scripts: the typewriter (R-MOTION-08), old addresses (R-ROUTE-19), scroll ids (R-ROUTE-20, -21), suggestions (R-ROUTE-17). */

import assert from "node:assert/strict";
import { test } from "node:test";

import type { Page } from "playwright-core";

import { ARTICLE, htmlOf } from "./site";
import { assertNoShift, drawFrame, visit } from "./support";
import { until } from "./wait";

const WORDS = [...htmlOf("/").matchAll(/data-word="([^"]*)"/g)].map(([, word]) => word ?? "");
const LINE = ".typed-line";

for (const width of [360, 1200]) {
  test(`the tagline types its words for ever, and moves nothing, at ${width} pixels`, () =>
    visit("/", { width, clock: true }, async (page) => {
      const { type, erase, rest } = await page.locator(LINE).evaluate(({ dataset }) => ({
        type: Number((dataset as DOMStringMap)["typeMs"]),
        erase: Number((dataset as DOMStringMap)["eraseMs"]),
        rest: Number((dataset as DOMStringMap)["restMs"]),
      }));
      const said = () => page.locator(LINE).textContent();
      for (let round = 0; round < 2; round += 1) {
        for (const [at, word] of WORDS.entries()) {
          assert.equal(await said(), word);
          await page.clock.runFor(rest - 1);
          assert.equal(await said(), word, "a whole word rests");
          await page.clock.runFor(1);
          assert.equal(await said(), word.slice(0, -1));
          await page.clock.runFor(erase * (word.length - 1));
          assert.equal(await said(), "");
          const next = WORDS[(at + 1) % WORDS.length] ?? "";
          await page.clock.runFor(erase);
          assert.equal(await said(), next.slice(0, 1));
          await page.clock.runFor(type * (next.length - 1));
        }
      }
      await assertNoShift(page);
      assert.ok((await page.locator(".tagline").textContent())?.includes(WORDS.join(", ")));
    }));
}

for (const [what, options] of [["without scripts", { scripts: false }], ["with reduced motion", { reducedMotion: true, clock: true }]] as const) {
  test(`the tagline is the whole text ${what}`, () =>
    visit("/", options, async (page) => {
      assert.equal(await page.locator(".typed-all").innerText(), WORDS.join(", "));
      const box = await page.locator(".typed-all").boundingBox();
      assert.ok(box && box.width > 100, "for all to see");
      assert.equal(await page.locator(".typewriter").isVisible(), false);
    }));
}

const OLD_ADDRESSES = [
  ["/#/AboutUs?id=meetourteam", "/AboutUs/?id=meetourteam"],
  ["/#/AboutUs", "/AboutUs/"],
  ["/#/Blogs/", "/Blogs/"],
  ["/#/WorkWithUs?id=whyjoinus&utm_source=x", "/WorkWithUs/?id=whyjoinus&utm_source=x"],
  ["/?gclid=7#/AboutUs?id=meetourteam", "/AboutUs/?id=meetourteam&gclid=7"],
  [`/#${ARTICLE.slice(0, -1)}`, ARTICLE],
  ["/#/Nowhere", "/Nowhere/"],
  ["/#//other.example/x", "/other.example/x/"],
  ["/#/\\other.example", "/other.example/"],
  // These addresses are not old.
  ["/", "/"],
  ["/#faq", "/#faq"],
] as const;

test("an old address leads to its page before the home page is seen", () =>
  visit("/Privyr/", { expects: [/status of 404/] }, async (page, { origin }) => {
    let sawHome = false;
    await page.exposeFunction("sawHome", () => (sawHome = true));
    await page.addInitScript(() => {
      new PerformanceObserver(() => {
        if (document.querySelector(".hero")) {
          void (window as unknown as { sawHome: () => void }).sawHome();
        }
      }).observe({ type: "paint", buffered: true });
    });
    for (const [from, to] of OLD_ADDRESSES) {
      sawHome = false;
      // From `about:blank`: on the same page, a change of the fragment alone would load nothing.
      await page.goto("about:blank");
      await page.goto(from).catch((error: unknown) => assert.match(String(error), /interrupted|ERR_ABORTED/));
      await page.waitForURL((url) => !url.hash.startsWith("#/"));
      await page.waitForLoadState();
      await drawFrame(page);
      // The observer is called a moment after the first paint.
      if (from === to) await until(() => sawHome, `${from} is seen`);
      assert.deepEqual({ from, to: page.url().slice(origin.length), sawHome }, { from, to, sawHome: from === to });
    }
  }));

test("an old address that is no page gets a suggestion", () =>
  visit("/#/Abouttus", { expects: [/status of 404/] }, async (page) => {
    await page.locator("[data-suggestion] a").waitFor();
    assert.equal(await page.locator("[data-suggestion] a").getAttribute("href"), "/AboutUs/");
  }));

test("an old address that is typed on the home page is followed", () =>
  visit("/", {}, async (page) => {
    await page.evaluate(() => (location.hash = "#/ContactUs"));
    await page.waitForURL("**/ContactUs/");
  }));

const SLIPS = [
  ["/aboutus", "/AboutUs/"],
  ["/ABOUTUS/", "/AboutUs/"],
  ["/Blog/", "/Blogs/"],
  ["/CaseStudeis/", "/CaseStudies/"],
  [ARTICLE.toLowerCase(), ARTICLE],
  ["/Acadmey", "/Academy/"],
  ["/ToursAndWorkshop/", "/ToursandWorkshops/"],
] as const;

test("a misspelt address gets the nearest page as a suggestion", () =>
  visit("/aboutus", { expects: [/status of 404/] }, async (page) => {
    for (const [asked, href] of SLIPS) {
      await page.goto(asked);
      const suggestion = page.locator("[data-suggestion]");
      assert.notEqual(await suggestion.innerText(), "");
      assert.equal(await suggestion.locator("a").getAttribute("href"), href, asked);
      await assertNoShift(page);
    }
  }));

test("an address that is near to no page gets links, and no suggestion", () =>
  visit("/wp-login.php", { expects: [/status of 404/] }, async (page) => {
    assert.equal(await page.locator("[data-suggestion]").innerText(), "");
    const links = await page.locator("main a").evaluateAll((all) => all.map((link) => link.getAttribute("href")));
    assert.deepEqual(links, ["/", "/Blogs/", "/ContactUs/"]);
  }));

const SCROLL_IDS = {
  "/AboutUs": ["ourphilosophy", "purposeofeyrie", "meetourteam", "headlinesandhighlights", "empoweringchange"],
  "/WorkWithUs": ["workculture", "companyvibe", "whyjoinus", "welookfor", "eagleattitude"],
};

/** How far the page is scrolled from where an element's middle, or the top of one that is too tall, is nearest to where it belongs, in pixels. */
const distance = (page: Page, id: string) =>
  page.locator(`#${id}`).evaluate((element) => {
    const { top, bottom } = element.getBoundingClientRect();
    const header = document.querySelector("header")!.offsetHeight;
    const most = document.documentElement.scrollHeight - innerHeight;
    const wanted = Math.min(most, Math.max(0, scrollY + Math.min((top + bottom) / 2 - innerHeight / 2, top - header)));
    return Math.abs(scrollY - wanted);
  });

/** Waits until the page has stood still for some frames. */
async function waitUntilStill(page: Page) {
  await page.waitForFunction(() => {
    const state = window as unknown as { lastY?: number; stillFor?: number };
    state.stillFor = state.lastY === scrollY ? (state.stillFor ?? 0) + 1 : 0;
    state.lastY = scrollY;
    return state.stillFor > 12;
  });
}

for (const [path, ids] of Object.entries(SCROLL_IDS)) {
  test(`${path}?id=… scrolls that part to the middle of the screen, with its heading below the header, and Tab leads on from there`, () =>
    visit(path, { reducedMotion: true }, async (page) => {
      for (const width of [992, 360]) {
        await page.setViewportSize({ width, height: 800 });
        for (const id of ids) {
          await page.goto(`${path}?id=${id}`);
          // The script that scrolls runs after the first paint.
          await page.waitForFunction(() => scrollY > 0);
          await waitUntilStill(page);
          assert.ok((await distance(page, id)) < 3, `${id} is ${await distance(page, id)} pixels off at ${width} pixels`);
          const [heading, header] = await page.evaluate((part) => [document.querySelector(`#${part} h2`), document.querySelector("header")].map((one) => one!.getBoundingClientRect()), id);
          assert.ok(heading!.top >= header!.bottom && heading!.top < 800, `the heading of ${id} is at ${heading!.top} at ${width} pixels`);
          await page.keyboard.press("Tab");
          const isBefore = await page.locator(`#${id}`).evaluate((part) => document.activeElement!.compareDocumentPosition(part) === Node.DOCUMENT_POSITION_FOLLOWING);
          assert.ok(!isBefore, `Tab leads to before ${id}`);
        }
      }
    }));
}

test("it scrolls there smoothly, and jumps with reduced motion", async () => {
  for (const reducedMotion of [false, true]) {
    await visit("/WorkWithUs?id=eagleattitude", {
      width: 992,
      reducedMotion,
      before: async (page) => {
        await page.addInitScript(() => {
          const asked: unknown[] = [];
          Object.assign(window, { asked });
          for (const name of ["scrollBy", "scrollTo"] as const) {
            const scroll = window[name].bind(window) as (options: unknown) => void;
            Object.assign(window, {
              [name]: (options: ScrollToOptions) => {
                asked.push(options.behavior);
                scroll(options);
              },
            });
          }
        });
      },
    }, async (page) => {
      await page.waitForFunction(() => scrollY > 0);
      await waitUntilStill(page);
      assert.ok((await distance(page, "eagleattitude")) < 3);
      assert.deepEqual(await page.evaluate(() => (window as unknown as { asked: unknown[] }).asked), [reducedMotion ? "instant" : "smooth"]);
    });
  }
});

test("without a query the page opens at its top; an id works as a fragment too", async () => {
  await visit("/AboutUs/", { reducedMotion: true }, async (page) => {
    assert.equal(await page.evaluate(() => scrollY), 0);
    // From `about:blank`: on the same page, a change of the fragment alone would load nothing.
    await page.goto("about:blank");
    await page.goto("/AboutUs/#meetourteam");
    await waitUntilStill(page);
    const top = await page.locator("#meetourteam").evaluate((element) => element.getBoundingClientRect().top);
    assert.ok(top >= 0 && top < 200, `${top}`);
  });
});

for (const [path, top] of [["/AboutUs/", true], ["/AboutUs/?from=mail", true], ["/PrivacyPolicy/", true], ["/PrivacyPolicy/?from=mail", false]] as const) {
  test(`${path} loaded again ${top ? "stands at its top" : "stays where it was"}`, () =>
    visit(path, { reducedMotion: true }, async (page) => {
      await page.evaluate(() => scrollTo({ top: 900, behavior: "instant" }));
      await drawFrame(page);
      await page.reload();
      await waitUntilStill(page);
      assert.equal(await page.evaluate(() => scrollY), top ? 0 : 900);
    }));
}
