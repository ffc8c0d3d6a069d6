/** Saves the inputs of forms a moment after the last key, and shows why a value was refused. */

import * as api from "./api";
import { button, isComposing, isOfInputMethod, panel, say, sayError, untilIdle } from "./dom";
import { previewValue } from "./frame";
import type { FieldBox, Input } from "./field-box";
import { blockText, explain, explainInvalid, isIncompleteDate, pasteAsOneLine, setTyped, shownText, typedText, typeInto, valueOf } from "./inputs";
import { followChange, openForm, refreshAfterSaving } from "./open";
import type { OpenForm } from "./open-state";
import { afterSaves, pending, sends } from "./saves";
import { isBlock } from "./texts";
import { findUnsaved, itemAround, removeUnsaved, setInItems, storeUnsaved, type Unsaved } from "./unsaved";
import { announceWork } from "./work";

/** The time after the last key until an input is saved. A date gets more: its parts are typed one after the other. */
const SAVE_DELAY_MS = 400;
const DATE_DELAY_MS = 1500;

const fieldOf = new WeakMap<Element, SavedField>();

/** Takes note that an undo has put the value `to` in place of `was`: the next save replaces `to`. */
export function followUndo({ file, at, was, to }: api.Change): void {
  const input = panel().querySelector(`[data-at="${CSS.escape(at)}"][data-file="${CSS.escape(file)}"]`);
  if (input) fieldOf.get(input)?.followUndo(was, to);
  const unsaved = findUnsaved(file, at);
  if (unsaved?.was === was) storeUnsaved({ ...unsaved, was: to });
}

/**
 * Goes on in the form of `block` with what was typed into `input` since its text was saved as `sent`. The end of `sent`
 * has become `block`. If the focus is elsewhere, stores the changed text of the block as unsaved input.
 */
export function goOnTyping(form: api.Form, block: Pick<Unsaved, "at" | "label"> & { was: string }, sent: string, input: HTMLTextAreaElement): void {
  const { file } = form;
  const { at, was } = block;
  // The end of `sent` may have marks that the text of the block lacks, such as those of a quotation of several lines.
  const [start, first] = sent.trimEnd().endsWith(was) ? [sent.trimEnd().length - was.length, ""] : [sent.length, was];
  const typed = first + input.value.slice(start);
  if (typeInto(file, at, typed, first.length + input.selectionStart - start) || blockText(typed, false) === was) return;
  const reason = "Something else was opened before it was saved.";
  storeUnsaved({ ...block, typed, file, place: placeOf(form), words: typed, sent: was, item: null, reason });
}

/** Whether a text may become several blocks, or a block of another kind. */
const mayBecomeBlocks = (text: string): boolean => /\n\n|^\s*([#>*+-]|\d+[.)])/m.test(text);

/** Names the entry of a form, and the parts that lead to the form. */
const placeOf = ({ title, trail }: api.Form): string => [title, ...trail.map(({ label }) => label)].join(" › ");

/** A field that saves its input. */
export class SavedField {
  private readonly input: Input;
  /** The value in the file, which the next save replaces. */
  private current: api.Scalar;
  private sent: api.Scalar;
  /** The value that the page shows. */
  private shown: api.Scalar;
  private timer: ReturnType<typeof setTimeout> | undefined;
  /** Whether another field takes the place of this one. Then this one saves nothing any more. */
  private isLeft = false;

  constructor(
    private readonly described: api.Field,
    private readonly made: FieldBox,
    private readonly form: OpenForm,
  ) {
    this.input = made.input;
    this.current = this.sent = this.shown = described.value;
    fieldOf.set(this.input, this);
    this.listen();
    this.restore();
  }

  /** Saves the input after the saves that run. */
  save(): Promise<void> {
    this.stopTimer();
    if (!this.isLeft) pending.add(this);
    return afterSaves(() => this.write());
  }

  followUndo(was: api.Scalar, to: api.Scalar): void {
    if (this.current === was) this.current = this.sent = to;
    if (this.shown === was) this.shown = to;
  }

  private stopTimer(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
  }

  private listen(): void {
    const { described: { at, kind, has_paragraphs }, input } = this;
    for (const type of ["input", "compositionend"]) {
      input.addEventListener(type, () => {
        if (!isComposing()) this.preview(valueOf(this.described, input));
        this.saveLater();
      });
    }
    if (kind === "text" && !isBlock(at) && !has_paragraphs && input instanceof HTMLTextAreaElement) pasteAsOneLine(input);
    // A date field has a `change` event after each key, so a date is saved once the cursor leaves the field.
    input.addEventListener(kind === "date" ? "blur" : "change", () => void this.save());
    input.addEventListener("keydown", (event) => {
      const { key, shiftKey } = event as KeyboardEvent;
      const breaksLine = input instanceof HTMLTextAreaElement && (kind === "code" || has_paragraphs || input.value.includes("\n"));
      if (key !== "Enter" || isOfInputMethod(event as KeyboardEvent) || shiftKey || breaksLine) return;
      event.preventDefault();
      void this.save();
    });
  }

  /** Shows the input that was not saved when the form was open before, and tries again to save it. */
  private restore(): void {
    const { described: { at, value }, form: { file }, input } = this;
    const unsaved = findUnsaved(file, at);
    if (!unsaved) return;
    setTyped(input, unsaved.typed);
    // If the file has the value that was sent, the save succeeded though no answer came.
    if (value !== unsaved.sent) this.current = unsaved.was;
    void this.save();
  }

  /**
   * Has the page show what is typed. An empty text is not shown: the page could not find it when the next text replaces
   * it.
   */
  private preview(value: api.Scalar | undefined): void {
    if (this.isLeft || value === undefined || value === null || value === "" || value === this.shown) return;
    previewValue(this.form.file, this.described.at, this.shown, value);
    this.shown = value;
  }

  private saveLater(): void {
    const { described: { at, kind }, form: { file } } = this;
    this.stopTimer();
    if (this.isLeft) return;
    // An incomplete date is refused once the cursor leaves the field.
    if (isIncompleteDate(this.input)) {
      pending.delete(this);
      return removeUnsaved(file, at);
    }
    pending.add(this);
    this.store(findUnsaved(file, at)?.reason ?? "");
    if (!isComposing()) this.timer = setTimeout(() => void this.save(), kind === "date" ? DATE_DELAY_MS : SAVE_DELAY_MS);
  }

  /** Writes the value into the file, or shows why the input has no valid value. */
  private async write(): Promise<void> {
    if (isComposing()) await untilIdle();
    if (this.isLeft) return;
    const { described, input } = this;
    const value = valueOf(described, input);
    // An incomplete date is not stored as unsaved input, and the file keeps the former date.
    if (isIncompleteDate(input)) {
      pending.delete(this);
      this.showProblem(explainInvalid(described, input));
    } else if (value === undefined) {
      // The text of the reason moves what is below the field: a press that has begun on a button there would be lost.
      await untilIdle();
      this.refuse(explainInvalid(described, input));
    } else if (value === this.current) this.settle();
    else await this.send(value);
  }

  private async send(value: api.Scalar): Promise<void> {
    const { described: { at, kind, sample }, form, input, current } = this;
    const { file } = form;
    const typed = typedText(input);
    const item = this.shownItem();
    say("Saving…");
    this.preview(value);
    setInItems(file, at, value, form);
    this.sent = value;
    sends.next();
    this.store(findUnsaved(file, at)?.reason ?? "", item);
    let number: number | null;
    try {
      ({ number } = await api.changeValue(file, at, current, value, item));
    } catch (error) {
      setInItems(file, at, current, form);
      this.preview(current);
      if (!(error instanceof api.Refusal)) throw error;
      await untilIdle();
      return this.explainRefusal(error);
    }
    this.current = value;
    if (valueOf(this.described, input) === value) this.settle();
    if (sample?.at === at) this.made.box.querySelector(".sample")?.remove();
    const done = kind === "switch" ? `${shownText(input)}, saved` : value === null ? "removed" : "saved";
    say(`${this.described.label}: ${done}`);
    refreshAfterSaving().catch(sayError);
    if (kind === "picture") void announceWork();
    if (isBlock(at) && kind !== "code" && mayBecomeBlocks(String(value)) && input instanceof HTMLTextAreaElement) {
      const change = await api.readChange(number);
      const last = change && (await api.readLastBlock(change));
      if (last && (last.at !== at || last.was !== value)) this.openLastBlock(input, last, typed);
    }
  }

  /** Shows why the program refused the value, with buttons for what can be done. */
  private explainRefusal(error: api.Refusal): void {
    const { described, form: { file } } = this;
    const openAgain = (label: string) => button(label, () => this.leaveFor(() => openForm(file, described.at, { scrolls: false })));
    // Another item stands at this place now.
    const actions = error.code === "edit-item" ? [openAgain("Show what stands here now")] : [];
    if (!error.current) return this.refuse(explain(error.message, described), ...actions);
    const theirs = error.current.value;
    const keepMine = button("Keep mine", () => {
      this.current = theirs;
      this.input.focus();
      void this.save();
    });
    this.refuse(`${error.message} Now it says: ${theirs === null ? "nothing" : String(theirs)}`, keepMine, openAgain("Take theirs"));
  }

  /** Opens the form of the last block that the text has become, with what was typed there since `sent` was sent. */
  private openLastBlock(input: HTMLTextAreaElement, last: { at: string; was: string }, sent: string): void {
    const { described: { label }, form } = this;
    form.lastBlock = last;
    const go = () => goOnTyping(form, { ...last, label }, sent, input);
    this.leaveFor(() => followChange(form, last.at)).then(go, sayError);
  }

  /** Stops saving, and opens the field that takes the place of this one. Goes on saving if it can't be opened. */
  private async leaveFor(open: () => Promise<unknown>): Promise<void> {
    this.isLeft = true;
    this.stopTimer();
    this.settle();
    try {
      await open();
    } catch (error) {
      this.isLeft = false;
      this.saveLater();
      throw error;
    }
  }

  /** Takes note that nothing of the field is left to save, and removes its problem. */
  private settle(): void {
    pending.delete(this);
    removeUnsaved(this.form.file, this.described.at);
    this.showProblem("");
  }

  private refuse(reason: string, ...actions: HTMLElement[]): void {
    if (this.isLeft) return;
    // If a timer runs, something was typed since and will be saved: then the field stays pending, and its preview stays.
    if (this.timer === undefined) {
      pending.delete(this);
      this.preview(this.current);
    }
    this.store(reason);
    this.showProblem(reason, ...actions);
    say(`${this.described.label}: not saved`);
  }

  private showProblem(text: string, ...actions: HTMLElement[]): void {
    // The same problem keeps its buttons: one of them may be pressed just now.
    if (this.made.problem.firstChild?.nodeValue !== text) this.made.setProblem(text, ...actions);
  }

  private shownItem(): api.ShownItem | null {
    const { described: { at }, form } = this;
    return findUnsaved(form.file, at)?.item ?? itemAround(form, at);
  }

  private store(reason: string, item = this.shownItem()): void {
    if (this.isLeft) return;
    const { described: { at, label }, form, input, current, sent } = this;
    const [typed, words] = [typedText(input), shownText(input)];
    storeUnsaved({ file: form.file, at, label, place: placeOf(form), typed, words, was: current, sent, item, reason });
  }
}
