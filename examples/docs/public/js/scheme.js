// Runs before the page is shown, so that a visitor's choice of light or dark never flashes.
try {
  document.documentElement.dataset.scheme = localStorage.getItem("scheme") ?? "";
} catch {
  // A browser without storage follows the system.
}
