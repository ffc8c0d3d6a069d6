//! The transformation of events between pulldown-cmark's parser and its HTML writer. Links, images and component tags
//! become placeholders, headings get ids, footnotes move to the end, and code, formulas and alerts become HTML.

use std::ops::Range;

use pulldown_cmark::{CodeBlockKind, CowStr, Event, HeadingLevel, LinkType, Tag, TagEnd};

use super::alerts;
use super::assemble::Assembler;
use super::code_block;
use super::events::{
    EventBuffer, ParserEvent, Placeholder, RangedEvent, is_block, is_separating_tag, push_text, read_text,
};
use super::footnotes::{Footnotes, Note};
use super::foreign_syntax::ForeignSyntax;
use super::headings::{self, HeadingIds};
use super::html_reader::HtmlReader;
use super::links::{self, is_external, normalize_target, target_with_spaces};
use super::math;
use super::options::MarkdownOptions;
use super::pieces::{Heading, MarkdownBody, Piece};
use super::text::MarkdownText;
use crate::diagnostic::{Diagnostic, SpannedDiagnostic};

pub(super) struct EventTransform<'a> {
    events: std::vec::IntoIter<ParserEvent<'a>>,
    source: &'a MarkdownText<'a>,
    /// The parser's input: the source, with masked tags.
    parsed: &'a str,
    options: &'a MarkdownOptions,
    buffer: EventBuffer<'a>,
    html_reader: HtmlReader<'a>,
    heading_ids: HeadingIds,
    footnotes: Footnotes<'a>,
    /// The notes that are being read, the innermost last.
    open_notes: Vec<OpenNote<'a>>,
    foreign_syntax: ForeignSyntax,
    /// The start of the last link.
    link_start: Option<usize>,
    /// Whether the first heading of level 1 is still to be taken out of the text.
    awaits_title: bool,
    title: Option<Heading>,
    /// The text whose words are counted. Inline markup does not end a word: `**bo**ld` is one word.
    counted_text: String,
    diagnostics: Vec<SpannedDiagnostic>,
}

struct OpenNote<'a> {
    label: CowStr<'a>,
    range: Range<usize>,
    /// The buffer of the text around the note.
    surrounding: EventBuffer<'a>,
}

impl<'a> EventTransform<'a> {
    pub fn new(
        events: Vec<ParserEvent<'a>>,
        source: &'a MarkdownText<'a>,
        parsed: &'a str,
        options: &'a MarkdownOptions,
    ) -> Self {
        // Links, headings and components add events, seldom more than an eighth.
        let capacity = events.len() + events.len() / 8;
        Self {
            events: events.into_iter(),
            source,
            parsed,
            options,
            buffer: EventBuffer { events: Vec::with_capacity(capacity), ..EventBuffer::default() },
            html_reader: HtmlReader::new(source),
            heading_ids: HeadingIds::new(parsed, options.settings.headings.ids),
            footnotes: Footnotes::default(),
            open_notes: Vec::new(),
            foreign_syntax: ForeignSyntax::find(parsed, options.settings.math),
            link_start: None,
            awaits_title: options.takes_title,
            title: None,
            counted_text: String::with_capacity(parsed.len()),
            diagnostics: Vec::new(),
        }
    }

    /// Transforms all events of the parser. Returns the events for the writer.
    pub fn transform_all(&mut self) -> Vec<RangedEvent<'a>> {
        while let Some((event, range)) = self.events.next() {
            self.transform(event, range);
        }
        std::mem::take(&mut self.footnotes).finish(&mut self.buffer, &mut self.diagnostics);
        std::mem::take(&mut self.buffer.events)
    }

    /// Returns the span of an event in the file; for a link to another site, the span of the link's target. Returns
    /// `None` for the end of an element, and for an event without a range.
    pub fn span_of(&self, event: &Event<'a>, range: Option<Range<usize>>) -> Option<Range<usize>> {
        match event {
            Event::End(_) => None,
            Event::Start(Tag::Link { dest_url, .. }) => Some(self.target_span(dest_url, range?)),
            _ => Some(self.source.span(range?)),
        }
    }

    /// Assembles the body from the written HTML.
    pub fn finish(self, html: &str) -> (MarkdownBody, Vec<SpannedDiagnostic>) {
        let assembled = Assembler::assemble(html, self.buffer.placeholders);
        let mut diagnostics = self.html_reader.diagnostics;
        diagnostics.extend(self.diagnostics);
        diagnostics.extend(self.foreign_syntax.diagnostics(self.source));
        diagnostics.extend(assembled.diagnostics);
        let body = MarkdownBody {
            pieces: assembled.pieces,
            toc: headings::into_tree(self.buffer.headings),
            title: self.title,
            words: count_words(&self.counted_text),
            summary_end: assembled.summary_end,
        };
        (body, diagnostics)
    }

    /// Buffers what replaces an event of the parser: events for the writer, and placeholders.
    fn transform(&mut self, event: Event<'a>, range: Range<usize>) {
        self.record_edges(&event, &range);
        match event {
            Event::Start(tag) => self.transform_start(tag, range),
            Event::End(TagEnd::BlockQuote(Some(_))) => self.buffer.push(Event::Html(alerts::END.into()), None),
            Event::End(TagEnd::FootnoteDefinition) => self.end_note(),
            Event::FootnoteReference(label) => {
                let placeholder = Placeholder::Reference { label: label.into_string(), note: 0, reference: 0 };
                self.buffer.push_placeholder(placeholder, range);
            }
            Event::Text(text) => {
                self.counted_text.push_str(&text);
                if text.starts_with(['^', '(']) {
                    self.read_after_bracket(&range);
                }
                self.buffer.push(Event::Text(text), Some(range));
            }
            Event::Code(text) => {
                self.counted_text.push_str(&text);
                self.foreign_syntax.exclude(&range, false);
                self.buffer.push(Event::Code(text), Some(range));
            }
            Event::InlineMath(latex) => self.push_formula(&latex, false, range),
            Event::DisplayMath(latex) => self.push_formula(&latex, true, range),
            Event::Html(html) => self.html_reader.read_line(&mut self.buffer, html, range),
            Event::InlineHtml(html) => self.html_reader.read_inline(&mut self.buffer, html, range),
            other => self.buffer.push(other, Some(range)),
        }
    }

    /// Records where elements begin and end, and where words end.
    fn record_edges(&mut self, event: &Event<'a>, range: &Range<usize>) {
        let edge = match event {
            Event::Start(tag) => tag.to_end(),
            Event::End(end) => *end,
            Event::SoftBreak | Event::HardBreak | Event::Rule => return self.counted_text.push(' '),
            _ if is_separating_tag(event) => return self.counted_text.push(' '),
            _ => return,
        };
        if is_block(edge) {
            self.counted_text.push(' ');
        }
        match event {
            // A component may open in one HTML block and close in another, so the blocks do not count as elements.
            _ if edge == TagEnd::HtmlBlock => {}
            Event::Start(_) => self.html_reader.open_elements.push(range.start),
            _ => _ = self.html_reader.open_elements.pop(),
        }
    }

    fn transform_start(&mut self, tag: Tag<'a>, range: Range<usize>) {
        match tag {
            Tag::Link { link_type, dest_url, title, id } => {
                self.link_start = Some(range.start);
                if link_type != LinkType::Email && !is_external(&dest_url) {
                    let span = self.target_span(&dest_url, range.clone());
                    self.buffer.push_piece(Piece::Link { target: normalize_target(&dest_url), span }, range);
                    self.buffer.push(Event::Start(Tag::Link { link_type, dest_url: "".into(), title, id }), None);
                } else if let Some(link) = links::outbound_start_tag(self.options, &dest_url, &title) {
                    let range = links::target_range(self.parsed, &dest_url, &range).unwrap_or(range);
                    self.buffer.push(Event::InlineHtml(link.into()), Some(range));
                } else {
                    self.buffer.push(Event::Start(Tag::Link { link_type, dest_url, title, id }), Some(range));
                }
            }
            Tag::Image { dest_url, title, .. } => {
                let span = self.target_span(&dest_url, range.clone());
                let (target, title) = (normalize_target(&dest_url), title.into_string());
                let alt = self.read_element_text();
                self.buffer.push_piece(Piece::Image { target, alt, title, span }, range);
            }
            Tag::Heading { level, id, classes, attrs } => self.transform_heading(level, id, classes, attrs, range),
            Tag::FootnoteDefinition(label) => {
                let surrounding = std::mem::take(&mut self.buffer);
                self.open_notes.push(OpenNote { label, range, surrounding });
            }
            Tag::BlockQuote(Some(kind)) => {
                let begin = alerts::begin(kind, &self.options.settings.alert_titles);
                self.buffer.push(Event::Html(begin.into()), Some(range));
            }
            Tag::BlockQuote(None) => {
                if self.options.settings.alerts {
                    self.diagnostics.extend(alerts::unknown_kind(self.source, &range));
                }
                self.buffer.push(Event::Start(Tag::BlockQuote(None)), Some(range));
            }
            Tag::CodeBlock(kind) => {
                self.foreign_syntax.exclude(&range, true);
                if let CodeBlockKind::Fenced(info) = &kind
                    && let Some(attributes) = code_block::foreign_attributes(info)
                {
                    // Attributes with character references are not found, because the parser has decoded them. Then the
                    // whole block is marked.
                    let at = self.parsed[range.clone()].find(attributes).map(|at| range.start + at);
                    self.foreign_syntax.add_code_attributes(at.map_or(range.clone(), |at| at..at + attributes.len()));
                }
                let highlighter = self.options.highlighter.as_deref();
                match kind {
                    CodeBlockKind::Fenced(info) if highlighter.is_some() || info.contains('{') => {
                        let code = self.read_element_text();
                        self.counted_text.push_str(&code);
                        self.counted_text.push(' ');
                        let diagnostics =
                            code_block::push(&mut self.buffer, self.source, &range, info, &code, highlighter);
                        self.diagnostics.extend(diagnostics);
                    }
                    kind => self.buffer.push(Event::Start(Tag::CodeBlock(kind)), Some(range)),
                }
            }
            Tag::HtmlBlock => {
                if self.parsed[range.clone()].trim_start().starts_with("<script") {
                    self.foreign_syntax.exclude(&range, false);
                }
                self.html_reader.begin_block(&range);
                self.buffer.push(Event::Start(Tag::HtmlBlock), Some(range));
            }
            tag => self.buffer.push(Event::Start(tag), Some(range)),
        }
    }

    /// Reads the text of the element that has begun, up to its end.
    fn read_element_text(&mut self) -> String {
        // `record_edges` does not get the end of this element.
        self.html_reader.open_elements.pop();
        read_text(&mut self.events)
    }

    /// Reads syntax that the parser takes for text: the `^…]` of `[^missing-note]`, or the `(…)` of `[a](my file.md)`.
    fn read_after_bracket(&mut self, range: &Range<usize>) {
        let (before, after) = self.source.text.split_at(range.start);
        // In `[^a](/b/)`, the `^` begins the text of a link.
        let begins_link = self.link_start.is_some_and(|start| start + 1 == range.start);
        if before.ends_with(']') {
            let Some(target) = target_with_spaces(after) else { return };
            let span = self.source.span(range.start + 1..range.start + 1 + target.len());
            self.buffer.push_piece(Piece::LinkWithSpaces { target: target.to_owned(), span }, range.clone());
        } else if !begins_link {
            self.footnotes.record_undefined(self.source, range.start);
        }
    }

    /// Finds the span of the target of a link or image, in the link or in a reference definition. If the target
    /// is not found, such as an empty one, returns the span of the whole link.
    fn target_span(&self, target: &CowStr<'a>, link: Range<usize>) -> Range<usize> {
        self.source.span(links::target_range(self.parsed, target, &link).unwrap_or(link))
    }

    fn transform_heading(
        &mut self,
        level: HeadingLevel,
        id: Option<CowStr<'a>>,
        classes: Vec<CowStr<'a>>,
        attrs: Vec<(CowStr<'a>, Option<CowStr<'a>>)>,
        range: Range<usize>,
    ) {
        let settings = self.options.settings.headings;
        let surrounding = std::mem::take(&mut self.buffer);
        let (text, may_have_link) = self.transform_heading_content();
        let content = std::mem::replace(&mut self.buffer, surrounding);
        let id = id.map(CowStr::into_string);
        if level == HeadingLevel::H1 && self.awaits_title {
            self.awaits_title = false;
            self.title = Some(self.heading_ids.create_heading(1, id, &text));
            self.diagnostics.extend(content.placeholders.iter().filter_map(report_left_out));
            self.footnotes.record_title(content.placeholders);
            return;
        }
        let level = HeadingLevel::try_from(level as usize + usize::from(settings.shift)).unwrap_or(HeadingLevel::H6);
        let heading = self.heading_ids.create_heading(level as u8, id, &text);
        let id = Piece::Id(heading.id.clone());
        self.buffer.headings.push(heading);
        // A link can't contain another link.
        let has_anchor = settings.anchors && !may_have_link;
        let start = Tag::Heading { level, id: Some("\0".into()), classes, attrs };
        self.buffer.push(Event::Start(start), Some(range));
        self.buffer.placeholders.push(Placeholder::Piece(id.clone()));
        if has_anchor {
            self.buffer.push(Event::InlineHtml("<a class=\"heading-anchor\" href=\"#\0\">".into()), None);
            self.buffer.placeholders.push(Placeholder::Piece(id));
        }
        self.buffer.append(content);
        if has_anchor {
            self.buffer.push(Event::InlineHtml("</a>".into()), None);
        }
        self.buffer.push(Event::End(TagEnd::Heading(level)), None);
    }

    /// Transforms the content of a heading up to its end. Returns the heading's text, and whether the heading may
    /// contain a link.
    fn transform_heading_content(&mut self) -> (String, bool) {
        let (mut text, mut may_have_link) = (String::new(), false);
        while let Some((event, range)) = self.events.next() {
            if let Event::End(TagEnd::Heading(_)) = event {
                self.record_edges(&event, &range);
                break;
            }
            let is_image = matches!(event, Event::Start(Tag::Image { .. }));
            may_have_link |=
                matches!(event, Event::Start(Tag::Link { .. }) | Event::FootnoteReference(_) | Event::InlineHtml(_));
            if is_separating_tag(&event) {
                text.push(' ');
            } else if !matches!(event, Event::InlineHtml(_)) {
                push_text(&mut text, &event);
            }
            self.transform(event, range);
            // The alternative text of an image is part of the heading's text.
            if is_image && let Some(Placeholder::Piece(Piece::Image { alt, .. })) = self.buffer.placeholders.last() {
                text.push_str(alt);
            }
        }
        (text, may_have_link)
    }

    fn end_note(&mut self) {
        let Some(OpenNote { label, range, surrounding }) = self.open_notes.pop() else { return };
        let content = std::mem::replace(&mut self.buffer, surrounding);
        let end = self.source.text[range.clone()].find("]:").map_or(range.end, |at| range.start + at + 1);
        let span = self.source.span(range.start..end);
        self.footnotes.notes.push(Note { label: label.into_string(), span, content });
    }

    /// Buffers the MathML of a formula, or reports the mistake in it.
    fn push_formula(&mut self, latex: &str, is_block: bool, range: Range<usize>) {
        self.counted_text.push_str(latex);
        self.foreign_syntax.exclude(&range, false);
        match math::convert(self.source, &range, latex, is_block) {
            Ok(mathml) => self.buffer.push(Event::InlineHtml(mathml.into()), Some(range)),
            Err(diagnostic) => self.diagnostics.push(diagnostic),
        }
    }
}

/// Returns the diagnostic of a self-closing component in the title. A component with content is not reported, because
/// the title shows the content.
fn report_left_out(placeholder: &Placeholder) -> Option<SpannedDiagnostic> {
    let Placeholder::Open { tag, .. } = placeholder else { return None };
    let message = format!("the title is plain text, so `<{}>` is left out of it", tag.name);
    let diagnostic = Diagnostic::warning("component-in-title", message)
        .label("shown nowhere")
        .help("write text in its place, or show the component in the template");
    tag.self_closing.then(|| (diagnostic, tag.span.clone()))
}

/// Counts the words of a text, which are separated by ASCII white space and control characters.
fn count_words(text: &str) -> usize {
    let is_space = |byte: u8| byte <= b' ';
    let begins_word = |(before, byte): (&u8, &u8)| u8::from(is_space(*before) && !is_space(*byte));
    let bytes = text.as_bytes();
    let (before, after) = (bytes, bytes.get(1..).unwrap_or_default());
    // A sum of type `u8` lets the compiler process many bytes at once. Chunks of 255 bytes keep it from overflowing.
    let chunks = before.chunks(255).zip(after.chunks(255));
    let sums = chunks.map(|(before, after)| before.iter().zip(after).map(begins_word).sum::<u8>());
    usize::from(bytes.first().is_some_and(|first| !is_space(*first))) + sums.map(usize::from).sum::<usize>()
}
