/** Blocks of an article in `site edit`, in a real browser: lists, quotations and pictures are addedrich text is pasted. */

import assert from "node:assert/strict";
import { test } from "node:test";

import type { Page } from "playwright-core";

import { type EditedSite, type Window, checkAccessibility, goTo, waitForStatus, waitForText, withEditedSite } from "./edited";
import { until } from "./wait";

const FILE = "content/articles/tides.md";

/** Opens the form of the article's first paragraph. */
async function openParagraph(window: Window): Promise<void> {
  await goTo(window, "/tides/", "How we read the tides");
  await window.frame().getByText("The moon pulls").click();
  await window.page.getByLabel("Paragraph", { exact: true }).waitFor();
}

/** Opens the form of a new block of this kind below the article's first paragraph. */
async function begin(window: Window, kind: string): Promise<void> {
  await openParagraph(window);
  await window.page.getByRole("group", { name: "Add below", exact: true }).getByRole("button", { name: kind, exact: true }).click();
  await window.page.getByRole("heading", { name: `New ${kind.toLowerCase()}` }).waitFor();
}

/** Reads what stands between the first paragraph of the article and its heading. */
async function readAdded(site: EditedSite): Promise<string> {
  const text = await site.read(FILE);
  const [, added = ""] = /the sea\.\n\n(.*)\n\n## When it is high/s.exec(text) ?? [];
  return added;
}

const focusedText = (page: Page) => page.evaluate(() => (document.activeElement as HTMLTextAreaElement).value);

test("a list begins with one item, Enter twice adds the next one, and a quotation comes below the list", () =>
  withEditedSite(async (site, open) => {
    const window = await open();
    const { page, frame } = window;
    await begin(window, "Bulleted list");
    await checkAccessibility(page, "new list");
    await page.keyboard.type("Nets");
    await page.keyboard.press("Enter");
    await waitForStatus(page, "List item: added");
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { name: "New list item" }).waitFor();
    await page.keyboard.type("Ropes");
    await page.keyboard.press("Enter");
    await waitForStatus(page, "List item: added");
    assert.equal(await readAdded(site), "- Nets\n- Ropes");
    await page.getByRole("group", { name: "Add below the list" }).getByRole("button", { name: "Quotation" }).click();
    await page.keyboard.type("The sea gives.");
    await page.keyboard.press("Enter");
    await waitForStatus(page, "Paragraph: added");
    await page.getByRole("group", { name: "Add below the quotation" }).getByRole("button", { name: "Numbered list" }).click();
    await page.keyboard.type("Wake up");
    await page.getByRole("button", { name: "Add", exact: true }).click();
    await waitForStatus(page, "List item: added");
    assert.equal(await readAdded(site), "- Nets\n- Ropes\n\n> The sea gives.\n\n1. Wake up");
    await waitForText(frame, "The sea gives.");
    await checkAccessibility(page, "item with buttons below its list");
    for (const label of ["List item", "Paragraph", "List item", "List item"]) {
      await page.getByRole("button", { name: "Undo" }).click();
      await waitForStatus(page, `${label}: taken back`);
    }
    assert.deepEqual(site.diff(), []);
  }));

test("a picture is chosen among those of the site, with its alternative text", () =>
  withEditedSite(async (site, open) => {
    const window = await open();
    const { page } = window;
    await begin(window, "Picture");
    await page.getByText("Choose a picture").click();
    await page.getByRole("button", { name: "boat.svg" }).click();
    await page.getByRole("button", { name: "Add", exact: true }).click();
    await page.getByText("What it shows is missing.", { exact: true }).waitFor();
    await page.getByLabel("What it shows").fill("A boat [red]");
    await checkAccessibility(page, "new picture");
    await page.getByRole("button", { name: "Add", exact: true }).click();
    await waitForStatus(page, "Picture: added");
    assert.equal(await readAdded(site), "![A boat \\[red\\]](/images/boat.svg)");
    await page.getByText("Choose another picture").click();
    await page.getByRole("button", { name: "lighthouse.svg" }).click();
    await waitForStatus(page, "Paragraph: saved");
    assert.equal(await readAdded(site), "![A boat \\[red\\]](/images/lighthouse.svg)");
  }));

test("signs at the beginning of a new paragraph make a list, a quotation or a heading", () =>
  withEditedSite(async (site, open) => {
    const window = await open();
    const { page } = window;
    await openParagraph(window);
    for (const [typed, label] of [["## Boats", "Heading"], ["> Wait.", "Paragraph"], ["1. One", "List item"]] as const) {
      await page.getByRole("group", { name: "Add below", exact: true }).getByRole("button", { name: "Paragraph", exact: true }).click();
      await page.keyboard.type(typed);
      await page.keyboard.press("Enter");
      await waitForStatus(page, `${label}: added`);
    }
    assert.equal(await readAdded(site), "## Boats\n\n> Wait.\n>\n> 1. One");
    await page.getByRole("group", { name: "Add below the quotation" }).getByRole("button", { name: "Paragraph", exact: true }).click();
    await page.keyboard.type("| a | b |");
    await page.keyboard.press("Shift+Enter");
    await page.keyboard.type("|---|---|");
    await page.getByRole("button", { name: "Add", exact: true }).click();
    await page.locator("form .problem", { hasText: "Use the buttons of “Add below”" }).waitFor();
    await page.getByRole("button", { name: "Cancel" }).click();
  }));

test("a paragraph that gets a sign at its beginning becomes an item, and what is typed goes on there", () =>
  withEditedSite(async (site, open) => {
    const window = await open();
    const { page } = window;
    await openParagraph(window);
    await page.keyboard.press("Control+a");
    await page.keyboard.type("- Nets");
    await page.getByRole("heading", { name: "List item" }).waitFor();
    assert.equal(await focusedText(page), "Nets");
    await page.keyboard.type(" and ropes");
    await waitForStatus(page, "List item: saved");
    assert.ok((await site.read(FILE)).includes("\n\n- Nets and ropes\n\n## When"));
  }));
