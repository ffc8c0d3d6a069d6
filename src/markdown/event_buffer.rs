//! Events for the HTML writer, with the placeholders among them.

use std::collections::VecDeque;
use std::ops::Range;

use pulldown_cmark::Event;

use super::placeholder::Placeholder;

/// An event for the writer, and its bytes in the parsed text, if they are known.
pub(super) type RangedEvent<'a> = (Event<'a>, Option<Range<usize>>);

/// Events that wait for the writer.
#[derive(Default)]
pub(super) struct EventBuffer<'a> {
    pub events: VecDeque<RangedEvent<'a>>,
    /// One placeholder for each NUL in the events, in the same order.
    pub placeholders: Vec<Placeholder>,
}

impl<'a> EventBuffer<'a> {
    pub fn push(&mut self, event: Event<'a>, range: Option<Range<usize>>) {
        self.events.push_back((event, range));
    }

    pub fn push_placeholder(&mut self, placeholder: Placeholder, range: Range<usize>) {
        self.placeholders.push(placeholder);
        self.push(Event::InlineHtml("\0".into()), Some(range));
    }
}
