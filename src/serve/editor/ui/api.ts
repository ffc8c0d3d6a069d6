/** The requests to the program, each with the key of the address. */

export interface Target {
  file: string;
  at: string;
  label: string;
}

export interface Marked {
  tag: string;
  number: number;
  text: string;
  targets: number[];
}

export interface Marks {
  is_traced: boolean;
  elements: Marked[];
  targets: Target[];
  /** The name of what each file holds. */
  titles: Record<string, string>;
  template: string;
}

export interface Part {
  at: string;
  label: string;
}

export type Scalar = string | number | boolean | null;

export interface Field {
  at: string;
  label: string;
  help: string | null;
  kind: "text" | "number" | "switch" | "choice" | "date" | "picture" | "link";
  value: Scalar;
  choices: { value: Scalar; label: string }[];
  minimum: number | null;
  maximum: number | null;
  max_length: number | null;
  fixed: string | null;
  is_sample: boolean;
  /** Whether the value may be absent: an empty field removes it. */
  is_optional: boolean;
  /** The value where it is absent. */
  default: Scalar;
  /** Whether every entry may have the field, and this one has not. */
  is_further: boolean;
}

/** A list whose items can be added, removed and moved. */
export interface List {
  at: string;
  items: { label: string; value: unknown }[];
  /** The number of the item that the form shows. */
  number: number | null;
  least: number;
  most: number | null;
}

export type ItemEdit = { op: "insert"; number: number; value: unknown } | { op: "remove"; number: number } | { op: "move"; number: number; to: number };

export interface Form {
  file: string;
  at: string;
  title: string;
  trail: Part[];
  fields: Field[];
  parts: Part[];
  list: List | null;
  pages: string[];
}

export interface Change {
  number: number;
  time: string;
  kind: "set" | "insert" | "remove" | "move";
  file: string;
  at: string;
  label: string;
  was: Scalar;
  to: Scalar;
  is_undone: boolean;
  undoes: number | null;
}

export interface Site {
  origin: string;
  base: string;
  pages: { route: string; title: string }[];
  pictures: string[];
}

/** What became of a file or of a part of it. */
export type Fate = "added" | "removed" | "changed" | "moved";

export interface WordRun {
  kind: "both" | "removed" | "added";
  text: string;
}

export interface ChangedFile {
  file: string;
  title: string;
  fate: Fate;
  /** The route of its own page. */
  page: string | null;
  picture: string | null;
  is_editable: boolean;
  parts: { at: string | null; label: string; fate: Fate; sentence: string; words: WordRun[] }[];
}

export interface PublishState {
  obstacle: { message: string; said: string } | null;
  count: number;
  files: ChangedFile[];
  digest: string;
  message: string;
  has_unsent: boolean;
  has_author: boolean;
  notes: string[];
}

export interface PublishProblem {
  message: string;
  label: string;
  help: string[];
  place: string;
  file: string | null;
  at: string;
}

export interface Author {
  name: string;
  email: string;
}

export interface PublishResult {
  is_done: boolean;
  message: string;
  said: string;
  problems: PublishProblem[];
}

/** What the program says to a change that it does not make. */
export class Refusal extends Error {
  constructor(
    message: string,
    /** The value that is there now, if somebody else changed it. */
    readonly current?: { value: Scalar },
  ) {
    super(message);
  }
}

const key = location.hash.slice(1);

async function ask(path: string, body?: unknown): Promise<unknown> {
  const headers: Record<string, string> = { Authorization: `Bearer ${key}` };
  if (body !== undefined) headers["Content-Type"] = "application/json";
  const options: RequestInit = body === undefined ? { headers } : { headers, method: "POST", body: JSON.stringify(body) };
  const response = await fetch(path, options).catch(() => {
    throw new Refusal("The program does not answer. Is “site edit” still running?");
  });
  const answer: unknown = await response.json().catch(() => undefined);
  if (response.ok) return answer;
  if (response.status === 401) throw new Refusal("This address has expired. Open the one that “site edit” printed last.");
  const { current, diagnostics, message } = (answer ?? {}) as {
    current?: Scalar;
    diagnostics?: { message: string; label: string; help: string[] }[];
    message?: string;
  };
  if (response.status === 409) throw new Refusal("Somebody else has changed this meanwhile.", { value: current ?? null });
  const told = diagnostics?.flatMap(({ message, label, help }) => [message, label, ...help].filter(Boolean).map(sentence)).join(" ");
  throw new Refusal(told ?? message ?? "This did not work.");
}

/** A message with a capital letter and a full stop. */
export function sentence(text: string): string {
  const whole = text.charAt(0).toUpperCase() + text.slice(1);
  return /[.!?]$/.test(whole) ? whole : `${whole}.`;
}

const query = (values: Record<string, string>) => new URLSearchParams(values).toString().replaceAll("+", "%20");

export const site = () => ask("/api/site") as Promise<Site>;
export const marks = (route: string) => ask(`/api/page?${query({ route })}`) as Promise<Marks>;
export const form = (file: string, at: string) => ask(`/api/form?${query({ file, at })}`) as Promise<Form>;
export const changes = () => ask("/api/changes") as Promise<Change[]>;
export const undo = (number: number) => ask("/api/undo", { number }) as Promise<{ number: number | null }>;
export const change = (file: string, at: string, was: Scalar, to: Scalar) =>
  ask("/api/changes", { file, at, was, to }) as Promise<{ number: number | null }>;
export const editItems = (file: string, at: string, was: unknown, edit: ItemEdit) =>
  ask("/api/items", { file, at, was, edit }) as Promise<{ number: number }>;
export const publishState = () => ask("/api/publish") as Promise<PublishState>;
export const checkForPublishing = () => ask("/api/publish/check", {}) as Promise<{ problems: PublishProblem[] }>;
export const publish = (order: { message: string; digest: string; author: Author | null }) =>
  ask("/api/publish", order) as Promise<PublishResult>;
