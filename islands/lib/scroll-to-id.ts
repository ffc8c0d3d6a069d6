/** Scrolls the element named by `?id=X` to the middle of the screen. Fonts move the text, so they are loaded first. */

const target = document.getElementById(new URLSearchParams(location.search).get("id") ?? "");
if (target) {
  void document.fonts.ready.then(() => {
    // `scrollIntoView` would subtract `scroll-padding` and miss the middle.
    const { top, bottom } = target.getBoundingClientRect();
    const hasReducedMotion = matchMedia("(prefers-reduced-motion)").matches;
    scrollBy({ top: (top + bottom - innerHeight) / 2, behavior: hasReducedMotion ? "instant" : "smooth" });
  });
}

export {};
