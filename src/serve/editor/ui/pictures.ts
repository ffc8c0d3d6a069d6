/** Inputs for pictures: the preview of one, and the choice among all of the site or from this computer. */

import { button, make, sayError } from "./dom";
import type { Input } from "./field-box";
import { readSite, site } from "./frame";
import { folded } from "./texts";
import { uploadButton } from "./upload";

/** Returns the URL of a picture; empty for one of another site, which the editor does not load. */
export function addressOf(path: string): string {
  const own = `/${path.replace(/^\/+/, "")}`;
  return /^https?:/.test(path) ? "" : site.origin + site.base + (site.picture_addresses[own] ?? own).slice(1);
}

/** Whether a picture lies in no folder, as icons of the site do. Such pictures are offered last. */
const isAtRoot = (path: string) => path.lastIndexOf("/") === 0;

const fileNameOf = (path: string) => path.slice(path.lastIndexOf("/") + 1);

export function picturePreview(input: Input): HTMLElement {
  const picture = make("img", { className: "preview", alt: "", hidden: true });
  const show = () => (picture.src = addressOf(input.value));
  picture.onerror = () => (picture.hidden = true);
  picture.onload = () => (picture.hidden = false);
  input.addEventListener("input", show);
  show();
  return picture;
}

/** Writes the path of a picture for Markdown. */
export const pictureAddress = (path: string) => (/[\s()]/.test(path) ? `<${path}>` : path);

/** Makes the choice of a picture for an input, with a search by name. The pictures are loaded once the choice is opened. */
export function pictureChoice(input: Input): HTMLElement {
  const choice = make("details", { className: "pictures" }, make("summary", {}, input.value === "" ? "Choose a picture" : "Choose another picture"));
  // If the present path begins without a slash, so does the chosen one.
  const hasNoSlash = site.pictures.includes(`/${input.value}`);
  const choose = (path: string) => {
    input.value = hasNoSlash ? path.slice(1) : path;
    for (const type of ["input", "change"]) input.dispatchEvent(new Event(type, { bubbles: true }));
    choice.open = false;
    input.focus();
  };
  let repeated = new Set<string>();
  const picture = (path: string) => {
    const name = fileNameOf(path);
    const folder = repeated.has(name) && make("span", { className: "folder" }, ` ${path.slice(0, -name.length)}`);
    const content = [make("img", { src: addressOf(path), alt: "", loading: "lazy" }), make("span", {}, name), folder];
    const isChosen = path.slice(1) === input.value.replace(/^\//, "");
    return make("li", {}, button(content, () => choose(path), { "aria-pressed": String(isChosen), title: path }));
  };
  const search = make("input", { type: "search", placeholder: "Search by name", "aria-label": "Search the pictures by name", spellcheck: false });
  const found = make("ul");
  const none = make("p", { className: "soft", role: "status" });
  search.addEventListener("input", () => {
    const wanted = folded(search.value.trim());
    const paths = site.pictures.filter((path) => folded(path).includes(wanted)).sort((a, b) => Number(isAtRoot(a)) - Number(isAtRoot(b)));
    found.replaceChildren(...paths.map(picture));
    none.textContent = paths.length === 0 ? "No picture has this in its name." : "";
  });
  /** Lists the pictures that the site has by now. */
  const list = async () => {
    choice.scrollIntoView({ block: "nearest" });
    await readSite();
    const names = site.pictures.map(fileNameOf);
    repeated = new Set(names.filter((name, number) => names.indexOf(name) !== number));
    search.dispatchEvent(new Event("input"));
  };
  // In a form of a new entry, Enter would add the entry.
  search.addEventListener("keydown", (event) => event.key === "Enter" && event.preventDefault());
  choice.append(uploadButton(choice, () => input.value, choose), search, found, none);
  choice.addEventListener("toggle", () => {
    search.value = "";
    if (choice.open) void list().catch(sayError);
    else found.replaceChildren();
  });
  return choice;
}
