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

/** An entry of the collection `articles`. */
export interface ArticlesEntry extends Omit<Entry, "date"> {
  collection: "articles";
  title: string;
  seo_title: string | null;
  /** What the banner shows in capitals, where it differs from the title */
  banner_title: string | null;
  date: string;
  author: string;
  /** What search engines show */
  description: string;
  /** What the blog list shows */
  excerpt: string;
  image: string;
  image_alt: string;
  /** PNG or JPEG, 1200 × 630, for link previews, instead of the drawn card */
  share_image: string | null;
  tags: string[];
  /** Whether the page ends with the footer */
  footer: boolean;
  /** When opening the page scrolls to its top */
  scroll_top: "always" | "without-query";
}

/** An entry of the collection `case-studies`. */
export interface CaseStudiesEntry extends Entry {
  collection: "case-studies";
  /** The client's name as it is printed */
  title: string;
  /** The id of its section: /CaseStudies/#Techgyan. Others link to it; keep it */
  anchor: string;
  /** A picture in public/ */
  image: string;
  /** What the picture shows, for those who cannot see it */
  image_alt: string;
  /** The one figure that is shown large: one of `achievement` */
  highlight: {
    value: string;
    label: string;
  };
  /** One or two sentences for the card on the home page */
  summary: string;
  /** What the client came with, and what we did */
  overview: string;
  /** Whom the campaign spoke to */
  audience: string;
  /** Results, one a line, each with its figure */
  achievement: string[];
  order: number;
}

/** An entry of the collection `faculty`. */
export interface FacultyEntry extends Entry {
  collection: "faculty";
  name: string;
  /** What the person does or teaches */
  title: string;
  /** A portrait in public/ */
  photo: string;
  kind: "faculty" | "expert-session" | "special-lecture";
  /** What the session or lecture is about */
  topic: string | null;
  /** The three profile links */
  social: {
    /** The network, as the link reads */
    label: string;
    href: string;
  }[];
  order: number;
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
  /** Name of the page: browser tab, menus, breadcrumb */
  title: string;
  /** Title for search engines, where it differs from the name */
  seo_title: string | null;
  description: string;
  /** Lead image for cards and previews */
  image: string | null;
  image_alt: string | null;
  /** PNG or JPEG, 1200 × 630, for link previews, instead of the drawn card */
  share_image: string | null;
  /** What the drawn card for link previews shows instead of the page's title and image */
  card: {
    title: string | null;
    /** An SVG drawing of public/ */
    picture: string | null;
    alt: string | null;
  } | null;
  /** Whether the page ends with the footer */
  footer: boolean;
  /** When opening the page scrolls to its top */
  scroll_top: "always" | "without-query";
}

/** An entry of the collection `team`. */
export interface TeamEntry extends Entry {
  collection: "team";
  name: string;
  /** What this person does here */
  title: string;
  bio: string;
  photo: string;
  order: number;
}

/** An entry of the collection `testimonials`. */
export interface TestimonialsEntry extends Entry {
  collection: "testimonials";
  /** A portrait in public/; careers and academy do without */
  image: string | null;
  name: string;
  /** What the person does */
  role: string;
  /** Stars */
  rating: number;
  /** What they said, without quotation marks */
  text: string;
  /** The page that shows it */
  group: "home" | "careers" | "about" | "academy" | "agency";
  order: number;
}

/** The data file `article-page`. */
export interface ArticlePageData {
  fade_delay_ms: number;
  closing: {
    text: string;
    button: string;
    href: string;
  };
  list: {
    label: string;
    href: string;
  };
  related: {
    title: string;
    count: number;
  };
  neighbours: {
    label: string;
    previous: string;
    next: string;
  };
}

/** The data file `interface`. */
export interface InterfaceData {
  skip: string;
  menu: string;
  main_navigation: string;
  new_tab: string;
  /** The close button of a modal */
  close: string;
  /** Keeps the words {rating} and {of} */
  rating: string;
  home: string;
  by: string;
  published: string;
  updated: string;
  /** Day, month and year as they are written: %-d %B %Y is 16 June 2023 */
  date_format: string;
  contents: string;
  summary: string;
  contact: {
    phone: string;
    email: string;
    address: string;
    directions: string;
  };
  carousel: {
    role: string;
    slide: string;
    /** Keeps the words {n} and {of} */
    position: string;
    /** The dots, for those who cannot see them */
    choose: string;
    previous: string;
    next: string;
    pause: string;
    play: string;
  };
}

/** The data file `navigation`. */
export interface NavigationData {
  header: {
    label: string;
    href: string;
    kind: "link" | "list" | "tabs" | "button";
    /** Head of the drop-down */
    title: string | null;
    text: string | null;
    children: {
      label: string;
      href: string;
      tagline: string | null;
      image: string | null;
      image_alt: string | null;
    }[] | null;
  }[];
  footer: {
    title: string;
    items: {
      label: string;
      href: string | null;
      /** A name below `links` in settings.yaml */
      setting: string | null;
    }[];
  }[];
  social: {
    label: string;
    /** A name below `links` in settings.yaml, or email */
    setting: string;
    icon: string;
  }[];
}

/** The data file `not-found`. */
export interface NotFoundData {
  kicker: string | null;
  text: string;
  /** Keeps the word {page}, where the nearest page is named */
  suggestion: string;
  image: string;
  image_alt: string;
  links: {
    label: string;
    href: string;
  }[];
}

/** The data file `settings`. */
export interface SettingsData {
  company: {
    name: string;
    legal_name: string;
    logo: string;
    /** An SVG drawing, for the link previews of pages without a picture */
    share_image: string;
    share_image_alt: string;
  };
  contact: {
    /** As it is dialled, with the country's code */
    phone: string;
    email: string;
  };
  address: {
    lines: string[];
    city: string;
    postal_code: string;
    region: string;
    country: string;
    country_code: string;
  };
  links: {
    map_embed: string;
    directions: string;
    reviews: string;
    shipping_policy: string;
    facebook: string;
    linkedin: string;
    youtube: string;
    instagram: string;
    chat: string;
    affiliate: string;
  };
  embeds: {
    contact_form: string;
    brochure_form: string;
    enrolment_form: string;
  };
  endpoints: {
    newsletter_sheet: string | null;
    careers_sheet: string | null;
    enquiry_sheet: string | null;
    notification_sheet: string | null;
    lead_capture: string | null;
    /** Where web vitals are sent. Empty: they are not measured. Another host than the site's own stands in hosts.yaml too (connect-src) */
    vitals: string | null;
  };
  keys: {
    lead_access: string | null;
    lead_secret: string | null;
  };
  copyright_year: number;
  chat: {
    label: string;
  };
  footer: {
    about: string;
    contact_title: string;
    social_title: string;
    rights: string;
  };
}
