/**
 * Times the waits of somebody who edits in the browser: from a click until the form has the cursor, from a key until the page shows what was
 * typed, and from Enter until the page shows the saved text, which is no time if it was shown before. Keys follow each other as those of a quick
 * typist do.
 *
 *     SITE_BIN=target/release/site node benches/editing.mjs SITE /route/ [SELECTOR [ROUNDS]]
 *
 * It clicks what SELECTOR finds on the page (default `h1`), types a number after the text in the field, and presses Enter. SITE is copied, so its
 * files stay as they are. Times end with the first frame that shows the form or the change. Prints median and worst, in milliseconds. Those of a form
 * have three parts: until the request, until its response, and until the frame.
 */

import { spawn } from "node:child_process";
import { cpSync, existsSync, mkdtempSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { createInterface } from "node:readline";

import { chromium } from "playwright-core";

import { browserFlags } from "../tests/browser/flags.js";

const [source = ".", route = "/", selector = "h1", rounds = "100"] = process.argv.slice(2);
/** The time between two keys: 200 words a minute. */
const KEY_DELAY_MS = 60;
const program = resolve(process.env["SITE_BIN"] ?? "target/release/site");

/** Runs in the editor and in the page: records when something happened last, in milliseconds since the epoch. `shown` is the first frame with `text`. */
function watch(selector) {
  const times = { clicked: 0, typed: 0, entered: 0, focused: 0, shown: 0, text: "" };
  const now = () => performance.timeOrigin + performance.now();
  const write = (name, more) => requestAnimationFrame(() => Object.assign(times, { [name]: now() }, more));
  Object.assign(window, { times });
  addEventListener("click", ({ timeStamp }) => (times.clicked = performance.timeOrigin + timeStamp), true);
  addEventListener("keydown", ({ key, timeStamp }) => (times[key === "Enter" ? "entered" : "typed"] = performance.timeOrigin + timeStamp), true);
  addEventListener("focusin", ({ target }) => target.dataset.at && write("focused"));
  // Nothing runs between the changes: a loop over all frames would keep the browser drawing.
  let text;
  const look = () => {
    const found = document.querySelector(selector)?.textContent;
    if (found === undefined || found === text) return;
    text = found;
    write("shown", { text });
  };
  new MutationObserver(look).observe(document, { childList: true, characterData: true, subtree: true });
  look();
}

/** Starts the program, and returns it with the address of its editor. */
async function startEditor(root) {
  const child = spawn(program, ["edit", "--no-open", "--port", "0", "--root", root], { stdio: ["ignore", "pipe", "inherit"] });
  for await (const line of createInterface({ input: child.stdout })) {
    const [, url] = /^Edit the site at (\S+)/.exec(line) ?? [];
    if (!url) continue;
    child.stdout.resume();
    return { child, url };
  }
  throw new Error("the program ended before it served");
}

/** Returns when a path was first requested after a time, and when the response had arrived. */
function requestAfter([since, path]) {
  const at = (time) => performance.timeOrigin + time;
  const isWanted = ({ name, startTime }) => at(startTime) >= since && new URL(name).pathname === path;
  const { startTime, responseEnd } = performance.getEntriesByType("resource").find(isWanted);
  performance.clearResourceTimings();
  return [at(startTime), at(responseEnd)];
}

/** Prints the median and the worst of the waits, each with its steps. */
function report(name, rounds) {
  const wait = (times) => times.at(-1) - times[0];
  const sorted = rounds.toSorted((a, b) => wait(a) - wait(b));
  const steps = (times) => times.slice(1).map((time, step) => Math.round(time - times[step]));
  const describe = (times) => [Math.round(wait(times)), ...(times.length > 2 ? [`(${steps(times).join(" + ")})`] : [])].join(" ");
  console.log(`${name}: median ${describe(sorted[Math.floor(sorted.length / 2)])}, worst ${describe(sorted.at(-1))}`);
}

const root = mkdtempSync(join(tmpdir(), "editing-"));
const ignored = new Set(["node_modules", "target", "dist", ".git", ".site"].map((name) => resolve(source, name)));
cpSync(source, root, { recursive: true, filter: (path) => !ignored.has(resolve(path)) });
const packages = resolve(source, "node_modules");
if (existsSync(packages)) symlinkSync(packages, join(root, "node_modules"));
const { child, url } = await startEditor(root);
const browser = await chromium.launch({ executablePath: process.env["CHROMIUM"] ?? "/usr/bin/chromium", args: browserFlags });
try {
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
  await page.addInitScript(watch, selector);
  await page.goto(url);
  const contents = page.getByRole("heading", { name: "Contents of this page" });
  await contents.waitFor();
  const frame = () => page.frames().find((frame) => frame !== page.mainFrame());
  await page.locator("#page").click();
  await page.getByLabel("Find a page").fill(route);
  await page.keyboard.press("Enter");
  await frame().waitForURL(`**${route}`);
  const [formTimes, keyTimes, enterTimes] = [[], [], []];
  for (let round = 0; round <= Number(rounds); round++) {
    await page.keyboard.press("Escape");
    await contents.waitFor();
    await frame().locator(selector).first().click();
    const { clicked } = await frame().evaluate(() => window.times);
    const focused = await (await page.waitForFunction((since) => window.times.focused > since && window.times.focused, clicked)).jsonValue();
    const form = await page.evaluate(requestAfter, [clicked, "/api/form"]);
    const field = page.locator("#panel [data-at]:focus");
    const text = (await field.inputValue()).replace(/ \d+$/, "");
    await field.fill(text);
    await field.press("End");
    await page.keyboard.type(` ${round}`, { delay: KEY_DELAY_MS });
    await page.keyboard.press("Enter");
    const { typed, entered } = await page.evaluate(() => window.times);
    const isShown = ([typed, end]) => window.times.shown > typed && window.times.text.trim().endsWith(end) && window.times.shown;
    const shown = await (await frame().waitForFunction(isShown, [typed, ` ${round}`])).jsonValue();
    await page.locator("#status", { hasText: ": saved" }).waitFor();
    // The first round warms up.
    if (round === 0) continue;
    formTimes.push([clicked, ...form, focused]);
    keyTimes.push([typed, shown]);
    enterTimes.push([entered, Math.max(entered, shown)]);
  }
  report("click to form", formTimes);
  report("key to page", keyTimes);
  report("Enter to page", enterTimes);
} finally {
  await browser.close();
  child.kill();
  rmSync(root, { recursive: true, force: true });
}
