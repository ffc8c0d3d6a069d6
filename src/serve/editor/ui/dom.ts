/** Helpers for the DOM: make elements, fill the panel, wait for the end of a click or of a composed word, and announce results in the live region. */

import { delayed } from "./timing";

type Child = Node | string | null | undefined | false;

/** Makes an element. Names with a dash, `role` and `list` are set as attributes, other names as properties. */
export function make<K extends keyof HTMLElementTagNameMap>(
  name: K,
  properties: Record<string, unknown> = {},
  ...children: Child[]
): HTMLElementTagNameMap[K] {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(properties)) {
    if (value === undefined || value === null || value === false) continue;
    if (key.includes("-") || key === "role" || key === "list") element.setAttribute(key, String(value));
    else Object.assign(element, { [key]: value });
  }
  element.append(...children.filter((child): child is Node | string => Boolean(child)));
  return element;
}

/** What a button does. An error that it throws, or rejects with, is announced. */
export type Action = () => unknown;

export const button = (label: string | Child[], act: (event: MouseEvent) => unknown, properties: Record<string, unknown> = {}) =>
  make("button", { type: "button", onclick: (event: MouseEvent) => void attempt(() => act(event)), ...properties }, ...[label].flat());

export const buttonRow = (...buttons: Child[]) => make("div", { className: "actions" }, ...buttons);

/** Makes a paragraph of subdued text. */
export const softText = (...words: Child[]) => make("p", { className: "soft" }, ...words);

/** Makes a list item with a button that opens something. `twoLines` makes the label. */
export const openerItem = (name: string, about: string, open: Action, properties: Record<string, unknown> = {}, ...more: Child[]) =>
  make("li", {}, button(twoLines(name, about, ...more), open, properties));

/** Makes a name with `about` below it, unless both are the same. */
export const twoLines = (name: string, about: string, ...more: Child[]): Child[] => [
  make("span", { dir: "auto" }, name),
  about !== name && make("span", { className: "soft", dir: "auto" }, about),
  ...more,
];

export function byId<T extends HTMLElement>(id: string): T {
  const found = document.getElementById(id);
  if (!found) throw new Error(`no element has the id ${id}`);
  return found as T;
}

export const panel = () => byId("panel");

/** The longest time between the end of a click's action and the second click of a double click. */
export const DOUBLE_CLICK_MS = 500;

/** When the content of the panel was replaced last. */
let shownAt = -Infinity;

/** What the panel shows. `choice` follows a click on the page that opens no form. `other` is any further view. */
export type View = "nothing" | "contents" | "form" | "changes" | "choice" | "examples" | "publishing" | "other";

export const shownView = () => (panel().dataset["view"] ?? "nothing") as View;

/** Whether the panel shows nothing, or only the contents of the page, so that there is nothing to close. */
export const isVacant = (): boolean => ["nothing", "contents"].includes(shownView());

/** Shows something under a heading, with a button that leads back, and focuses the panel. */
export function showView(view: View, back: WayBack, heading: string, ...children: Child[]): void {
  show(view, wayBack(back), make("h1", { dir: "auto" }, heading), ...children);
  panel().focus();
}

/** Replaces the content of the panel. */
export function show(view: View, ...children: Child[]): void {
  panel().dataset["view"] = view;
  panel().replaceChildren(...children.filter((child) => child instanceof Node));
  panel().scrollTop = 0;
  shownAt = performance.now();
  // If a word was being composed in a field that is gone now, what waits for the end of the word goes on.
  release();
}

// The first click of a double click may open a form. If the second click hits no control, it must not take the focus out of the form.
panel().addEventListener("mousedown", (event) => {
  const isBeside = event.target instanceof Element && !event.target.closest("button, input, label, select, summary, textarea");
  if (event.detail > 1 && isBeside && performance.now() - shownAt < DOUBLE_CLICK_MS) event.preventDefault();
});

/** Whether a mouse button, a finger or a pen is pressed. */
let isPressed = false;
/** The field in which an input method composes a word. */
let composer: EventTarget | null = null;
/** What waits until nothing is pressed or composed. */
const waiting: (() => void)[] = [];

/** Whether an input method composes a word: its field shows letters that nobody has chosen yet. */
export const isComposing = (): boolean => composer !== null && composer === document.activeElement;

const isBusy = () => isPressed || isComposing();
const release = () => {
  if (!isBusy()) for (const go of waiting.splice(0)) go();
};
addEventListener("pointerdown", () => (isPressed = true), true);
// A press that opens the browser's menu ends without `pointerup`.
for (const end of ["pointerup", "pointercancel", "contextmenu"]) {
  addEventListener(end, () => setTimeout(() => ((isPressed = false), release())), true);
}
addEventListener("compositionstart", ({ target }) => (composer = target), true);
addEventListener("compositionend", () => ((composer = null), setTimeout(release)), true);

/** Waits until nothing is pressed or composed: replacing the panel meanwhile would lose the click, or the word. */
export const untilIdle = (): Promise<void> => new Promise((resolve) => (isBusy() ? waiting.push(resolve) : resolve()));

/** Whether a key belongs to an input method, such as the Enter that chooses a word. Safari sends that Enter after the word, with the code 229. */
export const isOfInputMethod = ({ isComposing, keyCode }: KeyboardEvent): boolean => isComposing || keyCode === 229;

/** Names a control for `keepFocus`: a field by the pointer of its value, other controls by their label, words or id. */
const nameOf = (control: HTMLElement) => control.dataset["at"] ?? control.getAttribute("aria-label") ?? (control.textContent || control.id);

const hasCursor = (control: HTMLElement): control is HTMLInputElement | HTMLTextAreaElement => "selectionStart" in control && control.selectionStart !== null;

/**
 * Calls `act`, which fills the panel anew, and restores scroll, cursor, focus and unfolded parts. If the focus was on a
 * control of the panel, it goes to the control with the same name. If none or several have this name, it goes to the
 * control with the same number, or else to the panel.
 */
export function keepFocus(act: () => void): void {
  const controls = () => [...panel().querySelectorAll<HTMLElement>("button, input, select, summary, textarea")];
  const focused = document.activeElement as HTMLElement;
  const number = controls().indexOf(focused);
  const name = nameOf(focused);
  const scrolled = panel().scrollTop;
  const details = () => [...panel().querySelectorAll("details")].map((details) => ({ details, words: details.querySelector("summary")?.textContent }));
  const openBefore = details().filter(({ details: { open } }) => open).map(({ words }) => words);
  act();
  for (const { details: after, words } of details()) if (openBefore.includes(words)) after.open = true;
  const [only, ...others] = controls().filter((control) => nameOf(control) === name);
  if (number >= 0) ((others.length === 0 && only) || controls()[number] || panel()).focus();
  else if (focused === document.body) (document.activeElement as HTMLElement).blur();
  else if (focused !== document.activeElement) focused.focus();
  if (only === document.activeElement && hasCursor(only) && hasCursor(focused)) only.setSelectionRange(focused.selectionStart, focused.selectionEnd);
  panel().scrollTop = scrolled;
}

/** The label of a button that leads back, and what it does. */
export type WayBack = [label: string, go: Action];

/** Makes the buttons that lead back, above the content of the panel. */
export const wayBack = (...ways: WayBack[]) => {
  const items = ways.map(([label, go]) => make("li", {}, button(label, go)));
  return make("nav", { "aria-label": "Where you are" }, make("ol", { className: "trail" }, ...items));
};

/** Formats a count: `1 change`, `2 changes`. */
export const counted = (number: number, what: string): string => (number === 1 ? `1 ${what}` : `${number} ${what}s`);

/** How long a result is shown. */
const RESULT_MS = 4000;

const endResult = delayed(() => (byId("status").textContent = ""), RESULT_MS);

/** What is shown beside the results for a while. */
let remark = "";
const endRemark = delayed(() => (remark = ""), RESULT_MS);

/** Announces a result: shows it for a moment, and has screen readers say it. */
export function say(text: string): void {
  byId("status").textContent = [remark, text].filter(Boolean).join(". ");
  endResult();
}

/** Announces a remark, which stays when results follow at once, such as that of the next save. */
export function remarkOn(text: string): void {
  remark = text;
  endRemark();
  say("");
}

export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : "This did not work.");

export const sayError = (error: unknown): void => say(messageOf(error));

/** Performs an action, and announces its error if it fails. */
export async function attempt(act: Action): Promise<void> {
  try {
    await act();
  } catch (error) {
    sayError(error);
  }
}

/** The button that submits a form, and what the form does. */
interface FormAction {
  submit: HTMLButtonElement;
  /** What is announced if `act` fails. */
  failure: string;
  act: () => Promise<void>;
  /** The end of the form, with the button. */
  footer: HTMLElement;
}

/** Makes a form. An error of its action is shown above the footer until the next input. */
export function actionForm({ submit, failure, act, footer }: FormAction, ...children: Child[]): HTMLFormElement {
  const problem = make("p", { className: "problem", role: "alert" });
  const form = make("form", { noValidate: true }, ...children, problem, footer);
  form.addEventListener("input", () => (problem.textContent = ""));
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    // `requestSubmit` submits a form even if its button is disabled.
    if (submit.disabled) return;
    submit.disabled = true;
    problem.textContent = "";
    act()
      .catch((error: unknown) => {
        problem.textContent = messageOf(error);
        problem.scrollIntoView({ block: "nearest" });
        say(failure);
      })
      .finally(() => (submit.disabled = false));
  });
  return form;
}

export const submitOrCancel = (submit: HTMLButtonElement, cancel: Action) => buttonRow(submit, button("Cancel", cancel));
