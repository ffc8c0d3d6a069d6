/** Clicks on the page: opens the form of what was clicked, or asks what is meant. */

import * as api from "./api";
import { sayError } from "./dom";
import { showEntries } from "./entries";
import { framePage, site } from "./frame";
import { close, entryActions, openForm } from "./open";
import { beginOpening, opened } from "./open-state";
import { type Clicked, fieldsOfText, showChoices, showComputed, showFixed, type ShownPart, shownParts } from "./panel";
import { saveAll } from "./saving";

/** The most parts that are offered beside a text of a template: if there are more, they hardly belong to it. */
const MAX_NEAR_PARTS = 5;

/** The most parts that are offered for a click on several. */
const MAX_CHOICES = 30;

/** A click, as the script in the page tells it. */
export interface Click {
  indices: number[];
  /** Whether the marks are those of the clicked text itself, not of an element around it. */
  isExact: boolean;
  /** The marks of content beside a text of a template. */
  beside: number[];
  text: string;
  number?: string;
}

/** Saves and leaves the open form. The page outlines what was clicked. */
function leave(): void {
  void saveAll();
  beginOpening();
  opened.form = undefined;
}

/** Opens the form of the value that was clicked in a text made of values of several parts, or asks which one is meant. */
async function openOneOf(parts: ShownPart[], around: ShownPart | undefined, clicked: Clicked): Promise<void> {
  const isWanted = beginOpening();
  const forms = await Promise.all(parts.slice(0, MAX_CHOICES).map(({ file, at }) => api.readForm(file, at)));
  if (!isWanted()) return;
  const found = parts.flatMap((part, index) => {
    const fields = forms[index]?.fields ?? [];
    return fieldsOfText(fields, clicked.text).map(({ at, label, value }) => ({ ...part, at, label: `${part.label} › ${label}`, text: String(value) }));
  });
  const [only, ...others] = found;
  if (only && others.length === 0) return void (await openForm(only.file, only.at, false, clicked));
  if (found.length === 0 && around) return void (await openForm(around.file, around.at, false, clicked));
  leave();
  showChoices("It is made of several values:", found.length > 0 ? found : parts, openPart, close);
}

const openPart = (part: ShownPart) => void openForm(part.file, part.at).catch(sayError);

/** Opens the form of what was clicked: of its value, or of the part that all values in it belong to. */
export function openClicked({ indices, isExact, beside, text, number = "" }: Click): void {
  const { marks } = framePage;
  if (!marks) return;
  const parts = shownParts(marks, indices, isExact);
  const element = marks.elements[indices[0] ?? -1];
  if (parts.length === 0) return showSource(text, element?.source, shownParts(marks, beside), marks.template);
  const clicked = { text, number };
  const target = marks.targets[element?.targets[0] ?? -1];
  const around = parts.find(({ file, at }) => parts.every((part) => part.file === file && (part.at === at || part.at.startsWith(`${at}/`))));
  if (isExact && target && parts.length === 1) return void openForm(target.file, target.at, false, clicked).catch(sayError);
  if (isExact) return void openOneOf(parts, around, clicked).catch(sayError);
  if (around) return void openForm(around.file, around.at, false, clicked).catch(sayError);
  leave();
  showChoices("What you clicked has no content of its own. These stand in it:", parts.slice(0, MAX_CHOICES), openPart, close);
}

/** Shows where a text without values comes from, and the parts near it. */
function showSource(text: string, source: api.TextSource | undefined, near: ShownPart[], template: string): void {
  leave();
  if (source && "collection" in source) {
    const { collection } = source;
    const label = site.collections.find(({ name }) => name === collection)?.label ?? collection;
    return showComputed(text, label, () => void showEntries(collection, entryActions).catch(sayError), close);
  }
  const place = source ? `${source.file}, line ${source.line}` : `templates/${template} or a part of it`;
  showFixed(text, place, framePage.route, near.length > MAX_NEAR_PARTS ? [] : near, openPart, close);
}
