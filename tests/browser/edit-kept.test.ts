/** What stays in `site edit`, in a real browser: what was typed and is not written yet, and cursor, focus and unfolded parts while others write. */

import assert from "node:assert/strict";
import { mkdir, writeFile } from "node:fs/promises";
import { test } from "node:test";

import { PHONE, type Window, goTo, paste, waitForFileText, waitForStatus, waitForText, withEditedSite } from "./edited";
import { pause, until } from "./wait";

const TITLE = "How we read the tides";

const press = ({ page }: Window, name: string) => page.getByRole("button", { name, exact: true }).click();

test("an address of one's own is not proposed anew, and is kept with the rest of a new entry", () =>
  withEditedSite(async (_, open) => {
    const window = await open();
    const { page, frame } = window;
    const begin = async (button: string) => {
      await page.locator("#entries").click();
      await page.getByRole("button", { name: "Articles" }).click();
      await press(window, button);
      await page.getByLabel("Title").waitFor();
    };
    await begin("Add another");
    await page.getByLabel("Title").fill("Ebb & flow");
    await page.getByText("Its page will stand at /ebb-flow/").waitFor();
    const address = page.getByLabel("Address");
    await address.focus();
    await page.keyboard.press("Control+a");
    await page.keyboard.press("Delete");
    await pause(600);
    await page.keyboard.type("low-water");
    assert.equal(await address.inputValue(), "low-water");
    await frame().getByText("Monday to Friday").click();
    await page.getByLabel("Hours", { exact: true }).waitFor();
    await begin("Go on with the new one");
    await pause(600);
    assert.deepEqual([await page.getByLabel("Title").inputValue(), await address.inputValue()], ["Ebb & flow", "low-water"]);
    await press(window, "Cancel");
    await begin("Add another");
    assert.equal(await address.inputValue(), "");
  }));

test("a refused input goes with its file when the address changes", () =>
  withEditedSite(async (site, open) => {
    const window = await open();
    const { page, frame } = window;
    await goTo(window, "/tides/", TITLE);
    await frame().locator("h1").click();
    await page.getByLabel("Title", { exact: true }).fill("x".repeat(61));
    const refused = page.getByRole("button", { name: "1 not saved" });
    await refused.waitFor();
    await press(window, "Change address…");
    await page.getByLabel("New name in the address").fill("moon");
    await page.locator("form").getByRole("button", { name: "Change address" }).click();
    await waitForStatus(page, "Address changed");
    await refused.click();
    await press(window, "Open: Title");
    await page.getByLabel("Title", { exact: true }).fill("How we read the moon");
    await waitForFileText(site, "content/articles/moon.md", "How we read the moon");
    await refused.waitFor({ state: "hidden" });
  }));

test("a refused input goes with its file when the address of its folder changes", () =>
  withEditedSite(async (site, open) => {
    await mkdir(site.path("content/articles/2024"));
    await writeFile(site.path("content/articles/2024/_index.md"), "---\ntitle: The year\n---\n\nOf much rain, and of long days at the sea.\n");
    await writeFile(site.path("content/articles/2024/rain.md"), "---\ntitle: Rain\n---\n\nIt rained for weeks.\n");
    const window = await open();
    const { page, frame } = window;
    await goTo(window, "/2024/rain/", "Rain");
    await frame().locator("h1").click();
    await page.getByLabel("Title", { exact: true }).fill("x".repeat(61));
    const refused = page.getByRole("button", { name: "1 not saved" });
    await refused.waitFor();
    for (const button of ["Entries", "Articles", "The year", "Change address…"]) await press(window, button);
    await page.getByLabel("New name in the address").fill("2025");
    await page.locator("form").getByRole("button", { name: "Change address" }).click();
    await waitForStatus(page, "Address changed");
    await refused.click();
    await press(window, "Open: Title");
    await page.getByLabel("Title", { exact: true }).fill("Much rain");
    await waitForFileText(site, "content/articles/2025/rain.md", "Much rain");
    await refused.waitFor({ state: "hidden" });
  }));

test("a refused input is opened in the page that shows its value", () =>
  withEditedSite(async (_, open) => {
    const window = await open();
    const { page, frame } = window;
    await goTo(window, "/tides/", TITLE);
    await frame().locator("h1").click();
    const title = page.getByLabel("Title", { exact: true });
    await title.fill("x".repeat(61));
    const refused = page.getByRole("button", { name: "1 not saved" });
    await refused.waitFor();
    await goTo(window, "/", "years");
    await refused.click();
    await press(window, "Open: Title");
    await frame().locator("h1", { hasText: TITLE }).waitFor();
    assert.equal(await title.inputValue(), "x".repeat(61));
  }));

test("a text that was begun stays below its neighbour when others are added above", () =>
  withEditedSite(async (_, open) => {
    const window = await open();
    const { page, frame } = window;
    await goTo(window, "/tides/", TITLE);
    const beginItem = async () => {
      await frame().getByText("Early in spring").click();
      await press(window, "List item");
      await page.getByRole("heading", { name: "New list item" }).waitFor();
    };
    await beginItem();
    await page.keyboard.type("In summer");
    await frame().getByText("The moon pulls").click();
    await press(window, "Paragraph");
    await page.getByRole("heading", { name: "New paragraph" }).waitFor();
    await page.keyboard.type("One.");
    await page.keyboard.press("Enter");
    await waitForStatus(page, "Paragraph: added");
    await waitForText(frame, "One.");
    await beginItem();
    assert.equal(await page.locator("form textarea").inputValue(), "In summer");
  }));

test("who closes the window is asked while something is refused", () =>
  withEditedSite(async (_, open) => {
    const { page, frame } = await open();
    await frame().getByText("years", { exact: true }).click();
    await page.getByLabel("Value", { exact: true }).focus();
    await page.keyboard.type("many");
    await page.getByRole("button", { name: "1 not saved" }).waitFor();
    const asked = page.waitForEvent("dialog");
    await page.close({ runBeforeUnload: true });
    assert.equal((await asked).type(), "beforeunload");
    await (await asked).accept();
  }));

test("who closes the window is asked while a new entry is begun", () =>
  withEditedSite(async (_, open) => {
    const { page, frame } = await open();
    await page.locator("#entries").click();
    await page.getByRole("button", { name: "Articles" }).click();
    await page.getByRole("button", { name: "Add another" }).click();
    await page.getByLabel("Title").pressSequentially("Ebb");
    await frame().locator("h1").click();
    const asked = page.waitForEvent("dialog");
    await page.close({ runBeforeUnload: true });
    assert.equal((await asked).type(), "beforeunload");
    await (await asked).accept();
  }));

test("Ctrl+Z takes back pasted lines", () =>
  withEditedSite(async (_, open) => {
    const { page, frame } = await open();
    await frame().getByText("Monday to Friday").click();
    const hours = page.getByLabel("Hours", { exact: true });
    await hours.focus();
    await page.keyboard.press("End");
    await paste(page, " and\nSunday");
    assert.equal(await hours.inputValue(), "Monday to Friday, 8 to 17 o'clock and Sunday");
    await page.keyboard.press("Control+z");
    assert.equal(await hours.inputValue(), "Monday to Friday, 8 to 17 o'clock");
  }));

test("the cursor stays in the message, and the focus on its button, when the list of changes is made anew", () =>
  withEditedSite(async (site, open) => {
    await site.replace("content/contact.yaml", "Monday", "Sunday");
    const { page } = await open();
    await page.locator("#publish").click();
    const message = page.getByLabel("What others read about it");
    await message.focus();
    await page.keyboard.press("Control+a");
    await page.keyboard.type("Open late");
    await page.keyboard.press("Home");
    await site.replace("content/pages/home.yaml", "value: 9", "value: 10");
    await page.getByRole("heading", { name: "2 changes" }).waitFor();
    await page.keyboard.type("Be ");
    assert.equal(await message.inputValue(), "Be Open late");
    await page.getByRole("button", { name: /^Show in the page: Hours/ }).focus();
    await site.replace("content/pages/home.yaml", "value: 200", "value: 201");
    await page.getByRole("heading", { name: "3 changes" }).waitFor();
    assert.match((await page.evaluate(() => document.activeElement?.getAttribute("aria-label"))) ?? "", /^Show in the page: Hours/);
  }));

test("the focus stays in the list of errors when the site is built again", () =>
  withEditedSite(async (site, open) => {
    const { page } = await open();
    await site.replace("content/articles/tides.md", "and we look at the sea", "and we look at [the sea](/see/)");
    await page.getByRole("button", { name: "The site has errors" }).click();
    const opener = page.getByRole("button", { name: /^Open: / });
    await opener.focus();
    await opener.evaluate((button) => button.classList.add("of-first-list"));
    await site.replace("content/articles/tides.md", "/see/", "/lake/");
    await page.locator(".of-first-list").waitFor({ state: "detached" });
    await page.getByText("/lake/").first().waitFor();
    assert.match((await page.evaluate(() => document.activeElement?.getAttribute("aria-label"))) ?? "", /^Open: /);
  }));

test("what is unfolded stays so when a form is brought up to date, and nothing takes the focus", () =>
  withEditedSite(async (site, open) => {
    const { page, frame } = await open();
    await frame().getByText("Monday to Friday").click();
    const readers = page.locator("details", { hasText: "Read by 3 pages" });
    await readers.locator("summary").click();
    await page.locator(".bar").click({ position: { x: 3, y: 3 } });
    const hours = page.getByLabel("Hours", { exact: true });
    assert.equal(await page.evaluate(() => document.activeElement?.localName), "body");
    await site.replace("content/contact.yaml", "Monday to Friday", "Every day");
    await until(async () => (await hours.inputValue()).startsWith("Every day"));
    assert.equal(await page.evaluate(() => document.activeElement?.localName), "body");
    assert.ok(await readers.evaluate((details: HTMLDetailsElement) => details.open));
  }));

test("results are read out, and a finger finds what is small", () =>
  withEditedSite(async (site, open) => {
    await site.replace("content/contact.yaml", "phone: ", "phone: !sample ");
    const { page, frame } = await open(PHONE);
    // A live region that appears with its text is often not read out.
    assert.equal(await page.getByRole("status").evaluate((region) => getComputedStyle(region).display), "block");
    await frame().getByText("Monday to Friday").tap();
    const summary = page.locator("summary", { hasText: "Read by" });
    await summary.waitFor();
    assert.ok(((await summary.boundingBox())?.height ?? 0) >= 44);
    await page.locator("#publish").tap();
    const first = page.locator(".action-bar .soft button");
    await first.waitFor();
    assert.ok(((await first.boundingBox())?.height ?? 0) >= 44);
    assert.ok(await page.locator("#panel").evaluate((panel) => panel.scrollWidth <= panel.clientWidth), "nothing scrolls sideways");
  }));
