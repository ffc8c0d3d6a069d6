/**
 * Every page of the site, in React's development build, which tells of every mistake in the console: read from top to bottom, with every
 * island brought to life, nothing is said, nothing moves, and everyone can use it.
 */

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, test } from "node:test";
import { brotliCompressSync } from "node:zlib";

import type { Page } from "playwright-core";

import { assertAccessible, assertNoShift, siteDist, visit } from "./support";

const SCRIPT_BYTES_MOST = 2048;

const sitemap = readFileSync(join(siteDist(), "sitemap.xml"), "utf8");
const routes = [...sitemap.matchAll(/<loc>([^<]*)<\/loc>/g)].map(([, address]) => new URL(address ?? "").pathname);
const isArticle = (route: string) => fileOf(route).includes('class="article"');

function fileOf(route: string): string {
  return readFileSync(join(siteDist(), route.endsWith("/") ? `${route}index.html` : route), "utf8");
}

/** Scrolls through the page, and turns to every control of a modal, so that every island that ever comes to life does. */
async function readAll(page: Page) {
  const height = await page.evaluate(() => document.documentElement.scrollHeight);
  for (let y = 0; y < height; y += 700) {
    await page.evaluate(async (top) => {
      scrollTo({ top, behavior: "instant" });
      await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
    }, y);
  }
  await page.evaluate(() => {
    for (const control of document.querySelectorAll("[data-opens], [data-hydrate='interaction']")) {
      control.dispatchEvent(new PointerEvent("pointerover", { bubbles: true }));
    }
  });
  await page.waitForFunction(() => {
    const alive = [...document.querySelectorAll<HTMLElement>("[data-island]")].filter((root) => root.dataset["hydrate"] !== "never");
    return alive.every((root) => root.dataset["hydrated"] !== undefined);
  });
}

assert.equal(routes.length, 15 + 16, "pages and articles in the sitemap");

describe("every page", { concurrency: 3 }, () => {
  for (const route of [...routes, "/404.html"]) {
    // Articles have one template, whose wide form one of them shows.
    const widths = isArticle(route) && route !== "/DigitalMarketingCourseAfter12th/" ? [360] : [360, 1200];
    for (const width of widths) {
      test(`${route} at ${width} pixels`, () =>
        visit(route, { width, dist: siteDist("development") }, async (page) => {
          await readAll(page);
          await assertNoShift(page);
          await page.evaluate(() => document.getAnimations().forEach((animation) => animation.effect?.getComputedTiming().iterations !== Infinity && animation.finish()));
          await assertAccessible(page);
        }));
    }
  }
});

test(`no page fetches more than ${SCRIPT_BYTES_MOST} bytes of script before its visitor does anything`, async () => {
  const compressed = (text: string | Buffer) => brotliCompressSync(text).length;
  const all = [...routes, "/404.html"];
  const found: string[] = [];
  // Several at a time: most of the time goes into waiting whether something else is fetched.
  const lane = async () => {
    for (let route = all.shift(); route; route = all.shift()) {
      const html = fileOf(route);
      await visit(route, { width: 360 }, async (page, { inside }) => {
        await page.waitForLoadState("networkidle");
        const files = inside.filter((path) => path.endsWith(".js")).map((path) => compressed(readFileSync(join(siteDist(), path))));
        const inline = compressed(html) - compressed(html.replace(/<script(?![^>]*(?:application|src=))[^>]*>[^]*?<\/script>/g, ""));
        if (files.reduce((sum, bytes) => sum + bytes, inline) > SCRIPT_BYTES_MOST) {
          found.push(`${route}: ${inline} in the page and ${files.join(" + ")} in files`);
        }
      });
    }
  };
  await Promise.all([lane(), lane(), lane(), lane()]);
  assert.deepEqual(found, []);
});
