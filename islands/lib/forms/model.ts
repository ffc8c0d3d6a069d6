/** The types of forms, as content files describe them, and of submissions. Fields that the content omits are absent. */

import type { FormProps } from "../../props";

export type Form = FormProps["form"];
export type Field = Form["fields"][number];
export type Delivery = Form["deliveries"][number];
export type DateFormat = Delivery["date_format"];
/** The texts of the prompt that asks whether a stored submission may be sent. */
export type PromptTexts = NonNullable<Form["undelivered"]["ask"]>;

/** The values of the fields, by field name. */
export type Values = Readonly<Record<string, string>>;

/** A sign that a submission may be spam. The submission is sent all the same. */
export type Flag = "honeypot" | "too-fast";

/** A filled-in form. It holds all that is needed to send it from any page. */
export interface Submission {
  id: string;
  form: string;
  /** When the form was submitted, in milliseconds since the epoch. */
  at: number;
  values: Values;
  /** Campaign parameters, by name. */
  campaign: Values;
  flags: readonly Flag[];
  deliveries: readonly Delivery[];
  /** The indexes of the deliveries that succeeded. */
  done: readonly number[];
  /** When the submission is discarded unsent, in milliseconds since the epoch. */
  expires: number;
  ask?: PromptTexts;
}
