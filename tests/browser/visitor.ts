/**
 * What someone sees who looks at a page: the elements a selector names, each brought into view, and none of them hidden.
 *
 * 1. Pictures are waited for; everything else is asked at once, so that nothing can move meanwhile.
 * 2. An element is seen when it has a box on the screen, is not transparent, and nothing opaque lies over its middle.
 * 3. Its text is what is read: single spaces, letters as they are shown.
 */

import assert from "node:assert/strict";

import type { Page } from "playwright-core";

export interface Seen {
  text: string;
  /** A picture's alternative text, or the name that an element has for who cannot see it. */
  label: string;
  href: string;
  target: string;
  rel: string;
}

type Found = Seen & { hidden: string };

/** The elements that a selector names. Fails when one of them cannot be seen. */
export async function seen(page: Page, selector: string): Promise<Seen[]> {
  await pictures(page, selector);
  const found = await page.evaluate(look, selector);
  const hidden = found.filter((element) => element.hidden !== "").map(({ hidden, text, label }) => `${hidden}: ${text || label}`);
  assert.deepEqual(hidden, [], `hidden ${selector} on ${page.url()} at ${page.viewportSize()?.width} pixels`);
  return found;
}

/** All of them leave the site, by a new tab that cannot reach back. */
export function assertNewTabs(links: Seen[]) {
  for (const { href, target, rel, text } of links) {
    assert.ok(/^https:\/\/./.test(href) && target === "_blank" && rel.includes("noopener"), `${text} to ${href}`);
  }
}

/** Waits until the pictures among the elements are there, or known to be missing. */
async function pictures(page: Page, selector: string) {
  await page.waitForFunction((named) => {
    const images = [...document.querySelectorAll(named)].filter((element) => element instanceof HTMLImageElement);
    images.forEach((image) => (image.loading = "eager"));
    return images.every((image) => image.complete);
  }, selector);
}

/** Runs in the page. */
function look(selector: string): Found[] {
  const plain = (text: string) => text.replace(/\s+/g, " ").trim();
  const textOf = (element: Element) => plain(element instanceof HTMLElement ? element.innerText : (element.textContent ?? ""));

  const isOpaque = (element: Element) => {
    const { backgroundColor, backgroundImage, opacity } = getComputedStyle(element);
    const isClear = /^rgba\(.*, 0\)$|\/ 0\)$|^transparent$/.test(backgroundColor);
    return Number(opacity) > 0.1 && (!isClear || backgroundImage !== "none" || element.matches("img, video, iframe, canvas"));
  };

  const hiddenBy = (element: Element): string => {
    if (!element.checkVisibility({ opacityProperty: true, visibilityProperty: true })) {
      return "not shown";
    }
    element.scrollIntoView({ block: "center", inline: "center", behavior: "instant" });
    const rects = [...element.getClientRects()].filter(({ width, height }) => width > 1 && height > 1);
    const rect = rects[0];
    if (!rect) {
      return "without size";
    }
    const x = (Math.max(rect.left, 0) + Math.min(rect.right, innerWidth)) / 2;
    const y = (Math.max(rect.top, 0) + Math.min(rect.bottom, innerHeight)) / 2;
    if (rect.right <= 0 || rect.left >= innerWidth || rect.bottom <= 0 || rect.top >= innerHeight) {
      return "off the screen";
    }
    if (element instanceof HTMLImageElement && element.naturalWidth === 0) {
      return "a missing picture";
    }
    for (const over of document.elementsFromPoint(x, y)) {
      if (over === element || over.contains(element) || element.contains(over)) {
        return "";
      }
      if (isOpaque(over)) {
        return `covered by ${over.localName}.${over.className}`;
      }
    }
    return "cut off";
  };

  return [...document.querySelectorAll(selector)].map((element) => ({
    hidden: hiddenBy(element),
    text: textOf(element),
    label: plain(element.getAttribute("alt") ?? element.getAttribute("aria-label") ?? ""),
    href: element.getAttribute("href") ?? "",
    target: element.getAttribute("target") ?? "",
    rel: element.getAttribute("rel") ?? "",
  }));
}
