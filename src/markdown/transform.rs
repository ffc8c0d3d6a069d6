//! The transformation of events between pulldown-cmark's parser and its HTML writer. Most events pass unchanged. Links,
//! images and component tags become placeholders, headings get ids, and footnotes move to the end.

use std::ops::Range;

use pulldown_cmark::{CodeBlockKind, CowStr, Event, HeadingLevel, LinkType, Tag, TagEnd};
use pulldown_cmark_escape::{escape_href, escape_html_body_text};

use super::alerts;
use super::assemble::Assembler;
use super::body::MarkdownBody;
use super::code_block::CodeBlock;
use super::component_tag::{self, ComponentTag};
use super::event_buffer::{EventBuffer, RangedEvent};
use super::footnotes::{Footnotes, Note, undefined_label};
use super::foreign_syntax::ForeignSyntax;
use super::headings::Headings;
use super::html_block::HtmlBlock;
use super::links::{self, is_external, normalize_target, target_with_spaces};
use super::math;
use super::options::MarkdownOptions;
use super::placeholder::{Placeholder, TagContext};
use super::plain_text::{push_text, read_text};
use super::text::{MarkdownText, SpannedDiagnostic};
use super::word_count::WordCounter;
use crate::html::{self, escape_double_quoted};

/// The iterator of events that the HTML writer consumes.
pub(super) struct EventTransform<'a, I> {
    parser: I,
    source: &'a MarkdownText<'a>,
    /// The parser's input: the source, with masked tags.
    parsed: &'a str,
    options: &'a MarkdownOptions,
    /// The text may contain components.
    has_tags: bool,
    /// Events that precede the parser's next one.
    buffer: EventBuffer<'a>,
    /// The starts of the open elements, recorded only if the text may contain components.
    open_elements: Vec<usize>,
    html_block: HtmlBlock,
    /// The end of the last comment in the HTML block.
    comment_end: usize,
    headings: Headings,
    footnotes: Footnotes<'a>,
    foreign_syntax: ForeignSyntax,
    /// The start of the last link.
    link_start: usize,
    words: WordCounter,
    diagnostics: Vec<SpannedDiagnostic>,
    /// The starts of component tags.
    tags: Vec<usize>,
}

impl<'a, I: Iterator<Item = (Event<'a>, Range<usize>)>> EventTransform<'a, I> {
    pub fn new(
        parser: I,
        source: &'a MarkdownText<'a>,
        parsed: &'a str,
        options: &'a MarkdownOptions,
        has_tags: bool,
    ) -> Self {
        Self {
            parser,
            source,
            parsed,
            options,
            has_tags,
            buffer: EventBuffer::default(),
            open_elements: Vec::with_capacity(8),
            html_block: HtmlBlock::Markup,
            comment_end: 0,
            headings: Headings::new(parsed, options.heading_ids.then_some(options.settings.headings.ids)),
            footnotes: Footnotes::default(),
            foreign_syntax: if options.extensions { ForeignSyntax::find(parsed) } else { ForeignSyntax::default() },
            link_start: usize::MAX,
            words: WordCounter::with_capacity(parsed.len()),
            diagnostics: Vec::new(),
            tags: Vec::new(),
        }
    }

    /// Assembles the body from the written HTML. Returns it with the diagnostics and the starts of component tags.
    pub fn finish(self, html: &str) -> (MarkdownBody, Vec<SpannedDiagnostic>, Vec<usize>) {
        let Assembler { pieces, summary_end, problems, .. } = Assembler::new(html, self.buffer.placeholders);
        let mut diagnostics = self.diagnostics;
        diagnostics.extend(self.foreign_syntax.report(self.source));
        diagnostics.extend(problems);
        let body = MarkdownBody { pieces, toc: self.headings.into_tree(), words: self.words.count(), summary_end };
        (body, diagnostics, self.tags)
    }

    /// Records an event; true if it passes unchanged. Rare cases are separate functions, so that the compiler inlines
    /// the frequent ones into the writer's loop.
    #[inline]
    fn passes(&mut self, event: &Event<'a>, range: &Range<usize>) -> bool {
        match event {
            Event::Text(text) => {
                self.words.add(text);
                return !matches!(text.as_bytes().first(), Some(b'^' | b'(')) || self.text_passes(range);
            }
            Event::Code(text) => {
                self.words.add(text);
                self.exclude_code(range);
            }
            Event::FootnoteReference(_) | Event::InlineMath(_) | Event::DisplayMath(_) => return false,
            Event::SoftBreak | Event::HardBreak | Event::Rule => self.words.end_word(),
            Event::Start(tag) => return self.start_passes(tag, range),
            Event::End(tag) => {
                if self.has_tags && *tag != TagEnd::HtmlBlock {
                    self.open_elements.pop();
                }
                if !is_inline(*tag) {
                    self.words.end_word();
                    return !matches!(tag, TagEnd::BlockQuote(Some(_)));
                }
            }
            Event::Html(_) | Event::InlineHtml(_) => return self.html_passes(event),
            Event::TaskListMarker(_) => {}
        }
        true
    }

    #[inline(never)]
    fn start_passes(&mut self, tag: &Tag<'a>, range: &Range<usize>) -> bool {
        if self.has_tags && !matches!(tag, Tag::Image { .. } | Tag::HtmlBlock) {
            self.open_elements.push(range.start);
        }
        match tag {
            Tag::Emphasis | Tag::Strong | Tag::Strikethrough | Tag::Subscript | Tag::Superscript => return true,
            Tag::Link { link_type, dest_url, .. } => {
                self.link_start = range.start;
                let is_external = *link_type == LinkType::Email || is_external(dest_url);
                return is_external && self.outbound_attributes(dest_url).is_none();
            }
            Tag::Image { .. } => return false,
            _ => self.words.end_word(),
        }
        if matches!(tag, Tag::CodeBlock(_)) {
            self.exclude_code(range);
        }
        match tag {
            Tag::Heading { .. } | Tag::FootnoteDefinition(_) | Tag::BlockQuote(Some(_)) => false,
            Tag::BlockQuote(None) => {
                if self.options.settings.alerts {
                    self.diagnostics.extend(alerts::unknown(self.source, range));
                }
                true
            }
            Tag::CodeBlock(CodeBlockKind::Fenced(info)) => {
                self.options.highlight.is_none() && !(self.options.extensions && info.contains('{'))
            }
            Tag::HtmlBlock => {
                self.html_block = HtmlBlock::classify(&self.source.text, range);
                self.comment_end = range.start;
                true
            }
            _ => true,
        }
    }

    fn exclude_code(&mut self, range: &Range<usize>) {
        if !self.foreign_syntax.is_empty() {
            self.foreign_syntax.exclude(range);
        }
    }

    /// Records a text that looks like a footnote's reference without being one; false if it looks like a link's target.
    #[inline(never)]
    fn text_passes(&mut self, range: &Range<usize>) -> bool {
        let (before, after) = self.source.text.split_at(range.start);
        if before.ends_with(']') {
            return target_with_spaces(after).is_none();
        }
        if self.options.extensions
            && let Some(label) = undefined_label(before, after)
            && self.link_start != range.start - 1
        {
            let start = range.start - 1;
            let span = self.source.span(start..start + "[^]".len() + label.len());
            self.footnotes.undefined.push((label.to_owned(), span));
        }
        true
    }

    #[inline(never)]
    fn html_passes(&self, event: &Event<'a>) -> bool {
        match (event, self.html_block) {
            (Event::Html(_), HtmlBlock::SummaryEnd) => false,
            (Event::Html(_), HtmlBlock::Verbatim) => true,
            _ => !self.has_tags,
        }
    }

    /// Returns the attributes that the settings give to a link, if it leads to another host and they give any.
    fn outbound_attributes(&self, target: &str) -> Option<String> {
        let options = self.options;
        let mut attributes = options.settings.external_links.iter().peekable();
        attributes.peek()?;
        links::leaves(target, &options.origin).then(|| {
            let mut written = String::new();
            for (name, value) in attributes {
                push_attribute(&mut written, name, value);
            }
            written
        })
    }

    /// Puts the events and placeholders that replace an event into the buffer.
    fn expand(&mut self, event: Event<'a>, range: Range<usize>) {
        match event {
            Event::Start(Tag::Link { dest_url, title, .. }) if is_external(&dest_url) => {
                let mut link = String::from("<a href=\"");
                // Writing to a String can't fail.
                let _ = escape_href(&mut link, &dest_url);
                link.push('"');
                if !title.is_empty() {
                    push_attribute(&mut link, "title", &title);
                }
                link.push_str(&self.outbound_attributes(&dest_url).unwrap_or_default());
                link.push('>');
                let range = self.target_range(&dest_url).unwrap_or(range);
                self.buffer.push(Event::InlineHtml(link.into()), Some(range));
            }
            Event::Start(Tag::Link { link_type, dest_url, title, id }) => {
                let span = self.target_span(&dest_url, range.clone());
                self.buffer.push_placeholder(Placeholder::Link { target: normalize_target(&dest_url), span }, range);
                self.buffer.push(Event::Start(Tag::Link { link_type, dest_url: "".into(), title, id }), None);
            }
            Event::Start(Tag::Image { dest_url, title, .. }) => {
                let span = self.target_span(&dest_url, range.clone());
                let (target, title) = (normalize_target(&dest_url), title.into_string());
                let alt = read_text(&mut self.parser);
                self.buffer.push_placeholder(Placeholder::Image { target, alt, title, span }, range);
            }
            Event::Start(Tag::Heading { level, id, classes, attrs }) => {
                self.heading(level, id, classes, attrs, range);
            }
            Event::Start(Tag::CodeBlock(CodeBlockKind::Fenced(info))) => self.code_block(info, range),
            Event::Start(Tag::BlockQuote(Some(kind))) => {
                let begin = alerts::begin(kind, &self.options.settings.alert_titles);
                self.buffer.push(Event::Html(begin.into()), Some(range));
            }
            Event::End(TagEnd::BlockQuote(Some(_))) => self.buffer.push(Event::Html(alerts::END.into()), None),
            Event::Start(Tag::FootnoteDefinition(label)) => self.read_note(label, range),
            Event::FootnoteReference(label) => {
                let placeholder = Placeholder::Reference { label: label.into_string(), note: 0, reference: 0 };
                self.buffer.push_placeholder(placeholder, range);
            }
            Event::Text(text) => {
                if let Some(target) = target_with_spaces(&self.source.text[range.start..]) {
                    let span = self.source.span(range.start + 1..range.start + 1 + target.len());
                    let placeholder = Placeholder::NoLink { target: target.to_owned(), span };
                    self.buffer.push_placeholder(placeholder, range.clone());
                }
                self.buffer.push(Event::Text(text), Some(range));
            }
            Event::InlineMath(latex) => self.formula(&latex, "$", range),
            Event::DisplayMath(latex) => self.formula(&latex, "$$", range),
            Event::Html(_) if self.html_block == HtmlBlock::SummaryEnd => {
                self.buffer.push_placeholder(Placeholder::SummaryEnd, range);
                // The line break may follow as an event of its own.
                self.html_block = HtmlBlock::Verbatim;
            }
            Event::Html(html) => self.read_html_line(html, range),
            Event::InlineHtml(html) => {
                if self.read_component_tag(range.clone(), false).is_none() {
                    self.buffer.push(Event::InlineHtml(html), Some(range));
                }
            }
            other => self.buffer.push(other, Some(range)),
        }
    }

    /// Finds the span of a link's target, in the link or in a reference definition. A target with escapes is no part of
    /// the parsed text; its span is the whole link.
    fn target_span(&self, target: &CowStr<'a>, link: Range<usize>) -> Range<usize> {
        self.source.span(self.target_range(target).unwrap_or(link))
    }

    /// Finds the bytes of a link's target in the parsed text.
    fn target_range(&self, target: &CowStr<'a>) -> Option<Range<usize>> {
        let CowStr::Borrowed(part) = target else { return None };
        let start = part.as_ptr().addr().checked_sub(self.parsed.as_ptr().addr()).filter(|_| !part.is_empty())?;
        let end = start.checked_add(part.len()).filter(|end| *end <= self.parsed.len())?;
        Some(start..end)
    }

    fn heading(
        &mut self,
        level: HeadingLevel,
        id: Option<CowStr<'a>>,
        classes: Vec<CowStr<'a>>,
        attrs: Vec<(CowStr<'a>, Option<CowStr<'a>>)>,
        range: Range<usize>,
    ) {
        let settings = self.options.settings.headings;
        let level = HeadingLevel::try_from(level as usize + usize::from(settings.shift)).unwrap_or(HeadingLevel::H6);
        let (event_index, placeholder_index) = (self.buffer.events.len(), self.buffer.placeholders.len());
        let mut holds_link = false;
        self.buffer.push(Event::Start(Tag::Heading { level, id: None, classes, attrs }), Some(range));
        let mut text = String::new();
        while let Some((event, range)) = self.parser.next() {
            let ends = matches!(event, Event::End(TagEnd::Heading(_)));
            let event = if ends { Event::End(TagEnd::Heading(level)) } else { event };
            let is_image = matches!(event, Event::Start(Tag::Image { .. }));
            holds_link |=
                matches!(event, Event::Start(Tag::Link { .. }) | Event::FootnoteReference(_) | Event::InlineHtml(_));
            if !matches!(event, Event::InlineHtml(_)) {
                push_text(&mut text, &event);
            }
            if self.passes(&event, &range) {
                self.buffer.push(event, Some(range));
            } else {
                self.expand(event, range);
            }
            if let (true, Some(Placeholder::Image { alt, .. })) = (is_image, self.buffer.placeholders.last()) {
                text.push_str(alt);
            }
            if ends {
                break;
            }
        }
        let heading_id = self.headings.add(level as u8, id.map(CowStr::into_string), text);
        if let (Some((Event::Start(Tag::Heading { id, .. }), _)), Some(heading_id)) =
            (self.buffer.events.get_mut(event_index), heading_id)
        {
            *id = Some("\0".into());
            self.buffer.placeholders.insert(placeholder_index, Placeholder::Id(heading_id.to_owned()));
            if settings.anchors && !holds_link {
                self.buffer.placeholders.insert(placeholder_index + 1, Placeholder::Id(heading_id.to_owned()));
                let end = self.buffer.events.len() - 1;
                self.buffer.events.insert(end, (Event::InlineHtml("</a>".into()), None));
                let anchor = Event::InlineHtml("<a class=\"heading-anchor\" href=\"#\0\">".into());
                self.buffer.events.insert(event_index + 1, (anchor, None));
            }
        }
    }

    /// Reads a note, and the notes within it, to be written at the end of the text.
    fn read_note(&mut self, label: CowStr<'a>, range: Range<usize>) {
        // The label and range of each open note, and the events of its parent.
        let mut outer = Vec::new();
        let mut open = (label, range, std::mem::take(&mut self.buffer));
        while let Some((event, range)) = self.parser.next() {
            let passes = self.passes(&event, &range);
            match event {
                Event::Start(Tag::FootnoteDefinition(label)) => {
                    let inner = (label, range, std::mem::take(&mut self.buffer));
                    outer.push(std::mem::replace(&mut open, inner));
                }
                Event::End(TagEnd::FootnoteDefinition) => {
                    let (label, range, parent) = open;
                    let content = std::mem::replace(&mut self.buffer, parent);
                    let end = self.source.text[range.clone()].find("]:").map_or(range.end, |at| range.start + at + 1);
                    let span = self.source.span(range.start..end);
                    self.footnotes.notes.push(Note { label: label.into_string(), span, content });
                    let Some(next) = outer.pop() else { return };
                    open = next;
                }
                event if passes => self.buffer.push(event, Some(range)),
                event => self.expand(event, range),
            }
        }
    }

    fn formula(&mut self, latex: &str, delimiter: &str, range: Range<usize>) {
        self.words.add(latex);
        match math::to_mathml(latex, delimiter == "$$") {
            Ok(mathml) => self.buffer.push(Event::InlineHtml(mathml.into()), Some(range)),
            Err((problem, part)) => {
                // A formula in a quote is not written as it was read.
                let start = range.start + delimiter.len();
                let is_verbatim = self.source.text.get(start..start + latex.len()) == Some(latex);
                let span = if is_verbatim { start + part.start..start + part.end } else { range };
                self.diagnostics.push((problem, self.source.span(span)));
            }
        }
    }

    fn code_block(&mut self, info: CowStr<'a>, range: Range<usize>) {
        let code = read_text(&mut self.parser);
        if self.has_tags {
            self.open_elements.pop();
        }
        self.words.add(&code);
        self.words.end_word();
        let mut block = CodeBlock::read(self.source, &range, &info);
        let highlighter = self.options.highlight.as_ref();
        let html = highlighter.and_then(|highlighter| block.highlight(self.source, highlighter, &code));
        let html = html.unwrap_or_else(|| {
            let mut html = String::with_capacity(code.len());
            // Writing to a String can't fail.
            let _ = escape_html_body_text(&mut html, &code);
            html
        });
        if let Some(html) = block.write(self.source, &html) {
            self.buffer.push(Event::Html(html.into()), None);
        } else {
            self.buffer.push(Event::Start(Tag::CodeBlock(CodeBlockKind::Fenced(info))), None);
            self.buffer.push(Event::Html(html.into()), None);
            self.buffer.push(Event::End(TagEnd::CodeBlock), None);
        }
        self.diagnostics.append(&mut block.problems);
    }

    /// Reads a line of an HTML block, and replaces its component tags by placeholders.
    fn read_html_line(&mut self, html: CowStr<'a>, range: Range<usize>) {
        let line = &self.source.text[range.clone()];
        let mut pushed = 0;
        let mut at = self.comment_end.saturating_sub(range.start);
        while let Some(tag) = line.get(at..).and_then(|rest| rest.find('<')) {
            at += tag;
            if line[at..].starts_with("<!--") {
                self.comment_end = html::after_comment(self.source.text.as_bytes(), range.start + at);
                at = self.comment_end - range.start;
                continue;
            }
            let queued = self.buffer.events.len();
            if let Some(end) = self.read_component_tag(range.start + at..range.end, true) {
                if pushed < at {
                    let part = range.start + pushed..range.start + at;
                    self.buffer.events.insert(queued, (Event::Html(line[pushed..at].into()), Some(part)));
                }
                at = end - range.start;
                pushed = at;
            } else {
                at += 1;
            }
        }
        if pushed == 0 {
            self.buffer.push(Event::Html(html), Some(range));
        } else if pushed < line.len() {
            self.buffer.push(Event::Html(line[pushed..].into()), Some(range.start + pushed..range.end));
        }
    }

    /// Replaces the component tag at the beginning of `range`, if there is one, by a placeholder and returns its end.
    fn read_component_tag(&mut self, range: Range<usize>, in_html_block: bool) -> Option<usize> {
        let parent = (self.open_elements.len(), self.open_elements.last().copied().unwrap_or(0));
        let context = TagContext { in_html_block, parent };
        let at = range.start;
        if let Some((name, length)) = component_tag::read_closing(&self.source.text[range.clone()]) {
            let (name, span) = (name.to_owned(), self.source.span(at..at + length));
            self.buffer.push_placeholder(Placeholder::Close { name, span, context }, at..at + length);
            return Some(at + length);
        }
        let tag = ComponentTag::read(self.source, at).filter(|tag| tag.end <= range.end)?;
        self.tags.push(at);
        self.diagnostics.extend(tag.problems);
        let ComponentTag { name, attributes, self_closing, span, .. } = tag;
        self.buffer.push_placeholder(Placeholder::Open { name, attributes, self_closing, span, context }, at..tag.end);
        Some(tag.end)
    }

    /// The next event for the writer, and its bytes in the parsed text, if they are known.
    #[expect(clippy::inline_always, reason = "for most events, a call would cost more than the work")]
    #[inline(always)]
    fn next_with_range(&mut self) -> Option<RangedEvent<'a>> {
        while self.buffer.events.is_empty() {
            let Some((event, range)) = self.parser.next() else {
                std::mem::take(&mut self.footnotes).finish(&mut self.buffer, &mut self.diagnostics);
                if self.buffer.events.is_empty() {
                    return None;
                }
                break;
            };
            if self.passes(&event, &range) {
                return Some((event, Some(range)));
            }
            self.expand(event, range);
        }
        self.buffer.events.pop_front()
    }

    /// The next event for the writer, and its bytes in the file, if it begins something that can be marked.
    pub fn next_with_span(&mut self) -> Option<(Event<'a>, Option<Range<usize>>)> {
        let (event, range) = self.next_with_range()?;
        let span = range.and_then(|range| match &event {
            Event::End(_) => None,
            Event::Start(Tag::Link { dest_url, .. }) => Some(self.target_span(dest_url, range)),
            _ => Some(self.source.span(range)),
        });
        Some((event, span))
    }
}

/// Whether an element ends that is part of a word.
fn is_inline(tag: TagEnd) -> bool {
    matches!(
        tag,
        TagEnd::Emphasis
            | TagEnd::Strong
            | TagEnd::Strikethrough
            | TagEnd::Link
            | TagEnd::Subscript
            | TagEnd::Superscript
    )
}

/// Writes an attribute, with a space before it.
fn push_attribute(html: &mut String, name: &str, value: &str) {
    html.extend([" ", name, "=\""]);
    escape_double_quoted(html, value);
    html.push('"');
}

impl<'a, I: Iterator<Item = (Event<'a>, Range<usize>)>> Iterator for &mut EventTransform<'a, I> {
    type Item = Event<'a>;

    #[expect(clippy::inline_always, reason = "for most events, a call would cost more than the work")]
    #[inline(always)]
    fn next(&mut self) -> Option<Event<'a>> {
        self.next_with_range().map(|(event, _)| event)
    }
}
