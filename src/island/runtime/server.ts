/** The prerenderer: `renderIsland(name, props, prefix)` returns the HTML of an island. */
import { createElement } from "react";
import type { ComponentType } from "react";

type Island = () => { default?: unknown };
type RenderToString = (element: unknown, options: { identifierPrefix: string }) => string;

/** Preload links of eager images, which React puts before the HTML. They are useless: the images follow at once. */
const PRELOADS = /^(?:<link rel="preload" as="image"[^>]*\/>)+/;
const PRELOAD = '<link rel="preload"';

/**
 * React calls `$$FORM_ACTION` of a form's function to learn how the form is sent before hydration. Without the method,
 * React adds a `javascript:` URL and a script, which content security policies refuse.
 */
const FORM_ACTION = { value: () => ({ action: "#", name: null }), writable: true };

export function provideIslands(islands: Record<string, Island>, renderToString: RenderToString): void {
  // This bundle got React through `require`, but islands must find only what browsers have.
  Reflect.deleteProperty(globalThis, "require");
  Object.defineProperty(Function.prototype, "$$FORM_ACTION", FORM_ACTION);
  const load = (name: string): ComponentType<object> => {
    const found = islands[name]?.().default;
    if (typeof found !== "function" && !(found && typeof found === "object" && "$$typeof" in found)) {
      throw new SiteError(`islands/${name}.tsx has no component as its default export\nwrite \`export default function …\``);
    }
    return found as ComponentType<object>;
  };
  Object.assign(globalThis, {
    loadIsland: (name: string) => void load(name),
    renderIsland: (name: string, props: string, prefix: string) => {
      const element = createElement(load(name), JSON.parse(props) as object);
      const html = renderToString(element, { identifierPrefix: prefix });
      return (html.startsWith(PRELOAD) ? html.replace(PRELOADS, "") : html).toWellFormed();
    },
  });
}
