/** `site edit` in a real browser: what it must not do to files, for others or to strangers. */

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { appendFile, cp, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { test } from "node:test";

import { withEditedSite, waitForFileText, waitForText, waitForStatus } from "./edited";
import { until } from "./wait";

test("what somebody else wrote meanwhile is never lost", () =>
  withEditedSite(async (site, open) => {
    const [one, other] = [await open(), await open()];
    for (const { page, frame } of [one, other]) {
      await frame().getByText("Monday to Friday").click();
      await page.getByLabel("Hours").waitFor();
    }
    await one.page.getByLabel("Hours").fill("Always");
    await waitForStatus(one.page, "Hours: saved");
    await other.page.getByLabel("Hours").fill("Never");
    await other.page.locator(".problem", { hasText: "Somebody else has changed this meanwhile. Now it says: Always" }).waitFor();
    assert.ok((await site.read("content/contact.yaml")).includes("hours: Always "));
    await other.page.getByRole("button", { name: "Keep mine" }).click();
    await waitForFileText(site, "content/contact.yaml", "hours: Never ");
    // A change of another value in the file is no conflict.
    await site.replace("content/contact.yaml", "1234", "5678");
    await other.page.getByLabel("Hours").fill("Sometimes");
    await waitForFileText(site, "content/contact.yaml", "hours: Sometimes ");
    assert.ok((await site.read("content/contact.yaml")).includes("5678"));
  }));

test("who types and then takes what somebody else wrote has that in the field", () =>
  withEditedSite(async (site, open) => {
    const { page, frame } = await open();
    await frame().getByText("Monday to Friday").click();
    const hours = page.getByLabel("Hours", { exact: true });
    await hours.focus();
    await site.replace("content/contact.yaml", "Monday to Friday, 8 to 17 o'clock", "Always");
    await page.keyboard.type("Never");
    const theirs = page.getByRole("button", { name: "Take theirs" });
    await theirs.waitFor();
    // The press takes the focus out of the field, which sends its text again. The form is read after the refusal.
    const refused = page.waitForResponse((response) => response.status() === 409);
    await page.route("**/api/form?**", async (route) => {
      await (await refused).finished();
      await route.continue();
    });
    await theirs.click();
    await until(async () => (await hours.inputValue()) === "Always");
    await page.locator("#unsaved").waitFor({ state: "hidden" });
    await hours.fill("Always at noon");
    await waitForStatus(page, "Hours: saved");
    assert.ok((await site.read("content/contact.yaml")).includes("hours: Always at noon "));
  }));

test("a value of a list follows its item, and is never written into another one", () =>
  withEditedSite(async (site, open) => {
    const { page, frame } = await open();
    const label = page.locator("#panel").getByLabel("Label", { exact: true });
    await frame().getByText("years", { exact: true }).click();
    await label.focus();
    await site.replace("content/pages/home.yaml", "counters:\n", "counters:\n  - { value: 1, label: years }\n");
    await frame().locator("dd").nth(2).waitFor();
    await label.fill("seasons");
    await waitForStatus(page, "Label: saved");
    // The new item had the same label, and keeps it.
    const moved = ["-  - { value: 9, label: years }", "+  - { value: 1, label: years }", "+  - { value: 9, label: seasons }"];
    assert.deepEqual(site.diff(), moved);
    await label.focus();
    await site.replace("content/pages/home.yaml", "value: 9, label: seasons", "value: 4, label: winds");
    await waitForText(frame, "winds");
    await label.fill("tides");
    await page.locator(".problem", { hasText: "Somebody else has changed this list meanwhile" }).waitFor();
    assert.deepEqual(site.diff(), [...moved.slice(0, 2), "+  - { value: 4, label: winds }"]);
    await page.getByRole("button", { name: "1 not saved" }).click();
    await page.getByRole("button", { name: "Open: Label" }).click();
    await page.getByRole("button", { name: "Show what stands here now" }).click();
    await until(async () => (await label.inputValue()) === "years");
  }));

test("an item that is moved in a form that is not up to date stays in it", () =>
  withEditedSite(async (site, open) => {
    const { page, frame } = await open();
    await frame().getByText("cups a day", { exact: true }).click();
    const label = page.locator("#panel").getByLabel("Label", { exact: true });
    await label.focus();
    await site.replace("content/pages/home.yaml", "counters:\n", "counters:\n  - { value: 1, label: piers }\n");
    await waitForText(frame, "piers");
    await page.getByRole("button", { name: /^Move up/ }).click();
    await waitForStatus(page, "Moved to place 2");
    assert.equal(await label.inputValue(), "cups a day");
  }));

test("a page whose file could not be read is edited once it can be", () =>
  withEditedSite(async (site, open) => {
    const { page, frame } = await open();
    const file = site.path("content/pages/home.yaml");
    const home = await site.read("content/pages/home.yaml");
    await writeFile(file, `<<<<<<< HEAD\n${home}`);
    const errors = page.getByRole("button", { name: "The site has errors" });
    await errors.waitFor();
    await page.reload();
    await errors.waitFor();
    await writeFile(file, home);
    await page.getByRole("heading", { name: "Contents of this page" }).waitFor();
    await frame().getByText("years", { exact: true }).click();
    await page.locator("#panel").getByLabel("Value", { exact: true }).waitFor();
  }));

test("opening and saving nothing changes no byte, and line ends stay", () =>
  withEditedSite(async (site, open) => {
    await writeFile(site.path("content/contact.yaml"), "\ufeff# Hours.\r\nhours: Open  # now\r\nphone: >-\r\n  1\r\n  2\r\n");
    const { page, frame } = await open();
    await waitForText(frame, "Open");
    await frame().getByText("Open", { exact: true }).click();
    await page.getByLabel("Phone").focus();
    await page.keyboard.press("Tab");
    assert.equal(await site.read("content/contact.yaml"), "\ufeff# Hours.\r\nhours: Open  # now\r\nphone: >-\r\n  1\r\n  2\r\n");
    await page.getByLabel("Phone").fill("1 3");
    await waitForStatus(page, "Phone: saved");
    assert.equal(await site.read("content/contact.yaml"), "\ufeff# Hours.\r\nhours: Open  # now\r\nphone: >-\r\n  1\r\n  3\r\n");
  }));

test("a change that was cut off is dropped at the next start", () =>
  withEditedSite(async (site) => {
    const change = { file: "content/contact.yaml", at: "/hours", was: "Monday to Friday, 8 to 17 o'clock", to: "Always" };
    const headers = { Authorization: `Bearer ${site.key}`, Origin: site.origin, "Content-Type": "application/json" };
    assert.equal(await site.send("POST", "/api/changes", headers, JSON.stringify(change)), 200);
    await site.stop();
    // The journal has the change, and the file is as before it, as if the power had failed in between.
    site.git("checkout", "--", "content");
    await appendFile(site.path(".site/edit/journal.jsonl"), '{"number":2,"ti');
    await site.start();
    const changes = await fetch(`${site.origin}/api/changes`, { headers: { Authorization: `Bearer ${site.key}` } });
    assert.deepEqual(await changes.json(), []);
    assert.equal(await site.read(".site/edit/journal.jsonl"), "");
  }));

test("hostile requests write nothing", () =>
  withEditedSite(async (site) => {
    const { host } = new URL(site.origin);
    const own = { Host: host, Authorization: `Bearer ${site.key}`, Origin: site.origin, "Content-Type": "application/json" };
    const change = (file: string, at = "/hours") =>
      JSON.stringify({ file, at, was: "Monday to Friday, 8 to 17 o'clock", to: "Hacked" });
    const body = change("content/contact.yaml");
    const post = (headers: Record<string, string>, sent = body) => site.send("POST", "/api/changes", { ...own, ...headers }, sent);
    assert.equal(await post({ Authorization: "" }), 401);
    assert.equal(await post({ Authorization: `Bearer ${"0".repeat(32)}` }), 401);
    assert.equal(await post({ Origin: "https://evil.example" }), 403);
    assert.equal(await post({ Origin: "null" }), 403);
    assert.equal(await post({ Host: "evil.example" }), 403);
    assert.equal(await post({ Host: `localhost:${new URL(site.origin).port}` }), 403);
    assert.equal(await post({ "Content-Type": "text/plain" }), 415);
    assert.equal(await post({ "Content-Type": "application/x-www-form-urlencoded" }), 415);
    assert.equal(await post({}, "{"), 400);
    assert.equal(await post({}, '{"file":1}'), 400);
    assert.equal(await post({}, JSON.stringify("x".repeat(1024 * 1024))), 413);
    for (const file of [
      "content/../content/contact.yaml", "../secret.yaml", "/etc/passwd", "content/contact.yaml\0", "content/pages/_collection.yaml",
      "content/pages/home.schema.yaml", "templates/home.html", "CONTENT/CONTACT.YAML", "", "package.json",
    ]) {
      assert.equal(await post({}, change(file)), 404, file);
    }
    for (const at of ["/nothing", "hours", "#0", "/hours/0", "/0"]) {
      assert.equal(await post({}, change("content/contact.yaml", at)), 404, at);
    }
    const settings = JSON.stringify({ file: "content/site.yaml", at: "/base_url", was: "https://harbour.example/", to: "https://evil.example/" });
    assert.equal(await post({}, settings), 422);
    assert.equal(await site.send("GET", "/api/form?file=content/contact.yaml&at=", { Host: host }), 401);
    assert.equal(await site.send("PUT", "/api/changes", own), 405);
    assert.equal(await site.send("GET", "/nothing", { Host: host }), 401);
    assert.deepEqual(site.diff(), []);
    // A symbolic link is not followed to write a file.
    await cp(site.path("content/contact.yaml"), site.path("elsewhere.yaml"));
    await rm(site.path("content/contact.yaml"));
    await symlink("../elsewhere.yaml", site.path("content/contact.yaml"));
    // 404: a build ran while the file was gone.
    assert.ok([404, 500].includes(await post({})));
    assert.ok((await site.read("elsewhere.yaml")).includes("Monday"));
  }));

test("the editor can't be framed, and pages tell nobody but the editor", () =>
  withEditedSite(async (site, open) => {
    const answer = await fetch(`${site.origin}/`);
    assert.match(answer.headers.get("Content-Security-Policy") ?? "", /frame-ancestors 'none'/);
    const { page, frame } = await open();
    const told = await frame().evaluate(async () => {
      const heard: unknown[] = [];
      addEventListener("message", (event) => heard.push(event.data));
      // A script of the page pretends to be the editor: its messages have another origin.
      postMessage({ kind: "look", on: true }, "*");
      await new Promise((resolve) => setTimeout(resolve, 100));
      return heard.length;
    });
    assert.equal(told, 1);
    await frame().getByText("Monday to Friday").click();
    await page.getByLabel("Hours").waitFor();
  }));

test("the bundle that is committed is the one of its sources", async () => {
  const script = execFileSync("node_modules/.bin/esbuild", [
    "src/serve/editor/ui/main.ts",
    ...["--bundle", "--format=iife", "--charset=utf8", "--target=es2022"],
  ]);
  assert.ok(script.equals(await readFile("src/serve/editor/ui/editor.js")), "run `npm run editor`");
});
