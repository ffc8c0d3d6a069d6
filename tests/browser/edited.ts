/** A site edited in a browser, for the tests of `site edit`: a copy of `tests/sites/harbour` in a repository of its own. */

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";

import type { BrowserContextOptions, Frame, Page, Request } from "playwright-core";

import { assertAccessible } from "./accessibility";
import { sharedBrowser } from "./browser";
import { type SiteServer, startSiteServer } from "./programs";
import { TIMEOUT_MS, pause, until } from "./wait";

/** A site with the `site edit` that serves its editor. */
export class EditedSite {
  /** The address of the editor with its key. */
  url = "";
  origin = "";
  key = "";
  folder: string;
  #server: SiteServer | undefined;

  constructor(folder: string) {
    this.folder = folder;
  }

  git(...words: string[]): string {
    const options = ["-c", "user.name=Test", "-c", "user.email=test@example.com", "-c", "core.autocrlf=false"];
    return execFileSync("git", [...options, ...words], { cwd: this.folder, encoding: "utf8" });
  }

  /** Returns the changed lines of `content/`, without those around them. */
  diff(): string[] {
    const lines = this.git("diff", "--unified=0", "--", "content").split("\n");
    return lines.filter((line) => /^[+-](?!\+\+|--)/.test(line));
  }

  /** Starts the program. `stderr` is `ignore` in tests that provoke its messages. */
  async start(stderr: "inherit" | "ignore" = "inherit"): Promise<void> {
    this.#server = await startSiteServer("edit", ["--no-open", "--port", "0", "--root", this.folder], stderr);
    this.url = this.#server.address;
    [this.origin = "", this.key = ""] = this.url.split("/#");
  }

  async stop(): Promise<void> {
    await this.#server?.stop();
  }

  path(name: string): string {
    return join(this.folder, name);
  }

  read(name: string): Promise<string> {
    return readFile(this.path(name), "utf8");
  }

  /** Replaces a text in a file without the editor. */
  async replace(name: string, from: string, to: string): Promise<void> {
    const text = await this.read(name);
    assert.ok(text.includes(from), `${name} does not hold ${from}`);
    await writeFile(this.path(name), text.replaceAll(from, to));
  }

  /** Sends a request, and returns the status of the response. */
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

export const DESK: BrowserContextOptions = { viewport: { width: 1280, height: 800 } };
export const PHONE: BrowserContextOptions = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true };

/** A window of the editor. */
export interface Window {
  page: Page;
  /** The page of the site within the frame. */
  frame: () => Frame;
}

/** Runs steps with an edited site, and removes it. `open` opens a window of its editor. */
export async function withEditedSite(
  steps: (site: EditedSite, open: (options?: BrowserContextOptions) => Promise<Window>) => Promise<void>,
  stderr: "inherit" | "ignore" = "inherit",
): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), "site-edit-"));
  const site = new EditedSite(folder);
  const contexts: { close(): Promise<void> }[] = [];
  try {
    await cp("tests/sites/harbour", folder, { recursive: true });
    site.git("init", "--quiet");
    site.git("add", ".");
    site.git("commit", "--quiet", "--message", "Begin");
    await site.start(stderr);
    const started = await sharedBrowser();
    await steps(site, async (options = DESK) => {
      const context = await started.newContext(options);
      contexts.push(context);
      context.setDefaultTimeout(TIMEOUT_MS);
      const page = await context.newPage();
      await page.addInitScript(collectAnnouncements);
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

/** Runs in the editor: collects what is announced, as an announcement may be replaced before a test sees it. */
function collectAnnouncements(): void {
  const announced: string[] = [];
  Object.assign(window, { announced });
  addEventListener("DOMContentLoaded", () => {
    const status = document.querySelector("#status");
    if (status) new MutationObserver(() => announced.push(status.textContent ?? "")).observe(status, { childList: true });
  });
}

/** Waits until the editor announces `text`. What it announced before is not looked at again. */
export const waitForStatus = (page: Page, text: string) =>
  page.waitForFunction((text) => {
    const { announced } = window as unknown as { announced: string[] };
    const index = announced.indexOf(text);
    return index >= 0 && announced.splice(0, index + 1).length > 0;
  }, text);

/** Returns what the editor announced since `waitForStatus` found something. */
export const readAnnounced = (page: Page) => page.evaluate(() => (window as unknown as { announced: string[] }).announced);

/** Stops the clock of the editor, `later` milliseconds from now. */
export const setClock = (page: Page, later = 0) =>
  page.evaluate((later) => {
    const now = performance.now() + later;
    performance.now = () => now;
  }, later);

/** Clicks the middle of a button. Returns a function that clicks the same point again, as the second click of a double click. */
export async function clickPlace(page: Page, name: string): Promise<() => Promise<void>> {
  const box = await page.getByRole("button", { name, exact: true }).boundingBox();
  assert.ok(box, name);
  await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
  return async () => {
    await page.mouse.down({ clickCount: 2 });
    await page.mouse.up({ clickCount: 2 });
  };
}

/** Pastes a text where the cursor is, with the HTML that other programs copy besides. */
export const paste = (page: Page, text: string, html = "") =>
  page.evaluate(([text, html]) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData("text/plain", text);
    if (html !== "") clipboardData.setData("text/html", html);
    const event = new ClipboardEvent("paste", { clipboardData, cancelable: true, bubbles: true });
    if (document.activeElement?.dispatchEvent(event)) document.execCommand("insertText", false, text);
  }, [text, html] as const);

/** Waits until the page shows `text`. */
export const waitForText = (frame: () => Frame, text: string) =>
  until(() => frame().evaluate((text) => document.body.innerText.includes(text), text), `the page shows ${text}`);

/** Holds the requests of the editor to a path back, and runs `steps`. Then lets them through, and waits until the first one is answered. */
export async function whileHeld(page: Page, method: "GET" | "POST", path: string, begin: () => Promise<unknown>, steps: () => Promise<unknown>): Promise<void> {
  const matches = (request: Request) => request.method() === method && request.url().includes(`/api/${path}`);
  let isHeld = true;
  await page.route("**/api/**", async (route) => {
    if (matches(route.request())) await until(() => !isHeld);
    await route.continue();
  });
  const asked = page.waitForRequest(matches);
  await begin();
  const request = await asked;
  await steps();
  isHeld = false;
  await (await request.response())?.finished();
  await page.unrouteAll({ behavior: "wait" });
}

/**
 * Holds back the answers to requests for an address. Returns a function that lets them through and waits until all are sent: an answer that comes
 * after the end of a test fails the file of the test.
 */
export async function holdAnswers(page: Page, url: string): Promise<() => Promise<void>> {
  let letThrough = () => {};
  const held = new Promise<void>((resolve) => (letThrough = resolve));
  await page.route(url, async (route) => {
    const response = await route.fetch();
    await held;
    await route.fulfill({ response });
  });
  return async () => {
    letThrough();
    await page.unrouteAll({ behavior: "wait" });
  };
}

/** Waits until a file contains `text`. */
export const waitForFileText = (site: EditedSite, file: string, text: string) =>
  until(async () => (await site.read(file)).includes(text), `${file} holds ${text}`);

/** Chooses another page in the panel that finds pages. */
export async function choosePage(page: Page, route: string): Promise<void> {
  await page.locator("#page").click();
  await page.getByLabel("Find a page").fill(route);
  await page.locator("#panel li").filter({ has: page.getByText(route, { exact: true }) }).getByRole("button").click();
}

/** Goes to another page, and waits until its text can be clicked. */
export async function goTo({ page, frame }: Window, route: string, text: string): Promise<void> {
  await choosePage(page, route);
  await waitForText(frame, text);
  // The list of found pages has the text too.
  await page.locator("#panel .contents").getByText(text).first().waitFor({ state: "attached" });
}

/** Opens the group of *Contents of this page* in which a text is, by keyboard, and goes on to the text. */
export async function tabToContent(page: Page, text: string): Promise<void> {
  const tabTo = async (isFocused: () => Promise<boolean>) => {
    for (let steps = 0; steps < 80 && !(await isFocused()); steps++) await page.keyboard.press("Tab");
    assert.ok(await isFocused(), `${text} is reached by Tab`);
  };
  const group = page.locator(".contents details:not([open])").filter({ hasText: text }).first();
  await page.locator(".contents").getByText(text).first().waitFor({ state: "attached" });
  if ((await group.count()) > 0) {
    const summary = await group.locator("summary").elementHandle();
    await tabTo(async () => (await summary?.evaluate((summary) => summary === document.activeElement)) ?? false);
    await page.keyboard.press("Enter");
  }
  await tabTo(() => page.evaluate((text) => Boolean(document.activeElement?.matches(".contents button") && document.activeElement.textContent?.includes(text)), text));
}

/** Checks that axe finds no problem in the editor around the page. */
export const checkAccessibility = (page: Page, state: string): Promise<void> => assertAccessible(page, "html", undefined, state);

/** The folder of what screen readers find in the panel. */
const TREES = "tests/browser/edit-trees";

/** Compares what screen readers find in the panel with what they found before. */
export async function checkTree(page: Page, name: string): Promise<void> {
  const readTree = async () => `${await page.locator("#panel").ariaSnapshot()}\n`;
  const file = `${TREES}/${name}.txt`;
  if (process.env["UPDATE_TREES"]) {
    await pause(1000);
    await mkdir(TREES, { recursive: true });
    await writeFile(file, await readTree());
  }
  // The list of pages that read a value comes after the rest of the panel.
  const expected = await readFile(file, "utf8");
  let tree = "";
  await until(async () => (tree = await readTree()) === expected).catch(() => {});
  assert.equal(tree, expected, `${file}: UPDATE_TREES=1 writes it anew`);
}
