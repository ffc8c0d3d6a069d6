/** A form, inline or in a modal. */

import type { FormProps } from "./props";
import { FormDialog } from "./lib/forms/FormDialog";
import { InlineForm } from "./lib/forms/InlineForm";

export default function Form({ form, prefix, heading, dialog }: FormProps) {
  if (dialog) {
    return <FormDialog form={form} prefix={prefix} />;
  }
  return <InlineForm form={form} prefix={prefix} heading={heading} />;
}
