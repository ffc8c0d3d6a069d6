/** A form on a page, with the dialog that thanks for it. */

import { useState } from "react";

import type { FormProps } from "./content";
import { FormFields } from "./lib/forms/FormFields";
import { Thanks } from "./lib/forms/Thanks";
import { useForm } from "./lib/forms/useForm";

export default function Form({ form, prefix, heading }: FormProps) {
  const [thanks, setThanks] = useState(false);
  const state = useForm(form, () => setThanks(true));
  return (
    <>
      <FormFields form={form} state={state} prefix={prefix} labelledBy={heading ?? undefined} />
      <Thanks form={form} open={thanks} onClose={() => setThanks(false)} />
    </>
  );
}
