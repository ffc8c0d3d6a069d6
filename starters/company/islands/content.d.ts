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
  /** One sentence for search engines and link previews */
  description: string;
  /** The heading where it differs from the title */
  heading: string | null;
  /** The text below the heading */
  lead: string | null;
}

/** An entry of the collection `services`. */
export interface ServicesEntry extends Entry {
  collection: "services";
  title: string;
  /** One or two sentences for lists, search engines and link previews */
  description: string;
  /** Its place in lists */
  order: number;
  /** A drawing of public/icons/, without its ending */
  icon: "plan" | "plant" | "care";
  /** What it costs, in words */
  price: string | null;
}

/** An entry of the collection `team`. */
export interface TeamEntry extends Entry {
  collection: "team";
  name: string;
  role: string;
  /** The place in the list */
  order: number;
  about: string | null;
}

/** The data file `company`. */
export interface CompanyData {
  name: string;
  email: string;
  phone: string;
  address: string[];
  hours: string;
}

/** The data file `estimate`. */
export interface EstimateData {
  title: string;
  text: string;
  /** The text before the size */
  label: string;
  unit: string;
  minimum: number;
  maximum: number;
  /** The size that is shown at first */
  start: number;
  services: {
    name: string;
    /** What it costs in any case */
    base: number;
    /** What each square metre adds */
    per_unit: number;
  }[];
  /** The name of the sum */
  total: string;
}

/** The data file `navigation`. */
export interface NavigationData {
  header: NavigationDataLinks;
  footer: NavigationDataLinks;
}

export type NavigationDataLinks = {
  label: string;
  href: string;
}[];
