/** The pre-renderer: `renderIsland(name, props, prefix)` gives an island's HTML. */
import { createElement } from "react";
import type { ComponentType } from "react";

type Island = () => { default?: unknown };
type RenderToString = (element: unknown, options: { identifierPrefix: string }) => string;

/** What React writes where a component waits for something. */
const WAITING = /<!--\$[!?]-->/;
/** What it writes around any component that may wait. */
const MAY_WAIT = "<!--$";
/** React asks for eager pictures to be loaded before the HTML that shows them, which follows at once. */
const PRELOADS = /^(?:<link rel="preload" as="image"[^>]*\/>)+/;
const PRELOAD = '<link rel="preload"';

export function serve(islands: Record<string, Island>, renderToString: RenderToString): void {
  // How this bundle was given React: islands find no more than browsers have.
  Reflect.deleteProperty(globalThis, "require");
  const load = (name: string): ComponentType<object> => {
    const found = islands[name]?.().default;
    if (typeof found !== "function" && !(found && typeof found === "object" && "$$typeof" in found)) {
      throw new SiteError("its file has no component as its default export\nwrite `export default function …`");
    }
    return found as ComponentType<object>;
  };
  Object.assign(globalThis, {
    loadIsland: (name: string) => void load(name),
    renderIsland: (name: string, props: string, prefix: string) => {
      const element = createElement(load(name), JSON.parse(props) as object);
      const html = renderToString(element, { identifierPrefix: prefix });
      // The engine tries a pattern at every character, which takes as long as a tenth of the rendering: first whether it can be there.
      if (html.indexOf(MAY_WAIT) >= 0 && WAITING.test(html)) {
        throw new SiteError(
          "it waits for something (`lazy`, `use` or a promise), so only its fallback would stand in the page\n" +
            "give it what it shows as props, and load anything else in an effect",
        );
      }
      return (html.startsWith(PRELOAD) ? html.replace(PRELOADS, "") : html).toWellFormed();
    },
  });
}
