/** Scrolls the element that `?id=X` names to the middle of the screen, once the text has its own type: else it moves on the way. */

const target = document.getElementById(new URLSearchParams(location.search).get("id") ?? "");
if (target) {
  void document.fonts.ready.then(() => {
    // `scrollIntoView` would mind the header, and miss the middle.
    const { top, bottom } = target.getBoundingClientRect();
    const isCalm = matchMedia("(prefers-reduced-motion)").matches;
    scrollBy({ top: (top + bottom - innerHeight) / 2, behavior: isCalm ? "instant" : "smooth" });
  });
}

export {};
