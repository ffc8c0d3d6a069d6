/** The programs that the tests start. */

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { createInterface } from "node:readline";

/** The path of the generator. */
export const sitePath = () => pathIn("SITE_BIN", "SITE_BIN names the program: see tests/run");

/** The path of the browser. */
export const chromiumPath = () => pathIn("CHROMIUM", "CHROMIUM names the browser: see tests/browser/run");

function pathIn(variable: string, help: string): string {
  const path = process.env[variable];
  assert.ok(path, help);
  return path;
}

/** A running `site serve` or `site edit`. */
export interface SiteServer {
  /** The address that it printed. */
  address: string;
  stop(): Promise<void>;
}

/** What each command prints before its address. `site edit` prints the address of the site first. */
const ANNOUNCEMENTS = { serve: /^Serving on (\S+)/, edit: /^Edit the site at (\S+)/ };

/** Starts `site serve` or `site edit`, and returns once it serves. `stderr` is `ignore` in tests that provoke its messages. */
export async function startSiteServer(command: keyof typeof ANNOUNCEMENTS, options: string[], stderr: "inherit" | "ignore" = "inherit"): Promise<SiteServer> {
  const child = spawn(sitePath(), [command, ...options], { stdio: ["ignore", "pipe", stderr] });
  const ended = new Promise<void>((resolve) => child.once("exit", () => resolve()));
  for await (const line of createInterface({ input: child.stdout })) {
    const [, address] = ANNOUNCEMENTS[command].exec(line) ?? [];
    if (address) {
      child.stdout.resume();
      return { address, stop: () => (child.kill(), ended) };
    }
  }
  throw new Error("the program ended before it served");
}
