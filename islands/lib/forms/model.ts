/** A form as its content file describes it, and what a visitor made of it. What the content leaves out is absent. */

export interface Field {
  name: string;
  label: string;
  type: "text" | "email" | "tel" | "url" | "number" | "select" | "textarea";
  placeholder?: string;
  autocomplete?: string;
  inputmode?: "text" | "email" | "tel" | "url" | "numeric" | "decimal" | "search" | "none";
  options?: readonly string[];
  required: boolean;
  length?: readonly number[];
  message?: string;
}

/** Names under which values travel, and what they are. */
export type Names = Readonly<Record<string, string>>;

export interface Delivery {
  kind: "lead" | "sheet";
  /** The endpoint with its keys; absent while nobody has set it. */
  address?: string;
  encoding: "multipart" | "urlencoded";
  values: Names;
  fixed: Names;
  date?: string;
  date_format: DateFormat;
  campaign: Names;
  flags?: string;
  id?: string;
  on_failure: "stop" | "ignore";
  log: string;
  timeout_ms: number;
}

export type DateFormat = "Mon Jan 01 2024" | "2024-01-01" | "2024-01-01T00:00:00.000Z";

/** The words that ask whether a kept form may be sent. */
export interface Ask {
  message: string;
  send: string;
  discard: string;
}

export interface Form {
  name: string;
  title: string;
  intro?: string;
  note?: string;
  fields: readonly Field[];
  button: string;
  sending: string;
  close: string;
  success: { title: string; text?: string; button: string };
  failure_message?: string;
  undelivered: { days: number; ask?: Ask };
  honeypot?: string;
  fill_ms?: number;
  deliveries: readonly Delivery[];
}

/** What was written into the fields, by their names. */
export type Values = Readonly<Record<string, string>>;

/** Why a form may not be a person's. It is sent all the same. */
export type Flag = "honeypot" | "haste";

/** A filled-in form on its way, complete in itself: it can be sent from any page. */
export interface Lead {
  id: string;
  form: string;
  /** When it was written, in milliseconds. */
  at: number;
  values: Values;
  /** What is known of the advertisement that led here, by parameter. */
  campaign: Values;
  flags: readonly Flag[];
  deliveries: readonly Delivery[];
  /** The deliveries that were answered, by their index. */
  done: readonly number[];
  /** From then on it is thrown away. */
  expires: number;
  ask?: Ask;
}
