/** The pages of the site: the panel that finds a page and goes to it, and the pages that a field for links offers. */

import * as api from "./api";
import { isOfInputMethod, make, openerItem, panel, sayError, show, showView } from "./dom";
import { fieldBox } from "./field-box";
import { goTo } from "./frame";
import { close } from "./open";
import { leaveForm, watchOpening } from "./open-state";
import { Counter } from "./timing";

/** Finds pages by words, or by an address that was copied from a browser. */
const findPages = (words: string) => api.findPages(words.replace(/^https?:\/\/[^/]*/, ""));

/** Calls `fill` with the pages that have the words in a field, now and after each input. */
async function findAsTyped(field: HTMLInputElement, fill: (found: api.FoundPages) => void): Promise<void> {
  const searches = new Counter();
  const find = async () => {
    const isLatest = searches.next();
    const found = await findPages(field.value);
    if (isLatest()) fill(found);
  };
  field.addEventListener("input", () => void find().catch(sayError));
  await find();
}

function choose({ route, title }: api.Page): void {
  leaveForm();
  show("nothing", make("h1", {}, title));
  panel().focus();
  goTo(route, title);
}

export async function showPages(): Promise<void> {
  const field = make("input", { type: "search", id: "find-page", autocomplete: "off", spellcheck: false });
  const list = make("ul", { className: "list" });
  const others = make("p", { className: "soft", role: "status" });
  const item = (page: api.Page) => {
    const ribbon = page.hidden !== null && make("span", { className: "ribbon" }, page.hidden);
    return openerItem(page.title, page.route, () => choose(page), {}, ribbon);
  };
  // The list may still have what was found before the last key.
  const chooseFirst = async () => {
    const isWanted = watchOpening();
    const { pages: [first] } = await findPages(field.value);
    if (first && isWanted()) choose(first);
  };
  field.addEventListener("keydown", (event) => event.key === "Enter" && !isOfInputMethod(event) && void chooseFirst().catch(sayError));
  showView(
    "other",
    ["Contents", close],
    "Pages",
    fieldBox(field, "Find a page").box,
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

/** Fills the list from which a browser offers pages for the input of a link, once the input gets the focus. */
export function offerPages(input: HTMLInputElement, list: HTMLDataListElement): void {
  const fill = ({ pages }: api.FoundPages) => list.replaceChildren(...pages.map(({ route, title }) => make("option", { value: route, label: title })));
  input.addEventListener("focus", () => void findAsTyped(input, fill).catch(sayError), { once: true });
}
