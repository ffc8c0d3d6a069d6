/** The flags of Chromium, for the tests and for the programs that measure or photograph: it sends nothing by itself. */

/**
 * Features that are not needed. Chromium heeds only the last such list, so this one replaces Playwright's. The first two make two hidden pages for the
 * address bar of each window, which take half of the processor time. `SpareRendererForSitePerProcess` starts a process in advance for each next page.
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
