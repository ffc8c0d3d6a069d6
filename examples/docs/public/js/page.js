// What needs a script on a page: the switch between light and dark, a button that copies code, and the mark in the contents.

const root = document.documentElement;
const dark = matchMedia("(prefers-color-scheme: dark)");
const button = document.querySelector("[data-scheme-button]");

function isDark() {
  return root.dataset.scheme ? root.dataset.scheme === "dark" : dark.matches;
}

function showScheme() {
  button.setAttribute("aria-pressed", String(isDark()));
}

button.addEventListener("click", () => {
  root.dataset.scheme = isDark() ? "light" : "dark";
  try {
    localStorage.setItem("scheme", root.dataset.scheme);
  } catch {
    // Without storage the choice holds for this page.
  }
  showScheme();
});
dark.addEventListener("change", showScheme);
showScheme();

for (const block of document.querySelectorAll(".text pre")) {
  const copy = document.createElement("button");
  copy.type = "button";
  copy.className = "copy";
  copy.textContent = "Copy";
  copy.addEventListener("click", async () => {
    await navigator.clipboard.writeText(block.querySelector("code").textContent);
    copy.textContent = "Copied";
    setTimeout(() => (copy.textContent = "Copy"), 2000);
  });
  // Beside the block, which scrolls: the button stays in its corner.
  const frame = document.createElement("div");
  frame.className = "code-frame";
  block.replaceWith(frame);
  frame.append(block, copy);
}

// What is wider than the page scrolls, by keyboard too.
for (const table of document.querySelectorAll(".text table")) {
  const frame = document.createElement("div");
  frame.className = "scroller";
  table.replaceWith(frame);
  frame.append(table);
}
for (const wide of document.querySelectorAll("pre, .scroller")) {
  if (wide.scrollWidth > wide.clientWidth) {
    wide.tabIndex = 0;
  }
}

// The contents of the page mark the section that is read.
const links = new Map([...document.querySelectorAll(".toc a")].map((link) => [decodeURIComponent(link.hash.slice(1)), link]));
const seen = new IntersectionObserver(
  (entries) => {
    for (const { target, isIntersecting } of entries) {
      if (isIntersecting) {
        links.forEach((link) => link.removeAttribute("aria-current"));
        links.get(target.id)?.setAttribute("aria-current", "true");
      }
    }
  },
  { rootMargin: "-80px 0px -70% 0px" },
);
for (const id of links.keys()) {
  const heading = document.getElementById(id);
  if (heading) {
    seen.observe(heading);
  }
}
