/** A form, inline or in a modal. */

import type { FormProps } from "./props";
import { FormDialog } from "./lib/forms/FormDialog";
import { InlineForm } from "./lib/forms/InlineForm";

export default function Form({ form, prefix, heading, dialog }: FormProps) {
  return dialog ? <FormDialog form={form} prefix={prefix} /> : <InlineForm form={form} prefix={prefix} heading={heading} />;
}
