/** The validation rules that the content states: required fields and lengths. Values are not trimmed. */

import type { Field, Values } from "./model";

/** Validates the fields. Returns the messages of the invalid ones, in the order of the fields. */
export function validate(fields: readonly Field[], values: Values): Map<string, string> {
  const found = new Map<string, string>();
  for (const field of fields) {
    if (isInvalid(field, values[field.name] ?? "")) {
      found.set(field.name, field.message ?? "");
    }
  }
  return found;
}

function isInvalid(field: Field, value: string): boolean {
  if (value === "") {
    return field.required;
  }
  return field.length !== undefined && !field.length.includes(value.length);
}
