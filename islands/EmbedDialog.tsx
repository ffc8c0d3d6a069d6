/** A modal with the form of another service in a frame, which is loaded when the modal first opens. */

import { useRef, useState } from "react";

import type { EmbedDialogProps } from "./props";
import { Dialog } from "./lib/Dialog";
import { useActivation } from "./lib/activation";

export default function EmbedDialog({ title, text, src, frame_title, link, labels }: EmbedDialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const [opener, setOpener] = useState<HTMLElement | null>(null);
  const [open, setOpen] = useState(false);
  useActivation(dialog, (control) => {
    setOpener(control);
    setOpen(true);
  });
  return (
    <Dialog
      ref={dialog}
      open={open}
      onClose={() => setOpen(false)}
      title={title}
      close={labels.close}
      opener={opener}
      className="dialog-frame"
    >
      {text ? <p>{text}</p> : null}
      {/* The frame stays after closing, so that what was typed is still there when the modal opens again. */}
      {opener ? <iframe src={src} title={frame_title} referrerPolicy="no-referrer-when-downgrade" /> : null}
      <p className="embed-link">
        <a href={src} target="_blank" rel="noopener">
          {link}
          <span className="visually-hidden"> {labels.new_tab}</span>
        </a>
      </p>
    </Dialog>
  );
}
