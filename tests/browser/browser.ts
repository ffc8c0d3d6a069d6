/** The browser of the tests, which sends nothing by itself. */

import { after } from "node:test";

import { type Browser, type BrowserContext, chromium } from "playwright-core";

import { browserFlags } from "./flags.js";
import { chromiumPath } from "./programs";

let shared: Promise<Browser> | undefined;

/** Returns the browser that all tests of a file share. */
export const sharedBrowser = (): Promise<Browser> => (shared ??= launch());

after(async () => {
  await (await shared)?.close();
});

/** Starts a browser; `flags` are further ones of the command line. */
export function launch(...flags: string[]): Promise<Browser> {
  return chromium.launch({
    executablePath: chromiumPath(),
    args: [...browserFlags, ...flags],
  });
}

/** Closes the windows of a context. A request that a route of a test still answers then fails no test. */
export async function closeContext(context: BrowserContext): Promise<void> {
  await Promise.all(context.pages().map((page) => page.unrouteAll({ behavior: "ignoreErrors" })));
  await context.close();
}
