/** The view of a form in the panel. */

import * as api from "./api";
import { addLabel } from "./blank";
import { blockSection } from "./block";
import { caretOf, type ClickedText } from "./clicked";
import { button, buttonRow, make, panel, sayError, show, softText, type WayBack, wayBack } from "./dom";
import { askToDelete } from "./delete";
import { addEntry } from "./entries";
import { makeField } from "./fields";
import { framePage } from "./frame";
import { cards, placeInList } from "./list";
import { close, goToOpened, openForm } from "./open";
import type { OpenForm } from "./open-state";
import { absentParts, removal } from "./part";
import { watchReplacement } from "./picture-text";
import { showProblems } from "./problems";
import { askForAddress } from "./rename";

/**
 * Shows a form. `from` is the pointer of the form of the same file that was open before; empty if there was none. The focus goes to the field at
 * `cursorAt`, or else to the button of the part with `from` in it, or else to the first field of an item or of a picture in Markdown, or else to the panel.
 */
export function showForm(form: OpenForm, from: string, clicked: ClickedText): void {
  const { title, trail, fields, parts, file, list, block, cursorAt: at } = form;
  const go = (at: string) => openForm(file, at);
  // An example of several values is approved as a whole, below its first field.
  const sampleOf = ({ at, sample }: api.Field) => (fields.find((field) => field.sample?.at === sample?.at)?.at === at ? sample : null);
  const inputs = new Map(fields.map((described) => [described.at, makeField({ ...described, sample: sampleOf(described) }, form)]));
  for (const { at } of fields) watchReplacement(`${file} ${at}`, inputs.get(at), inputs.get(`${at}_alt`));
  const isList = list?.at === form.at;
  const hasParts = !isList && parts.length > 0;
  const last = trail.at(-1);
  const heading = last?.label ?? title;
  const [own, further] = [fields.filter(({ is_under_more }) => !is_under_more), fields.filter(({ is_under_more }) => is_under_more)];
  // The label of a single field, if it repeats the heading, is for screen readers only.
  if (own.length === 1 && own[0]?.label === heading) inputs.get(own[0].at)?.classList.add("is-titled");
  const around = [{ at: "", label: title }, ...trail].slice(0, -1);
  show(
    "form",
    wayBack(["Contents", close], ...around.map(({ at, label }): WayBack => [label, () => go(at)])),
    make("h1", {}, heading),
    namedByPage(file),
    ...(isList ? [cards(list, inputs, form)] : own.map(({ at }) => inputs.get(at))),
    further.length > 0 && make("details", {}, make("summary", {}, "More"), ...further.map(({ at }) => inputs.get(at))),
    hasParts && make("h2", {}, "Inside"),
    hasParts && make("ul", { className: "list openers" }, ...parts.map(({ at, label }) => make("li", {}, button(label, () => go(at), { "data-to": at })))),
    absentParts(form),
    form.removable !== null && removal(form),
    block && blockSection(form, block, inputs.get(fields[0]?.at ?? "") ?? make("div")),
    list && list.number !== null && placeInList(list, list.number, inputs.values(), form),
    entryButtons(form),
    make("h2", {}, "About this"),
    softText(`Written in ${file}`),
    readers(file, at),
  );
  showProblems();
  const input = at && panel().querySelector<HTMLElement>(`[data-at="${CSS.escape(at)}"]`);
  const opener = [...panel().querySelectorAll<HTMLElement>("[data-to]")].find(({ dataset: { to } }) => from === to || from.startsWith(`${to}/`));
  const first = (typeof list?.number === "number" || block) && panel().querySelector<HTMLElement>(".field :is(input, select, textarea)");
  (input || opener || first || panel()).focus();
  if (!(input instanceof HTMLTextAreaElement)) return;
  if (input.value === PLACEHOLDER) input.select();
  else showCaret(input, caretOf(input.value, clicked));
}

/** The text that a new entry in Markdown begins with. */
const PLACEHOLDER = "Write here.";

/** Makes the buttons that choose another entry where the page names the entry of the form. */
function namedByPage(entry: string): HTMLElement | false {
  const { page, references = [] } = framePage.marks ?? {};
  const own = page?.file ?? null;
  if (own === null || own === entry) return false;
  const naming = references.filter(({ names }) => names === entry);
  const buttons = naming.map(({ at, label }) => button(`Choose another: ${label}`, () => openForm(own, at)));
  const about = softText("This page names it. What you change here shows wherever it is named.");
  return buttons.length > 0 && make("div", { className: "named-by" }, about, buttonRow(...buttons));
}

function showCaret(input: HTMLTextAreaElement, caret: number): void {
  input.setSelectionRange(caret, caret);
  const field = input.closest<HTMLElement>(".field") ?? input;
  if (field.offsetHeight > panel().clientHeight) field.scrollIntoView({ block: caret < input.value.length / 2 ? "start" : "end" });
}

/**
 * The time from the showing of a form to the request for the pages that read its value. After a save, a build often
 * begins meanwhile; without the delay, the build would wait for the answer.
 */
const READERS_DELAY_MS = 500;

const MAX_READERS = 40;

/** The last answer, which is shown again at once when the form of the same value is brought up to date. */
let lastReaders = { of: "", pages: [] as api.Page[] };

/** Makes the list of the pages that read a value. It is shown once it is known. */
function readers(file: string, at: string): HTMLElement {
  const of = `${file} ${at}`;
  const list = make("details");
  const fill = (pages: api.Page[]) => {
    lastReaders = { of, pages };
    const words = pages.length === 1 ? "Read by 1 page" : `Read by ${pages.length} pages`;
    const links = pages.slice(0, MAX_READERS).map(({ route, title }) => {
      return make("li", {}, button(title, () => goToOpened(route, title), { dir: "auto" }));
    });
    const others = pages.length - links.length;
    const more = others > 0 ? softText(`and ${others} more`) : "";
    list.replaceChildren(make("summary", {}, words), make("ul", { className: "list" }, ...links), more);
    list.hidden = pages.length === 0;
  };
  fill(of === lastReaders.of ? lastReaders.pages : []);
  setTimeout(() => list.isConnected && api.listReaders(file, at).then(fill, sayError), READERS_DELAY_MS);
  return list;
}

function entryButtons({ file, collection, is_renamable, page }: api.Form): HTMLElement | false {
  const buttons = [
    collection !== null && button(addLabel(collection), () => addEntry(collection)),
    is_renamable && button(page !== null ? "Change address…" : "Rename…", () => askForAddress(file)),
    collection !== null && button("Delete…", () => askToDelete(file)),
  ];
  return buttons.some(Boolean) && make("section", {}, make("h2", {}, "The whole entry"), buttonRow(...buttons));
}
