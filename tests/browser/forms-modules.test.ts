/** The modules of forms, one by one, without a browser: rules, requests, deliveries, storage, locks, outbox. */

import assert from "node:assert/strict";
import { afterEach, beforeEach, mock, test } from "node:test";

import * as campaign from "../../islands/lib/forms/campaign";
import { deliver } from "../../islands/lib/forms/deliver";
import { withLock } from "../../islands/lib/forms/lock";
import type { Delivery, Field, Form, Submission } from "../../islands/lib/forms/model";
import { sendPending, sendStored, submit } from "../../islands/lib/forms/outbox";
import { buildRequest, formatDate, listPairs } from "../../islands/lib/forms/request";
import { validate } from "../../islands/lib/forms/rules";
import * as store from "../../islands/lib/forms/store";

const field = (name: string, more: Partial<Field> = {}): Field => ({
  name,
  label: name,
  type: "text",
  required: false,
  ...more,
});

const delivery = (more: Partial<Delivery> = {}): Delivery => ({
  kind: "form-post",
  endpoint: "orders",
  query: {},
  address: "https://form.test/exec",
  encoding: "multipart",
  values: { Name: "name" },
  fixed: {},
  date_format: "Mon Jan 01 2024",
  campaign: {},
  on_failure: "stop",
  log: "It failed",
  timeout_ms: 1000,
  ...more,
});

const { address: _, ...nowhere } = delivery();

const JSON_FIRST = [delivery({ kind: "json-post", address: "https://json.test/", on_failure: "ignore" }), delivery()];

const form = (more: Partial<Form> = {}): Form => ({
  name: "order",
  title: "Order",
  fields: [field("name")],
  button: "Send",
  sending: "Sending",
  close: "Close",
  success: { title: "Thanks", button: "Okay" },
  undelivered: { days: 30 },
  deliveries: JSON_FIRST,
  ...more,
});

const submission = (more: Partial<Submission> = {}): Submission => ({
  id: "a1",
  form: "order",
  at: new Date(2024, 0, 1, 10).getTime(),
  values: { name: "Ada", phone: "12" },
  campaign: {},
  flags: [],
  deliveries: JSON_FIRST,
  done: [],
  expires: Infinity,
  ...more,
});

/** A storage like that of browsers, whose entries are its own properties, with room for a number of characters. */
class FakeStorage implements Storage {
  [name: string]: unknown;
  readonly #room: number;
  constructor(room = Infinity) {
    this.#room = room;
  }
  get length() {
    return Object.keys(this).length;
  }
  key(index: number) {
    return Object.keys(this)[index] ?? null;
  }
  getItem(key: string) {
    return Object.hasOwn(this, key) ? String(this[key]) : null;
  }
  setItem(key: string, value: string) {
    const used = Object.entries(this).reduce((sum, [name, text]) => sum + (name === key ? 0 : String(text).length), 0);
    if (used + value.length > this.#room) {
      throw new DOMException("full", "QuotaExceededError");
    }
    this[key] = value;
  }
  removeItem(key: string) {
    delete this[key];
  }
  clear() {
    Object.keys(this).forEach((key) => this.removeItem(key));
  }
}

type Storages = { localStorage?: Storage | undefined; sessionStorage?: Storage | undefined };

/** Sets the storages of the page. The browser refuses an absent one. */
function giveStorages(storages: Storages) {
  for (const name of ["localStorage", "sessionStorage"] as const) {
    const get = () => {
      const storage = storages[name];
      if (!storage) {
        throw new DOMException("refused", "SecurityError");
      }
      return storage;
    };
    Object.defineProperty(globalThis, name, { configurable: true, get });
  }
}

let requests: string[] = [];
let logged: unknown[][] = [];
let local: FakeStorage;
let session: FakeStorage;

beforeEach(() => {
  requests = [];
  logged = [];
  local = new FakeStorage();
  session = new FakeStorage();
  giveStorages({ localStorage: local, sessionStorage: session });
  Object.defineProperty(globalThis, "location", { configurable: true, value: { search: "" } });
  Object.defineProperty(globalThis, "navigator", { configurable: true, value: {} });
  mock.method(console, "error", (...words: unknown[]) => void logged.push(words));
  answerWith();
});

afterEach(() => {
  mock.restoreAll();
  store.remove("a1");
});

/** Answers requests from now on, by host: with a status, or an error. Other hosts answer 200. */
function answerWith(answers: Record<string, number | Error> = {}) {
  mock.method(globalThis, "fetch", async (address: string) => {
    requests.push(address);
    const answer = answers[new URL(address).host] ?? 200;
    if (answer instanceof Error) {
      throw answer;
    }
    return new Response("said", { status: answer });
  });
}

test("rules are those of the content: non-empty, and lengths to the character", () => {
  const fields = [
    field("name", { required: true, message: "Name is Required" }),
    field("phone", { required: true, length: [10, 12, 13], message: "Phone Number is Required" }),
    field("remark"),
  ];
  const check = (name: string, phone: string, expected: string[]) => {
    const found = validate(fields, { name, phone });
    assert.deepEqual([...found.values()], expected, `${name}|${phone}`);
  };
  check("", "", ["Name is Required", "Phone Number is Required"]);
  check(" ", "1234567890", []);
  for (const [length, fails] of [[9, true], [10, false], [11, true], [12, false], [13, false], [14, true]] as const) {
    for (const character of ["1", "x"]) {
      check("Ada", character.repeat(length), fails ? ["Phone Number is Required"] : []);
    }
  }
  const optional = [field("phone", { length: [10], message: "Ten digits" })];
  assert.equal(validate(optional, { phone: "" }).size, 0);
  assert.equal(validate(optional, { phone: "1" }).size, 1);
});

test("a day is formatted as the form wants it, in the visitor's time zone", () => {
  const day = new Date(2024, 0, 1, 0, 30);
  assert.equal(formatDate(day, "Mon Jan 01 2024"), "Mon Jan 01 2024");
  assert.equal(formatDate(day, "2024-01-01"), "2024-01-01");
  assert.equal(formatDate(new Date(Date.UTC(2024, 0, 1)), "2024-01-01T00:00:00.000Z"), "2024-01-01T00:00:00.000Z");
});

test("a delivery carries values, fixed values, campaign, date, flags and id, in this order", () => {
  const all = delivery({
    values: { Telephone: "phone", Name: "name", Nothing: "remark" },
    fixed: { Source: "Web" },
    campaign: { Campaign: "utm_campaign", Medium: "utm_medium" },
    date: "Date",
    flags: "Flags",
    id: "Id",
  });
  const given = submission({ campaign: { utm_campaign: "spring", other: "x" }, flags: ["honeypot", "too-fast"] });
  assert.deepEqual(listPairs(all, given), [
    ["Telephone", "12"],
    ["Name", "Ada"],
    ["Nothing", ""],
    ["Source", "Web"],
    ["Campaign", "spring"],
    ["Date", "Mon Jan 01 2024"],
    ["Flags", "honeypot, too-fast"],
    ["Id", "a1"],
  ]);
  assert.ok(!listPairs(all, submission()).some(([name]) => name === "Flags" || name === "Campaign"));
});

test("json-post sends JSON, form-post form data without a header of its own", () => {
  const json = buildRequest(delivery({ kind: "json-post", fixed: { Source: "Web" } }), submission())?.init;
  assert.equal(json?.body, '{"Name":"Ada","Source":"Web"}');
  assert.deepEqual(json.headers, { Accept: "application/json", "Content-Type": "application/json" });
  const pairs = buildRequest(delivery({ kind: "json-post", pairs: { name: "key", value: "text" } }), submission())?.init;
  assert.equal(pairs?.body, '[{"key":"Name","text":"Ada"}]');
  const formPost = buildRequest(delivery(), submission())?.init;
  assert.ok(formPost?.body instanceof FormData && formPost.headers === undefined);
  assert.deepEqual([...formPost.body], [["Name", "Ada"]]);
  const encoded = buildRequest(delivery({ encoding: "urlencoded" }), submission({ values: { name: "A & ü" } }))?.init;
  assert.equal(String(encoded?.body), "Name=A+%26+%C3%BC");
  assert.equal(buildRequest(nowhere, submission()), undefined);
});

test("requests ask for `keepalive` up to the size that browsers allow", () => {
  assert.equal(buildRequest(delivery(), submission())?.init.keepalive, true);
  assert.equal(buildRequest(delivery(), submission({ values: { name: "x".repeat(25_000) } }))?.init.keepalive, false);
  assert.equal(buildRequest(delivery({ encoding: "urlencoded" }), submission({ values: { name: "க".repeat(10_000) } }))?.init.keepalive, false);
});

test("deliveries go out in order, and a failure is ignored, or ends the flow", async () => {
  const notes: (readonly number[])[] = [];
  const note = (state: Submission) => void notes.push(state.done);
  assert.equal(await deliver(submission(), note), true);
  assert.deepEqual([requests, notes], [["https://json.test/", "https://form.test/exec"], [[0], [0, 1]]]);

  for (const failure of [new TypeError("Failed to fetch"), 500, 404, 302]) {
    requests = [];
    answerWith({ "json.test": failure });
    assert.equal(await deliver(submission(), note), true);
    assert.deepEqual(requests, ["https://json.test/", "https://form.test/exec"]);
  }
  assert.deepEqual(logged, [], "an ignored failure says nothing");

  requests = [];
  answerWith({ "form.test": 500 });
  const three = [delivery(), delivery({ address: "https://third.test/" })];
  assert.equal(await deliver(submission({ deliveries: three }), note), false);
  assert.deepEqual(requests, ["https://form.test/exec"], "nothing goes out after a failure that counts");
  assert.equal(logged[0]?.[0], "It failed");
  assert.equal(await deliver(submission({ deliveries: [nowhere] }), note), false);
});

test("a status from 200 to 299 is a success, no other is", async () => {
  for (const [status, arrived] of [[200, true], [201, true], [226, true], [299, true], [300, false], [304, false], [400, false], [503, false]] as const) {
    mock.method(globalThis, "fetch", async () => new Response(null, { status }));
    assert.equal(await deliver(submission({ deliveries: [delivery()] }), () => {}), arrived, String(status));
  }
});

test("an answer that does not come in time, or breaks off, is a failure", async () => {
  mock.timers.enable({ apis: ["setTimeout"] });
  mock.method(globalThis, "fetch", (_: string, init: RequestInit) =>
    new Promise((_, reject) => init.signal?.addEventListener("abort", () => reject(init.signal?.reason))));
  const outcome = deliver(submission({ deliveries: [delivery({ timeout_ms: 5000 })] }), () => {});
  mock.timers.tick(4999);
  await Promise.resolve();
  assert.deepEqual(logged, []);
  mock.timers.tick(1);
  assert.equal(await outcome, false);
  mock.timers.reset();

  const broken = new ReadableStream({ start: (control) => control.error(new TypeError("cut")) });
  mock.method(globalThis, "fetch", async () => new Response(broken));
  assert.equal(await deliver(submission({ deliveries: [delivery()] }), () => {}), false);
});

test("a submission is stored in the best storage there is", () => {
  const kept = (storage: FakeStorage) => "form:a1" in storage;
  store.put(submission());
  assert.deepEqual([kept(local), kept(session), store.get("a1")?.values["name"]], [true, false, "Ada"]);
  store.remove("a1");
  assert.deepEqual([local.length, store.get("a1")], [0, undefined]);

  local = new FakeStorage(10);
  giveStorages({ localStorage: local, sessionStorage: session });
  store.put(submission());
  assert.deepEqual([kept(local), kept(session), store.pending().length], [false, true, 1]);
  store.remove("a1");
  assert.equal(session.length, 0);

  giveStorages({});
  store.put(submission());
  assert.equal(store.get("a1")?.values["name"], "Ada", "in memory");
  assert.deepEqual(store.pending(), []);
});

test("a storage that becomes full does not bring back an earlier state of a submission", () => {
  store.put(submission());
  local.setItem = () => {
    throw new DOMException("full", "QuotaExceededError");
  };
  store.put(submission({ done: [0] }));
  assert.deepEqual(store.get("a1")?.done, [0], "in the other storage");
  giveStorages({ localStorage: local });
  store.put(submission({ done: [0, 1] }));
  assert.deepEqual(store.get("a1")?.done, [0, 1], "in memory");
});

test("what is left is found, the oldest first, and what is no submission is removed", () => {
  store.put(submission({ id: "b", at: 2 }));
  store.put(submission({ id: "a", at: 1 }));
  local.setItem("form:c", "{");
  local.setItem("form:d", "null");
  local.setItem("theme", "dark");
  assert.deepEqual(store.pending().map(({ id }) => id), ["a", "b"]);
  assert.deepEqual(Object.keys(local).sort(), ["form:a", "form:b", "theme"]);
  store.remove("a");
  store.remove("b");
});

test("without Web Locks an entry keeps other tabs away, until it ends", async () => {
  mock.timers.enable({ apis: ["setTimeout", "Date"], now: 1000 });
  const settle = async () => {
    for (let turn = 0; turn < 20; turn += 1) {
      mock.timers.tick(50);
      await new Promise((done) => setImmediate(done));
    }
  };
  let running = 0;
  let most = 0;
  let release = () => {};
  const work = () =>
    new Promise<string>((done) => {
      running += 1;
      most = Math.max(most, running);
      release = () => {
        running -= 1;
        done("done");
      };
    });
  const first = withLock("x", 60_000, true, work);
  await settle();
  assert.equal(await withLock("x", 60_000, false, work), undefined, "another tab does not wait");
  const second = withLock("x", 60_000, true, work);
  await settle();
  assert.equal(running, 1);
  release();
  assert.equal(await first, "done");
  await settle();
  assert.equal(running, 1, "the one that waited has its turn");
  release();
  await second;
  assert.deepEqual([most, local.length], [1, 0]);

  // A tab that was closed while it held the lock.
  local.setItem("form-lock:x", "1500 0.5");
  mock.timers.setTime(1501);
  const third = withLock("x", 60_000, false, work);
  await settle();
  release();
  assert.equal(await third, "done");
  mock.timers.reset();
});

test("a tab whose lock has expired leaves the lock that another tab has taken since", async () => {
  const theirs = `${Date.now() + 60_000} 0.5`;
  await withLock("x", 1, false, async () => local.setItem("form-lock:x", theirs));
  assert.equal(local.getItem("form-lock:x"), theirs);
});

test("with Web Locks the browser keeps other tabs away", async () => {
  const asked: unknown[] = [];
  const locks = {
    request: async (name: string, options: LockOptions, work: (lock: Lock | null) => unknown) => {
      asked.push([name, options]);
      return work(options.ifAvailable ? null : ({} as Lock));
    },
  };
  Object.defineProperty(globalThis, "navigator", { configurable: true, value: { locks } });
  assert.equal(await withLock("x", 1, true, async () => "done"), "done");
  assert.equal(await withLock("x", 1, false, async () => "done"), undefined);
  assert.deepEqual(asked, [["form-lock:x", { ifAvailable: false }], ["form-lock:x", { ifAvailable: true }]]);
});

test("where the browser refuses locks, a form is sent all the same, and its own failures stay failures", async () => {
  const request = async () => {
    throw new DOMException("refused", "SecurityError");
  };
  Object.defineProperty(globalThis, "navigator", { configurable: true, value: { locks: { request } } });
  assert.equal(await withLock("x", 1, true, async () => "done"), "done");
  const failing = async () => {
    throw new Error("failed");
  };
  await assert.rejects(withLock("x", 1, true, failing), /failed/);
  assert.deepEqual(Object.keys(local), []);
});

const filled = (name: string) => ({ values: { name }, campaign: {}, flags: [] });
const keys = () => Object.keys(local).filter((key) => key.startsWith("form:"));

test("a submission is stored before its first request and wiped after its last answer", async () => {
  const keptAtRequest: number[] = [];
  mock.method(globalThis, "fetch", async () => {
    keptAtRequest.push(keys().length);
    return new Response("");
  });
  const outcome = await submit(form(), filled("Ada"), null);
  assert.deepEqual([outcome.delivered, keptAtRequest, Object.keys(local)], [true, [1, 1], []]);
});

test("the same values go on where the attempt before stopped; others begin anew and leave nothing of the first", async () => {
  answerWith({ "form.test": 503 });
  const first = await submit(form(), filled("Ada"), null);
  assert.deepEqual([first.delivered, keys().length], [false, 1]);
  answerWith();
  requests = [];
  const second = await submit(form(), filled("Ada"), first.submission);
  assert.deepEqual([second.delivered, requests, keys()], [true, ["https://form.test/exec"], []]);

  answerWith({ "form.test": 503 });
  const third = await submit(form(), filled("Ada"), null);
  answerWith();
  requests = [];
  const fourth = await submit(form(), filled("Grace"), third.submission);
  assert.deepEqual([fourth.delivered, requests.length, keys()], [true, 2, []]);
});

test("what another tab delivered is not sent again", async () => {
  answerWith({ "form.test": 503 });
  const { submission: failed } = await submit(form(), filled("Ada"), null);
  answerWith();
  assert.equal(await sendStored(failed.id), true);
  requests = [];
  const again = await submit(form(), filled("Ada"), failed);
  assert.deepEqual([again.delivered, requests, keys()], [true, [], []]);
});

test("what another tab delivered or discarded is not sent by this tab's prompt, which goes away", async () => {
  answerWith({ "form.test": 503 });
  const { submission: failed } = await submit(form(), filled("Ada"), null);
  answerWith();
  requests = [];
  // This tab still remembers what the other one has taken out of the storage.
  local.removeItem(`form:${failed.id}`);
  local.setItem(`form-delivered:${failed.id}`, String(Date.now()));
  assert.equal(await sendStored(failed.id), true);
  assert.equal(await sendStored("discarded"), true);
  assert.deepEqual([requests, keys()], [[], []]);
});

test("a submission that another tab takes over before the first attempt is not sent twice", async () => {
  const request = async (name: string, options: LockOptions, work: (lock: Lock) => unknown) => {
    if (!options.ifAvailable) {
      assert.equal(await sendStored(name.replace("form-lock:", "")), true);
    }
    return work({} as Lock);
  };
  Object.defineProperty(globalThis, "navigator", { configurable: true, value: { locks: { request } } });
  const outcome = await submit(form(), filled("Ada"), null);
  assert.deepEqual([outcome.delivered, requests.length, keys()], [true, 2, []]);
});

test("what pages left is sent, unless it has expired or is to be asked for", async () => {
  const now = Date.now();
  const ask = { message: "Send it?", send: "Send", discard: "Discard" };
  store.put(submission({ id: "old", expires: now - 1 }));
  store.put(submission({ id: "half", done: [0], expires: now + 1e6 }));
  store.put(submission({ id: "asks", ask, expires: now + 1e6 }));
  const asked: string[] = [];
  await sendPending(now, ({ id }) => void asked.push(id));
  assert.deepEqual([requests, asked, keys()], [["https://form.test/exec"], ["asks"], ["form:asks"]]);
  await sendPending(now + 1e6, () => assert.fail("it has expired"));
  assert.deepEqual(keys(), []);
  await sendPending(now + 2 * 24 * 60 * 60 * 1000, () => {});
  assert.deepEqual(Object.keys(local), [], "nothing is remembered for long");
});

test("only the parameters that a form asks for are noted, and they last until the next advertisement", () => {
  const wants = [delivery({ campaign: { Campaign: "utm_campaign", Click: "gclid" } })];
  campaign.rememberCampaign("?utm_campaign=spring&email=ada%40example.com", ["utm_campaign", "gclid"]);
  assert.equal(session.getItem("campaign"), '{"utm_campaign":"spring"}');
  campaign.rememberCampaign("?q=kites", ["utm_campaign", "gclid"]);
  assert.deepEqual(campaign.campaignValues(wants), { utm_campaign: "spring" });
  const visit = (search: string) => {
    Object.defineProperty(globalThis, "location", { configurable: true, value: { search } });
    campaign.rememberCampaign(search, ["utm_campaign", "gclid"]);
  };
  visit("?gclid=7");
  assert.deepEqual(campaign.campaignValues(wants), { gclid: "7" });
  assert.deepEqual(campaign.campaignValues([delivery()]), {});
  visit("?gclid=8&utm_campaign=autumn");
  assert.deepEqual(campaign.campaignValues([delivery({ campaign: { Click: "gclid" } })]), { gclid: "8" });
  visit("");
  assert.deepEqual(campaign.campaignValues(wants), { gclid: "8", utm_campaign: "autumn" }, "a form keeps those of others");
  visit("?gclid=7");
  giveStorages({});
  assert.deepEqual(campaign.campaignValues(wants), { gclid: "7" }, "without a storage, what this page's address tells");
});
