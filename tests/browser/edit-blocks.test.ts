/** Blocks of an article in `site edit`, in a real browser: lists, quotations and pictures are added, rich text is pasted, and words are marked. */

import assert from "node:assert/strict";
import { test } from "node:test";

import type { Page } from "playwright-core";

import { DESK, PHONE, type EditedSite, type Window, checkAccessibility, checkTree, goTo, paste, waitForFileText, waitForStatus, waitForText, withEditedSite } from "./edited";
import { until } from "./wait";

const FILE = "content/articles/tides.md";

const FIRST = "The moon pulls *twice a day*,\nand we look at the sea.";

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
    const offered = page.locator(".pictures li button");
    await offered.first().waitFor();
    assert.deepEqual(await offered.evaluateAll((buttons) => buttons.map((button) => button.getAttribute("title"))), ["/images/boat.svg", "/images/lighthouse.svg", "/icon.svg"]);
    await page.getByRole("button", { name: "boat.svg" }).click();
    await page.getByRole("button", { name: "Add", exact: true }).click();
    await page.getByText("Fill in “What it shows”.", { exact: true }).waitFor();
    await page.getByLabel("What it shows").fill("A *red* boat [new]");
    await checkAccessibility(page, "new picture");
    await page.getByRole("button", { name: "Add", exact: true }).click();
    await waitForStatus(page, "Picture: added");
    assert.equal(await readAdded(site), "![A \\*red\\* boat \\[new\\]](/images/boat.svg)");
    await page.getByText("Choose another picture").click();
    await page.getByRole("button", { name: "lighthouse.svg" }).click();
    await waitForStatus(page, "Picture: saved");
    assert.equal(await readAdded(site), "![A \\*red\\* boat \\[new\\]](/images/lighthouse.svg)");
  }));

test("a picture in an article has a field for the picture and one for what it shows", () =>
  withEditedSite(async (site, open) => {
    await site.replace(FILE, "## When it is high", "[![A *boat*](/images/boat.svg 'At sea')](/)\n\n## When it is high");
    await site.replace("content/site.yaml", "base_url:", 'assets: { hashed: ["images/**"] }\nbase_url:');
    site.git("commit", "--quiet", "--all", "--message", "Add a picture");
    const window = await open();
    const { page, frame } = window;
    await goTo(window, "/tides/", "How we read the tides");
    await frame().locator("img[alt='A boat']").click();
    await page.getByRole("heading", { name: "Picture", exact: true, level: 1 }).waitFor();
    await page.locator(".preview").waitFor();
    await checkTree(page, "picture-in-article");
    await checkAccessibility(page, "picture in an article");
    const picture = page.getByLabel("Picture", { exact: true });
    const alt = page.getByLabel("What it shows", { exact: true });
    assert.deepEqual([await picture.inputValue(), await alt.inputValue()], ["/images/boat.svg", "A boat"]);
    await picture.fill("/images/nowhere.svg");
    await page.locator(".problem", { hasText: "No picture of the site is named “/images/nowhere.svg”." }).waitFor();
    await picture.fill("/images/lighthouse.svg");
    await waitForStatus(page, "Picture: saved");
    await alt.fill("The [old] lighthouse");
    await waitForStatus(page, "What it shows: saved");
    assert.equal(await readAdded(site), "[![The \\[old\\] lighthouse](/images/lighthouse.svg 'At sea')](/)");
    await frame().locator("img[alt='The [old] lighthouse']").waitFor();
    await page.locator("#changes").click();
    await page.locator(".changes li.change").nth(1).waitFor();
    const described = await page.locator(".changes li.change").evaluateAll((items) => items.map((item) => [...item.querySelectorAll("strong, .soft:nth-child(2)")].map((part) => part.textContent)));
    assert.deepEqual(described, [
      ["What it shows", "from “A boat” to “The [old] lighthouse”"],
      ["Picture", "from “boat.svg” to “lighthouse.svg”"],
    ]);
    await page.locator("#publish").click();
    await page.locator(".changed").getByText("from “A boat” to “The [old] lighthouse”").waitFor();
    await page.locator(".changed").getByText("from “/images/boat.svg” to “/images/lighthouse.svg”").waitFor();
    await page.locator(".changed").getByRole("button", { name: "Show in the page: What it shows, How we read the tides" }).click();
    await alt.fill("");
    await waitForStatus(page, "What it shows: saved");
    for (const label of ["What it shows", "What it shows", "Picture"]) {
      await page.getByRole("button", { name: "Undo" }).click();
      await waitForStatus(page, `${label}: taken back`);
    }
    assert.deepEqual(site.diff(), []);
    await page.getByRole("button", { name: "Remove", exact: true }).click();
    await page.locator("#status", { hasText: "Removed" }).waitFor();
    assert.equal(await readAdded(site), "");
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

const GOOGLE =
  '<meta charset="utf-8"><b style="font-weight:normal;" id="docs-internal-guid-1"><h1 dir="ltr"><span style="font-size:20pt;font-weight:400;">Boats</span></h1>' +
  '<p dir="ltr"><span style="font-weight:400;">We have </span><span style="font-weight:700;">two</span><span style="font-weight:400;font-style:italic;"> old</span><span> ones: see </span>' +
  '<a href="https://boats.example/a_b(c)" style="text-decoration:none;"><span style="color:#1155cc;text-decoration:underline;">the list</span></a><span>.</span></p><br>' +
  '<ul><li dir="ltr" aria-level="1"><p dir="ltr" role="presentation"><span>Red</span></p></li><ul><li dir="ltr" aria-level="2"><p dir="ltr"><span>2 * 3 metres</span></p></li></ul><li dir="ltr"><p dir="ltr"><span>Blue</span></p></li></ul></b>';

const WORD =
  "<html xmlns:o='urn:schemas-microsoft-com:office:office'><head><style>p.MsoNormal{margin:0}</style></head><body lang=EN-GB><!--StartFragment-->" +
  "<h2>Ropes<o:p></o:p></h2><p class=MsoNormal>Old\n<b><i>ropes</i></b> <a href='javascript:alert(1)'>break</a>. <a href='https://ropes.example/'><b>Read </b>more</a>!<o:p></o:p></p>" +
  "<p class=MsoListParagraphCxSpFirst style='text-indent:-18.0pt;mso-list:l0 level1 lfo1'><![if !supportLists]><span style='mso-list:Ignore'>1.<span>&nbsp;&nbsp;&nbsp; </span></span><![endif]>Look<o:p></o:p></p>" +
  "<p class=MsoListParagraphCxSpLast style='text-indent:-18.0pt;mso-list:l0 level1 lfo1'><![if !supportLists]><span style='mso-list:Ignore'>2.<span>&nbsp;&nbsp;&nbsp; </span></span><![endif]>Pull<o:p></o:p></p>" +
  "<table><tr><td><p class=MsoNormal>Length</p></td><td><p class=MsoNormal>5 m</p></td></tr></table><p class=MsoNormal><img src='file:///a.png'></p><!--EndFragment--></body></html>";

const BOATS = "## Boats\n\nWe have **two** *old* ones: see [the list](https://boats.example/a_b%28c%29).\n\n- Red\n  - 2 \\* 3 metres\n- Blue";

test("text of Google Docs and Word keeps its headings, lists, marks and links", () =>
  withEditedSite(async (site, open) => {
    const window = await open();
    const { page, frame } = window;
    await begin(window, "Paragraph");
    await paste(page, "Boats", GOOGLE);
    await page.getByRole("button", { name: "Add", exact: true }).click();
    await page.waitForFunction(() => (document.activeElement as HTMLTextAreaElement).value === "Blue");
    assert.equal(await readAdded(site), BOATS);
    await page.getByRole("group", { name: "Add below the list" }).getByRole("button", { name: "Paragraph", exact: true }).click();
    await paste(page, "Ropes", WORD);
    await waitForStatus(page, "Pasted: tables become text, pictures are left out");
    await page.getByRole("button", { name: "Add", exact: true }).click();
    await page.waitForFunction(() => (document.activeElement as HTMLTextAreaElement).value === "Length · 5 m");
    assert.equal(await readAdded(site), `${BOATS}\n\n## Ropes\n\nOld ***ropes*** break. [**Read** more](https://ropes.example/)!\n\n1. Look\n2. Pull\n\nLength · 5 m`);
    await waitForText(frame, "5 m");
    for (const left of [BOATS, ""]) {
      await page.getByRole("button", { name: "Undo" }).click();
      await until(async () => (await readAdded(site)) === left);
    }
    assert.deepEqual(site.diff(), []);
  }));

test("lines that a web page keeps apart stay apart, and what stands below a list within an item goes on in the item", () =>
  withEditedSite(async (site, open) => {
    const window = await open();
    const { page } = window;
    await begin(window, "Paragraph");
    const song = "<pre>Row, <b>row</b>,\n  row your boat\n\n- gently</pre>";
    await paste(page, "Row", `${song}<ol><li>Nets<ul><li>small</li></ul>and <i>more</i></li><li>Ropes</li></ol>`);
    await page.getByRole("button", { name: "Add", exact: true }).click();
    await page.waitForFunction(() => (document.activeElement as HTMLTextAreaElement).value === "Ropes");
    assert.equal(await readAdded(site), "Row, **row**,\n\nrow your boat\n\n\\- gently\n\n1. Nets and *more*\n   - small\n2. Ropes");
  }));

test("pasted code keeps its lines and its indentation", () =>
  withEditedSite(async (site, open) => {
    const window = await open();
    const { page } = window;
    await begin(window, "Paragraph");
    const code = "<pre><code><span>if low:</span><br>    wade()\n\nelse:\n\u00a0   `swim`\n</code></pre>";
    await paste(page, "Run", `<p>Run <b>this</b>:</p>${code}`);
    await page.getByRole("button", { name: "Add", exact: true }).click();
    await page.getByLabel("Code", { exact: true }).waitFor();
    assert.equal(await readAdded(site), "Run **this**:\n\n```\nif low:\n    wade()\n\nelse:\n    `swim`\n```");
  }));

test("blocks that are pasted into a paragraph stand below what was before them, and one Undo takes them back", () =>
  withEditedSite(async (site, open) => {
    const window = await open();
    const { page } = window;
    await openParagraph(window);
    await page.keyboard.press("Control+End");
    await paste(page, "Boats", GOOGLE);
    await page.waitForFunction(() => (document.activeElement as HTMLTextAreaElement).value === "Blue");
    assert.equal(await readAdded(site), BOATS);
    await page.getByRole("button", { name: "Undo" }).click();
    await waitForStatus(page, "Paragraph: taken back");
    assert.deepEqual(site.diff(), []);
    await openParagraph(window);
    await page.keyboard.press("Control+End");
    await paste(page, " Bold", "<span> <b>Bold</b></span>");
    await waitForStatus(page, "Paragraph: saved");
    assert.ok((await site.read(FILE)).includes(`${FIRST} **Bold**\n`));
    await page.keyboard.press("Control+z");
    assert.equal(await focusedText(page), FIRST);
  }));

test("where one line of text is meant, the plain text is pasted", () =>
  withEditedSite(async (_, open) => {
    const { page, frame } = await open();
    await frame().getByText("years", { exact: true }).click();
    await page.getByLabel("Label", { exact: true }).selectText();
    await paste(page, "old\nboats", "<p><b>old</b></p><p>boats</p>");
    assert.equal(await page.getByLabel("Label", { exact: true }).inputValue(), "old boats");
  }));

test("buttons and keys make words bold, italic and links, and the browser takes each back in one step", () =>
  withEditedSite(async (site, open) => {
    const window = await open();
    const { page } = window;
    await openParagraph(window);
    const field = page.getByLabel("Paragraph", { exact: true });
    await field.fill("The moon pulls.");
    await field.evaluate((input: HTMLTextAreaElement) => input.setSelectionRange(4, 9));
    await page.getByRole("button", { name: "Bold" }).click();
    assert.equal(await field.inputValue(), "The **moon** pulls.");
    await page.keyboard.press("Control+i");
    assert.equal(await field.inputValue(), "The ***moon*** pulls.");
    await page.keyboard.press("Control+b");
    assert.equal(await field.inputValue(), "The *moon* pulls.");
    await page.keyboard.press("Control+z");
    assert.equal(await field.inputValue(), "The ***moon*** pulls.");
    await page.keyboard.press("Control+z");
    await page.keyboard.press("Control+z");
    assert.equal(await field.inputValue(), "The moon pulls.");
    // Without a selection, the word at the cursor is meant.
    await field.evaluate((input: HTMLTextAreaElement) => input.setSelectionRange(6, 6));
    await page.keyboard.press("Control+k");
    await checkAccessibility(page, "address of a link");
    await page.getByLabel("Link “moon” to").fill("/tides/");
    await page.keyboard.press("Enter");
    assert.equal(await field.inputValue(), "The [moon](/tides/) pulls.");
    await waitForFileText(site, FILE, "The [moon](/tides/) pulls.\n");
    await page.getByRole("button", { name: "Link" }).click();
    await page.keyboard.press("Escape");
    assert.equal(await page.locator(".link-row").count(), 0);
    assert.ok(await field.isVisible());
  }));

test("the buttons are large enough for fingers", () =>
  withEditedSite(async (_, open) => {
    for (const [options, least] of [[DESK, 32], [PHONE, 44]] as const) {
      const window = await open(options);
      await openParagraph(window);
      for (const name of ["Bold", "Italic", "Link"]) {
        const box = await window.page.getByRole("button", { name, exact: true }).boundingBox();
        assert.ok(box && box.width >= least && box.height >= least, `${name}: ${JSON.stringify(box)}`);
      }
    }
  }));
