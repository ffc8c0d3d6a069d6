/** Hydration of islands in browsers, by React. */
import { Component, StrictMode, createElement, useEffect } from "react";
import type { ComponentType, ReactNode } from "react";
import { jsx } from "react/jsx-runtime";
import { hydrateRoot } from "react-dom/client";
import { ShowSlot } from "./site";
import { watchFields } from "./form-state";

/**
 * Hydrates the island in `root`. The promise resolves once the island is interactive, or rejects with the error.
 * `setUpTriggers` sets up the islands in the HTML of slots, whenever the island shows a slot.
 */
export function hydrate(
  root: HTMLElement,
  component: ComponentType<object>,
  setUpTriggers: (root: ParentNode) => void,
): Promise<void> {
  const { props, prefix } = root.dataset;
  const html = root.innerHTML;
  pageHtml.set(root, html);
  const slots = findSlots(root);
  const show = (slot: number, element: HTMLElement) => {
    const holders = slots.get(slot);
    if (holders && showSlot(holders, element)) setUpTriggers(element);
  };
  const restoreFields = watchFields(root);
  return new Promise((resolve, reject) => {
    const done = () => {
      restoreFields();
      root.dataset["hydrated"] = "";
      root.dispatchEvent(new CustomEvent("site:hydrated", { bubbles: true }));
      resolve();
    };
    const fail = (error: unknown) => {
      // The island may have been hydrated before. Without these attributes, the loader ignores clicks on its controls.
      delete root.dataset["hydrated"];
      delete root.dataset["src"];
      reject(error);
    };
    const island = jsx(component, JSON.parse(props ?? "{}") as object);
    let tree: ReactNode = createElement(Ready, { done, children: island });
    tree = createElement(Boundary, { html, show, fail, children: tree });
    tree = createElement(ShowSlot.Provider, { value: show, children: tree });
    if (process.env.NODE_ENV !== "production") tree = createElement(StrictMode, null, tree);
    hydrateRoot(root, tree, { identifierPrefix: prefix ?? "" });
  });
}

/** The HTML that each island had in the page before hydration. A copy of a hydrated island gets this HTML. */
const pageHtml = new WeakMap<Element, string>();

/** The holders of a slot's nodes: elements that show or have shown the slot, and contents of templates. */
type Holders = (HTMLElement | DocumentFragment)[];

/**
 * Finds the holders of an island's slots, by the slot's number. A slot that the island does not show yet is in a
 * `template` element, which is removed before React hydrates.
 */
function findSlots(root: HTMLElement): Map<number, Holders> {
  const slots = new Map<number, Holders>();
  for (const element of slotElements(root, root)) {
    const slot = numberOf(element);
    const isTemplate = element instanceof HTMLTemplateElement;
    slots.set(slot, [...(slots.get(slot) ?? []), isTemplate ? element.content : element]);
    if (isTemplate) element.remove();
  }
  return slots;
}

/** Lists the elements below `parent` with slots of the island `root`, without those of islands inside it. */
function slotElements(parent: HTMLElement, root: HTMLElement | null): HTMLElement[] {
  const elements = [...parent.querySelectorAll<HTMLElement>("[data-slot]")];
  return elements.filter((element) => element.closest("[data-island]") === root);
}

const numberOf = (element: HTMLElement) => Number(element.dataset["slot"]);

/**
 * Moves the nodes of a slot into an element, from a holder that is not in the page, so that islands among them keep
 * their state. Copies the nodes if all holders are in the page. Returns false if the element has nodes already.
 */
function showSlot(holders: Holders, element: HTMLElement): boolean {
  if (holders.includes(element)) return false;
  const free = holders.findIndex((holder) => !holder.isConnected);
  const holder = free < 0 ? copyOf(holders[0]!) : holders.splice(free, 1)[0]!;
  element.replaceChildren(...holder.childNodes);
  holders.push(element);
  return true;
}

/** Returns a copy of a holder in which no island is hydrated yet. */
function copyOf(holder: ParentNode & Node): ParentNode {
  const copy = holder.cloneNode(true) as HTMLElement;
  const islands = holder.querySelectorAll("[data-hydrated]");
  copy.querySelectorAll("[data-hydrated]").forEach((island, n) => (island.innerHTML = pageHtml.get(islands[n]!)!));
  copy.querySelectorAll("[data-hydrated]").forEach((island) => island.removeAttribute("data-hydrated"));
  return copy;
}

/** Calls `done` once React has hydrated the island. */
function Ready({ done, children }: { done: () => void; children: ReactNode }): ReactNode {
  useEffect(() => {
    // Waits for the end of React's commit, so that React handles the events of restored fields at once.
    let isMounted = true;
    queueMicrotask(() => isMounted && done());
    return () => void (isMounted = false);
  }, [done]);
  return children;
}

type BoundaryProps = {
  html: string;
  show: (slot: number, element: HTMLElement) => void;
  fail: (error: unknown) => void;
  children: ReactNode;
};

/** React's boundary for errors: after an error of the island, it calls `fail` and shows the HTML of the page again. */
class Boundary extends Component<BoundaryProps, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError(): { failed: boolean } {
    return { failed: true };
  }

  override componentDidCatch(error: Error): void {
    this.props.fail(error);
  }

  override render(): ReactNode {
    if (!this.state.failed) return this.props.children;
    const { html, show } = this.props;
    const ref = (element: HTMLElement | null) => {
      if (!element) return;
      const slots = slotElements(element, element.closest("[data-island]"));
      for (const slot of slots) if (!(slot instanceof HTMLTemplateElement)) show(numberOf(slot), slot);
    };
    return createElement("div", { ref, style: { display: "contents" }, dangerouslySetInnerHTML: { __html: html } });
  }
}
