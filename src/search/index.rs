//! The files of the index, for each language of the pages:
//!
//! 1. `search/en/0123456789.json`, a part: some of the words, each with the sections that contain it. A browser fetches
//!    only the parts with the words of a query.
//! 2. `search/en/0123456789.txt`, the list of words, in which a browser looks for similar words if a query finds too
//!    little.
//! 3. `search/en.json`, the contents: the pages with their titles, the first word of each part, and the names of the
//!    other files. Its path never changes, so that browsers find it although no page names it.
//!
//! A part is an object from words to lists of numbers, one for each section that contains the word. Sections are
//! numbered over all pages of the language. A number is eight times the distance from the section before in the list,
//! plus the weight: `"kite":[16,25]` is section 2 with weight 0, and section 5 with weight 1. The list of a common word
//! begins with -1, and has only the sections with the word in a heading or title.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use rustc_hash::FxHashMap;
use serde_json::json;

use super::page_words::{HEADING_WEIGHT, PageWords};
use super::settings::SearchSettings;
use crate::route::content_hash;

/// The folder of all files of the search.
pub const FOLDER: &str = "search";

/// The size at which a part is full. Hosts compress it to a third. On a slow line, a larger part would take longer to
/// download than to request.
const PART_BYTES: usize = 24 * 1024;

/// In an index of fewer pages, no word is common. In others, a word is common if more than half of the pages have it.
const MIN_PAGES_FOR_COMMON_WORDS: usize = 20;

/// The maximum number of UTF-16 units that a line of the list of words takes over from the word before. One digit of
/// base 36 states how many.
const MAX_SHARED_UNITS: usize = 35;

/// The length of the shortest words in the list of words. Shorter words have no similar ones worth showing.
const MIN_LISTED_CHARACTERS: usize = 3;

const UNDETERMINED: &str = "und";

#[derive(Debug, PartialEq, Eq)]
pub struct IndexFile {
    /// The output path.
    pub path: String,
    pub text: String,
}

/// Builds the index of pages. Each page comes with its URL below the base path: `kites/`.
pub fn build_index<'w>(
    pages: impl Iterator<Item = (&'w str, &'w PageWords)>,
    settings: &SearchSettings,
) -> Vec<IndexFile> {
    let mut languages: BTreeMap<&str, Vec<(&str, &PageWords)>> = BTreeMap::new();
    for (url, words) in pages {
        languages.entry(path_name(&words.language)).or_default().push((url, words));
    }
    languages.iter().flat_map(|(language, pages)| WordIndex::new(pages).format_files(language, settings)).collect()
}

/// Returns the name of a language in paths: `und` if it is empty or could not be part of a path.
fn path_name(language: &str) -> &str {
    let is_name = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'-';
    if !language.is_empty() && language.bytes().all(is_name) { language } else { UNDETERMINED }
}

/// The words of all pages of a language.
struct WordIndex<'w> {
    pages: &'w [(&'w str, &'w PageWords)],
    words: Vec<(&'w str, WordUse)>,
}

/// The sections and pages with a word.
#[derive(Default)]
struct WordUse {
    /// The sections with the word, numbered over all pages of the language, each with the word's weight.
    sections: Vec<(u32, u8)>,
    page_count: usize,
}

impl<'w> WordIndex<'w> {
    fn new(pages: &'w [(&'w str, &'w PageWords)]) -> Self {
        let mut uses: FxHashMap<&str, WordUse> = FxHashMap::default();
        let mut first_section = 0;
        for (_, page) in pages {
            for (word, occurrences) in page.iter() {
                let word_use = uses.entry(word).or_default();
                word_use.page_count += 1;
                word_use.sections.extend(occurrences.iter().map(|found| (first_section + found.section, found.weight)));
            }
            first_section += page.section_count;
        }
        let mut words: Vec<_> = uses.into_iter().collect();
        // The browser's engine looks words up by comparing UTF-16 units, as JavaScript does.
        words.sort_unstable_by(|(a, _), (b, _)| a.encode_utf16().cmp(b.encode_utf16()));
        Self { pages, words }
    }

    fn format_files(self, language: &str, settings: &SearchSettings) -> Vec<IndexFile> {
        let mut files = Vec::new();
        let mut add = |text: String, extension: &str| {
            let name = format!("{}.{extension}", content_hash(text.as_bytes()));
            files.push(IndexFile { path: format!("{FOLDER}/{language}/{name}"), text });
            name
        };
        let parts: Vec<_> = self.format_parts().into_iter().map(|(first, text)| (first, add(text, "json"))).collect();
        let words = add(self.format_word_list(), "txt");
        let pages: Vec<_> = self.pages.iter().map(|(url, page)| json!([url, page.title, page.section_count])).collect();
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

    /// Formats the parts, each with its first word.
    fn format_parts(&self) -> Vec<(&'w str, String)> {
        let mut parts: Vec<(&str, String)> = Vec::new();
        for (word, word_use) in &self.words {
            match parts.last_mut().filter(|(_, text)| text.len() < PART_BYTES) {
                Some((_, text)) => text.push(','),
                None => parts.push((word, "{".to_owned())),
            }
            if let Some((_, text)) = parts.last_mut() {
                // A word has no character that JSON escapes.
                let _ = write!(text, "\"{word}\":[{}]", self.format_sections(word_use));
            }
        }
        parts.iter_mut().for_each(|(_, text)| text.push('}'));
        parts
    }

    fn format_sections(&self, word_use: &WordUse) -> String {
        let is_common = self.pages.len() >= MIN_PAGES_FOR_COMMON_WORDS && word_use.page_count * 2 > self.pages.len();
        let mut numbers = if is_common { "-1,".to_owned() } else { String::new() };
        let mut before = 0;
        for (section, weight) in word_use.sections.iter().filter(|(_, weight)| !is_common || *weight >= HEADING_WEIGHT)
        {
            let _ = write!(numbers, "{},", u64::from(section - before) * 8 + u64::from(*weight));
            before = *section;
        }
        numbers.pop();
        numbers
    }

    /// Formats the list of words. A line is the number of UTF-16 units that the word shares with the beginning of the
    /// word before, as a digit of base 36, and the rest of the word.
    fn format_word_list(&self) -> String {
        let (mut list, mut before) = (String::new(), "");
        let is_listed = |word: &&str| {
            word.chars().count() >= MIN_LISTED_CHARACTERS && !word.bytes().all(|byte| byte.is_ascii_digit())
        };
        for word in self.words.iter().map(|(word, _)| *word).filter(is_listed) {
            let (mut units, mut bytes) = (0, 0);
            for (c, _) in word.chars().zip(before.chars()).take_while(|(a, b)| a == b) {
                if units + c.len_utf16() > MAX_SHARED_UNITS {
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
