/**
 * Lists in `site edit`, in a real browser: items are moved and removed by mouse, by keyboard alone and by touch, each with the lines
 * that `git diff` shows then.
 */

import assert from "node:assert/strict";
import { test } from "node:test";

import { DESK, type EditedSite, type Window, withEditedSite, checkAccessibility, clickPlace, holdAnswers, PHONE, setClock, tabToContent, waitForText, waitForStatus } from "./edited";
import { until } from "./wait";

const YEARS = "  - { value: 9, label: years }";
const CUPS = "  - { value: 200, label: cups a day }   # on Sundays";

test("an item is moved by a click, and taken back", () =>
  withEditedSite(async (site, open) => {
    const { page, frame } = await open();
    await frame().getByText("years", { exact: true }).click();
    await page.getByText("Place 1 of 2").waitFor();
    await page.getByRole("button", { name: "Move down: 1 · years" }).click();
    await waitForStatus(page, "Moved to place 2");
    assert.deepEqual(site.diff(), [`-${YEARS}`, `+${YEARS}`]);
    await page.getByText("Place 2 of 2", { exact: true }).waitFor();
    await page.getByRole("button", { name: "Undo" }).click();
    await waitForStatus(page, "Counters › 1 · years: taken back");
    // The form still shows the item that was moved.
    await page.getByText("Place 1 of 2", { exact: true }).waitFor();
    assert.equal(await page.getByLabel("Label", { exact: true }).inputValue(), "years");
    assert.deepEqual(site.diff(), []);
  }));

test("an item whose fields were changed in its form is moved and removed there", () =>
  withEditedSite(async (site, open) => {
    const { page, frame } = await open();
    await frame().getByText("years", { exact: true }).click();
    await page.getByLabel("Label", { exact: true }).fill("winters");
    await waitForStatus(page, "Label: saved");
    await page.getByRole("heading", { name: "1 · winters" }).waitFor();
    await page.getByRole("button", { name: "Move down: 1 · years" }).click();
    await waitForStatus(page, "Moved to place 2");
    await page.getByLabel("Value", { exact: true }).fill("10");
    await page.getByRole("button", { name: "Remove: 2 · winters" }).click();
    await waitForStatus(page, "Removed, “Undo” brings it back: 2 · winters");
    assert.deepEqual(site.diff(), [`-${YEARS}`]);
  }));

test("what is refused goes with its item", () =>
  withEditedSite(async (site, open) => {
    const { page, frame } = await open();
    const value = page.getByLabel("Value", { exact: true });
    await frame().getByText("years", { exact: true }).click();
    await value.fill("many");
    await page.locator(".problem", { hasText: "This is not a number" }).waitFor();
    await page.getByRole("button", { name: "Move down: 1 · years" }).click();
    await waitForStatus(page, "Moved to place 2");
    assert.equal(await value.inputValue(), "many");
    await page.locator(".trail").getByRole("button", { name: "Counters" }).click();
    await page.getByRole("button", { name: "1 · cups a day", exact: true }).click();
    await page.getByRole("heading", { name: "1 · cups a day" }).waitFor();
    assert.equal(await value.inputValue(), "200");
    await page.getByRole("button", { name: "1 not saved" }).click();
    await page.getByRole("button", { name: "Open: Value" }).click();
    await value.fill("10");
    await waitForStatus(page, "Value: saved");
    assert.deepEqual(site.diff(), [`-${YEARS}`, `+${YEARS.replace("9", "10")}`]);
  }));

test("what is typed right after Undo replaces the former value", () =>
  withEditedSite(async (site, open) => {
    const { page, frame } = await open();
    await frame().getByText("years", { exact: true }).click();
    const [label, value] = [page.getByLabel("Label", { exact: true }), page.getByLabel("Value", { exact: true })];
    await label.fill("summers");
    await waitForStatus(page, "Label: saved");
    // After Undo, the form is read again: that takes a while here.
    let isHeld = true;
    await page.route("**/api/form?**", async (route) => {
      await until(() => !isHeld);
      await route.continue();
    });
    await page.getByRole("button", { name: "Undo" }).click();
    await page.waitForFunction(() => (window as unknown as { announced: string[] }).announced.at(-1)?.endsWith("taken back"));
    await label.fill("winters");
    await waitForStatus(page, "Label: saved");
    await value.fill("10");
    await waitForStatus(page, "Value: saved");
    assert.deepEqual(site.diff(), [`-${YEARS}`, "+  - { value: 10, label: winters }"]);
    await label.evaluate((input) => input.classList.add("of-first-form"));
    await label.fill("autumns");
    await page.keyboard.press("ArrowLeft");
    isHeld = false;
    await waitForStatus(page, "Label: saved");
    await page.locator(".of-first-form").waitFor({ state: "detached" });
    await page.getByRole("heading", { name: "1 · autumns" }).waitFor();
    await page.keyboard.type("-");
    assert.equal(await label.inputValue(), "autumn-s");
    await waitForStatus(page, "Label: saved");
    assert.equal(await page.locator("#unsaved").isHidden(), true);
    assert.deepEqual(site.diff(), [`-${YEARS}`, "+  - { value: 10, label: autumn-s }"]);
  }));

test("what is typed while Undo runs replaces the former value", () =>
  withEditedSite(async (site, open) => {
    const { page, frame } = await open();
    await frame().getByText("years", { exact: true }).click();
    const label = page.getByLabel("Label", { exact: true });
    await label.fill("summers");
    await waitForStatus(page, "Label: saved");
    const letThrough = await holdAnswers(page, "**/api/undo");
    await page.getByRole("button", { name: "Undo" }).click();
    await until(() => site.diff().length === 0);
    await label.fill("winters");
    await label.press("Enter");
    await letThrough();
    await waitForStatus(page, "Label: saved");
    const announced = await page.evaluate(() => (window as unknown as { announced: string[] }).announced);
    assert.ok(!announced.includes("Label: not saved"), announced.join());
    assert.deepEqual(site.diff(), [`-${YEARS}`, `+${YEARS.replace("years", "winters")}`]);
  }));

test("Undo leaves what is being filled in", () =>
  withEditedSite(async (site, open) => {
    const { page, frame } = await open();
    await frame().getByText("years", { exact: true }).click();
    await page.getByLabel("Label", { exact: true }).fill("summers");
    await waitForStatus(page, "Label: saved");
    await page.getByRole("button", { name: "Add another" }).click();
    await page.getByLabel("Value").fill("12");
    await page.getByRole("button", { name: "Undo" }).click();
    await waitForText(frame, "years");
    await page.getByLabel("Label", { exact: true }).fill("boats");
    await page.keyboard.press("Enter");
    await waitForStatus(page, "Added at place 2 of 3");
    assert.deepEqual(site.diff(), ["+  - { value: 12, label: boats }"]);
  }));

test("a form that was read before a value was saved does not show the older value", () =>
  withEditedSite(async (_, open) => {
    const { page, frame } = await open();
    await frame().getByText("years", { exact: true }).click();
    const label = page.getByLabel("Label", { exact: true });
    await label.evaluate((input) => input.classList.add("of-first-form"));
    const letThrough = await holdAnswers(page, "**/api/form?**");
    const reads = page.waitForRequest("**/api/form?**");
    await frame().getByText("years", { exact: true }).click();
    await reads;
    await label.fill("winters");
    await waitForStatus(page, "Label: saved");
    await letThrough();
    await page.locator(".of-first-form").waitFor({ state: "detached" });
    assert.equal(await label.inputValue(), "winters");
  }));

test("a form that was begun while an item is moved stays", () =>
  withEditedSite(async (site, open) => {
    const { page } = await openCounters(site, ["one", "two", "three"], open);
    let isHeld = true;
    await page.route("**/api/items", async (route) => {
      if (isHeld) await until(() => !isHeld);
      await route.continue();
    });
    const sent = page.waitForRequest("**/api/items");
    await page.getByRole("button", { name: "Move down: 1 · one" }).click();
    await sent;
    await page.getByRole("button", { name: "Add another" }).click();
    await page.getByLabel("Value").waitFor();
    isHeld = false;
    await waitForStatus(page, "Moved to place 2");
    await page.keyboard.type("12");
    assert.equal(await page.getByLabel("Value").inputValue(), "12");
    await page.getByLabel("Label", { exact: true }).fill("four");
    await page.keyboard.press("Enter");
    await waitForStatus(page, "Added at place 4 of 4");
    assert.deepEqual(await labelsOf(site), ["two", "one", "three", "four"]);
  }));

test("the form of a new item that arrives late does not replace one that was opened since", () =>
  withEditedSite(async (_, open) => {
    const { page, frame } = await open();
    await frame().getByText("years", { exact: true }).click();
    let isHeld = true;
    await page.route("**/api/blank?**", async (route) => {
      await until(() => !isHeld);
      await route.continue();
    });
    const asked = page.waitForRequest("**/api/blank?**");
    await page.getByRole("button", { name: "Add another" }).click();
    await asked;
    await frame().getByText("Monday to Friday").click();
    const hours = page.getByLabel("Hours", { exact: true });
    await hours.waitFor();
    const answered = page.waitForResponse("**/api/blank?**");
    isHeld = false;
    await (await answered).finished();
    await hours.fill("Always");
    await waitForStatus(page, "Hours: saved");
    assert.ok(await hours.isVisible());
  }));

test("a value that is saved while its form is read again is not taken for somebody else's", () =>
  withEditedSite(async (site, open) => {
    const { page, frame } = await open();
    await frame().getByText("years", { exact: true }).click();
    const [label, value] = [page.getByLabel("Label", { exact: true }), page.getByLabel("Value", { exact: true })];
    await label.evaluate((input) => input.classList.add("of-first-form"));
    const isHeld = { form: true, save: true };
    await page.route("**/api/form?**", async (route) => {
      await until(() => !isHeld.form);
      await route.continue();
    });
    await page.route("**/api/changes", async (route) => {
      if (route.request().method() === "POST") await until(() => !isHeld.save);
      await route.continue();
    });
    const [reads, saves] = [page.waitForRequest("**/api/form?**"), page.waitForRequest((request) => request.method() === "POST")];
    await frame().getByText("years", { exact: true }).click();
    await reads;
    await label.fill("winters");
    await saves;
    const answered = page.waitForResponse("**/api/form?**");
    isHeld.form = false;
    await answered;
    isHeld.save = false;
    await waitForStatus(page, "Label: saved");
    // Playwright types in a second step: in the former form, the text would be lost with its field.
    await page.locator(".of-first-form").waitFor({ state: "detached" });
    await value.fill("10");
    await waitForStatus(page, "Value: saved");
    assert.equal(await label.inputValue(), "winters");
    assert.equal(await page.locator("#unsaved").isHidden(), true);
    assert.deepEqual(site.diff(), [`-${YEARS}`, "+  - { value: 10, label: winters }"]);
  }));

test("an item that is moved twice in a row stays in its form", () =>
  withEditedSite(async (site, open) => {
    await site.replace("content/pages/home.yaml", "counters:\n", "counters:\n  - { value: 1, label: winters }\n");
    const { page, frame } = await open();
    await frame().getByText("cups a day", { exact: true }).click();
    await page.getByText("Place 3 of 3").waitFor();
    for (let press = 0; press < 2; press++) await page.keyboard.press("Alt+ArrowUp");
    await page.getByText("Place 1 of 3").waitFor();
    await page.getByRole("heading", { name: "1 · cups a day" }).waitFor();
    await page.getByLabel("Value", { exact: true }).fill("300");
    await waitForStatus(page, "Value: saved");
    assert.ok((await site.read("content/pages/home.yaml")).includes("counters:\n  - { value: 300, label: cups a day }"));
  }));

test("a button that is pressed twice removes one item", () =>
  withEditedSite(async (site, open) => {
    const { page, frame } = await open();
    await frame().getByText("years", { exact: true }).click();
    await page.locator(".trail").getByRole("button", { name: "Counters" }).click();
    await page.getByRole("button", { name: "Remove: 1 · years" }).dblclick();
    await waitForStatus(page, "Removed, “Undo” brings it back: 1 · years");
    assert.deepEqual(site.diff(), [`-${YEARS}`]);
  }));

/** Opens a list of counters with these labels. */
async function openCounters(site: EditedSite, labels: string[], open: () => Promise<Window>): Promise<Window> {
  await site.replace("content/pages/home.yaml", `${YEARS}\n${CUPS}`, labels.map((label, number) => `  - { value: ${number + 1}, label: ${label} }`).join("\n"));
  const window = await open();
  await window.frame().getByText(labels[0] ?? "", { exact: true }).click();
  await window.page.locator(".trail").getByRole("button", { name: "Counters" }).click();
  await window.page.locator(".card").first().waitFor();
  return window;
}

/** Reads the labels of the counters. */
const labelsOf = async (site: EditedSite) => [...(await site.read("content/pages/home.yaml")).matchAll(/label: (\w+)/g)].map(([, label]) => label);

test("a double click on ✕ removes one item, though another one has come under the pointer", () =>
  withEditedSite(async (site, open) => {
    const { page } = await openCounters(site, ["one", "two", "three", "four"], open);
    await setClock(page);
    const again = await clickPlace(page, "Remove: 1 · one");
    await waitForStatus(page, "Removed, “Undo” brings it back: 1 · one");
    await again();
    await page.getByRole("button", { name: "3 · four", exact: true }).focus();
    await page.keyboard.press("Alt+ArrowUp");
    await waitForStatus(page, "Moved to place 2");
    assert.deepEqual(await labelsOf(site), ["two", "four", "three"]);
    // A later click at the same place moves the item that is there by then.
    await setClock(page, 1000);
    await again();
    await waitForStatus(page, "Removed, “Undo” brings it back: 1 · two");
  }));

test("each of several clicks on ↓ moves the same item, though another one has come under the pointer", () =>
  withEditedSite(async (site, open) => {
    const { page } = await openCounters(site, ["one", "two", "three", "four"], open);
    await setClock(page);
    const again = await clickPlace(page, "Move down: 1 · one");
    for (const place of [2, 3, 4]) {
      await waitForStatus(page, `Moved to place ${place}`);
      await again();
    }
    await setClock(page, 1000);
    await again();
    await waitForStatus(page, "Moved to place 2");
    assert.deepEqual(await labelsOf(site), ["three", "two", "four", "one"]);
  }));

test("each quick press of Alt+↓ moves the item by one place", () =>
  withEditedSite(async (site, open) => {
    const labels = ["one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"];
    const { page } = await openCounters(site, labels, open);
    await page.getByRole("button", { name: "1 · one", exact: true }).focus();
    await page.evaluate(() => {
      const key = { key: "ArrowDown", altKey: true, bubbles: true };
      for (let press = 0; press < 8; press++) document.activeElement?.dispatchEvent(new KeyboardEvent("keydown", key));
    });
    await page.keyboard.press("Alt+ArrowUp");
    await waitForStatus(page, "Moved to place 9");
    await waitForStatus(page, "Moved to place 8");
    assert.deepEqual(await labelsOf(site), [...labels.slice(1, 8), "one", "nine", "ten"]);
    assert.ok(await page.evaluate(() => document.activeElement?.textContent === "8 · one"), "the focus goes with the item");
    // A key that is held repeats faster than the item moves.
    await page.evaluate(() => {
      const key = { key: "ArrowDown", altKey: true, bubbles: true, repeat: true };
      for (let press = 0; press < 8; press++) document.activeElement?.dispatchEvent(new KeyboardEvent("keydown", key));
    });
    await waitForStatus(page, "Moved to place 9");
    await page.keyboard.press("Alt+ArrowUp");
    await waitForStatus(page, "Moved to place 8");
    assert.deepEqual(await labelsOf(site), [...labels.slice(1, 8), "one", "nine", "ten"]);
  }));

test("a link that leads nowhere is refused in its field", () =>
  withEditedSite(async (site, open) => {
    const { page, frame } = await open();
    await frame().getByText("Tide tables", { exact: true }).click();
    // The words of the link were clicked, not its target.
    await page.getByLabel("Target", { exact: true }).waitFor();
    assert.equal(await page.evaluate(() => document.activeElement?.closest(".field")?.querySelector("label")?.textContent), "Label");
    for (const nowhere of ["/nowhere/", "nowhere"]) {
      await page.getByLabel("Target", { exact: true }).fill(nowhere);
      await page.locator(".problem", { hasText: `No page or file of the site has the address “${nowhere}”` }).waitFor();
    }
    await page.getByLabel("Target", { exact: true }).fill("https://tides.example/");
    await waitForStatus(page, "Target: saved");
    await page.getByRole("button", { name: "Add another" }).click();
    await page.getByLabel("Label", { exact: true }).fill("Nowhere");
    await page.getByLabel("Target", { exact: true }).fill("/nowhere/");
    await page.getByRole("button", { name: "Add", exact: true }).click();
    await page.locator(".problem", { hasText: "No page or file of the site has the address “/nowhere/”" }).waitFor();
    assert.deepEqual(site.diff(), ["-  - { label: Tide tables, target: /tides/ }", "+  - { label: Tide tables, target: https://tides.example/ }"]);
  }));

test("items are moved and removed by keyboard alone", () =>
  withEditedSite(async (site, open) => {
    const { page, frame } = await open();
    const focused = () => page.evaluate(() => document.activeElement?.textContent);
    const tabTo = async (text: string) => {
      for (let steps = 0; steps < 60 && (await focused()) !== text; steps++) await page.keyboard.press("Tab");
      assert.equal(await focused(), text);
    };
    await page.locator("#panel").focus();
    await tabToContent(page, "years");
    await page.keyboard.press("Enter");
    await page.getByText("Place 1 of 2").waitFor();
    await page.locator("#panel").focus();
    await tabTo("Counters");
    await page.keyboard.press("Enter");
    await page.locator("h1", { hasText: "Counters" }).waitFor();
    await tabTo("2 · cups a day");
    await page.keyboard.press("Alt+ArrowUp");
    await waitForStatus(page, "Moved to place 1");
    assert.deepEqual(site.diff(), [`-${YEARS}`, `+${YEARS}`]);
    assert.equal(await focused(), "1 · cups a day");
    await page.keyboard.press("Alt+ArrowUp");
    await tabTo("✕");
    await page.keyboard.press("Enter");
    await waitForStatus(page, "Removed, “Undo” brings it back: 1 · cups a day");
    assert.deepEqual(site.diff(), [`-${CUPS}`]);
    assert.equal(await focused(), "1 · years");
    await page.keyboard.press("Control+z");
    await waitForStatus(page, "Counters › 1 · cups a day: taken back");
    await waitForText(frame, "cups a day");
  }));

test("keys in the form of an item move it, and the cursor stays in its field", () =>
  withEditedSite(async (site, open) => {
    const { page, frame } = await open();
    await frame().getByText("cups a day").click();
    await page.getByText("Place 2 of 2", { exact: true }).waitFor();
    await page.getByLabel("Label", { exact: true }).focus();
    await page.keyboard.press("Alt+ArrowUp");
    await waitForStatus(page, "Moved to place 1");
    assert.deepEqual(site.diff(), [`-${YEARS}`, `+${YEARS}`]);
    assert.equal(await page.evaluate(() => (document.activeElement as HTMLTextAreaElement).value), "cups a day");
  }));

test("items are moved by touch", () =>
  withEditedSite(async (site, open) => {
    const { page, frame } = await open(PHONE);
    await frame().getByText("cups a day").tap();
    const up = page.getByRole("button", { name: "Move up: 2 · cups a day" });
    const box = await up.boundingBox();
    assert.ok(box && box.width >= 44 && box.height >= 44, JSON.stringify(box));
    await up.tap();
    await waitForStatus(page, "Moved to place 1");
    assert.deepEqual(site.diff(), [`-${YEARS}`, `+${YEARS}`]);
  }));

test("an item that somebody else has removed is not moved", () =>
  withEditedSite(async (site, open) => {
    const { page, frame } = await open();
    await frame().getByText("years", { exact: true }).click();
    await page.getByText("Place 1 of 2").waitFor();
    await site.replace("content/pages/home.yaml", `${YEARS}\n`, "");
    await page.getByRole("button", { name: "Move down: 1 · years" }).click();
    await page.getByText("Somebody else has changed this meanwhile.").waitFor();
    assert.deepEqual(site.diff(), [`-${YEARS}`]);
  }));

test("an item is added as its neighbours are written, once all that is required is there", () =>
  withEditedSite(async (site, open) => {
    const { page, frame } = await open();
    await frame().getByText("years", { exact: true }).click();
    // The open form is removed at once, so that nobody types into it.
    const left = await page.getByRole("button", { name: "Add another" }).evaluate((button: HTMLElement) => {
      button.click();
      return document.querySelectorAll("#panel [data-at]").length;
    });
    assert.equal(left, 0);
    await page.getByLabel("Value").fill("12");
    await page.getByRole("button", { name: "Add", exact: true }).last().click();
    await page.getByText("Fill in “Label”.", { exact: true }).waitFor();
    assert.deepEqual(site.diff(), []);
    await page.getByLabel("Label", { exact: true }).fill("boats, and more");
    await page.keyboard.press("Enter");
    await waitForStatus(page, "Added at place 2 of 3");
    assert.deepEqual(site.diff(), ['+  - { value: 12, label: "boats, and more" }']);
    await waitForText(frame, "boats, and more");
    await page.getByText("Place 2 of 3", { exact: true }).waitFor();
    await page.getByRole("button", { name: "Undo" }).click();
    await waitForStatus(page, "Counters › 2 · boats, and more: taken back");
    assert.deepEqual(site.diff(), []);
  }));

test("lists have no findings of axe", () =>
  withEditedSite(async (_, open) => {
    for (const options of [DESK, { ...PHONE, colorScheme: "dark" as const }]) {
      const { page, frame } = await open(options);
      await frame().getByText("years", { exact: true }).click();
      await page.getByText("Place 1 of 2").waitFor();
      await checkAccessibility(page, "item");
      await page.getByRole("button", { name: "Counters", exact: true }).click();
      await page.locator(".cards").waitFor();
      await checkAccessibility(page, "list");
      await page.getByRole("button", { name: "Add another" }).click();
      await page.getByLabel("Value").waitFor();
      await checkAccessibility(page, "new item");
    }
  }));
