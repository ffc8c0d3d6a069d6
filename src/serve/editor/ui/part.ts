/** Parts that content may do without: the form of an absent part, and the button that removes a present one. */

import * as api from "./api";
import { isBegun, showBlank, waitForBlank } from "./blank";
import { button, buttonRow, say } from "./dom";
import { followChange, openForm } from "./open";
import type { OpenForm } from "./open-state";
import { saveAll } from "./saves";
import { onceAtATime } from "./timing";
import { itemAround } from "./unsaved";

const idOf = (part: api.Part, { file }: api.Form) => `${file} ${part.at}`;

/** Makes the buttons that show the forms of absent parts. */
export function absentParts(form: OpenForm): HTMLElement | false {
  const buttons = form.absent_parts.map((part) => {
    const verb = isBegun(idOf(part, form)) ? "Go on with" : "Add";
    return button(`${verb} “${part.label}”`, () => add(part, form), { "data-to": part.at });
  });
  return buttons.length > 0 && buttonRow(...buttons);
}

/** Shows the form of an absent part. */
async function add(part: api.Part, form: OpenForm): Promise<void> {
  const { at, label } = part;
  const { file } = form;
  const back = () => openForm(file, at);
  const heading = `Add “${label}”`;
  const blank = await waitForBlank(heading, () => api.readBlankMapping(file, at), back);
  if (!blank) return;
  showBlank({
    heading,
    id: idOf(part, form),
    about: blank.help,
    blank,
    write: (value) => api.changeValue(file, at, null, value, itemAround(form, at)),
    show: async (_, isWanted, first) => {
      await followChange(form, at + (first?.described.at ?? ""), { isWanted });
      say(`Added: ${label}`);
    },
    back: ["Back to the form", back],
  });
}

/** Makes the button that removes the part that a form shows. */
export function removal(form: OpenForm): HTMLElement {
  const { file, at, trail } = form;
  const label = trail.at(-1)?.label ?? "";
  const remove = async () => {
    await saveAll();
    const { removable } = await api.readForm(file, at);
    await api.changeValue(file, at, removable, null, itemAround(form, at));
    await followChange(form, at);
    say(`Removed, “Undo” brings it back: ${label}`);
  };
  return buttonRow(button(`Remove “${label}”`, onceAtATime(remove)));
}
