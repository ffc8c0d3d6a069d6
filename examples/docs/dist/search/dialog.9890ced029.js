const UNSPACED = "\\u0e00-\\u0eff\\u1000-\\u109f\\u1780-\\u17ff\\u3005-\\u3007\\u3040-\\u30ff\\u31f0-\\u31ff\\u3400-\\u4dbf\\u4e00-\\u9fff\\u{20000}-\\u{3ffff}";
const RUN = /[\p{Alphabetic}\p{M}\p{N}]+/gu;
const PART = new RegExp(`([${UNSPACED}][${UNSPACED}\\p{M}]*)|[^${UNSPACED}](?:[^${UNSPACED}]|\\p{M})*`, "gu");
const CHARACTER = /.\p{M}*/gsu;
const ACCENTED = /([a-z\u00c0-\u024f\u0370-\u052f])\p{M}+/gu;
const LETTERS = { ß: "ss", æ: "ae", œ: "oe", ø: "o", đ: "d", ð: "d", ł: "l", ı: "i", þ: "th", ς: "σ", "\u00ad": "", "\u200b": "", "\u200c": "", "\u200d": "" };
const LETTER = /[ßæœøđðłıþς\u00ad\u200b-\u200d]/g;
const VIRAMA = /[\u094d\u09cd\u0a4d\u0acd\u0b4d\u0bcd\u0c4d\u0ccd\u0d4d\u0dca]$/;
const MAX_LETTERS = 40;
const FEW_PAGES = 3;
const MAX_PARTS = 3;
const MAX_SIMILAR = 10;
const WEIGHTS = [1, 1.4, 1.8, 4, 8];
const TITLE = 4;
function normalize(text) {
const plain = text.normalize("NFKD").toLowerCase().replace(ACCENTED, "$1");
return plain.replace(LETTER, (letter) => LETTERS[letter]).normalize("NFC");
}
function words(text, isQuery) {
const found = [];
for (const [run] of normalize(text).matchAll(RUN)) {
for (const [part, unspaced] of run.matchAll(PART)) {
if (!unspaced) {
found.push(...([...part].length <= MAX_LETTERS ? [part] : []));
continue;
}
const all = part.match(CHARACTER);
const pairs = all.map((character, at) => character + (all[at + 1] ?? ""));
found.push(...(isQuery && pairs.length > 1 ? pairs.slice(0, -1) : pairs));
}
}
return found;
}
function marks(text, found) {
const places = [];
for (const { 0: run, index } of text.matchAll(RUN)) {
let at = index;
for (const [part, unspaced] of run.matchAll(PART)) {
if (!unspaced) {
places.push(...(words(part).some((word) => found.has(word)) ? [[at, at + part.length]] : []));
} else {
let from = at;
const all = part.match(CHARACTER);
for (const [number, character] of all.entries()) {
const pair = character + (all[number + 1] ?? "");
places.push(...(found.has(normalize(pair)) ? [[from, from + pair.length]] : []));
from += character.length;
}
}
at += part.length;
}
}
return places;
}
function likeness(word, other) {
let same = 0;
while (same < word.length && word[same] === other[same]) {
same++;
}
const [rest, left] = [word.slice(same), other.slice(same)];
const stem = other.replace(VIRAMA, "");
if (stem.length > 2 && word.startsWith(stem) && word.length - stem.length <= 4) {
return 0.6;
}
if (word.length > 3) {
const swapped = rest[1] + rest[0] + rest.slice(2);
for (const corrected of [left[0] + rest.slice(1), left[0] + rest, rest.slice(1), swapped]) {
if (rest && left.startsWith(corrected)) {
return left === corrected ? 0.5 : 0.3;
}
}
if (same > 3 && same >= word.length * 0.6 && rest.length <= 4 && left.length <= 4) {
return 0.4;
}
return other.includes(word) ? 0.35 : 0;
}
return 0;
}
class SearchIndex {
#pages;
#contents;
#fetchText;
#texts = new Map();
#titles;
constructor(contents, fetchText) {
this.#contents = contents;
this.#fetchText = fetchText;
let first = 0;
this.#pages = contents.pages.map(([url, title, sections]) => {
const page = { url, title, first };
first += sections;
return page;
});
}
titles(query) {
const wanted = words(query, true);
this.#titles ??= this.#pages.map((page) => words(page.title));
const results = [];
for (const [number, own] of this.#titles.entries()) {
const begins = (word) => own.filter((other) => other.startsWith(word));
if (wanted.length && wanted.every((word) => begins(word).length)) {
results.push({ page: this.#pages[number], section: 0, score: wanted.filter((word) => own.includes(word)).length - own.length / 100 });
}
}
return { results: results.sort((a, b) => b.score - a.score), found: new Set(wanted) };
}
async find(query) {
const wanted = [...new Set(words(query, true))];
const matches = await Promise.all(wanted.map((word) => this.#match(word)));
const rare = matches.filter((match) => !match.isCommon);
const pages = new Map();
for (const match of matches) {
for (const [section, { score, weight }] of match.sections) {
const number = this.#pageOf(section);
const page = pages.get(number) ?? { best: new Map(), sections: new Map() };
pages.set(number, page);
const best = page.best.get(match) ?? { score: 0, weight: 0 };
page.best.set(match, { score: Math.max(best.score, score), weight: Math.max(best.weight, weight) });
page.sections.set(section, (page.sections.get(section) ?? 0) + score);
}
}
const results = [...pages].map(([number, { best, sections }]) => {
const [section] = [...sections].reduce((a, b) => (b[1] > a[1] ? b : a));
const inTitle = matches.every((match) => best.get(match)?.weight === TITLE);
const all = [...best.values()].reduce((sum, { score }) => sum + score, 0);
const length = inTitle ? words(this.#pages[number].title).length : 0;
const score = all + sections.get(section) / 2 + (inTitle ? 1000 + 100 * (wanted.length / length) : 0);
return { page: this.#pages[number], section: section - this.#pages[number].first, score, count: rare.filter((match) => best.has(match)).length };
});
const most = results.reduce((most, { count }) => Math.max(most, count), 0);
const kept = results.filter(({ count }) => count === most).sort((a, b) => b.score - a.score);
return { results: kept, found: new Set(matches.flatMap((match) => match.words)) };
}
async #match(word) {
const match = { words: [], sections: new Map(), isCommon: false };
const begin = word.replace(VIRAMA, "");
for (const part of await this.#parts(begin)) {
for (const [other, list] of part) {
if (other.startsWith(begin)) {
this.#add(match, other, list, other === word ? 1 : 0.5 + (0.4 * word.length) / other.length);
}
}
}
const count = new Set([...match.sections.keys()].map((section) => this.#pageOf(section))).size;
if (!match.isCommon && count < FEW_PAGES && word.length > 2) {
for (const [other, quality] of await this.#similar(word)) {
const [part] = await this.#parts(other);
this.#add(match, other, part.get(other), quality);
}
}
return match;
}
#add(match, word, list, quality) {
const isCommon = list[0] === -1;
match.isCommon ||= isCommon && quality === 1;
match.words.push(word);
const rarity = isCommon ? 0.5 : Math.log(1 + this.#pages.length / list.length);
let section = 0;
for (const number of isCommon ? list.slice(1) : list) {
section += number >> 3;
const weight = number & 7;
const score = quality * WEIGHTS[weight] * rarity;
const known = match.sections.get(section);
match.sections.set(section, { score: Math.max(score, known?.score ?? 0), weight: Math.max(weight, known?.weight ?? 0) });
}
}
async #similar(word) {
const list = await this.#read(this.#contents.words, (text) => {
let before = "";
return text.trimEnd().split("\n").map((line) => (before = before.slice(0, parseInt(line[0], 36)) + line.slice(1)));
});
const all = list.map((other) => [other, likeness(word, other)]).filter(([other, quality]) => quality && !other.startsWith(word));
return all.sort((a, b) => b[1] - a[1] || a[0].length - b[0].length).slice(0, MAX_SIMILAR);
}
#parts(begin) {
const { parts } = this.#contents;
const after = parts.findIndex(([first]) => first > begin);
const from = Math.max((after < 0 ? parts.length : after) - 1, 0);
const wanted = parts.slice(from, from + MAX_PARTS).filter(([first], at) => at === 0 || first.startsWith(begin));
return Promise.all(wanted.map(([, name]) => this.#read(name, (text) => new Map(Object.entries(JSON.parse(text))))));
}
#read(name, parse) {
const known = this.#texts.get(name) ?? this.#fetchText(name).then(parse);
this.#texts.set(name, known);
return known;
}
#pageOf(section) {
let [low, high] = [0, this.#pages.length - 1];
while (low < high) {
const middle = (low + high + 1) >> 1;
[low, high] = this.#pages[middle].first <= section ? [middle, high] : [low, middle - 1];
}
return low;
}
}
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
const INLINE = /^(a|abbr|b|bdi|bdo|cite|code|dfn|em|i|kbd|mark|q|s|samp|small|span|strong|sub|sup|time|u|var|wbr|ins|del)$/;
const folder = new URL(".", import.meta.url);
const site = new URL("..", folder);
const language = document.documentElement.lang.toLowerCase();
const name = /^[a-z0-9-]+$/.test(language) ? language : "und";
const labels = { ...LABELS };
const ui = {};
const pages = new Map();
let contents;
let index;
const observer = new IntersectionObserver((entries) => {
for (const { target, isIntersecting } of entries) {
if (isIntersecting) {
observer.unobserve(target);
target.fill();
}
}
});
function element(tag, attributes, ...children) {
const made = document.createElement(tag);
for (const [key, value] of Object.entries(attributes)) {
made.setAttribute(key, value);
}
made.append(...children);
return made;
}
async function fetchText(url, options) {
const response = await fetch(url, options);
if (!response.ok) {
throw new Error(`${url}: ${response.status}`);
}
return response.text();
}
async function loadIndex() {
contents = JSON.parse(await fetchText(new URL(`${name}.json`, folder), { cache: "no-cache" }));
return new SearchIndex(contents, (file) => fetchText(new URL(`${name}/${file}`, folder)));
}
function build() {
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
if (event.target === ui.dialog || event.target.closest("a")) {
ui.dialog.close();
}
});
ui.dialog.addEventListener("keydown", move);
document.body.append(ui.dialog);
}
function move(event) {
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
export async function openSearch(button) {
if (!ui.dialog) {
const styles = element("link", { rel: "stylesheet", href: new URL("search.d343ead2fa.css", folder).href });
const styled = new Promise((resolve) => styles.addEventListener("load", resolve));
styles.addEventListener("error", () => document.body.append(ui.dialog));
Object.assign(labels, JSON.parse(button?.dataset.searchWords ?? "{}"));
index = loadIndex();
index.catch(() => {});
document.head.append(styles);
build();
await Promise.race([styled, new Promise((resolve) => setTimeout(resolve, 1000))]);
}
if (!ui.dialog.open) {
ui.dialog.showModal();
}
ui.input.select();
}
async function search(query, isRepeated) {
try {
const known = await index;
if (query !== ui.input.value) {
return;
}
const titles = known.titles(query);
if (titles.results.length || !query.trim()) {
show(titles);
}
const all = await known.find(query);
if (query === ui.input.value) {
show(all);
announce(query, all.results.length);
}
} catch (error) {
index = loadIndex();
index.catch(() => {});
if (!isRepeated) {
return search(query, true);
}
show({ results: [], found: new Set() });
ui.status.textContent = labels.failed;
console.warn(error);
}
}
function announce(query, count) {
const plural = new Intl.PluralRules(document.documentElement.lang || "en").select(count);
const text = count ? (labels.pages[plural] ?? labels.pages.other) : labels.none;
ui.status.textContent = query.trim() ? text.replace("{count}", count.toLocaleString(language || "en")).replace("{query}", query.trim()) : "";
}
function show({ results, found }) {
const focused = document.activeElement?.href;
observer.disconnect();
ui.list.replaceChildren(...results.slice(0, MAX_RESULTS).map((result) => item(result, found)));
[...ui.list.querySelectorAll("a")].find((link) => link.href === focused)?.focus();
}
function item({ page, section }, found) {
const url = new URL(page.url, site);
const link = element("a", { href: url.href }, page.title || page.url);
const heading = element("p", { class: "search-heading" });
const excerpt = element("p", { class: "search-excerpt" });
const made = element("li", {}, link, heading, excerpt);
made.fill = async () => {
const sections = await sectionsOf(url).catch(() => []);
const here = sections[section] ?? sections[0];
if (here) {
link.href = here.id ? `${url.href}#${encodeURIComponent(here.id)}` : url.href;
heading.textContent = here.title;
excerpt.append(...excerptOf(here.text, found));
}
};
observer.observe(made);
return made;
}
function excerptOf(text, found) {
const places = marks(text, found);
const first = places[0]?.[0] ?? 0;
const from = first > LETTERS_BEFORE_MATCH ? text.indexOf(" ", first - LETTERS_BEFORE_MATCH) + 1 || first : 0;
const start = Math.min(from, first);
const end = start + EXCERPT_LETTERS < text.length ? text.lastIndexOf(" ", start + EXCERPT_LETTERS) : text.length;
const stop = end > first ? end : start + EXCERPT_LETTERS;
const parts = [start ? "… " : ""];
let at = start;
for (const [begin, last] of places.filter(([begin, last]) => begin >= start && last <= stop)) {
if (last > at) {
parts.push(text.slice(at, Math.max(begin, at)), element("mark", {}, text.slice(Math.max(begin, at), last)));
at = last;
}
}
return [...parts, text.slice(at, stop), stop < text.length ? " …" : ""];
}
async function sectionsOf(url) {
const known = pages.get(url.href) ?? fetchText(url).then(readSections);
pages.set(url.href, known);
return known;
}
function readSections(html) {
const page = new DOMParser().parseFromString(html, "text/html");
const within = contents.within ?? (page.querySelector("main") ? "main" : "html");
const leaveOut = [contents.leaveOut, "head, script, style, template"].filter(Boolean).join(",");
const sections = [{ id: "", title: "", text: "" }];
for (const root of page.querySelectorAll(within)) {
if (!root.parentElement?.closest(within)) {
read(root, leaveOut, sections);
}
}
return sections.map((section) => ({ ...section, text: section.text.replace(/\s+/g, " ").trim() }));
}
function read(node, leaveOut, sections) {
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
read(child, leaveOut, sections);
sections.at(-1).text += space;
}
}
}