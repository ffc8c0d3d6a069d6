//! The reader of HTML in Markdown: replaces component tags by placeholders.

use std::ops::Range;

use pulldown_cmark::{CowStr, Event};

use super::component_tag::{self, ComponentTag};
use super::event_buffer::EventBuffer;
use super::placeholder::{Placeholder, TagContext};
use super::text::{MarkdownText, SpannedDiagnostic};
use crate::html;

/// The kind of an HTML block.
#[derive(Clone, Copy, PartialEq, Eq)]
enum HtmlBlockKind {
    /// A script, a declaration and the like, in which no tags are components.
    Verbatim,
    Markup,
    /// The line `<!-- more -->`.
    SummaryEnd,
}

impl HtmlBlockKind {
    /// Classifies the HTML block in a byte range of the text.
    fn classify(source: &str, range: &Range<usize>) -> Self {
        let text = source[range.clone()].trim();
        // The name follows the `<` at the beginning of the block.
        let begins_with = |tag: &str| {
            let name = text.get(1..=tag.len());
            let after = text.as_bytes().get(tag.len() + 1);
            let ends_name = |byte: &u8| byte.is_ascii_whitespace() || matches!(byte, b'/' | b'>');
            name.is_some_and(|n| n.eq_ignore_ascii_case(tag)) && after.is_none_or(ends_name)
        };
        let comment = text.strip_prefix("<!--").and_then(|t| t.strip_suffix("-->"));
        // Only a block outside of lists and quotes begins its line.
        let begins_line = range.start == 0 || source.as_bytes()[range.start - 1] == b'\n';
        if comment.is_some_and(|c| c.trim() == "more") && begins_line {
            Self::SummaryEnd
        } else if (text.starts_with("<!") && !text.starts_with("<!--"))
            || text.starts_with("<?")
            || ["script", "pre", "style", "textarea"].into_iter().any(begins_with)
        {
            Self::Verbatim
        } else {
            Self::Markup
        }
    }
}

/// A reader of HTML, with its state between two events.
pub(super) struct HtmlReader<'a> {
    source: &'a MarkdownText<'a>,
    /// The starts of the open elements of Markdown.
    pub open_elements: Vec<usize>,
    block: HtmlBlockKind,
    /// The end of the last comment in the HTML block.
    comment_end: usize,
    /// The starts of component tags.
    pub tags: Vec<usize>,
    pub problems: Vec<SpannedDiagnostic>,
}

impl<'a> HtmlReader<'a> {
    pub fn new(source: &'a MarkdownText<'a>) -> Self {
        Self {
            source,
            open_elements: Vec::with_capacity(8),
            block: HtmlBlockKind::Markup,
            comment_end: 0,
            tags: Vec::new(),
            problems: Vec::new(),
        }
    }

    /// Begins the HTML block in a range of the text.
    pub fn begin_block(&mut self, range: &Range<usize>) {
        self.block = HtmlBlockKind::classify(&self.source.text, range);
        self.comment_end = range.start;
    }

    /// Reads a line of an HTML block.
    pub fn read_line(&mut self, events: &mut EventBuffer<'a>, html: CowStr<'a>, range: Range<usize>) {
        match self.block {
            HtmlBlockKind::SummaryEnd => {
                events.push_placeholder(Placeholder::SummaryEnd, range);
                // A line break that follows as an event of its own passes unchanged.
                self.block = HtmlBlockKind::Verbatim;
                return;
            }
            HtmlBlockKind::Verbatim => return events.push(Event::Html(html), Some(range)),
            HtmlBlockKind::Markup => {}
        }
        let line = &self.source.text[range.clone()];
        // The byte of the line up to which everything is in the buffer.
        let mut pushed = 0;
        let mut at = self.comment_end.saturating_sub(range.start);
        while let Some(tag) = line.get(at..).and_then(|rest| rest.find('<')) {
            at += tag;
            if line[at..].starts_with("<!--") {
                self.comment_end = html::after_comment(self.source.text.as_bytes(), range.start + at);
                at = self.comment_end - range.start;
                continue;
            }
            let Some((placeholder, tag)) = self.read_tag(range.start + at..range.end, true) else {
                at += 1;
                continue;
            };
            if pushed < at {
                events.push(Event::Html(line[pushed..at].into()), Some(range.start + pushed..tag.start));
            }
            at = tag.end - range.start;
            pushed = at;
            events.push_placeholder(placeholder, tag);
        }
        if pushed == 0 {
            events.push(Event::Html(html), Some(range));
        } else if pushed < line.len() {
            events.push(Event::Html(line[pushed..].into()), Some(range.start + pushed..range.end));
        }
    }

    /// Reads a tag within a paragraph.
    pub fn read_inline(&mut self, events: &mut EventBuffer<'a>, html: CowStr<'a>, range: Range<usize>) {
        match self.read_tag(range.clone(), false) {
            Some((placeholder, tag)) => events.push_placeholder(placeholder, tag),
            None => events.push(Event::InlineHtml(html), Some(range)),
        }
    }

    /// Reads the component tag at the beginning of `range`. Returns its placeholder and its range.
    fn read_tag(&mut self, range: Range<usize>, in_html_block: bool) -> Option<(Placeholder, Range<usize>)> {
        let parent = (self.open_elements.len(), self.open_elements.last().copied().unwrap_or(0));
        let context = TagContext { in_html_block, parent };
        let at = range.start;
        if let Some((name, length)) = component_tag::read_closing(&self.source.text[range.clone()]) {
            let (name, tag) = (name.to_owned(), at..at + length);
            return Some((Placeholder::Close { name, span: self.source.span(tag.clone()), context }, tag));
        }
        let tag = ComponentTag::read(self.source, at).filter(|tag| tag.end <= range.end)?;
        self.tags.push(at);
        self.problems.extend(tag.problems);
        let ComponentTag { name, attributes, self_closing, span, end, .. } = tag;
        Some((Placeholder::Open { name, attributes, self_closing, span, context }, at..end))
    }
}
