//! Events on their way from the parser to the HTML writer, with placeholders for the parts that become pieces.

use std::ops::Range;

use pulldown_cmark::{Event, TagEnd};

use super::component_tag::ComponentTag;
use super::pieces::{Heading, Piece};
use crate::html;

/// An event of the parser, and its bytes in the parsed text.
pub(super) type ParserEvent<'a> = (Event<'a>, Range<usize>);

/// An event for the writer, and its bytes in the parsed text. An event without bytes gets no mark (`marked`).
pub(super) type RangedEvent<'a> = (Event<'a>, Option<Range<usize>>);

/// Events that wait for the writer.
#[derive(Default)]
pub(super) struct EventBuffer<'a> {
    pub events: Vec<RangedEvent<'a>>,
    /// One placeholder for each NUL in the events, in the same order.
    pub placeholders: Vec<Placeholder>,
    /// The headings among the events, without their children.
    pub headings: Vec<Heading>,
}

impl<'a> EventBuffer<'a> {
    pub fn push(&mut self, event: Event<'a>, range: Option<Range<usize>>) {
        self.events.push((event, range));
    }

    pub fn push_piece(&mut self, piece: Piece, range: Range<usize>) {
        self.push_placeholder(Placeholder::Piece(piece), range);
    }

    pub fn push_placeholder(&mut self, placeholder: Placeholder, range: Range<usize>) {
        self.placeholders.push(placeholder);
        self.push(Event::InlineHtml("\0".into()), Some(range));
    }

    pub fn append(&mut self, other: Self) {
        self.events.extend(other.events);
        self.placeholders.extend(other.placeholders);
        self.headings.extend(other.headings);
    }
}

/// A part of the text from which `assemble` makes pieces. The HTML has one NUL in its place.
pub(super) enum Placeholder {
    /// A piece of the body. The placeholder of a link stands before an `<a` with an empty `href`.
    Piece(Piece),
    /// A [`Piece::FootnoteReference`]. Its numbers are set at the end of the text.
    Reference { label: String, note: usize, reference: usize },
    /// The opening or self-closing tag of a component.
    Open { tag: ComponentTag, context: TagContext },
    /// The closing tag of a component.
    Close { name: String, span: Range<usize>, context: TagContext },
    /// The line `<!-- more -->`.
    SummaryEnd,
}

impl Placeholder {
    /// Whether the line break after the placeholder is removed.
    pub fn removes_line_break(&self) -> bool {
        match self {
            Placeholder::Open { context, .. } | Placeholder::Close { context, .. } => context.in_html_block,
            Placeholder::SummaryEnd => true,
            _ => false,
        }
    }
}

/// The surroundings of a component's tag.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct TagContext {
    /// Whether the tag is in an HTML block, not in a paragraph.
    pub in_html_block: bool,
    /// The innermost block or inline element around the tag: its depth and its start.
    pub parent: (usize, usize),
}

/// Whether an element is a block, so that words end at its edges.
pub(super) fn is_block(tag: TagEnd) -> bool {
    !matches!(
        tag,
        TagEnd::Emphasis
            | TagEnd::Strong
            | TagEnd::Strikethrough
            | TagEnd::Link
            | TagEnd::Image
            | TagEnd::Subscript
            | TagEnd::Superscript
    )
}

pub(super) fn is_block_edge(event: &Event) -> bool {
    match event {
        Event::Start(tag) => is_block(tag.to_end()),
        Event::End(end) => is_block(*end),
        _ => false,
    }
}

/// Whether an event is a tag that separates words, such as `<br>`, but not `<Br>`, which is a component.
pub(super) fn is_separating_tag(event: &Event) -> bool {
    let Event::InlineHtml(html) = event else { return false };
    let name = html.trim_start_matches(['<', '/']).split(|c: char| !c.is_ascii_alphanumeric()).next();
    name.is_some_and(html::separates_words)
}

/// Appends the text of an inline event. A tag of HTML is text too.
pub(super) fn push_text(text: &mut String, event: &Event) {
    match event {
        Event::Text(part)
        | Event::Code(part)
        | Event::InlineHtml(part)
        | Event::InlineMath(part)
        | Event::DisplayMath(part) => text.push_str(part),
        Event::SoftBreak | Event::HardBreak => text.push(' '),
        _ => {}
    }
}

/// Reads the text up to the end of an element that has begun, such as the alternative text of an image.
pub(super) fn read_text<'a>(events: &mut impl Iterator<Item = ParserEvent<'a>>) -> String {
    let mut text = String::new();
    let mut depth = 1;
    while depth > 0 {
        match events.next() {
            Some((Event::Start(_), _)) => depth += 1,
            Some((Event::End(_), _)) => depth -= 1,
            Some((event, _)) => push_text(&mut text, &event),
            None => break,
        }
    }
    text
}
