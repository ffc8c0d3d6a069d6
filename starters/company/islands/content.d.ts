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

/** An entry of the collection `forms`. */
export interface FormsEntry extends Entry {
  collection: "forms";
  /** The form's heading */
  title: string;
  /** A sentence above the fields */
  intro: string | null;
  /** A sentence below the button */
  note: string | null;
  fields: {
    /** The name that the deliveries call it by */
    name: string;
    label: string;
    /** What it takes. The browser itself checks what is written in fields of the types email, url, number, date and time; text checks nothing */
    type: "text" | "email" | "tel" | "url" | "number" | "date" | "time" | "select" | "radio" | "checkbox" | "textarea";
    placeholder: string | null;
    /** The browser's token, such as name, email, tel, organization */
    autocomplete: string | null;
    /** Which keyboard a phone shows */
    inputmode: "text" | "email" | "tel" | "url" | "numeric" | "decimal" | "search" | "none" | null;
    /** The choices of a select or a radio */
    options: string[] | null;
    required: boolean;
    /** The lengths that are accepted, and no others */
    length: number[] | null;
    /** The least number, the earliest date (2026-03-01) or the earliest time (18:00) */
    min: string | number | null;
    /** The greatest number, the last date or the last time */
    max: string | number | null;
    /** Shown under the field where one of its rules fails */
    message: string | null;
  }[];
  /** What sends the form */
  button: string;
  /** Read to those who can't see the spinner */
  sending: string;
  /** The name of the button that closes the form's dialog */
  close: string;
  /** The dialog after the form has been sent */
  success: {
    title: string;
    text: string | null;
    /** What closes it */
    button: string;
  };
  /** Shown where the form could not be sent. Without it the form says nothing */
  failure_message: string | null;
  /** What becomes of a form that could not be sent; the browser keeps it */
  undelivered: {
    /** After so many days it is thrown away */
    days: number;
    /** Ask on the next visit whether to send it. Without this it is sent again and nothing is said */
    ask: {
      message: string;
      send: string;
      discard: string;
    } | null;
  };
  /** The name of a field that people don't see. A form that has it filled in is sent with a flag */
  honeypot: string | null;
  /** A form that is filled in faster than this is sent with a flag */
  fill_ms: number | null;
  /** Where it is sent, one after the other */
  deliveries: {
    /** form-post: form data, as a page without scripts would post it. json-post: JSON */
    kind: "form-post" | "json-post";
    /** The endpoint's name in the settings */
    endpoint: string;
    /** What the address's query carries: its name, and the name of the key in the settings */
    query: Record<string, string>;
    /** JSON as a list of objects with a name and a value each, under these keys. Without it, JSON is one object */
    pairs: {
      name: string;
      value: string;
    } | null;
    /** How form data is written */
    encoding: "multipart" | "urlencoded";
    /** What is sent: the name it travels under, and the field */
    values: Record<string, string>;
    /** What is the same for everyone: the name it travels under, and the value */
    fixed: Record<string, string>;
    /** The name that the day of sending travels under */
    date: string | null;
    /** How the day is written, shown by the first of January 2024 */
    date_format: "Mon Jan 01 2024" | "2024-01-01" | "2024-01-01T00:00:00.000Z";
    /** What is known of the advertisement that led here: the name it travels under, and the parameter of the address, such as utm_source */
    campaign: Record<string, string>;
    /** The name under which honeypot and too-fast are told, where there is something to tell */
    flags: string | null;
    /** The name that the form's own number travels under, by which the receiver knows a repetition */
    id: string | null;
    /** stop: the form was not sent. ignore: go on as if nothing had happened */
    on_failure: "stop" | "ignore";
    /** What the browser's console says where it fails */
    log: string;
    /** An answer that takes longer counts as a failure */
    timeout_ms: number;
  }[];
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

/** The data file `endpoints`. */
export interface EndpointsData {
  forms: {
    /** Where the contact form is sent */
    contact: string | null;
  } | null;
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
