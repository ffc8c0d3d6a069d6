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
  return MockServer.start(site);
}

/** Takes the steps on the page with the form, at a mock without submissions and faults. */
async function visit(options: BrowserContextOptions, steps: (page: Page, mock: MockServer) => Promise<void>) {
  const server = await mock;
  await server.reset();
  const context = await (await sharedBrowser()).newContext({ baseURL: server.origin, reducedMotion: "reduce", ...options });
  context.setDefaultTimeout(20_000);
  try {
    const page = await context.newPage();
    await page.goto("/contact/");
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

test("nothing overflows and axe finds nothing at any width, light and dark", async () => {
  await visit({}, async (page) => {
    await page.getByRole("button", { name: "Send" }).click();
    for (const width of [360, 768, 1440]) {
      await page.setViewportSize({ width, height: 900 });
      for (const colorScheme of ["light", "dark"] as const) {
        await page.emulateMedia({ colorScheme });
        assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), `${width} pixels`);
        // The dark page differs in its colours alone.
        await assertAccessible(page, "html", colorScheme === "dark" ? ["color-contrast"] : undefined);
        if (process.env["SCREENSHOTS"]) {
          await page.screenshot({ path: join(process.env["SCREENSHOTS"], `form-${width}-${colorScheme}.png`) });
        }
      }
    }
    // Another site's style sheet may say nothing of how boxes are measured.
    await page.evaluate(() => document.querySelectorAll("link[rel=stylesheet]:not([href*='/form.'])").forEach((link) => link.remove()));
    await page.setViewportSize({ width: 360, height: 900 });
    assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), "the form's own style sheet alone");
  });
});
