/** The form of a block of Markdown: changes its level, removes it, adds blocks below, and splits a paragraph where Enter is pressed twice. */

import * as api from "./api";
import { showBlank } from "./blank";
import { type Action, actionForm, button, buttonRow, isOfInputMethod, make, panel, say, sayError, showView, submitOrCancel } from "./dom";
import { fieldBox, type Input } from "./field-box";
import { blockText, pasteAsOneLine } from "./inputs";
import { addable, fieldsOfNew, type NewBlock } from "./new-block";
import { close, followChange, openForm, refreshAfterSaving } from "./open";
import { beginOpening, type OpenForm, watchOpening } from "./open-state";
import { pasteAsMarkdown } from "./paste";
import { saveAll } from "./saves";
import { goOnTyping } from "./saving";
import { isBlock } from "./texts";
import { onceAtATime } from "./timing";
import { findUnsaved } from "./unsaved";
import { useList } from "./uses";
import { announceWork } from "./work";

/** The levels of headings to choose from. Level 1 is that of the page's title. */
const LEVELS = [2, 3, 4, 5, 6];

/** Names the level of a heading; null stands for a paragraph. */
export const levelName = (level: number | null): string => (level === null ? "Paragraph" : `Heading ${level}`);

/** Says how many links lead to a heading, and what becomes of them: `ofOne` if it is one link, `ofSeveral` if there are more. */
const linksTo = (links: api.EntryUse[], ofOne: string, ofSeveral: string) =>
  make("p", {}, links.length === 1 ? `One link leads to this heading${ofOne}:` : `${links.length} links lead to this heading${ofSeveral}:`);

/**
 * Returns the pointer and the saved text of the block that a form shows. If a save has made several blocks of the text,
 * returns those of the last block.
 */
type Place = () => { at: string; was: string };

/** Makes the links, level and buttons of a block. Lets Enter split a paragraph. `box` has the block's first field: its text, or the address of a picture. */
export function blockSection(form: OpenForm, block: api.Block, box: HTMLElement): HTMLElement {
  const { kind, level, links } = block;
  const { at = form.at } = form.fields[0] ?? {};
  const isPicture = !isBlock(at);
  const field = box.querySelector<Input>("[data-at]");
  const input = field instanceof HTMLTextAreaElement ? field : undefined;
  const place = () => {
    // While the input is refused, the file still has the former text.
    const was = String(findUnsaved(form.file, at)?.was ?? blockText(field?.value ?? "", kind === "code"));
    return form.lastBlock ?? { at, was };
  };
  const groups = addable(block);
  const same = groups[0]?.blocks.find((added) => added.kind === kind);
  if (input && same && (kind === "paragraph" || kind === "item")) {
    splitOnEnter(input, kind === "paragraph", isJustAdded(form), () => showNew(same, false, form, place));
  }
  if (input && kind === "paragraph") pasteAsMarkdown(input);
  else if (input && kind !== "code") pasteAsOneLine(input);
  const change = (edit: api.BlockEdit) => changeBlock(edit, form, place);
  const adders = groups.flatMap(({ heading, isOutside, blocks }) => {
    const buttons = blocks.map((added) => button(added.label, () => showNew(added, isOutside, form, place)));
    const id = isOutside ? "add-outside" : "add-below";
    const row = buttonRow(...buttons);
    row.role = "group";
    row.setAttribute("aria-labelledby", id);
    return [make("h2", { id }, heading), row];
  });
  return make(
    "section",
    {},
    links.length > 0 && linksTo(links, ", and changes with its text", ", and change with its text"),
    links.length > 0 && useList(links),
    !isPicture && (kind === "paragraph" || kind === "heading") && levelField(level, change),
    kind !== "cell" && buttonRow(button("Remove", onceAtATime(() => change({ op: "remove" })))),
    ...adders,
  );
}

function levelField(level: number | null, change: (edit: api.BlockEdit) => Promise<void>): HTMLElement {
  const levels = [null, ...new Set([...(level === null ? [] : [level]), ...LEVELS])].sort((a, b) => (a ?? 0) - (b ?? 0));
  const options = levels.map((value) => make("option", { value: JSON.stringify(value), selected: value === level }, levelName(value)));
  const select = make("select", { id: "block-level" }, ...options);
  select.addEventListener("change", () => void change({ op: "level", level: JSON.parse(select.value) as number | null }).catch(sayError));
  return fieldBox(select, "Kind").box;
}

/** Removes the block of the form or changes its level. Asks first if links lead to the block and would be lost. */
async function changeBlock(edit: api.BlockEdit, form: OpenForm, place: Place): Promise<void> {
  const { file, fields: [field] } = form;
  const isWanted = watchOpening();
  await saveAll();
  const change = { file, ...place(), edit };
  const { at } = change;
  const back = () => openForm(file, at);
  const perform = async () => {
    await api.changeBlock(change);
    if (edit.op === "remove") {
      if (form.isCurrent()) close();
      await refreshAfterSaving();
      say(`Removed, “Undo” brings it back: ${change.was}`);
    } else {
      const isShown = await followChange(form, at);
      say(`${field?.label}: changed`);
      if (isShown) document.getElementById("block-level")?.focus();
    }
  };
  try {
    const links = await api.readLostLinks(change);
    if (links.length === 0) await perform();
    else if (isWanted()) askAboutLinks(links, edit, change.was, perform, back);
    else say("Not changed, as links lead to this heading");
  } catch (error) {
    if (isWanted()) back().catch(sayError);
    throw error;
  }
}

/** Asks whether a heading to which links lead may be removed, or become a paragraph. */
function askAboutLinks(links: api.EntryUse[], { op }: api.BlockEdit, text: string, perform: () => Promise<void>, back: Action): void {
  const submit = make("button", { type: "submit", className: "danger" }, op === "remove" ? "Remove" : "Make it a paragraph");
  const form = actionForm(
    { submit, failure: "Not changed", act: perform, footer: submitOrCancel(submit, back) },
    linksTo(links, ". It will lead to the beginning of the page instead", ". They will lead to the beginning of the page instead"),
    useList(links),
  );
  showView("other", ["Back to the form", back], op === "remove" ? `Remove “${text}”?` : `Make “${text}” a paragraph?`, form);
}

/** Shows the form of a new block, which is added below the block of an open form, or below what contains that block. */
function showNew(added: NewBlock, isOutside: boolean, form: OpenForm, place: Place): void {
  const { file, at, fields: [above] } = form;
  if (!above) return;
  beginOpening();
  // The form opens before the text above is saved, so that what is typed at once belongs to the new block.
  const saved = saveAll();
  // A failure is told at the field itself, and again when the block is added.
  saved.catch(() => {});
  const { label, kind, takesParagraphs = false } = added;
  showBlank({
    heading: `New ${label.toLowerCase()}`,
    id: `${file} ${at} ${isOutside ? "outside " : ""}${label}`,
    blank: { at: "", help: null, base: {}, fields: fieldsOfNew(added, above) },
    takesParagraphs,
    write: async (value) => {
      await saved.catch(saveAll);
      const { text, picture = "" } = value as { text: string; picture?: string };
      const edit = { op: "insert", kind, text: added.write(blockText(text, false), picture), is_outside: isOutside } as const;
      const { number } = await api.changeBlock({ file, ...place(), edit });
      return { number, text };
    },
    show: async ({ number, text }, isWanted, first) => {
      // The form of the last new block opens, with what was typed since *Add* was pressed.
      const change = await api.readChange(number);
      if (!change) return;
      const last = await api.readLastBlock(change);
      justAdded = { file, at: last.at };
      await followChange(form, last.at, { isWanted }).finally(() => (justAdded = undefined));
      say(`${change.label}: added`);
      if (added.isPicture) void announceWork();
      if (first?.input instanceof HTMLTextAreaElement) goOnTyping(form, { ...last, label: change.label }, text, first.input);
    },
    back: [`Back to the ${above.label.toLowerCase()}`, () => openForm(file, at)],
  });
  const choice = panel().querySelector<HTMLDetailsElement>(".pictures");
  if (choice) choice.open = true;
}

/** The block that was added, until its form is shown. Enter twice splits a paragraph, and the Enter that added the block counts as the first. */
let justAdded: { file: string; at: string } | undefined;

const isJustAdded = ({ file, at }: api.Form) => justAdded?.file === file && justAdded.at === at;

/**
 * Splits a paragraph where Enter is pressed twice. With `isSecond`, the first press counts as the second one. At the
 * end of the text, calls `add` instead; at its beginning, splits nothing. If `splits` is false, does nothing
 * except at the end of the text.
 */
function splitOnEnter(input: HTMLTextAreaElement, splits: boolean, isSecond: boolean, add: () => void): void {
  let wasEnter = isSecond;
  input.addEventListener("pointerdown", () => (wasEnter = false));
  input.addEventListener("keydown", (event) => {
    const isEnter = event.key === "Enter" && !event.shiftKey && !isOfInputMethod(event);
    // A held Enter key counts as one press.
    if (event.repeat) {
      if (isEnter) event.preventDefault();
      return;
    }
    const isTwice = isEnter && wasEnter;
    wasEnter = isEnter && !isTwice;
    const [before, after] = [input.value.slice(0, input.selectionStart).trimEnd(), input.value.slice(input.selectionEnd).trimStart()];
    if (!isTwice || (!splits && after !== "")) return;
    event.preventDefault();
    input.value = [before, after].filter(Boolean).join("\n\n");
    // What is typed from now on belongs to the new paragraph.
    const start = input.value.length - after.length;
    input.setSelectionRange(start, start);
    input.dispatchEvent(new Event("input"));
    if (before === "") return;
    if (after === "") return add();
    void saveAll();
  });
}
