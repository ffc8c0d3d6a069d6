/** The browser of the tests: it is named by CHROMIUM, and talks to nobody by itself. */

import assert from "node:assert/strict";

import { type Browser, chromium } from "playwright-core";

/** Starts a browser; `flags` are further ones of the command line. */
export function launch(...flags: string[]): Promise<Browser> {
  const executablePath = process.env["CHROMIUM"];
  assert.ok(executablePath, "CHROMIUM names the browser: see tests/browser/chromium.sh");
  return chromium.launch({
    executablePath,
    args: [
      "--no-sandbox",
      "--disable-gpu",
      "--disable-quic",
      "--no-first-run",
      "--disable-background-networking",
      "--disable-component-update",
      "--disable-sync",
      ...flags,
    ],
  });
}
