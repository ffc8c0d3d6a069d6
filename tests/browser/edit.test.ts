/**
 * `site edit` in a real browser: what can be changed, how, and what the editor says to it. The tasks of people who don't program are in
 * `edit-tasks.test.ts`.
 */

import assert from "node:assert/strict";
import { cp } from "node:fs/promises";
import { test } from "node:test";

import { DESK, PHONE, type Window, checkAccessibility, choosePage, clickPlace, withEditedSite, goTo, paste, setClock, tabToContent, waitForFileText, waitForText, waitForStatus } from "./edited";
import { until } from "./wait";

test("a sentence in an article is changed by a click, typed and undone", () =>
  withEditedSite(async (site, open) => {
    const window = await open();
    const { page, frame } = window;
    await goTo(window, "/tides/", "How we read the tides");
    await frame().getByText("and we look at the sea").click();
    const field = page.getByLabel("Paragraph");
    assert.equal(await field.inputValue(), "The moon pulls *twice a day*,\nand we look at the sea.");
    await field.fill("The moon pulls *twice a day*,\nand we listen to the sea.");
    await waitForStatus(page, "Paragraph: saved");
    assert.deepEqual(site.diff(), ["-and we look at the sea.", "+and we listen to the sea."]);
    await waitForText(frame, "and we listen to the sea");
    await page.getByRole("button", { name: "Undo" }).click();
    await waitForStatus(page, "Paragraph: taken back");
    assert.deepEqual(site.diff(), []);
    await waitForText(frame, "and we look at the sea");
  }));

test("a paragraph is split by Enter twice, and texts are added below it", () =>
  withEditedSite(async (site, open) => {
    const window = await open();
    const { page, frame } = window;
    await goTo(window, "/tides/", "How we read the tides");
    await frame().getByText("and we look at the sea").click();
    const field = page.getByLabel("Paragraph");
    await field.focus();
    for (const key of ["Control+Home", "End", "Enter", "Enter"]) await page.keyboard.press(key);
    await waitForStatus(page, "Paragraph: saved");
    await page.waitForFunction(() => (document.activeElement as HTMLTextAreaElement).value === "and we look at the sea.");
    assert.deepEqual(site.diff(), ["+"]);
    for (const key of ["Control+End", "Enter", "Enter"]) await page.keyboard.press(key);
    await page.getByRole("heading", { name: "New paragraph" }).waitFor();
    await checkAccessibility(page, "new paragraph");
    await page.keyboard.insertText("And the wind.");
    await page.keyboard.press("Enter");
    await waitForStatus(page, "Paragraph: added");
    assert.equal(await field.inputValue(), "And the wind.");
    await page.getByRole("button", { name: "Heading", exact: true }).click();
    await page.getByLabel("Heading").fill("The wind");
    await page.keyboard.press("Enter");
    await waitForStatus(page, "Heading: added");
    await waitForText(frame, "The wind");
    await frame().getByText("Early in spring").click();
    await page.getByRole("button", { name: "List item", exact: true }).click();
    await page.getByLabel("List item").fill("In summer");
    await page.keyboard.press("Enter");
    await waitForStatus(page, "List item: added");
    assert.deepEqual(site.diff(), ["+", "+And the wind.", "+", "+## The wind", "+", "+- In summer"]);
    await page.getByRole("button", { name: "Undo" }).click();
    await waitForStatus(page, "List item: taken back");
    assert.deepEqual(site.diff(), ["+", "+And the wind.", "+", "+## The wind", "+"]);
  }));

test("the page that was chosen last is shown, even if the page before it reloads meanwhile", () =>
  withEditedSite(async (_, open) => {
    const { page, frame } = await open();
    for (const [route, title, text] of [["/tides/", "How we read the tides", "twice a day"], ["/", "Harbour Café", "With Ada"]] as const) {
      const reload = frame().evaluate(() => setTimeout(() => location.reload()));
      await choosePage(page, route);
      await reload.catch(() => undefined);
      await waitForText(frame, text);
      await page.getByRole("button", { name: `Page: ${title}`, exact: true }).waitFor();
    }
  }));

test("a click with Ctrl follows a link within the editor", () =>
  withEditedSite(async (_, open) => {
    const { page, frame } = await open();
    await frame().getByText("Tide tables", { exact: true }).click({ modifiers: ["Control"] });
    await frame().waitForURL("**/tides/");
    assert.equal(page.context().pages().length, 1);
    // The form of a page that was left closes.
    await frame().getByText("The moon pulls").click();
    await page.getByRole("heading", { name: "Paragraph" }).waitFor();
    await page.evaluate(() => history.back());
    await frame().waitForURL((url) => url.pathname === "/");
    await page.getByRole("heading", { name: "Contents of this page" }).waitFor();
  }));

test("headings, items and cells of Markdown are changed in place", () =>
  withEditedSite(async (site, open) => {
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
      await waitForStatus(page, `${label}: saved`);
      await waitForText(frame, typed.replaceAll("*", ""));
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

test("an item, a paragraph and a heading are removed, and a heading gets another level", () =>
  withEditedSite(async (site, open) => {
    const window = await open();
    const { page, frame } = window;
    await goTo(window, "/tides/", "How we read the tides");
    const remove = page.getByRole("button", { name: "Remove", exact: true });
    await frame().getByText("Early in spring").click();
    await remove.click();
    await waitForStatus(page, "Removed, “Undo” brings it back: Early in spring");
    await page.getByRole("heading", { name: "Contents of this page" }).waitFor();
    assert.deepEqual(site.diff(), ["-- Early in spring"]);
    await page.getByRole("button", { name: "Undo" }).click();
    await waitForStatus(page, "List item: taken back");
    assert.deepEqual(site.diff(), []);
    await waitForText(frame, "Early in spring");
    await frame().getByText("When it is high").click();
    await page.getByLabel("Kind").selectOption("Heading 3");
    await waitForStatus(page, "Heading: changed");
    assert.deepEqual(site.diff(), ["-## When it is high", "+### When it is high"]);
    await frame().locator("h3", { hasText: "When it is high" }).waitFor();
    await checkAccessibility(page, "heading");
    await page.getByRole("button", { name: "Undo" }).click();
    await waitForStatus(page, "When it is high: taken back");
    await frame().locator("h2", { hasText: "When it is high" }).waitFor();
    await frame().getByText("and we look at the sea").click();
    // The form of the heading has a button of this name too.
    await page.getByLabel("Paragraph").fill("");
    await page.locator(".problem", { hasText: "Fill in “Paragraph”" }).waitFor();
    await remove.dblclick();
    await waitForStatus(page, "Removed, “Undo” brings it back: The moon pulls *twice a day*,\nand we look at the sea.");
    assert.deepEqual(site.diff(), ["-The moon pulls *twice a day*,", "-and we look at the sea.", "-"]);
    await page.getByRole("button", { name: "not saved" }).waitFor({ state: "hidden" });
  }));

test("who removes a heading is told which links lead to it, and they lead to its page then", () =>
  withEditedSite(async (site, open) => {
    await site.replace("content/menu.yaml", "target: /tides/", "target: /tides/#when-it-is-high");
    const window = await open();
    const { page, frame } = window;
    await goTo(window, "/tides/", "How we read the tides");
    await frame().getByText("When it is high").click();
    await page.getByRole("button", { name: "Remove", exact: true }).click();
    await page.getByRole("heading", { name: "Remove “When it is high”?" }).waitFor();
    await page.getByText("Menu › Links › 2 · Tide tables › Target").waitFor();
    await checkAccessibility(page, "lost links");
    await page.getByRole("button", { name: "Remove", exact: true }).click();
    await waitForStatus(page, "Removed, “Undo” brings it back: When it is high");
    assert.match(await site.read("content/menu.yaml"), /target: \/tides\/ \}/);
    assert.doesNotMatch(await site.read("content/articles/tides.md"), /high/);
    await page.getByRole("button", { name: "Undo" }).click();
    await waitForStatus(page, "Heading: taken back");
    assert.match(await site.read("content/menu.yaml"), /tides\/#when-it-is-high/);
    assert.match(await site.read("content/articles/tides.md"), /## When it is high/);
  }));

test("the contents of a page begin with its own file, and their groups stay open", () =>
  withEditedSite(async (_, open) => {
    const window = await open();
    const { page, frame } = window;
    const contents = page.locator(".contents");
    await goTo(window, "/tides/", "How we read the tides");
    const names = () => contents.locator("summary, button:visible").evaluateAll((stops) => stops.map((stop) => stop.querySelector("span[dir]")?.textContent));
    const [title, , ...others] = await names();
    assert.deepEqual([title, ...others], ["How we read the tides", "When it is high", "Menu", "Monday to Friday, 8 to 17 o'clock"]);
    await contents.getByText("When it is high").first().click();
    await contents.getByRole("button", { name: "Late in autumn" }).waitFor();
    await frame().evaluate(() => location.reload());
    await frame().getByText("Late in autumn").waitFor();
    await contents.getByRole("button", { name: "Late in autumn" }).click();
    await page.getByLabel("List item").waitFor();
  }));

test("a figure among counters is changed within its braces, and limits are shown", () =>
  withEditedSite(async (site, open) => {
    await site.replace("templates/home.html", "{{ counter.value }}</dd>", "{{ counter.value }}{{ counter.label }}</dd>");
    const { page, frame } = await open();
    await waitForText(frame, "9years");
    // The cursor goes to the value that is clicked.
    for (const [x, at] of [[20, "/counters/0/label"], [3, "/counters/0/value"]] as const) {
      await frame().locator("dd").first().click({ position: { x, y: 8 } });
      await page.waitForFunction((at) => (document.activeElement as HTMLElement).dataset["at"] === at, at);
    }
    const value = page.getByLabel("Value");
    assert.equal(await value.inputValue(), "9");
    await value.fill("0");
    await page.locator(".problem", { hasText: "1" }).waitFor();
    assert.deepEqual(site.diff(), []);
    await value.fill("10");
    await waitForStatus(page, "Value: saved");
    assert.deepEqual(site.diff(), ["-  - { value: 9, label: years }", "+  - { value: 10, label: years }"]);
    await waitForText(frame, "10");
  }));

test("a picture is chosen among those of the site", () =>
  withEditedSite(async (site, open) => {
    const { page, frame } = await open();
    await frame().locator("img").click();
    await cp(site.path("public/images/boat.svg"), site.path("public/fleet/boat.svg"));
    await until(async () => (await fetch(new URL("fleet/boat.svg", frame().url()))).ok, "the new picture to be served");
    await page.getByText("Choose another picture").click();
    for (const name of ["boat.svg /images/", "boat.svg /fleet/", "lighthouse.svg"]) await page.getByRole("button", { name, exact: true }).waitFor();
    await checkAccessibility(page, "pictures");
    await page.getByLabel("Search the pictures by name").fill("light");
    await page.getByRole("button", { name: "boat.svg" }).first().waitFor({ state: "detached" });
    await page.getByRole("button", { name: "lighthouse.svg" }).click();
    await waitForStatus(page, "Picture: saved");
    assert.deepEqual(site.diff(), ["-  picture: /images/boat.svg", "+  picture: /images/lighthouse.svg"]);
    assert.equal(await page.getByLabel("Picture", { exact: true }).inputValue(), "/images/lighthouse.svg");
  }));

test("what is refused stays in its field and in the window, and the bar counts it", () =>
  withEditedSite(async (site, open) => {
    const { page, frame } = await open();
    const value = page.locator("#panel").getByLabel("Value", { exact: true });
    const unsaved = page.getByRole("button", { name: "not saved" });
    await frame().getByText("years", { exact: true }).click();
    await value.fill("many");
    await page.getByRole("button", { name: "1 not saved: This is not a number" }).waitFor();
    await page.reload();
    await page.getByRole("heading", { name: "Contents of this page" }).waitFor();
    await unsaved.click();
    await checkAccessibility(page, "not saved");
    await page.getByRole("button", { name: "Open: Value" }).click();
    assert.equal(await value.inputValue(), "many");
    await page.locator(".problem", { hasText: "This is not a number" }).waitFor();
    await value.fill("12");
    await waitForStatus(page, "Value: saved");
    await unsaved.waitFor({ state: "hidden" });
    assert.deepEqual(site.diff(), ["-  - { value: 9, label: years }", "+  - { value: 12, label: years }"]);
    await value.fill("");
    await page.getByRole("button", { name: "1 not saved: Fill in “Value”." }).click();
    await page.getByRole("button", { name: "Discard: Value" }).click();
    await page.getByRole("heading", { name: "Contents of this page" }).waitFor();
    await unsaved.waitFor({ state: "hidden" });
    assert.equal(site.diff().length, 2);
  }));

test("what was typed just before the editor was left is counted, and saved once its field is seen", () =>
  withEditedSite(async (site, open) => {
    const { page, frame } = await open();
    page.on("dialog", (dialog) => void dialog.accept());
    const value = page.locator("#panel").getByLabel("Value", { exact: true });
    await frame().getByText("years", { exact: true }).click();
    await page.route("**/api/changes", (route) => (route.request().method() === "POST" ? route.abort() : route.continue()));
    await value.fill("12");
    await page.reload();
    await page.unroute("**/api/changes");
    await page.getByRole("button", { name: "1 not saved" }).click();
    assert.deepEqual(site.diff(), []);
    await page.getByRole("button", { name: "Open: Value" }).click();
    await waitForStatus(page, "Value: saved");
    assert.deepEqual(site.diff(), ["-  - { value: 9, label: years }", "+  - { value: 12, label: years }"]);
    await page.getByRole("button", { name: "not saved" }).waitFor({ state: "hidden" });
  }));

test("opening hours in the footer are changed on every page, with the comment beside them", () =>
  withEditedSite(async (site, open) => {
    const { page, frame } = await open();
    await frame().getByText("Monday to Friday").click();
    await page.getByText("Read by 3 pages").waitFor();
    await page.getByLabel("Hours").fill("Every day, 9 to 18 o'clock");
    await waitForStatus(page, "Hours: saved");
    assert.deepEqual(site.diff(), [
      "-hours: Monday to Friday, 8 to 17 o'clock   # in winter too",
      "+hours: Every day, 9 to 18 o'clock   # in winter too",
    ]);
    await waitForText(frame, "Every day, 9 to 18");
  }));

test("a picture, a choice, a switch, a date, a reference and a folded text are changed", () =>
  withEditedSite(async (site, open) => {
    const { page, frame } = await open();
    await frame().locator("img").click();
    const form = page.locator("#panel");
    await form.getByLabel("Picture", { exact: true }).fill("/images/lighthouse.svg");
    await waitForStatus(page, "Picture: saved");
    await form.getByLabel("What the picture shows").fill("A lighthouse");
    await waitForStatus(page, "What the picture shows: saved");
    await form.getByLabel("Tone").selectOption("Loud");
    await waitForStatus(page, "Tone: saved");
    await form.getByLabel("Wide").check();
    await waitForStatus(page, "Wide: on, saved");
    await form.getByLabel("Since").fill("2020-02-29");
    await waitForStatus(page, "Since: saved");
    await form.getByLabel("Host").selectOption("Grace");
    await waitForStatus(page, "Host: saved");
    await form.getByLabel("Text").fill("");
    await page.locator(".problem", { hasText: "Fill in “Text”" }).waitFor();
    await form.getByLabel("Text").fill("The first boat comes at five, and the kettle is on by then.");
    await waitForStatus(page, "Text: saved");
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
    await waitForText(frame, "With Grace since 29 February 2020");
    await page.getByRole("button", { name: "Changes", exact: true }).click();
    await page.locator(".change", { hasText: "Hero › Wide" }).getByText("from off to on").waitFor();
    await page.getByRole("button", { name: "Take back: Hero › Tone" }).click();
    await waitForStatus(page, "Hero › Tone: taken back");
    assert.ok((await site.read("content/pages/home.yaml")).includes("tone: calm"));
    assert.ok(await page.evaluate(() => document.activeElement?.closest(".changes")), "the focus stays in the list");
  }));

/** Opens the form of a new paragraph below the first one of an article. */
async function beginParagraph(window: Window): Promise<void> {
  await goTo(window, "/tides/", "How we read the tides");
  await window.frame().getByText("The moon pulls").click();
  // *Contents of this page* has a button with the text and its kind.
  await window.page.getByRole("button", { name: "Paragraph", exact: true }).click();
}

test("Enter twice in a new paragraph begins the next one", () =>
  withEditedSite(async (site, open) => {
    const window = await open();
    const { page } = window;
    await beginParagraph(window);
    for (const text of ["One.", "Two."]) {
      await page.getByRole("heading", { name: "New paragraph" }).waitFor();
      await page.keyboard.type(text);
      await page.keyboard.press("Enter");
      await waitForStatus(page, "Paragraph: added");
      await page.keyboard.press("Enter");
    }
    await page.getByRole("heading", { name: "New paragraph" }).waitFor();
    assert.ok((await site.read("content/articles/tides.md")).includes("the sea.\n\nOne.\n\nTwo.\n\n## When"));
  }));

test("the second Enter begins the next paragraph, however long the first one took", () =>
  withEditedSite(async (_, open) => {
    const window = await open();
    const { page } = window;
    await beginParagraph(window);
    await page.getByRole("heading", { name: "New paragraph" }).waitFor();
    await page.keyboard.type("One.");
    await page.route("**/api/form?**", async (route) => {
      await setClock(page, 60_000);
      await route.continue();
    });
    await page.keyboard.press("Enter");
    await waitForStatus(page, "Paragraph: added");
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { name: "New paragraph" }).waitFor();
  }));

test("Enter twice begins the next paragraph while the first one is being added", () =>
  withEditedSite(async (site, open) => {
    const window = await open();
    const { page } = window;
    await beginParagraph(window);
    await page.getByRole("heading", { name: "New paragraph" }).waitFor();
    let isHeld = true;
    await page.route("**/api/blocks", async (route) => {
      await until(() => !isHeld);
      await route.continue();
    });
    await page.keyboard.type("One.");
    await page.keyboard.press("Enter");
    await page.keyboard.press("Enter");
    await page.keyboard.type("Two.");
    isHeld = false;
    await page.waitForFunction(() => (document.activeElement as HTMLTextAreaElement).value === "Two.");
    await page.keyboard.type(" And three.");
    await waitForFileText(site, "content/articles/tides.md", "the sea.\n\nOne.\n\nTwo. And three.\n\n## When");
    assert.equal(await page.getByRole("button", { name: "not saved" }).isVisible(), false);
  }));

test("paragraphs that are pasted into a new one stay paragraphs, and the next one begins below the last", () =>
  withEditedSite(async (site, open) => {
    const window = await open();
    const { page } = window;
    await beginParagraph(window);
    await page.getByRole("heading", { name: "New paragraph" }).waitFor();
    await paste(page, "One.\n\nTwo.");
    await page.getByRole("button", { name: "Add", exact: true }).click();
    await page.waitForFunction(() => (document.activeElement as HTMLTextAreaElement).value === "Two.");
    await page.keyboard.press("Control+End");
    await paste(page, "\n\nThree.");
    await page.keyboard.press("Enter");
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { name: "New paragraph" }).waitFor();
    await page.keyboard.type("Four.");
    await page.keyboard.press("Enter");
    await waitForFileText(site, "content/articles/tides.md", "the sea.\n\nOne.\n\nTwo.\n\nThree.\n\nFour.\n\n## When");
    assert.equal(await page.getByRole("button", { name: "not saved" }).isVisible(), false);
  }));

test("a form that is still being read does not replace one that was begun since", () =>
  withEditedSite(async (site, open) => {
    const window = await open();
    const { page, frame } = window;
    await goTo(window, "/tides/", "How we read the tides");
    await frame().getByText("The moon pulls").click();
    await page.getByRole("button", { name: "Paragraph", exact: true }).waitFor();
    let isHeld = true;
    await page.route("**/api/form?**", async (route) => {
      await until(() => !isHeld);
      await route.continue();
    });
    const reads = page.waitForRequest("**/api/form?**");
    await frame().getByText("Early in spring").click();
    await reads;
    await page.getByRole("button", { name: "Paragraph", exact: true }).click();
    await page.getByRole("heading", { name: "New paragraph" }).waitFor();
    const answered = page.waitForResponse("**/api/form?**");
    isHeld = false;
    await (await answered).finished();
    await page.keyboard.type("One.");
    await page.keyboard.press("Enter");
    await waitForStatus(page, "Paragraph: added");
    assert.deepEqual(site.diff(), ["+One.", "+"]);
  }));

test("a double click on a button that opens a form leaves the cursor in its field", () =>
  withEditedSite(async (_, open) => {
    const window = await open();
    const { page, frame } = window;
    await goTo(window, "/tides/", "How we read the tides");
    await frame().getByText("The moon pulls").click();
    await page.getByRole("button", { name: "Paragraph", exact: true }).waitFor();
    await setClock(page);
    const again = await clickPlace(page, "Paragraph");
    await page.getByRole("heading", { name: "New paragraph" }).waitFor();
    await again();
    await page.keyboard.type("One.");
    assert.equal(await page.locator("form textarea").inputValue(), "One.");
  }));

test("spaces around a one-line text are not saved, except where it had some before", () =>
  withEditedSite(async (site, open) => {
    const { page, frame } = await open();
    await frame().getByText("Monday to Friday").click();
    const hours = page.getByLabel("Hours", { exact: true });
    await hours.fill("  Every day ");
    await waitForStatus(page, "Hours: saved");
    assert.ok((await site.read("content/contact.yaml")).includes("hours: Every day  "));
    await hours.press("End");
    await page.keyboard.type("at noon");
    await waitForStatus(page, "Hours: saved");
    assert.ok((await site.read("content/contact.yaml")).includes("Every day at noon"));
    await site.replace("content/pages/home.yaml", "label: years", 'label: "years "');
    const label = page.getByLabel("Label", { exact: true });
    await frame().getByText("years", { exact: true }).click();
    await until(async () => (await label.inputValue()) === "years ");
    await label.press("Enter");
    await label.fill(" winters ");
    await waitForStatus(page, "Label: saved");
    assert.ok((await site.read("content/pages/home.yaml")).includes('label: "winters "'));
  }));

test("a number that can't be kept exactly is refused", () =>
  withEditedSite(async (site, open) => {
    const { page, frame } = await open();
    await frame().getByText("years", { exact: true }).click();
    const value = page.getByLabel("Value", { exact: true });
    for (const number of ["99999999999999999999", "9007199254740993"]) {
      await value.fill(number);
      await page.locator(".problem", { hasText: "This number can't be kept exactly" }).waitFor();
      await value.fill(number === "9007199254740993" ? "0x10" : "0b1");
      await page.locator(".problem", { hasText: "This is not a number" }).waitFor();
    }
    assert.deepEqual(site.diff(), []);
    await value.fill(" 0012 ");
    await waitForStatus(page, "Value: saved");
    assert.deepEqual(site.diff(), ["-  - { value: 9, label: years }", "+  - { value: 12, label: years }"]);
  }));

test("a change that is taken back twice is taken back once", () =>
  withEditedSite(async (site, open) => {
    const { page, frame } = await open();
    await frame().getByText("years", { exact: true }).click();
    for (const [label, text] of [["Value", "12"], ["Label", "winters"]] as const) {
      await page.getByLabel(label, { exact: true }).fill(text);
      await waitForStatus(page, `${label}: saved`);
    }
    const undone: string[] = [];
    page.on("request", (request) => request.url().endsWith("/api/undo") && undone.push(request.postData() ?? ""));
    await page.getByRole("button", { name: "Changes", exact: true }).click();
    await page.getByRole("button", { name: /^Take back: .*Label$/ }).evaluate((button: HTMLElement) => {
      button.click();
      button.click();
    });
    await page.getByRole("button", { name: "Undo" }).click();
    await waitForStatus(page, "Counters › 1 · years › Value: taken back");
    assert.equal(new Set(undone).size, 2);
    assert.equal(undone.length, 2);
    assert.deepEqual(site.diff(), []);
  }));

test("what is typed right after a paragraph is split begins the second part", () =>
  withEditedSite(async (site, open) => {
    const window = await open();
    const { page, frame } = window;
    await goTo(window, "/tides/", "How we read the tides");
    await frame().getByText("The moon pulls").click();
    await page.getByLabel("Paragraph").fill("The moon pulls. We look at the sea.");
    for (let letter = 0; letter < "We look at the sea.".length; letter++) await page.keyboard.press("ArrowLeft");
    await page.keyboard.press("Enter");
    await page.keyboard.press("Enter");
    await page.keyboard.type("Then ");
    await waitForStatus(page, "Paragraph: saved");
    await page.waitForFunction(() => (document.activeElement as HTMLTextAreaElement).value === "Then We look at the sea.");
    await page.keyboard.type("now ");
    await until(async () => (await site.read("content/articles/tides.md")).includes("The moon pulls.\n\nThen now We look at the sea.\n"));
    assert.equal(await page.getByRole("button", { name: "not saved" }).isVisible(), false);
  }));

test("pasted text stays one line where no line break can be typed, and blank lines divide paragraphs", () =>
  withEditedSite(async (site, open) => {
    const window = await open();
    const { page, frame } = window;
    await goTo(window, "/tides/", "How we read the tides");
    await frame().getByText("When it is high").click();
    await page.getByLabel("Heading", { exact: true }).selectText();
    await paste(page, " When it\r\n is highest \n");
    await waitForStatus(page, "Heading: saved");
    await frame().getByText("The moon pulls").click();
    await page.getByLabel("Paragraph").selectText();
    await paste(page, "  One.\n \n\n  Two.\n");
    await waitForStatus(page, "Paragraph: saved");
    assert.ok((await site.read("content/articles/tides.md")).includes("\n\nOne.\n\nTwo.\n\n## When it is highest\n\n"));
  }));

test("what is typed while a paragraph is added goes on in it", () =>
  withEditedSite(async (site, open) => {
    const window = await open();
    const { page } = window;
    await beginParagraph(window);
    await page.getByRole("heading", { name: "New paragraph" }).waitFor();
    await page.keyboard.type("One.");
    await page.keyboard.press("Enter");
    await page.keyboard.type(" And two.");
    await waitForStatus(page, "Paragraph: saved");
    assert.deepEqual(site.diff(), ["+One. And two.", "+"]);
    await page.getByRole("button", { name: "Paragraph" }).click();
    await page.keyboard.type("Tree.");
    await page.keyboard.press("Enter");
    for (const key of ["Control+Home", "Delete", "Delete"]) await page.keyboard.press(key);
    await page.keyboard.type("Thr");
    await waitForFileText(site, "content/articles/tides.md", "Three.");
    assert.deepEqual(site.diff(), ["+One. And two.", "+", "+Three.", "+"]);
  }));

test("the form of an entry that the page only names has its present name, and leads to where another one is chosen", () =>
  withEditedSite(async (_, open) => {
    const { page, frame } = await open();
    await frame().getByText(/^With Ada/).click();
    await page.getByText("This page names it.").waitFor();
    await page.getByLabel("Name").fill("Grace");
    await page.locator("#panel").getByRole("heading", { name: "Grace" }).waitFor();
    await page.getByRole("button", { name: "Choose another: Hero › Host" }).click();
    await page.waitForFunction(() => (document.activeElement as HTMLElement).dataset["at"] === "/hero/host");
  }));

test("a date is written once it is complete", () =>
  withEditedSite(async (site, open) => {
    const { page, frame } = await open();
    await frame().locator("img").click();
    const since = page.locator("#panel").getByLabel("Since", { exact: true });
    await since.focus();
    // The arrows go from the month to the year.
    for (const key of ["ArrowRight", "ArrowRight", ..."2020"]) {
      await page.keyboard.press(key);
      // A pause longer than the delay of other fields' saves.
      await page.waitForTimeout(500);
    }
    await waitForStatus(page, "Since: saved");
    assert.deepEqual(site.diff(), ["-  since: 2019-05-01", "+  since: 2020-05-01"]);
    await page.getByRole("button", { name: "Changes", exact: true }).click();
    await page.getByRole("button", { name: /^Take back: / }).waitFor();
    await frame().locator("img").click();
    await since.focus();
    await page.keyboard.press("Delete");
    await page.keyboard.press("Shift+Tab");
    await page.locator(".problem", { hasText: "This date is not complete" }).waitFor();
    assert.deepEqual(site.diff(), ["-  since: 2019-05-01", "+  since: 2020-05-01"]);
    // Who types the 31st of June has typed the 3rd after its first digit: this must not stay saved.
    await page.getByRole("button", { name: "Undo" }).click();
    await waitForStatus(page, "Hero › Since: taken back");
    // A date that is typed before the form shows the restored value replaces it without a conflict.
    await since.fill("2019-06-01");
    await waitForStatus(page, "Since: saved");
    await since.focus();
    for (const key of ["ArrowRight", "3", "1"]) await page.keyboard.press(key);
    await page.keyboard.press("Escape");
    await frame().locator("img").click();
    await since.waitFor();
    await page.waitForTimeout(500);
    assert.equal(await since.inputValue(), "2019-06-01");
    assert.deepEqual(site.diff(), ["-  since: 2019-05-01", "+  since: 2019-06-01"]);
  }));

test("code in Markdown is changed line by line, within its fences", () =>
  withEditedSite(async (site, open) => {
    await site.replace("content/articles/tides.md", "- Early", "```sh\nlisten --at 6\nwait\n```\n\n- Early");
    const before = await site.read("content/articles/tides.md");
    const window = await open();
    const { page, frame } = window;
    await goTo(window, "/tides/", "listen --at 6");
    await frame().getByText("listen").click();
    const code = page.getByLabel("Code");
    assert.equal(await code.inputValue(), "listen --at 6\nwait");
    await code.focus();
    await page.keyboard.press("Control+End");
    await page.keyboard.press("Enter");
    await page.keyboard.type("  # an hour");
    await waitForStatus(page, "Code: saved");
    assert.equal(await site.read("content/articles/tides.md"), before.replace("wait\n", "wait\n  # an hour\n"));
    await waitForText(frame, "# an hour");
    await code.fill("listen\n```\nmore");
    await page.locator(".problem", { hasText: "The code would end before its last line." }).waitFor();
    await page.getByRole("button", { name: "Remove", exact: true }).waitFor();
  }));

test("everything is reached by keyboard alone", () =>
  withEditedSite(async (site, open) => {
    const { page, frame } = await open();
    const press = async (...keys: string[]) => {
      for (const key of keys) await page.keyboard.press(key);
    };
    await page.locator("#page").focus();
    // F6 goes from the bar to the page, and from there to the panel. The page sends its keys to the editor as messages.
    for (const next of ["frame", "panel"]) {
      await press("F6");
      await page.waitForFunction((id) => document.activeElement?.id === id, next);
    }
    await tabToContent(page, "cups a day");
    await press("Enter");
    await page.getByLabel("Label", { exact: true }).waitFor();
    for (let steps = 0; steps < 20; steps++) {
      if (await page.evaluate(() => (document.activeElement as HTMLElement).dataset["at"]?.endsWith("/label"))) break;
      await press("Tab");
    }
    await press("Control+a");
    await page.keyboard.insertText("cups an hour");
    await press("Enter");
    await waitForStatus(page, "Label: saved");
    assert.deepEqual(site.diff(), [
      "-  - { value: 200, label: cups a day }   # on Sundays",
      "+  - { value: 200, label: cups an hour }   # on Sundays",
    ]);
    await waitForText(frame, "cups an hour");
    // The button above leads back, with the focus on the part that was left. Escape leads to the value in the contents.
    const isFocused = (selector: string, text: string) =>
      page.waitForFunction(([selector, text]) => document.activeElement?.matches(selector) && document.activeElement.textContent?.includes(text), [selector, text] as const);
    await page.getByRole("navigation").getByRole("button", { name: "Counters" }).focus();
    await press("Enter");
    await isFocused(".card .name", "cups an hour");
    await press("Enter");
    await page.getByLabel("Label", { exact: true }).waitFor();
    await press("Escape");
    await isFocused(".contents button", "cups an hour");
    await press("Control+z");
    await waitForStatus(page, "Counters › 2 · cups a day › Label: taken back");
    assert.deepEqual(site.diff(), []);
    await isFocused(".contents button", "cups a day");
    await page.locator("#publish").focus();
    await press("F6");
    await page.waitForFunction(() => document.activeElement?.id === "frame");
    // Shift+F6 goes the other way round.
    for (const next of ["page", "panel"]) {
      await press("Shift+F6");
      await page.waitForFunction((id) => document.activeElement?.id === id, next);
    }
  }));

test("on a phone the panel is a sheet, and a tap opens the form", () =>
  withEditedSite(async (site, open) => {
    const { page, frame } = await open(PHONE);
    await frame().getByText("Monday to Friday").tap();
    const hours = page.getByLabel("Hours");
    await hours.fill("மாலை வரை");
    await waitForStatus(page, "Hours: saved");
    assert.ok((await site.read("content/contact.yaml")).startsWith("# Shown at the end of every page.\nhours: மாலை வரை   # in winter too\n"));
    const box = await hours.boundingBox();
    assert.ok(box && box.x >= 0 && box.x + box.width <= 360, "the field is within the screen");
    assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), 360);
  }));

test("a page that compares a captured text is clickable but for this text", () =>
  withEditedSite(async (site, open) => {
    const greeting = "{% set greeting %}<b>{{ page.title }}</b>{% endset %}";
    const compared = `${greeting}{{ greeting }}{% if greeting == "<b>Harbour Café</b>" %}<p>Welcome aboard</p>{% endif %}`;
    await site.replace("templates/home.html", "<h1>", `${compared}<h1>`);
    const { page, frame } = await open();
    await waitForText(frame, "Welcome aboard");
    await page.locator("#panel").getByText("The first boat comes").first().waitFor({ state: "attached" });
    await frame().getByText("years", { exact: true }).click();
    await page.getByLabel("Value").waitFor();
    await frame().locator("b").click();
    await page.getByRole("heading", { name: "This is part of the template" }).or(page.getByRole("heading", { name: "Harbour Café" })).or(page.getByRole("heading", { name: "What do you want to change?" })).waitFor();
  }));

test("texts of templates and computed ones are not editable, and the panel says what they come from", () =>
  withEditedSite(async (site, open) => {
    await site.replace("templates/home.html", "</dl>", '</dl>{% for term in terms("articles", "title") %}<b>{{ term.name }}</b>{% endfor %}');
    const { page, frame } = await open();
    await frame().locator("b").click();
    await page.getByText("It is made from the entries of “Articles”").waitFor();
    await page.getByRole("button", { name: "Show Articles" }).click();
    await page.getByRole("button", { name: "How we read the tides" }).waitFor();
    await frame().getByText("Made of wood and salt").click();
    await page.getByRole("heading", { name: "This is part of the template" }).waitFor();
    await page.getByText("It comes from templates/base.html, line").waitFor();
    await page.keyboard.press("Escape");
    await page.getByRole("heading", { name: "Contents of this page" }).waitFor();
  }));

test("no state of the editor has findings of axe", () =>
  withEditedSite(async (_, open) => {
    for (const options of [DESK, { ...PHONE, colorScheme: "dark" as const }]) {
      const { page, frame } = await open(options);
      const check = (state: string) => checkAccessibility(page, state);
      await check("contents");
      await frame().locator("img").click();
      await page.getByLabel("Tone").waitFor();
      await check("form");
      await page.getByLabel("Text").fill("Changed");
      await waitForStatus(page, "Text: saved");
      await page.getByRole("button", { name: "Changes", exact: true }).click();
      await page.getByRole("button", { name: "Take back: Hero › Text" }).click();
      await waitForStatus(page, "Hero › Text: taken back");
      await check("changes");
      await frame().getByText("Made of wood").click();
      await page.getByRole("heading", { name: "This is part of the template" }).waitFor();
      await check("template");
    }
  }));

test("scripts of the page are told to reduce motion", () =>
  withEditedSite(async (_, open) => {
    const { frame } = await open();
    const matching = (queries: string[]) => frame().evaluate((queries) => queries.filter((query) => matchMedia(query).matches), queries);
    const reduced = ["(prefers-reduced-motion)", "(prefers-reduced-motion: reduce)", "(min-width: 1px) and (prefers-reduced-motion:reduce)"];
    const others = ["(prefers-reduced-motion: no-preference)", "(max-width: 1px) and (prefers-reduced-motion)", "print"];
    assert.deepEqual(await matching([...reduced, ...others]), reduced);
  }));
