//! The quotation marks of a language, in place of the English ones that pulldown-cmark writes for `"` and `'`. A `“` in
//! the text stays.

use pulldown_cmark::Event;

use super::events::ParserEvent;
use crate::language::QuotationMarks;

/// Replaces the quotation marks in the events of the parser, whose input is `text`.
pub(super) fn replace_quotes(events: &mut [ParserEvent<'_>], text: &str, marks: QuotationMarks) {
    if marks == QuotationMarks::default() {
        return;
    }
    let mut is_single_open = false;
    for (event, range) in events {
        let Event::Text(written) = event else { continue };
        if !matches!(&text[range.clone()], "\"" | "'") {
            continue;
        }
        let mark = match &**written {
            "“" => marks.double.0,
            "”" => marks.double.1,
            "‘" => {
                is_single_open = true;
                marks.single.0
            }
            // The parser writes `’` for apostrophes too. They stand within a word, or where no `‘` is open.
            "’" if is_single_open && !is_within_word(text, range.start) => {
                is_single_open = false;
                marks.single.1
            }
            _ => continue,
        };
        *written = mark.into();
    }
}

/// Whether letters or digits surround the byte at `at`.
fn is_within_word(text: &str, at: usize) -> bool {
    let (before, after) = (text[..at].chars().next_back(), text[at + 1..].chars().next());
    [before, after].iter().all(|c| c.is_some_and(char::is_alphanumeric))
}
