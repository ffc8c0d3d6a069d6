/** Publishing from `site edit` in a real browser, by mouse, by keyboard alone and by touch, each with the commit that comes of it. */

import assert from "node:assert/strict";
import { rm, writeFile } from "node:fs/promises";
import { test } from "node:test";

import type { Locator, Page } from "playwright-core";

import { DESK, type EditedSite, PHONE, type Window, checkAccessibility, withEditedSite, goTo, waitForText, waitForStatus } from "./edited";

/** Gives the site a remote, and a name to whoever commits. */
function withRemote(site: EditedSite): void {
  site.git("config", "user.name", "Ada");
  site.git("config", "user.email", "ada@harbour.example");
  site.git("init", "--quiet", "--bare", ".git/origin.git");
  site.git("remote", "add", "origin", ".git/origin.git");
  site.git("push", "--quiet", "--set-upstream", "origin", "HEAD");
}

/** The message and the files of the last commit of a repository. */
const lastCommit = (site: EditedSite, folder = ".") => site.git("-C", folder, "log", "-1", "--name-only", "--format=%B").trim().split(/\n+/);

/** Changes the hours in the footer. */
async function changeHours({ page, frame }: Window, to: string): Promise<void> {
  await frame().getByText("Monday to Friday").click();
  await page.getByLabel("Hours", { exact: true }).fill(to);
  await waitForStatus(page, "Hours: saved");
}

const publishButton = (page: Page) => page.locator("#publish");

/** Changes the hours, opens *Publish* and waits for the check. Returns the field of the message. */
async function openMessage(window: Window): Promise<Locator> {
  await changeHours(window, "Always");
  await publishButton(window.page).click();
  await window.page.getByText("The check found no mistakes.").waitFor();
  return window.page.getByLabel("What others read about it");
}

test("what changed is seen, checked and put online", () =>
  withEditedSite(async (site, open) => {
    withRemote(site);
    await writeFile(site.path("notes.txt"), "staged");
    site.git("add", "notes.txt");
    const window = await open();
    const { page, frame } = window;
    await page.getByRole("button", { name: "Nothing to publish" }).waitFor();
    await changeHours(window, "Always");
    await goTo(window, "/tides/", "How we read the tides");
    await frame().getByText("and we look at the sea").click();
    await page.getByLabel("Paragraph", { exact: true }).fill("The moon pulls *twice a day*, and we listen to the great sea, as our grandmothers did.");
    await waitForStatus(page, "Paragraph: saved");
    await page.getByRole("button", { name: "2 changes · Publish" }).click();
    await page.getByText("from “Monday to Friday, 8 to 17 o'clock” to “Always”").waitFor();
    await page.locator(".words ins", { hasText: "listen to" }).waitFor();
    // A change leads to the page that shows it.
    await page.getByRole("button", { name: "Show in the page: Hours, Contact" }).click();
    assert.equal(await page.getByLabel("Hours", { exact: true }).inputValue(), "Always");
    await goTo(window, "/", "Harbour Café");
    await publishButton(page).click();
    await page.getByRole("button", { name: "Show in the page: Paragraph, How we read the tides" }).click();
    await waitForText(frame, "we listen to the great sea");
    await page.getByLabel("Paragraph", { exact: true }).waitFor();
    await publishButton(page).click();
    await page.getByText("The check found no mistakes.").waitFor();
    const message = page.getByLabel("What others read about it");
    assert.equal((await message.inputValue()).split("\n")[0], "Change How we read the tides and Contact");
    await message.fill("Open all day");
    await page.locator("#publish-now").click();
    await page.getByText(/^Sent to origin, branch \w+\. Your changes are online as soon as the host has built the site\.$/).waitFor();
    await page.getByRole("button", { name: "Nothing to publish" }).waitFor();
    await page.locator("#undo:disabled").waitFor();
    const published = ["Open all day", "content/articles/tides.md", "content/contact.yaml", "content/urls.txt"];
    assert.deepEqual(lastCommit(site), published);
    assert.deepEqual(lastCommit(site, ".git/origin.git"), published);
    assert.equal(site.git("diff", "--cached", "--name-only").trim(), "notes.txt");
  }));

test("publishing needs no mouse", () =>
  withEditedSite(async (site, open) => {
    withRemote(site);
    await site.replace("content/contact.yaml", "Monday to Friday", "Every day");
    await site.replace("content/contact.yaml", "phone: ", "phone: !sample ");
    const { page } = await open();
    const reach = async (isThere: string) => {
      for (let steps = 0; steps < 40; steps++) {
        if (await page.evaluate((selector) => document.activeElement?.matches(selector), isThere)) return;
        await page.keyboard.press("Tab");
      }
      assert.fail(`${isThere} is not reached`);
    };
    await page.getByRole("button", { name: "1 change · Publish" }).waitFor();
    await page.locator("#page").focus();
    await reach("#publish");
    await page.keyboard.press("Enter");
    await page.waitForFunction(() => document.activeElement?.id === "panel");
    // An example stops publishing until somebody says that it is right.
    await page.getByText("This is only an example so far.").waitFor();
    await reach('[aria-label="Open: this is only an example so far"]');
    await page.keyboard.press("Enter");
    await page.waitForFunction(() => (document.activeElement as HTMLElement).dataset["at"] === "/phone");
    await checkAccessibility(page, "sample");
    await reach('[aria-label="This is right as it is: Phone"]');
    await page.keyboard.press("Enter");
    await waitForStatus(page, "Phone: right as it is");
    assert.doesNotMatch(await site.read("content/contact.yaml"), /!sample/);
    await page.locator(".sample").waitFor({ state: "detached" });
    await page.locator("#page").focus();
    await reach("#publish");
    await page.keyboard.press("Enter");
    await page.getByText("The check found no mistakes.").waitFor();
    await reach("#publish-message");
    await page.keyboard.press("Control+a");
    await page.keyboard.type("By hand");
    await reach("#publish-now");
    await page.keyboard.press("Enter");
    await waitForStatus(page, "Published");
    assert.deepEqual(lastCommit(site), ["By hand", "content/contact.yaml", "content/urls.txt"]);
    await page.keyboard.press("Escape");
    await page.getByRole("heading", { name: "Contents of this page" }).waitFor();
  }));

test("examples of several files are approved together, as they are ticked, and taken back at once", () =>
  withEditedSite(async (site, open) => {
    withRemote(site);
    await site.replace("content/contact.yaml", "phone: ", "phone: !sample ");
    await site.replace("content/pages/home.yaml", "value: 9, label: years", "value: !sample 9, label: !sample years");
    site.git("commit", "--quiet", "--all", "--message", "Examples");
    const { page } = await open();
    await page.getByRole("button", { name: "Show the examples" }).click();
    await page.getByRole("heading", { name: "Examples on this page" }).waitFor();
    await page.getByLabel("All 2 examples").waitFor();
    await page.getByRole("button", { name: "All 3 examples of the site" }).click();
    await page.getByRole("heading", { name: "Examples", exact: true }).waitFor();
    await checkAccessibility(page, "examples");
    const approve = page.locator("#panel [type=submit]");
    assert.ok(await approve.isDisabled(), "nothing is approved before it is ticked");
    await page.getByLabel("+49 30 1234").check();
    assert.equal(await approve.textContent(), "1 is right as it is");
    // What is ticked stays so while a form is open.
    await page.getByRole("button", { name: /^Open: .*Value$/ }).click();
    await page.getByLabel("Value", { exact: true }).waitFor();
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: "Show the examples" }).click();
    await page.getByRole("button", { name: "All 3 examples of the site" }).click();
    assert.ok(await page.getByLabel("+49 30 1234").isChecked());
    assert.equal(await approve.textContent(), "1 is right as it is");
    await page.getByLabel("All 3 examples").check();
    assert.equal(await approve.textContent(), "3 are right as they are");
    await approve.click();
    await page.getByText("No text or figure is an example any more.").waitFor();
    assert.doesNotMatch((await site.read("content/pages/home.yaml")) + (await site.read("content/contact.yaml")), /!sample/);
    await page.getByRole("button", { name: "Undo" }).click();
    await waitForStatus(page, "3 examples: taken back");
    await page.getByLabel("All 3 examples").waitFor();
    assert.deepEqual(site.diff(), []);
  }));

test("on a phone, whose owner Git does not know, a name is asked for", () =>
  withEditedSite(async (site, open) => {
    withRemote(site);
    site.git("config", "user.name", "");
    const { page, frame } = await open(PHONE);
    await frame().getByText("Monday to Friday").tap();
    await page.getByLabel("Hours", { exact: true }).fill("Always");
    await waitForStatus(page, "Hours: saved");
    await publishButton(page).tap();
    await page.getByText("The check found no mistakes.").waitFor();
    assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), 360);
    await page.getByLabel("Your name").fill("கவிதா");
    await page.getByLabel("Your e-mail address").fill("kavitha@harbour.example");
    const button = page.locator("#publish-now");
    const box = await button.boundingBox();
    assert.ok(box && box.height >= 44 && box.x + box.width <= 360, "a finger finds the button");
    await button.tap();
    await waitForStatus(page, "Published");
    assert.equal(site.git("log", "-1", "--format=%an, %s").trim(), "கவிதா, Hours of Contact: from “Monday to Friday, 8 to 17 o'clock” to “Always”");
  }));

test("mistakes are listed, stop publishing, and lead to the field that mends them", () =>
  withEditedSite(async (site, open) => {
    withRemote(site);
    const window = await open();
    const { page } = window;
    await goTo(window, "/tides/", "How we read the tides");
    await site.replace("content/articles/tides.md", "and we look at the sea", "and we look at [the sea](/see/)");
    await page.getByRole("button", { name: "The site has errors" }).click();
    await page.getByText("How we read the tides › Paragraph").waitFor();
    await checkAccessibility(page, "errors");
    await page.getByRole("button", { name: /^Open: / }).click();
    await page.getByLabel("Paragraph", { exact: true }).waitFor();
    await page.locator(".field .problem", { hasText: "“/see/”" }).waitFor();
    const paragraph = page.getByLabel("Paragraph", { exact: true });
    const isDescribed = () => paragraph.evaluate((input) => {
      const ids = input.getAttribute("aria-describedby")?.split(" ") ?? [];
      return ids.some((id) => document.getElementById(id)?.textContent?.includes("“/see/”"));
    });
    assert.deepEqual([await isDescribed(), await paragraph.getAttribute("aria-invalid")], [true, "true"]);
    await publishButton(page).click();
    await page.getByRole("heading", { name: "1 mistake to correct first" }).waitFor();
    assert.ok(await page.locator("#publish-now").isDisabled());
    await page.getByRole("button", { name: /^Open: / }).click();
    await page.getByLabel("Paragraph", { exact: true }).fill("We look at the sea.");
    await waitForStatus(page, "Paragraph: saved");
    assert.equal(await page.locator(".field .problem:not(:empty)").count(), 0);
    assert.deepEqual([await isDescribed(), await paragraph.getAttribute("aria-invalid")], [false, "false"]);
    await page.getByRole("button", { name: "The site has errors" }).waitFor({ state: "hidden" });
    await publishButton(page).click();
    await page.getByText("The check found no mistakes.").waitFor();
    await page.locator("#publish-now").click();
    await waitForStatus(page, "Published");
  }));

test("a change that others sent first is reported, and nothing is overwritten", () =>
  withEditedSite(async (site, open) => {
    withRemote(site);
    site.git("clone", "--quiet", ".git/origin.git", ".git/other");
    site.git("-C", ".git/other", "commit", "--quiet", "--allow-empty", "--message", "Theirs");
    site.git("-C", ".git/other", "push", "--quiet");
    const window = await open();
    const { page } = window;
    await changeHours(window, "Always");
    await publishButton(page).click();
    await page.locator("#publish-now").click();
    await page.getByText(/Others were faster: their changes are online\./).waitFor();
    await page.locator("pre", { hasText: "[rejected]" }).waitFor();
    await page.getByRole("button", { name: "Not online yet · Publish" }).waitFor();
    assert.deepEqual(lastCommit(site, ".git/origin.git"), ["Theirs"]);
    // A further change does not hide that the first one was not sent.
    await page.keyboard.press("Escape");
    await site.replace("content/contact.yaml", "Always", "Never");
    await publishButton(page).click();
    await page.getByText("it was not sent. “Publish” sends it too.").waitFor();
    await site.replace("content/contact.yaml", "Never", "Always");
    await page.getByText(/it was not sent\.$/).waitFor();
    site.git("pull", "--quiet", "--no-rebase", "--no-edit");
    await page.getByRole("button", { name: "Send again" }).click();
    await waitForStatus(page, "Published");
    assert.equal(site.git("rev-parse", "HEAD"), site.git("-C", ".git/origin.git", "rev-parse", "HEAD"));
  }));

test("the open panel follows what others write, and keeps what is typed", () =>
  withEditedSite(async (site, open) => {
    withRemote(site);
    const window = await open();
    const { page } = window;
    const message = await openMessage(window);
    const proposed = await message.inputValue();
    await site.replace("content/pages/home.yaml", "value: 9", "value: 10");
    await page.getByRole("heading", { name: "2 changes" }).waitFor();
    assert.notEqual(await message.inputValue(), proposed, "nobody has typed yet");
    await message.fill("In my own words");
    await site.replace("content/pages/home.yaml", "value: 200", "value: 201");
    await page.getByRole("heading", { name: "3 changes" }).waitFor();
    assert.equal(await message.inputValue(), "In my own words");
    await page.getByText("The check found no mistakes.").waitFor();
    await page.locator("#publish-now").click();
    await waitForStatus(page, "Published");
    assert.equal(lastCommit(site)[0], "In my own words");
    // The next message is proposed anew.
    await site.replace("content/pages/home.yaml", "value: 201", "value: 202");
    await page.getByRole("heading", { name: "1 change" }).waitFor();
    assert.equal(await message.inputValue(), "Counters › 2 · cups a day › Value of Harbour Café: from 201 to 202");
  }));

test("a restored proposal replaces the message that was typed before", () =>
  withEditedSite(async (site, open) => {
    withRemote(site);
    const window = await open();
    const { page } = window;
    const message = await openMessage(window);
    const proposed = await message.inputValue();
    await message.fill("In my own words");
    await site.replace("content/pages/home.yaml", "value: 9", "value: 10");
    await page.getByRole("heading", { name: "2 changes" }).waitFor();
    await site.replace("content/pages/home.yaml", "value: 10", "value: 9");
    await page.getByRole("heading", { name: "1 change" }).waitFor();
    assert.equal(await message.inputValue(), "In my own words");
    await message.fill(proposed);
    await page.getByText("The check found no mistakes.").waitFor();
    await page.locator("#publish-now").click();
    await waitForStatus(page, "Published");
    assert.equal(lastCommit(site)[0], proposed.split("\n")[0]);
  }));

test("the open panel follows a merge that a developer begins and ends", () =>
  withEditedSite(async (site, open) => {
    withRemote(site);
    const window = await open();
    const { page } = window;
    await changeHours(window, "Always");
    await publishButton(page).click();
    await page.getByText("The check found no mistakes.").waitFor();
    await writeFile(site.path(".git/MERGE_HEAD"), site.git("rev-parse", "HEAD"));
    await site.replace("content/contact.yaml", "Always", "Never");
    await page.getByText(/a “merge”\) and not finished it/).waitFor();
    await rm(site.path(".git/MERGE_HEAD"));
    await page.locator("#publish-now").click();
    await waitForStatus(page, "Published");
    assert.match(site.git("show", "HEAD:content/contact.yaml"), /Never/);
  }));

test("without a repository everything but publishing works", () =>
  withEditedSite(async (site, open) => {
    await rm(site.path(".git"), { recursive: true });
    const window = await open();
    const { page } = window;
    await changeHours(window, "Always");
    await page.getByRole("button", { name: "Publish", exact: true }).click();
    await page.getByText(/The folder of the site is in no Git repository/).waitFor();
    await checkAccessibility(page, "no repository");
  }));

test("no state of publishing has findings of axe", () =>
  withEditedSite(async (site, open) => {
    withRemote(site);
    site.git("config", "user.name", "");
    await writeFile(site.path("public/images/new.svg"), '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 5"><rect width="10" height="5"/></svg>');
    await site.replace("content/pages/home.yaml", "and the kettle is on by then.", "and the kettle has been on for an hour.");
    for (const options of [DESK, { ...PHONE, colorScheme: "dark" as const }]) {
      const { page } = await open(options);
      await publishButton(page).click();
      await page.getByText("The check found no mistakes.").waitFor();
      await checkAccessibility(page, "changes");
      await page.locator("#publish-name").fill("Ada");
      await page.locator("#publish-email").fill("nobody@nowhere");
      // A file changes just before the request to publish arrives.
      await page.route("**/api/publish", async (route) => {
        if (route.request().method() === "POST") await site.replace("content/contact.yaml", "Monday", "Sunday");
        await route.continue();
      });
      await page.locator("#publish-now").click();
      await page.getByText(/More has changed meanwhile/).waitFor();
      await checkAccessibility(page, "refused");
      await site.replace("content/contact.yaml", "Sunday", "Monday");
    }
  }));

test("only the editor's own page publishes", () =>
  withEditedSite(async (site) => {
    withRemote(site);
    const { host } = new URL(site.origin);
    const own = { Host: host, Authorization: `Bearer ${site.key}`, Origin: site.origin, "Content-Type": "application/json" };
    const order = JSON.stringify({ message: "Hacked", digest: "", author: null });
    for (const [path, body] of [["/api/publish", order], ["/api/publish/check", "{}"]] as const) {
      const post = (headers: Record<string, string>) => site.send("POST", path, { ...own, ...headers }, body);
      assert.equal(await post({ Authorization: "" }), 401);
      assert.equal(await post({ Origin: "https://evil.example" }), 403);
      assert.equal(await post({ Host: "evil.example" }), 403);
      assert.equal(await post({ "Content-Type": "text/plain" }), 415);
    }
    assert.equal(await site.send("POST", "/api/publish", own, "{}"), 400);
    assert.equal(await site.send("POST", "/api/publish/check", own, '{"force":true}'), 400);
    assert.equal(await site.send("GET", "/api/publish", { Host: host }), 401);
    // A request without the digest of the changes publishes nothing.
    await site.replace("content/contact.yaml", "Monday", "Sunday");
    assert.equal(await site.send("POST", "/api/publish", own, order), 200);
    assert.equal(site.git("log", "-1", "--format=%s").trim(), "Begin");
  }));
