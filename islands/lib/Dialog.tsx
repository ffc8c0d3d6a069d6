/**
 * A modal dialog. The browser's <dialog> keeps focus inside, makes the page inert and handles Escape.
 *
 * In addition, a click on the backdrop or the close button closes the dialog, Tab cycles inside it, focus returns to
 * the control that opened it, and the root element has the class `modal-open` while a dialog is open.
 */

import { type KeyboardEvent, type MouseEvent, type ReactNode, type RefObject, useEffect, useId, useRef } from "react";

export interface DialogProps {
  open: boolean;
  /** Called when the visitor closes the dialog: by Escape, the close button or a click on the backdrop. */
  onClose: () => void;
  title: string;
  /** The accessible name of the close button. */
  close: string;
  children: ReactNode;
  className?: string | undefined;
  /** The element that gets focus when the dialog closes; by default the one that had focus before. */
  opener?: HTMLElement | null | undefined;
  /** For callers that need the element, such as `useActivation`. */
  ref?: RefObject<HTMLDialogElement | null> | undefined;
}

const MODAL_OPEN = "modal-open";
const FOCUSABLE = "a[href], button, input, select, textarea, iframe, summary, [tabindex]:not([tabindex='-1'])";

export function Dialog({ open, onClose, title, close, children, className, opener, ref }: DialogProps) {
  const own = useRef<HTMLDialogElement>(null);
  const dialog = ref ?? own;
  const heading = useId();
  // Selecting text may end with the pointer on the backdrop; only a press that began there closes the dialog.
  const pressedOnBackdrop = useRef(false);

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
      // The browser restores focus only to an element that had it, and Safari does not focus clicked buttons.
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
        // The caller closes the dialog, by `open`.
        if (event.target === event.currentTarget) {
          event.preventDefault();
          onClose();
        }
      }}
      // Browsers close the dialog at a second Escape even if the first was prevented.
      onClose={(event) => {
        if (open && event.target === event.currentTarget) {
          onClose();
        }
      }}
      onPointerDown={(event) => (pressedOnBackdrop.current = isBackdrop(event))}
      onClick={(event) => {
        if (pressedOnBackdrop.current && isBackdrop(event)) {
          onClose();
        }
      }}
      onKeyDown={trapFocus}
    >
      {/* Fills the dialog, so that a click on the dialog element itself is a click on the backdrop. */}
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

function isBackdrop(event: MouseEvent<HTMLDialogElement>): boolean {
  return event.target === event.currentTarget;
}

/** Moves focus from the last control to the first and back; the browser would move it to its own toolbars. */
function trapFocus(event: KeyboardEvent<HTMLDialogElement>) {
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
