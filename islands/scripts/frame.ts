/**
 * What every page does beyond its HTML and CSS, which already do the most of it. It comes once the page is loaded and painted.
 *
 * 1. `?id=X` scrolls X to the middle of the screen.
 * 2. What `data-fade-up` selects fades up, once, when it comes into view. Nothing is hidden until then.
 * 3. The film of the page's hero plays while it is on screen, unless the reader saves data.
 * 4. The menus' script comes when somebody turns to the header.
 */

const { fadeUp, fadeDelayMs } = document.body.dataset;
const { search, hash } = location;
const calm = matchMedia("(prefers-reduced-motion: reduce)").matches;

const target = !hash && document.getElementById(new URLSearchParams(search).get("id") ?? "");
if (target) {
  void import("../lib/scroll-to-middle").then(({ scrollToMiddle }) => scrollToMiddle(target, calm));
}

/** Calls `look` whenever one of the elements comes into view or leaves it. */
function watch(elements: Iterable<Element>, look: (entry: IntersectionObserverEntry) => void) {
  const observer = new IntersectionObserver((entries) => entries.forEach(look));
  for (const element of elements) {
    observer.observe(element);
  }
  return observer;
}

if (!calm) {
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

for (const type of ["pointerover", "focusin"]) {
  document.querySelector("header")!.addEventListener(type, () => void import("../lib/menus"), { once: true });
}
