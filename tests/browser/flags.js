/** The flags of Chromium, for the tests and for the programs that measure or photograph: it sends nothing by itself. */

/**
 * Features that are not needed, in place of Playwright's own list, as the last list counts. The first two make two hidden pages for the address bar of
 * each window, which take half of the processor's time. `SpareRendererForSitePerProcess` starts a process for each next page in advance.
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
  "SpareRendererForSitePerProcess",
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
