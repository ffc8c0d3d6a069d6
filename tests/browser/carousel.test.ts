/** R-MOTION-01 to -05 on the pages that have them: how many slides are in view, when they move and for how long, and who can stop them. */

import assert from "node:assert/strict";
import { test } from "node:test";

import type { Page } from "playwright-core";

import type { CarouselProps } from "../../islands/props";
import { islandProps } from "./site";
import { WIDTHS, animateTo, animations, assertNoShift, bringIntoView, drawFrame, waitForHydration, stopAnimations, swipe, visit } from "./support";

/** A carousel, and what the content says of it. */
interface Expected {
  what: string;
  path: string;
  /** The section that holds it. */
  within: string;
  slides: number;
  /** Slides in view at each of WIDTHS. */
  inView: number[];
  restMs: number;
  moveMs: number;
  labels: CarouselProps["labels"];
}

/** The first carousel of a kind on a page. Its timings and counts are content (R-MOTION-05). */
function expected(what: string, path: string, within: string, kind: string): Expected {
  const props = islandProps(path, "Carousel").find((props) => props.kind === kind);
  assert.ok(props, `${path} has a carousel of ${kind}`);
  const { settings, slides, labels } = props;
  const counts = Object.entries(settings.items).map(([from, count]) => ({ from: Number(from), count }));
  const inView = WIDTHS.map((width) => Math.min(slides.length, counts.filter(({ from }) => from <= width).at(-1)?.count ?? 1));
  return { what, path, within, slides: slides.length, inView, restMs: settings.autoplay_ms, moveMs: settings.speed_ms, labels };
}

const HOME_TESTIMONIALS = expected("home testimonials", "/", '[aria-labelledby="testimonials"]', "testimonials");
const HOME_CASES = expected("case studies", "/", '[aria-labelledby="case-studies"]', "cases");

const CAROUSELS: Expected[] = [
  expected("client logos", "/", '[aria-labelledby="clients"]', "logos"),
  expected("client logos of the agency", "/Agency/", "#clients", "logos"),
  HOME_TESTIMONIALS,
  HOME_CASES,
  expected("why join us", "/WorkWithUs/", "#whyjoinus", "points"),
  expected("philosophy", "/AboutUs/", "#ourphilosophy", "principles"),
  expected("testimonials of the careers page", "/WorkWithUs/", "#testimonials", "testimonials"),
  expected("testimonials of the academy", "/Academy/", "#testimonials", "testimonials"),
  expected("testimonials of the agency", "/Agency/", "#testimonials", "testimonials"),
];

const { within: TESTIMONIALS, slides: LAST, restMs: REST_MS, labels: LABELS } = HOME_TESTIMONIALS;
const { within: CASE_STUDIES } = HOME_CASES;

/** The label of the slide with the number `n`. */
const position = (n: number) => LABELS.position.replace("{n}", String(n)).replace("{of}", String(LAST));

/** The numbers of the slides that are wholly in view, from the left. */
function inView(page: Page, within: string): Promise<number[]> {
  return page.locator(`${within} .carousel-list`).first().evaluate((list) => {
    const { left, right } = list.getBoundingClientRect();
    return [...list.querySelectorAll(".carousel-slide")]
      .map((slide) => ({ n: Number(slide.getAttribute("data-slot")) + 1, box: slide.getBoundingClientRect() }))
      .filter(({ box }) => box.left > left - 2 && box.right < right + 2)
      .sort((a, b) => a.box.left - b.box.left)
      .map(({ n }) => n);
  });
}

/** How much of the first visible slide is cut off at the left, from 0 to 1. */
function offset(page: Page, within: string): Promise<number> {
  return page.locator(`${within} .carousel-list`).first().evaluate((list) => {
    const { left } = list.getBoundingClientRect();
    const boxes = [...list.querySelectorAll(".carousel-slide")].map((slide) => slide.getBoundingClientRect());
    const [first] = boxes.filter((box) => box.right > left + 2).sort((a, b) => a.left - b.left);
    return first ? (left - first.left) / first.width : NaN;
  });
}

/** The numbers of `count` slides of a loop of `slides`, from the `first` on. */
const slidesFrom = (first: number, count: number, slides: number) => Array.from({ length: count }, (_, at) => ((first - 1 + at + slides) % slides) + 1);

/** Waits until the carousel is hydrated, with all animations stopped. */
async function ready(page: Page, within: string) {
  await stopAnimations(page);
  await waitForHydration(page, `${within} [data-island="Carousel"]`);
  await bringIntoView(page, `${within} .carousel`);
}

/** Lets the clock run until just before a move, and then into it. */
async function runToMove(page: Page, within: string, restMs: number) {
  await page.clock.runFor(restMs - 1);
  assert.deepEqual(await animations(page, `${within} .carousel-track`), [], `it rests for ${restMs} ms`);
  await page.clock.runFor(1);
  const [animation, ...others] = await animations(page, `${within} .carousel-track`);
  assert.ok(animation, `it moves after ${restMs} ms`);
  assert.deepEqual(others, []);
  return animation;
}

/** Lets the clock run. Fails if anything moves. */
async function assertStandsStill(page: Page, within: string, ms: number) {
  await page.clock.runFor(ms);
  assert.deepEqual(await animations(page, `${within} .carousel-track`), [], `it stands still for ${ms} ms`);
}

/** Ends the move that is running. */
async function endMove(page: Page, within: string) {
  await animateTo(page, `${within} .carousel-track`, 1e6);
  await drawFrame(page);
}

const button = (page: Page, within: string, name: string) => page.locator(`${within} .carousel`).first().getByRole("button", { name, exact: true });

for (const path of new Set(CAROUSELS.map((carousel) => carousel.path))) {
  const carousels = CAROUSELS.filter((carousel) => carousel.path === path);

  test(`${path}: as many slides as the settings say are in view at each width, and all can be read without scripts`, () =>
    visit(path, { scripts: false }, async (page) => {
      for (const { what, within, slides, inView: counts } of carousels) {
        const all = page.locator(`${within} .carousel`).first().locator(".carousel-slide");
        assert.equal(await all.count(), slides, what);
        for (const [at, width] of WIDTHS.entries()) {
          await page.setViewportSize({ width, height: 800 });
          assert.deepEqual(await inView(page, within), slidesFrom(1, counts[at] ?? 0, slides), `${what} at ${width} pixels`);
          assert.equal(await page.locator(`${within} .carousel-controls`).first().isVisible(), false);
        }
        for (const slide of await all.all()) {
          await slide.scrollIntoViewIfNeeded();
          assert.ok(await slide.isVisible());
        }
      }
    }));

  test(`${path}: carousels are hydrated without a shift, rest and move for the times of their settings, and go round`, () =>
    visit(path, { width: 670, clock: true }, async (page) => {
      for (const { what, within, slides, inView: counts, restMs, moveMs } of carousels) {
        const count = counts[WIDTHS.indexOf(670)] ?? 0;
        await ready(page, within);
        assert.deepEqual(await inView(page, within), slidesFrom(1, count, slides), what);
        await assertNoShift(page);
        if (slides === count) continue;
        for (const first of [1, 2]) {
          assert.deepEqual(await inView(page, within), slidesFrom(first, count, slides), what);
          const { duration } = await runToMove(page, within, restMs);
          assert.equal(duration, moveMs, what);
          await animateTo(page, `${within} .carousel-track`, duration / 2);
          const half = await offset(page, within);
          assert.ok(half > 0.3 && half < 0.7, `${what}: half way at half time: ${half}`);
          await animateTo(page, `${within} .carousel-track`, duration - 1);
          assert.equal((await animations(page, `${within} .carousel-track`)).length, 1, "it moves until its time is over");
          await endMove(page, within);
        }
        assert.deepEqual(await inView(page, within), slidesFrom(3, count, slides), what);
        await page.locator(`${within} .carousel-list`).first().focus();
        for (const [key, first] of [["Home", 1], ["ArrowLeft", slides], ["ArrowRight", 1]] as const) {
          await page.keyboard.press(key);
          await endMove(page, within);
          assert.deepEqual(await inView(page, within), slidesFrom(first, count, slides), `${what} goes round`);
        }
      }
    }));
}

test("its arrows go both ways, round the end", () =>
  visit("/", { width: 670, clock: true }, async (page) => {
    await ready(page, TESTIMONIALS);
    const seen = [];
    for (const name of [LABELS.previous, LABELS.previous, LABELS.next, LABELS.next, LABELS.next]) {
      await button(page, TESTIMONIALS, name).click();
      await endMove(page, TESTIMONIALS);
      seen.push(await inView(page, TESTIMONIALS));
    }
    assert.deepEqual(seen, [[LAST, 1], [LAST - 1, LAST], [LAST, 1], [1, 2], [2, 3]]);
  }));

test("a click during a move goes on from where it is", () =>
  visit("/", { width: 670, clock: true }, async (page) => {
    await ready(page, TESTIMONIALS);
    await button(page, TESTIMONIALS, LABELS.next).click();
    const [move] = await animations(page, `${TESTIMONIALS} .carousel-track`);
    assert.ok(move);
    await animateTo(page, `${TESTIMONIALS} .carousel-track`, move.duration / 2);
    const before = await offset(page, TESTIMONIALS);
    await button(page, TESTIMONIALS, LABELS.next).click();
    await animateTo(page, `${TESTIMONIALS} .carousel-track`, 0);
    assert.ok(Math.abs((await offset(page, TESTIMONIALS)) - before) < 0.02, "nothing jumps");
    await endMove(page, TESTIMONIALS);
    assert.deepEqual(await inView(page, TESTIMONIALS), [3, 4]);
  }));

test("its dots go to their slide, and say which is the first in view", () =>
  visit("/", { width: 414, clock: true }, async (page) => {
    await ready(page, CASE_STUDIES);
    const dots = page.locator(`${CASE_STUDIES} .carousel`).getByRole("group", { name: LABELS.choose }).getByRole("button");
    const all = Array.from({ length: HOME_CASES.slides }, (_, at) => at + 1);
    assert.equal(await dots.count(), all.length);
    for (const wanted of [3, 1, all.length, 2]) {
      await dots.nth(wanted - 1).click();
      await endMove(page, CASE_STUDIES);
      assert.deepEqual(await inView(page, CASE_STUDIES), [wanted]);
      assert.deepEqual(await dots.evaluateAll((all) => all.map((dot) => dot.getAttribute("aria-current"))), all.map((n) => String(n === wanted)));
    }
  }));

test("it waits while the mouse is on it, and goes on after that", () =>
  visit("/", { width: 670, clock: true }, async (page) => {
    await ready(page, TESTIMONIALS);
    await page.locator(`${TESTIMONIALS} .carousel-list`).hover();
    await assertStandsStill(page, TESTIMONIALS, 20_000);
    await page.mouse.move(0, 0);
    await drawFrame(page);
    await runToMove(page, TESTIMONIALS, REST_MS);
  }));

test("keyboard focus in it stops it, until its button starts it", () =>
  visit("/", { width: 670, clock: true }, async (page) => {
    await ready(page, TESTIMONIALS);
    await button(page, TESTIMONIALS, LABELS.pause).focus();
    await page.keyboard.press("Tab");
    await button(page, TESTIMONIALS, LABELS.play).waitFor();
    await assertStandsStill(page, TESTIMONIALS, 20_000);
    assert.deepEqual(await inView(page, TESTIMONIALS), [1, 2]);
    await page.keyboard.press("Shift+Tab");
    await page.keyboard.press("Enter");
    await button(page, TESTIMONIALS, LABELS.pause).waitFor();
    await runToMove(page, TESTIMONIALS, REST_MS);
  }));

test("its button pauses it, and starts it again though the mouse is on it", () =>
  visit("/", { width: 670, clock: true }, async (page) => {
    await ready(page, TESTIMONIALS);
    const live = page.locator(`${TESTIMONIALS} [aria-live]`).first();
    assert.equal(await live.getAttribute("aria-live"), "off");
    await button(page, TESTIMONIALS, LABELS.pause).click();
    await page.mouse.move(0, 0);
    await assertStandsStill(page, TESTIMONIALS, 20_000);
    assert.deepEqual(await inView(page, TESTIMONIALS), [1, 2]);
    assert.equal(await live.getAttribute("aria-live"), "polite");
    await button(page, TESTIMONIALS, LABELS.play).click();
    assert.equal(await live.getAttribute("aria-live"), "off");
    await runToMove(page, TESTIMONIALS, REST_MS);
  }));

test("it rests while it is out of sight", () =>
  visit("/", { width: 670, clock: true }, async (page) => {
    await ready(page, TESTIMONIALS);
    await page.evaluate(() => scrollTo({ top: 0, behavior: "instant" }));
    await drawFrame(page);
    await assertStandsStill(page, TESTIMONIALS, 20_000);
    assert.deepEqual(await inView(page, TESTIMONIALS), [1, 2]);
  }));

test("the arrow keys, Home and End steer it", () =>
  visit("/", { width: 670, clock: true }, async (page) => {
    await ready(page, TESTIMONIALS);
    await page.locator(`${TESTIMONIALS} .carousel-list`).first().focus();
    const seen = [];
    for (const key of ["ArrowRight", "ArrowLeft", "ArrowLeft", "Home", "End"]) {
      await page.keyboard.press(key);
      await endMove(page, TESTIMONIALS);
      seen.push(await inView(page, TESTIMONIALS));
    }
    assert.deepEqual(seen, [[2, 3], [1, 2], [LAST, 1], [1, 2], [LAST, 1]]);
    assert.equal(await page.locator(`${TESTIMONIALS} [aria-live] > p`).textContent(), position(LAST), "the new position is announced");
  }));

test("a swipe moves it, round the end too, and it rests after that", () =>
  visit("/", { width: 414, touch: true, clock: true }, async (page) => {
    await ready(page, TESTIMONIALS);
    const seen = [];
    for (const by of [220, 220, -220, -220, -220]) {
      await swipe(page, `${TESTIMONIALS} .carousel-list`, by);
      // The browser snaps to the next slide by itself.
      await page.waitForFunction((within) => {
        const list = document.querySelector(`${within} .carousel-list`)?.getBoundingClientRect();
        const slides = [...document.querySelectorAll(`${within} .carousel-slide`)].map((slide) => slide.getBoundingClientRect());
        return list && slides.some((slide) => Math.abs(slide.left - list.left) < 1);
      }, TESTIMONIALS);
      await drawFrame(page);
      await page.clock.runFor(200);
      seen.push(await inView(page, TESTIMONIALS));
    }
    assert.deepEqual(seen, [[LAST], [LAST - 1], [LAST], [1], [2]]);
    await runToMove(page, TESTIMONIALS, REST_MS);
  }));

test("with reduced motion it stands still, and jumps at a click", () =>
  visit("/", { width: 670, reducedMotion: true, clock: true }, async (page) => {
    for (const within of ['[aria-labelledby="clients"]', TESTIMONIALS, CASE_STUDIES]) {
      await ready(page, within);
      const before = await inView(page, within);
      await assertStandsStill(page, within, 60_000);
      assert.deepEqual(await inView(page, within), before);
    }
    await button(page, TESTIMONIALS, LABELS.next).click();
    assert.deepEqual(await animations(page, `${TESTIMONIALS} .carousel-track`), []);
    assert.deepEqual(await inView(page, TESTIMONIALS), [2, 3]);
  }));

/** Whether all slides of a carousel are in view on a wide screen, and not on a narrower one. */
const isWholeWhereWide = ({ slides, inView }: Expected) => inView[WIDTHS.indexOf(1200)] === slides && inView[WIDTHS.indexOf(670)] !== slides;
const WHOLE = [HOME_CASES, ...CAROUSELS].find(isWholeWhereWide) ?? HOME_CASES;

test("where all slides are in view it has no controls and stands still", { skip: !isWholeWhereWide(WHOLE) }, () =>
  visit(WHOLE.path, { width: 1200, clock: true }, async (page) => {
    const { within, slides, labels, restMs } = WHOLE;
    await ready(page, within);
    assert.equal(await button(page, within, labels.next).count(), 0);
    await assertStandsStill(page, within, 20_000);
    assert.equal((await inView(page, within)).length, slides);
    await page.setViewportSize({ width: 670, height: 800 });
    await bringIntoView(page, `${within} .carousel`);
    await runToMove(page, within, restMs);
  }));

test("it is a carousel for those who cannot see it", () =>
  visit("/", { width: 670, clock: true }, async (page) => {
    await ready(page, TESTIMONIALS);
    const carousel = page.locator(`${TESTIMONIALS} .carousel`).first();
    assert.equal(await carousel.getAttribute("role"), "group");
    assert.equal(await carousel.getAttribute("aria-roledescription"), LABELS.role);
    assert.ok(await carousel.getAttribute("aria-label"));
    const slides = carousel.locator(".carousel-slide");
    assert.deepEqual(
      await slides.evaluateAll((all) => all.map((slide) => [slide.localName, ...["role", "aria-roledescription", "aria-label"].map((name) => slide.getAttribute(name))])),
      Array.from({ length: LAST }, (_, at) => ["div", "group", LABELS.slide, position(at + 1)]),
    );
    const [first] = await carousel.locator("button, [tabindex], a").all();
    assert.equal(await first?.getAttribute("aria-label"), LABELS.pause, "the first stop of Tab");
  }));
