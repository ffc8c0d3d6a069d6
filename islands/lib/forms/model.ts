/** A form as its content file describes it, and what a visitor made of it. What the content leaves out is absent. */

import type { FormProps } from "../../props";

export type Form = FormProps["form"];
export type Field = Form["fields"][number];
export type Delivery = Form["deliveries"][number];
export type DateFormat = Delivery["date_format"];
/** The words that ask whether a kept form may be sent. */
export type Ask = NonNullable<Form["undelivered"]["ask"]>;

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
