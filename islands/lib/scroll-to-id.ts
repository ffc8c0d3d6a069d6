/**
 * Scrolls the element named by `?id=X` to the middle of the screen or, if the header would cover its top there, to just
 * below the header. Focus moves there too, so that Tab leads on from the element. Fonts move the text, so they are
 * loaded first.
 */

const target = document.getElementById(new URLSearchParams(location.search).get("id") ?? "");
if (target) {
  void document.fonts.ready.then(() => {
    // `scrollIntoView` would subtract `scroll-padding` and miss the middle.
    const { top, bottom } = target.getBoundingClientRect();
    const headerBottom = document.querySelector("header")!.offsetHeight;
    const distance = Math.min((top + bottom - innerHeight) / 2, top - headerBottom);
    const hasReducedMotion = matchMedia("(prefers-reduced-motion)").matches;
    // Without the attribute, only links, fields and the like can be focused.
    if (target.tabIndex < 0) target.tabIndex = -1;
    target.focus({ preventScroll: true });
    scrollBy({ top: distance, behavior: hasReducedMotion ? "instant" : "smooth" });
  });
}

export {};
