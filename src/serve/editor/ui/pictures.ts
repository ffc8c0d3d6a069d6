/** Inputs for pictures: the preview of one, and the choice among all of the site. */

import type { Site } from "./api";
import { make } from "./dom";

/** Returns the URL of a picture; empty for one of another site, which the editor does not load. */
const addressOf = (path: string, { origin, base }: Site) => (/^https?:/.test(path) ? "" : origin + base + path.replace(/^\/+/, ""));

/** Makes the preview of the picture that an input names. */
export function preview(input: { value: string } & EventTarget, site: Site): HTMLElement {
  const picture = make("img", { className: "preview", alt: "" });
  const show = () => (picture.src = addressOf(input.value, site));
  picture.onerror = () => (picture.hidden = true);
  picture.onload = () => (picture.hidden = false);
  input.addEventListener("input", show);
  show();
  return picture;
}

/** Makes the choice of a picture for an input. The pictures are loaded once the choice is opened. */
export function pictureChoice(input: { value: string; focus(): void } & EventTarget, site: Site): HTMLElement {
  const choice = make("details", { className: "pictures" }, make("summary", {}, "Choose another picture"));
  const choose = (path: string) => () => {
    input.value = path;
    input.dispatchEvent(new Event("input"));
    input.dispatchEvent(new Event("change"));
    choice.open = false;
    input.focus();
  };
  const picture = (path: string) =>
    make(
      "li",
      {},
      make(
        "button",
        { type: "button", onclick: choose(path), "aria-pressed": String(path === input.value), title: path },
        make("img", { src: addressOf(path, site), alt: path.slice(path.lastIndexOf("/") + 1), loading: "lazy" }),
      ),
    );
  choice.addEventListener("toggle", () => {
    choice.querySelector("ul")?.remove();
    if (choice.open) choice.append(make("ul", {}, ...site.pictures.map(picture)));
  });
  return choice;
}
