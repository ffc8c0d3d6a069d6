/** The list of the inputs that were refused. */

import { button, make, say, showView, softText } from "./dom";
import { close, showInPage } from "./open";
import { shorten } from "./texts";
import { listRefused, removeUnsaved, type Unsaved } from "./unsaved";

/** The most characters of an unsaved text that are listed. */
const MAX_LISTED_CHARS = 200;

/** Shows the refused inputs, each with a button that opens its form and its page. */
export function showUnsaved(): void {
  const item = (unsaved: Unsaved) => {
    // A former version of the editor stored no words.
    const { file, at, label, place, typed, words = typed, reason } = unsaved;
    return make(
      "li",
      { className: "change" },
      make(
        "div",
        {},
        make("strong", {}, label),
        make("span", { className: "soft", dir: "auto" }, place),
        make("span", { className: "soft", dir: "auto" }, words === "" ? "(empty)" : `“${shorten(words, MAX_LISTED_CHARS)}”`),
        make("span", { className: "soft" }, reason),
      ),
      button("Open", () => showInPage(file, at), { "aria-label": `Open: ${label}` }),
      button(
        "Discard",
        () => {
          removeUnsaved(file, at);
          say(`${label}: discarded`);
          if (listRefused().length > 0) showUnsaved();
          else close();
        },
        { "aria-label": `Discard: ${label}` },
      ),
    );
  };
  showView(
    "other",
    ["Contents", close],
    "Not saved",
    softText("The files have other values. What you typed stays here until it is saved or discarded."),
    make("ul", { className: "list" }, ...listRefused().map(item)),
  );
}
