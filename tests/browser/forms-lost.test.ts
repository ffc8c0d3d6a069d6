/**
 * Many submissions under random faults: none is lost, and none is delivered twice unless the browser could not know that it had arrived.
 *
 * FORMS_SUBMISSIONS and FORMS_SEED choose others than the 40 of every run.
 */

import assert from "node:assert/strict";
import { test } from "node:test";

import type { Page } from "playwright-core";

import { type MockServer, ENQUIRY, eventually, FAILURE, FormOnPage, storedKeys, type Visitor, visitor } from "./forms-support";
import { dice } from "./random";

const SUBMISSIONS = Number(process.env["FORMS_SUBMISSIONS"] ?? 40);
const SEED = Number(process.env["FORMS_SEED"] ?? 20240101);

/** The submissions of one browser profile: a request that hangs when its page is left occupies one of a browser's few connections. */
const SUBMISSIONS_PER_PROFILE = 5;

const JSON_POST_FAULTS = ["", "", "refuse", "status", "preflight", "cut", "hang"] as const;
const FORM_POST_FAULTS = ["", "", "refuse", "status", "unreadable", "nonsense", "cut", "part", "garble", "lost", "hang"] as const;
const TURNS = ["wait", "wait", "press again", "reload", "reload at once", "close", "offline", "two tabs"] as const;

/** A submission, and what happens to it. */
interface Submission {
  name: string;
  jsonPost: (typeof JSON_POST_FAULTS)[number];
  formPost: (typeof FORM_POST_FAULTS)[number];
  turn: (typeof TURNS)[number];
  /** Whether the next visit meets the same faults. */
  again: boolean;
}

function submissions(): Submission[] {
  const roll = dice(SEED);
  const choose = <T>(among: readonly T[]): T => among[roll(among.length)] as T;
  return Array.from({ length: SUBMISSIONS }, (_, index) => {
    const [jsonPost, formPost, turn] = [choose(JSON_POST_FAULTS), choose(FORM_POST_FAULTS), choose(TURNS)];
    const again = choose([true, false, false, false]);
    // Two tabs compete only for a submission that is being sent.
    return { name: `Submission ${index + 1}`, jsonPost, formPost: turn === "two tabs" ? "hang" : formPost, turn, again };
  });
}

test(`${SUBMISSIONS} submissions under random faults, seed ${SEED}: none is lost`, { timeout: 3_600_000 }, async (context) => {
  const all = submissions();
  const count = new Map<string, number>();
  for (let done = 0; done < all.length; done += SUBMISSIONS_PER_PROFILE) {
    await visitor({ expects: FAILURE }, async (at) => {
      let page = await at.tab(ENQUIRY.page);
      for (const submission of all.slice(done, done + SUBMISSIONS_PER_PROFILE)) {
        try {
          page = await run(at, page, submission);
        } catch (error) {
          const came = (await at.mock.received()).filter(({ method }) => method === "POST");
          const outcomes = came.map(({ kind, fields, outcome }) => `${kind} of ${fields[0]?.[1]}: ${outcome}`);
          throw new Error(`${JSON.stringify(submission)}\n${outcomes.slice(-6).join("\n")}\n${at.errors.slice(-4).join("\n")}`, { cause: error });
        }
      }
      for (const { Name = "" } of await readSettledRows(at.mock)) {
        count.set(Name, (count.get(Name) ?? 0) + 1);
      }
    });
  }
  const rows = [...count.values()].reduce((sum, times) => sum + times, 0);
  const twice = all.filter(({ name }) => (count.get(name) ?? 0) > 1);
  assert.deepEqual(all.filter(({ name }) => !count.has(name)), [], "lost");
  assert.equal(count.size, all.length, "and none is made up");
  context.diagnostic(`${all.length} submissions, ${rows} rows: 0 lost, ${rows - all.length} rows more than once, of ${twice.length} submissions`);
  assert.deepEqual(twice.filter((submission) => !isUnknowable(submission)), [], "twice, although it could be known");
});

/** Whether the endpoint may have stored a submission whose answer never reached the page: it was cut off, or the page was left. */
function isUnknowable({ formPost, turn, again }: Submission): boolean {
  return again || ["cut", "part", "garble", "lost"].includes(formPost) || ["reload", "reload at once", "close"].includes(turn);
}

/** Makes a submission on the page, then further visits until it is no longer stored. */
async function run(visitor: Visitor, first: Page, submission: Submission): Promise<Page> {
  const { mock, context, tab } = visitor;
  const { name, jsonPost, formPost, turn, again } = submission;
  for (const [endpoint, fault] of [["json-post", jsonPost], ["form-post", formPost]] as const) {
    if (fault) {
      await mock.fault({ endpoint, fault });
    }
  }
  const before = (await mock.received()).at(-1)?.number ?? 0;
  const hangs = jsonPost === "hang" || formPost === "hang";
  const form = new FormOnPage(first, "enquiry");
  await form.field("name").focus();
  await form.waitUntilHydrated();
  await context.setOffline(turn === "offline");
  await write(first, { ...ENQUIRY.values, name });
  let page = first;
  switch (turn) {
    case "wait":
      await waitUntilOver(page, hangs);
      break;
    case "press again":
      await waitUntilOver(page, hangs);
      if (await hasStoredSubmission(page)) {
        await mock.clearFaults();
        await press(page);
        await waitUntilOver(page, false);
      }
      break;
    case "reload":
      await waitUntilReceived(mock, name, "json-post", page, before);
      await page.reload();
      break;
    case "reload at once":
      await page.reload();
      break;
    case "close":
      page = await tab(ENQUIRY.page);
      await first.close();
      await page.reload();
      break;
    case "offline":
      await waitUntilOver(page, false);
      break;
    case "two tabs": {
      await waitUntilReceived(mock, name, "form-post", page, before);
      const other = await tab("/Privyr/");
      await other.waitForLoadState("networkidle");
      assert.equal((await mock.posts()).filter((post) => post.kind === "form-post" && post.body?.includes(name)).length, 1, "one tab sends");
      await waitUntilOver(page, hangs);
      await other.close();
      break;
    }
  }
  if (again && turn !== "offline" && (await hasStoredSubmission(page))) {
    await page.reload();
  }
  await mock.clearFaults();
  if (turn === "offline") {
    await context.setOffline(false);
  } else if (await hasStoredSubmission(page)) {
    await page.reload();
  }
  await waitUntilSent(page);
  await page.keyboard.press("Escape");
  return page;
}

/** Fills in the inline form and presses its button, at once. */
async function write(page: Page, values: Record<string, string>) {
  await page.evaluate((given) => {
    for (const [name, value] of Object.entries(given)) {
      const field = document.getElementById(`enquiry-${name}`) as HTMLInputElement;
      field.value = value;
      field.dispatchEvent(new Event("input", { bubbles: true }));
    }
  }, values);
  await page.clock.fastForward(3000);
  await press(page);
}

async function press(page: Page) {
  await page.locator("#enquiry-form button[type=submit]").evaluate((button) => (button as HTMLButtonElement).click());
}

/** Waits until the attempt has ended. With `hangs`, lets its timeouts pass. */
async function waitUntilOver(page: Page, hangs: boolean) {
  await eventually(async () => {
    const is = await page.evaluate(() => document.querySelector("#enquiry-form [aria-disabled]") === null);
    if (!is && hangs) {
      await page.clock.fastForward(10_000);
    }
    assert.ok(is, "still sending");
  });
}

/** Waits until an endpoint of this kind has received a part of the submission. */
async function waitUntilReceived(mock: MockServer, name: string, kind: "json-post" | "form-post", page: Page, before: number) {
  await eventually(async () => {
    const got = (await mock.received()).filter(({ number }) => number > before);
    const is = got.some((one) => one.kind === kind && (one.method === "OPTIONS" || one.body?.includes(name)));
    if (!is && kind === "form-post" && got.some((one) => one.outcome === "left hanging" || one.outcome === "on its way")) {
      await page.clock.fastForward(10_000);
    }
    assert.ok(is, "nothing has come in");
  });
}

async function hasStoredSubmission(page: Page): Promise<boolean> {
  return (await storedKeys(page)).some((key) => key.startsWith("form:"));
}

async function waitUntilSent(page: Page) {
  await eventually(async () => assert.equal(await hasStoredSubmission(page), false, "something is left"));
}

/** Returns the rows once no request is under way. */
async function readSettledRows(mock: MockServer): Promise<Record<string, string>[]> {
  await eventually(async () => {
    const open = (await mock.received()).filter(({ outcome }) => outcome === "on its way");
    assert.deepEqual(open, []);
  });
  return (await mock.rows("form-post"))[ENQUIRY.endpoint] ?? [];
}
