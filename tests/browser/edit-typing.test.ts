/** Typing in `site edit`, in a real browser: with an input method, with keys that mean something to the browser too, and beside its menus. */

import assert from "node:assert/strict";
import { test } from "node:test";

import type { Page } from "playwright-core";

import { type Window, checkAccessibility, goTo, readAnnounced, waitForFileText, waitForStatus, waitForText, whileHeld, withEditedSite } from "./edited";
import { pause, until } from "./wait";

/** Begins a word in the focused field as an input method does. Returns a function that chooses one. */
async function compose(page: Page, letters: string): Promise<(word: string) => Promise<void>> {
  const browser = await page.context().newCDPSession(page);
  await browser.send("Input.imeSetComposition", { text: letters, selectionStart: letters.length, selectionEnd: letters.length });
  return async (word) => void (await browser.send("Input.insertText", { text: word }));
}

/** Opens the form of a counter, and returns its fields. */
async function openCounter({ page, frame }: Window) {
  await frame().getByText("years", { exact: true }).click();
  const fields = { label: page.getByLabel("Label", { exact: true }), value: page.getByLabel("Value", { exact: true }) };
  await fields.label.focus();
  await page.keyboard.press("End");
  return fields;
}

test("a word that an input method composes is written once it is chosen", () =>
  withEditedSite(async (site, open) => {
    const window = await open();
    const { page } = window;
    const { value } = await openCounter(window);
    const sent: string[] = [];
    page.on("request", (request) => sent.push(request.postData() ?? ""));
    let choose = async (_: string) => {};
    const change = async () => {
      await value.fill("10");
      await page.keyboard.press("Enter");
    };
    await whileHeld(page, "POST", "changes", change, async () => {
      await page.getByLabel("Label", { exact: true }).focus();
      await page.keyboard.press("End");
      await page.keyboard.type("! ");
      // The next save waits for the one that is held back.
      await pause(600);
      choose = await compose(page, "にほ");
    });
    await waitForStatus(page, "Value: saved");
    await pause(300);
    await choose("日本");
    await waitForFileText(site, "content/pages/home.yaml", "years! 日本");
    assert.ok(!sent.join().includes("にほ"));
  }));

test("a form is not brought up to date in the middle of a word", () =>
  withEditedSite(async (site, open) => {
    const window = await open();
    const { page } = window;
    const { label, value } = await openCounter(window);
    await value.fill("10");
    await waitForStatus(page, "Value: saved");
    let choose = async (_: string) => {};
    await whileHeld(page, "POST", "undo", () => page.getByRole("button", { name: "Undo" }).click(), async () => {
      // With the focus in the form, the end of a build does not refresh it.
      await label.focus();
      await page.keyboard.press("End");
      choose = await compose(page, "にほ");
      await label.evaluate((input) => input.classList.add("of-first-form"));
    });
    await waitForStatus(page, "Counters › 1 · years › Value: taken back");
    await pause(500);
    assert.equal(await page.locator(".of-first-form").count(), 1);
    await choose("日本");
    await page.locator(".of-first-form").waitFor({ state: "detached" });
    assert.equal(await label.inputValue(), "years日本");
    await waitForFileText(site, "content/pages/home.yaml", "label: years日本");
  }));

test("keys that belong to an input method do nothing else", () =>
  withEditedSite(async (_, open) => {
    const window = await open();
    const { page } = window;
    await openCounter(window);
    await compose(page, "にほ");
    await page.keyboard.press("Escape");
    assert.ok(await page.getByLabel("Label", { exact: true }).isVisible());
    await page.locator("#page").click();
    await page.getByLabel("Find a page").waitFor();
    await compose(page, "tides");
    await page.keyboard.press("Enter");
    // Safari sends the key after the word.
    const browser = await page.context().newCDPSession(page);
    await browser.send("Input.dispatchKeyEvent", { type: "keyDown", key: "Enter", code: "Enter", windowsVirtualKeyCode: 229 });
    await pause(500);
    assert.ok(await page.getByLabel("Find a page").isVisible());
  }));

test("Ctrl+Z outside of a field takes back one change, and types nothing", () =>
  withEditedSite(async (site, open) => {
    const window = await open();
    const { page } = window;
    const { label, value } = await openCounter(window);
    await value.focus();
    await page.keyboard.press("Control+a");
    await page.keyboard.type("10");
    await waitForStatus(page, "Value: saved");
    await label.focus();
    await page.keyboard.press("End");
    await page.keyboard.type("!");
    await waitForStatus(page, "Label: saved");
    const changed = site.diff();
    const undo = async (key: string, what: string, done = "taken back") => {
      await page.getByRole("button", { name: /^Move down/ }).focus();
      await page.keyboard.press(key);
      await until(async () => (await readAnnounced(page)).some((text) => text.endsWith(`${what}: ${done}`)));
    };
    await undo("Control+z", "Label");
    // With caps lock, the key is a capital letter.
    await undo("Control+Z", "Value");
    await pause(1000);
    assert.deepEqual(site.diff(), []);
    assert.equal(await page.getByRole("button", { name: "Undo" }).isDisabled(), true);
    await undo("Control+Shift+z", "Value", "done again");
    await undo("Control+y", "Label", "done again");
    assert.deepEqual(site.diff(), changed);
    await page.keyboard.press("Control+y");
    await waitForStatus(page, "Nothing can be done again: something else has been changed since");
    await page.getByRole("button", { name: "Undo" }).click();
    await page.getByRole("button", { name: "Changes", exact: true }).click();
    const again = page.getByRole("button", { name: /^Do again: .*Label$/ });
    await again.waitFor();
    assert.equal(await page.locator("#panel > h1 + .actions + .changes").count(), 1);
    await checkAccessibility(page, "a change that can be made again");
    await again.click();
    await again.waitFor({ state: "detached" });
    assert.deepEqual(site.diff(), changed);
  }));

test("keys in the page that its own scripts handle stay there, and F6 leads to the panel alone", () =>
  withEditedSite(async (site, open) => {
    await site.replace("templates/base.html", "</footer>", '<input id="own" aria-label="Own"><script>own.onkeydown = (event) => event.key === "Escape" && event.preventDefault()</script></footer>');
    const window = await open();
    const { page, frame } = window;
    await waitForText(frame, "years");
    await openCounter(window);
    const own = frame().locator("#own");
    await own.focus();
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: "Look", exact: true }).click();
    await frame().getByRole("link").first().press("Escape");
    await pause(200);
    assert.ok(await page.getByLabel("Label", { exact: true }).isVisible());
    await frame().evaluate(() => addEventListener("keydown", (event) => Object.assign(globalThis, { isPrevented: event.defaultPrevented })));
    await own.press("F6");
    await page.waitForFunction(() => document.activeElement?.id === "panel");
    assert.ok(await frame().evaluate(() => (globalThis as unknown as { isPrevented: boolean }).isPrevented));
  }));

test("Enter that is held splits no paragraph", () =>
  withEditedSite(async (site, open) => {
    const window = await open();
    const { page, frame } = window;
    await goTo(window, "/tides/", "How we read the tides");
    await site.replace("content/articles/tides.md", "*twice a day*,\nand", "*twice a day* and");
    await waitForText(frame, "twice a day and");
    await frame().getByText("The moon pulls").click();
    await page.getByLabel("Paragraph").focus();
    await page.keyboard.press("Home");
    for (let letter = 0; letter < 8; letter++) await page.keyboard.press("ArrowRight");
    const before = site.diff();
    for (let press = 0; press < 4; press++) await page.keyboard.down("Enter");
    await page.keyboard.up("Enter");
    await pause(800);
    assert.deepEqual(site.diff(), before);
  }));

test("a menu of the browser holds nothing up", () =>
  withEditedSite(async (_, open) => {
    const window = await open();
    const { page } = window;
    const { value } = await openCounter(window);
    await page.locator("#panel h1").hover();
    await page.mouse.down({ button: "right" });
    await value.focus();
    await page.keyboard.type("many");
    await page.locator(".problem", { hasText: "This is not a number" }).waitFor();
  }));

test("without its contents, the panel says so and closes what is open", () =>
  withEditedSite(async (_, open) => {
    const window = await open();
    const { page, frame } = window;
    await frame().evaluate(() => location.assign("/nowhere/"));
    await page.getByRole("heading", { name: "This page can't be read now" }).waitFor();
    await page.getByRole("button", { name: "Entries", exact: true }).click();
    await page.getByRole("heading", { name: "Entries" }).waitFor();
    await page.keyboard.press("Escape");
    await page.getByRole("heading", { name: "This page can't be read now" }).waitFor();
    await until(() => page.evaluate(() => document.activeElement?.id === "panel"));
  }));

test("Enter begins a paragraph where a text of a list may have several, and adds no item", () =>
  withEditedSite(async (site, open) => {
    await site.replace("content/team/_collection.yaml", "name: { type: string }", "name: { type: string }, notes: { type: array, items: { required: [text], properties: { text: { type: string, format: markdown } } } }");
    site.git("commit", "--quiet", "--all", "--message", "Notes");
    const { page } = await open();
    for (const name of ["Entries", "Team", "Ada", "Notes", "Add another"]) await page.getByRole("button", { name, exact: true }).click();
    await page.getByLabel("Text").waitFor();
    await page.keyboard.type("One.");
    for (const key of ["Enter", "Enter"]) await page.keyboard.press(key);
    await page.keyboard.type("Two.");
    await page.getByRole("button", { name: "Add", exact: true }).click();
    await waitForStatus(page, "Added at place 1 of 1");
    const added = ["+notes:", "+  - text: |-", "+      One.", "+", "+      Two."];
    assert.deepEqual(site.diff(), added);
    await page.getByLabel("Text").focus();
    await page.keyboard.press("Control+End");
    for (const key of ["Enter", "Enter"]) await page.keyboard.press(key);
    await page.keyboard.type("Three.");
    await waitForStatus(page, "Text: saved");
    assert.deepEqual(site.diff(), [...added, "+", "+      Three."]);
  }));

test("what is typed right after Enter twice belongs to the new paragraph, though the former one is still being saved", () =>
  withEditedSite(async (site, open) => {
    const window = await open();
    const { page, frame } = window;
    await goTo(window, "/tides/", "How we read the tides");
    await frame().getByText("The moon pulls").click();
    await page.getByLabel("Paragraph", { exact: true }).waitFor();
    const type = async () => {
      await page.keyboard.press("Control+End");
      await page.keyboard.type(" Each day.");
      for (const key of ["Enter", "Enter"]) await page.keyboard.press(key);
      await page.keyboard.type("Next.");
    };
    await whileHeld(page, "POST", "changes", type, () => until(() => page.evaluate(() => (document.activeElement as HTMLTextAreaElement).value === "Next.")));
    await page.keyboard.press("Enter");
    await waitForStatus(page, "Paragraph: added");
    assert.ok((await site.read("content/articles/tides.md")).includes("the sea. Each day.\n\nNext.\n\n## When"));
  }));
