/** Publishing: the button in the bar that counts changes, and the panel that shows them, checks the site and publishes. */

import * as api from "./api";
import { markPublished, tellOtherWindows } from "./changes";
import { button, byId, counted, keepFocus, make, messageOf, panel, say, sayError, show, shownView, softText, untilIdle, wayBack } from "./dom";
import { fieldBox, type FieldBox } from "./field-box";
import { fillIn } from "./inputs";
import { close, showInPage } from "./open";
import { watchOpening } from "./open-state";
import { addressOf } from "./pictures";
import { problemList, setProblems } from "./problems";
import { Counter, delayed } from "./timing";
import { refusedCount } from "./unsaved";

/** What the panel shows besides the changes. */
interface PanelState {
  /** The message, if somebody has changed the proposed one. */
  message?: string;
  author?: api.Author;
  /** The problems that the last check found; absent until a check has ended. */
  problems?: api.PublishProblem[];
  result?: api.PublishResult;
}

let state: api.PublishState | undefined;
let panelState: PanelState = {};
let authorFields: FieldBox[] = [];
const readsOfState = new Counter();

/** The time until an open panel that shows an obstacle reads the state again. */
const OBSTACLE_DELAY_MS = 2000;

const isPublishShown = (): boolean => shownView() === "publishing";

/** Empties the panel if it says that the site was published: the contents of the next page take its place. */
export function closePublished(): void {
  if (isPublishShown() && panelState.result?.is_done) show("nothing");
}

/** Reads what could be published, and brings the button and the open panel up to date. */
export async function readPublishState(): Promise<void> {
  const isLatest = readsOfState.next();
  const read = await api.readPublishState();
  await untilIdle();
  if (!isLatest()) return;
  if (read.obstacle) readAgainLater();
  const isSame = state?.digest === read.digest && state.has_unsent === read.has_unsent && state.obstacle?.message === read.obstacle?.message;
  readInputs();
  state = read;
  labelButton(read);
  if (isPublishShown() && !isSame) {
    delete panelState.problems;
    // The result of the last publishing says nothing about new changes.
    if (panelState.result?.is_done && read.count > 0) delete panelState.result;
    render();
    void check();
  }
}

/** Reads the state again while the panel is open: a developer removes an obstacle, such as a merge, outside of the editor. */
const readAgainLater = delayed(() => {
  if (isPublishShown()) readPublishState().catch(sayError);
}, OBSTACLE_DELAY_MS);

/** Labels the button. On narrow screens, only screen readers get the words of the class `wide`. */
function labelButton({ count, has_unsent, obstacle }: api.PublishState): void {
  const wide = (words: string) => make("span", { className: "wide" }, words);
  const isEmpty = count === 0 && !has_unsent;
  let label: (Node | string)[] = [String(count), wide(count === 1 ? " change" : " changes"), " · Publish"];
  if (obstacle) label = ["Publish"];
  else if (isEmpty) label = [wide("Nothing to "), "publish"];
  else if (count === 0) label = [wide("Not online yet · "), "Publish"];
  byId("publish").replaceChildren(...label);
  byId("publish").classList.toggle("is-primary", !isEmpty && !obstacle);
}

export async function openPublish(): Promise<void> {
  const isWanted = watchOpening();
  resetPanel({});
  state = undefined;
  try {
    await readPublishState();
    if (isWanted()) panel().focus();
  } catch (error) {
    if (isWanted()) close();
    throw error;
  }
}

/** Opens the empty panel. */
function resetPanel(next: PanelState): void {
  panelState = next;
  show("publishing");
}

/** Checks the whole site if there are changes to publish, and shows the problems. */
async function check(): Promise<void> {
  const { digest, obstacle, count } = state ?? {};
  if (obstacle || !count) return;
  const { problems } = await api.checkForPublishing().catch((error: unknown) => {
    sayError(error);
    return { problems: undefined };
  });
  await untilIdle();
  // Meanwhile the panel may have been closed, or show other changes.
  if (!problems || !isPublishShown() || digest !== state?.digest) return;
  panelState.problems = problems;
  setProblems(problems);
  // Only the problems and the button are replaced: somebody may be typing in the fields.
  keepFocus(() => {
    panel().querySelector(".mistakes")?.replaceWith(problemSection(problems));
    panel().querySelector(".action-bar")?.replaceWith(publishBar(count, problems));
  });
  say(problems.length > 0 ? whatIsToDo(problems) : "The check found no mistakes");
}

let isPublishing = false;

async function publish(): Promise<void> {
  if (!state || isPublishing) return;
  readInputs();
  if (!validate()) return;
  const { digest } = state;
  isPublishing = true;
  panel().querySelector(".action-bar")?.replaceWith(publishBar(state.count, panelState.problems));
  panel().focus();
  say("Publishing…");
  const wanted = { message: panelState.message ?? state.message, digest, author: state.has_author ? null : (panelState.author ?? null) };
  const explain = (error: unknown): api.PublishResult => ({ is_done: false, message: messageOf(error), said: "", problems: [] });
  const result = await api.publish(wanted).catch(explain);
  isPublishing = false;
  if (isPublishShown()) {
    if (result.is_done) resetPanel({ result });
    else panelState.result = result;
    if (result.problems.length > 0) panelState.problems = result.problems;
  }
  if (result.is_done) await markPublished().catch(sayError);
  tellOtherWindows();
  await readPublishState().catch(sayError);
  // Somebody who has opened something else stays there.
  if (!isPublishShown()) return say(result.is_done ? "Published" : `Not published. ${result.message}`);
  say(result.is_done ? "Published" : "Not published");
  render();
  panel().focus();
}

/** Marks the fields of the author that are missing or wrong, and focuses the first of them. Returns whether all are right. */
function validate(): boolean {
  for (const { input, setProblem } of authorFields) {
    const problem = input.value === "" ? fillIn(input.labels?.[0]?.textContent ?? "") : "This is no e-mail address.";
    setProblem(input.validity.valid ? "" : problem);
  }
  const first = authorFields.find(({ input }) => !input.validity.valid)?.input;
  first?.scrollIntoView({ block: "center" });
  first?.focus();
  if (first) say("Not published: your name and e-mail address are asked for");
  return !first;
}

/** Stores the values of the fields, for the next rendering and for the request. */
function readInputs(): void {
  const text = (id: string) => panel().querySelector<HTMLInputElement | HTMLTextAreaElement>(`#${id}`)?.value;
  const message = text("publish-message");
  if (message !== undefined && message === state?.message) delete panelState.message;
  else if (message !== undefined) panelState.message = message;
  const [name, email] = [text("publish-name"), text("publish-email")];
  if (name !== undefined && email !== undefined) panelState.author = { name, email };
}

function render(): void {
  if (!state) return;
  const { obstacle, count, has_unsent, notes, files } = state;
  const { result } = panelState;
  const isEmpty = count === 0 && !has_unsent;
  const isNamedTwice = ({ title, file }: api.ChangedFile) => files.some((other) => other.title === title && other.file !== file);
  const unsent = `What was published before is not online yet: it was not sent.${count > 0 ? " “Publish” sends it too." : ""}`;
  const content = make(
    "form",
    { className: "publish", noValidate: true, onsubmit: (event: Event) => (event.preventDefault(), void publish()) },
    wayBack(["Contents", close]),
    make("h1", {}, "Publish"),
    result && resultBox(result, result.is_done ? "result is-done" : "result"),
    obstacle && resultBox(obstacle, "result"),
    !obstacle && isEmpty && !result && softText("Nothing has changed since the last publishing."),
    !obstacle && has_unsent && !result && make("p", {}, unsent),
    ...(obstacle || result?.is_done ? [] : notes.map((note) => softText(...withCode(note)))),
    !result?.is_done && unsavedNote(),
    count > 0 && make("h2", {}, counted(count, "change")),
    count > 0 && make("ul", { className: "changed" }, ...files.map((file) => fileItem(file, isNamedTwice(file)))),
    ...(obstacle || isEmpty ? [] : publishFields(state)),
  );
  keepFocus(() => show("publishing", content));
}

function unsavedNote(): HTMLElement | false {
  const count = refusedCount();
  const words = count === 1 ? "1 text is not saved, and does not go online." : `${count} texts are not saved, and do not go online.`;
  return count > 0 && make("p", { className: "problem" }, `${words} `, button("Show", () => byId("unsaved").click(), { className: "opener" }));
}

/** Makes a message with the output of Git below it. */
function resultBox({ message, said }: api.GitReport, className: string): HTMLElement {
  const words = said !== "" && make("details", { open: true }, make("summary", {}, "What Git said"), make("pre", {}, said));
  return make("div", { className }, make("p", {}, ...withCode(message)), words);
}

/** Shows the commands between backticks as code. */
const withCode = (text: string) => text.split("`").map((part, index) => (index % 2 === 1 ? make("code", {}, part) : part));

const FATE_LABELS: Record<api.Fate, string> = { added: "new", removed: "removed", changed: "", moved: "moved", approved: "" };

/** Makes the item of a changed file. `namesFile` adds the file's path, as another file has the same title. */
function fileItem(file: api.ChangedFile, namesFile: boolean): HTMLElement {
  const { title, fate, hidden, picture, is_editable, parts } = file;
  const leadTo = (at: string, label: string) => {
    const properties = { className: "opener", "aria-label": `Show in the page: ${label}` };
    return is_editable && button("Show in the page", () => showInPage(file.file, at, file.page), properties);
  };
  const approved = parts.filter(({ fate }) => fate === "approved").length;
  const items = parts.filter(({ fate }) => fate !== "approved").map(({ at, label, sentence, words }) =>
    make(
      "li",
      {},
      make("span", { className: "label", dir: "auto" }, label),
      make("span", { dir: "auto" }, sentence),
      words.length > 0 && make("p", { className: "words", dir: "auto" }, ...words.flatMap(renderRun)),
      at !== null && leadTo(at, `${label}, ${title}`),
    ),
  );
  return make(
    "li",
    {},
    make(
      "h3",
      { dir: "auto" },
      title,
      ...(FATE_LABELS[fate] === "" ? [] : [" ", make("span", { className: "fate" }, FATE_LABELS[fate])]),
      ...(hidden === null ? [] : [" ", make("span", { className: "ribbon" }, hidden)]),
    ),
    namesFile && softText(file.file),
    picture !== null && make("img", { src: addressOf(picture), alt: "", loading: "lazy" }),
    picture !== null && fate === "added" && unusedNote(file.file),
    items.length > 0 && make("ul", {}, ...items),
    approved > 0 && softText(`${counted(approved, "example")} approved`),
    parts.length === 0 && fate !== "removed" && leadTo("", title),
  );
}

/** Makes the note that no page shows a picture; empty if a page does. */
function unusedNote(file: string): HTMLElement {
  const note = softText();
  api.listReaders(file, "").then((pages) => pages.length === 0 && note.append("No page shows it so far."), sayError);
  return note;
}

function renderRun({ kind, text }: api.WordRun): (Node | string)[] {
  const words = kind === "both" ? text : make(kind === "added" ? "ins" : "del", {}, text);
  return [words, " "];
}

/** Makes the end of the form: the message, the author if Git has none, the problems and the button. */
function publishFields({ count, message, has_author }: api.PublishState): (HTMLElement | false)[] {
  const { problems, author } = panelState;
  const text = panelState.message ?? message;
  const about = make("textarea", { id: "publish-message", value: text, dir: "auto", rows: Math.min(text.split("\n").length, 8) });
  const name = make("input", { id: "publish-name", value: author?.name ?? "", required: true, autocomplete: "name" });
  const email = make("input", { id: "publish-email", type: "email", value: author?.email ?? "", required: true, autocomplete: "email" });
  authorFields = has_author || count === 0 ? [] : [fieldBox(name, "Your name"), fieldBox(email, "Your e-mail address")];
  return [
    count > 0 && fieldBox(about, "What others read about it").box,
    ...authorFields.map(({ box }) => box),
    authorFields.length > 0 && softText("Everybody who sees the history of the site sees both."),
    problemSection(problems),
    publishBar(count, problems),
  ];
}

function problemSection(problems: api.PublishProblem[] = []): HTMLElement {
  const isEmpty = problems.length === 0;
  const heading = make("h2", {}, whatIsToDo(problems));
  return make("div", { className: "mistakes" }, !isEmpty && heading, !isEmpty && problemList(problems));
}

/** Says what stops publishing: mistakes, examples, or both. */
function whatIsToDo(problems: api.PublishProblem[]): string {
  const examples = problems.filter(({ is_sample }) => is_sample).length;
  const parts = [
    examples < problems.length && `${counted(problems.length - examples, "mistake")} to correct`,
    examples > 0 && `${counted(examples, "example")} to replace or approve`,
  ];
  return `${parts.filter(Boolean).join(" and ")} first`;
}

/** Makes the button with the state of the check. Without changes, only commits are pushed, which were checked before. */
function publishBar(count: number, problems: api.PublishProblem[] | undefined): HTMLElement {
  let checked: Node | string = count > 0 ? "Checking the whole site…" : "";
  if (isPublishing) checked = "Publishing…";
  else if (problems?.length === 0) checked = "The check found no mistakes.";
  else if (problems) checked = button(whatIsToDo(problems), () => panel().querySelector(".mistakes")?.scrollIntoView());
  const properties = { type: "submit", id: "publish-now", className: "is-primary", disabled: isPublishing || Boolean(problems?.length) };
  return make("div", { className: "action-bar" }, softText(checked), make("button", properties, count > 0 ? "Publish" : "Send again"));
}
