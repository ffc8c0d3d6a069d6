/** Scrolls an element to the middle of the screen, once the text has its own type: else it moves on the way. */
export async function scrollToMiddle(element: Element, calm: boolean) {
  await document.fonts.ready;
  // `scrollIntoView` would mind the header, and miss the middle.
  const { top, bottom } = element.getBoundingClientRect();
  scrollBy({ top: (top + bottom - innerHeight) / 2, behavior: calm ? "instant" : "smooth" });
}
