/** Publishing: the button in the bar that counts what changed, and the panel that shows it, checks the site and publishes. */

import * as api from "./api";
import { button, byId, make, say } from "./dom";
import { saveAll } from "./fields";

/** Where the panel leads to. */
export interface PublishLeads {
  /** Called when the panel opens, in the place of what was there. */
  opened: () => void;
  /** Shows a value on a page, with its form. `page` is that of the entry, if it has one. */
  show: (file: string, at: string, page: string | null) => void;
  close: () => void;
  /** The address of a picture of the site. */
  address: (picture: string) => string;
}

/** What the panel shows beside the changes. */
interface Shown {
  /** The message, once somebody has typed there. */
  message?: string;
  author?: api.Author;
  /** What the check found; nothing while it runs. */
  problems?: api.PublishProblem[];
  result?: api.PublishResult;
}

let state: api.PublishState | undefined;
let leads: PublishLeads;
let shown: Shown = {};
/** The number of the last request for the state, as answers may come in another order. */
let asked = 0;

const panel = () => byId("panel");
const counted = (number: number, what: string) => (number === 1 ? `1 ${what}` : `${number} ${what}s`);

/** Whether the panel is open. */
export const isPublishShown = (): boolean => panel().querySelector(".publish") !== null;

/** Connects the button in the bar. */
export function startPublishing(to: PublishLeads): void {
  leads = to;
  byId("publish").onclick = () => void openPublish();
}

/** Reads what could be published, and brings the button and the open panel up to date. */
export async function readPublishState(): Promise<void> {
  const number = ++asked;
  const read = await api.publishState();
  if (number !== asked) return;
  const isSame = state?.digest === read.digest && state.has_unsent === read.has_unsent;
  readInputs();
  state = read;
  labelButton(read);
  if (isPublishShown() && !isSame) {
    delete shown.problems;
    render();
    void check();
  }
}

/** Labels the button. On narrow screens, words of the class `wide` are left to screen readers. */
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

async function openPublish(): Promise<void> {
  await saveAll();
  begin({});
  leads.opened();
  state = undefined;
  try {
    await readPublishState();
    panel().focus();
  } catch (error) {
    leads.close();
    say(wordsOf(error));
  }
}

/** Empties the panel. */
function begin(next: Shown): void {
  shown = next;
  panel().replaceChildren(make("div", { className: "publish" }));
}

const wordsOf = (error: unknown) => (error instanceof Error ? error.message : "This did not work.");

/** Checks the whole site, as publishing does. */
async function check(): Promise<void> {
  const { digest, obstacle, count } = state ?? {};
  if (obstacle || !count) return;
  const { problems } = await api.checkForPublishing().catch((error: unknown) => {
    say(wordsOf(error));
    return { problems: undefined };
  });
  // Meanwhile the panel may be closed, or show other changes.
  if (!problems || !isPublishShown() || digest !== state?.digest) return;
  shown.problems = problems;
  // The other fields stay, as somebody may be typing there.
  const isFocused = document.activeElement?.id === "publish-now";
  panel().querySelector(".mistakes")?.replaceWith(mistakes(problems));
  panel().querySelector(".order")?.replaceWith(orderBar(count, problems));
  if (isFocused) byId("publish-now").focus();
  say(problems.length > 0 ? `${counted(problems.length, "mistake")} to correct first` : "The check found no mistakes");
}

async function publish(): Promise<void> {
  if (!state) return;
  readInputs();
  const { digest } = state;
  byId<HTMLButtonElement>("publish-now").disabled = true;
  say("Publishing…");
  try {
    const message = shown.message ?? state.message;
    const result = await api.publish({ message, digest, author: state.has_author ? null : (shown.author ?? null) });
    if (result.is_done) begin({ result });
    else shown.result = result;
    if (result.problems.length > 0) shown.problems = result.problems;
    await readPublishState();
    say(result.is_done ? "Published" : "Not published");
  } catch (error) {
    shown.result = { is_done: false, message: wordsOf(error), said: "", problems: [] };
  }
  render();
  panel().focus();
}

/** Keeps what stands in the fields. */
function readInputs(): void {
  const text = (id: string) => panel().querySelector<HTMLInputElement | HTMLTextAreaElement>(`#${id}`)?.value;
  const message = text("publish-message");
  if (message !== undefined && message !== state?.message) shown.message = message;
  const [name, email] = [text("publish-name"), text("publish-email")];
  if (name !== undefined && email !== undefined) shown.author = { name, email };
}

function render(): void {
  if (!state) return;
  const { obstacle, count, has_unsent, notes } = state;
  const isEmpty = count === 0 && !has_unsent;
  const focused = document.activeElement?.id;
  const back = make("nav", { "aria-label": "Where you are" }, make("ol", { className: "trail" }, make("li", {}, button("Contents", leads.close))));
  const content = make(
    "form",
    { className: "publish", onsubmit: (event: Event) => (event.preventDefault(), void publish()) },
    back,
    make("h1", {}, "Publish"),
    shown.result ? told(shown.result, shown.result.is_done ? "result is-done" : "result") : null,
    obstacle ? told(obstacle, "result") : null,
    !obstacle && isEmpty && !shown.result && make("p", { className: "soft" }, "Nothing has changed since the last commit."),
    !obstacle && !isEmpty && count === 0 && !shown.result && make("p", {}, "What was published before is not online yet: it was not sent."),
    ...(obstacle || shown.result?.is_done ? [] : notes.map((note) => make("p", { className: "soft" }, ...withCode(note)))),
    count > 0 && make("h2", {}, counted(count, "change")),
    count > 0 && make("ul", { className: "changed" }, ...state.files.map(fileItem)),
    ...(obstacle || isEmpty ? [] : order(state)),
  );
  panel().replaceChildren(content);
  // The field that somebody is in stays so.
  if (focused?.startsWith("publish-")) document.getElementById(focused)?.focus();
}

/** A message, and below it what git said. */
function told({ message, said }: { message: string; said: string }, className: string): HTMLElement {
  const words = said !== "" && make("details", { open: true }, make("summary", {}, "What Git said"), make("pre", {}, said));
  return make("div", { className }, make("p", {}, ...withCode(message)), words);
}

/** A text whose commands stand between backticks. */
const withCode = (text: string) => text.split("`").map((part, index) => (index % 2 === 1 ? make("code", {}, part) : part));

const FATES = { added: "new", removed: "removed", changed: "", moved: "moved" };

function fileItem(file: api.ChangedFile): HTMLElement {
  const { title, fate, picture, is_editable, parts } = file;
  const leadTo = (at: string, label: string) =>
    is_editable &&
    button("Show in the page", () => leads.show(file.file, at, file.page), {
      className: "lead",
      "aria-label": `Show in the page: ${label}`,
    });
  const items = parts.map(({ at, label, sentence, words }) =>
    make(
      "li",
      {},
      make("span", { className: "label", dir: "auto" }, label),
      make("span", { dir: "auto" }, sentence),
      words.length > 0 && make("p", { className: "words", dir: "auto" }, ...words.flatMap(run)),
      at !== null && leadTo(at, `${label}, ${title}`),
    ),
  );
  return make(
    "li",
    {},
    make("h3", { dir: "auto" }, title, FATES[fate] !== "" && make("span", { className: "fate" }, FATES[fate])),
    picture !== null && make("img", { src: leads.address(picture), alt: "", loading: "lazy" }),
    parts.length > 0 && make("ul", {}, ...items),
    parts.length === 0 && fate !== "removed" && leadTo("", title),
  );
}

function run({ kind, text }: api.WordRun): (Node | string)[] {
  const words = kind === "both" ? text : make(kind === "added" ? "ins" : "del", {}, text);
  return [words, " "];
}

/** The message, the name where Git has none, the mistakes and the button. */
function order({ count, message, has_author }: api.PublishState): (HTMLElement | false)[] {
  const { problems, author } = shown;
  const field = (id: string, label: string, input: HTMLElement) =>
    make("div", { className: "field" }, make("label", { htmlFor: id }, label), Object.assign(input, { id }));
  const needsAuthor = !has_author && count > 0;
  const text = shown.message ?? message;
  return [
    count > 0 &&
      field("publish-message", "What others read about it", make("textarea", { value: text, dir: "auto", rows: Math.min(text.split("\n").length, 8) })),
    needsAuthor && field("publish-name", "Your name", make("input", { value: author?.name ?? "", required: true, autocomplete: "name" })),
    needsAuthor &&
      field("publish-email", "Your e-mail address", make("input", { type: "email", value: author?.email ?? "", required: true, autocomplete: "email" })),
    needsAuthor && make("p", { className: "soft" }, "Everybody who sees the history of the site sees both."),
    mistakes(problems),
    orderBar(count, problems),
  ];
}

function mistakes(problems: api.PublishProblem[] = []): HTMLElement {
  const isEmpty = problems.length === 0;
  return make(
    "div",
    { className: "mistakes" },
    !isEmpty && make("h2", {}, `${counted(problems.length, "mistake")} to correct first`),
    !isEmpty && make("ul", { className: "list" }, ...problems.map(problemItem)),
  );
}

/** The button, and what the check says. Without changes, commits wait to be sent, which were checked before. */
function orderBar(count: number, problems: api.PublishProblem[] | undefined): HTMLElement {
  let checked = count > 0 ? "Checking the whole site…" : "";
  if (problems) checked = problems.length === 0 ? "The check found no mistakes." : "The mistakes stop publishing.";
  const properties = { type: "submit", id: "publish-now", className: "is-primary", disabled: Boolean(problems?.length) };
  return make("div", { className: "order" }, make("p", { className: "soft" }, checked), make("button", properties, count > 0 ? "Publish" : "Send again"));
}

function problemItem({ message, label, help, place, file, at }: api.PublishProblem): HTMLElement {
  const told = [message, label, ...help].filter(Boolean).map(api.sentence);
  return make(
    "li",
    { className: "change" },
    make("div", {}, make("span", {}, told.join(" ")), make("span", { className: "soft" }, place)),
    file !== null && button("Open", () => leads.show(file, at, null), { "aria-label": `Open: ${message}` }),
  );
}
