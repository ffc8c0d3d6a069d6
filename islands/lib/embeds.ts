/** Frames of other services, asked for when they come near. */

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
