/** The form of `site add form` in a real browser, on a page of the starter `blog` that is served here. SITE_BIN names the program. */

import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { promisify } from "node:util";

import type { BrowserContextOptions, Page } from "playwright-core";

import { assertAccessible } from "./accessibility";
import { sharedBrowser } from "./browser";
import { MockServer, eventually } from "./forms-support";
import { sitePath } from "./programs";

const VALUES = { Name: "Ada “A” Lovelace & Söhne", Email: "ada@example.com", Message: "Line one\nline two" };

const TABLE = `title: Reserve a table
fields:
  - { name: day, label: Day, type: date, required: true, min: 2026-03-01, message: Please choose a day from March 2026 }
  - { name: time, label: Time, type: time, min: "18:00", max: "22:00", message: The kitchen is open from 6 to 10 pm }
  - { name: guests, label: Guests, type: number, required: true, min: 1, max: 12, message: Please write a number from 1 to 12 }
  - { name: place, label: Where?, type: radio, options: [Inside, "In the garden, if it doesn't rain"], required: true, message: Please choose a place }
  - { name: consent, label: "You may keep this as [we say](/about/)", type: checkbox, required: true, message: Please tick this box }
  - { name: news, label: Tell me when the menu changes, type: checkbox }
button: Reserve
success: { title: Thank you, text: We keep a table for you., button: Close }
deliveries:
  - kind: form-post
    endpoint: contact
    values: { Day: day, Time: time, Guests: guests, Place: place, Consent: consent, News: news }
`;
const RESERVATION = { Day: "2026-05-01", Time: "18:30", Guests: "4", Place: "Inside", Consent: "on" };

const folder = await mkdtemp(join(tmpdir(), "site-form-"));
const mock = serve();

after(async () => {
  await (await mock.catch(() => undefined))?.stop();
  await rm(folder, { recursive: true });
});

async function serve(): Promise<MockServer> {
  const site = join(folder, "site");
  await promisify(execFile)(sitePath(), ["init", site, "--starter", "blog"]);
  await promisify(execFile)(sitePath(), ["add", "form", "--root", site]);
  await writeFile(join(site, "content/pages/contact.md"), '---\ntitle: Contact\ndescription: Write to us.\n---\n<Form name="contact" />\n');
  await writeFile(join(site, "content/forms/table.yaml"), TABLE);
  await writeFile(join(site, "content/pages/table.md"), '---\ntitle: Table\ndescription: Reserve a table.\n---\n<Form name="table" />\n');
  return MockServer.start(site);
}

/** Takes the steps on the page with the contact form, or that with the reservation, at a mock without submissions and faults. */
async function visit(options: BrowserContextOptions, steps: (page: Page, mock: MockServer) => Promise<void>, path = "/contact/") {
  const server = await mock;
  await server.reset();
  const context = await (await sharedBrowser()).newContext({ baseURL: server.origin, reducedMotion: "reduce", ...options });
  context.setDefaultTimeout(20_000);
  try {
    const page = await context.newPage();
    await page.goto(path);
    await steps(page, server);
  } finally {
    await context.close();
  }
}

const field = (page: Page, name: string) => page.locator(`#contact-${name}`);
const focused = (page: Page) => page.evaluate(() => document.activeElement?.id || document.activeElement?.textContent);
const messages = async (page: Page) => (await page.locator(".form-message").allTextContents()).slice(0, 3);

async function fill(page: Page) {
  await field(page, "name").fill(VALUES.Name);
  await field(page, "email").fill(VALUES.Email);
  await field(page, "message").fill(VALUES.Message);
}

async function assertSent(mock: MockServer) {
  await mock.until(1);
  const { contact = [] } = await mock.rows("form-post");
  // Browsers and scripts end lines differently.
  assert.deepEqual(contact.map((row) => ({ ...row, Message: row["Message"]?.replace("\r\n", "\n") })), [VALUES]);
}

test("mistakes are shown, and the form is sent, by keyboard alone", async () => {
  await visit({}, async (page, mock) => {
    await field(page, "name").focus();
    await page.keyboard.press("Enter");
    assert.equal(await focused(page), "contact-name");
    assert.equal((await messages(page)).filter(Boolean).length, 3);
    await page.keyboard.type(VALUES.Name);
    assert.equal((await messages(page))[0], "", "the message is gone while the field is corrected");
    await page.keyboard.press("Tab");
    await page.keyboard.type("ada");
    await page.keyboard.press("Enter");
    assert.equal(await focused(page), "contact-email");
    const described = await field(page, "email").getAttribute("aria-describedby");
    assert.match((await page.locator(`#${described}`).textContent()) ?? "", /name@example.com/);
    await page.keyboard.type("@example.com");
    await page.keyboard.press("Tab");
    await page.keyboard.type("Line one");
    await page.keyboard.press("Enter");
    await page.keyboard.type("line two");
    await page.keyboard.press("Tab");
    assert.equal(await focused(page), "Send");
    assert.deepEqual(await mock.posts(), [], "nothing was sent so far");
    await page.keyboard.press("Enter");
    await page.getByText("Your message has arrived.").waitFor();
    assert.match((await focused(page)) ?? "", /Thank you/);
    assert.ok(page.url().endsWith("/contact/"));
    await assertSent(mock);
  });
});

test("a failure is shown, and the values stay", async () => {
  await visit({}, async (page, mock) => {
    await mock.fault({ fault: "status", status: 503, times: 1 });
    await fill(page);
    await page.getByRole("button", { name: "Send" }).click();
    await page.getByRole("alert").waitFor();
    assert.equal(await field(page, "message").inputValue(), VALUES.Message);
    await page.getByRole("button", { name: "Send" }).click();
    await page.getByText("Your message has arrived.").waitFor();
    await eventually(async () => assert.equal((await mock.posts()).length, 2));
  });
});

test("without scripts the browser checks and sends the form", async () => {
  await visit({ javaScriptEnabled: false }, async (page, mock) => {
    await page.getByRole("button", { name: "Send" }).click();
    assert.ok(page.url().endsWith("/contact/"), "an empty form is not sent");
    await fill(page);
    await page.getByRole("button", { name: "Send" }).click();
    await page.waitForURL((url) => !url.pathname.startsWith("/contact"));
    await assertSent(mock);
  });
});

async function assertReserved(mock: MockServer) {
  await mock.until(1);
  assert.deepEqual((await mock.rows("form-post"))["contact"], [RESERVATION]);
}

test("a reservation within its limits is sent, by keyboard alone", async () => {
  await visit({}, async (page, mock) => {
    const shown = () => page.locator(".form-field .form-message:visible").allTextContents();
    await page.locator("#table-guests").fill("-5");
    await page.locator("#table-time").fill("17:59");
    await page.keyboard.press("Enter");
    assert.equal(await focused(page), "table-day");
    assert.equal((await shown()).length, 5, "all but the optional tick are wrong");
    const group = page.getByRole("radiogroup", { name: "Where?" });
    assert.equal(await group.getAttribute("aria-invalid"), "true");
    const described = await group.getByRole("radio").first().getAttribute("aria-describedby");
    assert.equal(await page.locator(`#${described}`).textContent(), "Please choose a place");
    await page.locator("#table-day").fill("2026-02-28");
    assert.equal((await shown())[0], "Please choose a day from March 2026");
    await page.locator("#table-day").fill(RESERVATION.Day);
    await page.locator("#table-time").fill(RESERVATION.Time);
    await page.locator("#table-guests").fill(RESERVATION.Guests);
    assert.deepEqual(await shown(), ["Please choose a place", "Please tick this box"]);
    await page.keyboard.press("Enter");
    assert.equal(await focused(page), "table-place-1");
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("ArrowUp");
    assert.deepEqual(await shown(), ["Please tick this box"]);
    assert.equal(await group.getAttribute("aria-invalid"), "false");
    await page.keyboard.press("Tab");
    assert.equal(await focused(page), "table-consent");
    await page.keyboard.press("Space");
    assert.deepEqual(await mock.posts(), [], "nothing was sent so far");
    await page.keyboard.press("Enter");
    await page.getByText("We keep a table for you.").waitFor();
    await assertReserved(mock);
  }, "/table/");
});

test("without scripts the browser checks and sends a reservation", async () => {
  await visit({ javaScriptEnabled: false }, async (page, mock) => {
    await page.getByLabel("Day").fill(RESERVATION.Day);
    await page.getByLabel("Time").fill(RESERVATION.Time);
    await page.getByLabel("Guests").fill("-5");
    await page.getByLabel(RESERVATION.Place).check();
    await page.getByLabel("You may keep this").check();
    await page.getByRole("button", { name: "Reserve" }).click();
    assert.ok(page.url().endsWith("/table/"), "-5 guests are not sent");
    await page.getByLabel("Guests").fill(RESERVATION.Guests);
    await page.getByRole("button", { name: "Reserve" }).click();
    await page.waitForURL((url) => !url.pathname.startsWith("/table"));
    await assertReserved(mock);
  }, "/table/");
});

for (const path of ["/contact/", "/table/"]) {
  test(`nothing of ${path} overflows and axe finds nothing at any width, light and dark`, async () => {
    await visit({}, async (page) => {
      await page.locator("button[type=submit]").click();
      const assertNoOverflow = async (width: number) => {
        await page.setViewportSize({ width, height: 900 });
        assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), `${width} pixels`);
      };
      for (const width of [360, 768, 1440]) {
        await assertNoOverflow(width);
        for (const colorScheme of ["light", "dark"] as const) {
          await page.emulateMedia({ colorScheme });
          // The dark page differs in its colours alone.
          await assertAccessible(page, "html", colorScheme === "dark" ? ["color-contrast"] : undefined);
          if (process.env["SCREENSHOTS"]) {
            await page.screenshot({ path: join(process.env["SCREENSHOTS"], `form${path.replaceAll("/", "-")}${width}-${colorScheme}.png`) });
          }
        }
      }
      // Another site's style sheet may say nothing of how boxes are measured.
      await page.evaluate(() => document.querySelectorAll("link[rel=stylesheet]:not([href*='/form.'])").forEach((link) => link.remove()));
      await assertNoOverflow(360);
    }, path);
  });
}
