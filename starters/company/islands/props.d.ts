// Made by `site` from the site's schemas. Changes here are lost.

/** The props of the island `ContactForm`. */
export interface ContactFormProps {
  /** The accessible name of the form */
  title: string;
  fields: {
    name: string;
    label: string;
    type: string;
    required: boolean;
    autocomplete?: string;
    inputmode?: "text" | "email" | "tel" | "url" | "numeric" | "decimal" | "search" | "none";
    /** The lengths that are accepted, and no others */
    length?: number[];
    placeholder?: string;
    options?: string[];
    message?: string;
  }[];
  button: string;
  sending: string;
  success: {
    title: string;
    text?: string;
  };
  failure: string;
  /** Where the form is sent */
  action?: string;
  /** Names in what is sent, and the fields that they hold */
  names: Record<string, string>;
  fixed?: Record<string, string>;
}
