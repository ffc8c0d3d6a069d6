/** Accessibility, as axe judges it. */

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";

import type axe from "axe-core";
import type { Page } from "playwright-core";

/** The minified script, as each page parses it anew. */
const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** Fails with every violation of `rules`, or of any rule, that axe finds on the page or in a part of it. `what` says what was examined. */
export async function assertAccessible(page: Page, part = "html", rules?: string[], what = `${part} on ${page.url()}`): Promise<void> {
  // `evaluate` runs in spite of the page's content security policy.
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(AXE);
  const options: axe.RunOptions = { resultTypes: ["violations"], iframes: false, ...(rules && { runOnly: rules }) };
  const run = ([selector, options]: readonly [string, axe.RunOptions]) => (window as unknown as { axe: typeof axe }).axe.run(selector, options);
  const { violations } = await page.evaluate(run, [part, options] as const);
  const found = violations.flatMap((rule) => rule.nodes.map((node) => `${rule.id}: ${node.target.join(" ")}: ${node.failureSummary}`));
  assert.deepEqual(found, [], `accessibility of ${what}`);
}
