/** Clicks on the page: opens the form of what was clicked, asks what is meant, or says why it can't be changed. */

import * as api from "./api";
import { type ClickedText, fieldsOfText } from "./clicked";
import { button, buttonRow, make, openerItem, say, showView, softText } from "./dom";
import { showEntries } from "./entries";
import { framePage, type ShownPart, site } from "./frame";
import { close, openForm } from "./open";
import { beginOpening, opened } from "./open-state";
import { saveAll } from "./saves";
import { shorten } from "./texts";

/**
 * The most parts that are offered beside a text of a template. If there are more, none is offered: they hardly belong
 * to the text.
 */
const MAX_NEAR_PARTS = 5;

/** The most parts that are offered for a click on several. */
const MAX_CHOICES = 30;

/** A click, as the script in the page tells it. */
export interface Click {
  /** The indices of the clicked elements in `Marks.elements`. */
  indices: number[];
  /**
   * Whether `indices` has one element: the clicked one or, if the clicked one has no text of its own, the marked
   * element around it.
   */
  isExact: boolean;
  /** The indices of the elements that show content beside a clicked text of a template. */
  beside: number[];
  text: string;
  number?: string;
}

/** Returns the part that a value belongs to: the mapping or list around it. A block of Markdown is a part of its own. */
const partOf = (at: string) => (at.startsWith("#") ? at : at.slice(0, at.lastIndexOf("/")));

/**
 * Lists the parts that the elements at `indices` show, in reading order. With `inText`, attributes count only in
 * elements whose text shows no value.
 */
function shownParts({ elements, targets, titles }: api.Marks, indices: number[], inText = false): ShownPart[] {
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

function partList(parts: ShownPart[]): HTMLElement {
  const items = parts.map(({ file, at, label, text }) => openerItem(shorten(text, 80) || label, label, () => openForm(file, at)));
  return make("ul", { className: "list" }, ...items);
}

/** Saves and leaves the open form. Unlike `leaveForm`, keeps the outline of what was clicked. */
function leave(): void {
  void saveAll();
  beginOpening();
  opened.form = undefined;
}

/** Opens the form of a clicked value of `parts`, or asks which is meant. All parts lie in `around`, if it is given. */
async function openOneOf(parts: ShownPart[], around: ShownPart | undefined, clicked: ClickedText): Promise<void> {
  const isWanted = beginOpening();
  const forms = await Promise.all(parts.slice(0, MAX_CHOICES).map(({ file, at }) => api.readForm(file, at)));
  if (!isWanted()) return;
  const found = parts.flatMap((part, index) => {
    const fields = forms[index]?.fields ?? [];
    return fieldsOfText(fields, clicked.text).map(({ at, label, value }) => ({ ...part, at, label: `${part.label} › ${label}`, text: String(value) }));
  });
  const [only, ...others] = found;
  const meant = found.length === 0 ? around : others.length === 0 && only;
  if (meant) return openPart(meant, clicked);
  showChoices("It is made of several values:", found.length > 0 ? found : parts);
}

/** Opens the form of what was clicked. The page does not scroll, as what was clicked is in view. */
async function openPart({ file, at }: api.Target, clicked: ClickedText): Promise<void> {
  await openForm(file, at, { scrolls: false, clicked });
}

/** Asks which of several parts is meant. Offers at most `MAX_CHOICES` of them. */
function showChoices(about: string, parts: ShownPart[]): void {
  leave();
  showView("choice", ["Contents", close], "What do you want to change?", softText(about), partList(parts.slice(0, MAX_CHOICES)));
}

/** Opens the form of what was clicked, asks what is meant, or shows where a text without values comes from. */
export async function openClicked({ indices, isExact, beside, text, number = "" }: Click): Promise<void> {
  const { marks } = framePage;
  if (!marks) return;
  const parts = shownParts(marks, indices, isExact);
  const element = marks.elements[indices[0] ?? -1];
  if (parts.length === 0) return showSource(text, element?.source ?? marks.template, shownParts(marks, beside));
  const clicked = { text, number };
  const target = marks.targets[element?.targets[0] ?? -1];
  const around = parts.find(({ file, at }) => parts.every((part) => part.file === file && (part.at === at || part.at.startsWith(`${at}/`))));
  if (isExact && target && parts.length === 1) return openPart(target, clicked);
  if (isExact) return openOneOf(parts, around, clicked);
  if (around) return openPart(around, clicked);
  showChoices("What you clicked has no content of its own. These stand in it:", parts);
}

/** Shows where a clicked text without values comes from: the entries of a collection, a template, or a part of Markdown that has no form. */
function showSource(text: string, source: api.TextSource | string, near: ShownPart[]): void {
  leave();
  if (typeof source === "object" && "collection" in source) return showComputed(text, source.collection);
  const place = typeof source === "string" ? `templates/${source} or a part of it` : `${source.file}, line ${source.line}`;
  const shown = near.length > MAX_NEAR_PARTS ? [] : near;
  const message = `On ${framePage.route}: “${text}” should be changed. It comes from ${place}.`;
  const copy = () => navigator.clipboard.writeText(message).then(() => say("Copied"), () => say("Copying is not allowed here"));
  showView(
    "choice",
    ["Contents", close],
    place.startsWith("templates/") ? "This is part of the template" : "This can't be changed here",
    text && make("p", { dir: "auto" }, `“${text}”`),
    make("p", {}, `It comes from ${place}. A developer changes it.`),
    buttonRow(button("Copy a message for a developer", copy)),
    shown.length > 0 && make("h2", {}, "Beside it, this can be changed"),
    shown.length > 0 && partList(shown),
  );
}

function showComputed(text: string, collection: string): void {
  const label = site.collections.find(({ value }) => value === collection)?.label ?? collection;
  showView(
    "choice",
    ["Contents", close],
    "This follows from the entries",
    make("p", { dir: "auto" }, `“${text}”`),
    make("p", {}, `It is made from the entries of “${label}”, and changes with them.`),
    buttonRow(button(`Show ${label}`, () => showEntries(collection))),
  );
}
