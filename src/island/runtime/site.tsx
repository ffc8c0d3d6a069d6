/** The module "site", which islands import: HTML of the page as a prop. */
import { createContext, createElement, useContext } from "react";
import type { ReactNode } from "react";

export type Html = { readonly $slot: number };

/** The context of the function that shows a slot in an element. It is null in the prerenderer, which writes markers. */
export const ShowSlot = createContext<((slot: number, element: HTMLElement) => void) | null>(null);

/** Always the same object: React would replace the content of an element that gets another object. */
const EMPTY = { __html: "" };

type HtmlProps = { of: Html | null | undefined; as?: string; [attribute: string]: unknown };

/** Renders HTML from a template. React never changes that HTML, so islands inside it keep working. */
export function Html({ of, as = "div", ...attributes }: HtmlProps): ReactNode {
  const showSlot = useContext(ShowSlot);
  if (of == null) return null;
  const { $slot: slot } = of;
  return createElement(as, {
    ...attributes,
    key: slot,
    ref: showSlot && ((element: HTMLElement | null) => void (element && showSlot(slot, element))),
    "data-slot": slot,
    suppressHydrationWarning: true,
    dangerouslySetInnerHTML: showSlot ? EMPTY : { __html: `<!--slot:${slot}-->` },
  });
}
