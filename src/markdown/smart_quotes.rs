//! The quotation marks of a language, in place of the English ones that pulldown-cmark writes for `"` and `'`. Typed
//! quotation marks stay.

use pulldown_cmark::Event;

use super::event_buffer::{ParserEvent, ParserEvents};
use crate::language::QuotationMarks;

/// The parser's events, with the quotation marks of a language.
struct SmartQuotes<'a> {
    events: ParserEvents<'a>,
    /// The parser's input.
    text: &'a str,
    marks: QuotationMarks,
    /// Whether a quotation in single marks is open.
    is_single_open: bool,
}

/// Replaces the quotation marks of the parser, whose input is `text`.
pub(super) fn replace_quotes<'a>(events: ParserEvents<'a>, text: &'a str, marks: QuotationMarks) -> ParserEvents<'a> {
    if marks == QuotationMarks::default() {
        return events;
    }
    Box::new(SmartQuotes { events, text, marks, is_single_open: false })
}

impl SmartQuotes<'_> {
    /// Returns the mark that replaces the parser's mark for the byte at `at`; `None` for an apostrophe.
    fn replacement(&mut self, written: &str, at: usize) -> Option<&'static str> {
        let marks = self.marks;
        match written {
            "“" => Some(marks.double.0),
            "”" => Some(marks.double.1),
            "‘" => {
                self.is_single_open = true;
                Some(marks.single.0)
            }
            // The parser writes `’` for apostrophes too. They stand within a word, or where no quotation is open.
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

impl<'a> Iterator for SmartQuotes<'a> {
    type Item = ParserEvent<'a>;

    fn next(&mut self) -> Option<ParserEvent<'a>> {
        let mut next = self.events.next();
        if let Some((Event::Text(text), range)) = &mut next
            && matches!(&self.text[range.clone()], "\"" | "'")
            && let Some(mark) = self.replacement(text, range.start)
        {
            *text = mark.into();
        }
        next
    }
}
