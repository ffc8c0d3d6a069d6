/**
 * Hydrates islands when it is time. Stands in the head of pages that need it, so it is small, and fetches React only for
 * the first island whose time has come.
 *
 * 1. Once the page is there, each island waits for its own moment.
 * 2. A click that comes too early is held back where the page asks for it, and given again afterwards.
 */
type Hydrate = { hydrate(root: HTMLElement, component: unknown): Promise<void> };
const address = document.currentScript!.dataset["hydrator"]!;
const jobs = new Map<HTMLElement, Promise<boolean>>();
const held = new Set<EventTarget>();
const lives = (root: HTMLElement | null | undefined): root is HTMLElement => !!root?.dataset["src"];

/** Says whether it succeeded. What failed is no island any more. */
const start = (root: HTMLElement): Promise<boolean> => {
  let job = jobs.get(root);
  if (!job) {
    job = Promise.all([import(address), import(root.dataset["src"]!)])
      .then(([runtime, island]) => (runtime as Hydrate).hydrate(root, island.default))
      .then(
        () => true,
        (error) => {
          delete root.dataset["src"];
          console.error(error);
          return false;
        },
      );
    jobs.set(root, job);
  }
  return job;
};

const plan = (root: HTMLElement) => {
  const go = () => void start(root);
  const { hydrate, media } = root.dataset;
  if (hydrate === "load") go();
  else if (hydrate === "idle") (window.requestIdleCallback ?? setTimeout)(go);
  else if (hydrate === "media") {
    const query = matchMedia(media!);
    (query.onchange = () => query.matches && go())();
  } else if (hydrate === "visible") {
    const observer = new IntersectionObserver((entries) => {
      if (entries.some((entry) => entry.isIntersecting)) {
        observer.disconnect();
        go();
      }
    });
    // An element without a box of its own is never seen; to ask whether it has one would lay the page out before its first paint.
    for (const box of [root, root.firstElementChild]) if (box) observer.observe(box);
  }
};

const find = (event: Event, selector: string) => (event.target as Element).closest?.<HTMLElement>(selector);
const opened = (control: HTMLElement) => document.getElementById(control.dataset["opens"]!);

for (const type of ["pointerover", "focusin", "touchstart"]) {
  addEventListener(
    type,
    (event) => {
      const control = find(event, "[data-opens]");
      const roots = [control && opened(control), find(event, "[data-hydrate=interaction]")];
      for (const root of roots) if (lives(root)) void start(root);
    },
    { capture: true, passive: true },
  );
}

addEventListener(
  "click",
  (event) => {
    const control = find(event, "[data-opens],[data-replay]");
    if (!control || !event.isTrusted || event.button || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey)
      return;
    const opens = control.dataset["opens"];
    const root = opens ? opened(control) : control.closest<HTMLElement>("[data-island]");
    if (!lives(root)) return;
    const ready = "hydrated" in root.dataset;
    if (!opens && (ready || control.closest("a[href]"))) return;
    event.preventDefault();
    event.stopPropagation();
    const target = event.target!;
    const again = () => {
      held.delete(control);
      target.dispatchEvent(new MouseEvent("click", event as MouseEvent));
    };
    const activate = () => {
      held.delete(control);
      root.dispatchEvent(new CustomEvent("site:activate", { detail: { control } }));
    };
    if (ready) activate();
    else if (!held.has(control)) {
      held.add(control);
      void start(root).then((hydrated) => (hydrated && opens ? activate() : again()));
    }
  },
  true,
);

addEventListener("DOMContentLoaded", () =>
  document.querySelectorAll<HTMLElement>("[data-src][data-hydrate]").forEach(plan),
);

export {};
