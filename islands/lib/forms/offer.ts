/** Asks whether a lead that an earlier page left may be sent, where its form wants it asked. */

import type { Ask, Lead } from "./model";

/** Shows the question at the end of the page. `send` says whether it was delivered; if not, the question stays. */
export function ask(lead: Lead, words: Ask, send: () => Promise<boolean>, discard: () => void) {
  if (document.querySelector(`.form-offer[data-lead="${lead.id}"]`)) {
    return;
  }
  const box = document.createElement("section");
  box.className = "form-offer";
  box.setAttribute("aria-label", words.message);
  const message = document.createElement("p");
  // Filled once it is in the page, so that screen readers say it.
  message.setAttribute("role", "status");
  const actions = document.createElement("p");
  actions.className = "form-offer-actions";
  const yes = button(words.send, "button button-primary");
  const no = button(words.discard, "button");
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
  box.dataset["lead"] = lead.id;
  actions.append(yes, no);
  box.append(message, actions);
  document.body.append(box);
  message.textContent = words.message;
}

function button(label: string, className: string): HTMLButtonElement {
  const made = document.createElement("button");
  made.type = "button";
  made.className = className;
  made.textContent = label;
  return made;
}
