/** What islands import from "site": HTML of the page as a prop. */
import { createContext, createElement, useContext } from "react";
import type { ReactNode } from "react";

export type Html = { readonly $slot: number };

/** The HTML of a slot. While a page is built it is a mark, which the page's own HTML takes the place of. */
export const Slots = createContext((slot: number): string => `<!--slot:${slot}-->`);

type HtmlProps = { of: Html | null | undefined; as?: string; [attribute: string]: unknown };

/** Shows HTML that a template gave. React leaves it alone, so that islands within it live on. */
export function Html({ of, as = "div", ...attributes }: HtmlProps): ReactNode {
  const slots = useContext(Slots);
  if (of == null) return null;
  return createElement(as, {
    ...attributes,
    "data-slot": of.$slot,
    suppressHydrationWarning: true,
    dangerouslySetInnerHTML: { __html: slots(of.$slot) },
  });
}
