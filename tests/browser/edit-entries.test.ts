/**
 * New entries in `site edit`, in a real browser: by mouse, by keyboard alone and by touch, each with the file that there is then.
 */

import assert from "node:assert/strict";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { test } from "node:test";

import { DESK, choosePage, withEditedSite, checkAccessibility, paste, PHONE, waitForText, waitForStatus } from "./edited";

const ARTICLE = "---\ntitle: Ebb & flow\ndraft: true\n---\n\nWrite here.\n";

test("an article is a draft named after its title, and its page opens at once", () =>
  withEditedSite(async (site, open) => {
    const { page, frame } = await open();
    await page.getByRole("button", { name: "Entries", exact: true }).click();
    await page.getByRole("button", { name: "Articles" }).click();
    await page.getByRole("button", { name: "Add another" }).click();
    await page.getByLabel("Title").focus();
    await paste(page, "Ebb\r\n& flow ");
    await page.getByText("Its page will stand at /ebb-flow/").waitFor();
    assert.equal(await page.getByLabel("Address").inputValue(), "ebb-flow");
    await page.locator("form").getByRole("button", { name: "Add" }).click();
    await waitForStatus(page, "Added");
    assert.equal(await site.read("content/articles/ebb-flow.md"), ARTICLE);
    await waitForText(frame, "Write here.");
    await page.locator("#ribbon", { hasText: "Draft" }).waitFor();
    // A click on the new text opens its form.
    await frame().getByText("Write here.").click();
    await page.getByLabel("Paragraph").fill("The water comes and goes.");
    await waitForStatus(page, "Paragraph: saved");
    assert.equal(await site.read("content/articles/ebb-flow.md"), ARTICLE.replace("Write here.", "The water comes and goes."));
    await page.locator("#publish").click();
    await page.locator(".changed .ribbon", { hasText: "Draft" }).waitFor();
  }));

test("what was typed into a new entry is kept until it is added or cancelled", () =>
  withEditedSite(async (_, open) => {
    const { page, frame } = await open();
    const openForm = async (button = "Go on with the new one") => {
      await page.locator("#entries").click();
      await page.getByRole("button", { name: "Articles" }).click();
      await page.getByRole("button", { name: button }).click();
      await page.getByRole("heading", { name: "New in Articles" }).waitFor();
    };
    await openForm("Add another");
    await page.getByLabel("Title").fill("Ebb & flow");
    await frame().locator("h1").click();
    await page.getByRole("heading", { name: "New in Articles" }).waitFor({ state: "detached" });
    await openForm();
    assert.equal(await page.getByLabel("Title").inputValue(), "Ebb & flow");
    await page.getByText("Its page will stand at /ebb-flow/").waitFor();
    await choosePage(page, "/tides/");
    await waitForText(frame, "The moon pulls");
    await page.reload();
    // A reload shows the same page again.
    await waitForText(frame, "The moon pulls");
    await openForm();
    assert.equal(await page.getByLabel("Title").inputValue(), "Ebb & flow");
    await page.getByRole("button", { name: "Cancel" }).click();
    await openForm("Add another");
    assert.equal(await page.getByLabel("Title").inputValue(), "");
  }));

test("what the schema refuses stands at its field, by the name that the field has", () =>
  withEditedSite(async (site, open) => {
    const { page } = await open();
    await page.getByRole("button", { name: "Entries", exact: true }).click();
    await page.getByRole("button", { name: "Articles" }).click();
    await page.getByRole("button", { name: "Add another" }).click();
    await page.getByLabel("Title").fill("Ebb and flow ".repeat(9));
    await page.locator("form").getByRole("button", { name: "Add" }).click();
    await page.locator(".field", { has: page.getByLabel("Title") }).locator(".problem", { hasText: /^Title is too long/ }).waitFor();
    assert.equal(await page.getByLabel("Title").getAttribute("aria-invalid"), "true");
    assert.equal(site.git("status", "--short", "--", "content"), "");
  }));

test("refusals that quote characters stand together at the field that has them", () =>
  withEditedSite(async (_, open) => {
    const { page } = await open();
    const describe = (character: string) => ({ code: "missing-glyph", message: `no font of the site has the character \`${character}\``, label: "", help: [] });
    const diagnostics = ["த", "ழ"].map(describe);
    await page.route("**/api/entries", (route) => route.fulfill({ status: 422, json: { diagnostics } }));
    await page.getByRole("button", { name: "Entries", exact: true }).click();
    await page.getByRole("button", { name: "Articles" }).click();
    await page.getByRole("button", { name: "Add another" }).click();
    await page.getByLabel("Title").fill("The word தமிழ்");
    await page.getByLabel("Address").fill("word");
    await page.locator("form").getByRole("button", { name: "Add" }).click();
    await page.locator(".field", { has: page.getByLabel("Title") }).locator(".problem", { hasText: /“த”.*“ழ”/ }).waitFor();
    assert.equal(await page.getByLabel("Title").getAttribute("aria-invalid"), "true");
  }));

test("a member of the team is added by keyboard alone, and taken back", () =>
  withEditedSite(async (site, open) => {
    const { page } = await open();
    const focused = () => page.evaluate(() => document.activeElement?.textContent);
    const tabTo = async (text: string) => {
      for (let steps = 0; steps < 10 && (await focused()) !== text; steps++) await page.keyboard.press("Tab");
      assert.equal(await focused(), text);
    };
    await page.getByRole("button", { name: "Entries", exact: true }).focus();
    await page.keyboard.press("Enter");
    await page.locator("#panel h1", { hasText: "Entries" }).waitFor();
    await tabTo("Team");
    await page.keyboard.press("Enter");
    await page.locator("#panel h1", { hasText: "Team" }).waitFor();
    await tabTo("Add another");
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { name: "New in Team" }).waitFor();
    await page.keyboard.type("Mae Jemison");
    await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    await waitForStatus(page, "Added");
    assert.equal(await site.read("content/team/mae-jemison.yaml"), "name: Mae Jemison\n");
    await page.keyboard.press("Escape");
    await page.keyboard.press("Control+z");
    await waitForStatus(page, "Mae Jemison: taken back");
    assert.equal(site.git("status", "--short", "--", "content"), "");
  }));

test("an entry is added by touch, with an address of one's own", () =>
  withEditedSite(async (site, open) => {
    const { page, frame } = await open(PHONE);
    await page.getByRole("button", { name: "Entries", exact: true }).tap();
    await page.getByRole("button", { name: "Articles" }).tap();
    await page.getByRole("button", { name: "Add another" }).tap();
    const address = page.getByLabel("Address");
    await page.getByLabel("Title").fill("Ebb & flow");
    await address.fill("tides");
    await page.locator("form").getByRole("button", { name: "Add" }).tap();
    await page.getByText("There is “tides.md” already").waitFor();
    await address.fill("../contact");
    await page.locator("form").getByRole("button", { name: "Add" }).tap();
    await page.getByText("can't be a part of an address").waitFor();
    assert.equal(site.git("status", "--short", "--", "content"), "");
    await address.fill("the-tide");
    await page.locator("form").getByRole("button", { name: "Add" }).tap();
    await waitForStatus(page, "Added");
    assert.equal(await site.read("content/articles/the-tide.md"), ARTICLE);
    await waitForText(frame, "Ebb & flow");
    assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), 360);
  }));

test("an entry that others name is deleted once it is said what becomes of them", () =>
  withEditedSite(async (site, open) => {
    const { page } = await open();
    await page.getByRole("button", { name: "Entries", exact: true }).click();
    await page.getByRole("button", { name: "Team" }).click();
    await page.getByRole("button", { name: "Ada" }).click();
    await page.getByRole("button", { name: "Delete…" }).click();
    await page.getByText("One place names it. Say what becomes of it:").waitFor();
    const remove = page.getByRole("button", { name: "Delete", exact: true });
    await remove.click();
    await page.getByText("Choose what becomes of it.").waitFor();
    await checkAccessibility(page, "deletion without a choice");
    const host = page.getByLabel("Harbour Café › Hero › Host", { exact: true });
    // The template fails without a host.
    await host.selectOption("Leave it empty");
    await remove.click();
    await page.getByRole("alert").getByText("not defined").waitFor();
    assert.equal(site.git("status", "--short", "--", "content"), "");
    await host.selectOption("Grace");
    await remove.click();
    await page.getByText("Deleted, “Undo” brings it back: Ada").waitFor();
    assert.equal(site.git("status", "--short", "--", "content"), " M content/pages/home.yaml\n D content/team/ada.yaml\n");
    assert.deepEqual(site.diff(), ["-  host: ada", "+  host: grace", "-name: Ada"]);
    await page.getByRole("button", { name: "Undo" }).click();
    await waitForStatus(page, "Ada: taken back");
    assert.equal(site.git("status", "--short", "--", "content"), "");
  }));

test("an entry that a template names stays, and the panel says where", () =>
  withEditedSite(async (site, open) => {
    const { page } = await open();
    await page.getByRole("button", { name: "Entries", exact: true }).click();
    await page.getByRole("button", { name: "Articles" }).click();
    await page.getByRole("button", { name: "How we read the tides" }).click();
    await page.getByRole("button", { name: "Delete…" }).click();
    await page.getByText("templates/home.html:13. A developer changes this.").waitFor();
    assert.equal(await page.getByRole("button", { name: "Delete", exact: true }).count(), 0);
    assert.deepEqual(site.diff(), []);
  }));

test("the addresses of a deleted page are gone, or lead elsewhere", () =>
  withEditedSite(async (site, open) => {
    await site.replace("templates/home.html", '<a href="/tides/">The tides</a>', "The tides");
    await writeFile(site.path("content/urls.txt"), "# Published.\n/\n/tides/\n");
    await writeFile(site.path("content/articles/ebb.md"), "---\ntitle: Ebb\naliases: [/old/]\n---\n\nLow after [*high* water](tides.md#when-it-is-high).\n");
    site.git("add", ".");
    const { page } = await open();
    const remove = async (target: string) => {
      await page.getByRole("button", { name: "Entries", exact: true }).click();
      await page.getByRole("button", { name: "Articles" }).click();
      await page.getByRole("button", { name: "How we read the tides" }).click();
      await page.getByRole("button", { name: "Delete…" }).click();
      await page.getByLabel("Ebb › Paragraph", { exact: true }).selectOption("Keep the text without the link");
      await page.getByLabel("Menu › Links › 2 · Tide tables › Target", { exact: true }).selectOption("Remove the item from the list");
      await page.getByLabel("Visitors who come to /tides/ are led to").selectOption({ label: target });
      await page.getByRole("button", { name: "Delete", exact: true }).click();
      await page.getByText("Deleted, “Undo” brings it back: How we read the tides").waitFor();
    };
    await remove("Nowhere: it is gone");
    assert.equal(await site.read("content/urls.txt"), "# Published.\n/\n/tides/ gone\n");
    await page.getByRole("button", { name: "Undo" }).click();
    await waitForStatus(page, "How we read the tides: taken back");
    assert.deepEqual(site.diff(), []);
    await remove("Ebb (/ebb/)");
    assert.equal(await site.read("content/articles/ebb.md"), "---\ntitle: Ebb\naliases: [/old/, /tides/]\n---\n\nLow after *high* water.\n");
    assert.ok(!(await site.read("content/menu.yaml")).includes("Tide tables"));
    assert.equal(await site.read("content/urls.txt"), "# Published.\n/\n/tides/\n");
  }));

test("a deletion is announced as one though the list of changes can't be read after it", () =>
  withEditedSite(async (site, open) => {
    await site.replace("templates/home.html", '<a href="/tides/">The tides</a>', "");
    await writeFile(site.path("content/menu.yaml"), "links: []\n");
    const { page } = await open();
    await page.getByRole("button", { name: "Entries", exact: true }).click();
    await page.getByRole("button", { name: "Articles" }).click();
    await page.getByRole("button", { name: "How we read the tides" }).click();
    await page.getByRole("button", { name: "Delete…" }).click();
    await page.getByRole("heading", { name: "Delete “How we read the tides”?" }).waitFor();
    // A whole header, but half a list.
    await page.route("**/api/changes?", (route) => route.fulfill({ status: 200, contentType: "application/json", body: "[" }));
    await page.getByRole("button", { name: "Delete", exact: true }).click();
    await waitForStatus(page, "The program does not answer. Is “site edit” still running?");
    await waitForStatus(page, "Deleted, “Undo” brings it back: How we read the tides");
    assert.deepEqual(await page.getByText("Not deleted").count(), 0);
  }));

test("a bundle is deleted with the files of its folder, and all of them are taken back", () =>
  withEditedSite(async (site, open) => {
    await mkdir(site.path("content/articles/trip"));
    await writeFile(site.path("content/articles/trip/index.md"), "---\ntitle: Trip\n---\n\nOver the bay.\n");
    const film = Buffer.from([0xff, 0xd8, 0x00, 0xfe, 0x0d, 0x0a]);
    await writeFile(site.path("content/articles/trip/film.bin"), film);
    site.git("add", ".");
    const { page } = await open(PHONE);
    for (const name of ["Entries", "Articles", "Trip", "Delete…"]) await page.getByRole("button", { name, exact: true }).tap();
    await page.getByText("2 files are deleted:").waitFor();
    await checkAccessibility(page, "deletion of a bundle");
    await page.getByRole("button", { name: "Delete", exact: true }).tap();
    await page.getByText("Deleted, “Undo” brings it back: Trip").waitFor();
    assert.equal(site.git("ls-files", "--deleted"), "content/articles/trip/film.bin\ncontent/articles/trip/index.md\n");
    await page.getByRole("button", { name: "Undo" }).tap();
    await waitForStatus(page, "Trip: taken back");
    assert.equal(site.git("ls-files", "--deleted", "--modified"), "");
    assert.deepEqual(await readFile(site.path("content/articles/trip/film.bin")), film);
  }));

test("an entry of a collection that is sorted by a number is moved by changing one file", () =>
  withEditedSite(async (site, open) => {
    const schema = "sort: order\nschema: { required: [name, order], properties: { name: { type: string }, order: { type: integer } } }\n";
    await writeFile(site.path("content/team/_collection.yaml"), schema);
    for (const [name, order] of [["ada", 10], ["grace", 20], ["mary", 30]] as const) {
      const title = name.charAt(0).toUpperCase() + name.slice(1);
      await writeFile(site.path(`content/team/${name}.yaml`), `name: ${title}\norder: ${order} # place\n`);
    }
    site.git("add", ".");
    const { page } = await open();
    await page.getByRole("button", { name: "Entries", exact: true }).click();
    await page.getByRole("button", { name: "Team" }).click();
    await page.getByRole("button", { name: "Move up: Mary" }).click();
    await waitForStatus(page, "Moved to place 2");
    assert.deepEqual(site.diff(), ["-order: 30 # place", "+order: 11 # place"]);
    await page.keyboard.press("Alt+ArrowUp");
    await waitForStatus(page, "Moved to place 1");
    assert.deepEqual(site.diff(), ["-order: 30 # place", "+order: 9 # place"]);
    await page.getByRole("button", { name: "Undo" }).click();
    await waitForStatus(page, "Mary: taken back");
    assert.deepEqual(site.diff(), ["-order: 30 # place", "+order: 11 # place"]);
    await page.getByRole("button", { name: "Undo" }).click();
    await page.locator("#panel .card").nth(2).getByText("Mary").waitFor();
    assert.deepEqual(site.diff(), []);
    // Each of two quick presses moves it by one place.
    await page.getByRole("button", { name: "Move up: Mary" }).focus();
    for (let press = 0; press < 2; press++) await page.keyboard.press("Enter");
    await waitForStatus(page, "Moved to place 1");
  }));

test("a long list of entries is searched by title, and Enter opens the first one that is found", () =>
  withEditedSite(async (site, open) => {
    const schema = "sort: order\nschema: { required: [name, order], properties: { name: { type: string }, order: { type: integer } } }\n";
    await writeFile(site.path("content/team/_collection.yaml"), schema);
    const names = ["Ada", "Grace", "Mary", ...[...Array(9).keys()].map((number) => `Sailor ${number + 1}`)];
    for (const [number, name] of names.entries()) {
      await writeFile(site.path(`content/team/${name.toLowerCase().replace(" ", "-")}.yaml`), `name: ${name}\norder: ${number + 1}\n`);
    }
    const { page } = await open({ ...PHONE, colorScheme: "dark" });
    const cards = page.locator("#panel .card");
    const search = page.getByLabel("Find an entry");
    await page.getByRole("button", { name: "Entries", exact: true }).tap();
    await page.getByRole("button", { name: "Articles" }).tap();
    await cards.first().waitFor();
    assert.equal(await search.count(), 0);
    await page.locator("#entries").tap();
    await page.getByRole("button", { name: "Team" }).tap();
    await search.fill("7 SAIL");
    await page.getByRole("status").getByText("1 of 12 entries").waitFor();
    assert.deepEqual(await cards.allTextContents(), ["Sailor 7"]);
    await checkAccessibility(page, "search of entries");
    assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), 360);
    await search.fill("8 mary");
    await page.getByRole("status").getByText("No entry has this in its title.").waitFor();
    await search.fill("");
    await page.getByRole("button", { name: "Move up: Mary" }).waitFor();
    assert.equal(await cards.count(), 12);
    await page.keyboard.type("sailor");
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { name: "Sailor 1" }).waitFor();
  }));

test("the forms of new entries have no findings of axe", () =>
  withEditedSite(async (_, open) => {
    for (const options of [DESK, { ...PHONE, colorScheme: "dark" as const }]) {
      const { page } = await open(options);
      await page.getByRole("button", { name: "Entries", exact: true }).click();
      await page.locator("#panel h1", { hasText: "Entries" }).waitFor();
      await checkAccessibility(page, "collections");
      await page.getByRole("button", { name: "Articles" }).click();
      await page.getByRole("button", { name: "Add another" }).waitFor();
      await checkAccessibility(page, "entries");
      await page.getByRole("button", { name: "How we read the tides" }).click();
      await page.getByRole("button", { name: "Delete…" }).click();
      await page.getByText("The site's code names it").waitFor();
      await checkAccessibility(page, "deletion");
      await page.getByRole("button", { name: "Back to the form" }).click();
      await page.getByRole("button", { name: "Add another" }).click();
      await page.locator("form").getByRole("button", { name: "Add" }).click();
      await page.getByText("Fill in “Title”.", { exact: true }).waitFor();
      await checkAccessibility(page, "new entry");
    }
  }));

test("a list that an entry lacks begins with its first item, by keyboard", () =>
  withEditedSite(async (site, open) => {
    await site.replace("content/team/_collection.yaml", "name: { type: string }", "name: { type: string }, skills: { type: array, items: { type: string } }");
    site.git("commit", "--quiet", "--all", "--message", "Skills");
    const { page } = await open();
    for (const name of ["Entries", "Team", "Ada", "Skills"]) {
      await page.getByRole("button", { name, exact: true }).focus();
      await page.keyboard.press("Enter");
    }
    await page.getByText("Nothing is in this list yet.").waitFor();
    await page.getByRole("button", { name: "Add another" }).focus();
    await page.keyboard.press("Enter");
    await page.getByLabel("Item 1").waitFor();
    await page.keyboard.type("Sailing");
    await page.keyboard.press("Enter");
    await waitForStatus(page, "Added at place 1 of 1");
    assert.deepEqual(site.diff(), ["+skills: [Sailing]"]);
    await page.getByRole("button", { name: "Undo" }).click();
    await waitForStatus(page, "Skills › Item 1: taken back");
    assert.deepEqual(site.diff(), []);
  }));

test("a part that an entry lacks is added once all that it requires is there, and removed as a whole", () =>
  withEditedSite(async (site, open) => {
    const guide = "guide: { required: [town, tours], properties: { town: { type: string, maxLength: 5 }, tours: { type: number, maximum: 9 } } }";
    await site.replace("content/team/_collection.yaml", "name: { type: string }", `name: { type: string }, ${guide}`);
    site.git("commit", "--quiet", "--all", "--message", "Guides");
    const { page } = await open();
    for (const name of ["Entries", "Team", "Ada", "Add “Guide”"]) {
      await page.getByRole("button", { name, exact: true }).focus();
      await page.keyboard.press("Enter");
    }
    await page.getByLabel("Town").waitFor();
    await checkAccessibility(page, "absent part");
    await page.keyboard.type("Cambridge");
    await page.getByLabel("Tours").fill("12");
    await page.keyboard.press("Enter");
    // Each field shows its own mistake.
    for (const name of ["Town", "Tours"]) await page.locator(".field.is-wrong", { has: page.getByLabel(name) }).waitFor();
    assert.deepEqual(site.diff(), []);
    await page.getByLabel("Town").fill("Ely");
    await page.getByLabel("Tours").fill("2");
    await page.keyboard.press("Enter");
    await waitForStatus(page, "Added: Guide");
    assert.deepEqual(site.diff(), ["+guide:", "+  town: Ely", "+  tours: 2"]);
    // The refused text is removed with its group.
    await page.getByLabel("Tours").fill("12");
    await page.keyboard.press("Enter");
    await page.getByRole("button", { name: "1 not saved" }).waitFor();
    await page.getByRole("button", { name: "Remove “Guide”" }).click();
    await waitForStatus(page, "Removed, “Undo” brings it back: Guide");
    await page.getByRole("button", { name: "1 not saved" }).waitFor({ state: "hidden" });
    assert.deepEqual(site.diff(), []);
    await page.getByRole("button", { name: "Undo" }).click();
    await waitForStatus(page, "Guide: taken back");
    assert.deepEqual(site.diff(), ["+guide:", "+  town: Ely", "+  tours: 2"]);
    await page.getByRole("button", { name: "Changes", exact: true }).click();
    await page.locator(".change", { hasText: "removed · taken back" }).waitFor();
  }));
