/** Unsaved input: texts that are not in the files yet. They stay in the window's storage when the form is closed or the editor reloads. */

import type { Change, Form, Scalar, ShownItem } from "./api";
import { make } from "./dom";
import { pointerAfter, stepsOf } from "./moves";

export interface Unsaved {
  file: string;
  at: string;
  label: string;
  /** The title of the entry, and the parts that lead to the form. */
  place: string;
  /** The text of the input, `true` or `false` of a switch, or the value of a choice as JSON. */
  typed: string;
  /** What the input shows, in words. */
  words: string;
  /** The value that the input replaces. */
  was: Scalar;
  /** The value that was sent last. It may be saved though no answer came, such as when the editor was left. */
  sent: Scalar;
  /** The outermost item of a list in which the value lies, as it was shown. */
  item: ShownItem | null;
  /** Why the input was refused; empty if it was not yet. */
  reason: string;
}

const PREFIX = "unsaved ";
const keyOf = (file: string, at: string) => `${PREFIX}${file} ${at}`;

/**
 * Returns the key under which the texts typed into the form of a new block, item, part or entry are stored. The form
 * shows them when it is opened again, unless *Add* or *Cancel* ended it. The `id` for a new entry is its collection;
 * other ids begin with a file and a pointer.
 */
export const keyOfBlank = (id: string): string => `new ${id}`;

/** Whether a form of something new is begun, and neither added nor cancelled. */
export const hasBegun = (): boolean => Object.keys(sessionStorage).some((key) => key.startsWith(keyOfBlank("")));

/** Called after unsaved inputs were stored, removed or moved. */
let changed = () => {};

export function storeUnsaved(unsaved: Unsaved): void {
  sessionStorage.setItem(keyOf(unsaved.file, unsaved.at), JSON.stringify(unsaved));
  changed();
}

export function removeUnsaved(file: string, at: string): void {
  sessionStorage.removeItem(keyOf(file, at));
  changed();
}

export function findUnsaved(file: string, at: string): Unsaved | undefined {
  const kept = sessionStorage.getItem(keyOf(file, at));
  return kept === null ? undefined : (JSON.parse(kept) as Unsaved);
}

/**
 * Moves the refused inputs of the changed files, and what was typed into forms of new blocks, items and parts, to where
 * their values are after a change. Removes the inputs of an item or a part that is gone.
 */
export function moveInputs(change: Change): void {
  const { kind, file, moves } = change;
  const moved = new Map<string, string>();
  for (const [before, after] of kind === "rename" ? moves : [[file, file] as const]) {
    for (const unsaved of listRefused().filter((unsaved) => unsaved.file === before)) {
      sessionStorage.removeItem(keyOf(before, unsaved.at));
      const at = pointerAfter(unsaved.at, change);
      const item = unsaved.item && { ...unsaved.item, at: pointerAfter(unsaved.item.at, change) ?? unsaved.item.at };
      if (at !== undefined) moved.set(keyOf(after, at), JSON.stringify({ ...unsaved, file: after, at, item }));
    }
    const begun = keyOfBlank(`${before} `);
    for (const key of Object.keys(sessionStorage).filter((key) => key.startsWith(begun))) {
      const [, block, kindOfNew = ""] = /^(#\d+)( .*)$/.exec(key.slice(begun.length)) ?? [];
      const at = pointerAfter(block ?? key.slice(begun.length), change);
      if (at !== undefined) moved.set(keyOfBlank(`${after} ${at}${kindOfNew}`), sessionStorage.getItem(key) ?? "");
      sessionStorage.removeItem(key);
    }
  }
  for (const [key, value] of moved) sessionStorage.setItem(key, value);
  changed();
}

/** Sets the value at `pointer` in an item, if the pointer leads into the item. */
function setInItem(item: ShownItem, pointer: string, value: Scalar): void {
  if (pointer === item.at) item.value = value;
  if (!pointer.startsWith(`${item.at}/`)) return;
  const steps = stepsOf(pointer.slice(item.at.length));
  const key = steps.pop() ?? "";
  type Mapping = Record<string, unknown> | undefined;
  const parent = steps.reduce((value, step) => value?.[step] as Mapping, item.value as Mapping);
  // Another item may stand there by now.
  if (typeof parent !== "object" || parent === null) return;
  if (value === null) delete parent[key];
  else parent[key] = value;
}

/**
 * Brings the stored items and those of a form up to date with a value that is written to the file: the program changes
 * an item only if the editor sends the present value of the item.
 */
export function setInItems(file: string, pointer: string, value: Scalar, form?: Form): void {
  for (const unsaved of listUnsaved()) {
    if (unsaved.file !== file || !unsaved.item) continue;
    setInItem(unsaved.item, pointer, value);
    sessionStorage.setItem(keyOf(file, unsaved.at), JSON.stringify(unsaved));
  }
  if (form?.file !== file) return;
  for (const shown of [form.item, ...(form.list?.items ?? [])]) if (shown) setInItem(shown, pointer, value);
}

/** Returns the outermost item of a list in which a value of a form lies; null if it lies in none. */
export function itemAround({ item, list }: Form, pointer: string): ShownItem | null {
  const found = item ?? list?.items.find(({ at }) => `${pointer}/`.startsWith(`${at}/`));
  return found ? { at: found.at, value: structuredClone(found.value) } : null;
}

function listUnsaved(): Unsaved[] {
  const keys = Object.keys(sessionStorage).filter((key) => key.startsWith(PREFIX));
  return keys.sort().map((key) => JSON.parse(sessionStorage.getItem(key) ?? "") as Unsaved);
}

export const listRefused = (): Unsaved[] => listUnsaved().filter(({ reason }) => reason !== "");

export const refusedCount = (): number => listRefused().length;

/**
 * Shows on a button, now and after each change, how many inputs were refused and why the first was; without any, hides
 * the button. Inputs that were unsaved when the editor was left count as refused.
 */
export function showRefusedCount(counter: HTMLButtonElement): void {
  for (const unsaved of listUnsaved()) storeUnsaved({ ...unsaved, reason: unsaved.reason || "The editor was left before it was saved." });
  changed = () => {
    const [first, ...others] = listRefused();
    counter.hidden = !first;
    const [count, reason] = [`${others.length + 1} not saved`, `: ${first?.reason}`];
    // A click on an element that is replaced meanwhile would be lost.
    if (counter.textContent !== count + reason) counter.replaceChildren(count, make("span", { className: "wide" }, reason));
  };
  changed();
}
