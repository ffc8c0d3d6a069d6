/**
 * What every page does beyond its HTML and CSS, which already do the most of it. It comes once the page is loaded and painted.
 *
 * 1. `?id=X` scrolls X to the middle of the screen.
 * 2. What `data-fade-up` selects fades up, once, when it comes into view. Nothing is hidden until then.
 * 3. The film of the page's hero plays while it is on screen, unless the reader saves data.
 * 4. The menus' script comes when somebody turns to the header.
 */

const { fadeUp, fadeDelayMs } = document.body.dataset;

if (!location.hash && location.search.includes("id=")) {
  void import("../lib/scroll-to-middle");
}

/** Calls `look` whenever one of the elements comes into view or leaves it. */
function watch(elements: Iterable<Element>, look: (entry: IntersectionObserverEntry) => void) {
  const observer = new IntersectionObserver((entries) => entries.forEach(look));
  for (const element of elements) {
    observer.observe(element);
  }
  return observer;
}

if (!matchMedia("(prefers-reduced-motion)").matches) {
  const waiting = new Set<Element>();
  const fading = watch(document.querySelectorAll(fadeUp!), ({ target, isIntersecting }) => {
    // What is in view from the beginning stands still.
    if (isIntersecting) {
      fading.unobserve(target);
      if (waiting.has(target)) {
        target.animate(
          { opacity: [0, 1], translate: ["0 2rem", "0"] },
          { duration: 600, delay: +fadeDelayMs!, easing: "ease-out", fill: "backwards" },
        );
      }
    } else {
      waiting.add(target);
    }
  });
  if (!(navigator as { connection?: { saveData?: boolean } }).connection?.saveData) {
    watch(document.querySelectorAll("[data-hero-video]"), ({ target, isIntersecting }) =>
      isIntersecting ? (target as HTMLVideoElement).play().catch(() => 0) : (target as HTMLVideoElement).pause(),
    );
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
