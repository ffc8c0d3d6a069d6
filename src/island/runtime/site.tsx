/** The module "site", which islands import: HTML of the page as a prop. */
import { createContext, createElement, useContext } from "react";
import type { ReactNode } from "react";

export type Html = { readonly $slot: number };

/** The context of the function that returns a slot's HTML. The default returns a marker that the build replaces. */
export const SlotHtml = createContext((slot: number): string => `<!--slot:${slot}-->`);

type HtmlProps = { of: Html | null | undefined; as?: string; [attribute: string]: unknown };

/** Renders HTML from a template. React never changes that HTML, so islands inside it keep working. */
export function Html({ of, as = "div", ...attributes }: HtmlProps): ReactNode {
  const htmlOf = useContext(SlotHtml);
  if (of == null) return null;
  return createElement(as, {
    ...attributes,
    "data-slot": of.$slot,
    suppressHydrationWarning: true,
    dangerouslySetInnerHTML: { __html: htmlOf(of.$slot) },
  });
}
