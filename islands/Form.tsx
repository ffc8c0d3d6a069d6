/** A form, in its place on the page or in a modal. */

import type { FormProps } from "./props";
import { FormDialog } from "./lib/forms/FormDialog";
import { FormInPlace } from "./lib/forms/FormInPlace";

export default function Form({ form, prefix, heading, dialog }: FormProps) {
  return dialog ? <FormDialog form={form} prefix={prefix} /> : <FormInPlace form={form} prefix={prefix} heading={heading} />;
}
