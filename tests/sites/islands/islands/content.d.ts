// Made by `site` from the schemas of the content. Changes here are lost.

import type { Html } from "site";

/** What every entry has. */
export interface Entry {
  id: string;
  slug: string;
  collection: string;
  url: string | null;
  /** Not built, unless --drafts */
  draft: boolean;
  /** When it is published */
  date: string | null;
  /** From then on it is not built */
  expires: string | null;
  /** Its address instead of the collection's pattern */
  route: string | null;
  /** Its template instead of the collection's */
  template: string | null;
  /** Addresses that lead here */
  aliases: string[];
  /** Repeats the page for every so many entries */
  paginate: {
    collection: string;
    size: number;
  } | null;
}

/** An entry of the collection `pages`. */
export interface PagesEntry extends Entry {
  collection: "pages";
  title: string;
  hydrate: string;
  media: string | null;
  class: string | null;
}

/** The props of the island `Broken`. */
export interface BrokenProps {
  when: "render" | "effect" | "never";
}

/** The props of the island `Counter`. */
export interface CounterProps {
  /** Where it begins */
  start: number;
  step?: number;
}

/** The props of the island `Panel`. */
export interface PanelProps {
  title: string;
  body?: Html;
  children?: Html;
}

/** The props of the island `Reveal`. */
export interface RevealProps {
  later: Html;
}
