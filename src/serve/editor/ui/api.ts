/** The requests to the program, authorized by the key in the editor's address, and the types of their answers. */

/** A mapping, a list, a value or a block of Markdown in a file. */
export interface Part {
  /** The pointer in the file: `/team/0/name` to a value, `#3` to the fourth block of its Markdown, `#3/picture` to a field of a picture there. */
  at: string;
  label: string;
}

/** A value that an element of the page shows. */
export interface Target extends Part {
  file: string;
}

/** Where a text without a form comes from: a line of a template or of Markdown, or the entries of a collection. */
export type TextSource = { file: string; line: number } | { collection: string };

/** An element of the page that shows values, or a text that has no form. */
export interface MarkedElement {
  tag: string;
  /** The number of the element among those of the page with its tag. */
  number: number;
  /** The text of the element itself. */
  text: string;
  /** If present, the text of the element with the text of the links and emphasised words in it. */
  whole_text?: string;
  /** The indices of the element's values in `Marks.targets`: first those in its text, then those only in attributes. */
  targets: number[];
  /** How many of `targets` are in the element's text. */
  text_targets: number;
  source?: TextSource;
}

/** What the elements of a page show. */
export interface Marks {
  /** Whether the texts of the page could be traced to where they were written. Otherwise there are no elements. */
  is_traced: boolean;
  elements: MarkedElement[];
  /** Whether a value that the page shows, or a value of its own file, is only an example so far. */
  has_samples: boolean;
  targets: Target[];
  /** The title of each file of `targets`. */
  titles: Record<string, string>;
  template: string;
  page: Page;
  /** The values of the page's own file that name other entries. */
  references: Reference[];
}

/** A value that names another entry. */
export interface Reference extends Part {
  /** The file of the named entry. */
  names: string;
}

export type Scalar = string | number | boolean | null;

export interface Field {
  at: string;
  label: string;
  help: string | null;
  kind: "text" | "number" | "switch" | "choice" | "date" | "picture" | "link" | "lines" | "code";
  value: Scalar;
  choices: { value: Scalar; label: string }[];
  minimum: number | null;
  maximum: number | null;
  /** Why the value can't be edited. */
  fixed: string | null;
  /** The value with the tag `!sample` that contains this value, or is this value. */
  sample: Part | null;
  /** Whether the value may be absent: an empty field removes it. */
  is_optional: boolean;
  /** Whether an empty field is refused. A value that the schema does not name is neither required nor optional. */
  is_required: boolean;
  is_markdown: boolean;
  /** Whether the value may have several paragraphs, so that Enter begins a new line: it is Markdown, and not the text of one block. */
  has_paragraphs: boolean;
  /** The schema's default for an absent value. */
  default: Scalar;
  /** Whether the form has the field under *More*. */
  is_under_more: boolean;
}

/** A list whose items can be added, removed and moved. */
export interface List {
  at: string;
  items: (ShownItem & { label: string })[];
  /** The number of the item that the form shows. */
  number: number | null;
  /** The fewest items. A list that needs one item but may be absent has 0: it is removed with its last item. */
  least: number;
  /** The most items that the schema allows. */
  most: number | null;
}

/** An item of a list as the editor shows it. If the list has changed since, the program finds the item by its value. */
export interface ShownItem {
  at: string;
  value: unknown;
}

export type ItemEdit = { op: "insert"; number: number; value: unknown } | { op: "remove"; number: number } | { op: "move"; number: number; to: number };

/** The entries of a collection in its order. */
export interface EntryList {
  label: string;
  /** `hidden` says why visitors do not see the entry. */
  entries: { file: string; title: string; hidden: string | null }[];
  /** Whether the entries can be moved. */
  is_ordered: boolean;
}

/** A place that names an entry or leads to a heading. */
export interface EntryUse {
  file: string;
  /** The pointer of the part to open; null if only a developer can change the place. */
  at: string | null;
  line: number | null;
  label: string;
  /** The sentence in which the link stands; empty if the link stands in none. */
  quote: string;
}

/** The values of a file that are only examples so far. */
export interface SampleFile {
  file: string;
  title: string;
  samples: { at: string; label: string; value: unknown }[];
}

/** An example that is approved as it is. `was` is its value as the editor showed it. */
export interface ApprovedSample {
  file: string;
  at: string;
  was: unknown;
}

/** A place that leads to a deleted entry, and what can become of it. */
export interface DeletedUse extends EntryUse {
  /** Whether the text of a link can stay without the link. */
  can_unlink: boolean;
  /** Whether the place can lead to another page. */
  can_redirect: boolean;
  /** The entries that the place can name instead. */
  entries: { value: Scalar; label: string }[];
  /** What is removed with the value: its field, or the item of a list; null if the value can't be removed. */
  removal: "field" | "item" | null;
  /** Why the value can't be removed; null if it can, and for a link in Markdown. */
  why_needed: string | null;
  /** Whether the editor has a form for the place. */
  has_form: boolean;
}

export type UseChange = { op: "unlink" } | { op: "remove" } | { op: "redirect"; to: string };

export interface ChosenUse {
  file: string;
  at: string;
  change: UseChange;
}

/** What the deletion of an entry would break. */
export interface DeletionPlan {
  title: string;
  /** The languages of the translations that are deleted too. */
  languages: string[];
  /** The files that are deleted. */
  files: string[];
  uses: DeletedUse[];
  /** The published addresses that would be lost. */
  addresses: string[];
  /** Why the entry can't be deleted. */
  refusal: string | null;
}

/** What the change of an entry's address would change. */
export interface RenamePlan {
  title: string;
  /** The last part of the entry's address, or the name of its file if it has no page. */
  name: string;
  /** The route of the entry's page; null if it has none. */
  route: string | null;
  /** The addresses that change: those of the entry, of its translations, and of the entries in its folder. */
  routes: string[];
  was_published: boolean;
  /** The files that are moved. */
  files: string[];
  /** The places that lead to the entry, and are rewritten. */
  uses: EntryUse[];
  /** The places that may lead to the entry, and are left to a developer. */
  not_rewritten: EntryUse[];
  /** Why the address can't be changed. */
  refusal: string | null;
}

/** The form of a new entry, item or part. The pointers of its fields start at the new value. */
export interface Blank {
  at: string;
  /** What the schema says about the value. */
  help: string | null;
  fields: Field[];
  /** The value before anything is filled in. */
  base: unknown;
}

export interface BlankEntry {
  collection: string;
  label: string;
  title_at: string | null;
  is_page: boolean;
  /** The present day in the time zone of the site, such as `2026-03-01`. */
  today: string;
  form: Blank;
}

export interface ProposedName {
  name: string;
  file: string;
  route: string | null;
}

export type BlockKind = "paragraph" | "heading" | "item" | "cell" | "code";

/** A block of Markdown that the editor can change. */
export interface Block {
  kind: BlockKind;
  /** The level of a heading. */
  level: number | null;
  /** The kinds of blocks that can be added below this one. */
  below: BlockKind[];
  /** The outermost list, quotation or table around the block. Paragraphs and headings can be added below it. */
  container: "list" | "quotation" | "table" | null;
  /** The links to the block if it is a heading. They change with its text. */
  links: EntryUse[];
}

/**
 * An edit of a block. Text that is inserted with the kind `paragraph` may be any blocks of Markdown. With `is_outside`,
 * it is inserted below the container.
 */
export type BlockEdit = { op: "insert"; kind: BlockKind; text: string; is_outside: boolean } | { op: "remove" } | { op: "level"; level: number | null };

/** A change of the block at `at`, or an addition below it. `was` is the text of the block at `at`. */
export interface BlockChange {
  file: string;
  at: string;
  was: string;
  edit: BlockEdit;
}

export interface Form {
  file: string;
  at: string;
  title: string;
  trail: Part[];
  fields: Field[];
  parts: Part[];
  /** The mappings that the part lacks and that can be added to it. */
  absent_parts: Part[];
  list: List | null;
  /** The mapping that the form shows, if it can be removed; otherwise null. */
  removable: unknown;
  /** The outermost item of a list in which the form lies. */
  item: ShownItem | null;
  /** The block of Markdown that the form shows. */
  block: Block | null;
  /** In the form of a whole entry, the collection to which an entry like this one can be added; otherwise null. */
  collection: string | null;
  /** Whether the form is that of an entry whose address can be changed. */
  is_renamable: boolean;
  /** The route of the entry's page. */
  page: string | null;
}

export interface Change {
  number: number;
  time: string;
  kind: "set" | "insert" | "remove" | "move" | "create" | "delete" | "order" | "approve" | "rename" | "level";
  file: string;
  /** All files that the change touches. */
  files: string[];
  /** The files that the change moves: the former and the present path of each. */
  moves: [string, string][];
  /** The title of the file, also of a deleted entry; null if the title is not known. */
  title: string | null;
  has_page: boolean;
  at: string;
  label: string;
  was: Scalar;
  to: Scalar;
  /**
   * How many blocks of Markdown are added or removed besides the one at `at`: further paragraphs, or what lies in a list item. If the text of a block was
   * set, how many more blocks there are than before; negative if fewer.
   */
  further_blocks: number;
  is_undone: boolean;
  undoes: number | null;
  /** Whether the change was taken back last, so that it can be made again. */
  can_be_redone: boolean;
}

export interface Page {
  route: string;
  title: string;
  /** The file of the page's entry. */
  file: string | null;
  /** Why visitors do not see the page. */
  hidden: string | null;
}

export interface FoundPages {
  /** The first pages that were found. */
  pages: Page[];
  /** How many more pages were found. */
  others: number;
}

export interface Site {
  origin: string;
  base: string;
  pictures: string[];
  /** The addresses of pictures, by their paths. Pictures whose address is their path are left out. */
  picture_addresses: Record<string, string>;
  collections: { value: string; label: string }[];
}

/** What became of a file, or of a part of a file, since the last commit. */
export type Fate = "added" | "removed" | "changed" | "moved" | "approved";

export interface WordRun {
  kind: "both" | "removed" | "added";
  text: string;
}

export interface ChangedFile {
  file: string;
  title: string;
  fate: Fate;
  /** The route of the entry's page. */
  page: string | null;
  /** Why visitors do not see the page. */
  hidden: string | null;
  picture: string | null;
  is_editable: boolean;
  parts: { at: string | null; label: string; fate: Fate; sentence: string; words: WordRun[] }[];
}

/** A message, and what Git printed. */
export interface GitReport {
  message: string;
  said: string;
}

export interface PublishState {
  /** Why nothing can be published. */
  obstacle: GitReport | null;
  /** The number of changed parts, and of files that changed as a whole. */
  count: number;
  files: ChangedFile[];
  /** The digest of the changes. Publishing is refused if the present changes have another digest. */
  digest: string;
  /** The proposed message of the commit. */
  message: string;
  /** Whether there are commits that are not pushed yet. */
  has_unsent: boolean;
  has_author: boolean;
  notes: string[];
}

/** What is wrong, and what to do about it. */
interface Diagnostic {
  message: string;
  label: string;
  help: string[];
}

export interface PublishProblem extends Diagnostic {
  place: string;
  file: string | null;
  at: string;
  is_sample: boolean;
}

export interface Author {
  name: string;
  email: string;
}

export interface PublishResult extends GitReport {
  is_done: boolean;
  problems: PublishProblem[];
}

/** The code of the refusal if the program did not answer. */
export const NO_ANSWER = "no-answer";

/** The error of a request that the program refused or did not answer. */
export class Refusal extends Error {
  /** The present value, if somebody else has changed it. */
  current?: { value: Scalar };
  /** The code of the first diagnostic, or `NO_ANSWER`; absent for other refusals. */
  code?: string | undefined;
  /** What each diagnostic says; without diagnostics, the message. */
  reasons = [this.message];

  constructor(message: string, details: Partial<Pick<Refusal, "current" | "code" | "reasons">> = {}) {
    super(message);
    Object.assign(this, details);
  }
}

const key = location.hash.slice(1);
// The program has a new key at each start. If its new address is opened in this tab, only the fragment may differ: then
// the browser does not load the page again by itself.
addEventListener("hashchange", () => location.reload());

/** Sends a request: with a body a POST, else a GET. A body that is no `Blob` is sent as JSON. */
async function request(path: string, body?: unknown): Promise<unknown> {
  const headers: Record<string, string> = { Authorization: `Bearer ${key}` };
  if (body !== undefined) headers["Content-Type"] = body instanceof Blob ? "application/octet-stream" : "application/json";
  const options: RequestInit = body === undefined ? { headers } : { headers, method: "POST", body: body instanceof Blob ? body : JSON.stringify(body) };
  const refuse = () => {
    throw new Refusal("The program does not answer. Is “site edit” still running?", { code: NO_ANSWER });
  };
  const response = await fetch(path, options).catch(refuse);
  if (response.ok) return response.json().catch(refuse);
  const answer: unknown = await response.json().catch(() => undefined);
  if (response.status === 401) throw new Refusal("This address has expired. Open the one that “site edit” printed last.");
  const { current, diagnostics, message } = (answer ?? {}) as {
    current?: Scalar;
    diagnostics?: (Diagnostic & { code: string })[];
    message?: string;
  };
  if (response.status === 409) throw new Refusal("Somebody else has changed this meanwhile.", { current: { value: current ?? null } });
  if (!diagnostics) throw new Refusal(sentence(message ?? "This did not work."));
  const reasons = diagnostics.map(sentencesOf);
  throw new Refusal(reasons.join(" "), { code: diagnostics[0]?.code, reasons });
}

export const sentencesOf = ({ message, label, help }: Diagnostic): string => [message, label, ...help].filter(Boolean).map(sentence).join(" ");

/** Makes a sentence of a message: with a capital letter, a full stop, and quotation marks in place of backticks. */
export function sentence(text: string): string {
  const whole = (text.charAt(0).toUpperCase() + text.slice(1)).replace(/`([^`]*)`/g, "“$1”");
  return /[.!?]$/.test(whole) ? whole : `${whole}.`;
}

// `URLSearchParams` writes a space as `+`, which the program does not decode.
const withParameters = (path: string, parameters: Record<string, string>) => `${path}?${new URLSearchParams(parameters).toString().replaceAll("+", "%20")}`;
const get = <T>(path: string, parameters: Record<string, string> = {}) => request(withParameters(path, parameters)) as Promise<T>;
const post = <T>(path: string, body: unknown) => request(path, body) as Promise<T>;

export const readSite = () => get<Site>("/api/site");
export const readPages = () => get<Page[]>("/api/pages");
/** Finds the pages whose titles or addresses have the words of `search`. */
export const findPages = (search: string) => get<FoundPages>("/api/pages/found", { search });
export const readMarks = (route: string) => get<Marks>("/api/page", { route });
export const readForm = (file: string, at: string) => get<Form>("/api/form", { file, at });
/** Lists the pages that read a value, or that show a picture of `public/`. The answer waits until no build runs. */
export const listReaders = (file: string, at: string) => get<Page[]>("/api/readers", { file, at });
export const readChanges = () => get<Change[]>("/api/changes");
export const readChange = async (number: number | null) => (await readChanges()).find((change) => change.number === number);
/** Reads the last of the blocks that a change has written. */
export async function readLastBlock({ file, at, further_blocks }: Change): Promise<{ at: string; was: string }> {
  const last = `#${Number(at.slice(1)) + Math.max(0, further_blocks)}`;
  const { fields: [field] } = await readForm(file, last);
  return { at: last, was: String(field?.value ?? "") };
}
export const undoChange = (number: number) => post<{ number: number | null }>("/api/undo", { number });
/** Makes the change again that was taken back last. */
export const redoChange = () => post<{ number: number | null }>("/api/redo", {});
export const changeValue = (file: string, at: string, was: unknown, to: unknown, item: ShownItem | null) =>
  post<{ number: number | null }>("/api/changes", { file, at, was, to, item });
export const changeBlock = (change: BlockChange) => post<{ number: number }>("/api/blocks", change);
/** Lists the links that a change of a heading would break. */
export const readLostLinks = (change: BlockChange) => post<EntryUse[]>("/api/blocks/links", change);
export const readWork = () => get<{ work: string | null }>("/api/work");
export const readSamples = () => get<SampleFile[]>("/api/samples");
export const approveSamples = (samples: ApprovedSample[]) => post<unknown>("/api/samples", samples);
export const editItems = (file: string, at: string, was: unknown, edit: ItemEdit) =>
  post<{ number: number | null }>("/api/items", { file, at, was, edit });
/** Lists the errors because of which the site can't be built. */
export const readErrors = () => get<{ problems: PublishProblem[] }>("/api/errors");
export const readPublishState = () => get<PublishState>("/api/publish");
export const checkForPublishing = () => post<{ problems: PublishProblem[] }>("/api/publish/check", {});
export const publish = (wanted: { message: string; digest: string; author: Author | null }) => post<PublishResult>("/api/publish", wanted);
export const readBlankItem = (file: string, at: string, number: number) => get<Blank>("/api/blank", { file, at, number: String(number) });
export const readBlankMapping = (file: string, at: string) => get<Blank>("/api/blank", { file, at });
export const readBlankEntry = (collection: string) => get<BlankEntry>("/api/entries", { collection });
export const proposeName = (collection: string, title: string) => get<ProposedName>("/api/name", { collection, title });
export const createEntry = (collection: string, name: string, value: unknown) => post<ProposedName>("/api/entries", { collection, name, value });
export const readDeletionPlan = (file: string) => get<DeletionPlan>("/api/uses", { file });
export const deleteEntry = (file: string, leads_to: string | null, uses: ChosenUse[]) => post<unknown>("/api/delete", { file, leads_to, uses });
/** Adds a picture, in the folder of the picture with the path `replaced`. Returns the path at which it is published. */
export const addPicture = (name: string, replaced: string, picture: Blob) =>
  post<{ path: string }>(withParameters("/api/pictures", { name, replaced }), picture);
export const readEntryList = (collection: string) => get<EntryList>("/api/order", { collection });
export const moveEntry = (file: string, collection: string, to: number) => post<unknown>("/api/order", { file, collection, to });
export const readRenamePlan = (file: string) => get<RenamePlan>("/api/rename", { file });
export const checkName = (file: string, name: string) => get<{ route: string | null; file: string | null }>("/api/rename/name", { file, name });
export const renameEntry = (file: string, name: string, keeps_address: boolean) => post<{ file: string }>("/api/rename", { file, name, keeps_address });
