/** The dialog after a form has been sent. */

import { Dialog } from "../Dialog";
import type { Form } from "./model";

export interface ThanksProps {
  form: Form;
  open: boolean;
  onClose: () => void;
  /** Where focus goes when it closes; else where it was. */
  opener?: HTMLElement | null | undefined;
}

export function Thanks({ form, open, onClose, opener }: ThanksProps) {
  const { title, text, button } = form.success;
  return (
    <Dialog open={open} onClose={onClose} title={title} close={form.close} opener={opener} className="dialog-thanks">
      {text ? <p>{text}</p> : null}
      <p className="actions">
        <button className="button button-primary" type="button" onClick={onClose}>
          {button}
        </button>
      </p>
    </Dialog>
  );
}
