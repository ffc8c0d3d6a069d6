/**
 * The script that every page loads: shows the buttons that open the search, and fetches the dialog on first use. A
 * button, Ctrl or Command with K, or a slash opens the dialog.
 */

const buttons = document.querySelectorAll("[data-search]");

async function open(button) {
  button?.setAttribute("aria-busy", "true");
  try {
    const { openSearch } = await import("./dialog.js");
    await openSearch();
  } finally {
    button?.removeAttribute("aria-busy");
  }
}

for (const button of buttons) {
  button.hidden = false;
  button.addEventListener("click", () => open(button));
}

addEventListener("keydown", (event) => {
  const isTyping = event.target instanceof Element && event.target.closest("input, textarea, select, [contenteditable]");
  const isSlash = event.key === "/" && !isTyping && !event.ctrlKey && !event.metaKey && !event.altKey;
  if (isSlash || (event.key?.toLowerCase() === "k" && !event.shiftKey && (event.ctrlKey || event.metaKey) && !event.altKey)) {
    event.preventDefault();
    open();
  }
});
