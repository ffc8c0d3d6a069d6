/** When islands are hydrated, and that clicks and inputs before that are not lost. The site is `tests/sites/islands`. */

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { gzipSync } from "node:zlib";

import type { Page } from "playwright-core";

import { sitePath } from "./programs";
import { type Visit, type VisitOptions, drawFrame, visit } from "./support";

const scratch = mkdtempSync(join(tmpdir(), "islands-"));
const PRODUCTION = join(scratch, "production");
const DEVELOPMENT = join(scratch, "development");
/** The folder of the site below `/docs/`. */
const BELOW = join(scratch, "below");

before(() => {
  const build = (out: string, ...more: string[]) =>
    execFileSync(sitePath(), ["build", "--root", "tests/sites/islands", "--out", out, ...more], { stdio: "pipe" });
  build(PRODUCTION);
  build(DEVELOPMENT, "--development");
  build(join(BELOW, "docs"), "--base-url", "https://example.com/docs/");
});

after(() => rmSync(scratch, { recursive: true, force: true }));

type Steps = (page: Page, visit: Visit) => Promise<void>;

function open(path: string, options: VisitOptions, steps: Steps) {
  return visit(path, { dist: PRODUCTION, ...options }, steps);
}

/** Waits until an island is hydrated. */
async function waitForHydration(page: Page, selector: string) {
  await page.locator(`${selector}[data-hydrated]`).waitFor({ state: "attached" });
}

/** The requested modules of React and of islands. */
function modules({ inside }: Visit): string[] {
  return inside.filter((path) => path.includes("/islands/"));
}

/** Fails if an island is hydrated, or anything is fetched for one, by the time the browser is idle. */
async function assertNothingFetched(page: Page, seen: Visit) {
  await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve, { timeout: 1000 })));
  await drawFrame(page);
  assert.deepEqual(modules(seen), []);
  assert.equal(await page.locator("[data-hydrated]").count(), 0);
}

const count = (page: Page) => page.locator("#counter output").textContent();

/** Holds back requests that match until `release`. */
function held(pattern: RegExp) {
  let release = () => {};
  const open = new Promise<void>((resolve) => (release = resolve));
  let asked = () => {};
  const first = new Promise<void>((resolve) => (asked = resolve));
  return {
    /** Resolves with the first request. */
    first,
    release,
    before: async (page: Page) => {
      await page.route(pattern, async (route) => {
        asked();
        await open;
        await route.continue();
      });
    },
  };
}

const FAILURES = [/request failed/, /Failed to load resource/, /Failed to fetch/];

async function unreachable(page: Page) {
  await page.route(ISLANDS, (route) => route.abort());
}

const ISLANDS = /\/islands\/.*\.js$/;

test("load: at once, its modules preloaded", () =>
  open("/load/", {}, async (page) => {
    assert.ok((await page.locator('head > link[rel="modulepreload"]').count()) >= 2);
    await waitForHydration(page, "#counter");
    await page.getByRole("button", { name: "More" }).click();
    assert.equal(await count(page), "4");
  }));

test("idle: when the browser has time", () => open("/idle/", {}, (page) => waitForHydration(page, "#counter")));

for (const path of ["/visible/", "/boxless/"]) {
  test(`visible: when it comes into view (${path})`, () =>
    open(path, {}, async (page, seen) => {
      await assertNothingFetched(page, seen);
      await page.getByRole("button", { name: "More" }).scrollIntoViewIfNeeded();
      await waitForHydration(page, "#counter");
    }));
}

test("media: when the query holds, then and later", () =>
  open("/media/", { width: 600 }, async (page, seen) => {
    await assertNothingFetched(page, seen);
    await page.setViewportSize({ width: 700, height: 800 });
    await waitForHydration(page, "#counter");
  }));

test("media: at once where the query holds already", () => open("/media/", { width: 700 }, (page) => waitForHydration(page, "#counter")));

for (const [how, act] of [
  ["the pointer", (page: Page) => page.locator("#counter label").hover()],
  ["the focus", (page: Page) => page.locator("#counter button").focus()],
] as const) {
  test(`interaction: when ${how} comes to it`, () =>
    open("/interaction/", {}, async (page, seen) => {
      await page.locator("#counter").scrollIntoViewIfNeeded();
      await assertNothingFetched(page, seen);
      await act(page);
      await waitForHydration(page, "#counter");
    }));
}

test("interaction: when a finger comes to it, and its tap counts once", () =>
  open("/interaction/", { touch: true, width: 360 }, async (page) => {
    await page.locator("#counter button").tap();
    await waitForHydration(page, "#counter");
    assert.equal(await count(page), "4");
  }));

test("never: HTML only, without a loader", () =>
  open("/never/", {}, async (page, seen) => {
    await page.locator("#counter").scrollIntoViewIfNeeded();
    await page.locator("#counter button").click();
    await assertNothingFetched(page, seen);
    assert.equal(await page.locator("script[data-hydrator]").count(), 0);
    assert.equal(await page.locator("#counter").getAttribute("data-props"), null);
  }));

test("nothing is fetched for islands before one is needed", () =>
  open("/visible/", {}, async (page, seen) => {
    await assertNothingFetched(page, seen);
    const loader = (await page.locator("script[data-hydrator]").textContent()) ?? "";
    const size = gzipSync(loader).length;
    assert.ok(size > 0 && size <= 1024, `the loader is ${size} bytes`);
  }));

test("React is fetched once for all islands", () =>
  open("/", {}, async (page, seen) => {
    await waitForHydration(page, "#panel");
    await waitForHydration(page, "#panel [data-island=Counter]");
    const asked = modules(seen);
    assert.deepEqual(asked, [...new Set(asked)]);
  }));

test("an early click counts once, however often it was made", () => {
  const network = held(ISLANDS);
  return open("/interaction/", { before: network.before }, async (page) => {
    const button = page.getByRole("button", { name: "More" });
    await button.click();
    await button.click();
    await network.first;
    assert.equal(await count(page), "3");
    network.release();
    await waitForHydration(page, "#counter");
    assert.equal(await count(page), "4");
    await button.click();
    assert.equal(await count(page), "5");
  });
});

test("what was typed, ticked and chosen before stays, and the island knows it", () => {
  const network = held(ISLANDS);
  return open("/fields/", { before: network.before }, async (page) => {
    await page.locator("[name=text]").pressSequentially("early");
    await page.locator("[name=free]").fill("free");
    await page.locator("[name=note]").fill("second");
    await page.locator("[name=tick]").check();
    await page.locator("[name=size][value=l]").check();
    await page.locator("[name=colour]").selectOption("green");
    await page.locator("[name=text]").focus();
    await page.keyboard.press("ArrowLeft");
    network.release();
    await waitForHydration(page, "#fields");
    assert.equal(await page.locator("#fields output").textContent(), "early second true l green");
    assert.equal(await page.locator("[name=text]").inputValue(), "early");
    assert.equal(await page.locator("[name=free]").inputValue(), "free");
    assert.equal(await page.locator("[name=tick]").isChecked(), true);
    assert.equal(await page.locator("[name=size][value=l]").isChecked(), true);
    // The cursor stays where it was.
    await page.keyboard.type("!");
    assert.equal(await page.locator("[name=text]").inputValue(), "earl!y");
  });
});

for (const clicked of [["s"], ["l"], ["s", "l", "s"]]) {
  test(`of the radio buttons, the last one that was clicked stays checked: ${clicked.join(", ")}`, () => {
    const network = held(ISLANDS);
    return open("/fields/", { before: network.before }, async (page) => {
      for (const value of clicked) await page.locator(`[name=size][value=${value}]`).check();
      await page.getByRole("button", { name: "Save" }).focus();
      network.release();
      await waitForHydration(page, "#fields");
      const last = clicked.at(-1);
      assert.equal(await page.locator("[name=size]:checked").getAttribute("value"), last);
      assert.equal(await page.locator("#fields output").textContent(), ` first false ${last} red`);
    });
  });
}

test("fields that nobody touched are as they came", () =>
  open("/fields/", {}, async (page) => {
    await page.getByRole("button", { name: "Save" }).focus();
    await waitForHydration(page, "#fields");
    assert.equal(await page.locator("#fields output").textContent(), " first false m red");
  }));

test("a control that opens an island waits for it, then and later", () => {
  const network = held(ISLANDS);
  return open("/opens/", { before: network.before }, async (page) => {
    await page.locator("#control").click();
    await network.first;
    network.release();
    await waitForHydration(page, "#opener");
    await page.getByText("Opened by: control").waitFor();
    await page.locator("#control").click();
    await page.getByText("Opened by: control, control").waitFor();
    assert.equal(new URL(page.url()).pathname, "/opens/");
  });
});

test("the pointer on a control that opens an island starts it", () =>
  open("/opens/", {}, async (page, seen) => {
    await assertNothingFetched(page, seen);
    await page.locator("#control").hover();
    await waitForHydration(page, "#opener");
  }));

test("a control whose island is not on the page is a link", () =>
  open("/opens/", {}, async (page) => {
    await page.locator("#nowhere").click();
    await page.waitForURL("**/never/");
  }));

test("a click with a key held down is the browser's", () =>
  open("/opens/", {}, async (page) => {
    const tab = page.context().waitForEvent("page");
    await page.locator("#control").click({ modifiers: ["ControlOrMeta"] });
    await (await tab).waitForURL("**/never/");
    assert.equal(new URL(page.url()).pathname, "/opens/");
  }));

test("scripts that can't be fetched leave the page as it was, and links are followed", () =>
  open(
    "/opens/",
    { before: unreachable, expects: FAILURES },
    async (page) => {
      const html = await page.locator("#opener").innerHTML();
      const failed = page.waitForEvent("console", (message) => message.text().includes("Failed to fetch"));
      await page.locator("#control").hover();
      await failed;
      assert.equal(await page.locator("#opener").innerHTML(), html);
      await page.locator("#control").click();
      await page.waitForURL("**/never/");
    },
  ));

test("a click that waits for scripts that can't be fetched goes through", () => {
  let release = () => {};
  const fails = new Promise<void>((resolve) => (release = resolve));
  const before = async (page: Page) => {
    await page.route(ISLANDS, async (route) => {
      await fails;
      await route.abort("failed");
    });
  };
  return open("/opens/", { before, expects: FAILURES }, async (page) => {
    await page.locator("#control").click();
    assert.equal(new URL(page.url()).pathname, "/opens/", "it waits");
    release();
    await page.waitForURL("**/never/");
  });
});

test("a link in an island is followed at once", () => {
  const network = held(ISLANDS);
  return open("/interaction/", { before: network.before }, async (page) => {
    await page.locator("#counter").evaluate((root) => root.insertAdjacentHTML("beforeend", '<a id="away" href="/never/" data-replay>Away</a>'));
    await page.locator("#away").click();
    await page.waitForURL("**/never/");
    network.release();
  });
});

test("an island that fails keeps the HTML it came with, and the others go on", () =>
  open("/broken/", { expects: [/broken in render/, /broken in effect/] }, async (page) => {
    await waitForHydration(page, "#whole");
    await page.locator("#render").getByText("Whole: render").waitFor();
    await page.locator("#effect").getByText("Whole: effect").waitFor();
  }));

test("a control whose island fails is a link", () =>
  open("/broken/", { expects: [/broken in render/, /broken in effect/] }, async (page) => {
    await waitForHydration(page, "#whole");
    await page.locator("#control").click();
    await page.waitForURL("**/never/");
  }));

test("a control whose island fails after hydration is a link", () =>
  open("/broken/", { expects: [/broken in render/, /broken in effect/, /broken in click/] }, async (page) => {
    await waitForHydration(page, "#click");
    await page.locator("#click p").click();
    await page.locator("#click:not([data-hydrated])").getByText("Whole: click").waitFor();
    await page.locator("#later-control").click();
    await page.waitForURL("**/never/");
  }));

test("HTML that the page gave an island stays as it is, islands in it live", () =>
  open("/", {}, async (page) => {
    await waitForHydration(page, "#panel [data-island=Counter]");
    await waitForHydration(page, "#panel");
    const nested = page.locator("#panel [data-island=Counter]");
    await nested.getByRole("button", { name: "More" }).click();
    assert.equal(await nested.locator("output").textContent(), "2");
    // React renders the panel again, and leaves the HTML within it alone.
    await page.getByRole("button", { name: "Details" }).click();
    await page.getByRole("button", { name: "Details" }).click();
    assert.equal(await nested.locator("output").textContent(), "2");
  }));

test("HTML that an island shows later waits in the page", () =>
  open("/slots/", {}, async (page) => {
    await waitForHydration(page, "#reveal");
    await page.locator("#reveal").getByRole("button", { name: "Reveal" }).click();
    assert.match((await page.locator("#reveal #later").textContent()) ?? "", /Later\s+Count 5/);
  }));

test("islands in HTML that an island shows later, hides and shows again are hydrated once", () =>
  open("/slots/", {}, async (page) => {
    const more = async (id: string, expected: string) => {
      await waitForHydration(page, id);
      await page.locator(id).getByRole("button", { name: "More" }).click();
      assert.equal(await page.locator(`${id} output`).textContent(), expected);
    };
    const toggle = () => page.getByRole("button", { name: "Switch" }).click();
    await more("#first", "11");
    await toggle();
    await page.locator("#first").waitFor({ state: "detached" });
    await more("#second", "21");
    await toggle();
    await more("#first", "12");
    await toggle();
    await more("#second", "22");
  }));

test("HTML that an island shows a second time begins anew", () =>
  open("/slots/", { dist: DEVELOPMENT }, async (page) => {
    const [shown, copy] = [page.locator("#copied > * > section"), page.locator("#copied > * > aside")];
    await waitForHydration(page, "#copied");
    await page.locator("#copied").getByRole("button", { name: "Reveal" }).click();
    await shown.locator("> [data-hydrated]").nth(1).waitFor();
    await shown.getByRole("button", { name: "More" }).click();
    assert.equal(await shown.locator("output").textContent(), "31");
    await page.locator("#copied > * > button").nth(1).click();
    await copy.locator("> [data-hydrated]").nth(1).waitFor();
    assert.equal(await copy.locator("output").textContent(), "30");
    await copy.getByRole("button", { name: "Reveal" }).click();
    assert.equal(await copy.locator("section output").textContent(), "40");
  }));

for (const path of ["/", "/load/", "/fields/", "/opens/", "/slots/"]) {
  test(`React's development build has nothing to say on ${path}`, () =>
    open(path, { dist: DEVELOPMENT }, async (page) => {
      const islands = await page.locator("[data-src]").all();
      for (const island of islands) await island.locator("button, p").first().dispatchEvent("pointerover");
      for (const island of islands) {
        await island.scrollIntoViewIfNeeded();
        await island.and(page.locator("[data-hydrated]")).waitFor({ state: "attached" });
      }
    }));
}

test("a policy of hashes lets all of it run", () => {
  const html = readFileSync(join(PRODUCTION, "interaction/index.html"), "utf8");
  const scripts = [...html.matchAll(/<script(?![^>]*\ssrc=)[^>]*>(.*?)<\/script>/gs)].map(([, text]) => text ?? "");
  assert.equal(scripts.length, 2);
  const withPolicy = async (page: Page) => {
    const hashes = scripts.map((text) => `'sha256-${createHash("sha256").update(text).digest("base64")}'`);
    const policy = `default-src 'none'; script-src 'self' ${hashes.join(" ")}; style-src 'self'; img-src 'self' data:`;
    await page.route("**/interaction/", async (route) => {
      const answer = await route.fetch();
      await route.fulfill({ response: answer, headers: { ...answer.headers(), "content-security-policy": policy } });
    });
  };
  return open("/interaction/", { before: withPolicy }, async (page) => {
    await page.getByRole("button", { name: "More" }).click();
    await waitForHydration(page, "#counter");
    assert.equal(await count(page), "4");
    assert.equal(await page.locator("html.early[data-plain]").count(), 1);
  });
});

test("below a path all of it is found", () =>
  open("/docs/interaction/", { dist: BELOW }, async (page) => {
    await page.getByRole("button", { name: "More" }).click();
    await waitForHydration(page, "#counter");
    assert.equal(await count(page), "4");
  }));

test("without scripts the page is whole", () =>
  // The browser reports preloads of modules that it does not run.
  open("/", { scripts: false, expects: [/request failed.*csp/] }, async (page) => {
    await page.getByText("The panel's own HTML.").waitFor();
    await page.getByText("Some rich text.").waitFor();
  }));
