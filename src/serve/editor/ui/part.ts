/** Parts that content may do without: the form of a new one, and the button that removes one. */

import * as api from "./api";
import { isBegun, showBlank, waitForBlank } from "./blank";
import { button, make, onceAtATime, say, sayError } from "./dom";
import { watchOpening } from "./open-state";
import { type FormContext, saveAll } from "./saving";

const idOf = (part: api.Part, { file }: FormContext) => `${file} ${part.at}`;

/** Makes the buttons that show the forms of absent parts. */
export function absentParts({ absent_parts }: api.Form, context: FormContext): HTMLElement | false {
  const buttons = absent_parts.map((part) => {
    const verb = isBegun(idOf(part, context)) ? "Go on with" : "Add";
    return button(`${verb} “${part.label}”`, () => void add(part, context).catch(sayError), { "data-to": part.at });
  });
  return buttons.length > 0 && make("div", { className: "actions" }, ...buttons);
}

/** Shows the form of an absent part, and adds the part. */
async function add(part: api.Part, context: FormContext): Promise<void> {
  const { at, label } = part;
  const { file, go, changed, itemAround } = context;
  const back = () => go(at);
  const form = await waitForBlank(label, () => api.readBlankMapping(file, at), back);
  if (!form) return;
  showBlank({
    heading: label,
    id: idOf(part, context),
    form,
    add: async (value, written) => {
      const isWanted = watchOpening();
      await api.changeValue(file, at, null, value, itemAround(at));
      written();
      await changed(at, { isWanted });
      say(`Added: ${label}`);
    },
    back: { label: "Back to the form", go: back },
  });
}

/** Makes the button that removes the part that a form shows, if the file may do without it. */
export function removal({ file, at, trail }: api.Form, { itemAround, changed }: FormContext): HTMLElement {
  const label = trail.at(-1)?.label ?? "";
  const remove = async () => {
    await saveAll();
    const { removable } = await api.readForm(file, at);
    await api.changeValue(file, at, removable, null, itemAround(at));
    await changed(at);
    say(`Removed, “Undo” brings it back: ${label}`);
  };
  return make("div", { className: "actions" }, button(`Remove “${label}”`, onceAtATime(remove)));
}
