/** The places that lead to an entry or to a heading, in the forms that change or delete it. */

import type { EntryUse } from "./api";
import { make } from "./dom";

/** Makes the quotation of the sentence in which a link stands; `false` if there is none. */
export const quote = ({ quote }: EntryUse, id?: string): HTMLElement | false =>
  quote !== "" && make("q", { className: "quote", id, dir: "auto" }, quote);

/** Makes the list of places, each with its sentence. */
export function useList(uses: EntryUse[], more: (use: EntryUse) => string = () => ""): HTMLElement {
  const item = (use: EntryUse) =>
    make(
      "li",
      { className: "fixed", dir: "auto" },
      use.label,
      quote(use),
      make("span", { className: "soft" }, (use.line === null ? use.file : `${use.file}:${use.line}`) + more(use)),
    );
  return make("ul", { className: "list uses" }, ...uses.map(item));
}

/** Makes a list of files or addresses. */
export const fixedList = (items: string[]): HTMLElement =>
  make("ul", { className: "list uses" }, ...items.map((item) => make("li", { className: "fixed", dir: "auto" }, item)));
