/** A form within the page, with its success dialog. */

import { useState } from "react";

import { FormFields } from "./FormFields";
import type { Form } from "./model";
import { SuccessDialog } from "./SuccessDialog";
import { useForm } from "./useForm";

export function InlineForm({ form, prefix, heading }: { form: Form; prefix: string; heading?: string | undefined }) {
  const [isSent, setSent] = useState(false);
  const state = useForm(form, () => setSent(true));
  return (
    <>
      <FormFields
        form={form}
        state={state}
        prefix={prefix}
        labelledBy={heading}
        label={heading ? undefined : form.title}
      />
      <SuccessDialog form={form} open={isSent} onClose={() => setSent(false)} />
    </>
  );
}
