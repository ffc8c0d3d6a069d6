// Made by `site`: what islands import from "site". Changes here are lost.
declare module "site" {
  /** HTML of the page, given by a template. */
  export type Html = { readonly $slot: number };

  /** Shows HTML that a template gave, in an element `as` (a `div`) with any other attributes. */
  export function Html(
    props: {
      of: Html | null | undefined;
      as?: keyof import("react").JSX.IntrinsicElements;
    } & Omit<import("react").HTMLAttributes<HTMLElement>, "children" | "dangerouslySetInnerHTML">,
  ): import("react").ReactNode;
}
