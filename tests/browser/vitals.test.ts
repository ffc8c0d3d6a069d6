/** R-FRAME-05: pages are measured if the settings name an endpoint; otherwise nothing is fetched for it. */

import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { promisify } from "node:util";

import type { Page } from "playwright-core";

import { sitePath } from "./programs";
import { drawFrame, visit } from "./support";
import { until } from "./wait";

test("it is off until the settings name an endpoint", () =>
  visit("/Blogs/", {}, async (page, { inside }) => {
    await page.waitForLoadState("networkidle");
    assert.deepEqual(inside.filter((path) => path.includes("vitals")), []);
    assert.equal(await page.locator("[src*=vitals], [href*=vitals]").count(), 0);
  }));

test("the measurements are sent to the endpoint when the page is left", async () => {
  const dist = await mkdtemp(join(tmpdir(), "site-vitals-"));
  try {
    await promisify(execFile)(sitePath(), ["build", "--out", dist], { env: { ...process.env, SITE_VITALS_URL: "/vitals" } });
    const sent: { page: string; metrics: { name: string; value: number }[] }[] = [];
    const before = async (page: Page) => {
      await page.route("**/vitals", async (route) => {
        sent.push(route.request().postDataJSON());
        await route.fulfill({ status: 204 });
      });
    };
    await visit("/Blogs/", { dist, before }, async (page) => {
      await page.waitForLoadState("networkidle");
      await drawFrame(page);
      await page.locator("main").click({ position: { x: 5, y: 5 } });
      await drawFrame(page);
      await page.evaluate(() => {
        Object.defineProperty(document, "visibilityState", { value: "hidden" });
        document.dispatchEvent(new Event("visibilitychange", { bubbles: true }));
      });
      await until(() => sent.length > 0);
    });
    assert.equal(sent[0]?.page, "/Blogs/");
    const names = sent[0]?.metrics.map(({ name }) => name) ?? [];
    for (const name of ["CLS", "FCP", "LCP", "TTFB"]) {
      assert.ok(names.includes(name), `${name} in ${names.join()}`);
    }
  } finally {
    await rm(dist, { recursive: true });
  }
});
