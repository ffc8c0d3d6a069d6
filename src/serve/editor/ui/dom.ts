/** Elements made in one call, the panel, and the live region that tells results. */

type Child = Node | string | null | undefined | false;

/** Makes an element. Properties are set as such, those with a dash or `role` as attributes. */
export function make<K extends keyof HTMLElementTagNameMap>(
  name: K,
  properties: Record<string, unknown> = {},
  ...children: Child[]
): HTMLElementTagNameMap[K] {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(properties)) {
    if (value === undefined || value === null || value === false) continue;
    if (key.includes("-") || key === "role" || key === "list") element.setAttribute(key, String(value));
    else Object.assign(element, { [key]: value });
  }
  element.append(...children.filter((child): child is Node | string => Boolean(child)));
  return element;
}

export const button = (label: string, onclick: () => void, properties: Record<string, unknown> = {}) =>
  make("button", { type: "button", onclick, ...properties }, label);

/** The element of this id. */
export function byId<T extends HTMLElement>(id: string): T {
  const found = document.getElementById(id);
  if (!found) throw new Error(`no element has the id ${id}`);
  return found as T;
}

export const panel = () => byId("panel");

/** Replaces what stands in the panel. */
export function show(...children: (Node | null | false)[]): void {
  panel().replaceChildren(...children.filter((child): child is Node => Boolean(child)));
  panel().scrollTop = 0;
}

/** Whether the panel shows what a page that is loaded anew must not replace. */
export const staysOpen = (): boolean => panel().querySelector(".publish, .stays") !== null;

/** The way back from what the panel shows. */
export const backTo = (label: string, go: () => void) =>
  make("nav", { "aria-label": "Where you are" }, make("ol", { className: "trail" }, make("li", {}, button(label, go))));

let timer: ReturnType<typeof setTimeout> | undefined;

/** Shows a result for a moment, and has screen readers say it. */
export function say(text: string): void {
  clearTimeout(timer);
  byId("status").textContent = text;
  timer = setTimeout(() => (byId("status").textContent = ""), 4000);
}
