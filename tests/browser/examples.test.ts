/** The documentation as a site, `examples/docs`, in a real browser: nothing overflows, axe finds nothing, and what needs a script works. SITE_BIN names the program. */

import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { promisify } from "node:util";

import type { Page } from "playwright-core";

import { assertAccessible, assertNoShift, visit } from "./support";
import { until } from "./tab";

/** One page of each template, and the longest with code and tables. */
const PAGES = ["/", "/docs/", "/docs/search/", "/docs/reference/", "/docs/decisions/", "/404.html"];

const folders: string[] = [];
after(() => Promise.all(folders.map((folder) => rm(folder, { recursive: true }))));

let built: Promise<string> | undefined;
const documentation = () => (built ??= build());

async function build(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "site-docs-"));
  folders.push(folder);
  const program = process.env["SITE_BIN"];
  assert.ok(program, "SITE_BIN names the program: see tests/run");
  await promisify(execFile)(program, ["build", "--strict", "--root", "examples/docs", "--out", join(folder, "dist")]);
  return join(folder, "dist");
}

/** Elements that are wider than the page, and not within something that scrolls. */
const overflowing = (page: Page) =>
  page.evaluate(() => (document.documentElement.scrollWidth > innerWidth ? [...document.querySelectorAll("body *")].filter((one) => one.getBoundingClientRect().right > innerWidth + 1).map((one) => one.outerHTML.slice(0, 80)) : []));

for (const width of [360, 768, 1440]) {
  test(`nothing overflows and axe finds nothing, at ${width} pixels, light and dark`, async () => {
    for (const path of PAGES) {
      await visit(path, { dist: await documentation(), width, touch: width === 360, reducedMotion: true }, async (page) => {
        for (const scheme of ["light", "dark"] as const) {
          await page.emulateMedia({ colorScheme: scheme, reducedMotion: "reduce" });
          assert.deepEqual(await overflowing(page), [], `${path}, ${scheme}`);
          await assertAccessible(page);
          if (process.env["SCREENSHOTS"]) {
            await page.screenshot({ path: join(process.env["SCREENSHOTS"], `docs${path.replace(/\W+/g, "-")}${width}-${scheme}.png`) });
          }
        }
        await assertNoShift(page);
      });
    }
  });
}

test("the switch between light and dark is remembered", async () => {
  await visit("/docs/search/", { dist: await documentation() }, async (page) => {
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

test("code is copied without what the page adds to it", async () => {
  await visit("/docs/search/", { dist: await documentation() }, async (page) => {
    await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
    const block = page.locator(".code-frame").first();
    await block.hover();
    await block.getByRole("button", { name: "Copy" }).click();
    await block.getByRole("button", { name: "Copied" }).waitFor();
    assert.equal(await page.evaluate(() => navigator.clipboard.readText()), await block.locator("code").textContent());
  });
});

test("a document is found from the keyboard alone", async () => {
  await visit("/", { dist: await documentation(), reducedMotion: true }, async (page) => {
    await page.keyboard.press("/");
    await page.getByRole("searchbox").waitFor();
    await page.keyboard.type("secitons");
    await until(async () => (await page.locator(".search-results a").first().textContent())?.startsWith("Sections") === true);
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Enter");
    await page.waitForURL("**/docs/sections/**");
  });
});

test("the menu of a narrow screen leads to every page, without scripts too", async () => {
  for (const scripts of [true, false]) {
    await visit("/docs/search/", { dist: await documentation(), width: 360, scripts }, async (page) => {
      await page.locator(".drawer summary").click();
      await page.locator(".drawer a", { hasText: "Glossary" }).click();
      await page.waitForURL("**/docs/glossary/");
    });
  }
});
