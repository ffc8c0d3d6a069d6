/**
 * Pages on small screens, with long words, in large type, without pictures, scripts or colours of their own, and on paper: every text stays on the
 * screen and can be read (R-FRAME-03, R-MOTION-05, R-MOTION-07, R-PAGE-01 to R-PAGE-14).
 */

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, test } from "node:test";
import { brotliCompressSync } from "node:zlib";

import type { Page } from "playwright-core";

import { assertAccessible } from "./accessibility";
import { ARTICLE, ARTICLES, TEMPLATE_ROUTES, htmlOf, siteDist } from "./site";
import { type Visit, type VisitOptions, endAnimations, shifts, visitEach } from "./support";
import { assertVisible } from "./visible";

/** Half of what https://web.dev/articles/cls calls good. */
const MAX_FONT_SHIFT = 0.05;

/** The compressed scripts that a page may load before any interaction. */
const MAX_SCRIPT_BYTES = 2048;

/** The elements with content. */
const PARTS = "h1, h2, h3, dt, dd, blockquote, figcaption, summary, label, img, video[poster], .button, time";

/** The elements that a control opens, that only screen readers read, or that replace others. */
const HIDDEN = "dialog, noscript, [hidden], details:not([open]) > :not(summary), .visually-hidden, .site-menu";

/** Fails if an element with content cannot be seen. */
async function assertAllSeen(page: Page) {
  const hidden = HIDDEN.split(", ").flatMap((selector) => [selector, `:is(${selector}) *`]).join(", ");
  assert.ok((await assertVisible(page, `main :is(${PARTS}):not(${hidden})`)).length > 2);
  assert.equal((await assertVisible(page, ".site-header .brand")).length, 1);
  assert.equal((await assertVisible(page, ".site-footer .copyright")).length, 1);
}

/** Returns the texts that cannot be read, each with the reason. */
async function unreadable(page: Page, within = "body"): Promise<string[]> {
  return page.evaluate((selector) => {
    const remembered = <Key, Value>(find: (key: Key) => Value) => {
      const known = new Map<Key, Value>();
      return (key: Key): Value => {
        const value = known.has(key) ? (known.get(key) as Value) : find(key);
        known.set(key, value);
        return value;
      };
    };
    const canvas = document.createElement("canvas").getContext("2d", { willReadFrequently: true });
    const rgba = remembered((colour: string) => {
      if (!canvas) {
        return [0, 0, 0, 1];
      }
      canvas.clearRect(0, 0, 1, 1);
      canvas.fillStyle = colour;
      canvas.fillRect(0, 0, 1, 1);
      return [...canvas.getImageData(0, 0, 1, 1).data];
    });
    const luminance = (colour: number[]) => {
      const [r = 0, g = 0, b = 0] = colour.map((part) => (part / 255 <= 0.04045 ? part / 255 / 12.92 : ((part / 255 + 0.055) / 1.055) ** 2.4));
      return 0.2126 * r + 0.7152 * g + 0.0722 * b;
    };
    const ground = remembered((element: Element | null): { colour: number[]; isPicture: boolean } => {
      if (!element) {
        return { colour: [255, 255, 255, 255], isPicture: false };
      }
      const { backgroundColor, backgroundImage } = getComputedStyle(element);
      const colour = rgba(backgroundColor);
      return backgroundImage !== "none" ? { colour, isPicture: true } : (colour[3] ?? 0) > 200 ? { colour, isPicture: false } : ground(element.parentElement);
    });
    const isScrolled = remembered((inner: Element | null): boolean =>
      inner !== null && (/auto|scroll/.test(getComputedStyle(inner).overflowX) || isScrolled(inner.parentElement)),
    );
    // Styles are examined at the end of their transitions.
    for (const animation of document.getAnimations()) {
      if (animation instanceof CSSTransition) {
        animation.finish();
      }
    }
    const wide = document.documentElement.clientWidth;
    const found: string[] = [];
    const texts = document.createTreeWalker(document.querySelector(selector) ?? document.body, NodeFilter.SHOW_TEXT);
    for (let node = texts.nextNode(); node; node = texts.nextNode()) {
      const text = node.textContent?.trim() ?? "";
      const element = node.parentElement;
      // Texts that only screen readers read, that a control opens, or that are drawn or typed.
      const apart = "script, style, template, noscript, svg, dialog, form, iframe, option, .visually-hidden, .skip-link, .site-menu, [popover], .typed, .menu-button, .chat-link, .stars, .honeypot, video, details:not([open]) > :not(summary), [hidden]";
      if (!text || !element || element.closest(apart)) {
        continue;
      }
      const say = (what: string) => found.push(`${what}: ${element.localName}.${element.className}: ${text.slice(0, 60)}`);
      if (!element.checkVisibility({ opacityProperty: true, visibilityProperty: true })) {
        say("hidden");
        continue;
      }
      const range = document.createRange();
      range.selectNodeContents(node);
      const boxes = [...range.getClientRects()];
      if (!boxes.some(({ width, height }) => width > 0 && height > 0)) {
        say("without size");
      }
      // A text may leave the screen within an element that scrolls.
      if (!isScrolled(element) && boxes.some(({ left, right }) => left < -1 || right > wide + 1)) {
        say("off the screen");
      }
      const { colour, isPicture } = ground(element);
      const [light, dark] = [luminance(colour), luminance(rgba(getComputedStyle(element).color))].sort((a, b) => b - a);
      if (!isPicture && ((light ?? 0) + 0.05) / ((dark ?? 0) + 0.05) < 3) {
        say("too faint");
      }
    }
    return found;
  }, within);
}

/** Fails if the page is wider than the screen, or a text cannot be read. */
async function assertFits(page: Page) {
  const what = `${page.url()} at ${page.viewportSize()?.width} pixels`;
  const [wide, screen] = await page.evaluate(() => [document.documentElement.scrollWidth, document.documentElement.clientWidth]);
  assert.ok((wide ?? 0) <= (screen ?? 0), `${what} is ${wide} pixels wide`);
  assert.deepEqual(await unreadable(page), [], what);
}

/** Takes the steps on each of the routes. */
function onEach(title: string, routes: readonly string[], options: VisitOptions, steps: (page: Page, visit: Visit, route: string) => Promise<void>) {
  test(title, () => visitEach(routes, options, steps));
}

/** Words of headings and figures, of up to 24 letters, that do not fit into their line: broken, or running into what stands beside them. */
function brokenWords(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const broken: string[] = [];
    for (const element of document.querySelectorAll("main :is(h1, h2, h3, dd)")) {
      const { right } = element.getBoundingClientRect();
      const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
      for (let node = walker.nextNode(); node; node = walker.nextNode()) {
        for (const { 0: word, index } of (node.nodeValue ?? "").matchAll(/(?<![\p{L}\d])[\p{L}\d]{2,24}(?![\p{L}\d])/gu)) {
          const range = document.createRange();
          range.setStart(node, index);
          range.setEnd(node, index + word.length);
          const lines = [...range.getClientRects()].filter((rect) => rect.width > 1);
          const isBroken = Math.max(...lines.map((rect) => rect.top)) >= Math.min(...lines.map((rect) => rect.bottom));
          if (isBroken || lines.some((rect) => rect.right > right + 1 && element.matches("dd"))) {
            broken.push(word);
          }
        }
      }
    }
    return broken;
  });
}

/** Fails if the page does not fit with all text in twice its size. */
async function assertFitsInLargeType(page: Page, widths: number[]) {
  await page.evaluate(() => document.documentElement.style.setProperty("font-size", "200%"));
  for (const width of widths) {
    await size(page, width);
    await assertFits(page);
  }
  await page.evaluate(() => document.documentElement.style.removeProperty("font-size"));
}

/** Fails if a text cannot be read in the colours of the visitor's system, or a button has no edge there. */
async function assertReadableInSystemColours(page: Page) {
  await page.emulateMedia({ forcedColors: "active" });
  assert.deepEqual(await unreadable(page), [], page.url());
  const bare = await page.locator("main .button").evaluateAll((all) =>
    all.filter((button) => {
      const { borderTopWidth, borderTopStyle, outlineStyle } = getComputedStyle(button);
      return (borderTopStyle === "none" || borderTopWidth === "0px") && outlineStyle === "none";
    }).map((button) => button.textContent),
  );
  assert.deepEqual(bare, [], page.url());
  await page.emulateMedia({ forcedColors: "none" });
}

/** Fails if the text of a page cannot be read on paper, or a control or picture is there. */
async function assertReadableOnPaper(page: Page) {
  await page.emulateMedia({ media: "print" });
  // A4 without its margins.
  await size(page, 680);
  await assertVisible(page, "main h1, main .prose p, main .carousel-slide, main .accordion summary, main .accordion-text");
  const forScreens = page.locator(":is(.site-header, button, form, iframe, .button, main img:not(.logos *, .carousel-logos *)):visible");
  assert.deepEqual(await forScreens.evaluateAll((all) => all.map(({ outerHTML }) => outerHTML.slice(0, 80))), [], page.url());
  const texts = await page.locator("main :is(h1, h2, h3, h4, p, li, dt, dd):visible").evaluateAll((all) => all.map((one) => getComputedStyle(one).color));
  assert.deepEqual(new Set(texts), new Set(["rgb(0, 0, 0)"]), page.url());
  const link = page.locator('main :is(.prose, .accordion-text, .embed-link) a[href^="http"]').first();
  if (await link.count()) {
    assert.ok((await link.evaluate((one) => getComputedStyle(one, "::after").content)).includes(await link.getAttribute("href") ?? ""));
  }
  await page.emulateMedia({ media: null });
}

/** Puts a very long word before every text. */
async function addLongWords(page: Page) {
  await page.evaluate(() => {
    for (const element of document.querySelectorAll("main :is(h1, h2, h3, p, li, dd, dt, a, summary, figcaption, blockquote), .site-footer :is(a, p)")) {
      const text = [...element.childNodes].find((node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim());
      if (text && !element.closest(".visually-hidden, .typed, .counter, .banner-huge h1, .facts-figures dd")) {
        text.textContent = `Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbau ${text.textContent}`;
      }
    }
  });
}

const size = (page: Page, width: number) => page.setViewportSize({ width, height: 800 });

describe("pages under stress", { concurrency: 2 }, () => {
  // One visit checks much, as most of the time goes into loading pages.
  const STRESS = "R-PAGE-01 to R-PAGE-14: every page fits and can be seen at any width, in large type, in the visitor's own colours, on paper, and with long words";
  onEach(STRESS, TEMPLATE_ROUTES, { reducedMotion: true }, async (page) => {
    // 640 pixels: a window of 1280 at 200 %.
    for (const width of [320, 360, 640, 768, 1440]) {
      await size(page, width);
      await assertFits(page);
      assert.deepEqual(await brokenWords(page), [], `${page.url()} at ${width} px`);
      const edges = await page.locator("main .container").evaluateAll((all) => all.map((one) => one.getBoundingClientRect().left));
      assert.equal(new Set(edges.map(Math.round)).size, 1, `${page.url()} at ${width} px: containers begin at ${edges.join(", ")}`);
      const rooms = await page.locator('main .section[class*="surface-"]').evaluateAll((all) =>
        all.map((one) => (one.querySelector(".section-heading")?.getBoundingClientRect().top ?? Infinity) - one.getBoundingClientRect().top),
      );
      assert.ok(rooms.every((room) => room >= 32), `${page.url()} at ${width} px: headings of surfaces begin ${rooms.join(", ")} pixels below their edge`);
      if (width === 360 || width === 1440) {
        await assertAllSeen(page);
      }
    }
    await assertReadableInSystemColours(page);
    await assertReadableOnPaper(page);
    await assertFitsInLargeType(page, [360, 768, 1440]);
    await addLongWords(page);
    for (const width of [320, 768, 1200]) {
      await size(page, width);
      await assertFits(page);
    }
  });

  onEach("R-PAGE-05: the text of every other article fits small screens, in large type too, and axe finds nothing", ARTICLES.filter((route) => route !== ARTICLE), { reducedMotion: true }, async (page) => {
    await size(page, 320);
    await assertFits(page);
    assert.deepEqual(await brokenWords(page), [], page.url());
    await size(page, 360);
    await assertAccessible(page, "main");
    await assertFitsInLargeType(page, [360]);
  });

  onEach("R-FRAME-03, R-MOTION-05, R-MOTION-07: without scripts all is there", TEMPLATE_ROUTES, { width: 360, scripts: false }, async (page) => {
    await assertFits(page);
    await assertVisible(page, "main .carousel-slide");
    await assertVisible(page, "main details > summary");
    // An accordion's other items open by a click, and show their text.
    for (const item of (await page.locator("main .accordion details:nth-child(n + 2)").all()).slice(0, 2)) {
      await item.locator("summary").click();
      await item.locator("summary ~ *").first().waitFor();
    }
  });

  onEach(
    "R-PAGE-01 to R-PAGE-14: missing pictures do no harm",
    TEMPLATE_ROUTES,
    {
      width: 360,
      reducedMotion: true,
      before: async (page) => {
        // An empty picture looks like a missing one, and the browser logs no failed request.
        await page.route(/\.(avif|jpg|mp4|png|svg|webm|webp)$/, (route) => route.fulfill({ body: "" }));
      },
    },
    async (page) => {
      for (const width of [360, 1200]) {
        await size(page, width);
        await assertFits(page);
      }
    },
  );

  // With the fallback fonts of most machines, what shifts is a line of a headline that breaks elsewhere, at a few widths.
  const BEFORE_FONTS: VisitOptions = {
    lateFonts: true,
    before: async (page) => {
      await page.route("**/*.woff2", async (route) => {
        await page.waitForFunction(() => performance.getEntriesByName("first-contentful-paint").length > 0);
        await route.continue();
      });
    },
  };
  const LATE_FONTS = "R-FRAME-03, R-FRAME-04: type that comes late moves little, few bytes of script come by themselves, and what faded up stays";
  onEach(LATE_FONTS, TEMPLATE_ROUTES, { ...BEFORE_FONTS, width: 360 }, async (page, { inside }, route) => {
    await page.evaluate(() => document.fonts.ready);
    const moved = (await shifts(page)).reduce((sum, { value }) => sum + value, 0);
    assert.ok(moved <= MAX_FONT_SHIFT, `${route}: ${moved}`);

    await page.waitForLoadState("networkidle");
    const compressed = (text: string | Buffer) => brotliCompressSync(text).length;
    // JSON and rules for prefetching are data, not scripts. The scripts are compressed by themselves, as other texts of the page change the size by chance.
    const scripts = htmlOf(route).match(/<script(?![^>]*(?:application|speculationrules|src=))[^>]*>[^]*?<\/script>/g) ?? [];
    const inline = compressed(scripts.join(""));
    // Chromium's headless shell has a pointer at the top left, in the header, for which the menus are fetched.
    const fetched = inside.filter((path) => path.endsWith(".js") && !path.includes("header-menus"));
    const files = fetched.map((path) => compressed(readFileSync(join(siteDist(), path))));
    assert.ok(files.reduce((sum, bytes) => sum + bytes, inline) <= MAX_SCRIPT_BYTES, `${route}: ${inline} bytes in the page and ${files.join(" + ")} in files`);

    const height = await page.evaluate(() => document.documentElement.scrollHeight);
    for (let y = 0; y < height; y += 700) {
      await page.evaluate(async (top) => {
        scrollTo({ top, behavior: "instant" });
        await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
      }, y);
    }
    await endAnimations(page);
    assert.deepEqual(await unreadable(page, "main"), [], route);
  });
});
