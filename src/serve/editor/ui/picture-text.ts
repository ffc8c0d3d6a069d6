/** The note that the text about a picture was written for a former picture, and may not fit the new one. */

import { make } from "./dom";

/** For each picture that was replaced, by its file and pointer: the text beside it, and the picture for which the text was written. */
const texts = new Map<string, { text: string; picture: string }>();

/** Shows the note in the box of the text as long as the text is the former one, and another picture stands beside it. */
export function watchReplacement(key: string, pictureBox?: HTMLElement, textBox?: HTMLElement): void {
  const picture = pictureBox?.querySelector<HTMLInputElement>("[data-at]");
  const text = textBox?.querySelector<HTMLTextAreaElement>("[data-at]");
  if (!picture || !text) return;
  const note = make("p", { className: "note", role: "status", id: `${text.id}-note` });
  text.after(note);
  text.setAttribute("aria-describedby", `${text.getAttribute("aria-describedby")} ${note.id}`);
  let former = picture.value;
  const show = () => {
    const written = texts.get(key);
    const isOutdated = written && written.text === text.value && written.picture !== picture.value;
    note.textContent = isOutdated ? "This was written for the former picture: check that it fits the new one." : "";
  };
  picture.addEventListener("change", () => {
    const isWritten = text.value.trim() !== "" && former !== "" && former !== picture.value;
    if (isWritten && texts.get(key)?.text !== text.value) texts.set(key, { text: text.value, picture: former });
    former = picture.value;
    show();
  });
  text.addEventListener("input", show);
  show();
}
