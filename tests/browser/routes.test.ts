/** R-ROUTE-01 to R-ROUTE-18 (the responses of routes) and R-FRAME-02 (the footer). The HTML itself is tested by tests/website.rs. */

import assert from "node:assert/strict";
import { test } from "node:test";

import { TEMPLATE_ROUTES, ROUTES, siteDist } from "./site";
import { visit } from "./support";
import { serve } from "./server";
import { assertNewTabs, assertVisible } from "./visible";

/** R-ROUTE-18. */
const ALIAS = "/SixPillarsofdigitalMarketing";
const ALIAS_TARGET = "/SixPillarsofDigitalMarketing/";

test("R-ROUTE-01 to R-ROUTE-16: every page is found with and without the slash, in its own letter case only", async (context) => {
  const { origin, close } = await serve(siteDist());
  context.after(close);
  for (const route of ROUTES) {
    const answer = await fetch(origin + (route === "/" ? route : route.slice(0, -1)));
    assert.deepEqual([answer.status, answer.url], [200, origin + route]);
    if (route !== "/") {
      assert.equal((await fetch(origin + route.toLowerCase())).status, 404, route);
    }
  }
});

test("R-ROUTE-17: a page that is not there suggests one", () =>
  visit("/aboutus", { width: 360, expects: [/status of 404/] }, async (page) => {
    const answer = await page.reload();
    assert.equal(answer?.status(), 404);
    await page.locator("[data-suggestion] a").waitFor();
    assert.deepEqual((await assertVisible(page, "[data-suggestion] a")).map(({ href }) => href), ["/AboutUs/"]);
    assert.deepEqual((await assertVisible(page, "main ul a")).map(({ href }) => href), ["/", "/Blogs/", "/ContactUs/"]);
  }));

test("R-ROUTE-18: the old spelling leads to the new one, also where the host reads no file of redirects", () =>
  visit(ALIAS, {}, async (page, { origin }) => {
    assert.equal(page.url(), origin + ALIAS_TARGET);
    await page.route(`**${ALIAS}/`, (route) => route.fulfill({ path: `${siteDist()}${ALIAS}/index.html`, contentType: "text/html" }));
    await page.goto(`${ALIAS}/`).catch((error: unknown) => assert.match(String(error), /interrupted|ERR_ABORTED/));
    await page.waitForURL(`**${ALIAS_TARGET}`);
  }));

/** What a page of the site refers to on the site itself, with what a visitor may follow first. */
interface References {
  addresses: string[];
  fragments: [path: string, id: string][];
  ids: string[];
}

test("every link and every file that a page names is there", () =>
  visit("/404.html", {}, async (page, { origin }) => {
    const idsOf = new Map<string, Set<string>>();
    const wanted = new Map<string, string>();
    const fragments: [from: string, path: string, id: string][] = [];
    for (const route of [...ROUTES, "/404.html"]) {
      const html = await (await fetch(origin + route)).text();
      const found = await page.evaluate(referencesOf, { html, route });
      idsOf.set(route, new Set(found.ids));
      found.addresses.forEach((address) => wanted.set(address, route));
      fragments.push(...found.fragments.map(([path, id]): [string, string, string] => [route, path, id]));
    }
    assert.ok(wanted.size > ROUTES.length, `${wanted.size} addresses`);
    const dead: string[] = [];
    for (const [address, from] of wanted) {
      const answer = await fetch(origin + address, { method: "HEAD", redirect: "manual" });
      if (answer.status !== 200) {
        dead.push(`${address} on ${from}: ${answer.status}`);
      }
    }
    for (const [from, path, id] of fragments) {
      if (!idsOf.get(path)?.has(id)) {
        dead.push(`${path}#${id} on ${from}: no such part`);
      }
    }
    assert.deepEqual(dead, []);
  }));

/** Runs in a page. */
function referencesOf({ html, route }: { html: string; route: string }): References {
  const here = new DOMParser().parseFromString(html, "text/html");
  const base = `http://site${route}`;
  const found: References = { addresses: [], fragments: [], ids: [...here.querySelectorAll("[id]")].map(({ id }) => id) };
  const add = (address: string | null | undefined) => {
    const url = address && new URL(address, base);
    if (url && url.origin === "http://site") {
      found.addresses.push(url.pathname);
      const id = decodeURIComponent(url.hash.slice(1)) || url.searchParams.get("id");
      if (id) {
        found.fragments.push([url.pathname, id]);
      }
    }
  };
  for (const element of here.querySelectorAll("[href], [src], [poster], [srcset]")) {
    for (const attribute of ["href", "src", "poster"]) {
      add(element.getAttribute(attribute));
    }
    element.getAttribute("srcset")?.split(",").forEach((candidate) => add(candidate.trim().split(" ")[0]));
  }
  return found;
}

for (const { widths, scripts } of [{ widths: [360, 1200], scripts: true }, { widths: [360], scripts: false }]) {
  test(`R-FRAME-02: all of the footer can be seen at ${widths.join(" and ")} pixels${scripts ? "" : ", without scripts"}`, () =>
    visit("/Privyr/", { scripts, reducedMotion: true }, async (page) => {
      for (const width of widths) {
        await page.setViewportSize({ width, height: 800 });
        const links = await assertVisible(page, ".site-footer a");
        assertNewTabs(links.filter(({ href }) => href.startsWith("https:")));
        assert.ok(links.every(({ href, target }) => target === "" || href.startsWith("https:")));
        const social = await assertVisible(page, ".site-footer .social a");
        assert.equal((await assertVisible(page, ".site-footer .social img")).filter(({ label }) => label !== "").length, social.length);
        for (const part of ["address", ".copyright", 'form input[type="email"]', "form button"]) {
          assert.equal((await assertVisible(page, `.site-footer ${part}`)).length, 1, part);
        }
        const chat = await assertVisible(page, ".chat-link");
        assert.equal(chat.length, 1);
        assertNewTabs(chat);
        assert.equal(await page.locator(".chat-link").evaluate((link) => getComputedStyle(link).position), "fixed");
      }
    }));
}

test("R-FRAME-04: sitemap and feed are XML to a browser", () =>
  visit(TEMPLATE_ROUTES[0] ?? "/", {}, async (page) => {
    for (const path of ["/sitemap.xml", "/feed.xml"]) {
      const xml = await (await page.request.get(path)).text();
      assert.equal(await page.evaluate((text) => new DOMParser().parseFromString(text, "application/xml").querySelector("parsererror")?.textContent, xml), undefined, path);
    }
  }));
