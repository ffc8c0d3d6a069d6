/**
 * `site edit` in a real browser: what somebody who does not program does, by mouse, by keyboard alone and by touch, each with the
 * lines that `git diff` shows then; and what is refused.
 *
 * Each test has a copy of `tests/sites/harbour` in a temporary folder, with its own Git repository.
 */

import assert from "node:assert/strict";
import { execFileSync, type ChildProcess, spawn } from "node:child_process";
import { appendFile, cp, mkdtemp, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { after, test } from "node:test";

import axe from "axe-core";
import type { Browser, BrowserContextOptions, Frame, Page } from "playwright-core";

import { launch } from "./browser";

/** For what must happen. Long, so that a busy machine makes no test fail. */
const PATIENCE = 30_000;

let browser: Promise<Browser> | undefined;
after(async () => {
  await (await browser)?.close();
});

/** A site that is edited. */
class Edited {
  /** The address of the editor with its key. */
  url = "";
  origin = "";
  key = "";
  folder: string;
  #process: ChildProcess | undefined;

  constructor(folder: string) {
    this.folder = folder;
  }

  git(...words: string[]): string {
    const options = ["-c", "user.name=Test", "-c", "user.email=test@example.com", "-c", "core.autocrlf=false"];
    return execFileSync("git", [...options, ...words], { cwd: this.folder, encoding: "utf8" });
  }

  /** The lines that changed, without those around them. */
  diff(): string[] {
    const lines = this.git("diff", "--unified=0", "--", "content").split("\n");
    return lines.filter((line) => /^[+-](?!\+\+|--)/.test(line));
  }

  async start(): Promise<void> {
    const program = process.env["SITE_BIN"];
    assert.ok(program, "SITE_BIN names the program: see tests/run");
    const child = spawn(program, ["edit", "--no-open", "--port", "0", "--root", this.folder], { stdio: ["ignore", "pipe", "inherit"] });
    this.#process = child;
    for await (const line of createInterface({ input: child.stdout })) {
      const [, url] = /^Edit the site at (\S+)/.exec(line) ?? [];
      if (!url) continue;
      this.url = url;
      [this.origin = "", this.key = ""] = url.split("/#");
      child.stdout.resume();
      return;
    }
    throw new Error("the program ended before it served");
  }

  async stop(): Promise<void> {
    const child = this.#process;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const ended = new Promise((resolve) => child.once("exit", resolve));
    child.kill();
    await ended;
  }

  path(name: string): string {
    return join(this.folder, name);
  }

  read(name: string): Promise<string> {
    return readFile(this.path(name), "utf8");
  }

  /** Replaces a text in a file, as another program does. */
  async replace(name: string, from: string, to: string): Promise<void> {
    const text = await this.read(name);
    assert.ok(text.includes(from), `${name} does not hold ${from}`);
    await writeFile(this.path(name), text.replaceAll(from, to));
  }

  /** Sends a request; the status of the answer. */
  send(method: string, path: string, headers: Record<string, string>, body = ""): Promise<number> {
    const { hostname, port } = new URL(this.origin);
    return new Promise((resolve, reject) => {
      const sent = request({ hostname, port, method, path, headers, agent: false }, (answer) => {
        answer.resume();
        resolve(answer.statusCode ?? 0);
      });
      sent.on("error", reject);
      sent.end(body);
    });
  }
}

const DESK: BrowserContextOptions = { viewport: { width: 1280, height: 800 } };
const PHONE: BrowserContextOptions = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true };

/** A window of the editor. */
interface Window {
  page: Page;
  /** The page of the site within the frame. */
  frame: () => Frame;
}

/** Takes the steps with an edited site. */
async function edited(steps: (site: Edited, open: (options?: BrowserContextOptions) => Promise<Window>) => Promise<void>): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), "site-edit-"));
  const site = new Edited(folder);
  const contexts: { close(): Promise<void> }[] = [];
  try {
    await cp("tests/sites/harbour", folder, { recursive: true });
    site.git("init", "--quiet");
    site.git("add", ".");
    site.git("commit", "--quiet", "--message", "Begin");
    await site.start();
    browser ??= launch();
    const started = await browser;
    await steps(site, async (options = DESK) => {
      const context = await started.newContext(options);
      contexts.push(context);
      context.setDefaultTimeout(PATIENCE);
      const page = await context.newPage();
      await page.goto(site.url);
      await page.getByRole("heading", { name: "Contents of this page" }).waitFor();
      const frame = () => page.frames().find((frame) => frame !== page.mainFrame()) as Frame;
      return { page, frame };
    });
  } finally {
    await Promise.all(contexts.map((context) => context.close()));
    await site.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

const status = (page: Page, text: string) => page.waitForFunction((text) => document.querySelector("#status")?.textContent === text, text);
/** Waits until something is so. */
async function eventually(what: string, isSo: () => Promise<boolean>): Promise<void> {
  for (const end = Date.now() + PATIENCE; !(await isSo().catch(() => false)); ) {
    assert.ok(Date.now() < end, what);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

const shows = (frame: () => Frame, text: string) =>
  eventually(`the page shows ${text}`, () => frame().evaluate((text) => document.body.innerText.includes(text), text));
const holds = (site: Edited, file: string, text: string) =>
  eventually(`${file} holds ${text}`, async () => (await site.read(file)).includes(text));
/** Goes to another page, and waits until what it shows can be clicked. */
async function goTo({ page, frame }: Window, route: string, text: string): Promise<void> {
  await page.getByLabel("Page", { exact: true }).selectOption(route);
  await shows(frame, text);
  await page.locator("#panel").getByText(text).first().waitFor();
}

test("a sentence in an article is changed by a click, typed and undone", () =>
  edited(async (site, open) => {
    const window = await open();
    const { page, frame } = window;
    await goTo(window, "/tides/", "How we read the tides");
    await frame().getByText("and we look at the sea").click();
    const field = page.getByLabel("Paragraph");
    assert.equal(await field.inputValue(), "The moon pulls *twice a day*,\nand we look at the sea.");
    await field.fill("The moon pulls *twice a day*,\nand we listen to the sea.");
    await status(page, "Paragraph: saved");
    assert.deepEqual(site.diff(), ["-and we look at the sea.", "+and we listen to the sea."]);
    await shows(frame, "and we listen to the sea");
    await page.getByRole("button", { name: "Undo" }).click();
    await status(page, "Paragraph: taken back");
    assert.deepEqual(site.diff(), []);
    await shows(frame, "and we look at the sea");
  }));

test("headings, items and cells of Markdown are changed in place", () =>
  edited(async (site, open) => {
    const window = await open();
    const { page, frame } = window;
    await goTo(window, "/tides/", "How we read the tides");
    for (const [clicked, label, typed] of [
      ["When it is high", "Heading", "When it is highest"],
      ["Late in autumn", "List item", "Late in **autumn**"],
      ["May", "Table cell", "June"],
    ] as const) {
      await frame().getByText(clicked, { exact: true }).click();
      await page.getByLabel(label).fill(typed);
      await status(page, `${label}: saved`);
      await shows(frame, typed.replaceAll("*", ""));
    }
    assert.deepEqual(site.diff(), [
      "-## When it is high",
      "+## When it is highest",
      "-- Late in autumn",
      "+- Late in **autumn**",
      "-| May   | 2      |",
      "+| June   | 2      |",
    ]);
    await frame().getByText("Early in spring").click();
    await page.getByLabel("List item").fill("Early\n\n# in spring");
    await page.locator(".problem", { hasText: "would not stay one" }).waitFor();
    assert.equal(site.diff().length, 6);
  }));

test("a figure among counters is changed within its braces, and limits are told", () =>
  edited(async (site, open) => {
    const { page, frame } = await open();
    await frame().getByText("years", { exact: true }).click();
    const value = page.getByLabel("Value");
    assert.equal(await value.inputValue(), "9");
    await value.fill("0");
    await page.locator(".problem", { hasText: "1" }).waitFor();
    assert.deepEqual(site.diff(), []);
    await value.fill("10");
    await status(page, "Value: saved");
    assert.deepEqual(site.diff(), ["-  - { value: 9, label: years }", "+  - { value: 10, label: years }"]);
    await shows(frame, "10");
  }));

test("opening hours in the footer are changed on every page, with the comment beside them", () =>
  edited(async (site, open) => {
    const { page, frame } = await open();
    await frame().getByText("Monday to Friday").click();
    await page.getByText("Read by 3 pages").waitFor();
    await page.getByLabel("Hours").fill("Every day, 9 to 18 o'clock");
    await status(page, "Hours: saved");
    assert.deepEqual(site.diff(), [
      "-hours: Monday to Friday, 8 to 17 o'clock   # in winter too",
      "+hours: Every day, 9 to 18 o'clock   # in winter too",
    ]);
    await shows(frame, "Every day, 9 to 18");
  }));

test("a picture, a choice, a switch, a date, a reference and a folded text are changed", () =>
  edited(async (site, open) => {
    const { page, frame } = await open();
    await frame().locator("img").click();
    const form = page.locator("#panel");
    await form.getByLabel("Picture", { exact: true }).fill("/images/lighthouse.svg");
    await status(page, "Picture: saved");
    await form.getByLabel("What the picture shows").fill("A lighthouse");
    await status(page, "What the picture shows: saved");
    await form.getByLabel("Tone").selectOption("Loud");
    await status(page, "Tone: saved");
    await form.getByLabel("Wide").check();
    await status(page, "Wide: saved");
    await form.getByLabel("Since").fill("2020-02-29");
    await status(page, "Since: saved");
    await form.getByLabel("Host").selectOption("Grace");
    await status(page, "Host: saved");
    await form.getByLabel("Text").fill("The first boat comes at five, and the kettle is on by then.");
    await status(page, "Text: saved");
    assert.deepEqual(site.diff(), [
      "-    The first boat comes at six,",
      "+    The first boat comes at five,",
      "-  picture: /images/boat.svg",
      "-  picture_alt: A boat",
      "-  tone: calm",
      "-  wide: false",
      "-  since: 2019-05-01",
      "-  host: ada",
      "+  picture: /images/lighthouse.svg",
      "+  picture_alt: A lighthouse",
      "+  tone: loud",
      "+  wide: true",
      "+  since: 2020-02-29",
      "+  host: grace",
    ]);
    await shows(frame, "With Grace since 29 February 2020");
    await page.getByRole("button", { name: "Changes" }).click();
    await page.getByRole("button", { name: "Take back: Hero › Tone" }).click();
    await status(page, "Hero › Tone: taken back");
    assert.ok((await site.read("content/pages/home.yaml")).includes("tone: calm"));
  }));

test("everything is reached by keyboard alone", () =>
  edited(async (site, open) => {
    const { page, frame } = await open();
    const press = async (...keys: string[]) => {
      for (const key of keys) await page.keyboard.press(key);
    };
    await page.getByLabel("Page", { exact: true }).focus();
    // F6 goes from the bar to the page, and from there to the panel. The page sends its keys to the editor as messages.
    for (const next of ["frame", "panel"]) {
      await press("F6");
      await page.waitForFunction((id) => document.activeElement?.id === id, next);
    }
    for (let steps = 0; steps < 60; steps++) {
      await press("Tab");
      if (await page.evaluate(() => document.activeElement?.textContent?.includes("cups a day"))) break;
    }
    await press("Enter");
    await page.getByLabel("Label", { exact: true }).waitFor();
    for (let steps = 0; steps < 20; steps++) {
      if (await page.evaluate(() => (document.activeElement as HTMLElement).dataset["at"]?.endsWith("/label"))) break;
      await press("Tab");
    }
    await press("Control+a");
    await page.keyboard.type("cups an hour");
    await press("Enter");
    await status(page, "Label: saved");
    assert.deepEqual(site.diff(), [
      "-  - { value: 200, label: cups a day }   # on Sundays",
      "+  - { value: 200, label: cups an hour }   # on Sundays",
    ]);
    await shows(frame, "cups an hour");
    await press("Escape");
    await page.getByRole("heading", { name: "Contents of this page" }).waitFor();
    await press("Control+z");
    await status(page, "Counters › 2 · cups a day › Label: taken back");
    assert.deepEqual(site.diff(), []);
  }));

test("on a phone the panel is a sheet, and a tap opens the form", () =>
  edited(async (site, open) => {
    const { page, frame } = await open(PHONE);
    await frame().getByText("Monday to Friday").tap();
    const hours = page.getByLabel("Hours");
    await hours.fill("மாலை வரை");
    await status(page, "Hours: saved");
    assert.ok((await site.read("content/contact.yaml")).startsWith("# Shown at the end of every page.\nhours: மாலை வரை   # in winter too\n"));
    const box = await hours.boundingBox();
    assert.ok(box && box.x >= 0 && box.x + box.width <= 360, "the field is within the screen");
    assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), 360);
  }));

test("texts of templates are not editable, and the panel says whose they are", () =>
  edited(async (_, open) => {
    const { page, frame } = await open();
    await frame().getByText("Made of wood and salt").click();
    await page.getByRole("heading", { name: "This is part of the template" }).waitFor();
    await page.getByText("templates/home.html").first().waitFor();
  }));

test("what somebody else wrote meanwhile is never lost", () =>
  edited(async (site, open) => {
    const [one, other] = [await open(), await open()];
    for (const { page, frame } of [one, other]) {
      await frame().getByText("Monday to Friday").click();
      await page.getByLabel("Hours").waitFor();
    }
    await one.page.getByLabel("Hours").fill("Always");
    await status(one.page, "Hours: saved");
    await other.page.getByLabel("Hours").fill("Never");
    await other.page.getByText("Somebody else has changed this meanwhile. Now it says: Always").waitFor();
    assert.ok((await site.read("content/contact.yaml")).includes("hours: Always "));
    await other.page.getByRole("button", { name: "Keep mine" }).click();
    await holds(site, "content/contact.yaml", "hours: Never ");
    // Another value of the same file changes beside it.
    await site.replace("content/contact.yaml", "1234", "5678");
    await other.page.getByLabel("Hours").fill("Sometimes");
    await holds(site, "content/contact.yaml", "hours: Sometimes ");
    assert.ok((await site.read("content/contact.yaml")).includes("5678"));
  }));

test("opening and saving nothing changes no byte, and line ends stay", () =>
  edited(async (site, open) => {
    await writeFile(site.path("content/contact.yaml"), "\ufeff# Hours.\r\nhours: Open  # now\r\nphone: >-\r\n  1\r\n  2\r\n");
    const { page, frame } = await open();
    await shows(frame, "Open");
    await frame().getByText("Open", { exact: true }).click();
    await page.getByLabel("Phone").focus();
    await page.keyboard.press("Tab");
    assert.equal(await site.read("content/contact.yaml"), "\ufeff# Hours.\r\nhours: Open  # now\r\nphone: >-\r\n  1\r\n  2\r\n");
    await page.getByLabel("Phone").fill("1 3");
    await status(page, "Phone: saved");
    assert.equal(await site.read("content/contact.yaml"), "\ufeff# Hours.\r\nhours: Open  # now\r\nphone: >-\r\n  1\r\n  3\r\n");
  }));

test("a change that was cut off is dropped at the next start", () =>
  edited(async (site) => {
    const change = { file: "content/contact.yaml", at: "/hours", was: "Monday to Friday, 8 to 17 o'clock", to: "Always" };
    const headers = { Authorization: `Bearer ${site.key}`, Origin: site.origin, "Content-Type": "application/json" };
    assert.equal(await site.send("POST", "/api/changes", headers, JSON.stringify(change)), 200);
    await site.stop();
    // The journal has the change, and the file is as before it, as if the power had failed in between.
    site.git("checkout", "--", "content");
    await appendFile(site.path(".site/edit/journal.jsonl"), '{"number":2,"ti');
    await site.start();
    const changes = await fetch(`${site.origin}/api/changes`, { headers: { Authorization: `Bearer ${site.key}` } });
    assert.deepEqual(await changes.json(), []);
    assert.equal(await site.read(".site/edit/journal.jsonl"), "");
  }));

test("hostile requests write nothing", () =>
  edited(async (site) => {
    const { host } = new URL(site.origin);
    const own = { Host: host, Authorization: `Bearer ${site.key}`, Origin: site.origin, "Content-Type": "application/json" };
    const change = (file: string, at = "/hours") =>
      JSON.stringify({ file, at, was: "Monday to Friday, 8 to 17 o'clock", to: "Hacked" });
    const body = change("content/contact.yaml");
    const post = (headers: Record<string, string>, sent = body) => site.send("POST", "/api/changes", { ...own, ...headers }, sent);
    assert.equal(await post({ Authorization: "" }), 401);
    assert.equal(await post({ Authorization: `Bearer ${"0".repeat(32)}` }), 401);
    assert.equal(await post({ Origin: "https://evil.example" }), 403);
    assert.equal(await post({ Origin: "null" }), 403);
    assert.equal(await post({ Host: "evil.example" }), 403);
    assert.equal(await post({ Host: `localhost:${new URL(site.origin).port}` }), 403);
    assert.equal(await post({ "Content-Type": "text/plain" }), 415);
    assert.equal(await post({ "Content-Type": "application/x-www-form-urlencoded" }), 415);
    assert.equal(await post({}, "{"), 400);
    assert.equal(await post({}, '{"file":1}'), 400);
    assert.equal(await post({}, JSON.stringify("x".repeat(1024 * 1024))), 413);
    for (const file of [
      "content/../content/contact.yaml", "../secret.yaml", "/etc/passwd", "content/contact.yaml\0", "content/pages/_collection.yaml",
      "content/pages/home.schema.yaml", "templates/home.html", "CONTENT/CONTACT.YAML", "", "package.json",
    ]) {
      assert.equal(await post({}, change(file)), 404, file);
    }
    for (const at of ["/nothing", "hours", "#0", "/hours/0", "/0"]) {
      assert.equal(await post({}, change("content/contact.yaml", at)), 404, at);
    }
    const settings = JSON.stringify({ file: "content/site.yaml", at: "/base_url", was: "https://harbour.example/", to: "https://evil.example/" });
    assert.equal(await post({}, settings), 422);
    assert.equal(await site.send("GET", "/api/form?file=content/contact.yaml&at=", { Host: host }), 401);
    assert.equal(await site.send("PUT", "/api/changes", own), 405);
    assert.equal(await site.send("GET", "/nothing", { Host: host }), 401);
    assert.deepEqual(site.diff(), []);
    // A file that is reached through a link is not written.
    await cp(site.path("content/contact.yaml"), site.path("elsewhere.yaml"));
    await rm(site.path("content/contact.yaml"));
    await symlink("../elsewhere.yaml", site.path("content/contact.yaml"));
    // The build may have seen in between that the file was gone.
    assert.ok([404, 500].includes(await post({})));
    assert.ok((await site.read("elsewhere.yaml")).includes("Monday"));
  }));

test("the editor can't be framed, and pages tell nobody but the editor", () =>
  edited(async (site, open) => {
    const answer = await fetch(`${site.origin}/`);
    assert.match(answer.headers.get("Content-Security-Policy") ?? "", /frame-ancestors 'none'/);
    const { page, frame } = await open();
    const told = await frame().evaluate(async () => {
      const heard: unknown[] = [];
      addEventListener("message", (event) => heard.push(event.data));
      // A script of the page pretends to be the editor: its messages have another origin.
      postMessage({ kind: "look", on: true }, "*");
      await new Promise((resolve) => setTimeout(resolve, 100));
      return heard.length;
    });
    assert.equal(told, 1);
    await frame().getByText("Monday to Friday").click();
    await page.getByLabel("Hours").waitFor();
  }));

test("no state of the editor has findings of axe", () =>
  edited(async (_, open) => {
    for (const options of [DESK, { ...PHONE, colorScheme: "dark" as const }]) {
      const { page, frame } = await open(options);
      const check = async (state: string) => {
        await page.evaluate(axe.source);
        const found = await page.evaluate(async () => {
          const { axe: inPage } = window as unknown as { axe: typeof axe };
          const { violations } = await inPage.run(document, { iframes: false });
          return violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(" ")}`);
        });
        assert.deepEqual(found, [], state);
      };
      await check("contents");
      await frame().locator("img").click();
      await page.getByLabel("Tone").waitFor();
      await check("form");
      await page.getByLabel("Text").fill("Changed");
      await status(page, "Text: saved");
      await page.getByRole("button", { name: "Changes" }).click();
      await page.getByRole("button", { name: "Take back: Hero › Text" }).click();
      await status(page, "Hero › Text: taken back");
      await check("changes");
      await frame().getByText("Made of wood").click();
      await page.getByRole("heading", { name: "This is part of the template" }).waitFor();
      await check("template");
    }
  }));

test("the bundle that is committed is the one of its sources", async () => {
  const script = execFileSync("node_modules/.bin/esbuild", [
    "src/serve/editor/ui/main.ts",
    ...["--bundle", "--format=iife", "--charset=utf8", "--target=es2022"],
  ]);
  assert.ok(script.equals(await readFile("src/serve/editor/ui/editor.js")), "run `npm run editor`");
});

test("95 % of the website's visible texts lead to the value that they show", async () => {
  const site = new Edited(".");
  try {
    await site.start();
    const headers = { Authorization: `Bearer ${site.key}` };
    const ask = async (path: string) => (await fetch(site.origin + path, { headers })).json() as Promise<never>;
    const { origin, pages }: { origin: string; pages: { route: string }[] } = await ask("/api/site");
    browser ??= launch();
    const context = await (await browser).newContext({ javaScriptEnabled: false });
    const page = await context.newPage();
    const counted = { all: 0, marked: 0 };
    for (const { route } of pages) {
      const marks: Marks = await ask(`/api/page?route=${encodeURIComponent(route)}`);
      assert.ok(marks.is_traced, route);
      await page.setContent(await (await fetch(origin + route)).text());
      const { all, marked, others } = await page.evaluate(countTexts, marks.elements);
      assert.deepEqual(others, [], `${route}: every mark stands at its text`);
      counted.all += all;
      counted.marked += marked;
    }
    await context.close();
    assert.ok(pages.length > 30 && counted.marked / counted.all >= 0.95, `${counted.marked} of ${counted.all}`);
  } finally {
    await site.stop();
  }
});

interface Marks {
  is_traced: boolean;
  elements: { tag: string; number: number; text: string; targets: number[] }[];
}

/** Counts the visible texts of a page and those with marks, as the script in the frame finds them. */
function countTexts(elements: Marks["elements"]): { all: number; marked: number; others: string[] } {
  const squeeze = (text: string) => text.split(/[\s\u00a0]+/).filter(Boolean).join(" ");
  const byNumber = new Map<string, Element[]>();
  for (const element of document.querySelectorAll("*")) {
    if (element.namespaceURI !== "http://www.w3.org/1999/xhtml" || element.parentElement?.closest("svg, math, noscript")) continue;
    const known = byNumber.get(element.localName) ?? [];
    known.push(element);
    byNumber.set(element.localName, known);
  }
  const marked = new Set<Element>();
  const others: string[] = [];
  for (const { tag, number, text, targets } of elements) {
    const element = byNumber.get(tag)?.[number];
    const texts = [...(element?.childNodes ?? [])].filter((node) => node.nodeType === Node.TEXT_NODE);
    const own = squeeze(texts.map((node) => node.textContent).join(""));
    if (!element || (squeeze(text) !== "" && own !== squeeze(text))) others.push(`${tag} ${number}: ${text}`);
    else if (targets.length > 0) marked.add(element);
  }
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  let all = 0;
  let found = 0;
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const element = node.parentElement;
    if (!element || !node.textContent?.trim() || element.closest("script, style, noscript, template, svg")) continue;
    all += 1;
    if (marked.has(element)) found += 1;
  }
  return { all, marked: found, others };
}
