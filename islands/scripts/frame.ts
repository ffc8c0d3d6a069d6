/**
 * What every page does beyond its HTML and CSS, which already do the most of it. It comes once the page is loaded and painted.
 *
 * 1. `?id=X` scrolls X to the middle of the screen.
 * 2. What `data-fade-up` selects fades up, once, when it comes into view. Nothing is hidden until then.
 * 3. The film of the page's hero and frames of other services come after the reader's first sign.
 * 4. The menus' script comes when somebody turns to the header.
 */

const { fadeUp, fadeDelayMs } = document.body.dataset;

if (!location.hash && location.search.includes("id=")) {
  void import("../lib/scroll-to-middle");
}

if (!matchMedia("(prefers-reduced-motion)").matches) {
  const waiting = new Set<Element>();
  const observer = new IntersectionObserver((entries) => {
    for (const { target, isIntersecting } of entries) {
      // What is in view from the beginning stands still.
      if (isIntersecting) {
        observer.unobserve(target);
        if (waiting.has(target)) {
          target.animate(
            { opacity: [0, 1], translate: ["0 2rem", "0"] },
            { duration: 600, delay: +fadeDelayMs!, easing: "ease-out", fill: "backwards" },
          );
        }
      } else {
        waiting.add(target);
      }
    }
  });
  for (const element of document.querySelectorAll(fadeUp!)) {
    observer.observe(element);
  }
}

// They take much of a phone, and of its line, and wait for a sign that somebody is there. Who came to a place further down gave one before.
if (document.querySelector("[data-film],iframe[data-src]")) {
  const bringAwaited = () => import("../lib/awaited");
  for (const sign of ["pointermove", "touchstart", "scroll", "keydown"]) {
    addEventListener(sign, bringAwaited, { once: true });
  }
  if (scrollY) {
    bringAwaited();
  }
}

const header = document.querySelector("header")!;
const bringMenus = () => import("../lib/menus");
header.addEventListener("pointerover", bringMenus);
header.addEventListener("focusin", bringMenus);
// Who was there before this script gives no further sign.
if (header.matches(":hover,:focus-within")) {
  bringMenus();
}
