//! The reader of HTML in Markdown: replaces component tags by placeholders.

use std::ops::Range;

use pulldown_cmark::{CowStr, Event, Tag};

use super::component_tag::{self, ComponentTag};
use super::events::{EventBuffer, ParserEvent, Placeholder, TagContext, read_text};
use super::text::MarkdownText;
use crate::diagnostic::SpannedDiagnostic;
use crate::html;
use crate::lines::line_start;

/// The elements whose content holds no components.
const VERBATIM_ELEMENTS: [&str; 4] = ["script", "pre", "style", "textarea"];

/// A reader of HTML, with its state between two events.
pub(super) struct HtmlReader<'a> {
    source: &'a MarkdownText<'a>,
    /// The starts of the open elements of Markdown.
    pub open_elements: Vec<usize>,
    /// Whether the next line is `<!-- more -->`.
    is_summary_end: bool,
    /// The end of the last comment, script or tag of HTML in the HTML block.
    verbatim_end: usize,
    /// The starts of component tags, except for closing tags.
    tags: Vec<usize>,
    pub diagnostics: Vec<SpannedDiagnostic>,
}

impl<'a> HtmlReader<'a> {
    pub fn new(source: &'a MarkdownText<'a>) -> Self {
        Self {
            source,
            open_elements: Vec::with_capacity(8),
            is_summary_end: false,
            verbatim_end: 0,
            tags: Vec::new(),
            diagnostics: Vec::new(),
        }
    }

    pub fn begin_block(&mut self, range: &Range<usize>) {
        let text = &self.source.text;
        let block = text[range.clone()].trim();
        let comment = block.strip_prefix("<!--").and_then(|rest| rest.strip_suffix("-->"));
        // Only a block outside of lists and quotes begins its line.
        let begins_line = line_start(text, range.start) == range.start;
        let is_one_line = !block.contains(['\r', '\n']);
        self.is_summary_end = begins_line && is_one_line && comment.is_some_and(|comment| comment.trim() == "more");
        self.verbatim_end = range.start;
    }

    pub fn read_line(&mut self, events: &mut EventBuffer<'a>, html: CowStr<'a>, range: Range<usize>) {
        if std::mem::take(&mut self.is_summary_end) {
            return events.push_placeholder(Placeholder::SummaryEnd, range);
        }
        let line = &self.source.text[range.clone()];
        // The byte of the line up to which everything is in the buffer.
        let mut pushed = 0;
        let mut at = self.verbatim_end.saturating_sub(range.start);
        while let Some(tag) = line.get(at..).and_then(|rest| rest.find('<')) {
            at += tag;
            if let Some(end) = find_verbatim_end(&self.source.text, range.start + at) {
                self.verbatim_end = end;
                at = end - range.start;
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
        let mut tag = ComponentTag::read(self.source, at).filter(|tag| tag.end <= range.end)?;
        self.tags.push(at);
        self.diagnostics.append(&mut tag.diagnostics);
        let range = at..tag.end;
        Some((Placeholder::Open { tag, context }, range))
    }
}

/// Finds the starts of the component tags among the events of the parser, except for closing tags.
pub(super) fn find_tags<'a>(
    source: &'a MarkdownText<'a>,
    mut events: impl Iterator<Item = ParserEvent<'a>>,
) -> Vec<usize> {
    let (mut reader, mut buffer) = (HtmlReader::new(source), EventBuffer::default());
    while let Some((event, range)) = events.next() {
        match event {
            Event::Start(Tag::HtmlBlock) => reader.begin_block(&range),
            // Tags in the alternative text of an image are text.
            Event::Start(Tag::Image { .. }) => _ = read_text(&mut events),
            Event::Html(html) => reader.read_line(&mut buffer, html, range),
            Event::InlineHtml(html) => reader.read_inline(&mut buffer, html, range),
            _ => {}
        }
    }
    reader.tags
}

/// Finds the end of syntax that holds no components, such as a comment, a script or a tag of HTML. `at` is the byte of
/// its `<`.
fn find_verbatim_end(text: &str, at: usize) -> Option<usize> {
    let rest = &text[at..];
    let end = match rest.as_bytes() {
        [b'<', b'!', b'-', b'-', ..] => return Some(html::after_comment(text.as_bytes(), at)),
        [b'<', b'!', b'[', ..] => "]]>",
        [b'<', b'!', ..] => ">",
        [b'<', b'?', ..] => "?>",
        bytes => {
            let begins =
                |at: usize, before: &[u8], name: &str| html::begins_with_name(&bytes[at..], before, name.as_bytes());
            let Some(name) = VERBATIM_ELEMENTS.iter().find(|name| begins(0, b"<", name)) else {
                let is_tag = bytes.get(1).is_some_and(u8::is_ascii_lowercase);
                return if is_tag { html::after_tag(text, at) } else { None };
            };
            let end_tag = memchr::memchr_iter(b'<', bytes).find(|&found| begins(found, b"</", name));
            return Some(end_tag.map_or(text.len(), |found| at + found + "</".len() + name.len()));
        }
    };
    Some(rest.find(end).map_or(text.len(), |found| at + found + end.len()))
}
