// Made by `site` from the site's schemas. Changes here are lost.

import type { Html } from "site";

/** The props of the island `Accordion`. */
export interface AccordionProps {
  /** Shared by the items, of which one is open at a time; also the prefix of their ids */
  name: string;
  /** For the stylesheet */
  kind: string;
  numbered: boolean;
  items: {
    title: string;
    text: Html;
  }[];
}

/** The props of the island `Carousel`. */
export interface CarouselProps {
  /** The carousel's name, for those who cannot see it */
  label: string;
  /** What its slides are, for the stylesheet */
  kind: string;
  slides: Html[];
  settings: {
    /** How long a slide rests, in milliseconds; 0: it never moves by itself */
    autoplay_ms: number;
    /** How long a move takes, in milliseconds */
    speed_ms: number;
    loop: boolean;
    arrows: boolean;
    dots: boolean;
    /** How many slides are in view from a viewport width on; the stylesheet knows up to six */
    items: {
      "360"?: number;
      "414"?: number;
      "670"?: number;
      "992"?: number;
      "1200"?: number;
    };
  };
  labels: {
    role: string;
    slide: string;
    /** Keeps the words {n} and {of} */
    position: string;
    choose: string;
    previous: string;
    next: string;
    pause: string;
    play: string;
  };
}

/** The props of the island `Counter`. */
export interface CounterProps {
  /** What it counts to; also what the HTML says */
  value: number;
  label: string;
  prefix?: string;
  suffix?: string;
  /** How long it is in view before it counts */
  delay_ms: number;
  /** How long it counts */
  duration_ms: number;
}

/** The props of the island `EmbedDialog`. */
export interface EmbedDialogProps {
  /** The dialog's heading */
  title: string;
  text?: string;
  /** The frame's address */
  src: string;
  /** What the frame is, for those who cannot see it */
  frame_title: string;
  /** The link to the same address, for where frames are blocked */
  link: string;
  labels: {
    close: string;
    new_tab: string;
  };
}

/** The props of the island `Form`. */
export interface FormProps {
  /** An entry of the collection of forms, its deliveries with their addresses */
  form: {
    name: string;
    title: string;
    intro?: string;
    note?: string;
    fields: {
      name: string;
      label: string;
      type: "text" | "email" | "tel" | "url" | "number" | "select" | "textarea";
      placeholder?: string;
      autocomplete?: string;
      inputmode?: "text" | "email" | "tel" | "url" | "numeric" | "decimal" | "search" | "none";
      options?: string[];
      required: boolean;
      length?: number[];
      message?: string;
    }[];
    button: string;
    sending: string;
    close: string;
    success: {
      title: string;
      text?: string;
      button: string;
    };
    failure_message?: string;
    undelivered: {
      days: number;
      ask?: {
        message: string;
        send: string;
        discard: string;
      };
    };
    honeypot?: string;
    fill_ms?: number;
    deliveries: {
      kind: "form-post" | "json-post";
      pairs?: {
        name: string;
        value: string;
      };
      endpoint: string;
      address?: string;
      query: Record<string, string>;
      encoding: "multipart" | "urlencoded";
      values: Record<string, string>;
      fixed: Record<string, string>;
      date?: string;
      date_format: "Mon Jan 01 2024" | "2024-01-01" | "2024-01-01T00:00:00.000Z";
      campaign: Record<string, string>;
      flags?: string;
      id?: string;
      on_failure: "stop" | "ignore";
      log: string;
      timeout_ms: number;
    }[];
  };
  /** What the ids of its controls begin with */
  prefix: string;
  /** The id of the heading that names the form */
  heading?: string;
  /** In a modal, which controls with its id in `data-opens` open */
  dialog?: boolean;
}
