/**
 * The visible elements of a page.
 *
 * An element is visible if it has a box on the screen, is not transparent, and nothing opaque lies over its middle. All elements are examined in one call, so
 * that nothing moves meanwhile.
 */

import assert from "node:assert/strict";

import type { Page } from "playwright-core";

export interface VisibleElement {
  /** Its text as shown, with single spaces. */
  text: string;
  /** A picture's alternative text, or the element's `aria-label`. */
  label: string;
  href: string;
  target: string;
  rel: string;
}

/** `hidden` says why the element cannot be seen. */
type ExaminedElement = VisibleElement & { hidden: string };

/** Returns the elements that match a selector. Fails if one of them cannot be seen. */
export async function assertVisible(page: Page, selector: string): Promise<VisibleElement[]> {
  await waitForPictures(page, selector);
  const found = await page.evaluate(examine, selector);
  const hidden = found.filter((element) => element.hidden !== "").map(({ hidden, text, label }) => `${hidden}: ${text || label}`);
  assert.deepEqual(hidden, [], `hidden ${selector} on ${page.url()} at ${page.viewportSize()?.width} pixels`);
  return found;
}

/** Fails unless all links lead to other sites, in a new tab that cannot reach back. */
export function assertNewTabs(links: VisibleElement[]) {
  for (const { href, target, rel, text } of links) {
    assert.ok(/^https:\/\/./.test(href) && target === "_blank" && rel.includes("noopener"), `${text} to ${href}`);
  }
}

/** Waits until the pictures among the elements are loaded, or known to be missing. */
async function waitForPictures(page: Page, selector: string) {
  await page.waitForFunction((named) => {
    const images = [...document.querySelectorAll(named)].filter((element) => element instanceof HTMLImageElement);
    images.forEach((image) => (image.loading = "eager"));
    return images.every((image) => image.complete);
  }, selector);
}

/** Runs in the page. */
function examine(selector: string): ExaminedElement[] {
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
