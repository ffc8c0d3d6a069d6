/**
 * `site edit` under random requests: two windows and a program that write the same files, and requests that are wrong in every way.
 *
 * `EDIT_SECONDS` sets how long each test sends them (default 5), `EDIT_SEED` the random numbers.
 */

import assert from "node:assert/strict";
import { appendFile } from "node:fs/promises";
import { test } from "node:test";

import { type EditedSite, withEditedSite } from "./edited";
import { dice } from "./random";
import { pause } from "./wait";

const SECONDS = Number(process.env["EDIT_SECONDS"] ?? 5);
/** The fewest malformed requests that are sent, however slow the machine is: few of them change anything. */
const LEAST_REQUESTS = 200;
const SEED = Number(process.env["EDIT_SEED"] ?? 20_261_123);

type Scalar = string | number | boolean | null;
interface Field {
  at: string;
  value: Scalar;
}
interface Written {
  number: number;
  file: string;
  at: string;
  was: Scalar;
  to: Scalar;
}

/** The body of a change. */
interface Order {
  file: string;
  at: string;
  was: unknown;
  to: unknown;
}

/** Asks the editor's port as its page does. */
async function ask(site: EditedSite, path: string, body?: string): Promise<{ status: number; answer: unknown }> {
  const headers: Record<string, string> = { Authorization: `Bearer ${site.key}`, Origin: site.origin, "Content-Type": "application/json" };
  const response = await fetch(site.origin + path, body === undefined ? { headers } : { headers, method: "POST", body });
  const text = await response.text();
  return { status: response.status, answer: /^[[{]/.test(text) ? JSON.parse(text) : text };
}

const formPath = (file: string, at: string) => `/api/form?file=${encodeURIComponent(file)}&at=${encodeURIComponent(at)}`;

async function fieldsOf(site: EditedSite, file: string, at: string): Promise<Field[]> {
  const { status, answer } = await ask(site, formPath(file, at));
  assert.equal(status, 200, `${file} ${at} can be read`);
  return (answer as { fields: Field[] }).fields;
}

const PLACES: [file: string, at: string, field: string][] = [
  ["content/contact.yaml", "", "/hours"],
  ["content/contact.yaml", "", "/phone"],
  ["content/pages/home.yaml", "/hero", "/hero/text"],
  ["content/pages/home.yaml", "/hero", "/hero/note"],
  ["content/pages/home.yaml", "/counters/0", "/counters/0/label"],
];

test("no accepted change is lost where two windows and a program write the same files", () =>
  withEditedSite(async (site) => {
    const accepted = new Set<number>();
    let refused = 0;
    const first = new Map<string, Scalar>();
    for (const [file, at, field] of PLACES) {
      first.set(`${file} ${field}`, (await fieldsOf(site, file, at)).find((known) => known.at === field)?.value ?? null);
    }
    const sent = async (path: string, body: unknown) => {
      const { status, answer } = await ask(site, path, JSON.stringify(body));
      const number = (answer as { number?: number | null }).number;
      if (status === 200 && typeof number === "number") accepted.add(number);
      else if (status !== 200) refused += 1;
      // 503: the other program wrote the file at each attempt of the editor.
      assert.ok([200, 404, 409, 503].includes(status), `${status}: ${JSON.stringify(answer)}`);
    };
    const end = Date.now() + SECONDS * 1000;
    const write = async (window: number) => {
      const roll = dice(SEED + window);
      for (let count = 0; Date.now() < end; count++) {
        if (roll(8) === 0 && accepted.size > 0) {
          await sent("/api/undo", { number: [...accepted][roll(accepted.size)] });
          continue;
        }
        const [file, at, field] = PLACES[roll(PLACES.length)] ?? ["", "", ""];
        const was = (await fieldsOf(site, file, at)).find((known) => known.at === field)?.value ?? null;
        // Others write between the read and the change.
        if (roll(3) === 0) await pause(roll(30));
        const to = field.endsWith("note") && roll(2) === 0 ? null : `window ${window}, ${count}: ${"text ".repeat(roll(30))}.`;
        await sent("/api/changes", { file, at: field, was, to });
      }
    };
    let isOver = false;
    let lines = 0;
    const program = async () => {
      for (; !isOver; lines++) {
        await appendFile(site.path(PLACES[lines % 3]?.[0] ?? ""), `# A program, ${lines}.\n`);
        await pause(7);
      }
    };
    const writing = program();
    const ends = await Promise.allSettled([write(1), write(2)]);
    isOver = true;
    await writing;
    assert.deepEqual(ends.filter(({ status }) => status === "rejected"), []);
    // Each change replaces the value that the one before it wrote, so no change was lost.
    const written = ((await ask(site, "/api/changes")).answer as Written[]).reverse();
    const numbers = new Set(written.map(({ number }) => number));
    assert.deepEqual([...accepted].filter((number) => !numbers.has(number)), []);
    for (const { file, at, was, to, number } of written) {
      assert.equal(was, first.get(`${file} ${at}`), `change ${number} of ${at} replaces what stood there`);
      first.set(`${file} ${at}`, to);
    }
    for (const [file, at, field] of PLACES) {
      const now = (await fieldsOf(site, file, at)).find((known) => known.at === field)?.value ?? null;
      assert.equal(now, first.get(`${file} ${field}`), field);
    }
    console.log(`seed ${SEED}: ${accepted.size} changes accepted, ${refused} refused, ${lines} lines of the program`);
    assert.ok(accepted.size > SECONDS);
  }, "ignore"));

const FILES = ["content/contact.yaml", "content/menu.yaml", "content/pages/home.yaml", "content/articles/tides.md", "content/site.yaml", "content/team/ada.yaml"];
const STRANGE_FILES = ["", "content", "content/../secret", "/etc/passwd", "content/pages/home.schema.yaml", "templates/home.html", "content/contact.yaml\0", "CONTENT/menu.yaml"];
const POINTERS = ["", "/", "/hours", "/hero", "/hero/text", "/hero/tone", "/hero/wide", "/hero/note", "/links/0/label", "/links/9", "/counters/0/value", "/title", "/draft", "#0", "#1", "#2", "#99", "#-1", "/~", "/~2", "/hero/text/x", "//", "hours", "/கடை"];
const VALUES: unknown[] = [
  null, true, false, 0, -1, 1e308, 9, "", " ", "a: b", "# x", "- x", "---", "...", "'", '"', "\\", "*a", "&a", "!t", "{", "[", "|", ">", "%", "@", "\u0000", "\u2028", "\ufeff", "\ud800", "a\nb", "a\r\nb", "\t", "a\n\n\nb\n\n", "வணக்கம்", "🦅",
  "x".repeat(5000), [], {}, [1], { a: 1 },
];
const blockEdits = (text: unknown) => [
  ...["paragraph", "heading", "item", "cell"].map((kind) => ({ op: "insert", kind, text })),
  { op: "remove" },
  ...[null, 0, 1, 3, 7, 300].map((level) => ({ op: "level", level })),
];
const PATHS = ["/", "/api/site", "/api/page", "/api/page?route=/", "/api/page?route=/tides/", "/api/page?route=%00", "/api/form", "/api/changes", "/api/undo", "/api/nothing", "/editor.js", "/api/form?file=content/menu.yaml&at=%", "/?"];

test("no request with the key ends the program or leaves a file that can't be read", () =>
  withEditedSite(async (site) => {
    const roll = dice(SEED);
    const one = <T>(of: readonly T[]): T => of[roll(of.length)] as T;
    const known: Field[] = [];
    const body = async (make = (order: Order): unknown => order): Promise<string> => {
      if (roll(12) === 0) return one(["", "{", "[]", "null", '{"file":1}', '"x"', "{}", "\u0000", "[".repeat(2000)]);
      const file = roll(6) === 0 ? one(STRANGE_FILES) : one(FILES);
      const at = one(POINTERS);
      const { status, answer } = await ask(site, formPath(file, at));
      assert.ok([200, 404, 422, 500].includes(status), `${file} ${at}: ${status}`);
      if (status === 200) known.splice(0, known.length, ...(answer as { fields: Field[] }).fields);
      const field = known.length > 0 && roll(3) > 0 ? one(known) : { at, value: one(VALUES) as Scalar };
      return JSON.stringify(make({ file, at: field.at, was: roll(5) === 0 ? one(VALUES) : field.value, to: one(VALUES) }));
    };
    const order = async (): Promise<[path: string, body: string | undefined]> => {
      if (roll(4) === 0) return [one(PATHS), roll(2) === 0 ? undefined : await body()];
      if (roll(6) === 0) return ["/api/undo", `{"number":${roll(50)}}`];
      if (roll(6) === 0) return ["/api/samples", await body(({ to: _, ...rest }) => [rest])];
      if (roll(3) === 0) return ["/api/blocks", await body(({ to: text, ...rest }) => ({ ...rest, edit: one(blockEdits(text)) }))];
      return ["/api/changes", await body()];
    };
    let accepted = 0;
    const end = Date.now() + SECONDS * 1000;
    for (let count = 0; count < LEAST_REQUESTS || Date.now() < end; count++) {
      const [path, sent] = await order();
      const { status, answer } = await ask(site, path, sent);
      assert.ok(status < 500, `${status} to ${path} ${sent}: ${JSON.stringify(answer)}`);
      if (status === 200 && sent !== undefined) accepted += 1;
    }
    for (const file of FILES) await fieldsOf(site, file, "");
    assert.deepEqual(site.git("status", "--porcelain").split("\n").filter((line) => line !== "" && !/^ M content\//.test(line) && !line.includes(".site/")), []);
    console.log(`seed ${SEED}: ${accepted} changes`);
    assert.ok(accepted > 0);
  }, "ignore"));
