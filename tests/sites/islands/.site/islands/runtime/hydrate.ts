/** Hands an island over to React: `hydrate(root, component)` is done when it answers to the visitor. */
import { Component, StrictMode, createElement, useEffect } from "react";
import type { ComponentType, ReactNode } from "react";
import { jsx } from "react/jsx-runtime";
import { hydrateRoot } from "react-dom/client";
import { Slots } from "./site";
import { watchFields } from "./fields";

export function hydrate(root: HTMLElement, component: ComponentType<object>): Promise<void> {
  const { props, prefix } = root.dataset;
  const slots = takeSlots(root);
  const restoreFields = watchFields(root);
  const html = root.innerHTML;
  return new Promise((resolve) => {
    const done = () => {
      restoreFields();
      root.dataset["hydrated"] = "";
      root.dispatchEvent(new CustomEvent("site:hydrated", { bubbles: true }));
      resolve();
    };
    const island = jsx(component, JSON.parse(props ?? "{}") as object);
    let tree: ReactNode = createElement(Ready, { done, children: island });
    tree = createElement(Boundary, { html, children: tree });
    tree = createElement(Slots.Provider, { value: (slot: number) => slots.get(slot) ?? "", children: tree });
    if (process.env.NODE_ENV !== "production") tree = createElement(StrictMode, null, tree);
    hydrateRoot(root, tree, { identifierPrefix: prefix ?? "" });
  });
}

/** The page's own HTML within an island, by number. What the island does not show yet lies in templates, out of React's sight. */
function takeSlots(root: HTMLElement): Map<number, string> {
  const slots = new Map<number, string>();
  for (const element of root.querySelectorAll<HTMLElement>("[data-slot]")) {
    const slot = Number(element.dataset["slot"]);
    if (element.closest("[data-island]") !== root || slots.has(slot)) continue;
    slots.set(slot, element.innerHTML);
    if (element instanceof HTMLTemplateElement) element.remove();
  }
  return slots;
}

/** Tells that React has taken over. */
function Ready({ done, children }: { done: () => void; children: ReactNode }): ReactNode {
  useEffect(() => {
    // Not within React's own work: what the fields tell it is to be taken in at once.
    let wanted = true;
    queueMicrotask(() => wanted && done());
    return () => void (wanted = false);
  }, [done]);
  return children;
}

/** Keeps an island's failure in the island: the HTML that the page came with stands again. */
class Boundary extends Component<{ html: string; children: ReactNode }, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError(): { failed: boolean } {
    return { failed: true };
  }

  override render(): ReactNode {
    if (!this.state.failed) return this.props.children;
    const style = { display: "contents" };
    return createElement("div", { style, dangerouslySetInnerHTML: { __html: this.props.html } });
  }
}
