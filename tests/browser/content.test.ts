/** R-PAGE-01 to R-PAGE-15: what each page must show, and how many, to be seen on a small screen and on a wide one. */

import assert from "node:assert/strict";
import { describe, test } from "node:test";

import type { Page } from "playwright-core";

import { ARTICLES } from "./routes";
import { visit } from "./support";
import { assertCount, assertLeads, assertNewTabs, assertSays, seen, texts } from "./visitor";

/** The same page at both widths. Standing still: how it moves is tested elsewhere, and counters show their last figure. */
function row(id: string, path: string, steps: (page: Page) => Promise<void>) {
  test(`${id}: ${path}`, () =>
    visit(path, { width: 360, reducedMotion: true }, async (page) => {
      for (const width of [360, 1200]) {
        await page.setViewportSize({ width, height: 800 });
        await steps(page);
      }
    }));
}

/** A section by its heading's id. */
const under = (heading: string) => `main section[aria-labelledby="${heading}"]`;

/** Quotations, each with its stars. */
async function assertVoices(page: Page, within: string, least: number, all: string) {
  const quotes = await texts(page, `${within} blockquote`);
  assert.ok(quotes.length >= least && quotes.every((text) => text.length > 20), `${quotes.length} quotations`);
  const stars = await seen(page, `${within} [role="img"]`);
  assert.equal(stars.length, quotes.length);
  for (const { label, text } of stars) {
    assert.match(label, new RegExp(`^Rated ${all} out of 5$`));
    assert.equal([...text.replaceAll(" ", "")].filter((star) => star === "★").length, Number(label.slice(6, 7)), "as many stars as it says");
  }
}

/** Each control opens a modal with this in it. */
async function assertOpens(page: Page, controls: string, names: string[], content: string) {
  const found = await page.locator(controls).all();
  const said: string[] = [];
  for (const control of found) {
    said.push(((await control.textContent()) ?? "").trim());
    await control.click();
    const modal = page.locator("dialog[open]");
    await modal.locator(content).first().waitFor();
    await page.keyboard.press("Escape");
    await modal.waitFor({ state: "detached" });
  }
  assert.deepEqual([...new Set(said)].sort(), [...names].sort());
}

/** A frame of another service that has come, with a plain link beside it. */
async function assertEmbed(page: Page, within: string) {
  await page.locator(`${within} iframe`).scrollIntoViewIfNeeded();
  await page.frameLocator(`${within} iframe`).getByRole("heading", { name: "Another host" }).waitFor();
  await assertCount(page, `${within} iframe`, 1);
  const links = await seen(page, `${within} .embed-link a`);
  assert.equal(links.length, 1);
  assertNewTabs(links);
}

describe("pages", { concurrency: 2 }, () => {
  row("R-PAGE-01", "/", async (page) => {
    await assertSays(page, ".hero", ["Agency, Academy, Advisory", "Do you want more customers from the internet?"]);
    await assertLeads(page, ".hero", "Fly With Us", "/ContactUs/");
    await assertCount(page, ".hero video[poster]", 1);
    assert.ok((await seen(page, `${under("trust")} img`)).length >= 3);
    assert.deepEqual(await texts(page, `${under("counters")} dd`), ["9+", "$2.5M+", "200+", "800K+", "$17M+", "16K+"]);
    const labels = (await texts(page, `${under("counters")} dt`)).map((text) => text.toLowerCase());
    assert.deepEqual(labels, ["years", "spends", "clients", "leads", "revenue", "people trained"]);
    await assertCount(page, `${under("options")} article`, 3);
    await assertCount(page, `${under("options")} article img`, 3);
    for (const [at, href] of ["/Agency/", "/Academy/", "/Advisory/"].entries()) {
      await assertLeads(page, `${under("options")} li:nth-child(${at + 1})`, "Get Started", href);
    }
    await assertCount(page, `${under("clients")} .carousel`, 2);
    assert.ok((await seen(page, `${under("clients")} .carousel-slide img`)).every(({ label }) => label !== ""));
    assert.deepEqual(await texts(page, `${under("process")} li h3`), ["Apply", "See if we can work together", "We take it from there"]);
    await assertCount(page, `${under("founder")} img`, 1);
    await assertSays(page, under("founder"), ["Founder & Chief Executive", "over 2 lakh people"]);
    await assertSays(page, under("data"), ["3-4x", "Over $2M", "200+", "16000+", "2X", "10X"]);
    await assertCount(page, `${under("awards")} img`, 3);
    await assertCount(page, `${under("awards")} figcaption`, 3);
    const voices = under("testimonials");
    await assertVoices(page, voices, 7, "[1-5]");
    for (const part of ["blockquote", "figcaption img", "figcaption b"]) {
      await assertCount(page, `${voices} ${part}`, 7);
    }
    const works = await page.locator(`${voices} figcaption`).evaluateAll((all) => all.map((caption) => (caption as HTMLElement).innerText.trim().split("\n").length));
    assert.deepEqual(works, [2, 2, 2, 2, 2, 2, 2], "a name and a role");
    assert.deepEqual(await texts(page, `${under("case-studies")} h3`), ["Techgyan", "ECG Academy", "Skin Pot co", "YCB Academy"]);
    await assertCount(page, `${under("case-studies")} article img`, 4);
    const studies = await seen(page, `${under("case-studies")} article a`);
    assert.deepEqual(studies.map(({ href }) => href.split("#")[0]), Array(4).fill("/CaseStudies/"));
    await assertCount(page, `${under("faq")} summary`, 4);
    await assertSays(page, under("about"), ["About Eyrie"]);
  });

  row("R-PAGE-02", "/AboutUs/", async (page) => {
    await assertSays(page, "#purposeofeyrie", ["Purpose of Eyrie"]);
    await assertCount(page, "#ourphilosophy .carousel-slide", 12);
    await assertCount(page, "#ourphilosophy .carousel-slide img", 12);
    await assertCount(page, "#ourphilosophy .carousel-slide h3", 12);
    await assertCount(page, "#meetourteam article", 14);
    await assertCount(page, "#meetourteam article img", 14);
    const titles = await texts(page, "#meetourteam .person-title");
    assert.equal(titles.length, 14);
    assert.ok(titles.includes("Founder & Chief Executive") && titles.includes("Chief Technology Officer"), titles.join());
    assert.equal(titles.filter((title) => /founder/i.test(title) && /affiliated company/i.test(title)).length, 3, titles.join());
    const films = await seen(page, "#headlinesandhighlights article a");
    assert.equal(films.length, 6);
    assertNewTabs(films);
    await assertSays(page, "#empoweringchange", ["Social responsibility"]);
  });

  row("R-PAGE-03", "/CaseStudies/", async (page) => {
    await assertCount(page, "main article", 6);
    for (const id of ["Techgyan", "ECGAcademy", "SkinPotco", "YCBAcademy", "BlissPads", "RichTwin"]) {
      assert.deepEqual(await texts(page, `#${id} h3`), ["Overview", "Target audience", "Achievement"], id);
      assert.ok((await texts(page, `#${id} h3 ~ *`)).every((text) => text.length > 40), id);
    }
    await assertSays(page, ".call-to-action", ["Ready to Get Featured?"]);
    assert.deepEqual((await seen(page, ".call-to-action a")).map(({ href }) => href), ["/ContactUs/"]);
  });

  row("R-PAGE-04", "/Blogs/", async (page) => {
    const featured = under("featured");
    for (const part of ["article", "h3", ".card-text"]) {
      await assertCount(page, `${featured} ${part}`, 4);
    }
    assert.ok((await texts(page, `${featured} .meta`)).every((date) => /^\d{1,2} (June|July|August) 2023$/.test(date)));
    const explore = (await seen(page, `${featured} a`)).filter(({ text }) => text.startsWith("Explore"));
    assert.equal(explore.length, 4);
    assert.ok(explore.every(({ href }) => ARTICLES.some((route) => href === `${route}/`)));
    const recent = "aside.recent-posts";
    await assertSays(page, recent, ["Recent Post"]);
    await assertCount(page, `${recent} li`, 12);
    await assertCount(page, `${recent} li img`, 12);
    const posts = await seen(page, `${recent} li h3 a`);
    assert.equal(new Set(posts.map(({ href }) => href)).size, 12);
    assert.ok(posts.every(({ href, text }) => text !== "" && ARTICLES.some((route) => href === `${route}/`)));
    const lines = await texts(page, `${recent} li .meta`);
    assert.equal(lines.filter((line) => /^By \S+ .*\d{1,2} (June|July|August) 2023$/.test(line)).length, 12, lines.join("; "));
  });

  test("R-PAGE-05: the articles", () =>
    visit("/Privyr/", { width: 360, reducedMotion: true }, async (page) => {
      for (const route of ARTICLES) {
        await page.goto(route, { waitUntil: "domcontentloaded" });
        // One template: its wide form is looked at in one of them.
        for (const width of route === ARTICLES[0] ? [1200, 360] : [360]) {
          await page.setViewportSize({ width, height: 800 });
          await assertCount(page, ".site-header .brand", 1);
          const [title] = await texts(page, "main h1");
          const [banner] = await texts(page, ".banner-article .uppercase");
          assert.ok(title && banner && banner === banner.toUpperCase(), `${route}: ${banner}, ${title}`);
          await assertCount(page, "article .article-picture img", 1);
          await assertCount(page, ".article-date svg", 1);
          const [date] = await texts(page, ".article-date time");
          const day = Date.parse(`${date} UTC`);
          assert.ok(day >= Date.UTC(2023, 5, 16) && day <= Date.UTC(2023, 7, 16), `${route}: ${date}`);
          assert.ok((await seen(page, ".prose h2")).length >= 3 && (await seen(page, ".prose li:first-child")).length > 0, route);
          const words = await page.locator(".prose").evaluateAll((all) => all.map((prose) => (prose as HTMLElement).innerText).join(" ").split(/\s+/).length);
          assert.ok(words >= 600, `${route}: ${words} words`);
          await assertLeads(page, "article .centred", "Get In Touch", "/ContactUs/");
          const middle = await page.locator("article .centred a").evaluate((link) => {
            const [own, around] = [link, link.closest(".centred") ?? link].map((element) => element.getBoundingClientRect());
            return own && around && Math.abs(own.left + own.right - around.left - around.right);
          });
          assert.ok(middle !== undefined && middle < 4, `${route}: it is centred`);
          await assertCount(page, ".site-footer .copyright", 1);
        }
      }
    }));

  const SALARIES = ["6.5 lakh", "4.5 to 5 lakh", "12 to 20 lakh", "20 to 30 lakh"];
  row("R-PAGE-05", "/DigitalMarketingJobsforFreshers/", async (page) => {
    const headings = await texts(page, "article h2");
    for (const heading of ["Digital Marketing Analyst", "SEO Specialist", "Associate Digital Marketing Specialist", "Conclusion"]) {
      assert.ok(headings.includes(heading), heading);
    }
    await assertSays(page, "article", SALARIES);
  });

  const SYLLABUS = [
    "marketing fundamentals and objectives", "social media marketing", "copywriting", "creatives and designs", "video creation methods",
    "artificial intelligence in marketing", "customer avatar and business models", "search engine optimization", "Google Ads",
    "Facebook Ads level 1", "sales funnel", "Facebook Ads level 2", "Instagram usage in business", "influence through LinkedIn",
    "automation", "capstone project",
  ];
  row("R-PAGE-05", "/DigitalMarketingCourseAfter12th/", async (page) => {
    await assertSays(page, ".prose ol", SYLLABUS);
    assert.equal(SYLLABUS.length, 16);
    await assertSays(page, ".prose", ["course package", "one month", "Phone", "E-mail", "Address", "Chennai"]);
  });

  row("R-PAGE-05", "/CompleteDigitalMarketingCourse/", (page) => assertSays(page, "main", ["12 courses in 1"]));

  row("R-PAGE-06", "/Agency/", async (page) => {
    assert.deepEqual(await texts(page, ".banner h1"), ["Agency"]);
    await assertLeads(page, ".banner", "Get In Touch", "/ContactUs/");
    await assertLeads(page, ".banner", "Work With Us", "/ContactUs/");
    for (const id of ["pitch", "clients", "whyworkwithus", "whatwedo", "howitworks", "testimonials"]) {
      await assertCount(page, `#${id} h2`, 1);
    }
    assert.ok((await seen(page, "#clients .carousel-slide img")).length >= 5);
    await assertVoices(page, "#testimonials", 3, "[1-5]");
  });

  row("R-PAGE-07", "/Academy/", async (page) => {
    assert.deepEqual(await texts(page, ".banner h1"), ["Academy"]);
    await assertSays(page, "#summary", ["Next cohort November 2025", "Duration 1 month", "21 modules", "Limited students per cohort"]);
    assert.deepEqual(await texts(page, "#faculty h3"), ["Faculty", "Expert sessions", "Special lectures"]);
    await assertCount(page, "#faculty .people-group", 3);
    const people = (await seen(page, "#faculty article")).length;
    assert.ok(people >= 6);
    await assertCount(page, "#faculty article img", people);
    const links = await seen(page, "#faculty article a");
    assert.equal(links.length, 3 * people);
    assert.equal(await page.locator("#faculty article li:nth-child(3):last-child a").count(), people, "three each");
    assertNewTabs(links);
    const audience = ["Students", "Home-makers", "Retired individuals", "Career transition", "Abundant opportunities"];
    assert.deepEqual(await texts(page, "#audience h3"), audience);
    await assertSays(page, "#scope", ["$16M"]);
    assert.ok((await seen(page, "#scope dd")).length >= 4);
    assert.ok((await seen(page, "#enrolment ol > li")).length >= 3);
    assert.ok((await seen(page, "#features li")).length >= 3);
    await assertVoices(page, "#testimonials", 3, "5");
    await assertOpens(page, '[data-opens="brochure-dialog"]', ["Download Brochure"], "iframe");
    for (const [within, name] of [["#summary", "Join Now"], ["#audience", "Apply Now"], ["#enrolment", "Enrol Now"]] as const) {
      await assertOpens(page, `${within} [data-opens="enrolment-dialog"]`, [name], "iframe");
    }
  });

  row("R-PAGE-08", "/DigitalMarketingCourse/", async (page) => {
    await assertCount(page, ".banner h1", 1);
    await assertSays(page, "#certification", ["certificate"]);
    await assertCount(page, "#syllabus summary", 21);
    const tools = await seen(page, "#tools img");
    assert.ok(tools.length >= 6 && tools.every(({ label }) => label !== ""));
    await assertCount(page, "#journey img", 1);
    await assertOpens(page, "[data-opens]", ["Apply Now", "Become a Digital Entrepreneur"], 'form input[name="Business Website"]');
  });

  row("R-PAGE-09", "/Advisory/", async (page) => {
    assert.deepEqual(await texts(page, ".banner h1"), ["ADvisory"]);
    await assertSays(page, "#experience", ["10+"]);
    await assertCount(page, "#services h3", 7);
    const results = await texts(page, "#services dd");
    assert.deepEqual(results, ["68%", "45%", "25%", "60%", "40%", "3x", "20%", "55%"]);
    assert.equal(await page.locator("#services ul > li:has(dd)").count(), 7, "a result for each");
    await assertSays(page, "#reasons", ["2X time saved", "10X growth"]);
    assert.ok((await seen(page, "#reasons h3")).length >= 3);
    await assertCount(page, "#approach h2", 1);
    await assertOpens(page, ".banner [data-opens]", ["Get In Touch"], 'form input[name="Business Website"]');
    assert.ok((await seen(page, "main section [data-opens]")).length >= 2);
  });

  row("R-PAGE-10", "/WorkWithUs/", async (page) => {
    const ids = ["workculture", "funatwork", "companyvibe", "welookfor", "whyjoinus", "eagleattitude", "internship", "currentopenings", "contact", "careers"];
    for (const id of ids) {
      await assertCount(page, `#${id} h2`, 1);
    }
    await assertSays(page, "#welookfor", ["The 8 Cs we look for"]);
    const letters = await texts(page, "#welookfor h3");
    assert.ok(letters.length === 8 && letters.every((word) => word.startsWith("C")), letters.join());
    await assertCount(page, "#whyjoinus .carousel-slide", 11);
    await assertSays(page, "#eagleattitude", ["Eagle Attitude"]);
    assert.deepEqual(await texts(page, "#currentopenings h3"), ["Graphic Designer", "Video Editor", "Digital Marketing Executive", "Sales Expert"]);
    await assertSays(page, "#contact", ["Phone", "E-mail", "Chennai"]);
    await assertVoices(page, "#testimonials", 3, "5");
    await assertOpens(page, "#careers [data-opens]", ["Apply Now"], 'form select');
  });

  row("R-PAGE-11", "/ToursandWorkshops/", async (page) => {
    await assertSays(page, "#officevisit", ["Office visit"]);
    await assertSays(page, "#workshop", ["BYOB", "90-120 minutes"]);
    await assertSays(page, "#meetandgreet", ["Meet and Greet with the founder"]);
    await assertOpens(page, ".banner [data-opens]", ["Get notified"], 'form input[type="email"], form input[autocomplete="email"]');
  });

  row("R-PAGE-12", "/ContactUs/", async (page) => {
    assert.deepEqual(await texts(page, ".banner h1"), ["Contact"]);
    await assertSays(page, "#details", ["Phone", "E-mail", "Chennai"]);
    const hrefs = (await seen(page, "#details a")).map(({ href }) => href);
    assert.ok(hrefs.some((href) => /^tel:\+?\d+$/.test(href)) && hrefs.some((href) => /^mailto:.+@/.test(href)), hrefs.join());
    await assertEmbed(page, "#form");
    await page.locator("#map details").evaluate((map: HTMLDetailsElement) => (map.open = true));
    await assertEmbed(page, "#map");
  });

  row("R-PAGE-13", "/Privyr/", async (page) => {
    await assertCount(page, "main section img", 1);
    assertNewTabs(await seen(page, "main section a"));
    const tab = page.context().waitForEvent("page");
    await page.getByRole("link", { name: "Click Here" }).click();
    assert.equal(await (await tab).evaluate(() => opener), null, "it cannot reach back");
    assert.ok(page.url().endsWith("/Privyr/"), "the site stays open");
    await (await tab).close();
  });

  const LEGAL = {
    "/RefundandCancellationPolicy/": [
      "INR 70,000 plus 18% GST", "non-refundable slot booking of INR 10,000 plus 18% GST", "reserve a slot in the upcoming batch",
      "on or before the day on which classes commence", "no refund is made", "at least 10 days before the start", "INR 10,000, excluding GST",
      "Only that fee is refunded", "by e-mail or in writing to the administration team", "in a reasonable timeframe", "non-transferable",
      "may change without notice", "Phone",
    ],
    "/TermsandConditions/": ["law of India", "exclusive jurisdiction", "Tamil Nadu", "within the time stated for it, you may claim a refund"],
    "/PrivacyPolicy/": [
      "Your name", "postal address and e-mail address", "Demographic information", "Preferences", "do not store card data", "Service providers",
      "Group companies", "Auditors", "Authorities", "withdraw your consent", "for as long as we provide the service", "as the law permits", "use cookies",
    ],
  };
  for (const [path, facts] of Object.entries(LEGAL)) {
    row("R-PAGE-14", path, async (page) => {
      await assertSays(page, "main .prose", facts);
      const hrefs = (await seen(page, "main .prose a")).map(({ href }) => href);
      assert.ok(hrefs.some((href) => href.startsWith("mailto:")) || path !== "/PrivacyPolicy/", hrefs.join());
    });
  }

  // Those that the rows above don't read already.
  const FIGURES = {
    "/AboutUs/": ["9+ years", "200+ clients", "800K+ leads", "16000+ people mentored", "over 2 lakh people"],
    "/Agency/": ["3-4x", "over $2M", "200+", "800K+"],
    "/Academy/": ["16000+", "800K+", "INR 10,000 plus 18% GST", "INR 70,000 plus 18% GST"],
    "/Advisory/": ["16000+", "over $2M", "200+", "3-4x", "over 2 lakh people"],
    "/DigitalMarketingCourse/": ["Next cohort November 2025", "Duration 1 month", "21 modules"],
    "/ScopeofDigitalMarketing/": SALARIES,
    "/DigitalMarketingSpecialist/": SALARIES,
  };
  for (const [path, facts] of Object.entries(FIGURES)) {
    row("R-PAGE-15", path, (page) => assertSays(page, "main", facts));
  }
});
