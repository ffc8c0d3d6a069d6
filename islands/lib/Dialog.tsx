/**
 * A modal on the browser's own <dialog>, which keeps focus in, makes the rest inert and listens to Escape.
 *
 * Added to that: it closes by a click beside it and by its close button, Tab goes round inside it, focus goes back to the control that
 * opened it, and the page carries the class `modal-open` meanwhile.
 */

import { type KeyboardEvent, type MouseEvent, type ReactNode, type RefObject, useEffect, useId, useRef } from "react";

export interface DialogProps {
  open: boolean;
  /** The visitor wishes it closed: Escape, the close button, a click beside it. */
  onClose: () => void;
  title: string;
  /** The close button's name. */
  close: string;
  children: ReactNode;
  className?: string | undefined;
  /** Where focus goes when it closes; else where it was. */
  opener?: HTMLElement | null | undefined;
  /** For the owner that needs the element, for `useActivation` say. */
  ref?: RefObject<HTMLDialogElement | null> | undefined;
}

const MODAL_OPEN = "modal-open";
const FOCUSABLE = "a[href], button, input, select, textarea, iframe, summary, [tabindex]:not([tabindex='-1'])";

export function Dialog({ open, onClose, title, close, children, className, opener, ref }: DialogProps) {
  const own = useRef<HTMLDialogElement>(null);
  const dialog = ref ?? own;
  const heading = useId();
  // A drag that begins inside, to select text say, and ends beside the dialog is no wish to close it.
  const pressedBeside = useRef(false);

  useEffect(() => {
    const element = dialog.current;
    if (!open || !element) {
      return;
    }
    const before = opener ?? document.activeElement;
    element.showModal();
    document.documentElement.classList.add(MODAL_OPEN);
    return () => {
      element.close();
      if (!document.querySelector("dialog:modal")) {
        document.documentElement.classList.remove(MODAL_OPEN);
      }
      // The browser gives focus back only to what had it; Safari gives none to a button that is clicked.
      if (before instanceof HTMLElement) {
        before.focus({ preventScroll: true });
      }
    };
  }, [open, opener, dialog]);

  return (
    <dialog
      ref={dialog}
      className={className ? `dialog ${className}` : "dialog"}
      aria-labelledby={heading}
      onCancel={(event) => {
        // The owner closes it, by `open`.
        if (event.target === event.currentTarget) {
          event.preventDefault();
          onClose();
        }
      }}
      // A second Escape closes it at once, whatever the page says.
      onClose={(event) => {
        if (open && event.target === event.currentTarget) {
          onClose();
        }
      }}
      onPointerDown={(event) => (pressedBeside.current = isBeside(event))}
      onClick={(event) => {
        if (pressedBeside.current && isBeside(event)) {
          onClose();
        }
      }}
      onKeyDown={goRound}
    >
      {/* Fills the dialog, so that only its backdrop is the dialog itself. */}
      <div className="dialog-inner">
        <div className="dialog-header">
          <h2 className="dialog-title" id={heading}>
            {title}
          </h2>
          <button className="dialog-close" type="button" aria-label={close} onClick={onClose}>
            <svg viewBox="0 0 24 24" width="24" height="24" aria-hidden="true">
              <path d="M6 6l12 12M18 6L6 18" fill="none" stroke="currentColor" strokeWidth="2" strokeLinecap="round" />
            </svg>
          </button>
        </div>
        {children}
      </div>
    </dialog>
  );
}

function isBeside(event: MouseEvent<HTMLDialogElement>): boolean {
  return event.target === event.currentTarget;
}

/** From the last control Tab leads to the first, and back: else it would go on to the browser's own bars. */
function goRound(event: KeyboardEvent<HTMLDialogElement>) {
  if (event.key !== "Tab") {
    return;
  }
  const controls = [...event.currentTarget.querySelectorAll<HTMLElement>(FOCUSABLE)].filter(
    (element) => element.getClientRects().length > 0 && !element.matches(":disabled"),
  );
  const [from, to] = event.shiftKey ? [controls[0], controls.at(-1)] : [controls.at(-1), controls[0]];
  if (document.activeElement === from || document.activeElement === event.currentTarget) {
    event.preventDefault();
    to?.focus();
  }
}
