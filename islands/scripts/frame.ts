/**
 * What every page does beyond its HTML and CSS, which already do the most of it.
 *
 * 1. The header's drop-downs open under a mouse too, and close by Escape, by a click beside them and when focus leaves.
 * 2. `?id=X` scrolls X to the middle of the screen; a page that is loaded again without it stands at its top.
 * 3. What `data-fade-up` selects fades up, once, when it comes into view. Nothing is hidden until then.
 * 4. The film of `data-hero-video` plays while it is on screen.
 */

const calm = matchMedia("(prefers-reduced-motion: reduce)").matches;

// A panel beside a menu item, and no sheet over the page: there a mouse may open it.
const isWide = matchMedia("(min-width: 992px) and (hover: hover)");
const OPEN_AFTER_MS = 80;
const CLOSE_AFTER_MS = 250;
/** A click so soon after the mouse opened a drop-down meant to open it. */
const SAME_WISH_MS = 500;

const dropDowns = [...document.querySelectorAll<HTMLDetailsElement>(".drop-down")];

function closeAll() {
  for (const dropDown of dropDowns) {
    dropDown.open = false;
  }
}

for (const dropDown of dropDowns) {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let openedAt = -Infinity;
  const item = dropDown.parentElement ?? dropDown;
  const after = (ms: number, open: boolean) => (event: PointerEvent) => {
    clearTimeout(timer);
    if (isWide.matches && event.pointerType === "mouse") {
      timer = setTimeout(() => {
        if (open && !dropDown.open) {
          openedAt = performance.now();
        }
        dropDown.open = open;
      }, ms);
    }
  };
  item.addEventListener("pointerenter", after(OPEN_AFTER_MS, true));
  item.addEventListener("pointerleave", after(CLOSE_AFTER_MS, false));
  dropDown.querySelector("summary")?.addEventListener("click", (event) => {
    clearTimeout(timer);
    if (performance.now() - openedAt < SAME_WISH_MS) {
      event.preventDefault();
    }
  });
  dropDown.addEventListener("focusout", (event) => {
    if (isWide.matches && event.relatedTarget && !dropDown.contains(event.relatedTarget as Node)) {
      dropDown.open = false;
    }
  });
}

addEventListener("keydown", (event) => {
  const open = event.key === "Escape" && dropDowns.find((dropDown) => dropDown.open);
  if (open) {
    // A sheet that the drop-down is in stays.
    event.preventDefault();
    open.open = false;
    open.querySelector("summary")?.focus();
  }
});

addEventListener("click", (event) => {
  if (!(event.target as Element).closest(".drop-down")) {
    closeAll();
  }
});

const query = new URLSearchParams(location.search);
const target = document.getElementById(query.get("id") ?? "");
if (target && !location.hash) {
  // Once the text has its own type, or else it moves on the way. (`scrollIntoView` would mind the header, and miss the middle.)
  void document.fonts.ready.then(() => {
    const { top, bottom } = target.getBoundingClientRect();
    scrollTo({ top: scrollY + (top + bottom - innerHeight) / 2, behavior: calm ? "instant" : "smooth" });
  });
} else {
  const { scrollTop } = document.body.dataset;
  const [visit] = performance.getEntriesByType("navigation") as PerformanceNavigationTiming[];
  if (visit?.type === "reload" && !location.hash && (scrollTop === "always" || (scrollTop && !location.search))) {
    history.scrollRestoration = "manual";
    scrollTo({ top: 0, behavior: "instant" });
  }
}

const { fadeUp, fadeDelayMs } = document.body.dataset;
if (fadeUp && !calm) {
  const isSeen = new WeakSet<Element>();
  const observer = new IntersectionObserver((entries) => {
    for (const { isIntersecting, target: element } of entries) {
      if (isIntersecting) {
        observer.unobserve(element);
        // What is in view from the beginning stands still.
        if (isSeen.has(element)) {
          element.animate(
            { opacity: [0, 1], translate: ["0 2rem", "0"] },
            { duration: 600, delay: Number(fadeDelayMs), easing: "cubic-bezier(.2, .7, .2, 1)", fill: "backwards" },
          );
        }
      }
      isSeen.add(element);
    }
  });
  document.querySelectorAll(fadeUp).forEach((element) => observer.observe(element));
}

const film = document.querySelector<HTMLVideoElement>("video[data-hero-video]");
if (film && !calm) {
  addEventListener("load", () => {
    new IntersectionObserver(([entry]) => {
      if (entry?.isIntersecting) {
        film.play().catch(() => undefined);
      } else {
        film.pause();
      }
    }).observe(film);
  });
}
