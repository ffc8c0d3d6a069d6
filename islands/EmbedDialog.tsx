/** A modal with another service's form in a frame, which is loaded when the modal first opens. */

import { useRef, useState } from "react";

import type { EmbedDialogProps } from "./props";
import { Dialog } from "./lib/Dialog";
import { useActivation } from "./lib/activation";

export default function EmbedDialog({ title, text, src, frame_title, link, words }: EmbedDialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const [opener, setOpener] = useState<HTMLElement | null>(null);
  const [open, setOpen] = useState(false);
  useActivation(dialog, (control) => {
    setOpener(control);
    setOpen(true);
  });
  return (
    <Dialog ref={dialog} open={open} onClose={() => setOpen(false)} title={title} close={words.close} opener={opener} className="dialog-frame">
      {text ? <p>{text}</p> : null}
      {/* Once opened it stays: what was typed in it is there when the modal is opened again. */}
      {opener ? <iframe src={src} title={frame_title} referrerPolicy="no-referrer-when-downgrade" /> : null}
      <p className="embed-link">
        <a href={src} target="_blank" rel="noopener">
          {link}
          <span className="visually-hidden"> {words.new_tab}</span>
        </a>
      </p>
    </Dialog>
  );
}
