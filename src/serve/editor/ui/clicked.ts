/** What was clicked in the page, and which field and which place in its value belong to it. */

import type { Field, Form } from "./api";

/** The text of the clicked element, and the clicked number in it, as the page shows them; empty if there is none. */
export interface ClickedText {
  text: string;
  number: string;
}

export const NOTHING_CLICKED: ClickedText = { text: "", number: "" };

const lettersOf = (text: string) => text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, "");

/**
 * Returns the pointer of the field that was clicked: of the only one whose value has the clicked number or words, or else `at`.
 * An element may show several values, such as a link with its words, or a number with the unit that follows it.
 */
export function fieldOfClick({ fields }: Form, at: string, { text, number }: ClickedText): string {
  const digits = number.replace(/\D/g, "");
  const hasDigits = (field: Field) => {
    const own = lettersOf(String(field.value ?? ""));
    return field.at === at ? own.includes(digits) : field.kind === "number" && own === digits;
  };
  const [only, ...others] = digits === "" ? fieldsOfText(fields, text) : fields.filter(hasDigits);
  return only && others.length === 0 && lettersOf(text) !== "" ? only.at : at;
}

/** Returns the fields whose values are in a text, or have the text in them. */
export function fieldsOfText(fields: Field[], text: string): Field[] {
  const letters = lettersOf(text);
  return fields.filter(({ kind, value }) => {
    const own = lettersOf(String(value ?? ""));
    return kind !== "link" && own !== "" && letters !== "" && (letters.includes(own) || own.includes(letters));
  });
}

/**
 * How many of the clicked text's first letters are sought in the Markdown. A longer search would fail more often:
 * in the Markdown, the addresses of links stand between the letters of the page.
 */
const SOUGHT_LETTERS = 20;

/** Returns the place of the cursor in a value: at the end of the paragraph that was clicked, or else at the end of the value. */
export function caretOf(value: string, { text }: ClickedText): number {
  // For each UTF-16 unit of `lettersOf(value)`, the place of its letter in `value`. A letter may have two units.
  const places = [...value.matchAll(/[\p{L}\p{N}]/gu)].flatMap(({ 0: letter, index }) => lettersOf(letter).split("").map(() => index));
  const letters = lettersOf(text).slice(0, SOUGHT_LETTERS);
  const found = lettersOf(value).indexOf(letters);
  const end = letters === "" || found < 0 ? -1 : value.indexOf("\n\n", places[found]);
  return end < 0 ? value.length : end;
}
