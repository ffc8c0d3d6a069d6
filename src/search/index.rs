//! The files of the index, for each language of the pages:
//!
//! 1. `search/en.json`, the contents: the pages with their titles, the first word of each part, and the names of the other files. Its
//!    address never changes, so that pages need not name it.
//! 2. `search/en/0123456789.json`, a part: words, each with the sections that have it. A browser fetches the parts that the words of a
//!    query fall into.
//! 3. `search/en/0123456789.txt`, all words, in which a browser looks for similar ones if a query finds too little.
//!
//! A part is an object from words to lists of numbers. A number is eight times the distance from the section before, plus the weight.
//! A list that begins with -1 belongs to a common word: it leaves out plain text and names only headings and titles.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use rustc_hash::FxHashMap;
use serde_json::json;
use xxhash_rust::xxh3::xxh3_64;

use super::page_words::{HEADING_WEIGHT, PageWords};
use super::settings::SearchSettings;

/// The folder of all files of the search.
pub const FOLDER: &str = "search";

/// The size of a part. With gzip, a third remains: on a slow line, twice that takes as long as the request itself.
const PART_BYTES: usize = 24 * 1024;

/// In a site of this many pages, a word that more than half of them have is a common one.
const MIN_PAGES_FOR_COMMON_WORDS: usize = 20;

/// Shorter words have no similar ones worth showing.
const MIN_LISTED_CHARACTERS: usize = 3;

/// The language of pages that state none.
const UNDETERMINED: &str = "und";

/// A file of the index.
#[derive(Debug, PartialEq, Eq)]
pub struct IndexFile {
    /// The output path.
    pub path: String,
    pub text: String,
}

/// Makes the index of pages, each with its address below the base path: for `/kites/`, `kites/`.
pub fn index_files<'w>(
    pages: impl Iterator<Item = (&'w str, &'w PageWords)>,
    settings: &SearchSettings,
) -> Vec<IndexFile> {
    let mut languages: BTreeMap<&str, Vec<(&str, &PageWords)>> = BTreeMap::new();
    for (address, words) in pages {
        languages.entry(file_name(&words.language)).or_default().push((address, words));
    }
    languages.iter().flat_map(|(language, pages)| LanguageIndex::new(pages).files(language, settings)).collect()
}

/// Returns the language as the name of a file.
fn file_name(language: &str) -> &str {
    let is_name = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'-';
    if !language.is_empty() && language.bytes().all(is_name) { language } else { UNDETERMINED }
}

/// The words of all pages of a language.
struct LanguageIndex<'w> {
    pages: &'w [(&'w str, &'w PageWords)],
    words: Vec<(&'w str, WordPlaces)>,
}

/// The sections that have a word.
#[derive(Default)]
struct WordPlaces {
    /// The number of each section in the language, with the word's weight.
    sections: Vec<(u32, u8)>,
    page_count: usize,
}

impl<'w> LanguageIndex<'w> {
    fn new(pages: &'w [(&'w str, &'w PageWords)]) -> Self {
        let mut places: FxHashMap<&str, WordPlaces> = FxHashMap::default();
        let mut first_section = 0;
        for (_, page) in pages {
            for (word, occurrences) in page.iter() {
                let word = places.entry(word).or_default();
                word.page_count += 1;
                word.sections.extend(occurrences.iter().map(|found| (first_section + found.section, found.weight)));
            }
            first_section += page.sections;
        }
        let mut words: Vec<_> = places.into_iter().collect();
        // As JavaScript compares.
        words.sort_unstable_by(|(a, _), (b, _)| a.encode_utf16().cmp(b.encode_utf16()));
        Self { pages, words }
    }

    fn files(self, language: &str, settings: &SearchSettings) -> Vec<IndexFile> {
        let mut files = Vec::new();
        let mut add = |text: String, extension: &str| {
            let name = format!("{}.{extension}", &format!("{:016x}", xxh3_64(text.as_bytes()))[..10]);
            files.push(IndexFile { path: format!("{FOLDER}/{language}/{name}"), text });
            name
        };
        let parts: Vec<_> = self.parts().into_iter().map(|(first, text)| (first, add(text, "json"))).collect();
        let words = add(self.list(), "txt");
        let pages: Vec<_> =
            self.pages.iter().map(|(address, page)| json!([address, page.title, page.sections])).collect();
        let contents = json!({
            "within": settings.within,
            "leaveOut": settings.leave_out.join(","),
            "parts": parts,
            "words": words,
            "pages": pages,
        });
        let path = format!("{FOLDER}/{language}.json");
        files.push(IndexFile { path, text: contents.to_string() });
        files
    }

    /// Cuts the words into parts. Returns each with its first word.
    fn parts(&self) -> Vec<(&'w str, String)> {
        let mut parts: Vec<(&str, String)> = Vec::new();
        for (word, places) in &self.words {
            match parts.last_mut().filter(|(_, text)| text.len() < PART_BYTES) {
                Some((_, text)) => text.push(','),
                None => parts.push((word, "{".to_owned())),
            }
            if let Some((_, text)) = parts.last_mut() {
                // A word has no character that JSON escapes.
                let _ = write!(text, "\"{word}\":[{}]", self.numbers(places));
            }
        }
        parts.iter_mut().for_each(|(_, text)| text.push('}'));
        parts
    }

    /// Writes the sections of a word.
    fn numbers(&self, places: &WordPlaces) -> String {
        let is_common = self.pages.len() >= MIN_PAGES_FOR_COMMON_WORDS && places.page_count * 2 > self.pages.len();
        let mut numbers = if is_common { "-1,".to_owned() } else { String::new() };
        let mut before = 0;
        for (section, weight) in places.sections.iter().filter(|(_, weight)| !is_common || *weight >= HEADING_WEIGHT) {
            let _ = write!(numbers, "{},", u64::from(section - before) * 8 + u64::from(*weight));
            before = *section;
        }
        numbers.pop();
        numbers
    }

    /// Lists the words that others may be similar to. A line is the number of UTF-16 units that begin the word before too, as a digit of
    /// base 36, and the rest of the word.
    fn list(&self) -> String {
        let (mut list, mut before) = (String::new(), "");
        let is_listed = |word: &&str| {
            word.chars().count() >= MIN_LISTED_CHARACTERS && !word.bytes().all(|byte| byte.is_ascii_digit())
        };
        for word in self.words.iter().map(|(word, _)| *word).filter(is_listed) {
            let (mut units, mut bytes) = (0, 0);
            for (c, _) in word.chars().zip(before.chars()).take_while(|(a, b)| a == b) {
                if units + c.len_utf16() > 35 {
                    break;
                }
                (units, bytes) = (units + c.len_utf16(), bytes + c.len_utf8());
            }
            list.extend(char::from_digit(u32::try_from(units).unwrap_or_default(), 36));
            list.push_str(&word[bytes..]);
            list.push('\n');
            before = word;
        }
        list
    }
}
