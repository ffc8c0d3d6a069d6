/**
 * `site edit` with whole sites, this website and the examples: texts lead to their values, and what is opened but not changed stays.
 *
 *     EDIT_EVERY=1 tests/browser/run edit-website   # every page and every file, which takes minutes
 */

import assert from "node:assert/strict";
import { readFile, readdir } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";

import { sharedBrowser } from "./browser";
import { EditedSite } from "./edited";

const SITES = [".", "examples/docs", "examples/journal"];

/** The least share of the visible texts that lead to a value or a line of a template, and of values among the texts that lead to no line. */
const SHARE = 0.95;

/** Takes every eighth page and file. */
const EVERY = Number(process.env["EDIT_EVERY"] ?? 8);
const isDrawn = (_: unknown, index: number) => index % EVERY === 0;

type Ask = (path: string, change?: unknown) => Promise<{ status: number; answer: unknown }>;

/** Runs steps with a site that is edited where it is. `ask` sends a request as the editor does. */
async function withSite(root: string, steps: (ask: Ask) => Promise<void>): Promise<void> {
  const site = new EditedSite(root);
  try {
    await site.start();
    const headers = { Authorization: `Bearer ${site.key}`, Origin: site.origin, "Content-Type": "application/json" };
    await steps(async (path, change) => {
      const sent = change === undefined ? { headers } : { headers, method: "POST", body: JSON.stringify(change) };
      const response = await fetch(site.origin + path, sent);
      return { status: response.status, answer: await response.json() };
    });
  } finally {
    await site.stop();
  }
}

for (const root of SITES) {
  test(`${root}: ${SHARE * 100} % of the visible texts lead to where they come from`, () =>
    withSite(root, async (ask) => {
      const { origin } = (await ask("/api/site")).answer as { origin: string };
      const pages = ((await ask("/api/pages")).answer as { route: string }[]).filter(isDrawn);
      const context = await (await sharedBrowser()).newContext({ javaScriptEnabled: false });
      const page = await context.newPage();
      const counted = { all: 0, marked: 0, fixed: 0 };
      for (const { route } of pages) {
        const marks = (await ask(`/api/page?route=${encodeURIComponent(route)}`)).answer as Marks;
        assert.ok(marks.is_traced, route);
        await page.setContent(await (await fetch(origin + route)).text());
        const { all, marked, fixed, others } = await page.evaluate(countTexts, marks.elements);
        assert.deepEqual(others, [], `${route}: every mark stands at its text`);
        counted.all += all;
        counted.marked += marked;
        counted.fixed += fixed;
      }
      await context.close();
      const { all, marked, fixed } = counted;
      console.log(`${root}: of ${all} texts of ${pages.length} pages, ${marked} lead to their values, ${fixed} to a line of a template or of Markdown`);
      assert.ok(all > 0 && (marked + fixed) / all >= SHARE && marked / (all - fixed) >= SHARE, `${marked} and ${fixed} of ${all}`);
    }));

  test(`${root}: opening every form and saving what stands there changes no byte`, () =>
    withSite(root, async (ask) => {
      const names = (await readdir(join(root, "content"), { recursive: true })).filter((name) => /\.(yaml|md)$/.test(name)).sort();
      const read = () => Promise.all(names.map((name) => readFile(join(root, "content", name), "utf8")));
      const before = await read();
      const counted = { files: 0, forms: 0, values: 0 };
      /** Opens a form and those inside it. Returns whether there is one. */
      const open = async (file: string, at: string): Promise<boolean> => {
        const { status, answer } = await ask(`/api/form?file=${encodeURIComponent(file)}&at=${encodeURIComponent(at)}`);
        if (status === 404) return false;
        assert.equal(status, 200, `${file} ${at}`);
        const { fields, parts } = answer as Form;
        counted.forms += 1;
        for (const { at, value, fixed } of fields) {
          if (fixed !== null) continue;
          assert.deepEqual(await ask("/api/changes", { file, at, was: value, to: value }), { status: 200, answer: { number: null } }, `${file} ${at}`);
          counted.values += 1;
        }
        for (const part of parts) await open(file, part.at);
        return true;
      };
      for (const name of names.filter(isDrawn)) {
        const file = `content/${name}`;
        if (!(await open(file, ""))) continue;
        counted.files += 1;
        for (let number = 0; await open(file, `#${number}`); number++);
      }
      assert.deepEqual(await read(), before);
      console.log(`${root}: ${counted.values} values in ${counted.forms} forms of ${counted.files} files`);
      assert.ok(counted.files > 0 && counted.values > counted.files);
    }));
}

interface Form {
  fields: { at: string; value: unknown; fixed: string | null }[];
  parts: { at: string }[];
}

interface Marks {
  is_traced: boolean;
  elements: { tag: string; number: number; text: string; targets: number[] }[];
}

/** Counts the visible texts of a page, those with values and those without, as the script in the frame finds them. */
function countTexts(elements: Marks["elements"]): { all: number; marked: number; fixed: number; others: string[] } {
  const squeeze = (text: string) => text.split(/[\s\u00a0]+/).filter(Boolean).join(" ");
  const byNumber = new Map<string, Element[]>();
  for (const element of document.querySelectorAll("*:not(script[data-editor])")) {
    if (element.namespaceURI !== "http://www.w3.org/1999/xhtml" || element.parentElement?.closest("svg, math, noscript")) continue;
    const known = byNumber.get(element.localName) ?? [];
    known.push(element);
    byNumber.set(element.localName, known);
  }
  const isContent = new Map<Element, boolean>();
  const others: string[] = [];
  for (const { tag, number, text, targets } of elements) {
    const element = byNumber.get(tag)?.[number];
    const texts = [...(element?.childNodes ?? [])].filter((node) => node.nodeType === Node.TEXT_NODE);
    const own = squeeze(texts.map((node) => node.textContent).join(""));
    if (!element || (squeeze(text) !== "" && own !== squeeze(text))) others.push(`${tag} ${number}: ${text}`);
    else isContent.set(element, targets.length > 0);
  }
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  let all = 0;
  const counts = { marked: 0, fixed: 0 };
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const element = node.parentElement;
    if (!element || !node.textContent?.trim() || element.closest("script, style, noscript, template, svg")) continue;
    all += 1;
    const known = isContent.get(element.closest("pre") ?? element);
    if (known !== undefined) counts[known ? "marked" : "fixed"] += 1;
  }
  return { all, ...counts, others };
}
