// Searches the pages listed in search.json for those that hold every word, best first.
const form = document.querySelector("main form");
const input = form.elements.q;
const results = document.getElementById("results");
const status = document.getElementById("status");
const allPages = document.getElementById("all-pages");

const fold = (text) => text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();
const response = await fetch(form.dataset.index);
const pages = (await response.json()).map((page) => ({
  ...page,
  fields: [page.title, page.description, page.text].map(fold),
}));

/** A match in the title counts more than one in the description, and that more than one in the text. */
function score(page, words) {
  const weights = [9, 4, 1];
  const scores = words.map((word) => page.fields.reduce((sum, field, i) => sum + (field.includes(word) ? weights[i] : 0), 0));
  return scores.includes(0) ? 0 : scores.reduce((sum, one) => sum + one, 0);
}

/** The text around the first match. */
function excerpt(page, words) {
  const at = Math.max(0, ...words.map((word) => page.text.toLowerCase().indexOf(word)));
  const start = at > 60 ? page.text.indexOf(" ", at - 60) + 1 : 0;
  return `${start > 0 ? "…" : ""}${page.text.slice(start, start + 160)}…`;
}

function element(name, text, attributes = {}) {
  return Object.assign(document.createElement(name), { textContent: text, ...attributes });
}

function show() {
  const words = fold(input.value).split(/\s+/).filter(Boolean);
  allPages.hidden = words.length > 0;
  const found = words.length === 0 ? [] : pages
    .map((page) => [score(page, words), page])
    .filter(([points]) => points > 0)
    .sort(([a], [b]) => b - a);
  status.textContent = words.length === 0 ? "" : `${found.length} ${found.length === 1 ? "page" : "pages"} found`;
  results.replaceChildren(...found.map(([, page]) => {
    const item = document.createElement("li");
    item.append(element("a", page.title, { href: page.url }), element("p", excerpt(page, words)));
    return item;
  }));
}

input.value = new URLSearchParams(location.search).get("q") ?? "";
input.addEventListener("input", () => {
  const address = new URL(location.href);
  address.searchParams.set("q", input.value);
  history.replaceState(null, "", address);
  show();
});
form.addEventListener("submit", (event) => event.preventDefault());
show();
