//! The structure of Markdown. The editor uses it to find the block around a text, and to check that a change of one
//! block leaves all others as they were.

use std::ops::Range;

use pulldown_cmark::{Event, HeadingLevel, Tag, TagEnd};
use serde::Serialize;

use super::events::{ParserEvent, is_block_edge};
use super::options::MarkdownOptions;
use super::spanned_events;

/// The structure of a Markdown text. Spans are bytes of the file.
pub struct Outline {
    events: Vec<ParserEvent<'static>>,
}

/// A block of an outline, by the numbers of its first and its last event.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct OutlineBlock {
    first: usize,
    last: usize,
}

impl OutlineBlock {
    /// Returns the numbers of the block's events.
    pub fn events(self) -> Range<usize> {
        self.first..self.last + 1
    }
}

/// A block that contains others.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum ContainerKind {
    List,
    Quotation,
    Table,
}

impl Outline {
    /// Reads the Markdown that begins at the byte `start` of `text`.
    pub fn read(text: &str, start: usize, options: &MarkdownOptions) -> Self {
        Self { events: spanned_events(text, start, options) }
    }

    /// Finds the innermost paragraph, heading, item or code block around a part of the text.
    pub fn find(&self, part: &Range<usize>) -> Option<OutlineBlock> {
        let is_around = |(event, span): &ParserEvent<'_>| {
            let is_block =
                matches!(event, Event::Start(Tag::Paragraph | Tag::Heading { .. } | Tag::Item | Tag::CodeBlock(_)));
            is_block && span.start <= part.start && part.end <= span.end
        };
        self.block_from(self.events.iter().rposition(is_around)?)
    }

    /// Finds the outermost list, quotation or table around a part of the text.
    pub fn container(&self, part: &Range<usize>) -> Option<(OutlineBlock, ContainerKind)> {
        let mut containers = self.events.iter().enumerate().filter_map(|(number, (event, span))| {
            let kind = match event {
                Event::Start(Tag::List(_)) => ContainerKind::List,
                Event::Start(Tag::BlockQuote(_)) => ContainerKind::Quotation,
                Event::Start(Tag::Table(_)) => ContainerKind::Table,
                _ => return None,
            };
            (span.start <= part.start && part.end <= span.end).then_some((number, kind))
        });
        let (first, kind) = containers.next()?;
        Some((self.block_from(first)?, kind))
    }

    /// Returns the first number of each numbered list.
    pub fn first_numbers(&self) -> impl Iterator<Item = u64> {
        self.events.iter().filter_map(|(event, _)| match event {
            Event::Start(Tag::List(number)) => *number,
            _ => None,
        })
    }

    /// Returns the outermost item, list or quote that contains nothing but `block`; `block` itself if there is none.
    pub fn outermost_wrapper(&self, block: OutlineBlock) -> OutlineBlock {
        std::iter::successors(Some(block), |block| self.wrapper(*block)).last().unwrap_or(block)
    }

    /// Returns the item, list or quote that contains a block directly, and nothing else. The `[ ]` of a task does not
    /// count as content.
    fn wrapper(&self, block: OutlineBlock) -> Option<OutlineBlock> {
        let is_box = |event: &Event<'_>| matches!(event, Event::TaskListMarker(_));
        let before = self.events[..block.first].iter().rposition(|(event, _)| !is_box(event))?;
        let is_wrapper = matches!(self.events[before].0, Event::Start(Tag::Item | Tag::List(_) | Tag::BlockQuote(_)));
        if !is_wrapper {
            return None;
        }
        self.block_from(before).filter(|wrapper| wrapper.last == block.last + 1)
    }

    /// Returns the block that begins with the event number `first`.
    fn block_from(&self, first: usize) -> Option<OutlineBlock> {
        let mut depth = 0;
        let last = self.events[first..].iter().position(|(event, _)| {
            depth += match event {
                Event::Start(_) => 1,
                Event::End(_) => -1,
                _ => 0,
            };
            depth == 0
        })?;
        Some(OutlineBlock { first, last: first + last })
    }

    pub fn span(&self, block: OutlineBlock) -> Range<usize> {
        self.events[block.first].1.clone()
    }

    /// Returns the bytes from a block's content up to the content of the next block beside it; `None` if the event
    /// after the block does not begin another block.
    pub fn span_to_next(&self, block: OutlineBlock) -> Option<Range<usize>> {
        let (next, _) = self.events.get(block.last + 1)?;
        let is_beside = matches!(next, Event::Start(_));
        is_beside.then(|| self.content_start(block.first)..self.content_start(block.last + 1))
    }

    /// Returns where the content of a block begins. `first` is the number of the block's first event. The content of an
    /// item begins after its `- ` or `1. `.
    fn content_start(&self, first: usize) -> usize {
        let (event, span) = &self.events[first];
        let inside = self.events.get(first + 1).filter(|_| matches!(event, Event::Start(Tag::Item)));
        inside.map_or(span.start, |(_, inside)| inside.start)
    }

    #[must_use]
    pub fn without(mut self, block: OutlineBlock) -> Self {
        self.events.drain(block.first..=block.last);
        self
    }

    /// Returns the outline in which a heading or a paragraph has another level; `None` stands for a paragraph.
    #[must_use]
    pub fn with_level(mut self, block: OutlineBlock, level: Option<u8>) -> Self {
        let level = level.and_then(|level| HeadingLevel::try_from(usize::from(level)).ok());
        let (id, classes, attrs) = match &self.events[block.first].0 {
            Event::Start(Tag::Heading { id, classes, attrs, .. }) => (id.clone(), classes.clone(), attrs.clone()),
            _ => (None, Vec::new(), Vec::new()),
        };
        let (start, end) = match level {
            Some(level) => (Tag::Heading { level, id, classes, attrs }, TagEnd::Heading(level)),
            None => (Tag::Paragraph, TagEnd::Paragraph),
        };
        self.events[block.first].0 = Event::Start(start);
        self.events[block.last].0 = Event::End(end);
        self
    }

    /// Returns the outline with all events of `new` in place of those with the numbers `events`.
    #[must_use]
    pub fn with_blocks(mut self, events: Range<usize>, new: &Self) -> Self {
        self.events.splice(events, new.events.iter().cloned());
        self
    }

    /// Whether both outlines have the same blocks, whatever their texts.
    pub fn has_same_blocks(&self, other: &Self) -> bool {
        let edges = |outline: &Self| -> Vec<Event<'static>> {
            let events = outline.without_paragraphs_of_items().into_iter();
            events.filter(|event| is_block_edge(event)).cloned().collect()
        };
        edges(self) == edges(other)
    }

    /// Whether both outlines have the same blocks and texts. Paragraphs directly in an item do not count: one empty
    /// line between two items turns the texts of all items of the list into paragraphs.
    pub fn is_equivalent(&self, other: &Self) -> bool {
        self.without_paragraphs_of_items() == other.without_paragraphs_of_items()
    }

    fn without_paragraphs_of_items(&self) -> Vec<&Event<'static>> {
        let mut open = Vec::new();
        let mut events = Vec::new();
        for (event, _) in &self.events {
            if let Event::End(_) = event {
                open.pop();
            }
            let is_in_item = matches!(open.last(), Some(TagEnd::Item));
            if !(is_in_item && matches!(event, Event::Start(Tag::Paragraph) | Event::End(TagEnd::Paragraph))) {
                events.push(event);
            }
            if let Event::Start(tag) = event {
                open.push(tag.to_end());
            }
        }
        events
    }
}

#[cfg(test)]
mod tests {
    use super::Outline;
    use crate::markdown::MarkdownOptions;

    fn outline(markdown: &str) -> Outline {
        Outline::read(markdown, 0, &MarkdownOptions::default())
    }

    #[test]
    fn the_outermost_wrapper_holds_nothing_but_the_block() {
        let check = |markdown: &str, text: &str, expected: &str| {
            let start = markdown.find(text).expect("the text");
            let outline = outline(markdown);
            let block = outline.outermost_wrapper(outline.find(&(start..start + text.len())).expect("a block"));
            assert_eq!(markdown[outline.span(block)].trim_end(), expected, "{markdown:?} {text}");
        };
        check("a\n\nb\n\nc\n", "b", "b");
        check("- a\n- b\n  - c\n  - d\n", "b", "- b\n  - c\n  - d");
        check("- a\n- b\n  - c\n", "c", "- c");
        check("- a\n\n- b\n", "b", "- b");
        check("> - [ ] a\n\nb\n", "a", "> - [ ] a");
        check("- a\n\n  b\n", "b", "b");
    }

    #[test]
    fn only_blank_lines_between_items_are_ignored() {
        let check =
            |a: &str, b: &str, expected: bool| assert_eq!(outline(a).is_equivalent(&outline(b)), expected, "{a:?}");
        check("- a\n\n- b\n", "- a\n- b\n", true);
        check("- a\n\n  b\n", "- a\n  b\n", false);
        check("1. a\n", "2. a\n", false);
        check("# a\n", "## a\n", false);
        check("```\na\n```\n", "```\nb\n```\n", false);
        check("[a](/b)\n", "[a](/c)\n", false);
        check("`<A b={1}>`\n", "`<A b={2}>`\n", false);
    }
}
