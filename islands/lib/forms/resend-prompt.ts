/** The prompt that asks whether a submission left by an earlier page may be sent. */

import type { PromptTexts, Submission } from "./model";

/**
 * Shows the prompt at the end of the page, unless it is there already. The prompt stays until `send` reports success or
 * the visitor discards the submission.
 */
export function showResendPrompt(
  submission: Submission,
  texts: PromptTexts,
  send: () => Promise<boolean>,
  discard: () => void,
) {
  if (document.querySelector(`.resend-prompt[data-submission="${submission.id}"]`)) {
    return;
  }
  const box = document.createElement("section");
  box.className = "resend-prompt";
  box.setAttribute("aria-label", texts.message);
  const message = document.createElement("p");
  message.setAttribute("role", "status");
  const actions = document.createElement("p");
  actions.className = "resend-prompt-actions";
  const yes = createButton(texts.send, "button button-primary");
  const no = createButton(texts.discard, "button");
  yes.addEventListener("click", async () => {
    yes.disabled = true;
    if (await send()) {
      box.remove();
    }
    yes.disabled = false;
  });
  no.addEventListener("click", () => {
    discard();
    box.remove();
  });
  box.dataset["submission"] = submission.id;
  actions.append(yes, no);
  box.append(message, actions);
  document.body.append(box);
  // The text is set after the element is in the page, so that screen readers announce it.
  message.textContent = texts.message;
}

function createButton(label: string, className: string): HTMLButtonElement {
  const button = document.createElement("button");
  button.type = "button";
  button.className = className;
  button.textContent = label;
  return button;
}
