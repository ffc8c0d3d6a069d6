/** Nothing lost: what could not be sent is kept in the browser and sent on the next visit, by one tab, once; or it expires. */

import assert from "node:assert/strict";
import { cp, mkdtemp, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";

import type { Page } from "playwright-core";

import { assertAccessible } from "./accessibility";
import { MockServer, deliveriesOf, ENQUIRY, eventually, FAILURE, FormOnPage, storedKeys, NEW_YEAR, openModal, waitForThanks, visitor } from "./forms-support";
import { formOf } from "./site";

const TIMEOUT_MS = deliveriesOf("/Privyr/", "newsletter")[0]?.timeout_ms ?? 0;
const NEWSLETTER = "newsletter_sheet";
const ADDRESS = "ada@example.com";

async function subscribe(page: Page): Promise<FormOnPage> {
  const form = new FormOnPage(page, "newsletter");
  await form.field("emailId").fill(ADDRESS);
  await form.submit();
  return form;
}

const countRows = async (mock: MockServer, name = NEWSLETTER) => (await mock.rows("form-post"))[name]?.length ?? 0;
const waitUntilSent = (page: Page) => eventually(async () => assert.deepEqual((await storedKeys(page)).filter((key) => key.startsWith("form:")), []));

test("a submission is kept before it is sent, survives a failure and a reload, is sent on the next visit, and wiped", () =>
  visitor({ expects: FAILURE }, async ({ mock, context, tab }) => {
    await mock.fault({ endpoint: "form-post", fault: "hang" });
    const page = await tab("/Privyr/");
    const form = await subscribe(page);
    await mock.until(1);
    const [key] = await storedKeys(page);
    const text = await page.evaluate((name) => localStorage.getItem(name ?? ""), key);
    assert.ok(text?.includes(ADDRESS), "kept while it is on its way");
    await page.clock.fastForward(TIMEOUT_MS);
    await form.waitUntilIdle();
    assert.deepEqual(await storedKeys(page), [key]);

    await mock.clearFaults();
    const asked: string[] = [];
    context.on("request", (request) => asked.push(request.url()));
    await page.goto("/AboutUs/");
    await waitUntilSent(page);
    assert.equal(await countRows(mock), 1);
    assert.ok(asked.some((url) => url.includes("/scripts/outbox.")));
    assert.ok(!asked.some((url) => /\/islands\/(Form|hydrate)/.test(url)), asked.join("\n"));
    assert.equal(await page.evaluate(() => JSON.stringify({ ...localStorage }).includes("ada")), false, "nothing personal is left");
    assert.equal(await page.locator("dialog:modal, .resend-prompt").count(), 0, "and nothing is said");

    asked.length = 0;
    await page.goto("/Blogs/");
    await page.waitForLoadState("networkidle");
    assert.ok(!asked.some((url) => url.includes("/scripts/outbox.")), "nothing is fetched where nothing is left");
    assert.equal(await countRows(mock), 1);
  }));

test("a reload in mid-flight loses nothing", () =>
  visitor({}, async ({ mock, tab }) => {
    await mock.fault({ endpoint: "form-post", fault: "hang" });
    const page = await tab("/Privyr/");
    await subscribe(page);
    await mock.until(1);
    await mock.clearFaults();
    await page.reload();
    await waitUntilSent(page);
    assert.equal(await countRows(mock), 1);
  }));

test("a reload between the two deliveries sends the second only", () =>
  visitor({}, async ({ mock, tab }) => {
    await mock.fault({ endpoint: "form-post", fault: "hang" });
    const page = await tab(ENQUIRY.page);
    const modal = await openModal(page, ENQUIRY.modal);
    await modal.fill(ENQUIRY.values);
    await modal.submit();
    await mock.until(2);
    await mock.clearFaults();
    await page.goto("/Privyr/");
    await waitUntilSent(page);
    assert.deepEqual((await mock.posts()).map(({ kind }) => kind), ["json-post", "form-post", "form-post"]);
    assert.deepEqual((await mock.rows("form-post"))[ENQUIRY.endpoint], [Object.fromEntries(ENQUIRY.formPost)], "with the day it was written");
  }));

test("offline: it is sent once the browser is online again", () =>
  visitor({ expects: FAILURE }, async ({ mock, context, tab }) => {
    const page = await tab("/Privyr/");
    await new FormOnPage(page, "newsletter").field("emailId").focus();
    await new FormOnPage(page, "newsletter").waitUntilHydrated();
    await context.setOffline(true);
    const form = await subscribe(page);
    await form.waitUntilIdle();
    assert.equal((await storedKeys(page)).length, 1);
    // The submission is sent at once: the clock stands still.
    await page.clock.pauseAt(NEW_YEAR.getTime() + 600_000);
    await context.setOffline(false);
    await waitUntilSent(page);
    assert.equal(await countRows(mock), 1);
    // The form is still as it was; pressing its button does not send it twice.
    assert.equal(await form.field("emailId").inputValue(), ADDRESS);
    await form.button.click();
    await waitForThanks(page);
    assert.equal(await countRows(mock), 1);
  }));

test("offline: where the network that is back carries nothing yet, it is sent five seconds later", () =>
  visitor({ expects: FAILURE }, async ({ mock, context, errors, tab }) => {
    const page = await tab("/Privyr/");
    await new FormOnPage(page, "newsletter").field("emailId").focus();
    await new FormOnPage(page, "newsletter").waitUntilHydrated();
    await context.setOffline(true);
    await (await subscribe(page)).waitUntilIdle();
    await page.clock.pauseAt(NEW_YEAR.getTime() + 600_000);
    await mock.fault({ endpoint: "form-post", fault: "refuse" });
    await context.setOffline(false);
    await eventually(async () => assert.equal(errors.filter((line) => FAILURE.test(line)).length, 2));
    await mock.clearFaults();
    await page.clock.runFor(4_999);
    assert.equal((await storedKeys(page)).length, 1);
    await page.clock.runFor(1);
    await waitUntilSent(page);
    assert.equal(await countRows(mock), 1);
  }));

for (const locks of ["Web Locks", "their fallback"]) {
  test(`two tabs don't send the same submission, by ${locks}`, () =>
    visitor(
      {
        expects: FAILURE,
        ...(locks !== "Web Locks" && { init: () => Object.defineProperty(Navigator.prototype, "locks", { value: undefined }) }),
      },
      async ({ mock, tab }) => {
        await mock.fault({ endpoint: "form-post", fault: "hang" });
        const first = await tab("/Privyr/");
        const form = await subscribe(first);
        await mock.until(1);
        const second = await tab("/AboutUs/");
        // By then the second tab has looked for pending submissions.
        await second.waitForLoadState("networkidle");
        assert.equal((await mock.posts()).length, 1, "the second tab leaves alone what the first is sending");
        await first.clock.fastForward(TIMEOUT_MS);
        await form.waitUntilIdle();
        await mock.clearFaults();
        await second.clock.fastForward(60_000);
        await second.reload();
        await waitUntilSent(second);
        assert.equal(await countRows(mock), 1);
        await first.reload();
        await first.waitForLoadState("networkidle");
        assert.equal((await mock.posts()).length, 2);
      },
    ));
}

test("after its days it is thrown away unsent", () =>
  visitor({ expects: FAILURE }, async ({ mock, tab }) => {
    await mock.fault({ endpoint: "form-post", fault: "refuse" });
    const page = await tab("/Privyr/");
    await (await subscribe(page)).waitUntilIdle();
    assert.equal((await storedKeys(page)).length, 1);
    await mock.reset();
    const { days } = formOf("/Privyr/", "newsletter").undelivered;
    await page.clock.install({ time: NEW_YEAR.getTime() + (days + 1) * 24 * 60 * 60 * 1000 });
    await page.goto("/AboutUs/");
    await waitUntilSent(page);
    assert.deepEqual(await mock.received(), []);
  }));

test("without any storage the form is sent, and a failure leaves it as it is", () =>
  visitor(
    {
      expects: FAILURE,
      init: () => {
        for (const name of ["localStorage", "sessionStorage"]) {
          Object.defineProperty(window, name, {
            get() {
              throw new DOMException("Access is denied for this document.", "SecurityError");
            },
          });
        }
      },
    },
    async ({ mock, tab }) => {
      await mock.fault({ endpoint: "form-post", fault: "refuse" });
      const page = await tab("/Privyr/");
      const form = await subscribe(page);
      await form.waitUntilIdle();
      assert.equal(await form.field("emailId").inputValue(), ADDRESS);
      await mock.clearFaults();
      await form.submit();
      await waitForThanks(page);
      assert.equal(await countRows(mock), 1);
    },
  ));

test("where the storage is full, the tab's own keeps it over a reload", () =>
  visitor({ expects: FAILURE }, async ({ mock, tab }) => {
    const page = await tab("/Privyr/");
    await page.evaluate(() => {
      for (let size = 1 << 22; size > 0; size >>= 1) {
        for (let n = 0; ; n += 1) {
          try {
            localStorage.setItem(`fill-${size}-${n}`, "x".repeat(size));
          } catch {
            break;
          }
        }
      }
    });
    await mock.fault({ endpoint: "form-post", fault: "refuse" });
    await (await subscribe(page)).waitUntilIdle();
    assert.deepEqual(await page.evaluate(() => Object.keys(sessionStorage).map((key) => key.slice(0, 5))), ["form:"]);
    await mock.clearFaults();
    await page.reload();
    await waitUntilSent(page);
    assert.equal(await countRows(mock), 1);
  }));

test("an entry that is no submission is not sent", () =>
  visitor({}, async ({ mock, tab }) => {
    const page = await tab("/Privyr/");
    await page.evaluate(() => localStorage.setItem("form:x", "{ not JSON"));
    await page.reload();
    await waitUntilSent(page);
    assert.deepEqual(await mock.received(), []);
  }));

test("a form may say that it failed, and ask on the next visit", async () => {
  const root = await mkdtemp(join(tmpdir(), "forms-"));
  for (const folder of ["content", "templates", "islands", "public", ".site"]) {
    // `.site` is the cache of builds; without it this test is slow.
    await cp(folder, join(root, folder), { recursive: true }).catch(() => assert.equal(folder, ".site"));
  }
  for (const name of ["package.json", "package-lock.json", "tsconfig.json"]) {
    await cp(name, join(root, name));
  }
  await symlink(join(process.cwd(), "node_modules"), join(root, "node_modules"));
  const file = join(root, "content/forms/newsletter.yaml");
  const more = `failure_message: That did not work.
undelivered: { ask: { message: Your letter is not ordered yet. Order it?, send: Order it, discard: Forget it } }
`;
  await writeFile(file, (await readFile(file, "utf8")) + more);
  const mock = await MockServer.start(root);
  try {
    await visitor({ at: mock, expects: FAILURE }, async ({ tab }) => {
      await mock.fault({ endpoint: "form-post", fault: "refuse" });
      const page = await tab("/Privyr/");
      const form = await subscribe(page);
      const alert = form.form.getByRole("alert");
      await eventually(async () => assert.equal(await alert.textContent(), "That did not work."));
      await assertAccessible(page);

      await page.goto("/AboutUs/");
      const offer = page.getByRole("region", { name: "Your letter is not ordered yet. Order it?" });
      await offer.waitFor();
      await assertAccessible(page);
      assert.equal((await mock.posts()).length, 1, "nothing is sent unasked");
      await offer.getByRole("button", { name: "Order it" }).click();
      await eventually(async () => assert.equal((await mock.posts()).length, 2));
      await eventually(async () => assert.equal(await offer.getByRole("button", { name: "Order it" }).isEnabled(), true));
      assert.ok(await offer.isVisible(), "it stays while it fails");
      await mock.clearFaults();
      await offer.getByRole("button", { name: "Order it" }).click();
      await offer.waitFor({ state: "detached" });
      assert.equal(await countRows(mock), 1);

      await mock.fault({ endpoint: "form-post", fault: "refuse" });
      await subscribe(page);
      await eventually(async () => assert.equal((await storedKeys(page)).filter((key) => key.startsWith("form:")).length, 1));
      await page.goto("/Privyr/");
      await page.getByRole("button", { name: "Forget it" }).click();
      await waitUntilSent(page);
      assert.equal(await page.locator(".resend-prompt").count(), 0);
      assert.equal(await countRows(mock), 1);
    });
  } finally {
    await mock.stop();
    await rm(root, { recursive: true, force: true });
  }
});
