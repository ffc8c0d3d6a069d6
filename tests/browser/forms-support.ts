/**
 * Forms in a browser: `site serve` with its mock endpoints, a browser that reaches this machine only, and the forms as the specification states
 * them.
 *
 * Requests are not intercepted, so that the mock gets exactly what the browser sends, preflights included.
 */

import assert from "node:assert/strict";
import { request } from "node:http";
import { after } from "node:test";

import type { Browser, BrowserContext, BrowserContextOptions, Locator, Page } from "playwright-core";

import { launch } from "./browser";
import { type SiteServer, startSiteServer } from "./programs";
import { formOf } from "./site";
import { TIMEOUT_MS, pause } from "./wait";

/** A request that an endpoint of the mock got. */
export interface Received {
  number: number;
  kind: "json-post" | "form-post";
  name: string;
  method: string;
  url: string;
  headers: Record<string, string>;
  body: string | null;
  fields: [string, string][];
  row: number | null;
  outcome: string;
}

type Rows = Record<string, Record<string, string>[]>;

/** A fault of the mock endpoints. Without `fault`, they answer as usual, after `delay`. */
export interface FaultRule {
  endpoint?: string;
  fault?: string;
  status?: number;
  delay?: number;
  times?: number;
}

/** A running `site serve`. */
export class MockServer {
  private constructor(
    readonly origin: string,
    private readonly server: SiteServer,
  ) {}

  static async start(root = "."): Promise<MockServer> {
    const server = await startSiteServer("serve", ["--port", "0", "--root", root]);
    return new MockServer(new URL(server.address).origin, server);
  }

  stop(): Promise<void> {
    return this.server.stop();
  }

  async received(): Promise<Received[]> {
    return ((await this.get("submissions.json")) as { received: Received[] }).received;
  }

  /** The POST requests, without preflights. */
  async posts(): Promise<Received[]> {
    return (await this.received()).filter(({ method }) => method === "POST");
  }

  async rows(kind: "json-post" | "form-post"): Promise<Rows> {
    return ((await this.get("submissions.json")) as { rows: Record<string, Rows> }).rows[kind] ?? {};
  }

  /** Adds a fault, or replaces that of the same endpoint. */
  async fault(rule: FaultRule) {
    await this.ask("POST", "submissions/faults", JSON.stringify(rule));
  }

  /** Removes all faults and all submissions. */
  async reset() {
    await this.clearFaults();
    await this.ask("DELETE", "submissions");
  }

  async clearFaults() {
    await this.ask("DELETE", "submissions/faults");
  }

  /** Waits until a number of POST requests have come in. Returns them. */
  async until(count: number): Promise<Received[]> {
    return eventually(async () => {
      const posts = await this.posts();
      assert.ok(posts.length >= count, `${posts.length} of ${count} requests`);
      return posts;
    });
  }

  private async get(path: string): Promise<unknown> {
    return JSON.parse(await this.ask("GET", path));
  }

  /** Sends a request on a connection of its own: the server may close one that is kept just as it is used again. */
  private ask(method: string, path: string, body = ""): Promise<string> {
    return new Promise((resolve, reject) => {
      const headers = { "Content-Type": "application/json", "Content-Length": Buffer.byteLength(body) };
      const sent = request(`${this.origin}/__site/${path}`, { method, headers, agent: false }, async (answer) => {
        const text = Buffer.concat(await answer.toArray()).toString();
        if (answer.statusCode === 200) {
          resolve(text);
        } else {
          reject(new Error(`${method} ${path}: ${answer.statusCode} ${text}`));
        }
      });
      sent.on("error", reject);
      sent.end(body);
    });
  }
}

/** Repeats a check until it holds. Fails as the check does if it never holds. */
export async function eventually<T>(check: () => Promise<T>): Promise<T> {
  const end = Date.now() + TIMEOUT_MS;
  for (;;) {
    try {
      return await check();
    } catch (error) {
      if (Date.now() > end) {
        throw error;
      }
      await pause(40);
    }
  }
}

let running: [Promise<MockServer>, Promise<Browser>] | undefined;

/** The mock and the browser of this file. */
export function start(): Promise<[MockServer, Browser]> {
  running ??= [MockServer.start(), launch("--blink-settings=imagesEnabled=false", "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1")];
  return Promise.all(running);
}

after(async () => {
  // Either may have failed to start.
  const [mock, browser] = await Promise.allSettled(running ?? []);
  await (mock?.status === "fulfilled" && mock.value.stop());
  await (browser?.status === "fulfilled" && browser.value.close());
});

/** Shortly after midnight in the visitor's zone, while in UTC it is still 2023. */
export const NEW_YEAR = new Date("2024-01-01T00:30:00+05:30");

export interface TabOptions extends BrowserContextOptions {
  /** The mock to visit, instead of the file's. */
  at?: MockServer;
  /** Runs before the scripts of each page. */
  init?: () => void;
  /** Console errors that the test brings about on purpose. */
  expects?: RegExp;
}

export interface Visitor {
  mock: MockServer;
  context: BrowserContext;
  /** The errors of the console, and the uncaught ones. */
  errors: string[];
  /** Opens a page in a further tab, its clock at the new year 2024 and running. */
  tab: (path: string) => Promise<Page>;
}

/** The browser's messages about failed requests. */
const NETWORK = /Failed to load resource|has been blocked by CORS policy|net::ERR|Refused to frame/;

/** Takes the steps as a visitor with a fresh browser profile, at a mock without submissions and faults. */
export async function visitor(options: TabOptions, steps: (visitor: Visitor) => Promise<void>) {
  const [own, browser] = await start();
  const { at: mock = own, init, expects, ...rest } = options;
  await mock.reset();
  const context = await browser.newContext({
    baseURL: mock.origin,
    viewport: { width: 1200, height: 800 },
    locale: "en-IN",
    timezoneId: "Asia/Kolkata",
    reducedMotion: "reduce",
    ...rest,
  });
  context.setDefaultTimeout(20_000);
  const errors: string[] = [];
  context.on("console", (message) => {
    if (message.type() === "error") {
      errors.push(message.text());
    }
  });
  context.on("weberror", (thrown) => errors.push(`thrown: ${thrown.error().message}`));
  if (init) {
    await context.addInitScript(init);
  }
  const tab = async (path: string) => {
    const page = await context.newPage();
    await page.clock.install({ time: NEW_YEAR });
    await page.goto(path);
    return page;
  };
  try {
    await steps({ mock, context, errors, tab });
    const unexpected = errors.filter((line) => !NETWORK.test(line) && !expects?.test(line));
    assert.deepEqual(unexpected, []);
  } finally {
    await context.close();
  }
}

/** A form on a page, inline or in its modal. */
export class FormOnPage {
  constructor(
    readonly page: Page,
    readonly prefix: string,
  ) {}

  get form(): Locator {
    return this.page.locator(`#${this.prefix}-form`);
  }

  field(name: string): Locator {
    return this.page.locator(`#${this.prefix}-${name}`);
  }

  get button(): Locator {
    return this.form.locator("button[type=submit]");
  }

  async fill(values: Record<string, string>) {
    for (const [name, value] of Object.entries(values)) {
      const field = this.field(name);
      if ((await field.evaluate((element) => element.localName)) === "select") {
        await field.selectOption(value);
      } else {
        await field.fill(value);
      }
    }
  }

  /** Lets three seconds pass, so that the form is not sent too fast, and presses its button. */
  async submit() {
    await this.waitUntilHydrated();
    await this.page.clock.fastForward(3000);
    await this.button.click();
  }

  async values(names: string[]): Promise<Record<string, string>> {
    return Object.fromEntries(await Promise.all(names.map(async (name) => [name, await this.field(name).inputValue()])));
  }

  /** The messages that show, by field. */
  async messages(): Promise<Record<string, string>> {
    const found = await this.form.locator(".field-error").evaluateAll((elements) =>
      elements.filter((element) => element.textContent !== "").map((element) => [element.id, element.textContent]));
    return Object.fromEntries(found.map(([id, text]) => [id?.slice(this.prefix.length + 1).replace(/-error$/, ""), text]));
  }

  async waitUntilIdle() {
    await this.form.locator("button[type=submit]:not([aria-disabled])").waitFor();
  }

  async waitUntilSending() {
    await this.form.locator("button[type=submit][aria-disabled=true] .form-spinner").waitFor({ state: "attached" });
  }

  async waitUntilHydrated() {
    await this.page.locator(`[data-hydrated] #${this.prefix}-form`).waitFor({ state: "attached" });
  }
}

/** The thank-you dialog, once it is open. */
export async function waitForThanks(page: Page): Promise<Locator> {
  const dialog = page.locator("dialog.dialog-thanks:modal");
  await dialog.waitFor();
  return dialog;
}

/** The keys of all that forms keep in web storage. */
export function storedKeys(page: Page): Promise<string[]> {
  return page.evaluate(() => [...Object.keys(localStorage), ...Object.keys(sessionStorage)].filter((key) => key.startsWith("form")));
}

/** The deliveries of a form, as the page has them. */
export const deliveriesOf = (route: string, name: string) => formOf(route, name).deliveries;

/** What the console says when a required delivery fails. */
export const FAILURE = new RegExp(
  [["/Privyr/", "newsletter"], ["/WorkWithUs/", "careers"], ["/Advisory/", "enquiry"], ["/ToursandWorkshops/", "tours"]]
    .flatMap(([route = "", name = ""]) => deliveriesOf(route, name))
    .filter(({ on_failure }) => on_failure === "stop")
    .map(({ log }) => log.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"))
    .join("|"),
);

/** One of the roles that the careers form offers. */
const ROLE = formOf("/WorkWithUs/", "careers").fields.find(({ name }) => name === "role")?.options?.at(-1) ?? "";

/** R-FORM-02 to R-FORM-04, and R-PAGE-11: where the forms are, what is filled in, and what the endpoints get. */
export const CAREERS = {
  name: "careers",
  page: "/WorkWithUs/",
  modal: "careers-dialog",
  values: {
    name: "Ada “A” Lovelace & Söhne",
    phoneNumber: "9840012345",
    emailId: "not an address",
    role: ROLE,
    subject: "Work",
    message: "Line one\nline two",
  },
  jsonPost: [
    ["FirstName", "Ada “A” Lovelace & Söhne"],
    ["EmailAddress", "not an address"],
    ["Phone", "9840012345"],
    ["Role", ROLE],
    ["Subject", "Work"],
    ["Message", "Line one\nline two"],
    ["Source", "Web-WorkWithUs"],
  ],
  formPost: [
    ["Name", "Ada “A” Lovelace & Söhne"],
    ["Phone Number", "9840012345"],
    ["Email Id", "not an address"],
    ["Subject", "Work"],
    ["Comments", "Line one\r\nline two"],
    ["Date", "Mon Jan 01 2024"],
  ],
  endpoint: "careers_sheet",
} as const;

export const ENQUIRY = {
  name: "enquiry",
  page: "/Advisory/",
  modal: "enquiry-dialog",
  values: {
    name: "Ada",
    phoneNumber: "919840012345",
    emailId: "ada",
    businessName: "Kites & Co",
    businessWebsite: "kites",
    city: "Chennai",
  },
  jsonPost: [
    ["FirstName", "Ada"],
    ["EmailAddress", "ada"],
    ["Phone", "919840012345"],
    ["Business Name", "Kites & Co"],
    ["Business Website", "kites"],
    ["Source", "Web-Advisory"],
  ],
  formPost: [
    ["Name", "Ada"],
    ["Phone Number", "919840012345"],
    ["Email Id", "ada"],
    ["City", "Chennai"],
    ["Business Name", "Kites & Co"],
    ["Business Website", "kites"],
    ["Date", "Mon Jan 01 2024"],
  ],
  endpoint: "enquiry_sheet",
} as const;

/** Opens the modal of a form by a button of the page. */
export async function openModal(page: Page, modal: string): Promise<FormOnPage> {
  await page.locator(`[data-opens="${modal}"]`).first().click();
  await page.locator(`#${modal} dialog.dialog-form:modal`).waitFor();
  return new FormOnPage(page, modal);
}

/** A form-data body as browsers write it. */
export function multipart(boundary: string, fields: readonly (readonly [string, string])[]): string {
  const parts = fields.map(([name, value]) => `--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`);
  return `${parts.join("")}--${boundary}--\r\n`;
}
