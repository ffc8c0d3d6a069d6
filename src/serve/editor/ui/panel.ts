/** The views of the panel: a form, a choice of parts, and why something can't be changed. */

import * as api from "./api";
import { addLabel } from "./blank";
import { blockSection } from "./block";
import { button, make, panel, say, sayError, shorten, show, showView } from "./dom";
import { makeField } from "./fields";
import { cards, placeInList } from "./list";
import { absentParts, removal } from "./part";
import type { FormContext } from "./saving";

/** A mapping or list of content that the page shows. */
export interface ShownPart {
  file: string;
  at: string;
  label: string;
  text: string;
}

/** Returns the part that a value belongs to: the mapping or list around it. A text in Markdown is a part of its own. */
const partOf = (at: string) => (at.startsWith("#") ? at : at.slice(0, at.lastIndexOf("/")));

/** Lists the parts that these elements show, in reading order. With `inText`, only those that the text of an element shows, unless it shows none. */
export function shownParts({ elements, targets, titles }: api.Marks, indices = [...elements.keys()], inText = false): ShownPart[] {
  const parts = new Map<string, ShownPart>();
  for (const index of indices) {
    const element = elements[index];
    if (!element) continue;
    const count = inText && element.text_targets > 0 ? element.text_targets : element.targets.length;
    for (const number of element.targets.slice(0, count)) {
      const target = targets[number];
      if (!target) continue;
      const at = partOf(target.at);
      const key = `${target.file} ${at}`;
      const steps = target.label.split(" › ");
      const way = at.startsWith("#") ? steps : steps.slice(0, -1);
      const label = [titles[target.file] ?? target.file, ...way].join(" › ");
      const part = parts.get(key) ?? { file: target.file, at, label, text: "" };
      part.text ||= element.whole_text ?? element.text;
      parts.set(key, part);
    }
  }
  return [...parts.values()];
}

/** Makes a list of parts with a button each. */
function partList(parts: ShownPart[], open: (part: ShownPart) => void): HTMLElement {
  const items = parts.map((part) => {
    const words = shorten(part.text, 80);
    const link = button("", () => open(part));
    link.append(make("span", { dir: "auto" }, words || part.label), words ? make("span", { className: "soft" }, part.label) : "");
    return make("li", {}, link);
  });
  return make("ul", { className: "list" }, ...items);
}

/** Asks which of several parts is meant. */
export function showChoices(about: string, parts: ShownPart[], open: (part: ShownPart) => void, close: () => void): void {
  showView("choice", ["Contents", close], "What do you want to change?", make("p", { className: "soft" }, about), partList(parts, open));
}

/** What was clicked in the page: the text of the element, and the number in it, as they are written there. */
export interface Clicked {
  text: string;
  number: string;
}

const lettersOf = (text: string) => text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, "");

/**
 * Returns the pointer of the field that was clicked: of the only one whose value has the clicked number or words, or else `at`.
 * An element may show several values, such as a link with its words, or a number with the unit that follows it.
 */
export function fieldOfClick({ fields }: api.Form, at: string, { text, number }: Clicked): string {
  const digits = number.replace(/\D/g, "");
  const hasDigits = (field: api.Field) => {
    const own = lettersOf(String(field.value ?? ""));
    return field.at === at ? own.includes(digits) : field.kind === "number" && own === digits;
  };
  const [only, ...others] = digits === "" ? fieldsOfText(fields, text) : fields.filter(hasDigits);
  return only && others.length === 0 && lettersOf(text) !== "" ? only.at : at;
}

/** Returns the fields whose values are in a text, or have the text in them. */
export function fieldsOfText(fields: api.Field[], text: string): api.Field[] {
  const letters = lettersOf(text);
  return fields.filter(({ kind, value }) => {
    const own = lettersOf(String(value ?? ""));
    return kind !== "link" && own !== "" && letters !== "" && (letters.includes(own) || own.includes(letters));
  });
}

/** How many of the clicked letters are looked for: the first ones only, as a link in Markdown has its address between the letters. */
const SOUGHT_LETTERS = 20;

/** Returns the place of the cursor in a value: at the end of the paragraph that was clicked, or else at the end of the value. */
function caretOf(value: string, { text }: Clicked): number {
  const places = [...value.matchAll(/[\p{L}\p{N}]/gu)];
  const letters = lettersOf(text).slice(0, SOUGHT_LETTERS);
  const found = places.map(({ 0: letter }) => letter.toLowerCase()).join("").indexOf(letters);
  const end = letters === "" || found < 0 ? -1 : value.indexOf("\n\n", places[found]?.index);
  return end < 0 ? value.length : end;
}

/**
 * Shows a form. The focus goes to the field of the value at `at`, or else to the button of the part that was open before: the one at `from`, or
 * around it. If there is neither, the focus goes to the first field of an item, or to the panel.
 */
export function showForm(form: api.Form, at: string, from: string, clicked: Clicked, context: FormContext): void {
  const { title, trail, fields, parts, file, list, block } = form;
  const { go } = context;
  // An example of several values is approved as a whole, below its first field.
  const sampleOf = ({ at, sample }: api.Field) => (fields.find((field) => field.sample?.at === sample?.at)?.at === at ? sample : null);
  const inputs = new Map(fields.map((described) => [described.at, makeField({ ...described, sample: sampleOf(described) }, context)]));
  const isList = list?.at === form.at;
  const hasParts = !isList && parts.length > 0;
  const last = trail.at(-1);
  const heading = last?.label ?? title;
  const [own, further] = [fields.filter(({ is_under_more }) => !is_under_more), fields.filter(({ is_under_more }) => is_under_more)];
  // A single field is named by the heading; its label is for screen readers.
  if (own.length === 1 && own[0]?.label === heading) inputs.get(own[0].at)?.classList.add("is-titled");
  const way = [{ at: "", label: title }, ...trail].slice(0, -1);
  const crumbs = [
    make("li", {}, button("Contents", context.close)),
    ...way.map(({ at, label }) => make("li", {}, button(label, () => go(at)))),
  ];
  show(
    "form",
    make("nav", { "aria-label": "Where you are" }, make("ol", { className: "trail" }, ...crumbs)),
    make("h1", {}, heading),
    namedByPage(context),
    ...(isList ? [cards(list, inputs, context)] : own.map(({ at }) => inputs.get(at) ?? null)),
    further.length > 0 && make("details", { className: "further" }, make("summary", {}, "More"), ...further.map(({ at }) => inputs.get(at) ?? null)),
    hasParts && make("h2", {}, "Inside"),
    hasParts && make("ul", { className: "list openers" }, ...parts.map(({ at, label }) => make("li", {}, button(label, () => go(at), { "data-to": at })))),
    absentParts(form, context),
    form.removable !== null && removal(form, context),
    block && blockSection(form, block, inputs.get(form.at) ?? make("div"), context),
    list && list.number !== null && placeInList(list, list.number, inputs.values(), context),
    entryButtons(form, context),
    make("h2", {}, "About this"),
    make("p", { className: "soft" }, `Written in ${file}`),
    readers(file, at, context.goTo),
  );
  const input = at && panel().querySelector<HTMLElement>(`[data-at="${CSS.escape(at)}"]`);
  const opener = [...panel().querySelectorAll<HTMLElement>("[data-to]")].find(({ dataset: { to } }) => from === to || from.startsWith(`${to}/`));
  const first = typeof list?.number === "number" && panel().querySelector<HTMLElement>(".field :is(input, select, textarea)");
  (input || opener || first || panel()).focus();
  if (!(input instanceof HTMLTextAreaElement)) return;
  if (input.value === PLACEHOLDER) input.select();
  else showCaret(input, caretOf(input.value, clicked));
}

/** Shows the present names of an open form, and of the parts around it. */
export function updateNames({ title, trail }: api.Form): void {
  const names = [title, ...trail.map(({ label }) => label)];
  // The first button leads to the contents of the page.
  panel().querySelectorAll(".trail button").forEach((step, number) => number > 0 && (step.textContent = names[number - 1] ?? ""));
  panel().querySelector("h1")?.replaceChildren(names.at(-1) ?? "");
}

/** The text of a new entry, until somebody writes another one. */
const PLACEHOLDER = "Write here.";

/** Makes the buttons that choose another entry where the page names the entry of the form. */
function namedByPage({ namedBy, openOwn }: FormContext): HTMLElement | false {
  const [first] = namedBy;
  if (!first) return false;
  const buttons = namedBy.map(({ at, label }) => button(`Choose another: ${label}`, () => openOwn(at)));
  return make("div", { className: "named-by" }, make("p", { className: "soft" }, "This page names it. What you change here shows wherever it is named."), make("div", { className: "actions" }, ...buttons));
}

/** Puts the cursor into a text, and scrolls the panel to it. */
function showCaret(input: HTMLTextAreaElement, caret: number): void {
  input.setSelectionRange(caret, caret);
  const field = input.closest<HTMLElement>(".field") ?? input;
  if (field.offsetHeight > panel().clientHeight) field.scrollIntoView({ block: caret < input.value.length / 2 ? "start" : "end" });
}

/** The time until the pages that read a value are asked for. A build waits for the answer, and often follows at once. */
const READERS_DELAY_MS = 500;

/** The most pages that are listed. */
const MAX_READERS = 40;

/** The last answer, which is shown again at once when the form of the same value is brought up to date. */
let lastReaders = { of: "", pages: [] as api.Page[] };

/** Makes the list of the pages that read a value. It is shown once it is known. */
function readers(file: string, at: string, goTo: (page: api.Page) => void): HTMLElement {
  const of = `${file} ${at}`;
  const list = make("details");
  const fill = (pages: api.Page[]) => {
    lastReaders = { of, pages };
    const words = pages.length === 1 ? "Read by 1 page" : `Read by ${pages.length} pages`;
    const links = pages.slice(0, MAX_READERS).map((page) => make("li", {}, button(page.title, () => goTo(page), { dir: "auto" })));
    const others = pages.length - links.length;
    list.replaceChildren(make("summary", {}, words), make("ul", { className: "list" }, ...links), others > 0 ? make("p", { className: "soft" }, `and ${others} more`) : "");
    list.hidden = pages.length === 0;
  };
  fill(of === lastReaders.of ? lastReaders.pages : []);
  setTimeout(() => list.isConnected && api.listReaders(file, at).then(fill, sayError), READERS_DELAY_MS);
  return list;
}

/** Makes the buttons for the entry as a whole. */
function entryButtons({ collection, is_renamable, page }: api.Form, context: FormContext): HTMLElement | false {
  const buttons = [
    collection !== null && button(addLabel(collection), () => context.add(collection)),
    is_renamable && button(page !== null ? "Change address…" : "Rename…", context.rename),
    collection !== null && button("Delete…", context.remove),
  ];
  return buttons.some(Boolean) && make("section", {}, make("h2", {}, "The whole entry"), make("div", { className: "actions" }, ...buttons));
}

/** Shows that a clicked text belongs to a template, or to a part of Markdown that has no form, with the parts near it. */
export function showFixed(
  text: string,
  place: string,
  page: string,
  near: ShownPart[],
  open: (part: ShownPart) => void,
  close: () => void,
): void {
  const message = `On ${page}: “${text}” should be changed. It comes from ${place}.`;
  showView(
    "choice",
    ["Contents", close],
    place.startsWith("templates/") ? "This is part of the template" : "This can't be changed here",
    text && make("p", { dir: "auto" }, `“${text}”`),
    make("p", {}, `It comes from ${place}. A developer changes it.`),
    make(
      "div",
      { className: "actions" },
      button("Copy a message for a developer", () => {
        void navigator.clipboard.writeText(message).then(
          () => say("Copied"),
          () => say("Copying is not allowed here"),
        );
      }),
    ),
    near.length > 0 && make("h2", {}, "Beside it, this can be changed"),
    near.length > 0 && partList(near, open),
  );
}

/** Shows that a clicked text is computed from the entries of a collection. */
export function showComputed(text: string, label: string, open: () => void, close: () => void): void {
  showView(
    "choice",
    ["Contents", close],
    "This follows from the entries",
    make("p", { dir: "auto" }, `“${text}”`),
    make("p", {}, `It is made from the entries of “${label}”, and changes with them.`),
    make("div", { className: "actions" }, button(`Show ${label}`, open)),
  );
}

/** Shows an error that stops the editor. */
export function showFailure(text: string): void {
  show("other", make("h1", {}, "The editor can't go on"), make("p", {}, text));
}
