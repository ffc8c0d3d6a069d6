/**
 * Moves of the items of a list: the buttons and keys that move an item, where the focus goes then, and the pointers
 * that values have after a change.
 */

import type { Change } from "./api";
import { button, DOUBLE_CLICK_MS, make, sayError } from "./dom";
import { onceAtATime, queue } from "./timing";

/** An item of a list, and what its buttons and keys do with it. */
export interface ListItem {
  label: string;
  number: number;
  /** The number of items in the list. */
  count: number;
  /** Moves the item some places on from where it is now. `act` names the button that was pressed, such as `Move up`. */
  move: (steps: number, act?: string) => Promise<void>;
  /** Removes the item. Absent where the list has no button for it. */
  remove?: () => Promise<void>;
  /** Whether the list needs the item, so that it can't be removed. */
  isNeeded?: boolean;
}

/** Runs the moves one after the other, so that each press counts. */
const enqueue = queue();
/** How many moves wait or run. */
let unfinished = 0;

function moveNext(move: () => Promise<void>): Promise<void> {
  unfinished += 1;
  return enqueue(move).catch(sayError).finally(() => (unfinished -= 1));
}

/**
 * The last click by a pointer, on the button called `act`. For a short time, further clicks at the same spot call `again`, if the button there has the
 * same `act`. Without `again` they do nothing.
 */
const lastClick = { act: "", x: 0, y: 0, again: undefined as (() => Promise<void>) | undefined, running: 0, end: 0 };

/** How far a pointer that rests may move, in pixels. */
const REST_PX = 10;

/** Whether a click is meant for the item of the last click: another item may have come under the resting pointer. */
function isAgain(act: string, { clientX, clientY }: MouseEvent): boolean {
  const { x, y, running, end } = lastClick;
  const isSoon = running > 0 || performance.now() - end < DOUBLE_CLICK_MS;
  return isSoon && act === lastClick.act && Math.hypot(clientX - x, clientY - y) < REST_PX;
}

/** Makes the group of an item's buttons. `hasWords` labels them in words instead of signs. */
export function itemButtons({ label, number, count, move, remove, isNeeded = false }: ListItem, hasWords: boolean): HTMLElement {
  /** Makes the button called `act`. The first click calls `perform`; `lastClick` says what further clicks do. */
  const itemButton = (sign: string, act: string, disabled: boolean, perform: () => Promise<void>, again?: () => Promise<void>) => {
    const onclick = (event: MouseEvent) => {
      // The click comes from a key, such as Enter.
      if (event.detail === 0) return perform();
      const meant = isAgain(act, event) ? lastClick.again : perform;
      if (!meant) return;
      if (meant === perform) Object.assign(lastClick, { act, x: event.clientX, y: event.clientY, again });
      lastClick.running += 1;
      return meant().finally(() => {
        lastClick.running -= 1;
        lastClick.end = performance.now();
      });
    };
    return button(hasWords ? act : sign, onclick, { disabled, title: act, "aria-label": `${act}: ${label}`, "data-act": act });
  };
  const mover = (sign: string, act: string, step: number) => {
    const perform = () => moveNext(() => move(step, act));
    return itemButton(sign, act, number + step < 0 || number + step >= count, perform, perform);
  };
  const movers = [mover("↑", "Move up", -1), mover("↓", "Move down", 1)];
  const remover = remove && itemButton("✕", "Remove", isNeeded, onceAtATime(remove));
  return make("span", { className: "item-buttons", role: "group", "aria-label": label }, ...movers, remover);
}

/** Lets Alt with an arrow key move the item while the focus is in its card. */
export function moveByKeys(card: HTMLElement, { move }: ListItem): void {
  card.addEventListener("keydown", (event) => {
    const step = event.altKey ? { ArrowUp: -1, ArrowDown: 1 }[event.key] : undefined;
    if (step === undefined) return;
    event.preventDefault();
    // A held key repeats faster than moves are shown.
    if (!event.repeat || unfinished === 0) void moveNext(() => move(step));
  });
}

/** Returns the place that is some steps on from another one in a list of `count` items, but not beyond its ends. */
export const placeAfter = (place: number, steps: number, count: number): number => Math.max(0, Math.min(place + steps, count - 1));

/** Focuses the button `act` of a moved item or, if it is absent or disabled, the item's name, input or first button. */
export function focusMoved(place: Element | null, act = ""): void {
  const same = place?.querySelector<HTMLButtonElement>(`[data-act="${act}"]:not(:disabled)`);
  (same ?? place?.querySelector<HTMLElement>(".name, input, textarea, select, button:not(:disabled)"))?.focus();
}

/** Returns the keys and numbers in a pointer. */
export const stepsOf = (pointer: string): string[] => pointer.split("/").slice(1).map((step) => step.replaceAll("~1", "/").replaceAll("~0", "~"));

/** What a change did to a list, or to the blocks of Markdown. */
export type PlaceChange = Pick<Change, "kind" | "at" | "was" | "to" | "further_blocks">;

/**
 * Returns the pointer that the value at `at` has after a change, which may give other numbers to the items of a list or
 * to the blocks of Markdown. Returns `undefined` if the value is gone.
 */
export function pointerAfter(at: string, change: PlaceChange): string | undefined {
  const { kind, was, to, at: changed, further_blocks = 0 } = change;
  const isGroup = typeof was === "object" && was !== null;
  if (kind === "set" && isGroup && to === null) return `${at}/`.startsWith(`${changed}/`) ? undefined : at;
  const [, list, item] = /^(.*[/#])(\d+)$/s.exec(changed) ?? [];
  if (list === undefined || !at.startsWith(list)) return at;
  const [, digits, inside] = /^(\d+)(.*)$/s.exec(at.slice(list.length)) ?? [];
  if (digits === undefined) return at;
  const [number, own] = [Number(digits), Number(item)];
  const withNumber = (number: number) => `${list}${number}${inside}`;
  if (kind === "set") return withNumber(number <= own ? number : Math.max(own, number + further_blocks));
  if (kind === "move") {
    const [from, place] = [Number(was), Number(to)];
    const left = number > from ? number - 1 : number;
    return withNumber(number === from ? place : left >= place ? left + 1 : left);
  }
  if (kind !== "insert" && kind !== "remove") return at;
  const count = 1 + further_blocks;
  if (kind === "insert") return withNumber(number >= own ? number + count : number);
  if (number >= own && number < own + count) return undefined;
  return withNumber(number > own ? number - count : number);
}

/**
 * Returns the pointer that the value at `at` has after an undo. `reversal` is the change that the undo made. If the
 * undo removed the item or the mapping in which the value lies, returns the pointer of what is around that item or
 * mapping. If the undo removed a block of Markdown, returns the pointer of the block above.
 */
export function pointerAfterUndo(at: string, reversal: PlaceChange): string {
  const { at: item } = reversal;
  const list = item.startsWith("#") ? `#${Math.max(0, Number(item.slice(1)) - 1)}` : item.slice(0, item.lastIndexOf("/"));
  return pointerAfter(at, reversal) ?? list;
}
