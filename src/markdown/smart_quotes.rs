//! The quotation marks of a language, in place of the English ones that pulldown-cmark writes for `"` and `'`. Typed
//! quotation marks stay.

use pulldown_cmark::Event;

use super::event_buffer::ParserEvent;
use crate::language::QuotationMarks;

/// The parser's events, with the quotation marks of a language.
pub(super) struct SmartQuotes<'a, I> {
    events: I,
    /// The parser's input.
    text: &'a str,
    /// The marks; `None` if they are the parser's own.
    marks: Option<QuotationMarks>,
    /// A single quotation mark was opened and not closed; the parser writes such marks in pairs.
    is_single_open: bool,
}

impl<'a, I> SmartQuotes<'a, I> {
    pub fn new(events: I, text: &'a str, marks: QuotationMarks) -> Self {
        let marks = (marks != QuotationMarks::default()).then_some(marks);
        Self { events, text, marks, is_single_open: false }
    }

    /// Returns the mark that replaces the parser's mark for the byte at `at`; `None` for an apostrophe.
    fn replacement(&mut self, marks: QuotationMarks, written: &str, at: usize) -> Option<&'static str> {
        match written {
            "“" => Some(marks.double.0),
            "”" => Some(marks.double.1),
            "‘" => {
                self.is_single_open = true;
                Some(marks.single.0)
            }
            // The parser writes apostrophes alike: they stand within a word, or no quotation is open.
            "’" if self.is_single_open && !self.is_within_word(at) => {
                self.is_single_open = false;
                Some(marks.single.1)
            }
            _ => None,
        }
    }

    fn is_within_word(&self, at: usize) -> bool {
        let (before, after) = (self.text[..at].chars().next_back(), self.text[at + 1..].chars().next());
        [before, after].iter().all(|c| c.is_some_and(char::is_alphanumeric))
    }
}

impl<'a, I: Iterator<Item = ParserEvent<'a>>> Iterator for SmartQuotes<'a, I> {
    type Item = ParserEvent<'a>;

    #[inline]
    fn next(&mut self) -> Option<ParserEvent<'a>> {
        let (event, range) = self.events.next()?;
        let Some(marks) = self.marks else { return Some((event, range)) };
        match &event {
            Event::Text(written) if matches!(&self.text[range.clone()], "\"" | "'") => {
                let replaced = self.replacement(marks, written, range.start);
                Some((replaced.map_or(event, |mark| Event::Text(mark.into())), range))
            }
            _ => Some((event, range)),
        }
    }
}
