/** What is open in the panel. What is opened last stays, however late the answers for what was opened before arrive. */

import type { Form } from "./api";
import { postToPage } from "./frame";
import { saveAll } from "./saving";

/** An open form. */
interface OpenForm {
  file: string;
  at: string;
  /** The pointer of the value in whose field the cursor was put. */
  value: string;
  /** The form as it was read. */
  form: Form;
}

/** The open form, if there is one. */
export const opened = { form: undefined as OpenForm | undefined };

/** Counts how often something was opened or left. */
let openings = 0;

/** Returns a function that tells whether nothing was opened or left since now. Whoever waits for an answer asks it before showing the answer. */
export function watchOpening(): () => boolean {
  const before = openings;
  return () => before === openings;
}

/** Takes note that something is opened or left. Returns a function that tells whether nothing else was since. */
export function beginOpening(): () => boolean {
  openings += 1;
  return watchOpening();
}

/** Leaves the open form: nothing is outlined any more, and what is being read does not open. */
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
