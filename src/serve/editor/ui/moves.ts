/** The buttons and keys that move an item of a list, and the focus, which goes with the item. */

import type { Change } from "./api";
import { button, make } from "./dom";

export interface MovableItem {
  label: string;
  number: number;
  /** The number of items in the list. */
  count: number;
  /** Moves the item to another place. `act` is that of the button that was pressed, if one was. */
  move: (to: number, act?: string) => void;
}

/** Makes a button that does `act` with an item. */
export const itemButton = (text: string, act: string, label: string, disabled: boolean, onclick: () => void) =>
  button(text, onclick, { disabled, title: act, "aria-label": `${act}: ${label}`, "data-act": act });

/** Makes the group of an item's buttons: those that move the item, and others. `hasWords` labels them in words instead of signs. */
export function itemButtons({ label, number, count, move }: MovableItem, hasWords: boolean, ...others: HTMLElement[]): HTMLElement {
  const mover = (sign: string, act: string, to: number) =>
    itemButton(hasWords ? act : sign, act, label, to < 0 || to >= count, () => move(to, act));
  const movers = [mover("↑", "Move up", number - 1), mover("↓", "Move down", number + 1)];
  return make("span", { className: "item-buttons", role: "group", "aria-label": label }, ...movers, ...others);
}

/** Lets Alt with an arrow key move the item while the focus is in its card. */
export function moveByKeys(card: HTMLElement, { number, count, move }: MovableItem): void {
  card.addEventListener("keydown", (event) => {
    const step = event.altKey ? { ArrowUp: -1, ArrowDown: 1 }[event.key] : undefined;
    if (step === undefined) return;
    event.preventDefault();
    if (number + step >= 0 && number + step < count) move(number + step);
  });
}

/** Focuses the button of a moved item that moved it, or else the item's name or input. */
export function focusMoved(place: Element | null, act = ""): void {
  const same = place?.querySelector<HTMLButtonElement>(`[data-act="${act}"]:not(:disabled)`);
  (same ?? place?.querySelector<HTMLElement>(".name, input, textarea, select, button:not(:disabled)"))?.focus();
}

/**
 * Returns where the value at `at` is once a change of its list, or of the Markdown in which it is a text, has been taken back. For a value of
 * an added item, which is gone, this is the list, or the text above.
 */
export function pointerAfterUndo(at: string, { kind, was, to, at: changed }: Change): string {
  const [, list, item] = /^(.*[/#])(\d+)$/s.exec(changed) ?? [];
  const [, digits, inside = ""] = (list && at.startsWith(list) && /^(\d+)(.*)$/s.exec(at.slice(list.length))) || [];
  if (list === undefined || digits === undefined) return at;
  const number = Number(digits);
  if (kind === "set" && changed.startsWith("#")) {
    // The paragraphs that one was split into are one again.
    const added = String(to).split(/\n\s*\n/).length - 1;
    return `#${number <= Number(item) ? number : Math.max(Number(item), number - added)}`;
  }
  // Undoing takes an item out, puts one in, or both.
  const takenOut = kind === "insert" ? Number(item) : kind === "move" ? Number(to) : Infinity;
  const putIn = kind === "remove" ? Number(item) : kind === "move" ? Number(was) : Infinity;
  if (number === takenOut && kind === "insert") return list === "#" ? `#${Math.max(0, number - 1)}` : list.slice(0, -1);
  if (number === takenOut) return `${list}${putIn}${inside}`;
  const left = number > takenOut ? number - 1 : number;
  return `${list}${left >= putIn ? left + 1 : left}${inside}`;
}
