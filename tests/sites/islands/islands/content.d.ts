// Made by `site` from the site's schemas. Changes here are lost.

/** What every entry has. */
export interface Entry {
  id: string;
  slug: string;
  collection: string;
  url: string | null;
  /** Not published while this is on: visitors do not see it */
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
    /** What fields of the entries hold: a value or, where they are dates, a span such as { from: now, before: 2026-01-01 } */
    where: Record<string, string | number | boolean | {
        from: string | null;
        before: string | null;
      }> | null;
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
