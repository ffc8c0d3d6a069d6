/** The programs that the tests start. */

import assert from "node:assert/strict";

/** The path of the generator. */
export const sitePath = () => pathIn("SITE_BIN", "SITE_BIN names the program: see tests/run");

/** The path of the browser. */
export const chromiumPath = () => pathIn("CHROMIUM", "CHROMIUM names the browser: see tests/browser/chromium.sh");

function pathIn(variable: string, help: string): string {
  const path = process.env[variable];
  assert.ok(path, help);
  return path;
}
