/** The pages of the site: the panel that finds one to go to, and the ones that a field for links offers. */

import * as api from "./api";
import { button, isOfInputMethod, make, numberRequests, sayError, showView } from "./dom";
import { watchOpening } from "./open-state";

/** Finds pages by words, or by an address that was copied from a browser. */
const findPages = (words: string) => api.findPages(words.replace(/^https?:\/\/[^/]*/, ""));

/** Calls `fill` with the pages that have the words in a field, now and after each input. */
async function findAsTyped(field: HTMLInputElement, fill: (found: api.FoundPages) => void): Promise<void> {
  const begin = numberRequests();
  const find = async () => {
    const isLatest = begin();
    const found = await findPages(field.value);
    if (isLatest()) fill(found);
  };
  field.addEventListener("input", () => void find().catch(sayError));
  await find();
}

/** Shows the pages, with a field that searches them. `go` is called with the chosen one. */
export async function showPages(go: (page: api.Page) => void, close: () => void): Promise<void> {
  const field = make("input", { type: "search", id: "find-page", autocomplete: "off", spellcheck: false });
  const list = make("ul", { className: "list" });
  const others = make("p", { className: "soft", role: "status" });
  const item = (page: api.Page) => {
    const link = button("", () => go(page));
    link.append(make("span", { dir: "auto" }, page.title), page.title !== page.route ? make("span", { className: "soft" }, page.route) : "");
    if (page.hidden !== null) link.append(make("span", { className: "ribbon" }, page.hidden));
    return make("li", {}, link);
  };
  // The list may still have what was found before the last key.
  const goToFirst = async () => {
    const isWanted = watchOpening();
    const { pages: [first] } = await findPages(field.value);
    if (first && isWanted()) go(first);
  };
  field.addEventListener("keydown", (event) => event.key === "Enter" && !isOfInputMethod(event) && void goToFirst().catch(sayError));
  showView(
    "other",
    ["Contents", close],
    "Pages",
    make("div", { className: "field" }, make("label", { htmlFor: field.id }, "Find a page"), field),
    list,
    others,
  );
  field.focus();
  await findAsTyped(field, (found) => {
    list.replaceChildren(...found.pages.map(item));
    others.textContent = found.others > 0 ? `${found.others} more: type words of the title or the address` : "";
    if (found.pages.length === 0) others.textContent = "No page has this in its title or address.";
  });
}

/** Fills the list from which a browser offers pages for the input of a link, once somebody is in it. */
export function offerPages(input: HTMLInputElement, list: HTMLDataListElement): void {
  const fill = ({ pages }: api.FoundPages) => list.replaceChildren(...pages.map(({ route, title }) => make("option", { value: route, label: title })));
  input.addEventListener("focus", () => void findAsTyped(input, fill).catch(sayError), { once: true });
}
