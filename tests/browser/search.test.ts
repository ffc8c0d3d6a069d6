/**
 * The search in a real browser: the dialog and its keys, what it finds in several languages, and what it costs.
 *
 * The sites are made here, below a base path and with a security policy. SITE_BIN names the program.
 */

import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { mkdir, mkdtemp, readFile, readdir, rename, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { after, test } from "node:test";
import { promisify } from "node:util";
import { brotliCompressSync } from "node:zlib";

import type { Page } from "playwright-core";

import { sitePath } from "./programs";
import { type Server, serve } from "./server";
import { assertAccessible, assertNoShift, visit } from "./support";
import { Tab } from "./tab";
import { until } from "./wait";

/** What the dialog may cost before the first letter, and the scripts in it, in bytes as they travel. */
const MAX_BYTES_BEFORE_LETTER = 100_000;
const MAX_SCRIPT_BYTES = 15_000;
/** From a letter to the first result on a slow phone. The aim is 200, and a busy machine takes longer. */
const MAX_MILLISECONDS = 400;
const MILLISECONDS_BETWEEN_LETTERS = 120;
/** How often it is measured, until it is fast enough: what else the machine does can only slow it down. */
const MAX_ROUNDS = 3;

const SITE = `title: Handbook
base_url: https://example.com/handbook/
search: {}
diagnostics: [{ name: wrong-language, at: /**, as: off }]
`;
const COLLECTION = `route: /{slug}/
template: page.html
schema: { required: [title], properties: { title: { type: string }, lang: { type: string, default: en } } }
`;
const TEMPLATE = `<!doctype html>
<html lang="{{ page.lang }}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>{{ page.title }} | Handbook</title>
<meta name="description" content="A page"><meta name="color-scheme" content="light dark">
<link rel="stylesheet" href="{{ asset("site.css") }}">
<script type="module" src="{{ search() }}"></script></head>
<body><header><button type="button" data-search{% if page.lang == "de" %} data-search-words='{{ {"label": "Suche", "pages": {"one": "{count} Seite", "other": "{count} Seiten"}} | json }}'{% endif %}>Find</button></header>
<main><h1>{{ page.title }}</h1>{{ page.content }}</main></body></html>
`;
const CSS = "@media (scripting: none) { [data-search] { display: none; } }\n:root { color-scheme: light dark; --search-accent: light-dark(#7a1f5c, #f3a8d8); }\nbody { font: 1rem/1.5 sans-serif; }\n";

const page = (title: string, text: string, lang = "en") => `---\ntitle: ${title}\nlang: ${lang}\n---\n${text}\n`;
const PAGES: Record<string, string> = {
  index: page("Welcome", "Begin with the installation.\n\n<input aria-label=\"Notes\">").replace("lang:", "route: /\nlang:"),
  install: page("Install", "Fetch the program.\n\n## On Linux\n\nUnpack the archive, then put the kestrel into your path.\n\n## On Windows\n\nRun the installer."),
  wind: page("Wind", `Nothing here but air. ${"Words without end. ".repeat(40)}\n\n## Gusts\n\nInstall a vane against gusts & storms <soon>.`.replace("<soon>", "\\<soon>")),
  vertrag: page("Größe und Gewicht", "Ein Versicherungsvertrag ist nicht nötig.", "de"),
  kadal: page("பயணம்", "காலை.\n\n## கடற்கரை\n\nகடலில் மழை பெய்தது.", "ta"),
};

const folders: string[] = [];
const servers: Server[] = [];
after(async () => {
  await Promise.all(servers.map((server) => server.close()));
  await Promise.all(folders.map((folder) => rm(folder, { recursive: true })));
});

/** Builds a site and returns the folder to serve: the site lies in it below its base path. */
async function build(pages: Record<string, string>): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "site-search-"));
  folders.push(folder);
  const entries = Object.entries(pages).map(([name, text]) => [`content/pages/${name}.md`, text] as const);
  const site = [
    ["content/site.yaml", SITE],
    ["content/hosts.yaml", "hosts: [netlify]\n"],
    ["content/pages/_collection.yaml", COLLECTION],
    ["templates/page.html", TEMPLATE],
    ["public/site.css", CSS],
  ] as const;
  for (const [path, text] of [...site, ...entries]) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), text);
  }
  await promisify(execFile)(sitePath(), ["build", "--root", folder]);
  // Served below the base path, with the headers that hosts send.
  await mkdir(join(folder, "served"));
  await rename(join(folder, "dist"), join(folder, "served/handbook"));
  await rename(join(folder, "served/handbook/_headers"), join(folder, "served/_headers"));
  return join(folder, "served");
}

let small: Promise<string> | undefined;
const smallSite = () => (small ??= build(PAGES));

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

test("titles come first, slips are forgiven, and counts are announced", async () => {
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

for (const [lang, path, words, said, title] of [
  ["German", "vertrag", "vertrag", "1 Seite", "Größe und Gewicht"],
  ["German", "vertrag", "GROSSE", "1 Seite", "Größe und Gewicht"],
  ["Tamil", "kadal", "கடல்", "1 page", "பயணம்"],
] as const) {
  test(`${lang}: ${words} is found, in pages of that language only`, async () => {
    await visit(`/handbook/${path}/`, { dist: await smallSite() }, async (page) => {
      await open(page);
      await searchFor(page, words, said);
      assert.deepEqual(await results(page).allTextContents(), [title]);
      // The excerpt has marks unless all words are those of the title.
      await page.locator(words === "GROSSE" ? ".search-excerpt" : ".search-excerpt mark").waitFor();
      await searchFor(page, "install", /./);
      assert.equal(await results(page).count(), 0);
    });
  });
}

for (const width of [360, 768, 1440]) {
  for (const scheme of ["light", "dark"] as const) {
    test(`nothing overflows or is without contrast, at ${width} pixels, ${scheme}`, async () => {
      await visit("/handbook/", { dist: await smallSite(), width, reducedMotion: width === 360, touch: width === 360 }, async (page) => {
        await page.emulateMedia({ colorScheme: scheme });
        await open(page);
        await searchFor(page, "install", "3 pages");
        await page.locator(".search-excerpt mark").first().waitFor();
        await until(() => page.evaluate(() => document.getAnimations().length === 0));
        assert.deepEqual(await page.evaluate(() => [document.documentElement, ...document.querySelectorAll("dialog, dialog *")].filter((one) => one.scrollWidth > one.clientWidth + 1 && one.clientWidth > 0).map((one) => one.outerHTML.slice(0, 80))), []);
        await assertAccessible(page);
        if (process.env["SCREENSHOTS"]) {
          await page.screenshot({ path: join(process.env["SCREENSHOTS"], `search-${width}-${scheme}.png`) });
        }
      });
    });
  }
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

/** Numbers that look random and are the same in each run. */
function* random(seed = 1): Generator<number> {
  for (let state = seed; ; ) {
    state = (state * 1103515245 + 12345) % 2147483648;
    yield state / 2147483648;
  }
}

/** A thousand pages of a natural spread of 20,000 words, some 700 a page. */
function manyPages(): Record<string, string> {
  const numbers = random();
  const next = (below: number) => Math.floor((numbers.next().value ?? 0) * below);
  const syllables = "ba ce di fo gu ha je ki lo mu na pe qui ro su ta ve wi xo zu bel cor dan fir gos lin mer nos par ter".split(" ");
  const vocabulary = Array.from({ length: 20_000 }, () => Array.from({ length: 2 + next(3) }, () => syllables[next(syllables.length)]).join(""));
  const word = () => vocabulary[Math.floor(vocabulary.length ** (numbers.next().value ?? 0)) - 1] ?? "ba";
  const words = (count: number) => Array.from({ length: count }, word).join(" ");
  const text = () => Array.from({ length: 6 }, () => `## ${words(3)}\n\n${words(60)}.\n\n${words(55)}.`).join("\n\n");
  return Object.fromEntries(Array.from({ length: 1_000 }, (_, number) => [number ? `page-${number}` : "index", page(`Guide to ${words(2)} ${number}`, number === 500 ? `${text()} Zeppelins.` : text()).replace("lang:", `${number ? "" : "route: /\n"}lang:`)]));
}

/** Types letter by letter on a slow phone. Returns the times from the last letter to the first result, in titles and in texts. */
async function timeSearches(origin: string): Promise<[inTitles: number, inTexts: number]> {
  const tab = await Tab.open({ width: 412, height: 823, isSlow: true });
  try {
    await tab.goto(`${origin}/handbook/`);
    const is = (expression: string) => until(async () => (await tab.evaluate(expression)) === true);
    await tab.evaluate(`document.querySelector("[data-search]").click()`);
    await is(`document.querySelector("dialog")?.open && performance.getEntriesByType("resource").some(({ name, responseEnd }) => name.endsWith("/en.json") && responseEnd > 0)`);
    const type = (text: string) =>
      tab.evaluate(`(async () => {
        const [field, list] = ["input[type=search]", ".search-results"].map((part) => document.querySelector("dialog " + part));
        const set = (value) => (field.value = value, field.dispatchEvent(new Event("input")));
        for (let letters = 1; letters < ${text.length}; letters++) {
          set(${JSON.stringify(text)}.slice(0, letters));
          await new Promise((resolve) => setTimeout(resolve, ${MILLISECONDS_BETWEEN_LETTERS}));
        }
        list.replaceChildren();
        return new Promise((resolve) => {
          const begin = performance.now();
          new MutationObserver(() => list.children.length && requestAnimationFrame(() => resolve(performance.now() - begin))).observe(list, { childList: true });
          set(${JSON.stringify(text)});
        });
      })()`);
    return [Number(await type("gui")), Number(await type("zeppelin"))];
  } finally {
    await tab.close();
  }
}

test("a thousand pages are searched on a slow phone", { timeout: 300_000 }, async (context) => {
  const folder = await build(manyPages());
  const server = await serve(folder);
  servers.push(server);
  const files = await readdir(join(folder, "handbook/search"), { recursive: true, withFileTypes: true });
  const sizes = await Promise.all(
    files.filter((file) => file.isFile()).map(async (file) => {
      const path = join(file.parentPath, file.name);
      return { path: path.slice(folder.length), size: brotliCompressSync(await readFile(path), { params: { 1: 5 } }).length };
    }),
  );
  const total = (pattern: RegExp) => sizes.filter(({ path }) => pattern.test(path)).reduce((sum, { size }) => sum + size, 0);
  const [scripts, before, parts] = [total(/\.js$/), total(/search\/[^/]+$/), sizes.filter(({ path }) => /en\/\w+\.json$/.test(path))];
  const largest = Math.max(...parts.map(({ size }) => size));
  context.diagnostic(`${scripts} bytes of script, ${total(/\.css$/)} of styles, ${total(/en\.json$/)} of contents; ${parts.length} parts of up to ${largest}; ${total(/\.txt$/)} of words`);
  assert.ok(scripts <= MAX_SCRIPT_BYTES && before <= MAX_BYTES_BEFORE_LETTER, `${scripts} and ${before} bytes`);

  let [inTitles, inTexts] = [Infinity, Infinity];
  for (let round = 0; round < MAX_ROUNDS && Math.max(inTitles, inTexts) >= MAX_MILLISECONDS; round += 1) {
    [inTitles, inTexts] = await timeSearches(server.origin);
  }
  context.diagnostic(`${Math.round(inTitles)} ms to the first result in titles, ${Math.round(inTexts)} ms in texts`);
  assert.ok(inTitles < MAX_MILLISECONDS && inTexts < MAX_MILLISECONDS, `${inTitles} and ${inTexts} ms`);
});
