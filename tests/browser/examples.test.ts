/**
 * The examples in a real browser: nothing overflows, axe finds nothing, the keyboard leads everywhere, and the search finds words in each language. Then what
 * one example alone has. SITE_BIN names the program.
 */

import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { promisify } from "node:util";

import type { Page } from "playwright-core";

import { assertAccessible } from "./accessibility";
import { sitePath } from "./programs";
import { assertNoShift, visit, visitEach } from "./support";
import { until } from "./wait";

interface Example {
  /** One page of each template, in each language, and the longest. */
  pages: string[];
  /** What is typed into the search of a page, and the page of the first result. */
  searches: { page: string; typed: string; found: string }[];
}

const EXAMPLES: Record<string, Example> = {
  docs: {
    pages: ["/", "/docs/", "/docs/search/", "/docs/reference/", "/docs/decisions/", "/404.html"],
    searches: [{ page: "/", typed: "secitons", found: "/docs/sections/" }],
  },
  journal: {
    pages: [
      "/",
      "/notes/six-o-clock-ferry/",
      "/notes/salt-pans/",
      "/notes/lighthouse-radio/",
      "/archive/",
      "/2024/",
      "/tags/",
      "/letter/",
      "/404.html",
      "/ta/",
      "/ta/notes/ஆறு-மணிப்-படகு/",
      "/ta/archive/",
      "/ta/tags/sea/",
      "/ta/letter/",
    ],
    searches: [
      { page: "/", typed: "lihgthouse", found: "/notes/lighthouse-radio/" },
      { page: "/ta/", typed: "மழை", found: "/ta/notes/தகரக்-கூரையில்-மழை/" },
    ],
  },
};

const folders: string[] = [];
after(() => Promise.all(folders.map((folder) => rm(folder, { recursive: true }))));

const built = new Map<string, Promise<string>>();

/** The output of an example, which is built once. */
function outputOf(name: string): Promise<string> {
  const output = built.get(name) ?? build(name);
  built.set(name, output);
  return output;
}

async function build(name: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), `site-${name}-`));
  folders.push(folder);
  await promisify(execFile)(sitePath(), ["build", "--strict", "--root", `examples/${name}`, "--out", join(folder, "dist")]);
  return join(folder, "dist");
}

/** The elements that end beyond the right edge of the screen, if the page is wider than that. */
const overflowing = (page: Page) =>
  page.evaluate(() => (document.documentElement.scrollWidth > innerWidth ? [...document.querySelectorAll("body *")].filter((one) => one.getBoundingClientRect().right > innerWidth + 1).map((one) => one.outerHTML.slice(0, 80)) : []));

/** Fails if the page is too wide, or axe finds something, in its light or its dark colours. */
async function assertSound(page: Page, width: number, name: string) {
  await page.setViewportSize({ width, height: 800 });
  const path = new URL(page.url()).pathname;
  for (const scheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme: scheme, reducedMotion: "reduce" });
    assert.deepEqual(await overflowing(page), [], `${path} at ${width} pixels, ${scheme}`);
    // The dark page differs in its colours only, so one width is enough. A tablet has the menu of another width.
    if (scheme === "light" && width !== 768) await assertAccessible(page, "html");
    if (scheme === "dark" && width === 768) await assertAccessible(page, "html", ["color-contrast"]);
    if (process.env["SCREENSHOTS"]) {
      await page.screenshot({ path: join(process.env["SCREENSHOTS"], `${name}${path.replace(/\W+/g, "-")}${width}-${scheme}.png`) });
    }
  }
}

/** Fails if the first Tab does not lead to the link to the text, or if the focus is not outlined after a later one. */
async function assertKeyboard(page: Page) {
  for (let key = 1; key <= 12; key += 1) {
    await page.keyboard.press("Tab");
    const reached = await page.evaluate(() => {
      const element = document.activeElement;
      const isMarked = (one: Element | null | undefined) => Boolean(one) && getComputedStyle(one as Element).outlineStyle !== "none";
      return {
        element: element?.outerHTML.slice(0, 120),
        skipsTo: element?.getAttribute("href"),
        isMarked: element === document.body || isMarked(element) || isMarked(element?.closest("article")),
      };
    });
    assert.ok(reached.isMarked, `${page.url()}: ${reached.element}`);
    if (key === 1) assert.equal(reached.skipsTo, "#main", page.url());
  }
  await page.locator('a[href="#main"]').focus();
  await page.keyboard.press("Enter");
  assert.equal(await page.evaluate(() => document.activeElement?.id), "main", page.url());
}

for (const [name, { pages, searches }] of Object.entries(EXAMPLES)) {
  test(`${name}: nothing overflows and axe finds nothing on a phone, light and dark`, async () => {
    await visitEach(pages, { dist: await outputOf(name), width: 360, touch: true, reducedMotion: true }, async (page) => {
      await assertSound(page, 360, name);
      await assertNoShift(page);
    });
  });

  test(`${name}: nothing overflows and axe finds nothing on wider screens, light and dark, and the keyboard leads everywhere`, async () => {
    await visitEach(pages, { dist: await outputOf(name), width: 1440, reducedMotion: true }, async (page) => {
      await assertSound(page, 1440, name);
      await assertNoShift(page);
      await assertKeyboard(page);
      await assertSound(page, 768, name);
    });
  });

  for (const { page: path, typed, found } of searches) {
    test(`${name}: the search on ${path} finds ${found} from the keyboard alone`, async () => {
      await visit(path, { dist: await outputOf(name), reducedMotion: true }, async (page) => {
        await page.keyboard.press("/");
        await page.getByRole("searchbox").waitFor();
        await assertAccessible(page, "dialog");
        await page.keyboard.type(typed);
        const first = page.locator(".search-results a").first();
        const addressOf = () => first.evaluate((link: HTMLAnchorElement) => link.href);
        await until(async () => decodeURI(new URL(await addressOf()).pathname) === found);
        const address = await addressOf();
        await page.keyboard.press("ArrowDown");
        await page.keyboard.press("Enter");
        await page.waitForURL(address);
      });
    });
  }
}

test("docs: the switch between light and dark is remembered", async () => {
  await visit("/docs/search/", { dist: await outputOf("docs") }, async (page) => {
    const paper = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
    const light = await paper();
    const button = page.getByRole("button", { name: "Light or dark" });
    assert.equal(await button.getAttribute("aria-pressed"), "false");
    await button.click();
    assert.notEqual(await paper(), light);
    assert.equal(await button.getAttribute("aria-pressed"), "true");
    const dark = await paper();
    await page.reload();
    assert.equal(await paper(), dark);
  });
});

test("docs: code is copied without what the page adds to it", async () => {
  await visit("/docs/search/", { dist: await outputOf("docs") }, async (page) => {
    await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
    const block = page.locator(".code-frame").first();
    await block.hover();
    await block.getByRole("button", { name: "Copy" }).click();
    await block.getByRole("button", { name: "Copied" }).waitFor();
    assert.equal(await page.evaluate(() => navigator.clipboard.readText()), await block.locator("code").textContent());
  });
});

test("docs: the menu of a narrow screen leads to every page, without scripts too", async () => {
  for (const scripts of [true, false]) {
    await visit("/docs/search/", { dist: await outputOf("docs"), width: 360, scripts }, async (page) => {
      await page.locator(".drawer summary").click();
      await page.locator('.drawer a[href="/docs/glossary/"]').click();
      await page.waitForURL("**/docs/glossary/");
    });
  }
});

test("journal: each page leads to itself in the other language, or to the first page there", async () => {
  const targets: Record<string, string> = { "/tags/sea/": "/ta/tags/sea/", "/ta/letter/": "/letter/", "/notes/salt-pans/": "/ta/" };
  await visitEach(Object.keys(targets), { dist: await outputOf("journal") }, async (page, _, path) => {
    await page.getByRole("navigation").locator("a[hreflang]").click();
    await page.waitForURL(`**${targets[path]}`);
  });
});

test("journal: an incomplete letter says what is missing, in the language of the page", async () => {
  await visit("/ta/letter/", { dist: await outputOf("journal") }, async (page) => {
    await page.getByRole("button", { name: "கடிதத்தை அனுப்பு" }).click();
    await page.getByText("உங்கள் பெயரை எழுதுங்கள்").waitFor();
    assert.equal(await page.evaluate(() => document.activeElement?.id), "contact-name");
  });
});
