/** The browser of the tests, which sends nothing by itself. */

import { after } from "node:test";

import { type Browser, chromium } from "playwright-core";

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
