//! The words of one finished page, section by section. Each heading below level 1 that has an id begins a section.

use rustc_hash::FxHashMap;

use super::selector::Selector;
use super::settings::SearchSettings;
use super::words::for_each_word;
use crate::html::{OpenElement, Tag, Token, is_hidden, scan, separates_words};
use crate::unicode::collapse_white_space;

#[derive(Debug, PartialEq, Eq)]
pub struct PageWords {
    /// The first heading of level 1 with text in the searched part or, without one, the page's `<title>`.
    pub title: String,
    /// The language of the page, in lower case.
    pub language: String,
    /// The number of sections, including the one before the first heading that begins a section.
    pub section_count: u32,
    /// The distinct words, sorted, each followed by a line break.
    words: String,
    /// Where the words occur, sorted by word and section.
    occurrences: Vec<Occurrence>,
}

/// A word in a section.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Occurrence {
    /// The number of the word within the page.
    word: u32,
    pub section: u32,
    pub weight: u8,
}

/// The weights of a word in a section's heading and in the page's title. Words of the text weigh less (`text_weight`).
pub const HEADING_WEIGHT: u8 = 3;
const TITLE_WEIGHT: u8 = 4;

/// Returns the weight of a word that occurs this often in the text of a section.
fn text_weight(count: u32) -> u8 {
    match count {
        0 | 1 => 0,
        2 | 3 => 1,
        _ => 2,
    }
}

impl PageWords {
    /// Collects the words of a page; `None` if the page is `noindex` or has no searched part.
    pub fn collect(html: &str, settings: &SearchSettings) -> Option<Self> {
        let mut collector = Collector::new(settings);
        scan(html, |token| collector.read(&token));
        (!collector.is_noindex && collector.has_searched_part).then(|| collector.finish())
    }

    /// Iterates over the words, each with its occurrences.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &[Occurrence])> {
        self.words.lines().zip(self.occurrences.chunk_by(|a, b| a.word == b.word))
    }
}

#[derive(Default)]
struct Collector<'a> {
    /// The elements that are searched. If the settings name none, the whole page is searched until a `main` begins.
    within: Option<Selector>,
    leave_out: Vec<Selector>,
    is_noindex: bool,
    has_searched_part: bool,
    language: String,
    /// The text of the page's `<title>`.
    title: String,
    title_is_open: bool,
    searched: OpenElement<'a>,
    /// The open element that browsers hide.
    hidden: OpenElement<'a>,
    skipped: OpenElement<'a>,
    /// The text since the last heading began or ended.
    text: String,
    /// The level of the open heading.
    open_heading: Option<u8>,
    /// The first heading of level 1 with text in the searched part.
    heading: String,
    section: u32,
    counts: FxHashMap<String, Vec<SectionCount>>,
}

/// How often a word occurs in a section, while the page is read.
struct SectionCount {
    section: u32,
    /// The weight of the heading or title that has the word; 0 if neither does.
    weight: u8,
    /// How often the word occurs in the text.
    count: u32,
}

impl<'a> Collector<'a> {
    fn new(settings: &SearchSettings) -> Self {
        Self {
            within: settings.within.as_deref().and_then(Selector::parse),
            leave_out: settings.leave_out.iter().filter_map(|text| Selector::parse(text)).collect(),
            ..Self::default()
        }
    }

    fn is_searched(&self) -> bool {
        (self.within.is_none() || self.searched.is_open()) && !self.hidden.is_open() && !self.skipped.is_open()
    }

    /// Searches the page's `main` instead of the whole page, and drops what was collected before.
    fn begin_main(&mut self) {
        self.within = Selector::parse("main");
        self.text.clear();
        self.counts.clear();
        self.heading.clear();
        self.open_heading = None;
        self.section = 0;
    }

    fn begin_heading(&mut self, level: u8, tag: &Tag<'_>) {
        self.end_text();
        self.section += u32::from(level > 1 && tag.has_value("id"));
        self.open_heading = Some(level);
    }

    /// Adds the words of the text since the last heading began or ended.
    fn end_text(&mut self) {
        let text = std::mem::take(&mut self.text);
        match self.open_heading.take() {
            // The words of the title are added once the whole page is read.
            Some(1) if self.heading.is_empty() => self.heading = collapse_white_space(&text),
            Some(_) => self.add_words(&text, self.section, Some(HEADING_WEIGHT)),
            None => self.add_words(&text, self.section, None),
        }
    }

    /// Adds the words of a text; `weight` is that of a heading or title, and `None` for other texts.
    fn add_words(&mut self, text: &str, section: u32, weight: Option<u8>) {
        for_each_word(text, |word| {
            // `entry` would copy every word.
            if !self.counts.contains_key(word) {
                self.counts.insert(word.to_owned(), Vec::new());
            }
            let Some(counts) = self.counts.get_mut(word) else { return };
            let at = counts.iter().rposition(|known| known.section == section).unwrap_or_else(|| {
                counts.push(SectionCount { section, weight: 0, count: 0 });
                counts.len() - 1
            });
            match weight {
                Some(weight) => counts[at].weight = counts[at].weight.max(weight),
                None => counts[at].count += 1,
            }
        });
    }

    fn finish(mut self) -> PageWords {
        self.end_text();
        let has_heading = !self.heading.is_empty();
        let title = if has_heading { self.heading.clone() } else { collapse_white_space(&self.title) };
        self.add_words(&title, 0, Some(TITLE_WEIGHT));
        let mut counts: Vec<(String, Vec<SectionCount>)> = self.counts.into_iter().collect();
        counts.sort_unstable_by(|(a, _), (b, _)| a.cmp(b));
        let (mut words, mut occurrences) = (String::new(), Vec::new());
        for (word, (text, mut counts)) in (0..).zip(counts) {
            words.push_str(&text);
            words.push('\n');
            counts.sort_unstable_by_key(|count| count.section);
            occurrences.extend(counts.iter().map(|SectionCount { section, weight, count }| Occurrence {
                word,
                section: *section,
                weight: (*weight).max(text_weight(*count)),
            }));
        }
        words.shrink_to_fit();
        occurrences.shrink_to_fit();
        let (language, section_count) = (self.language.to_lowercase(), self.section + 1);
        PageWords { title, language, section_count, words, occurrences }
    }

    fn read(&mut self, token: &Token<'a, '_>) {
        let leave_out = &self.leave_out;
        self.hidden.update(token, is_hidden);
        self.skipped.update(token, |tag| leave_out.iter().any(|selector| selector.matches(tag)));
        if let Token::Start(tag) = token
            && self.within.is_none()
            && !self.hidden.is_open()
            && tag.name == "main"
        {
            self.begin_main();
        }
        let within = &self.within;
        self.searched.update(token, |tag| within.as_ref().is_some_and(|within| within.matches(tag)));
        match token {
            Token::Start(tag) => self.read_start(tag),
            Token::End(tag) => {
                self.title_is_open &= tag.name != "title";
                if self.open_heading.is_some() && self.open_heading == tag.heading_level() {
                    self.end_text();
                }
                if separates_words(&tag.name) {
                    self.text.push(' ');
                }
            }
            _ if self.title_is_open => self.title.extend(token.decoded_text()),
            _ if self.is_searched() => self.text.extend(token.decoded_text()),
            _ => {}
        }
    }

    fn read_start(&mut self, tag: &Tag<'a>) {
        match &*tag.name {
            "html" => self.language = tag.get("lang").map_or_else(String::new, |lang| lang.value().into_owned()),
            "meta" => self.is_noindex |= tag.is_noindex(),
            "title" => self.title_is_open = !tag.is_foreign && self.title.is_empty(),
            _ => {}
        }
        if !self.is_searched() {
            return;
        }
        self.has_searched_part = true;
        if separates_words(&tag.name) {
            self.text.push(' ');
        }
        if let Some(level) = tag.heading_level() {
            self.begin_heading(level, tag);
        }
    }
}
