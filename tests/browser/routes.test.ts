/** R-ROUTE-01 to R-ROUTE-18 (which address answers with what), R-FRAME-02 (the footer), R-FRAME-04 (the head). */

import assert from "node:assert/strict";
import { test } from "node:test";

import type { Page } from "playwright-core";

import { ARTICLES, PAGES, ROUTES } from "./routes";
import { siteDist, visit } from "./support";
import { serve } from "./server";
import { assertCount, assertNewTabs, assertSays, seen, texts } from "./visitor";

const NOT_FOUND = { width: 360, expects: [/status of 404/] };

for (const [at, [path, title]] of PAGES.entries()) {
  test(`R-ROUTE-${String(at + 1).padStart(2, "0")}: ${path}`, () =>
    visit(path, {}, async (page, { origin }) => {
      const [status] = await page.evaluate(() => performance.getEntriesByType("navigation").map((entry) => (entry as PerformanceNavigationTiming).responseStatus));
      assert.equal(status, 200);
      assert.equal(page.url(), `${origin}${path === "/" ? path : `${path}/`}`, "in this letter case");
      assert.match(await page.title(), title);
      await assertCount(page, "main h1", 1);
      await assertCount(page, ".site-header .brand", 1);
    }));
}

test("R-ROUTE-16: the sixteen articles", () =>
  visit("/404.html", {}, async (page, { origin }) => {
    const titles = new Set<string>();
    for (const route of ARTICLES) {
      const answer = await page.request.get(route);
      assert.deepEqual([answer.status(), answer.url()], [200, `${origin}${route}/`]);
      const { title, headings } = await parsed(page, route, (here) => ({ title: here.title, headings: here.querySelectorAll("main article h1").length }));
      assert.equal(headings, 1, route);
      titles.add(title);
    }
    assert.equal(titles.size, 16);
  }));

test("R-ROUTE-01 to R-ROUTE-16: in another letter case they are no pages", () =>
  visit("/404.html", {}, async (page) => {
    for (const route of ROUTES.filter((route) => route !== "/")) {
      assert.equal((await page.request.get(route.toLowerCase())).status(), 404, route);
    }
  }));

for (const width of [360, 1200]) {
  test(`R-ROUTE-17: who is lost at ${width} pixels is told so, and led on`, () =>
    visit("/aboutus", { ...NOT_FOUND, width }, async (page) => {
      const answer = await page.reload();
      assert.equal(answer?.status(), 404);
      assert.deepEqual(await texts(page, "main h1"), ["Page not found"]);
      await assertCount(page, ".site-header .brand", 1);
      await assertCount(page, ".site-footer .copyright", 1);
      await page.locator("[data-suggestion] a").waitFor();
      assert.deepEqual((await seen(page, "[data-suggestion] a")).map(({ href }) => href), ["/AboutUs/"]);
      const links = await seen(page, "main ul a");
      assert.deepEqual(links.map(({ text, href }) => [text.split(" ")[0], href]), [["Home", "/"], ["Blogs", "/Blogs/"], ["Contact", "/ContactUs/"]]);
    }));
}

test("R-ROUTE-18: the old spelling leads to the new one, also where the host reads no file of redirects", () =>
  visit("/SixPillarsofdigitalMarketing", {}, async (page, { origin }) => {
    assert.equal(page.url(), `${origin}/SixPillarsofDigitalMarketing/`);
    await page.route("**/SixPillarsofdigitalMarketing/", (route) =>
      route.fulfill({ path: `${siteDist()}/SixPillarsofdigitalMarketing/index.html`, contentType: "text/html" }),
    );
    await page.goto("/SixPillarsofdigitalMarketing/").catch((error: unknown) => assert.match(String(error), /interrupted|ERR_ABORTED/));
    await page.waitForURL("**/SixPillarsofDigitalMarketing/");
  }));

/** Looks at a page as it comes from the server; `look` runs in the browser. */
async function parsed<T>(page: Page, route: string, look: (here: Document) => T): Promise<T> {
  const answer = await page.request.get(route);
  assert.equal(answer.status(), 200, route);
  const here = await page.evaluateHandle((html) => new DOMParser().parseFromString(html, "text/html"), await answer.text());
  return here.evaluate(look) as Promise<T>;
}

/** What a page of the site refers to on the site itself, with what a visitor may follow first. */
interface References {
  addresses: string[];
  fragments: [path: string, id: string][];
  ids: string[];
}

test("every link and every file that a page names is there", () =>
  visit("/404.html", {}, async (page) => {
    const { origin, close } = await serve(siteDist());
    try {
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
    } finally {
      await close();
    }
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

const FOOTER = [
  ["Home", "/"],
  ["About Us", "/AboutUs/"],
  ["Blogs", "/Blogs/"],
  ["Reviews", null],
  ["Careers", "/WorkWithUs/"],
  ["Contact Us", "/ContactUs/"],
  ["Privacy Policy", "/PrivacyPolicy/"],
  ["Terms & Condition", "/TermsandConditions/"],
  ["Refund & Cancellation Policy", "/RefundandCancellationPolicy/"],
  ["Shipping & Delivery Policy", null],
  ["Agency", "/Agency/"],
  ["Academy", "/Academy/"],
  ["Advisory", "/Advisory/"],
] as const;

for (const { width, scripts } of [{ width: 360, scripts: true }, { width: 1200, scripts: true }, { width: 360, scripts: false }]) {
  test(`R-FRAME-02: the footer at ${width} pixels${scripts ? "" : ", without a script"}`, () =>
    visit("/Privyr/", { width, scripts, reducedMotion: true }, async (page) => {
      const links = await seen(page, ".site-footer a");
      for (const [label, href] of FOOTER) {
        const link = links.find(({ text }) => text === label || text.startsWith(`${label} (`));
        assert.ok(link, label);
        href === null ? assertNewTabs([link]) : assert.deepEqual([link.href, link.target], [href, ""], label);
      }
      const pictures = await seen(page, ".site-footer .social img");
      const social = await seen(page, ".site-footer .social a");
      assert.equal(pictures.length, social.length);
      for (const [at, { label }] of pictures.entries()) {
        const link = social[at];
        assert.ok(link);
        /e-mail/i.test(label) ? assert.match(link.href, /^mailto:.+@/) : assertNewTabs([link]);
      }
      const names = pictures.map(({ label }) => label.toLowerCase()).join();
      for (const name of ["facebook", "linkedin", "youtube", "instagram", "map", "e-mail", "chat"]) {
        assert.ok(names.includes(name), `${name} in ${names}`);
      }
      await assertSays(page, ".site-footer address", ["Chennai"]);
      assert.ok(links.some(({ href, text }) => href === `mailto:${text}`) && links.some(({ href }) => /^tel:\+?\d+$/.test(href)));
      await assertSays(page, ".site-footer .copyright", ["© 2023"]);
      await assertCount(page, '.site-footer form input[type="email"]', 1);
      assert.deepEqual(await texts(page, ".site-footer form button"), ["Send Me"]);
      const chat = await seen(page, ".chat-link");
      assert.equal(chat.length, 1);
      assertNewTabs(chat);
      assert.equal(await page.locator(".chat-link").evaluate((link) => getComputedStyle(link).position), "fixed");
    }));
}

test("R-FRAME-02: the footer is the same on every page", () =>
  visit("/404.html", {}, async (page) => {
    const footers = new Map<string, string>();
    for (const route of ROUTES) {
      const links = await parsed(page, route, (here) =>
        [...here.querySelectorAll(".site-footer nav a, .site-footer .social a, .chat-link")].map((link) => link.getAttribute("href")));
      assert.ok(links.length > FOOTER.length, `${route}: ${links.length} links`);
      footers.set(links.join("\n"), route);
    }
    assert.deepEqual([...footers.values()], [ROUTES.at(-1)], "one for all");
  }));

test("R-FRAME-04: the head of every page", () =>
  visit("/404.html", {}, async (page, { origin }) => {
    const site = new URL((await (await page.request.get("/robots.txt")).text()).match(/Sitemap: (\S+)/)?.[1] ?? "").origin;
    const once = new Map<string, string>();
    const files = new Set<string>();
    const kinds = new Map<string, string[]>();
    for (const route of ROUTES) {
      const head = await parsed(page, route, (here) => {
        const meta = (name: string) => here.querySelector(`meta[name="${name}"], meta[property="${name}"]`)?.getAttribute("content") ?? "";
        const links = (rel: string) => [...here.querySelectorAll<HTMLLinkElement>(`link[rel="${rel}"]`)].map(({ href }) => href);
        return {
          title: here.title,
          description: meta("description"),
          canonical: links("canonical"),
          language: here.documentElement.lang,
          cards: ["og:title", "og:description", "og:type", "og:url", "og:image", "twitter:card", "twitter:title", "twitter:image"].map(meta),
          icons: ["icon", "apple-touch-icon"].map(links),
          feed: links("alternate"),
          viewport: meta("viewport"),
          data: [...here.querySelectorAll('script[type="application/ld+json"]')].map((script) => JSON.parse(script.textContent ?? "") as Record<string, unknown>),
        };
      });
      for (const text of [head.title, head.description]) {
        assert.ok(text.length >= 10 && !once.has(text), `${route} repeats ${text} of ${once.get(text)}`);
        once.set(text, route);
      }
      assert.deepEqual(head.canonical, [site + route]);
      assert.equal(head.language, "en-IN");
      assert.ok(head.cards.every((value) => value !== ""), `${route}: ${head.cards.join(" | ")}`);
      assert.deepEqual([head.cards[3], head.cards[5]], [site + route, "summary_large_image"], route);
      assert.ok(head.icons.every((icons) => icons.length > 0) && head.feed.length === 1, route);
      assert.match(head.viewport, /width=device-width/);
      assert.doesNotMatch(head.viewport, /user-scalable|maximum-scale/, "everyone may zoom");
      [...head.icons.flat(), ...head.feed, ...[head.cards[4], head.cards[7]].map((image) => image?.replace(site, origin) ?? "")].filter((file) => !file.startsWith("data:")).forEach((file) => files.add(file));
      assert.ok(head.data.every((item) => item["@context"] === "https://schema.org"), route);
      kinds.set(route, head.data.map((item) => String(item["@type"])));
    }
    for (const file of files) {
      assert.equal((await page.request.get(file)).status(), 200, file);
    }
    for (const [route, found] of kinds) {
      const article = ARTICLES.some((path) => `${path}/` === route);
      const own: Record<string, string[]> = { "/": ["FAQPage", "VideoObject"], "/DigitalMarketingCourse/": ["Course"], "/WorkWithUs/": ["JobPosting"] };
      for (const kind of ["Organization", ...(route === "/" ? [] : ["BreadcrumbList"]), ...(article ? ["BlogPosting"] : []), ...(own[route] ?? [])]) {
        assert.ok(found.includes(kind), `${route}: no ${kind} in ${found.join()}`);
      }
    }
  }));

test("R-FRAME-04: sitemap and feed, as a browser reads them", () =>
  visit("/404.html", {}, async (page) => {
    const read = async (path: string, name: string) => {
      const xml = await (await page.request.get(path)).text();
      return page.evaluate(
        ({ xml, name }) => {
          const here = new DOMParser().parseFromString(xml, "application/xml");
          return here.querySelector("parsererror") ? ["broken"] : [...here.getElementsByTagName(name)].map((element) => element.textContent ?? "");
        },
        { xml, name },
      );
    };
    const paths = (addresses: string[]) => addresses.map((address) => new URL(address).pathname).sort();
    assert.deepEqual(paths(await read("/sitemap.xml", "loc")), [...ROUTES].sort());
    const entries = (await read("/feed.xml", "id")).slice(1);
    assert.deepEqual(paths(entries), ARTICLES.map((path) => `${path}/`).sort());
  }));
