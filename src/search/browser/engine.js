/**
 * The search engine: splits a query into words and looks them up in the index. It uses no API of browsers, so that
 * tests need none.
 */

/** The scripts that put no spaces between words, as in `words.rs`. */
const UNSPACED = "\\u0e00-\\u0eff\\u1000-\\u109f\\u1780-\\u17ff\\u3005-\\u3007\\u3040-\\u30ff\\u31f0-\\u31ff\\u3400-\\u4dbf\\u4e00-\\u9fff\\u{20000}-\\u{3ffff}";
const ASCII = /^[\0-\x7f]*$/;
const RUN = /[\p{Alphabetic}\p{M}\p{N}]+/gu;
const PART = new RegExp(`([${UNSPACED}][${UNSPACED}\\p{M}]*)|[^${UNSPACED}](?:[^${UNSPACED}]|\\p{M})*`, "gu");
const CHARACTER = /.\p{M}*/gsu;
const ACCENTED = /([a-z\u00c0-\u024f\u0370-\u052f])\p{M}+/gu;
const LETTERS = { ß: "ss", æ: "ae", œ: "oe", ø: "o", đ: "d", ð: "d", ł: "l", ı: "i", þ: "th", ς: "σ", "\u00ad": "", "\u200b": "", "\u200c": "", "\u200d": "" };
const LETTER = /[ßæœøđðłıþς\u00ad\u200b-\u200d]/g;
/** The sign that takes the vowel from the last letter of a word in the scripts of India; an ending replaces it. */
const VIRAMA = /[\u094d\u09cd\u0a4d\u0acd\u0b4d\u0bcd\u0c4d\u0ccd\u0d4d\u0dca]$/;

const MAX_LETTERS = 40;
/** If fewer pages have a word, similar words are looked up too. */
const FEW_PAGES = 3;
/** How many parts are fetched for a word at most, and how many similar words are looked up at most. */
const MAX_PARTS = 3;
const MAX_SIMILAR = 10;
/** The score of a word that occurs once, two or three times, more often, in a heading, in the title. */
const SCORE_OF_WEIGHT = [1, 1.4, 1.8, 4, 8];
const TITLE_WEIGHT = 4;

function normalize(text) {
  const plain = text.normalize("NFKD").toLowerCase().replace(ACCENTED, "$1");
  return plain.replace(LETTER, (letter) => LETTERS[letter]).normalize("NFC");
}

/** The words of a text, as `words.rs` splits pages. In a query, the last character of a longer run is not a word. */
export function words(text, isQuery) {
  // Most texts are simple, and a slow phone reads a thousand titles.
  if (ASCII.test(text)) {
    return (text.toLowerCase().match(/[a-z0-9]+/g) ?? []).filter((word) => word.length <= MAX_LETTERS);
  }
  const found = [];
  for (const [run] of normalize(text).matchAll(RUN)) {
    for (const [part, unspaced] of run.matchAll(PART)) {
      if (!unspaced) {
        if ([...part].length <= MAX_LETTERS) {
          found.push(part);
        }
        continue;
      }
      const all = part.match(CHARACTER);
      const pairs = all.map((character, at) => character + (all[at + 1] ?? ""));
      found.push(...(isQuery && pairs.length > 1 ? pairs.slice(0, -1) : pairs));
    }
  }
  return found;
}

/** The places `[from, to]` of a text where words stand that a search found. */
export function marks(text, found) {
  const places = [];
  for (const { 0: run, index } of text.matchAll(RUN)) {
    let at = index;
    for (const [part, unspaced] of run.matchAll(PART)) {
      if (!unspaced) {
        if (words(part).some((word) => found.has(word))) {
          places.push([at, at + part.length]);
        }
      } else {
        let from = at;
        const all = part.match(CHARACTER);
        for (const [number, character] of all.entries()) {
          const pair = character + (all[number + 1] ?? "");
          if (found.has(normalize(pair))) {
            places.push([from, from + pair.length]);
          }
          from += character.length;
        }
      }
      at += part.length;
    }
  }
  return places;
}

/**
 * How much `other` is like `word`, from 0 to 1, if it does not start with `word`: `word` has a typing error or another
 * ending, or is a part of `other`.
 */
export function likeness(word, other) {
  let same = 0;
  while (same < word.length && word[same] === other[same]) {
    same++;
  }
  const [wordRest, otherRest] = [word.slice(same), other.slice(same)];
  // The other word with an ending.
  const stem = other.replace(VIRAMA, "");
  if (stem.length > 2 && word.startsWith(stem) && word.length - stem.length <= 4) {
    return 0.6;
  }
  if (word.length > 3) {
    // One letter is wrong, missing or too many, or two are swapped.
    const swapped = wordRest[1] + wordRest[0] + wordRest.slice(2);
    for (const corrected of [otherRest[0] + wordRest.slice(1), otherRest[0] + wordRest, wordRest.slice(1), swapped]) {
      if (wordRest && otherRest.startsWith(corrected)) {
        return otherRest === corrected ? 0.5 : 0.3;
      }
    }
    // Another ending.
    if (same > 3 && same >= word.length * 0.6 && wordRest.length <= 4 && otherRest.length <= 4) {
      return 0.4;
    }
    return other.includes(word) ? 0.35 : 0;
  }
  return 0;
}

export class SearchIndex {
  #pages;
  #contents;
  #fetchText;
  #texts = new Map();
  #titles;

  /** `fetchText` fetches a file of the index by its name. */
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

  /** The pages whose titles have all words of a query, or words that begin like them. Needs nothing more than the contents. */
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

  /** All pages that have the words of a query, the best first, each with its best section; and the words that were found. */
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
      const inTitle = matches.every((match) => best.get(match)?.weight === TITLE_WEIGHT);
      const all = [...best.values()].reduce((sum, { score }) => sum + score, 0);
      const length = inTitle ? words(this.#pages[number].title).length : 0;
      const score = all + sections.get(section) / 2 + (inTitle ? 1000 + 100 * (wanted.length / length) : 0);
      return { page: this.#pages[number], section: section - this.#pages[number].first, score, count: rare.filter((match) => best.has(match)).length };
    });
    // Pages with all words that are not common; if there are none, those with the most.
    const most = results.reduce((most, { count }) => Math.max(most, count), 0);
    const kept = results.filter(({ count }) => count === most).sort((a, b) => b.score - a.score);
    return { results: kept, found: new Set(matches.flatMap((match) => match.words)) };
  }

  /** The sections that have a word, a word that begins with it, or, if these are few, a similar one. */
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
      const score = quality * SCORE_OF_WEIGHT[weight] * rarity;
      const known = match.sections.get(section);
      match.sections.set(section, { score: Math.max(score, known?.score ?? 0), weight: Math.max(weight, known?.weight ?? 0) });
    }
  }

  /** The words that are most like a word, each with its likeness. */
  async #similar(word) {
    const list = await this.#read(this.#contents.words, (text) => {
      let before = "";
      return text.trimEnd().split("\n").map((line) => (before = before.slice(0, parseInt(line[0], 36)) + line.slice(1)));
    });
    const all = list.map((other) => [other, likeness(word, other)]).filter(([other, quality]) => quality && !other.startsWith(word));
    return all.sort((a, b) => b[1] - a[1] || a[0].length - b[0].length).slice(0, MAX_SIMILAR);
  }

  /** The parts that may have words with this beginning. */
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

  /** The number of the page that has a section. */
  #pageOf(section) {
    let [low, high] = [0, this.#pages.length - 1];
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      [low, high] = this.#pages[middle].first <= section ? [middle, high] : [low, middle - 1];
    }
    return low;
  }
}
