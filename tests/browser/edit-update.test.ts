/** How `site edit` brings the page in its frame up to date: in place where it can, and always to what a fresh load shows. */

import assert from "node:assert/strict";
import { test } from "node:test";

import type { Frame, Locator, Page } from "playwright-core";

import { type Window, goTo, holdAnswers, waitForFileText, waitForText, withEditedSite } from "./edited";
import { pause, until } from "./wait";

/** Edits of the home page: a file, a text of it and the new text, and whether the page stays or is reloaded. */
const EDITS = [
  ["content/pages/home.yaml", "label: years", "label: seasons & years", "stays"],
  ["content/pages/home.yaml", "value: 9,", "value: 12,", "stays"],
  ["content/pages/home.yaml", "Harbour Café", "The <b>Harbour</b>", "stays"],
  ["content/pages/home.yaml", "picture_alt: A boat", 'picture_alt: A "ship"', "stays"],
  ["content/menu.yaml", "target: /tides/", "target: /", "stays"],
  ["templates/base.html", "Made of wood", "Made of stone", "stays"],
  // A script copies this text.
  ["content/pages/home.yaml", "first boat", "last boat", "is reloaded"],
  // A script has changed this text.
  ["content/pages/home.yaml", "label: cups a day", "label: cups", "is reloaded"],
  // This text is in an island.
  ["content/contact.yaml", "hours: Monday", "hours: Tuesday", "is reloaded"],
  ["content/pages/home.yaml", "tone: calm", "tone: loud", "is reloaded"],
  ["content/pages/home.yaml", "/images/boat.svg", "/images/lighthouse.svg", "is reloaded"],
  ["public/images/lighthouse.svg", "<svg ", '<svg data-is="new" ', "is reloaded"],
  ["content/pages/home.yaml", "counters:", "counters:\n  - { value: 1, label: harbour }", "is reloaded"],
  ["templates/home.html", "<dl>", "<dl><!-- counters -->", "is reloaded"],
  ["content/pages/home.yaml", "label: harbour", "label: port", "stays"],
] as const;

test("the page is brought up to date in place or reloaded, and is as a fresh load", () =>
  withEditedSite(async (site, open) => {
    const copy = "<script>document.querySelector('.copy').textContent = document.querySelector('.hero').textContent</script>";
    const shout = "<script>{ const dt = document.querySelectorAll('dt')[1]; dt.textContent = dt.textContent.toUpperCase() }</script>";
    await site.replace("templates/home.html", "<dl>", `<p class="copy"></p><input aria-label="Name"><dl>`);
    await site.replace("templates/home.html", "</dl>", `</dl>${copy}${shout}`);
    await site.replace("templates/base.html", '<p class="hours">', '<p class="hours" data-hydrate="never">');
    const { page, frame } = await open();
    const fresh = await page.context().newPage();
    // Without live reload, as a page that reloads itself interrupts the next navigation.
    await fresh.addInitScript(() => {
      window.EventSource = class extends EventTarget { close() {} } as unknown as typeof EventSource;
    });
    const fingerprint = (page: Page | Frame = frame()) =>
      page.evaluate(() => document.querySelector<HTMLElement>("script[data-content]")?.dataset["content"]);
    for (const [file, from, to, expected] of EDITS) {
      const edit = `${file}: ${to}`;
      // The script in the page has fetched the page, which it compares with later ones.
      await until(() => frame().evaluate(() => performance.getEntriesByName(location.href, "resource").length > 0), "the page is known");
      await frame().evaluate(() => {
        const input = document.querySelector("input");
        if (!input) return;
        input.value = "typed";
        input.focus();
      });
      const before = await fingerprint();
      await site.replace(file, from, to);
      await until(async () => ![before, undefined].includes(await fingerprint()), `the page follows ${edit}`);
      const kept = await frame().evaluate(() => document.activeElement?.localName === "input" && document.querySelector("input")?.value === "typed");
      assert.equal(kept ? "stays" : "is reloaded", expected, edit);
      const html = () => document.documentElement.outerHTML.replace(/<site-outline[^>]*><\/site-outline>/, "");
      await until(async () => {
        if ((await fingerprint(fresh)) !== (await fingerprint())) await fresh.goto(frame().url());
        return (await frame().evaluate(html)) === (await fresh.evaluate(html));
      }, `the page is as a fresh load after ${edit}`);
    }
  }));

/** Opens the form of the text “Early in spring”, on a page that can be brought up to date. */
async function openText(open: () => Promise<Window>): Promise<Window & { field: Locator }> {
  const window = await open();
  const { page, frame } = window;
  await goTo(window, "/tides/", "Early in spring");
  await until(() => frame().evaluate(() => performance.getEntriesByName(location.href, "resource").length > 0), "the page is known");
  await frame().getByText("Early in spring").click();
  const field = page.locator("#panel [data-at]:focus");
  await field.waitFor();
  return { ...window, field };
}

test("a saved text is shown before the page is built with it, and then as it is built", () =>
  withEditedSite(async (site, open) => {
    const { page, frame, field } = await openText(open);
    // The page with the text arrives after `letThrough`.
    let letThrough = () => {};
    const held = new Promise<void>((resolve) => (letThrough = resolve));
    await page.route(frame().url(), async (route) => {
      await held;
      await route.continue();
    });
    await field.fill("*Now* and then");
    await page.keyboard.press("Enter");
    await waitForText(frame, "*Now* and then");
    await waitForFileText(site, "content/articles/tides.md", "*Now* and then");
    letThrough();
    await frame().locator("em", { hasText: "Now" }).waitFor();
    await waitForText(frame, "Now and then");
  }));

test("the page follows a text while it is typed", () =>
  withEditedSite(async (site, open) => {
    const { page, frame, field } = await openText(open);
    // No change reaches the program.
    await page.route("**/api/changes", () => undefined);
    await field.press("End");
    for (const text of ["Early in spring!", "Early in spring!?"]) {
      await page.keyboard.type(text.slice(-1));
      await waitForText(frame, text);
    }
    await field.fill("");
    await page.keyboard.type("Late");
    await waitForText(frame, "Late");
    await field.fill("Early in spring");
    await waitForText(frame, "Early in spring");
    assert.deepEqual(site.diff(), []);
  }));

test("a text that is saved while the page is built stays when that page comes", () =>
  withEditedSite(async (_, open) => {
    const { page, frame, field } = await openText(open);
    // The page with the first text arrives after the second text is shown.
    let fetched = 0;
    let letThrough = () => {};
    const held = new Promise<void>((resolve) => (letThrough = resolve));
    await page.route(frame().url(), async (route) => {
      const response = await route.fetch();
      fetched += 1;
      await held;
      await route.fulfill({ response });
    });
    const save = async (text: string) => {
      await field.fill(text);
      await page.keyboard.press("Enter");
      await waitForText(frame, text);
    };
    await save("One tide");
    await until(() => fetched === 1, "the page with the first text is fetched");
    await save("Two tides");
    await frame().evaluate(() => {
      const shown: string[] = [];
      const look = () => shown.push(document.body.innerText.includes("One tide") ? "One tide" : "Two tides");
      new MutationObserver(look).observe(document.body, { childList: true, characterData: true, subtree: true });
      Object.assign(globalThis, { shown });
    });
    letThrough();
    await until(() => fetched > 1, "the page with the second text is fetched");
    await waitForText(frame, "Two tides");
    await page.unrouteAll({ behavior: "wait" });
    const shown = await frame().evaluate(() => (globalThis as unknown as { shown: string[] }).shown);
    assert.ok(shown.length > 0 && !shown.includes("One tide"), shown.join(", "));
  }));

test("the page shows a text as it was once a mistake in it is taken back", () =>
  withEditedSite(async (site, open) => {
    const { page, frame, field } = await openText(open);
    await field.fill("Early in spring [at sea](#nowhere)");
    await page.getByRole("button", { name: "The site has errors" }).waitFor();
    await page.keyboard.press("Escape");
    await page.keyboard.press("Control+z");
    await page.getByRole("button", { name: "The site has errors" }).waitFor({ state: "hidden" });
    await frame().getByText("Early in spring", { exact: true }).waitFor();
    assert.deepEqual(site.diff(), []);
  }));

test("a text that is emptied key by key is shown again on the page", () =>
  withEditedSite(async (_, open) => {
    const { page, frame, field } = await openText(open);
    await field.press("End");
    for (let left = (await field.inputValue()).length; left > 0; left--) await page.keyboard.press("Backspace");
    await page.locator(".field.is-wrong").waitFor();
    await waitForText(frame, "Early in spring");
    await page.keyboard.type("Late");
    await waitForText(frame, "Late");
  }));

test("a refused text is shown in its field alone", () =>
  withEditedSite(async (_, open) => {
    const { page, frame, field } = await openText(open);
    let refuse = () => {};
    const sent = new Promise<void>((resolve) => (refuse = resolve));
    await page.route("**/api/changes", async (route) => {
      await sent;
      await route.fulfill({ status: 422, json: { diagnostics: [{ message: "no", label: "", help: [] }] } });
    });
    await field.fill("Late in spring");
    await page.keyboard.press("Enter");
    await waitForText(frame, "Late in spring");
    refuse();
    await waitForText(frame, "Early in spring");
    assert.equal(await field.inputValue(), "Late in spring");
  }));

test("a press that begins before a reload and ends after it is a click", () =>
  withEditedSite(async (_, open) => {
    const window = await open();
    const { page, frame } = window;
    await goTo(window, "/tides/", "How we read the tides");
    await frame().getByText("The moon pulls").hover();
    await page.mouse.down();
    await Promise.all([frame().waitForNavigation(), frame().evaluate(() => location.reload())]);
    await page.mouse.up();
    await page.getByLabel("Paragraph").waitFor();
  }));

test("a click while the page is reloaded, which neither the old page nor the new one gets, is not lost", () =>
  withEditedSite(async (site, open) => {
    const window = await open();
    const { page, frame } = window;
    await goTo(window, "/tides/", "How we read the tides");
    const box = await frame().getByText("The moon pulls").boundingBox();
    assert.ok(box);
    const reload = page.waitForRequest("**/frame.js");
    // The page is there, but without its script.
    const letThrough = await holdAnswers(page, "**/frame.js");
    await site.replace("content/articles/tides.md", "When it is high", "When it is highest");
    await reload;
    await page.mouse.click(box.x + 5, box.y + 5);
    await letThrough();
    await page.getByLabel("Paragraph").waitFor();
  }));

test("a press that begins while the page is reloaded ends in a click", () =>
  withEditedSite(async (site, open) => {
    const window = await open();
    const { page, frame } = window;
    await goTo(window, "/tides/", "How we read the tides");
    const paragraph = frame().getByText("The moon pulls");
    await paragraph.hover();
    let letThrough = () => {};
    const isHeld = new Promise<void>((resolve) => (letThrough = resolve));
    await page.route("**/tides/", async (route) => {
      if (route.request().isNavigationRequest()) await isHeld;
      // The press cancels the reload.
      await route.continue().catch(() => undefined);
    });
    const reload = page.waitForRequest((request) => request.isNavigationRequest());
    await site.replace("content/articles/tides.md", "When it is high", "When it is highest");
    await reload;
    await page.mouse.down();
    letThrough();
    await pause(300);
    await page.mouse.up();
    await page.getByLabel("Paragraph").waitFor();
    await frame().locator("#when-it-is-highest").waitFor();
  }));
