//! Events for the HTML writer, with the placeholders among them.

use std::collections::VecDeque;
use std::ops::Range;

use pulldown_cmark::{Event, Tag};

use super::pieces::Piece;
use super::placeholder::Placeholder;

/// An event of the parser, and its bytes in the parsed text.
pub(super) type ParserEvent<'a> = (Event<'a>, Range<usize>);

/// The events of the parser, or of an iterator that changes them. A box is faster than a generic type, whose inlined
/// calls would copy each event once more.
pub(super) type ParserEvents<'a> = Box<dyn Iterator<Item = ParserEvent<'a>> + 'a>;

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

    pub fn push_piece(&mut self, piece: Piece, range: Range<usize>) {
        self.push_placeholder(Placeholder::Piece(piece), range);
    }

    pub fn push_placeholder(&mut self, placeholder: Placeholder, range: Range<usize>) {
        self.placeholders.push(placeholder);
        self.push(Event::InlineHtml("\0".into()), Some(range));
    }

    /// Sets the id of the heading whose events begin at `event_index` and end with the last event. Its placeholders
    /// begin at `placeholder_index`. With `has_anchor`, the heading's text becomes a link to the heading.
    pub fn set_heading_id(&mut self, event_index: usize, placeholder_index: usize, new_id: &str, has_anchor: bool) {
        let Some((Event::Start(Tag::Heading { id, .. }), _)) = self.events.get_mut(event_index) else { return };
        *id = Some("\0".into());
        let new_id = || Placeholder::Piece(Piece::Id(new_id.to_owned()));
        self.placeholders.insert(placeholder_index, new_id());
        if has_anchor {
            self.placeholders.insert(placeholder_index + 1, new_id());
            self.events.insert(self.events.len() - 1, (Event::InlineHtml("</a>".into()), None));
            let anchor = Event::InlineHtml("<a class=\"heading-anchor\" href=\"#\0\">".into());
            self.events.insert(event_index + 1, (anchor, None));
        }
    }
}
