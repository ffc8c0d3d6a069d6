/** The dialog that confirms that a form has been sent. */

import { Dialog } from "../Dialog";
import type { Form } from "./model";

export interface SuccessDialogProps {
  form: Form;
  open: boolean;
  onClose: () => void;
  /** The element that gets focus when the dialog closes; by default the one that had focus before. */
  opener?: HTMLElement | null | undefined;
}

export function SuccessDialog({ form, open, onClose, opener }: SuccessDialogProps) {
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
