/** The search in a real browser: the dialog and its keys, what it finds in several languages, and how it looks. */

import assert from "node:assert/strict";
import { join } from "node:path";
import { test } from "node:test";

import type { Page } from "playwright-core";

import { assertAccessible } from "./accessibility";
import { buildSearchSite, page } from "./search-site";
import { assertNoShift, visit } from "./support";
import { until } from "./wait";

const PAGES: Record<string, string> = {
  index: page("Welcome", "Begin with the installation.\n\n<input aria-label=\"Notes\">").replace("lang:", "route: /\nlang:"),
  install: page("Install", "Fetch the program.\n\n## On Linux\n\nUnpack the archive, then put the kestrel into your path.\n\n## On Windows\n\nRun the installer."),
  wind: page("Wind", `Nothing here but air. ${"Words without end. ".repeat(40)}\n\n## Gusts\n\nInstall a vane against gusts & storms <soon>.`.replace("<soon>", "\\<soon>")),
  vertrag: page("Größe und Gewicht", "Ein Versicherungsvertrag ist nicht nötig.", "de"),
  kadal: page("பயணம்", "காலை.\n\n## கடற்கரை\n\nகடலில் மழை பெய்தது.", "ta"),
};

let small: Promise<string> | undefined;
const smallSite = () => (small ??= buildSearchSite(PAGES));

const field = (page: Page) => page.getByRole("searchbox");
const status = (page: Page) => page.locator(".search-status");
const results = (page: Page) => page.locator(".search-results a");

async function open(page: Page) {
  await page.getByRole("button", { name: "Find" }).click();
  await field(page).waitFor();
}

async function searchFor(page: Page, words: string, said: string | RegExp) {
  await field(page).fill(words);
  await until(async () => (typeof said === "string" ? (await status(page).textContent()) === said : said.test((await status(page).textContent()) ?? "")));
}

test("the dialog is fetched when it is first used, within the policy", async () => {
  await visit("/handbook/", { dist: await smallSite() }, async (page) => {
    const fetched: string[] = [];
    page.on("request", (request) => fetched.push(new URL(request.url()).pathname));
    await page.waitForLoadState("networkidle");
    assert.equal(fetched.length, 0, `${fetched}`);
    await open(page);
    await searchFor(page, "kestrel", "1 page");
    assert.ok(fetched.some((path) => /^\/handbook\/search\/dialog\.\w{10}\.js$/.test(path)), `${fetched}`);
    assert.ok(fetched.includes("/handbook/search/en.json"), `${fetched}`);
    assert.equal(await page.evaluate(() => document.querySelectorAll("[style]").length), 0);
  });
});

test("a result leads to its section and shows the words that were found", async () => {
  await visit("/handbook/", { dist: await smallSite() }, async (page) => {
    await open(page);
    await searchFor(page, "kestr", "1 page");
    await page.locator(".search-heading", { hasText: "On Linux" }).waitFor();
    assert.equal(await page.locator(".search-excerpt mark").textContent(), "kestrel");
    await page.keyboard.press("Enter");
    await page.waitForURL("**/handbook/install/#on-linux");
    await open(page);
    await searchFor(page, "gusts storms", "1 page");
    await page.locator(".search-excerpt", { hasText: "Install a vane against gusts & storms <soon>." }).waitFor();
    assert.deepEqual(await page.locator(".search-excerpt mark").allTextContents(), ["gusts", "storms"]);
  });
});

test("titles come first, spelling mistakes are tolerated, and counts are announced", async () => {
  await visit("/handbook/", { dist: await smallSite() }, async (page) => {
    await open(page);
    await searchFor(page, "install", "3 pages");
    assert.equal(await results(page).first().textContent(), "Install");
    await searchFor(page, "isntall", "3 pages");
    await searchFor(page, "zebra", "Nothing found for “zebra”");
    assert.equal(await results(page).count(), 0);
    await field(page).fill("");
    await until(async () => (await status(page).textContent()) === "");
    assert.equal(await status(page).getAttribute("role"), "status");
  });
});

test("all of it works by keyboard", async () => {
  await visit("/handbook/", { dist: await smallSite() }, async (page) => {
    const focused = () => page.evaluate(() => document.activeElement?.textContent || document.activeElement?.getAttribute("aria-label"));
    await page.getByRole("textbox").focus();
    await page.keyboard.press("/");
    assert.equal(await page.locator("dialog").count(), 0, "a slash in a field is a slash");
    await page.keyboard.press("Control+k");
    await field(page).waitFor();
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: "Find" }).focus();
    await page.keyboard.press("/");
    await field(page).waitFor();
    assert.equal(await field(page).inputValue(), "");
    await page.keyboard.type("install");
    await until(async () => (await status(page).textContent()) === "3 pages");
    await page.keyboard.press("ArrowDown");
    assert.equal(await focused(), "Install");
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("ArrowUp");
    assert.equal(await focused(), "Install");
    await page.keyboard.press("ArrowUp");
    assert.equal(await focused(), "Search");
    for (let presses = 0; presses < 12; presses++) {
      await page.keyboard.press("Tab");
      assert.ok(await page.evaluate(() => document.activeElement === document.body || document.activeElement?.closest("dialog")), "the focus stays in the dialog");
    }
    await page.keyboard.press("Escape");
    assert.equal(await page.locator("dialog[open]").count(), 0);
    assert.equal(await focused(), "Find", "the focus is back");
  });
});

test("a click beside the dialog closes it, and one on a result of the same page too", async () => {
  await visit("/handbook/install/", { dist: await smallSite(), height: 900 }, async (page) => {
    await open(page);
    await page.mouse.click(10, 450);
    assert.equal(await page.locator("dialog[open]").count(), 0);
    await open(page);
    await searchFor(page, "archive", "1 page");
    await page.locator(".search-heading", { hasText: "On Linux" }).waitFor();
    await results(page).click();
    await until(async () => (await page.locator("dialog[open]").count()) === 0);
    assert.ok(page.url().endsWith("/handbook/install/#on-linux"));
  });
});

for (const { language, path, searches, said, title } of [
  // The excerpt has no marks if the title has all words.
  { language: "German", path: "vertrag", searches: [["vertrag", ".search-excerpt mark"], ["GROSSE", ".search-excerpt"]], said: "1 Seite", title: "Größe und Gewicht" },
  { language: "Tamil", path: "kadal", searches: [["கடல்", ".search-excerpt mark"]], said: "1 page", title: "பயணம்" },
] as const) {
  test(`words are found in ${language}, in pages of that language only`, async () => {
    await visit(`/handbook/${path}/`, { dist: await smallSite() }, async (page) => {
      await open(page);
      for (const [words, excerpt] of searches) {
        await searchFor(page, words, said);
        assert.deepEqual(await results(page).allTextContents(), [title], words);
        await page.locator(excerpt).waitFor();
      }
      await searchFor(page, "install", /./);
      assert.equal(await results(page).count(), 0);
    });
  });
}

for (const { widths, touch } of [{ widths: [360], touch: true }, { widths: [768, 1440], touch: false }]) {
  test(`nothing overflows or is without contrast, at ${widths.join(" and ")} pixels, light and dark`, async () => {
    await visit("/handbook/", { dist: await smallSite(), width: widths[0] ?? 0, reducedMotion: touch, touch }, async (page) => {
      await open(page);
      await searchFor(page, "install", "3 pages");
      await page.locator(".search-excerpt mark").first().waitFor();
      for (const width of widths) {
        await page.setViewportSize({ width, height: 800 });
        for (const scheme of ["light", "dark"] as const) {
          await page.emulateMedia({ colorScheme: scheme });
          await until(() => page.evaluate(() => document.getAnimations().length === 0));
          assert.deepEqual(await page.evaluate(() => [document.documentElement, ...document.querySelectorAll("dialog, dialog *")].filter((one) => one.scrollWidth > one.clientWidth + 1 && one.clientWidth > 0).map((one) => one.outerHTML.slice(0, 80))), []);
          // The dark page differs in its colours alone.
          await assertAccessible(page, "html", scheme === "dark" ? ["color-contrast"] : undefined);
          if (process.env["SCREENSHOTS"]) {
            await page.screenshot({ path: join(process.env["SCREENSHOTS"], `search-${width}-${scheme}.png`) });
          }
        }
      }
    });
  });
}

test("reduced motion moves nothing, and without scripts there is no button", async () => {
  await visit("/handbook/", { dist: await smallSite(), reducedMotion: true }, async (page) => {
    await open(page);
    assert.equal(await page.evaluate(() => document.getAnimations().length), 0);
    await assertNoShift(page);
  });
  await visit("/handbook/", { dist: await smallSite(), scripts: false }, async (page) => {
    assert.equal(await page.locator("button").isVisible(), false);
  });
});

test("a search that can't be reached says so, and recovers", async () => {
  const expects = [/en\.json/, /503/];
  await visit("/handbook/", { dist: await smallSite(), expects }, async (page) => {
    await page.route("**/search/en.json", (route) => route.fulfill({ status: 503, body: "" }));
    await open(page);
    await searchFor(page, "kestrel", "The search can’t be reached. Try again later.");
    await page.unroute("**/search/en.json");
    await searchFor(page, "kestre", "1 page");
  });
});
