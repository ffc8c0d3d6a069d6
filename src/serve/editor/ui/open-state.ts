/** What is open in the panel. A late answer does not replace what was opened after the request. */

import type { Form } from "./api";
import { postToPage } from "./frame";
import { saveAll } from "./saves";
import { Counter } from "./timing";

/** A form as it was read to be shown. */
export interface OpenForm extends Form {
  /** The pointer of the value whose field had the cursor last; at first, that of the value or part that was opened. */
  cursorAt: string;
  /** Whether nothing was opened or left since the form was shown. */
  isCurrent: () => boolean;
  /** The pointer and the text of the last block, if the last save made several blocks of the form's text. */
  lastBlock?: { at: string; was: string };
}

/** The open form, if there is one. */
export const opened = { form: undefined as OpenForm | undefined };

/** Counts how often something was opened or left. */
const openings = new Counter();

/** Returns a function that tells whether nothing was opened or left since this call. */
export const watchOpening = () => openings.watch();

/**
 * Takes note that something is opened or left. Returns a function that tells whether nothing else was opened or left
 * since.
 */
export const beginOpening = () => openings.next();

/** Leaves the open form: nothing is outlined any more, and a form or view that is being read does not open. */
export function leaveForm(): void {
  beginOpening();
  opened.form = undefined;
  postToPage({ kind: "show", indices: [], scrolls: false });
}

/** Saves the open form and reads something else. Then leaves the form and shows the answer, unless something was opened meanwhile. */
export async function openInstead<T>(read: () => Promise<T>, show: (answer: T) => void | Promise<void>): Promise<void> {
  const isWanted = beginOpening();
  await saveAll();
  const answer = await read();
  if (!isWanted()) return;
  leaveForm();
  await show(answer);
}
