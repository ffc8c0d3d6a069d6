/** The script that sends the submissions left by earlier pages. It is fetched only if there are any. */

import { showResendPrompt } from "../lib/forms/resend-prompt";
import { sendPending, sendStored } from "../lib/forms/outbox";
import { remove } from "../lib/forms/store";

export function sendAll() {
  void sendPending(Date.now(), (submission, texts) => {
    const { id } = submission;
    showResendPrompt(submission, texts, () => sendStored(id), () => remove(id));
  });
}
