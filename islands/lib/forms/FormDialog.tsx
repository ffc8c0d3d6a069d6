/**
 * A form in a modal. Controls with the island's id in `data-opens` open it, and choose the option in their
 * `data-choice`. Closing the modal keeps the values.
 */

import { useRef, useState } from "react";

import { Dialog } from "../Dialog";
import { useActivation } from "../activation";
import { FormFields } from "./FormFields";
import type { Form } from "./model";
import { SuccessDialog } from "./SuccessDialog";
import { useForm } from "./useForm";

export function FormDialog({ form, prefix }: { form: Form; prefix: string }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const [opener, setOpener] = useState<HTMLElement | null>(null);
  const [shown, setShown] = useState<"nothing" | "form" | "success">("nothing");
  const state = useForm(form, () => setShown("success"));
  useActivation(dialog, (control) => {
    setOpener(control);
    state.choose(control.dataset["choice"] ?? "");
    setShown("form");
  });
  const close = () => {
    state.clearMessages();
    setShown("nothing");
  };
  return (
    <>
      <Dialog
        ref={dialog}
        open={shown === "form"}
        onClose={close}
        title={form.title}
        close={form.close}
        opener={opener}
        className="dialog-form"
      >
        {form.intro ? <p className="form-intro">{form.intro}</p> : null}
        <FormFields form={form} state={state} prefix={prefix} />
      </Dialog>
      <SuccessDialog form={form} open={shown === "success"} onClose={() => setShown("nothing")} opener={opener} />
    </>
  );
}
