/** The rules of a form, as the content states them: nothing is trimmed, no character is looked at. */

import type { Field, Values } from "./model";

/** The messages of the fields that fail, in the order of the fields. */
export function failures(fields: readonly Field[], values: Values): Map<string, string> {
  const found = new Map<string, string>();
  for (const field of fields) {
    if (fails(field, values[field.name] ?? "")) {
      found.set(field.name, field.message ?? "");
    }
  }
  return found;
}

function fails(field: Field, value: string): boolean {
  if (value === "") {
    return field.required;
  }
  return field.length !== undefined && !field.length.includes(value.length);
}
