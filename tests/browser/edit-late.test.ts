/** Answers that come late in `site edit`, in a real browser: what was opened since stays, with its cursor. */

import assert from "node:assert/strict";
import { test } from "node:test";

import type { Page } from "playwright-core";

import { type EditedSite, type Window, goTo, holdAnswers, readAnnounced, waitForFileText, waitForStatus, waitForText, whileHeld, withEditedSite } from "./edited";

const TITLE = "How we read the tides";

const press = ({ page }: Window, name: string) => page.getByRole("button", { name, exact: true }).click();

const waitForHours = (page: Page) => page.waitForFunction(() => (document.activeElement as HTMLElement).dataset["at"] === "/hours");

/** Opens the form of the footer. */
async function openHours({ page, frame }: Window): Promise<void> {
  await frame().getByText("Monday to Friday").click();
  await waitForHours(page);
}

/** Types into the form of the footer, and waits until that is written. */
async function typeHours({ page }: Window, site: EditedSite, word: string): Promise<void> {
  await page.keyboard.press("End");
  await page.keyboard.type(` ${word}`);
  await waitForFileText(site, "content/contact.yaml", word);
}

/** What is opened, step by step, and the request whose answer comes late. */
const OPENED: [string, "GET" | "POST", string, (window: Window) => Promise<unknown>, (window: Window) => Promise<unknown>][] = [
  ["the deletion of an entry", "GET", "uses", ({ frame }) => frame().locator("h1").click(), (window) => press(window, "Delete…")],
  ["the address of an entry", "GET", "rename", ({ frame }) => frame().locator("h1").click(), (window) => press(window, "Change address…")],
  ["the entries of a collection", "GET", "order", (window) => press(window, "Entries"), (window) => press(window, "Articles")],
  ["a page", "GET", "pages/found?search=harb", ({ page }) => page.locator("#page").click(), async ({ page }) => {
    await page.getByLabel("Find a page").fill("harb");
    await page.keyboard.press("Enter");
  }],
  ["the examples", "GET", "samples", async () => undefined, (window) => press(window, "Show the examples")],
  ["a text of several values", "GET", "form?file=content%2Farticles", async () => undefined, ({ frame }) => frame().getByText("Of +49").click()],
  ["the panel that publishes", "GET", "publish", async () => undefined, ({ page }) => page.locator("#publish").click()],
  ["another view, after a slow save", "POST", "changes", async ({ page, frame }) => {
    await frame().getByText("Early in spring").click();
    await page.getByLabel("List item").focus();
  }, async (window) => {
    await window.page.keyboard.type("!");
    await press(window, "Entries");
  }],
];

for (const [what, method, path, prepare, begin] of OPENED) {
  test(`${what} does not replace a form that was opened since`, () =>
    withEditedSite(async (site, open) => {
      await site.replace("templates/article.html", "{{ page.content }}", "<p>Of {{ data.contact.phone }} and {{ page.title }}</p>{{ page.content }}");
      await site.replace("content/contact.yaml", "phone: ", "phone: !sample ");
      const window = await open();
      const { page } = window;
      await goTo(window, "/tides/", TITLE);
      await prepare(window);
      await whileHeld(page, method, path, () => begin(window), async () => {
        // A save that is held back holds the next form back, too.
        if (method === "GET") return await openHours(window);
        await window.frame().getByText("Monday to Friday").click();
      });
      await waitForHours(page);
      await typeHours(window, site, "Always");
      await waitForText(window.frame, TITLE);
    }));
}

test("an undo does not replace a form that is opened meanwhile", () =>
  withEditedSite(async (site, open) => {
    const window = await open();
    const { page, frame } = window;
    await goTo(window, "/tides/", TITLE);
    await frame().getByText("When it is high").click();
    await page.getByLabel("Kind").selectOption("Heading 3");
    await frame().locator("h3", { hasText: "When it is high" }).waitFor();
    await whileHeld(page, "GET", "form?file=content%2Fcontact.yaml", () => frame().getByText("Monday to Friday").click(), async () => {
      await press(window, "Undo");
      await waitForStatus(page, "When it is high: taken back");
      await frame().locator("h2", { hasText: "When it is high" }).waitFor();
    });
    await waitForHours(page);
    await typeHours(window, site, "Always");
  }));

test("the result of publishing is announced, and what was opened meanwhile stays", () =>
  withEditedSite(async (site, open) => {
    for (const [key, value] of [["user.name", "Ada"], ["user.email", "ada@harbour.example"]] as const) site.git("config", key, value);
    await site.replace("content/pages/home.yaml", "value: 9", "value: 10");
    const window = await open();
    const { page } = window;
    await page.locator("#publish").click();
    await page.getByText("The check found no mistakes.").waitFor();
    await whileHeld(page, "POST", "publish", () => page.locator("#publish-now").click(), () => openHours(window));
    await waitForStatus(page, "Published");
    await typeHours(window, site, "Always");
  }));

test("what is approved, removed or deleted does not close what was opened since", () =>
  withEditedSite(async (site, open) => {
    await site.replace("content/pages/home.yaml", "label: years", "label: !sample years");
    await site.replace("templates/home.html", '<a href="/tides/">The tides</a>', "");
    const window = await open();
    const { page, frame } = window;
    await frame().getByText("years", { exact: true }).click();
    const approve = page.getByRole("button", { name: "This is right as it is: Label" });
    await whileHeld(page, "POST", "samples", () => approve.dblclick(), () => openHours(window));
    await waitForStatus(page, "Label: right as it is");
    await typeHours(window, site, "Always");
    assert.ok(!(await readAnnounced(page)).join().includes("changed this"));
    await goTo(window, "/tides/", TITLE);
    await frame().getByText("Early in spring").click();
    await whileHeld(page, "POST", "blocks", () => press(window, "Remove"), () => openHours(window));
    await waitForStatus(page, "Removed, “Undo” brings it back: Early in spring");
    await typeHours(window, site, "Never");
    await frame().getByText(TITLE).first().click();
    await press(window, "Delete…");
    await page.getByRole("heading", { name: `Delete “${TITLE}”?` }).waitFor();
    for (const choice of await page.locator("form select[required]").all()) await choice.selectOption({ index: 1 });
    await whileHeld(page, "POST", "delete", () => page.locator("form").getByRole("button", { name: "Delete" }).click(), () => openHours(window));
    await waitForStatus(page, `Deleted, “Undo” brings it back: ${TITLE}`);
    await typeHours(window, site, "Sometimes");
    await waitForText(frame, "Harbour Café");
  }));

test("what is still read when a new entry is written opens all the same", () =>
  withEditedSite(async (site, open) => {
    const window = await open();
    const { page, frame } = window;
    for (const name of ["Entries", "Articles", "Add another"]) await press(window, name);
    await page.getByLabel("Title").fill("Ebb & flow");
    const letThrough = await holdAnswers(page, "**/api/form?file=content%2Fcontact.yaml*");
    const asked = page.waitForRequest("**/api/form?file=content%2Fcontact.yaml*");
    await page.route("**/api/entries", async (route) => {
      await asked;
      await route.continue();
    });
    const added = page.waitForResponse("**/api/entries");
    await page.locator("form").getByRole("button", { name: "Add" }).click();
    await frame().getByText("Monday to Friday").click();
    await (await added).finished();
    await letThrough();
    await waitForStatus(page, "Added");
    await waitForHours(page);
    await typeHours(window, site, "Always");
    assert.equal(new URL(frame().url()).pathname, "/");
  }));

/** Fills in the form that changes the address of the page. Returns the function that sends it. */
async function prepareChange(window: Window): Promise<() => Promise<void>> {
  const { page, frame } = window;
  await goTo(window, "/tides/", TITLE);
  await frame().locator("h1").click();
  await press(window, "Change address…");
  await page.getByLabel("New name in the address").fill("moon");
  await page.getByText("Its page will stand at /moon/").waitFor();
  return () => page.locator("form").getByRole("button", { name: "Change address" }).click();
}

test("a page whose address changes is followed, also if something else was opened before it is built", () =>
  withEditedSite(async (site, open) => {
    const window = await open();
    const { page, frame } = window;
    const change = await prepareChange(window);
    await whileHeld(page, "GET", "form?file=content%2Farticles%2Fmoon.md", change, () => openHours(window));
    await frame().waitForURL("**/moon/");
    await typeHours(window, site, "Always");
    await waitForText(frame, "Always");
    assert.equal(new URL(frame().url()).pathname, "/moon/");
  }));

test("a click on a page whose address changes opens what is there at the new address", () =>
  withEditedSite(async (_, open) => {
    const window = await open();
    const { page, frame } = window;
    const change = await prepareChange(window);
    const box = await frame().getByText("Monday to Friday").boundingBox();
    assert.ok(box);
    // The redirect at the former address is there, but without its script.
    const redirect = page.waitForRequest("**/frame.js");
    let letThrough = () => {};
    const isHeld = new Promise<void>((resolve) => (letThrough = resolve));
    await page.route("**/frame.js", async (route) => {
      await isHeld;
      await route.continue();
    });
    await whileHeld(page, "GET", "form?file=content%2Farticles%2Fmoon.md", change, async () => {
      await redirect;
      await page.mouse.click(box.x + 5, box.y + 5);
      letThrough();
      await waitForHours(page);
    });
    assert.equal(new URL(frame().url()).pathname, "/moon/");
  }));

test("a page whose change of address is taken back stays in the frame until its former address is known", () =>
  withEditedSite(async (site, open) => {
    const window = await open();
    const { page, frame } = window;
    const change = await prepareChange(window);
    await change();
    await waitForStatus(page, "Address changed");
    await frame().waitForURL("**/moon/");
    await waitForText(frame, TITLE);
    const letThrough = await holdAnswers(page, "**/api/undo");
    const isGone = page.waitForResponse((response) => response.status() === 404 && response.url().endsWith("/moon/"));
    await press(window, "Undo");
    // The frame hears that its page is gone before the answer comes.
    await isGone;
    await openHours(window);
    await letThrough();
    await frame().waitForURL("**/tides/");
    await typeHours(window, site, "Always");
  }));
