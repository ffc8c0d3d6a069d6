/** The flags of Chromium, for the tests and for the programs that measure or photograph: it sends nothing by itself. */

/**
 * Features that are not needed, in place of Playwright's own list, as the last list counts. The first two make two hidden pages for the address bar of
 * each window, which take half of the processor's time; the third starts a process for the next page in advance, which takes a sixth of it.
 */
const DISABLED_FEATURES = [
  "WebUIOmniboxAimPopup",
  "WebUIOmniboxPopup",
  "SpareRendererForSitePerProcess",
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

export const browserFlags = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  `--disable-features=${DISABLED_FEATURES.join(",")}`,
];
