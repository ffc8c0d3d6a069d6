// The pictures of docs/editing.md: the editor at work on two starters. For eyes: it checks nothing.
//
// 1. Make each starter in a folder of its own, with a repository that is published to a second one.
// 2. Edit it, and go through the steps of each picture in a window of its own.
// 3. Write OUT/editing-NAME.png once the editor is idle.

import { execFileSync, spawn } from "node:child_process";
import { mkdtemp, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { createInterface } from "node:readline";
import { chromium } from "playwright-core";

const [out] = process.argv.slice(2);
if (!out) throw new Error("usage: editor-pictures.mjs OUT");
const SITE = path.resolve(process.env.SITE_BIN);
const WINDOW = { viewport: { width: 1180, height: 640 }, reducedMotion: "reduce" };

/** The time until the editor has done what follows a build, and its last result is gone. */
const IDLE_MS = 5000;

/** The pictures of each starter: the page to go to, and the steps there. */
const PICTURES = {
  company: {
    "a-paragraph": ["/services/planting/", ({ frame }) => frame.getByText("Planting takes two to five days").click()],
    "a-footer": ["/", ({ frame }) => frame.getByText("Monday to Friday").last().click()],
    "a-list": ["/", ({ frame }) => frame.getByText("We look first").click()],
  },
  blog: {
    "a-new-entry": ["/", async ({ page }) => {
      for (const name of ["Entries", "Posts", "Add another"]) await page.getByRole("button", { name }).click();
      await page.getByLabel("Title").fill("Low tide in May");
    }],
    "an-address": ["/posts/the-harbour-at-six/", async ({ page, frame }) => {
      await frame.locator("h1").click();
      await page.getByRole("button", { name: "Change address…" }).click();
      await page.getByLabel("New name in the address").fill("the-harbour-at-dawn");
    }],
    publish: ["/", async ({ page, change }) => {
      await change("content/author.yaml", "takes notes", "draws maps");
      await change("content/pages/home.md", "Notes from a slow walker", "Notes of a slow walker");
      await page.getByRole("button", { name: "2 changes" }).click();
      await page.getByText("The check found no mistakes.").waitFor();
    }],
  },
};

/** Makes the site of a starter in `root`, whose changes are published to the repository `origin`. */
async function makeSite(starter, root, origin) {
  execFileSync(SITE, ["init", root, "--starter", starter]);
  await symlink(path.resolve("node_modules"), path.join(root, "node_modules"));
  const git = (...words) => execFileSync("git", ["-C", root, ...words]);
  git("init", "--quiet", "--initial-branch", "main");
  git("config", "user.name", "Robin");
  git("config", "user.email", "robin@example.com");
  git("add", ".");
  git("commit", "--quiet", "--message", "Begin");
  execFileSync("git", ["init", "--quiet", "--bare", origin]);
  git("remote", "add", "origin", origin);
  git("push", "--quiet", "--set-upstream", "origin", "main");
}

/** Goes to a page of the edited site, and returns what the steps of a picture work with. */
async function open(browser, url, route, root) {
  const page = await browser.newPage(WINDOW);
  await page.goto(url);
  await page.locator("#page").click();
  await page.getByLabel("Find a page").fill(route);
  await page.locator("#panel li").filter({ has: page.getByText(route, { exact: true }) }).getByRole("button").click();
  await page.getByRole("heading", { name: "Contents of this page" }).waitFor();
  await page.waitForTimeout(IDLE_MS);
  const change = async (name, from, to) => {
    const file = path.join(root, name);
    await writeFile(file, (await readFile(file, "utf8")).replace(from, to));
  };
  return { page, frame: page.frameLocator("#frame"), change };
}

for (const [starter, pictures] of Object.entries(PICTURES)) {
  const folder = await mkdtemp(path.join(tmpdir(), "site-pictures-"));
  const root = path.join(folder, starter);
  const browser = await chromium.launch({ executablePath: process.env.CHROMIUM, args: ["--no-sandbox"] });
  await makeSite(starter, root, path.join(folder, "origin.git"));
  const editor = spawn(SITE, ["edit", "--no-open", "--port", "0", "--root", root], { stdio: ["ignore", "pipe", "inherit"] });
  try {
    let url;
    for await (const line of createInterface({ input: editor.stdout })) {
      url = /^Edit the site at (\S+)/.exec(line)?.[1];
      if (url) break;
    }
    editor.stdout.resume();
    for (const [name, [route, act]] of Object.entries(pictures)) {
      const window = await open(browser, url, route, root);
      await act(window);
      await window.page.waitForTimeout(IDLE_MS);
      await window.page.screenshot({ path: path.join(out, `editing-${name}.png`) });
      await window.page.close();
      console.log(name);
    }
  } finally {
    editor.kill();
    await browser.close();
    await rm(folder, { recursive: true, force: true });
  }
}
