/** The site's forms and the mock endpoints: every rule, every state, every request to the byte. */

import assert from "node:assert/strict";
import { test } from "node:test";

import type { Page } from "playwright-core";

import { assertAccessible } from "./accessibility";
import { CAREERS, deliveriesOf, ENQUIRY, eventually, FAILURE, FormOnPage, storedKeys, multipart, NEW_YEAR, openModal, type Received, waitForThanks, visitor } from "./forms-support";
import { formOf } from "./site";
import { pause } from "./wait";

/** R-FORM-01: the forms with rules, and the message of each field that must be filled in. */
const REQUIRED = Object.fromEntries(
  [CAREERS, ENQUIRY].map(({ name, page, modal }) => [name, { page, modal, rules: messagesOf(page, name) }]),
);

/** The message of each field that must be filled in, by field. */
function messagesOf(route: string, name: string): [field: string, message: string][] {
  const fields = formOf(route, name).fields.filter(({ required }) => required);
  return fields.map(({ name, message }) => [name, message ?? ""]);
}

const isLocked = (page: Page) => page.evaluate(() => document.documentElement.classList.contains("modal-open"));
const focused = (page: Page) => page.evaluate(() => document.activeElement?.id ?? "");

for (const [name, { page: path, modal, rules }] of Object.entries(REQUIRED)) {
  test(`R-FORM-01 ${name}: nothing is sent while a rule fails, and each message goes when its field is edited`, () =>
    visitor({}, async ({ mock, tab }) => {
      const page = await tab(path);
      const form = await openModal(page, modal);
      await form.submit();
      const all = Object.fromEntries(rules);
      await eventually(async () => assert.deepEqual(await form.messages(), all));
      assert.equal(await focused(page), `${modal}-${rules[0]?.[0]}`, "focus is on the first that fails");
      await assertAccessible(page);
      for (const [field, message] of rules) {
        const input = form.field(field);
        assert.equal(await input.getAttribute("aria-invalid"), "true");
        const described = await input.getAttribute("aria-describedby");
        assert.equal(await page.locator(`#${described}`).textContent(), message);
        assert.equal(await page.locator(`#${described}`).evaluate((element) => getComputedStyle(element).display), "block");
        await input.fill("1234567890");
        delete all[field];
        assert.deepEqual(await form.messages(), all, `editing ${field} clears its own message only`);
        assert.equal(await input.getAttribute("aria-invalid"), null);
        // With one required field empty, the form still sends nothing.
        if (Object.keys(all).length > 0) {
          await form.submit();
          await eventually(async () => assert.deepEqual(await form.messages(), all));
        }
      }
      assert.deepEqual(await mock.received(), []);
    }));

  test(`R-FORM-01 ${name}: a phone number has as many characters as the form says, whatever they are`, () =>
    visitor({}, async ({ mock, tab }) => {
      const page = await tab(path);
      const form = await openModal(page, modal);
      const lengths = formOf(path, name).fields.find((field) => field.name === "phoneNumber")?.length ?? [];
      assert.ok(lengths.length > 0);
      // The name stays empty, so that nothing is sent.
      for (const character of ["7", "x"]) {
        for (let length = Math.min(...lengths) - 1; length <= Math.max(...lengths) + 1; length += 1) {
          await form.field("phoneNumber").fill(character.repeat(length));
          await form.button.click();
          await eventually(async () => {
            const messages = await form.messages();
            assert.ok(messages["name"]);
            assert.equal(messages["phoneNumber"] === undefined, lengths.includes(length), `${length} times ${character}`);
          });
        }
      }
      assert.deepEqual(await mock.received(), []);
    }));
}

test("R-FORM-01 newsletter: an empty address has the form's message, a wrong one the browser's own", () =>
  visitor({}, async ({ mock, tab }) => {
    const page = await tab("/Privyr/");
    const form = new FormOnPage(page, "newsletter");
    await form.field("emailId").focus();
    await form.waitUntilHydrated();
    await form.button.click();
    await eventually(async () => assert.deepEqual(await form.messages(), Object.fromEntries(messagesOf("/Privyr/", "newsletter"))));
    await form.field("emailId").pressSequentially("a");
    assert.deepEqual(await form.messages(), {}, "it goes when the visitor types again");
    await page.evaluate(() => document.addEventListener("invalid", (event) => Object.assign(window, { invalid: (event.target as Element).id }), true));
    await form.button.click();
    assert.equal(await page.evaluate(() => (window as { invalid?: string }).invalid), "newsletter-emailId");
    assert.deepEqual(await form.messages(), {});
    assert.deepEqual(await mock.received(), []);
  }));

async function closeThanks(page: Page) {
  await (await waitForThanks(page)).locator("button:not(.dialog-close)").click();
  await page.locator("dialog:modal").waitFor({ state: "detached" });
}

/** The headers that endpoints act on. */
function headers({ headers }: Received, names: string[]) {
  return Object.fromEntries(names.map((name) => [name, headers[name]]));
}

function assertFormPost(received: Received | undefined, endpoint: string, fields: readonly (readonly [string, string])[], origin: string) {
  assert.ok(received);
  const { "content-type": type, origin: from } = received.headers;
  const boundary = /^multipart\/form-data; boundary=([\w-]+)$/.exec(type ?? "")?.[1];
  assert.ok(boundary, type);
  assert.deepEqual([received.method, received.url, from, received.headers["cookie"]], ["POST", `/form-post/${endpoint}`, origin, undefined]);
  assert.equal(received.body, multipart(boundary, fields));
}

for (const form of [CAREERS, ENQUIRY]) {
  test(`R-FORM-03, -04 ${form.modal}: the JSON, then the form data, to the byte; then thanks`, () =>
    visitor({}, async ({ mock, tab }) => {
      const page = await tab(form.page);
      const modal = await openModal(page, form.modal);
      assert.equal(await isLocked(page), true);
      await modal.fill(form.values);
      await modal.submit();
      const dialog = await waitForThanks(page);
      const [preflight, jsonPost, formPost, ...more] = await mock.received();
      assert.deepEqual(more, []);
      const [first] = deliveriesOf(form.page, form.name);
      const address = `/json-post/${first?.endpoint}${new URL(first?.address ?? "").search}`;
      assert.deepEqual([preflight?.method, preflight?.url], ["OPTIONS", address]);
      assert.deepEqual([jsonPost?.method, jsonPost?.url], ["POST", address]);
      assert.ok(jsonPost);
      assert.deepEqual(headers(jsonPost, ["accept", "content-type", "origin", "cookie"]), {
        accept: "application/json",
        "content-type": "application/json",
        origin: mock.origin,
        cookie: undefined,
      });
      assert.equal(jsonPost.body, JSON.stringify(form.jsonPost.map(([Attribute, Value]) => ({ Attribute, Value }))));
      assertFormPost(formPost, form.endpoint, form.formPost, mock.origin);

      assert.equal(await page.locator(`#${form.modal} dialog.dialog-form:modal`).count(), 0, "the form is closed");
      assert.equal(await isLocked(page), true);
      assert.deepEqual(Object.values(await modal.values(Object.keys(form.values))), Object.keys(form.values).map(() => ""), "and cleared");
      assert.deepEqual(await storedKeys(page), [], "nothing of it is kept");
      await dialog.locator("button:not(.dialog-close)").click();
      await page.locator("dialog:modal").waitFor({ state: "detached" });
      assert.equal(await isLocked(page), false);
      assert.equal(await page.evaluate(() => document.activeElement?.getAttribute("data-opens")), form.modal, "focus is back");
    }));

  test(`R-FORM-03, -04 ${form.modal}: the form data gets its row although the JSON fails, which is ignored`, () =>
    visitor({}, async ({ mock, tab, errors }) => {
      const page = await tab(form.page);
      for (const plan of [{ fault: "refuse" }, { fault: "status", status: 500 }, { fault: "status", status: 404 }, { fault: "preflight" }, { fault: "cut" }]) {
        await mock.reset();
        await mock.fault({ endpoint: "json-post", ...plan });
        const modal = await openModal(page, form.modal);
        await modal.fill(form.values);
        await modal.submit();
        await waitForThanks(page);
        const formPosts = (await mock.posts()).filter(({ kind }) => kind === "form-post");
        assert.deepEqual(formPosts.map(({ row }) => row), [1], plan.fault);
        assert.ok(!errors.some((line) => FAILURE.test(line)), "an ignored failure is not logged");
        assert.deepEqual(await storedKeys(page), []);
        await closeThanks(page);
      }
    }));

  test(`R-FORM-08 ${form.modal}: a first endpoint that never answers is given its time`, () =>
    visitor({}, async ({ mock, tab }) => {
      await mock.fault({ endpoint: "json-post", fault: "hang" });
      const page = await tab(form.page);
      const modal = await openModal(page, form.modal);
      await modal.fill(form.values);
      await page.clock.pauseAt(NEW_YEAR.getTime() + 600_000);
      await modal.submit();
      await mock.until(1);
      await page.clock.runFor((deliveriesOf(form.page, form.name)[0]?.timeout_ms ?? 0) - 1);
      await modal.waitUntilSending();
      assert.equal((await mock.posts()).length, 1, "nothing else before the first had its time");
      await page.clock.runFor(1);
      await waitForThanks(page);
      assert.deepEqual((await mock.posts()).map(({ kind }) => kind), ["json-post", "form-post"]);
    }));

  test(`R-FORM-03, -04 ${form.modal}: where the form data fails the spinner stops, it is logged, the modal stays open`, () =>
    visitor({ expects: FAILURE }, async ({ mock, tab, errors }) => {
      const page = await tab(form.page);
      for (const fault of ["refuse", "status", "unreadable", "cut", "part", "garble", "lost"]) {
        await mock.reset();
        errors.length = 0;
        await mock.fault({ endpoint: "form-post", fault });
        const modal = await openModal(page, form.modal);
        await modal.fill(form.values);
        await modal.submit();
        await eventually(async () => assert.equal(errors.filter((line) => FAILURE.test(line)).length, 1, fault));
        await modal.waitUntilIdle();
        assert.equal(await page.locator(`#${form.modal} dialog.dialog-form:modal`).count(), 1);
        assert.deepEqual(await modal.values(Object.keys(form.values)), form.values);
        assert.deepEqual(await modal.messages(), {});
        assert.equal(await page.locator("[role=alert]").count(), 0, "the visitor is told nothing");
        assert.equal((await storedKeys(page)).length, 1, "what was written is kept");

        // The second attempt succeeds, and does not send the JSON again.
        await mock.clearFaults();
        await modal.submit();
        await waitForThanks(page);
        assert.deepEqual((await mock.posts()).map(({ kind }) => kind).filter((kind) => kind === "json-post"), ["json-post"], fault);
        assert.deepEqual(await storedKeys(page), []);
        await closeThanks(page);
      }
    }));
}

test("R-FORM-03, -04: Escape, the close button and a click beside it close a modal, clear its messages and keep what was written", () =>
  visitor({}, async ({ tab }) => {
    const page = await tab(ENQUIRY.page);
    const ways = [
      () => page.keyboard.press("Escape"),
      () => page.locator(`#${ENQUIRY.modal} .dialog-form .dialog-close`).click(),
      () => page.mouse.click(4, 4),
    ];
    for (const [index, close] of ways.entries()) {
      const modal = await openModal(page, ENQUIRY.modal);
      assert.equal(await modal.field("name").inputValue(), index === 0 ? "" : "Ada");
      await modal.field("name").fill("Ada");
      await modal.submit();
      await eventually(async () => assert.ok("phoneNumber" in (await modal.messages())));
      await close();
      await page.locator("dialog:modal").waitFor({ state: "detached" });
      assert.equal(await isLocked(page), false);
      assert.equal(await page.evaluate(() => document.activeElement?.getAttribute("data-opens")), ENQUIRY.modal, "focus is back");
      assert.deepEqual(await modal.messages(), {});
    }
  }));

test("R-FORM-03 careers: the roles, with a placeholder for none, and empty ones travel as empty", () =>
  visitor({}, async ({ mock, tab }) => {
    const page = await tab(CAREERS.page);
    const modal = await openModal(page, CAREERS.modal);
    const options = await modal.field("role").locator("option").evaluateAll((all) => all.map((one) => [(one as HTMLOptionElement).value, one.textContent]));
    const field = formOf(CAREERS.page, "careers").fields.find(({ name }) => name === "role");
    assert.deepEqual(options, [["", field?.placeholder], ...(field?.options ?? []).map((role) => [role, role])]);
    const { role: _, message: __, ...values } = CAREERS.values;
    await modal.fill(values);
    await modal.submit();
    await waitForThanks(page);
    const jsonPost = (await mock.posts())[0];
    assert.deepEqual(jsonPost?.fields.filter(([name]) => name === "Role" || name === "Message"), [["Role", ""], ["Message", ""]]);
  }));

test("R-FORM-02 newsletter: idle, submitting, success, closed by its button or beside it", () =>
  visitor({}, async ({ mock, tab }) => {
    const page = await tab("/Privyr/");
    const form = new FormOnPage(page, "newsletter");
    const { button, success } = formOf("/Privyr/", "newsletter");
    assert.equal(await form.button.innerText(), button);
    for (const way of ["button", "beside"]) {
      await mock.reset();
      await mock.fault({ endpoint: "form-post", delay: 400 });
      await form.field("emailId").fill("ada@example.com");
      await form.submit();
      await form.waitUntilSending();
      assert.equal(await form.button.locator(".form-submit-label").getAttribute("aria-hidden"), "true");
      const dialog = await waitForThanks(page);
      assert.equal(await dialog.locator("h2").innerText(), success.title);
      assert.equal(await isLocked(page), true);
      assert.equal(await form.field("emailId").inputValue(), "", "the form is reset");
      await form.waitUntilIdle();
      const [formPost, ...more] = await mock.received();
      assert.deepEqual(more, [], "no preflight, and one request");
      assertFormPost(formPost, "newsletter_sheet", [["EmailId", "ada@example.com"], ["Date", "Mon Jan 01 2024"]], mock.origin);
      await assertAccessible(page);
      if (way === "button") {
        await dialog.locator("button:not(.dialog-close)").click();
      } else {
        await page.mouse.click(4, 4);
      }
      await page.locator("dialog:modal").waitFor({ state: "detached" });
      assert.equal(await isLocked(page), false);
    }
  }));

test("R-FORM-02 newsletter: a failure stops the spinner, is logged, and nothing else", () =>
  visitor({ expects: FAILURE }, async ({ mock, tab, errors }) => {
    await mock.fault({ endpoint: "form-post", fault: "hang" });
    const page = await tab("/Privyr/");
    const form = new FormOnPage(page, "newsletter");
    await form.field("emailId").fill("ada@example.com");
    await form.waitUntilHydrated();
    await page.clock.pauseAt(NEW_YEAR.getTime() + 600_000);
    await form.submit();
    await form.waitUntilSending();
    await mock.until(1);
    // R-FORM-06: a form that is being sent is not sent again.
    await form.button.click({ force: true });
    await form.field("emailId").press("Enter");
    await page.clock.runFor((deliveriesOf("/Privyr/", "newsletter")[0]?.timeout_ms ?? 0) - 1);
    await form.waitUntilSending();
    await page.clock.runFor(1);
    await form.waitUntilIdle();
    assert.equal(errors.filter((line) => FAILURE.test(line)).length, 1);
    assert.equal((await mock.posts()).length, 1);
    assert.equal(await form.field("emailId").inputValue(), "ada@example.com");
    assert.equal(await page.locator("dialog:modal").count(), 0);
  }));

test("R-PAGE-11 tours: its own form, delivered like the newsletter", () =>
  visitor({}, async ({ mock, tab }) => {
    const page = await tab("/ToursandWorkshops/");
    const modal = await openModal(page, "tours-dialog");
    await modal.submit();
    await eventually(async () => assert.deepEqual(await modal.messages(), Object.fromEntries(messagesOf("/ToursandWorkshops/", "tours"))));
    await modal.fill({ name: "Ada", emailId: "ada@example.com" });
    await modal.submit();
    await waitForThanks(page);
    const [formPost, ...more] = await mock.received();
    assert.deepEqual(more, []);
    assertFormPost(formPost, "notification_sheet", [["Name", "Ada"], ["EmailId", "ada@example.com"], ["Date", "Mon Jan 01 2024"]], mock.origin);
  }));

test("the same form stands in its section, and Enter sends it", () =>
  visitor({}, async ({ mock, tab }) => {
    const page = await tab(ENQUIRY.page);
    const form = new FormOnPage(page, "enquiry");
    await form.fill(ENQUIRY.values);
    await form.waitUntilHydrated();
    await page.clock.fastForward(3000);
    await form.field("city").press("Enter");
    await waitForThanks(page);
    assertFormPost((await mock.posts())[1], ENQUIRY.endpoint, ENQUIRY.formPost, mock.origin);
  }));

test("R-FORM-06: what is typed before the script is there survives, and a click that comes too early counts once", () =>
  visitor({}, async ({ mock, context, tab }) => {
    let release = () => {};
    const held = new Promise<void>((done) => (release = done));
    await context.route("**/islands/Form.*.js", async (route) => {
      await held;
      await route.continue();
    });
    const page = await tab("/Privyr/");
    const form = new FormOnPage(page, "newsletter");
    await form.field("emailId").pressSequentially("ada@example.com");
    await form.button.click();
    await form.button.click();
    assert.deepEqual(await mock.received(), []);
    release();
    await waitForThanks(page);
    const fields = (await mock.posts()).map((post) => post.fields);
    assert.deepEqual(fields, [[["EmailId", "ada@example.com"], ["Date", "Mon Jan 01 2024"]]]);
  }));

test("R-FORM-06: a keyboard alone opens, fills, sends and closes", () =>
  visitor({}, async ({ mock, tab }) => {
    const page = await tab("/ToursandWorkshops/");
    await page.locator('[data-opens="tours-dialog"]').first().focus();
    await page.keyboard.press("Enter");
    await page.locator("#tours-dialog dialog.dialog-form:modal").waitFor();
    // Tab goes on from the close button.
    await page.locator("#tours-dialog .dialog-form .dialog-close").focus();
    await page.keyboard.press("Tab");
    await page.keyboard.type("Ada");
    await page.keyboard.press("Tab");
    await page.keyboard.type("ada@example.com");
    await page.keyboard.press("Tab");
    assert.equal(await page.evaluate(() => document.activeElement?.getAttribute("type")), "submit", "Tab leaves out the honeypot");
    await page.keyboard.press("Tab");
    assert.ok(await page.evaluate(() => document.activeElement?.closest("#tours-dialog") !== null), "focus stays in the modal");
    await page.locator("#tours-dialog-emailId").focus();
    await page.keyboard.press("Enter");
    await waitForThanks(page);
    await page.keyboard.press("Escape");
    await page.locator("dialog:modal").waitFor({ state: "detached" });
    assert.equal((await mock.posts()).length, 1);
  }));

test("R-FORM-06: a filled honeypot is flagged, and the form is sent all the same", () =>
  visitor({}, async ({ mock, tab }) => {
    const page = await tab(ENQUIRY.page);
    const modal = await openModal(page, ENQUIRY.modal);
    await modal.fill(ENQUIRY.values);
    await modal.field("website").evaluate((element) => ((element as HTMLInputElement).value = "https://spam.example"));
    await modal.submit();
    await waitForThanks(page);
    assert.deepEqual((await mock.posts())[1]?.fields, [...ENQUIRY.formPost, ["Flags", "honeypot"]]);
  }));

const FILL_MS = formOf(ENQUIRY.page, "enquiry").fill_ms ?? 0;
for (const [ms, flags] of [[FILL_MS - 1, [["Flags", "too-fast"]]], [FILL_MS, []]] as const) {
  test(`R-FORM-06: a form filled in within ${ms} ms is ${flags.length > 0 ? "" : "not "}flagged as too fast`, () =>
    visitor({}, async ({ mock, tab }) => {
      const page = await tab(ENQUIRY.page);
      await page.clock.pauseAt(NEW_YEAR.getTime() + 60_000);
      const modal = await openModal(page, ENQUIRY.modal);
      await modal.fill(ENQUIRY.values);
      await page.clock.runFor(ms);
      await modal.button.click();
      await waitForThanks(page);
      assert.deepEqual((await mock.posts())[1]?.fields, [...ENQUIRY.formPost, ...flags]);
    }));
}

test("R-FORM-06: a correction after a failed attempt is not flagged as too fast", () =>
  visitor({ expects: FAILURE }, async ({ mock, tab, errors }) => {
    const page = await tab(ENQUIRY.page);
    await page.clock.pauseAt(NEW_YEAR.getTime() + 60_000);
    await mock.fault({ endpoint: "form-post", fault: "refuse" });
    const modal = await openModal(page, ENQUIRY.modal);
    await modal.fill(ENQUIRY.values);
    await page.clock.runFor(FILL_MS);
    await modal.button.click();
    await eventually(async () => assert.equal(errors.filter((line) => FAILURE.test(line)).length, 1));
    await modal.waitUntilIdle();
    await mock.clearFaults();
    await modal.field("city").fill("Madurai");
    await modal.button.click();
    await waitForThanks(page);
    const names = (await mock.posts()).at(-1)?.fields.map(([name]) => name);
    assert.ok(names?.includes("City") && !names.includes("Flags"), `${names}`);
  }));

test("R-FORM-06: a form that was filled in slowly, but before its script was there, is not flagged", () =>
  visitor({}, async ({ mock, context }) => {
    let release = () => {};
    const held = new Promise<void>((done) => (release = done));
    await context.route("**/islands/Form.*.js", (route) => held.then(() => route.continue()));
    // The time is real: the browser says when it fetched the script.
    const page = await context.newPage();
    await page.goto(ENQUIRY.page);
    const form = new FormOnPage(page, "enquiry");
    await form.fill(ENQUIRY.values);
    await pause(FILL_MS);
    release();
    await form.waitUntilHydrated();
    await form.button.evaluate((button: HTMLElement) => button.click());
    await waitForThanks(page);
    const names = (await mock.posts())[1]?.fields.map(([name]) => name);
    assert.ok(names?.includes("City") && !names.includes("Flags"), `${names}`);
  }));

test("R-FORM-06: campaign parameters of the first page reach the JSON, and no others", () =>
  visitor({}, async ({ mock, tab }) => {
    const page = await tab("/?utm_campaign=spring+sale&utm_medium=mail&email=ada%40example.com&utm_term=x");
    await page.goto(ENQUIRY.page);
    const modal = await openModal(page, ENQUIRY.modal);
    await modal.fill(ENQUIRY.values);
    await modal.submit();
    await waitForThanks(page);
    const jsonPost = (await mock.posts())[0];
    assert.deepEqual(jsonPost?.fields.slice(ENQUIRY.jsonPost.length), [["SourceCampaign", "spring sale"], ["SourceMedium", "mail"]]);
    assert.equal(await page.evaluate(() => JSON.stringify(sessionStorage)), '{"campaign":"{\\"utm_campaign\\":\\"spring sale\\",\\"utm_medium\\":\\"mail\\"}"}');
  }));

test("R-FORM-07: without scripts the newsletter posts natively", () =>
  visitor({ javaScriptEnabled: false }, async ({ mock, context }) => {
    const page = await context.newPage();
    await page.goto("/Privyr/");
    await page.locator("#newsletter-emailId").fill("ada@example.com");
    await page.locator("#newsletter-form button").click();
    const [formPost] = await mock.until(1);
    assert.deepEqual(formPost?.fields, [["EmailId", "ada@example.com"], ["Date", ""]]);
    await page.waitForURL(/\/answer\/1$/);
  }));

test("R-FORM-07: without scripts every button of a modal leads to the same form or to contact details", () =>
  visitor({ javaScriptEnabled: false }, async ({ context }) => {
    const page = await context.newPage();
    let count = 0;
    for (const path of [CAREERS.page, ENQUIRY.page, "/DigitalMarketingCourse/", "/ToursandWorkshops/", "/Academy/"]) {
      await page.goto(path);
      const links = await page.locator("[data-opens]").evaluateAll((all) => all.map((one) => (one as HTMLAnchorElement).href));
      for (const href of new Set(links)) {
        await page.goto(href);
        const id = new URL(href).hash.slice(1);
        const target = page.locator(`[id="${id}"]`);
        assert.ok(await target.locator("form[action], iframe[src], a[href^='tel:']").first().isVisible(), href);
        count += 1;
      }
    }
    assert.ok(count >= 6, `${count} links`);
  }));

test("nothing of a form is fetched before one is touched", () =>
  visitor({}, async ({ context }) => {
    const page = await context.newPage();
    const asked: string[] = [];
    page.on("request", (request) => asked.push(new URL(request.url()).pathname));
    await page.goto("/Privyr/", { waitUntil: "networkidle" });
    const scripts = () => asked.filter((path) => /Form|outbox/.test(path));
    assert.deepEqual(scripts(), []);
    await page.locator("#newsletter-emailId").focus();
    await page.locator("[data-hydrated] #newsletter-form").waitFor();
    assert.ok(scripts().some((path) => path.startsWith("/islands/Form.")), scripts().join("\n"));
    assert.ok(!scripts().some((path) => path.includes("outbox")));
  }));
