/** Hydration of islands in browsers, by React. */
import { Component, StrictMode, createElement, useEffect } from "react";
import type { ComponentType, ReactNode } from "react";
import { jsx } from "react/jsx-runtime";
import { hydrateRoot } from "react-dom/client";
import { SlotHtml } from "./site";
import { watchFields } from "./form-state";

/** Hydrates the island in `root`. The promise resolves once the island is interactive, or rejects with the error. */
export function hydrate(root: HTMLElement, component: ComponentType<object>): Promise<void> {
  const { props, prefix } = root.dataset;
  const slots = takeSlots(root);
  const restoreFields = watchFields(root);
  const html = root.innerHTML;
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
    tree = createElement(Boundary, { html, fail, children: tree });
    tree = createElement(SlotHtml.Provider, { value: (slot: number) => slots.get(slot) ?? "", children: tree });
    if (process.env.NODE_ENV !== "production") tree = createElement(StrictMode, null, tree);
    hydrateRoot(root, tree, { identifierPrefix: prefix ?? "" });
  });
}

/**
 * Takes the HTML of an island's slots, by number. A slot that the island does not show yet is in a `template` element,
 * which is removed before React hydrates.
 */
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

type BoundaryProps = { html: string; fail: (error: unknown) => void; children: ReactNode };

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
    const style = { display: "contents" };
    return createElement("div", { style, dangerouslySetInnerHTML: { __html: this.props.html } });
  }
}
