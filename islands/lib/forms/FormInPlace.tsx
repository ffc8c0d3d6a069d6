/** A form in its place on a page, with the dialog that thanks for it. */

import { useState } from "react";

import { FormFields } from "./FormFields";
import type { Form } from "./model";
import { Thanks } from "./Thanks";
import { useForm } from "./useForm";

export function FormInPlace({ form, prefix, heading }: { form: Form; prefix: string; heading?: string | undefined }) {
  const [thanks, setThanks] = useState(false);
  const state = useForm(form, () => setThanks(true));
  return (
    <>
      <FormFields form={form} state={state} prefix={prefix} labelledBy={heading} label={heading ? undefined : form.title} />
      <Thanks form={form} open={thanks} onClose={() => setThanks(false)} />
    </>
  );
}
