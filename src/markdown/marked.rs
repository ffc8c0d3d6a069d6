//! The writer of HTML with marks before tags and texts, by which checks and the editor find where the tags and texts
//! are written.
//!
//! Marks are inserted into the written HTML: as events, they would change where the writer breaks lines.

use std::cell::Cell;
use std::fmt::{self, Write};
use std::ops::Range;

use pulldown_cmark::{Event, html};

/// Writes the HTML of events, with the marks that `mark` returns for their spans in the file. An event without a span
/// has no mark.
pub(super) fn push_html<'a>(
    html: &mut String,
    events: impl Iterator<Item = (Option<Range<usize>>, Event<'a>)>,
    mark: &mut dyn FnMut(Range<usize>) -> String,
) {
    let next = Cell::default();
    let events = events.map(|(span, event)| {
        next.set(span.map(|span| NextEvent { span, is_text: matches!(event, Event::Text(_)) }));
        event
    });
    // Writing to a String can't fail.
    let _ = html::write_html_fmt(MarkWriter { html, next: &next, mark }, events);
}

struct NextEvent {
    span: Range<usize>,
    is_text: bool,
}

/// The writer of HTML that puts a mark before the next tag or text.
struct MarkWriter<'w> {
    html: &'w mut String,
    next: &'w Cell<Option<NextEvent>>,
    mark: &'w mut dyn FnMut(Range<usize>) -> String,
}

impl Write for MarkWriter<'_> {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        let Some(next) = self.next.take() else { return self.html.write_str(text) };
        // A line break may precede a tag. A NUL is a placeholder.
        let at = if next.is_text { Some(0) } else { text.find(['<', '\0']) };
        match at {
            Some(at) => {
                self.html.push_str(&text[..at]);
                self.html.push_str(&(self.mark)(next.span));
                self.html.push_str(&text[at..]);
            }
            None => {
                self.next.set(Some(next));
                self.html.push_str(text);
            }
        }
        Ok(())
    }
}
