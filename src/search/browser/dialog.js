/** The dialog of the search: a field, and the results as links with excerpts, which are read from the pages. */
import { SearchIndex, marks } from "./engine.js";

/** The default labels, which `data-search-words` replaces. `{count}` and `{query}` are filled in. */
const LABELS = {
  label: "Search",
  placeholder: "Words to look for",
  close: "Close",
  pages: { one: "{count} page", other: "{count} pages" },
  none: "Nothing found for “{query}”",
  failed: "The search can’t be reached. Try again later.",
};
const MAX_RESULTS = 30;
const EXCERPT_LETTERS = 180;
const LETTERS_BEFORE_MATCH = 50;
/** Elements that do not separate words. */
const INLINE = /^(a|abbr|b|bdi|bdo|cite|code|dfn|em|i|kbd|mark|q|s|samp|small|span|strong|sub|sup|time|u|var|wbr|ins|del)$/;

const folder = new URL(".", import.meta.url);
const site = new URL("..", folder);
const language = document.documentElement.lang.toLowerCase();
const indexName = /^[a-z0-9-]+$/.test(language) ? language : "und";
const locale = numberLocale();
const labels = { ...LABELS };
const ui = {};
/** The sections of each page that was read, by its URL. */
const sectionsByUrl = new Map();
let contents;
let index;
/** The observer that fills results with excerpts once the visitor can see them. */
const observer = new IntersectionObserver((entries) => {
  for (const { target, isIntersecting } of entries) {
    if (isIntersecting) {
      observer.unobserve(target);
      target.fill();
    }
  }
});

function element(tag, attributes, ...children) {
  const created = document.createElement(tag);
  for (const [key, value] of Object.entries(attributes)) {
    created.setAttribute(key, value);
  }
  created.append(...children);
  return created;
}

async function fetchText(url, options) {
  const response = await fetch(url, options);
  if (!response.ok) {
    throw new Error(`${url}: ${response.status}`);
  }
  return response.text();
}

/** Begins to load the index. `search` awaits the index and handles an error. */
function load() {
  index = loadIndex();
  index.catch(() => {});
}

async function loadIndex() {
  contents = JSON.parse(await fetchText(new URL(`${indexName}.json`, folder), { cache: "no-cache" }));
  const loaded = new SearchIndex(contents, (file) => fetchText(new URL(`${indexName}/${file}`, folder)));
  // Splits the titles into words before the visitor types the first letter.
  loaded.titles("");
  return loaded;
}

function buildDialog() {
  ui.input = element("input", { type: "search", "aria-label": labels.label, placeholder: labels.placeholder, autocomplete: "off", autocapitalize: "off", spellcheck: "false", enterkeyhint: "search" });
  const close = element("button", { type: "button", class: "search-close" }, labels.close);
  const form = element("form", { role: "search", class: "search-form" }, ui.input, close);
  ui.status = element("p", { role: "status", class: "search-status" });
  ui.list = element("ol", { class: "search-results" });
  ui.dialog = element("dialog", { class: "search-dialog", "aria-label": labels.label }, form, ui.status, ui.list);
  ui.input.addEventListener("input", () => search(ui.input.value));
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    ui.list.querySelector("a")?.click();
  });
  close.addEventListener("click", () => ui.dialog.close());
  ui.dialog.addEventListener("click", (event) => {
    // A click on the backdrop has the dialog as its target. A link within the current page would leave the dialog open.
    if (event.target === ui.dialog || event.target.closest("a")) {
      ui.dialog.close();
    }
  });
  ui.dialog.addEventListener("keydown", moveFocus);
  document.body.append(ui.dialog);
}

/** Moves between the field and the results by arrow keys. Closes on Escape, which would only empty the field. */
function moveFocus(event) {
  if (event.key === "Escape") {
    event.preventDefault();
    ui.dialog.close();
  }
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  const stops = [ui.input, ...ui.list.querySelectorAll("a")];
  const at = stops.indexOf(document.activeElement);
  if (step && at >= 0 && stops[at + step]) {
    event.preventDefault();
    stops[at + step].focus();
  }
}

/** Opens the dialog. The first element with `data-search-words` gives the labels. */
export async function openSearch() {
  if (!ui.dialog) {
    const styles = element("link", { rel: "stylesheet", href: new URL("search.css", folder).href });
    const styled = new Promise((resolve) => (styles.onload = styles.onerror = resolve));
    Object.assign(labels, JSON.parse(document.querySelector("[data-search-words]")?.dataset.searchWords ?? "{}"));
    load();
    document.head.append(styles);
    buildDialog();
    await Promise.race([styled, new Promise((resolve) => setTimeout(resolve, 1000))]);
  }
  if (!ui.dialog.open) {
    ui.dialog.showModal();
  }
  ui.input.select();
}

/** Shows what a query finds: pages with matching titles at once, all pages when the parts of the index are loaded. */
async function search(query, isRepeated) {
  try {
    const loaded = await index;
    if (query !== ui.input.value) {
      return;
    }
    const titles = loaded.titles(query);
    if (titles.results.length || !query.trim()) {
      show(titles);
    }
    const all = await loaded.find(query);
    if (query === ui.input.value) {
      show(all);
      announce(query, all.results.length);
    }
  } catch (error) {
    // After a new build, the files of the index may have other names, which the newly loaded contents state.
    load();
    if (!isRepeated) {
      return search(query, true);
    }
    show({ results: [], found: new Set() });
    ui.status.textContent = labels.failed;
    console.warn(error);
  }
}

/** Returns the language of numbers: English on a page without a language, or with one that browsers refuse. */
function numberLocale() {
  try {
    return Intl.getCanonicalLocales(language)[0];
  } catch {
    return "en";
  }
}

function announce(query, count) {
  const plural = new Intl.PluralRules(locale).select(count);
  const text = count ? (labels.pages[plural] ?? labels.pages.other) : labels.none;
  ui.status.textContent = query.trim() ? text.replace("{count}", count.toLocaleString(locale)).replace("{query}", () => query.trim()) : "";
}

function show({ results, found }) {
  const focused = document.activeElement?.href;
  observer.disconnect();
  ui.list.replaceChildren(...results.slice(0, MAX_RESULTS).map((result) => createItem(result, found)));
  [...ui.list.querySelectorAll("a")].find((link) => link.href === focused)?.focus();
}

function createItem({ page, section }, found) {
  const url = new URL(page.url, site);
  const link = element("a", { href: url.href }, page.title || page.url);
  const heading = element("p", { class: "search-heading" });
  const excerpt = element("p", { class: "search-excerpt" });
  const item = element("li", {}, link, heading, excerpt);
  item.fill = async () => {
    const sections = await sectionsOf(url).catch(() => []);
    const here = sections[section] ?? sections[0];
    if (here) {
      link.href = here.id ? `${url.href}#${encodeURIComponent(here.id)}` : url.href;
      heading.textContent = here.title;
      excerpt.append(...excerptOf(here.text, found));
    }
  };
  observer.observe(item);
  return item;
}

/** Returns the text around the first found word, with all found words marked. */
function excerptOf(text, found) {
  const places = marks(text, found);
  const [start, end] = excerptRange(text, places[0]?.[0] ?? 0);
  const parts = [start ? "… " : ""];
  let at = start;
  for (const [from, to] of places.filter(([from, to]) => from >= start && to <= end)) {
    // Pairs of characters, which are the words of scripts without spaces, overlap.
    if (to > at) {
      parts.push(text.slice(at, Math.max(from, at)), element("mark", {}, text.slice(Math.max(from, at), to)));
      at = to;
    }
  }
  return [...parts, text.slice(at, end), end < text.length ? " …" : ""];
}

/** Returns the range of an excerpt around the letter at `at`. Cuts between words, unless they are too long. */
function excerptRange(text, at) {
  const start = at > LETTERS_BEFORE_MATCH ? Math.min(text.indexOf(" ", at - LETTERS_BEFORE_MATCH) + 1 || at, at) : 0;
  const limit = start + EXCERPT_LETTERS;
  if (limit >= text.length) {
    return [start, text.length];
  }
  const lastSpace = text.lastIndexOf(" ", limit);
  return [start, lastSpace > at ? lastSpace : limit];
}

/** Returns the sections of a page with their texts, as `page_words.rs` counts them. */
async function sectionsOf(url) {
  const known = sectionsByUrl.get(url.href) ?? fetchText(url).then(readSections);
  sectionsByUrl.set(url.href, known);
  // A page that could not be fetched is fetched again when a search finds it again.
  known.catch(() => sectionsByUrl.delete(url.href));
  return known;
}

function readSections(html) {
  const page = new DOMParser().parseFromString(html, "text/html");
  const within = contents.within ?? (page.querySelector("main") ? "main" : "html");
  const leaveOut = [contents.leaveOut, "head, script, style, template"].filter(Boolean).join(",");
  const sections = [{ id: "", title: "", text: "" }];
  for (const root of page.querySelectorAll(within)) {
    if (!root.parentElement?.closest(within) && !root.closest(leaveOut)) {
      readNode(root, leaveOut, sections);
    }
  }
  return sections.map((section) => ({ ...section, text: section.text.replace(/\s+/g, " ").trim() }));
}

function readNode(node, leaveOut, sections) {
  for (const child of node.childNodes) {
    if (child.nodeType === Node.TEXT_NODE) {
      sections.at(-1).text += child.data;
    } else if (child.nodeType !== Node.ELEMENT_NODE || child.matches(leaveOut)) {
      continue;
    } else if (/^h[1-6]$/.test(child.localName)) {
      if (child.id.trim() && child.localName !== "h1") {
        sections.push({ id: child.id, title: child.textContent.trim(), text: "" });
      }
    } else {
      const space = INLINE.test(child.localName) ? "" : " ";
      sections.at(-1).text += space;
      readNode(child, leaveOut, sections);
      sections.at(-1).text += space;
    }
  }
}
