/**
 * The loader: hydrates each island when its trigger fires. It is inlined in the head of pages with islands, so it is
 * small, and fetches React only for the first island to be hydrated.
 *
 * 1. When the document is parsed, set up each island's trigger.
 * 2. Hold back a click on a control until an island is hydrated: with `data-opens` the island that the control opens,
 *    with `data-replay` the island around the control. Then activate the opened island, or repeat the click.
 */
type SetUpTriggers = (root: ParentNode) => void;
type Hydrate = { hydrate(root: HTMLElement, component: unknown, setUpTriggers: SetUpTriggers): Promise<void> };
const hydratorUrl = document.currentScript!.dataset["hydrator"]!;
const jobs = new Map<HTMLElement, Promise<boolean>>();
const heldControls = new Set<EventTarget>();
const isIsland = (root: HTMLElement | null | undefined): root is HTMLElement => !!root?.dataset["src"];

/** Hydrates an island once. Resolves to whether that succeeded; an island that failed stays static. */
const hydrateOnce = (root: HTMLElement): Promise<boolean> => {
  let job = jobs.get(root);
  if (!job) {
    job = Promise.all([import(hydratorUrl), import(root.dataset["src"]!)])
      .then(([runtime, island]) => (runtime as Hydrate).hydrate(root, island.default, setUpTriggers))
      .then(
        () => true,
        (error) => {
          // Without `data-src`, the root does not count as an island, so clicks in it are no longer held back.
          delete root.dataset["src"];
          console.error(error);
          return false;
        },
      );
    jobs.set(root, job);
  }
  return job;
};

/** Hydrates an island on its trigger, except `interaction`, which the listeners below handle for all islands. */
const setUpTrigger = (root: HTMLElement) => {
  const run = () => void hydrateOnce(root);
  const { hydrate, media } = root.dataset;
  if (hydrate === "load") run();
  else if (hydrate === "idle") (window.requestIdleCallback ?? setTimeout)(run);
  else if (hydrate === "media") {
    const query = matchMedia(media!);
    (query.onchange = () => query.matches && run())();
  } else if (hydrate === "visible") {
    const observer = new IntersectionObserver((entries) => {
      if (entries.some((entry) => entry.isIntersecting)) run();
    });
    // Observes the first child too, as an element without a box (`display: contents`) never intersects. Finding out
    // whether the root has a box would force a layout before the first paint.
    for (const box of [root, root.firstElementChild]) if (box) observer.observe(box);
  }
};

const closest = (event: Event, selector: string) => (event.target as Element).closest?.<HTMLElement>(selector);
const openedIsland = (control: HTMLElement) => document.getElementById(control.dataset["opens"]!);

for (const type of ["pointerover", "focusin", "touchstart"]) {
  addEventListener(
    type,
    (event) => {
      const control = closest(event, "[data-opens]");
      const roots = [control && openedIsland(control), closest(event, "[data-hydrate=interaction]")];
      for (const root of roots) if (isIsland(root)) void hydrateOnce(root);
    },
    { capture: true, passive: true },
  );
}

addEventListener(
  "click",
  (event) => {
    const control = closest(event, "[data-opens],[data-replay]");
    if (!control || !event.isTrusted || event.button || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey)
      return;
    const opens = control.dataset["opens"];
    const root = opens ? openedIsland(control) : control.closest<HTMLElement>("[data-island]");
    if (!isIsland(root)) return;
    const isHydrated = "hydrated" in root.dataset;
    // A hydrated island handles the click itself, and a link works without hydration.
    if (!opens && (isHydrated || control.closest("a[href]"))) return;
    event.preventDefault();
    event.stopPropagation();
    const target = event.target!;
    const activate = () => root.dispatchEvent(new CustomEvent("site:activate", { detail: { control } }));
    if (isHydrated) activate();
    else if (!heldControls.has(control)) {
      heldControls.add(control);
      void hydrateOnce(root).then((hydrated) => {
        heldControls.delete(control);
        if (hydrated && opens) activate();
        else target.dispatchEvent(new MouseEvent("click", event as MouseEvent));
      });
    }
  },
  true,
);

const setUpTriggers: SetUpTriggers = (root) =>
  root.querySelectorAll<HTMLElement>("[data-src][data-hydrate]").forEach(setUpTrigger);

addEventListener("DOMContentLoaded", () => setUpTriggers(document));

export {};
