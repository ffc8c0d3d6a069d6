/** The browser of the tests, which sends nothing by itself. */

import { after } from "node:test";

import { type Browser, chromium } from "playwright-core";

import { chromiumPath } from "./programs";

/**
 * Features of Chromium that the tests do without, in place of Playwright's own list, as the last list counts. The first two make two hidden pages for the
 * address bar of each window, which take half of the processor's time.
 */
const DISABLED_FEATURES = [
  "WebUIOmniboxAimPopup",
  "WebUIOmniboxPopup",
  "AimEnabled",
  "AvoidCorsURLLoaderRestartOnRedirect",
  "AvoidUnnecessaryBeforeUnloadCheckSync",
  "HttpsUpgrades",
  "LensOverlay",
  "MediaRouter",
  "NetworkTimeServiceQuerying",
  "OptimizationHints",
  "PaintHolding",
  "PreconnectToSearch",
  "ThirdPartyStoragePartitioning",
];

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
    args: [
      "--no-sandbox",
      "--disable-gpu",
      "--disable-quic",
      "--no-first-run",
      "--disable-background-networking",
      "--disable-component-update",
      "--disable-sync",
      `--disable-features=${DISABLED_FEATURES.join(",")}`,
      ...flags,
    ],
  });
}
