/**
 * The search engine: splits a query into words and looks them up in the index, whose files `index.rs` describes. The
 * engine uses no API of browsers, so that tests need no browser.
 */

/** The characters of scripts that put no spaces between words, as in `words.rs`. */
const UNSPACED = "\\u0e00-\\u0eff\\u1000-\\u109f\\u1780-\\u17ff\\u3005-\\u3007\\u3040-\\u30ff\\u31f0-\\u31ff\\u3400-\\u4dbf\\u4e00-\\u9fff\\u{20000}-\\u{3ffff}";
const ASCII = /^[\0-\x7f]*$/;
/** Letters, marks and digits with nothing between them. */
const RUN = /[\p{Alphabetic}\p{M}\p{N}]+/gu;
/** A part of a run: characters of scripts without spaces, which are captured, or other characters. */
const PART = new RegExp(`([${UNSPACED}][${UNSPACED}\\p{M}]*)|[^${UNSPACED}](?:[^${UNSPACED}]|\\p{M})*`, "gu");
/** A character with its marks. */
const CHARACTER = /.\p{M}*/gsu;
/** A Latin, Greek, Cyrillic or Arabic letter with its accents. */
const ACCENTED = /([a-z\u00c0-\u024f\u0370-\u052f\u0620-\u064a\u0671-\u06d3])\p{M}+/gu;
/** The replacements of letters without a decomposition, of digits, and of characters that are not part of a word. */
const LETTERS = { ß: "ss", æ: "ae", œ: "oe", ø: "o", đ: "d", ð: "d", ł: "l", ı: "i", þ: "th", ς: "σ", "\u0671": "\u0627", "\u0629": "\u0647", "\u0649": "\u064a", "\u06cc": "\u064a", "\u06a9": "\u0643", "\u00ad": "", "\u0640": "", "\u200b": "", "\u200c": "", "\u200d": "" };
for (const zero of "٠۰०০੦૦୦௦౦೦൦෦๐໐༠၀០᠐") {
  for (let digit = 0; digit < 10; digit++) {
    LETTERS[String.fromCharCode(zero.charCodeAt(0) + digit)] = String(digit);
  }
}
const LETTER = new RegExp(`[${Object.keys(LETTERS).join("")}]`, "g");
/** The sign that takes the vowel from the last letter of a word in the scripts of India; an ending replaces it. */
const VIRAMA = /[\u094d\u09cd\u0a4d\u0acd\u0b4d\u0bcd\u0c4d\u0ccd\u0d4d\u0dca]$/;

/** Longer runs are not words but data, as in `words.rs`. */
const MAX_CHARACTERS = 40;
/** If fewer pages have a word, similar words are looked up too. */
const MIN_PAGES = 3;
/** The maximum numbers of parts that are fetched for a word, and of similar words that are looked up. */
const MAX_PARTS = 3;
const MAX_SIMILAR = 10;
/** The scores of the weights 0 to 4: a word occurs once, two or three times, more often, in a heading, in the title. */
const SCORE_OF_WEIGHT = [1, 1.4, 1.8, 4, 8];
const TITLE_WEIGHT = 4;
/** The first number in the list of a common word. */
const COMMON = -1;

/** Returns a text in the form in which words are compared. */
function normalize(text) {
  const plain = text.normalize("NFKD").toLowerCase().replace(ACCENTED, "$1");
  return plain.replace(LETTER, (letter) => LETTERS[letter]).normalize("NFC");
}

/**
 * Yields the words of a text as written, each with its place. In scripts without spaces, each pair of neighbouring
 * characters is a word, and so is the last character: all these have `isPair`. The last character has `isLast` too,
 * unless it is the only one.
 */
function* split(text) {
  for (const { 0: run, index: runStart } of text.matchAll(RUN)) {
    for (const { 0: part, 1: unspaced, index } of run.matchAll(PART)) {
      const at = runStart + index;
      if (!unspaced) {
        yield { word: part, at };
        continue;
      }
      const characters = [...part.matchAll(CHARACTER)];
      for (const [number, { 0: character, index: offset }] of characters.entries()) {
        const next = characters[number + 1]?.[0];
        yield { word: character + (next ?? ""), at: at + offset, isPair: true, isLast: number > 0 && !next };
      }
    }
  }
}

/** Returns the words of a text in the form in which they are compared, as `words.rs` splits pages. */
function words(text, isQuery) {
  // A slow phone may have a thousand titles to split, so ASCII is split without `normalize`.
  if (ASCII.test(text)) {
    return (text.toLowerCase().match(/[a-z0-9]+/g) ?? []).filter((word) => word.length <= MAX_CHARACTERS);
  }
  const found = [];
  for (const { word, isPair, isLast } of split(normalize(text))) {
    // A query leaves out the last character of a longer run: on a page where the run goes on, it is no word.
    const isWord = isPair ? !(isQuery && isLast) : [...word].length <= MAX_CHARACTERS;
    if (isWord) {
      found.push(word);
    }
  }
  return found;
}

/** Returns the places `[from, to]` at which a text has words that a search found. */
export function marks(text, foundWords) {
  const places = [];
  for (const { word, at, isPair } of split(text)) {
    if (isPair ? foundWords.has(normalize(word)) : words(word).some((plain) => foundWords.has(plain))) {
      places.push([at, at + word.length]);
    }
  }
  return places;
}

/**
 * Returns how likely it is, from 0 to 1, that a visitor who looks for `wanted` means `word`: `wanted` may have a typing
 * error or another ending, or be a part of `word`. `word` must not begin with `wanted`: `#match` itself adds the words
 * that do.
 */
function likeness(wanted, word) {
  // `installing` is `install` with an ending.
  const stem = word.replace(VIRAMA, "");
  if (stem.length > 2 && wanted.startsWith(stem) && wanted.length - stem.length <= 4) {
    return 0.6;
  }
  if (wanted.length <= 3) {
    return 0;
  }
  let same = 0;
  while (same < wanted.length && wanted[same] === word[same]) {
    same++;
  }
  const [wantedRest, wordRest] = [wanted.slice(same), word.slice(same)];
  // One letter is wrong, missing or too many, or two are swapped.
  const swapped = wantedRest[1] + wantedRest[0] + wantedRest.slice(2);
  for (const corrected of [wordRest[0] + wantedRest.slice(1), wordRest[0] + wantedRest, wantedRest.slice(1), swapped]) {
    if (wantedRest && wordRest.startsWith(corrected)) {
      return wordRest === corrected ? 0.5 : 0.3;
    }
  }
  // `wanted` and `word` have the same stem and different endings.
  if (same > 3 && same >= wanted.length * 0.6 && wantedRest.length <= 4 && wordRest.length <= 4) {
    return 0.4;
  }
  return word.includes(wanted) ? 0.35 : 0;
}

/** Yields the sections in a word's list, each with the weight of the word in it. */
function* readList(list) {
  let section = 0;
  for (const number of list[0] === COMMON ? list.slice(1) : list) {
    section += number >> 3;
    yield [section, number & 7];
  }
}

/** Returns the words in the list of words. Each line leaves out what its word shares with the word before. */
function readWords(text) {
  let before = "";
  return text.trimEnd().split("\n").map((line) => (before = before.slice(0, parseInt(line[0], 36)) + line.slice(1)));
}

export class SearchIndex {
  #pages;
  #contents;
  #fetchText;
  #files = new Map();
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

  /** Finds the pages whose titles have all words of a query, or words that begin with them. Fetches nothing. */
  titles(query) {
    const wanted = words(query, true);
    this.#titles ??= this.#pages.map((page) => words(page.title));
    const results = [];
    for (const [number, own] of this.#titles.entries()) {
      if (wanted.length && wanted.every((word) => own.some((other) => other.startsWith(word)))) {
        // Whole words count more than beginnings, and a short title more than a long one.
        const score = wanted.filter((word) => own.includes(word)).length - own.length / 100;
        results.push({ page: this.#pages[number], section: 0, score });
      }
    }
    return { results: results.sort((a, b) => b.score - a.score), found: new Set(wanted) };
  }

  /**
   * Finds the pages that have the most words of a query, the best first, each with its best section. Also returns the
   * words that were found.
   */
  async find(query) {
    const wanted = [...new Set(words(query, true))];
    const matches = await Promise.all(wanted.map((word) => this.#match(word)));
    const numbers = new Set(matches.flatMap((match) => [...match.pages.keys()]));
    const results = [...numbers].map((number) => this.#rate(number, matches));
    // The pages with the most words that are not common.
    const most = results.reduce((most, { count }) => Math.max(most, count), 0);
    const best = results.filter(({ count }) => count === most).sort((a, b) => b.score - a.score);
    return { results: best, found: new Set(matches.flatMap((match) => match.words)) };
  }

  /** Returns the result for a page: its best section, its score, and how many words it matches, without common ones. */
  #rate(number, matches) {
    const page = this.#pages[number];
    const found = matches.map((match) => match.pages.get(number));
    const scores = new Map();
    for (const [section, score] of found.flatMap((onPage) => [...(onPage?.sections ?? [])])) {
      scores.set(section, (scores.get(section) ?? 0) + score);
    }
    const [section, sectionScore] = [...scores].reduce((a, b) => (b[1] > a[1] ? b : a));
    let score = found.reduce((sum, onPage) => sum + (onPage?.score ?? 0), 0) + sectionScore / 2;
    if (found.every((onPage) => onPage?.weight === TITLE_WEIGHT)) {
      score += 1000 + 100 * (matches.length / words(page.title).length);
    }
    const count = matches.filter((match, at) => found[at] && !match.isCommon).length;
    return { page, section: section - page.first, score, count };
  }

  /** Finds the pages that have a word, or a word that begins with it; if few do, also those with a similar word. */
  async #match(word) {
    const match = { words: [], pages: new Map(), isCommon: false };
    const begin = word.replace(VIRAMA, "");
    for (const part of await this.#parts(begin)) {
      for (const [other, list] of part) {
        if (other.startsWith(begin)) {
          this.#add(match, other, list, other === word ? 1 : 0.5 + (0.4 * word.length) / other.length);
        }
      }
    }
    if (!match.isCommon && match.pages.size < MIN_PAGES && word.length > 2) {
      for (const [other, quality] of await this.#similar(word)) {
        const [part] = await this.#parts(other);
        this.#add(match, other, part.get(other), quality);
      }
    }
    return match;
  }

  /** Adds the pages of a word to a match. `quality` says how well the word fits the word of the query. */
  #add(match, word, list, quality) {
    const isCommon = list[0] === COMMON;
    match.isCommon ||= isCommon && quality === 1;
    match.words.push(word);
    const rarity = isCommon ? 0.5 : Math.log(1 + this.#pages.length / list.length);
    for (const [section, weight] of readList(list)) {
      const score = quality * SCORE_OF_WEIGHT[weight] * rarity;
      const number = this.#pageOf(section);
      const page = match.pages.get(number) ?? { score: 0, weight: 0, sections: new Map() };
      match.pages.set(number, page);
      page.score = Math.max(page.score, score);
      page.weight = Math.max(page.weight, weight);
      page.sections.set(section, Math.max(page.sections.get(section) ?? 0, score));
    }
  }

  /** Finds the words that are most like a word, each with its likeness. */
  async #similar(word) {
    const others = (await this.#read(this.#contents.words, readWords)).filter((other) => !other.startsWith(word));
    const rated = others.map((other) => [other, likeness(word, other)]).filter(([, quality]) => quality);
    return rated.sort((a, b) => b[1] - a[1] || a[0].length - b[0].length).slice(0, MAX_SIMILAR);
  }

  /** Fetches the parts that may have words with this beginning, at most `MAX_PARTS`. */
  #parts(begin) {
    const { parts } = this.#contents;
    const after = parts.findIndex(([first]) => first > begin);
    const from = Math.max((after < 0 ? parts.length : after) - 1, 0);
    const wanted = parts.slice(from, from + MAX_PARTS).filter(([first], at) => at === 0 || first.startsWith(begin));
    return Promise.all(wanted.map(([, name]) => this.#read(name, (text) => new Map(Object.entries(JSON.parse(text))))));
  }

  /** Fetches and parses a file of the index, once. */
  #read(name, parse) {
    const file = this.#files.get(name) ?? this.#fetchText(name).then(parse);
    this.#files.set(name, file);
    return file;
  }

  /** Returns the number of the page that has a section. */
  #pageOf(section) {
    let [low, high] = [0, this.#pages.length - 1];
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      [low, high] = this.#pages[middle].first <= section ? [middle, high] : [low, middle - 1];
    }
    return low;
  }
}
