/**
 * Lazy loading of the frames of other services: each is requested when it comes within half a screen of the viewport.
 */

const observer = new IntersectionObserver(
  (entries) => {
    for (const { target, isIntersecting } of entries) {
      if (isIntersecting && target instanceof HTMLIFrameElement) {
        observer.unobserve(target);
        target.src = target.dataset["src"]!;
      }
    }
  },
  { rootMargin: "50%" },
);
for (const frame of document.querySelectorAll("iframe[data-src]")) {
  observer.observe(frame);
}

export {};
