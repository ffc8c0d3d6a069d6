/**
 * `site serve --watch` in a real browser: what a save does to open pages, the sheet of errors, the mock endpoints as pages of
 * another origin see them, and the developer's pages.
 *
 * Each test has a small site of its own in a temporary folder, a copy of `tests/sites/notes`.
 */

import assert from "node:assert/strict";
import { cp, mkdtemp, readFile, rename, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";

import type { Page } from "playwright-core";

import { sharedBrowser } from "./browser";
import { type SiteServer, startSiteServer } from "./programs";
import { TIMEOUT_MS, pause } from "./wait";

/** How long to wait for what must not happen. */
const MOMENT_MS = 500;

const POST = "content/posts/hello.md";
const STYLE = "public/css/site.css";

/** The file of a post with this text. */
const post = (text: string, more = "") => `---\ntitle: Hello\ndescription: A post.\ndate: 2024-01-01\n${more}---\n\n${text}\n`;

/** A site that is being written. */
class Site {
  origin = "";
  #folder: string;
  #server: SiteServer | undefined;

  private constructor(folder: string) {
    this.#folder = folder;
  }

  static async make(): Promise<Site> {
    const folder = await mkdtemp(join(tmpdir(), "site-serve-"));
    await cp("tests/sites/notes", join(folder, "site"), { recursive: true });
    return new Site(folder);
  }

  /** Serves at this port, or at any. */
  async start(port = 0): Promise<void> {
    this.#server = await startSiteServer("serve", ["--watch", "--port", String(port), "--root", join(this.#folder, "site")], "ignore");
    this.origin = new URL(this.#server.address).origin;
  }

  async stop(): Promise<void> {
    await this.#server?.stop();
  }

  async remove(): Promise<void> {
    await this.stop();
    await rm(this.#folder, { recursive: true, force: true });
  }

  path(name: string): string {
    return join(this.#folder, "site", name);
  }

  /** Writes a file in one step, so that no build reads half of it. */
  async write(name: string, text: string): Promise<void> {
    const aside = join(this.#folder, "aside");
    await writeFile(aside, text);
    await rename(aside, this.path(name));
  }

  async replace(name: string, from: string, to: string): Promise<void> {
    const text = await readFile(this.path(name), "utf8");
    assert.ok(text.includes(from), `${name} does not hold ${from}`);
    await this.write(name, text.replaceAll(from, to));
  }
}

/** Takes the steps with a served site. `open` opens a page in a window of its own, as on another device. */
async function served(steps: (site: Site, open: (path: string) => Promise<Page>) => Promise<void>): Promise<void> {
  const site = await Site.make();
  const contexts: { close(): Promise<void> }[] = [];
  try {
    await site.start();
    await steps(site, async (path) => {
      const context = await (await sharedBrowser()).newContext({ viewport: { width: 800, height: 600 } });
      contexts.push(context);
      context.setDefaultTimeout(TIMEOUT_MS);
      const page = await context.newPage();
      await listening(page, () => page.goto(site.origin + path));
      return page;
    });
  } finally {
    await Promise.all(contexts.map((context) => context.close()));
    await site.remove();
  }
}

/** Waits until the page listens for changes after an action. */
async function listening(page: Page, act: () => Promise<unknown>): Promise<void> {
  const events = page.waitForRequest((request) => request.url().includes("/__site/events"));
  await act();
  await events;
}

/** Sets a variable that a reload would lose. */
const mark = (page: Page) => page.evaluate(() => void Object.assign(window, { marked: true }));
const marked = (page: Page) => page.evaluate(() => "marked" in window);
const waitForText = (page: Page, text: string) => page.waitForFunction((text) => document.body?.innerText.includes(text), text);
/** The text of the sheet of errors, once there is one. */
const readSheet = async (page: Page) => {
  await page.waitForFunction(() => document.querySelector("site-errors"));
  return page.evaluate(() => document.querySelector("site-errors")?.shadowRoot?.textContent ?? "");
};
const waitForNoSheet = (page: Page) => page.waitForFunction(() => !document.querySelector("site-errors"));
const waitForSheetText = (page: Page, text: string) =>
  page.waitForFunction((text) => document.querySelector("site-errors")?.shadowRoot?.textContent?.includes(text), text);
/** The text of the sheet's part that has the keyboard's focus. */
const focused = (page: Page) => page.evaluate(() => document.querySelector("site-errors")?.shadowRoot?.activeElement?.textContent);

test("a save reloads the pages that it changes, on every device, and no other", () =>
  served(async (site, open) => {
    const [desk, phone, home] = [await open("/posts/hello/"), await open("/posts/hello/"), await open("/404.html")];
    await Promise.all([desk, phone, home].map(mark));
    await site.write(POST, post("Quite another text."));
    await Promise.all([waitForText(desk, "Quite another text."), waitForText(phone, "Quite another text.")]);
    assert.equal(await marked(desk), false);
    await pause(MOMENT_MS);
    assert.equal(await marked(home), true);
  }));

test("a reload keeps the place in the page", () =>
  served(async (site, open) => {
    const text = (word: string) => post(`${word} paragraph\n\n`.repeat(200));
    await site.write(POST, text("first"));
    const page = await open("/posts/hello/");
    await waitForText(page, "first paragraph");
    await page.evaluate(() => scrollTo(0, 1234));
    await page.waitForFunction(() => scrollY === 1234);
    await listening(page, () => site.write(POST, text("other")));
    await waitForText(page, "other paragraph");
    await page.waitForFunction(() => scrollY === 1234);
  }));

test("a stylesheet is swapped in place", () =>
  served(async (site, open) => {
    const page = await open("/");
    await mark(page);
    const colour = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
    for (const expected of ["rgb(1, 2, 3)", "rgb(4, 5, 6)", "rgb(7, 8, 9)"]) {
      await site.write(STYLE, `body { background: ${expected}; }`);
      await page.waitForFunction((expected) => getComputedStyle(document.body).backgroundColor === expected, expected);
    }
    assert.equal(await colour(), "rgb(7, 8, 9)");
    assert.equal(await marked(page), true);
    await page.waitForFunction(() => document.querySelectorAll("link[rel=stylesheet]").length === 1);
  }));

test("a stylesheet that loads after its successor changes nothing", () =>
  served(async (site, open) => {
    const page = await open("/");
    const errors: Error[] = [];
    page.on("pageerror", (error) => errors.push(error));
    const link = page.locator("link[rel=stylesheet]");
    const swap = async (colour: string) => {
      await site.write(STYLE, `body { background: ${colour}; }`);
      await page.waitForFunction((colour) => getComputedStyle(document.body).backgroundColor === colour, colour);
      await page.waitForFunction(() => document.querySelectorAll("link[rel=stylesheet]").length === 1);
    };
    await swap("rgb(1, 2, 3)");
    const first = await link.elementHandle();
    await swap("rgb(4, 5, 6)");
    await first?.evaluate((link) => link.dispatchEvent(new Event("load")));
    assert.equal(await link.count(), 1);
    assert.deepEqual(errors, []);
  }));

test("no save between two others is lost", () =>
  served(async (site, open) => {
    const page = await open("/posts/hello/");
    for (let number = 0; number < 30; number++) {
      await site.write(POST, post(`Save ${number}.`));
      await pause((number * 7) % 50);
    }
    await waitForText(page, "Save 29.");
  }));

test("a mistake lies over the last good page until it is corrected", () =>
  served(async (site, open) => {
    const page = await open("/posts/hello/");
    const other = await open("/");
    await waitForText(page, "Hello");
    await mark(page);
    const before = await page.evaluate(() => document.body.innerText);
    await site.replace(POST, "title:", "titel:");
    const text = await readSheet(page);
    for (const expected of ["The site has errors", `${POST}:2:1`, "titel:", "^^^^^", "title"]) {
      assert.ok(text.includes(expected), `${expected} is not in\n${text}`);
    }
    assert.ok((await readSheet(other)).includes(`${POST}:2:1`), "every open page tells");
    const red = await page.evaluate(() =>
      [...(document.querySelector("site-errors")?.shadowRoot?.querySelectorAll("span") ?? [])]
        .filter((span) => getComputedStyle(span).color === "rgb(255, 143, 135)")
        .map((span) => span.textContent)
        .join(),
    );
    assert.match(red, /error\[/, "drawn in the terminal's colours");
    assert.equal(await page.evaluate(() => document.body.innerText), before);
    await page.keyboard.press("Tab");
    await page.evaluate(() => (document.querySelector("site-errors")?.shadowRoot?.querySelector("button") as HTMLButtonElement).click());
    assert.equal(await readSheet(page), "Show the errors");
    await site.replace(POST, "titel:", "titul:");
    await waitForSheetText(page, "titul:");
    await site.replace(POST, "titul:", "title:");
    await waitForNoSheet(page);
    await waitForNoSheet(other);
    assert.equal(await marked(page), true, "the page is as it was: nothing to load again");
  }));

test("Escape closes the sheet, wherever the focus is, and a button opens it again", () =>
  served(async (site, open) => {
    const page = await open("/posts/hello/");
    await waitForText(page, "Hello");
    await site.replace(POST, "title:", "titel:");
    assert.ok((await readSheet(page)).includes("titel:"));
    await page.keyboard.press("Escape");
    assert.equal(await readSheet(page), "Show the errors");
    assert.equal(await focused(page), undefined, "the focus stays where it was");
    await page.evaluate(() => (document.querySelector("site-errors")?.shadowRoot?.querySelector("button") as HTMLButtonElement).focus());
    await page.keyboard.press("Enter");
    assert.ok((await readSheet(page)).includes("titel:"));
    assert.equal(await focused(page), "Close");
    await page.keyboard.press("Escape");
    assert.equal(await focused(page), "Show the errors");
    await site.replace(POST, "titel:", "title:");
    await waitForNoSheet(page);
  }));

test("a page that comes into being appears, and one that goes is gone", () =>
  served(async (site, open) => {
    const page = await open("/posts/new/");
    await waitForText(page, "Page not found");
    const file = "content/posts/new.md";
    await listening(page, () => site.write(file, post("Here it is.")));
    await waitForText(page, "Here it is.");
    await rm(site.path(file));
    await waitForText(page, "Page not found");
  }));

test("a page that was open while the server was away catches up", () =>
  served(async (site, open) => {
    const page = await open("/posts/hello/");
    await site.stop();
    await site.write(POST, post("Written meanwhile."));
    await site.start(Number(new URL(site.origin).port));
    await waitForText(page, "Written meanwhile.");
  }));

test("a hidden tab catches up when it is looked at, and listens to nothing before", () =>
  served(async (site, open) => {
    const page = await open("/posts/hello/");
    const hide = (hidden: boolean) =>
      page.evaluate((hidden) => {
        Object.defineProperty(document, "hidden", { configurable: true, get: () => hidden });
        document.dispatchEvent(new Event("visibilitychange"));
      }, hidden);
    await hide(true);
    await site.write(POST, post("While nobody looked."));
    await pause(MOMENT_MS);
    assert.equal(await page.evaluate(() => document.body.innerText.includes("While nobody looked.")), false);
    await hide(false);
    await waitForText(page, "While nobody looked.");
  }));

/** Sends a submission to a mock endpoint from a page. Returns the status and text that the page may read, or the name of the error. */
async function send(page: Page, url: string, kind: "multipart" | "urlencoded" | "json" | "json-as-text"): Promise<string> {
  return page.evaluate(
    async ([url, kind]) => {
      const form = new FormData();
      form.append("EmailId", "ada@example.com");
      const json = '[{"Attribute":"FirstName","Value":"Ada"}]';
      const type = kind === "json" ? { "Content-Type": "application/json" } : undefined;
      const body = { multipart: form, urlencoded: new URLSearchParams([["EmailId", "ada@example.com"]]), json, "json-as-text": json }[kind];
      try {
        const answer = await fetch(url, { method: "POST", body, headers: { Accept: "application/json", ...type }, signal: AbortSignal.timeout(3000) });
        return `${answer.status} ${new URL(answer.url).pathname} ${await answer.text()}`;
      } catch (error) {
        return (error as Error).name;
      }
    },
    [url, kind] as const,
  );
}

test("the mock endpoints treat a page as real services do", () =>
  served(async (site, open) => {
    const page = await open("/");
    const submissions = async () => JSON.parse(await (await fetch(`${site.origin}/__site/submissions.json`)).text());
    const fault = async (plan: object) => {
      const headers = { "Content-Type": "application/json" };
      const answer = await fetch(`${site.origin}/__site/submissions/faults`, { method: "POST", body: JSON.stringify(plan), headers });
      assert.equal(answer.status, 200, await answer.text());
    };
    const endpoints: string = (await submissions()).endpoints;
    assert.notEqual(new URL(endpoints).origin, site.origin);
    const [formPost, jsonPost] = [`${endpoints}/form-post/news`, `${endpoints}/json-post/crm?key=a`];

    assert.equal(await send(page, formPost, "multipart"), '200 /answer/1 {"result":"success","row":1}');
    assert.equal(await send(page, formPost, "urlencoded"), '200 /answer/2 {"result":"success","row":2}');
    assert.equal(await send(page, formPost, "json"), "TypeError", "the preflight has no answer");
    assert.equal(await send(page, formPost, "json-as-text"), "TypeError", "the refusal may not be read");
    assert.match(await send(page, jsonPost, "json"), /^200 \/json-post\/crm .*"success"/);
    assert.match(await send(page, jsonPost, "json-as-text"), /^415 /);
    const seen = (await submissions()).received.map((one: { method: string; name: string }) => `${one.method} ${one.name}`);
    const expected = ["POST news", "POST news", "OPTIONS news", "POST news", "OPTIONS crm", "POST crm", "POST crm"];
    assert.deepEqual(seen, expected);

    const outcomes: [fault: string, expected: string, rows: number][] = [
      ["refuse", "TypeError", 0],
      ["hang", "TimeoutError", 0],
      ["cut", "TypeError", 1],
      ["garble", "TypeError", 1],
      ["unreadable", "TypeError", 0],
      ["lost", "TypeError", 1],
      ["status", "503 /form-post/news This answer was asked for.\n", 0],
    ];
    for (const [name, expected, rows] of outcomes) {
      await fetch(`${site.origin}/__site/submissions`, { method: "DELETE" });
      await fault({ endpoint: "form-post/news", fault: name, status: 503 });
      assert.equal(await send(page, formPost, "multipart"), expected, name);
      assert.equal(((await submissions()).rows["form-post"].news ?? []).length, rows, name);
    }
    await fault({ endpoint: "form-post/news" });
    await fault({ endpoint: "json-post", fault: "preflight" });
    assert.equal(await send(page, jsonPost, "json"), "TypeError");
    await fault({ endpoint: "json-post", fault: "part" });
    assert.equal(await send(page, jsonPost, "json"), "TypeError");
    await fault({ endpoint: "json-post", delay: 60_000 });
    assert.equal(await send(page, jsonPost, "json"), "TimeoutError");
  }));

test("the developer's pages show the site and what was sent", () =>
  served(async (site, open) => {
    const page = await open("/");
    const problems: string[] = [];
    page.on("console", (message) => problems.push(message.text()));
    page.on("pageerror", (error) => problems.push(String(error)));
    await page.goto(`${site.origin}/__site/`);
    for (const text of ["Overview", "/posts/hello/", "found nothing wrong", "Sample values", "Left out"]) await waitForText(page, text);
    await site.write("content/posts/later.md", post("Not yet.", "draft: true\n"));
    await waitForText(page, "content/posts/later.md");

    await page.goto(`${site.origin}/__site/submissions`);
    await page.setViewportSize({ width: 360, height: 740 });
    assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), 360, "nothing scrolls sideways");
    await page.getByRole("combobox", { name: "Endpoint" }).fill("form-post/news");
    await page.getByRole("combobox", { name: "Fault" }).selectOption("status");
    await page.getByRole("spinbutton", { name: "Times" }).fill("1");
    await page.getByRole("button", { name: "Set" }).click();
    await waitForText(page, "form-post/news: status 500, once");
    const { endpoints } = JSON.parse(await (await fetch(`${site.origin}/__site/submissions.json`)).text()) as { endpoints: string };
    const body = new URLSearchParams([["EmailId", "ada@example.com"]]);
    assert.equal((await fetch(`${endpoints}/form-post/news`, { method: "POST", body })).status, 500);
    assert.equal((await fetch(`${endpoints}/form-post/news`, { method: "POST", body })).status, 200);
    await page.waitForFunction(() => document.querySelector("td:last-child")?.textContent?.trim() === "ada@example.com");
    await page.getByRole("button", { name: "Forget" }).click();
    await waitForText(page, "Nothing has been sent yet.");
    assert.deepEqual(problems, []);
  }));
