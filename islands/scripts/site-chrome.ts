/**
 * The script of every page's chrome. It is fetched after the first paint.
 *
 * 1. Scrolls the element named by `?id=X` into view, unless the URL has a hash.
 * 2. Fades up the elements that `data-fade-up` selects, once each, when they come into view. Nothing is hidden before.
 * 3. Loads the hero video and the frames of other services at the visitor's first interaction.
 * 4. Loads the menus when the pointer or focus enters the header.
 */

const { fadeUp, fadeDelayMs } = document.body.dataset;

if (!location.hash && location.search.includes("id=")) {
  void import("../lib/scroll-to-id");
}

if (!matchMedia("(prefers-reduced-motion)").matches) {
  const waiting = new Set<Element>();
  const observer = new IntersectionObserver((entries) => {
    for (const { target, isIntersecting } of entries) {
      // An element that is in view from the start does not move.
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

// Videos and frames are heavy on phones, so they wait for an interaction. If a page opens scrolled, they don't wait.
if (document.querySelector("[data-video],iframe[data-src]")) {
  const loadMedia = () => import("../lib/first-interaction");
  for (const event of ["pointermove", "touchstart", "scroll", "keydown"]) {
    addEventListener(event, loadMedia, { once: true });
  }
  if (scrollY) {
    loadMedia();
  }
}

const header = document.querySelector("header")!;
const loadMenus = () => import("../lib/header-menus");
header.addEventListener("pointerover", loadMenus);
header.addEventListener("focusin", loadMenus);
// The pointer or focus may have been in the header before this script ran.
if (header.matches(":hover,:focus-within")) {
  loadMenus();
}
