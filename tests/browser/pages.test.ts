/**
 * Every page of the site, in React's development build, which reports every mistake in the console: read from top to bottom, with every
 * island hydrated, nothing is reported, nothing moves, and everyone can use it.
 */

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, test } from "node:test";
import { brotliCompressSync } from "node:zlib";

import type { Page } from "playwright-core";

import { ARTICLE, ARTICLES, KINDS, htmlOf, siteDist } from "./site";
import { assertAccessible, assertNoShift, visit } from "./support";

const SCRIPT_BYTES_MOST = 2048;

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

/** Ends what fades up, so that it is not half transparent. */
const endAnimations = (page: Page) =>
  page.evaluate(() => document.getAnimations().forEach((animation) => animation.effect?.getComputedTiming().iterations !== Infinity && animation.finish()));

describe("every page", { concurrency: 3 }, () => {
  for (const route of KINDS) {
    for (const width of [360, 1200]) {
      test(`${route} at ${width} pixels`, () =>
        visit(route, { width, dist: siteDist("development") }, async (page) => {
          await readAll(page);
          await assertNoShift(page);
          await endAnimations(page);
          await assertAccessible(page);
        }));
    }
  }

  test("the text of every other article", () =>
    // Their template is that of the one above, without islands of its own.
    visit(ARTICLE, { width: 360, reducedMotion: true }, async (page) => {
      for (const route of ARTICLES.filter((route) => route !== ARTICLE)) {
        await page.goto(route, { waitUntil: "domcontentloaded" });
        await assertAccessible(page, "main");
      }
    }));
});

test(`no page fetches more than ${SCRIPT_BYTES_MOST} bytes of script before its visitor does anything`, async () => {
  const compressed = (text: string | Buffer) => brotliCompressSync(text).length;
  const all = [...KINDS];
  const found: string[] = [];
  // Several at a time: most of the time goes into waiting whether something else is fetched.
  const lane = async () => {
    for (let route = all.shift(); route; route = all.shift()) {
      const html = htmlOf(route);
      await visit(route, { width: 360 }, async (page, { inside }) => {
        await page.waitForLoadState("networkidle");
        const files = inside.filter((path) => path.endsWith(".js")).map((path) => compressed(readFileSync(join(siteDist(), path))));
        // JSON and rules for prefetching are data, not scripts.
        const inline = compressed(html) - compressed(html.replace(/<script(?![^>]*(?:application|speculationrules|src=))[^>]*>[^]*?<\/script>/g, ""));
        if (files.reduce((sum, bytes) => sum + bytes, inline) > SCRIPT_BYTES_MOST) {
          found.push(`${route}: ${inline} in the page and ${files.join(" + ")} in files`);
        }
      });
    }
  };
  await Promise.all([lane(), lane(), lane(), lane()]);
  assert.deepEqual(found, []);
});
