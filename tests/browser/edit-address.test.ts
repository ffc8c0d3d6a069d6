/**
 * Another address for an entry in `site edit`, in a real browser: by mouse, by keyboard alone and by touch, each with what `git diff` shows
 * then.
 */

import assert from "node:assert/strict";
import { mkdir, writeFile } from "node:fs/promises";
import { test } from "node:test";

import type { BrowserContextOptions, Page } from "playwright-core";

import { checkAccessibility, checkTree, DESK, type EditedSite, PHONE, waitForStatus, waitForText, withEditedSite } from "./edited";

const TITLE = "How we read the tides";
const EBB = "---\ntitle: Ebb\n---\n\nAfter [high water](tides.md#when-it-is-high) comes [the ebb](/tides/).\n";
const DIFF = [
  "+++ b/content/articles/ebb.md",
  "-After [high water](tides.md#when-it-is-high) comes [the ebb](/tides/).",
  "+After [high water](moon.md#when-it-is-high) comes [the ebb](/moon/).",
  "rename from content/articles/tides.md",
  "rename to content/articles/moon.md",
  "+++ b/content/articles/moon.md",
  "+aliases: [/tides/]",
  "+++ b/content/menu.yaml",
  "-  - { label: Tide tables, target: /tides/ }",
  "+  - { label: Tide tables, target: /moon/ }",
];

const FOLDER_DIFF = [
  "rename from content/articles/2024/_index.md",
  "rename to content/articles/2025/_index.md",
  "+++ b/content/articles/2025/_index.md",
  "+aliases: [/2024/]",
  "rename from content/articles/2024/rain.md",
  "rename to content/articles/2025/rain.md",
  "+++ b/content/articles/2025/rain.md",
  "+aliases: [/2024/rain/]",
  "-[The year](/2024/)",
  "+[The year](/2025/)",
];

/** Returns the files that are renamed and the changed lines of `content/`. */
function diff(site: EditedSite): string[] {
  site.git("add", "--all", "content");
  const lines = site.git("diff", "--cached", "--find-renames", "--unified=0", "--", "content").split("\n");
  return lines.filter((line) => /^(\+(?!\+\+)|-(?!--)|\+\+\+|rename)/.test(line));
}

/** Adds an article that links to the one whose address changes. */
async function addLinks(site: EditedSite): Promise<void> {
  await writeFile(site.path("content/articles/ebb.md"), EBB);
  site.git("add", "--all");
  site.git("commit", "--quiet", "--message", "Ebb");
}

/** A way to use the editor. */
interface Way {
  name: string;
  options: BrowserContextOptions;
  press(page: Page, button: string): Promise<void>;
  /** Types another name, and sends the form. */
  send(page: Page, name: string): Promise<void>;
}

const field = (page: Page) => page.getByLabel("New name in the address");

const WAYS: Way[] = [
  {
    name: "by mouse",
    options: DESK,
    press: (page, button) => page.getByRole("button", { name: button, exact: true }).click(),
    async send(page, name) {
      await field(page).fill(name);
      await page.locator("form").getByRole("button", { name: "Change address" }).click();
    },
  },
  {
    name: "by keyboard alone",
    options: DESK,
    async press(page, button) {
      const wanted = page.getByRole("button", { name: button, exact: true });
      await wanted.waitFor();
      const isFocused = () => wanted.evaluate((element) => element === document.activeElement);
      for (let steps = 0; steps < 60 && !(await isFocused()); steps++) await page.keyboard.press("Tab");
      await page.keyboard.press("Enter");
    },
    async send(page, name) {
      // The cursor is in the field, and its text is selected.
      await page.keyboard.type(name);
      await page.keyboard.press("Enter");
    },
  },
  {
    name: "by touch at 360 pixels",
    options: PHONE,
    press: (page, button) => page.getByRole("button", { name: button, exact: true }).tap(),
    async send(page, name) {
      await field(page).fill(name);
      await page.locator("form").getByRole("button", { name: "Change address" }).tap();
    },
  },
];

for (const way of WAYS) {
  test(`an address is changed ${way.name}, with all that leads to it`, () =>
    withEditedSite(async (site, open) => {
      await addLinks(site);
      const { page, frame } = await open(way.options);
      const missing: string[] = [];
      page.on("response", (response) => response.status() === 404 && response.request().isNavigationRequest() && missing.push(response.url()));
      for (const button of ["Entries", "Articles", TITLE, "Change address…"]) await way.press(page, button);
      await field(page).waitFor();
      if (way.options === DESK) await checkTree(page, "address");
      await way.send(page, "contact/us");
      await page.getByText("can't be a part of an address").waitFor();
      await checkAccessibility(page, "refused address");
      await field(page).selectText();
      await way.send(page, "moon");
      await waitForStatus(page, "Address changed");
      assert.deepEqual(diff(site), DIFF);
      await frame().waitForURL("**/moon/");
      await waitForText(frame, "The moon pulls");
      assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), way.options.viewport?.width);
      await way.press(page, "Undo");
      await waitForStatus(page, `${TITLE}: taken back`);
      assert.deepEqual(diff(site), []);
      // The frame shows the former page, once it is built again.
      await frame().waitForURL("**/tides/");
      await waitForText(frame, "The moon pulls");
      assert.deepEqual(missing, []);
      await way.press(page, "Changes");
      await page.getByText("address from “tides” to “moon” · taken back").waitFor();
    }));
}

test("an address that is taken is reported, one that a template needs stays, and that of a folder changes with its pages", () =>
  withEditedSite(async (site, open) => {
    await mkdir(site.path("content/articles/2024"));
    await writeFile(site.path("content/articles/2024/_index.md"), "---\ntitle: The year\n---\n\nOf much rain, and of long days at the sea.\n");
    await writeFile(site.path("content/articles/2024/rain.md"), "---\ntitle: Rain\n---\n\n[The year](/2024/)\n\nIt rained for weeks.\n");
    await addLinks(site);
    const { page } = await open({ ...PHONE, colorScheme: "dark" as const });
    for (const button of ["Entries", "Articles", TITLE, "Change address…"]) await page.getByRole("button", { name: button, exact: true }).tap();
    await page.getByText("templates/home.html:13").waitFor();
    await checkAccessibility(page, "address");
    await field(page).fill("ebb");
    await page.getByText("There is “ebb.md” already. Choose a different name").waitFor();
    await field(page).fill("moon");
    await page.getByText("Its page will stand at /moon/").waitFor();
    await page.getByLabel("Lead visitors of /tides/ to the new address").uncheck();
    await page.locator("form").getByRole("button", { name: "Change address" }).tap();
    await page.getByText("Nothing was changed.").waitFor();
    await checkAccessibility(page, "address that a template needs");
    assert.deepEqual(diff(site), []);
    // With the address of a folder's page, those of the other pages in the folder change.
    for (const button of ["Entries", "Articles", "The year", "Change address…"]) await page.getByRole("button", { name: button, exact: true }).tap();
    await page.getByText("2 addresses change:").waitFor();
    await page.getByLabel("Lead visitors of the 2 old addresses to the new ones").waitFor();
    await checkAccessibility(page, "address of a folder");
    await field(page).fill("2025");
    await page.locator("form").getByRole("button", { name: "Change address" }).tap();
    await waitForStatus(page, "Address changed");
    assert.deepEqual(diff(site), FOLDER_DIFF);
  }));

test("an entry without a page is renamed, and the list of changes calls that the name of its file", () =>
  withEditedSite(async (site, open) => {
    const { page } = await open();
    for (const button of ["Entries", "Team", "Grace", "Rename…"]) await page.getByRole("button", { name: button, exact: true }).click();
    const name = page.getByLabel("New name of the file");
    await name.fill("");
    await page.getByText("Fill in “New name of the file”.").waitFor();
    await name.fill("grace-h");
    await name.press("Enter");
    await page.locator("#status", { hasText: "Renamed" }).waitFor();
    await page.locator("#changes").click();
    await page.getByText("name of the file from “grace” to “grace-h”").waitFor();
    assert.equal(site.git("status", "--short", "--", "content"), " D content/team/grace.yaml\n?? content/team/grace-h.yaml\n");
  }));
