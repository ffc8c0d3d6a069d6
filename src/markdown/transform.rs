//! The transformation of events between pulldown-cmark's parser and its HTML writer. Most events pass unchanged. Links,
//! images and component tags become placeholders, headings get ids, and footnotes move to the end.

use std::ops::Range;

use pulldown_cmark::{CodeBlockKind, CowStr, Event, HeadingLevel, LinkType, Tag, TagEnd};

use super::alerts;
use super::assemble::Assembler;
use super::body::MarkdownBody;
use super::code_block;
use super::event_buffer::{EventBuffer, ParserEvents, RangedEvent};
use super::footnotes::{Footnotes, Note};
use super::foreign_syntax::ForeignSyntax;
use super::headings::{Heading, Headings};
use super::html_reader::HtmlReader;
use super::links::{self, is_external, normalize_target, target_with_spaces};
use super::math;
use super::options::MarkdownOptions;
use super::pieces::Piece;
use super::placeholder::Placeholder;
use super::plain_text::{push_text, read_text};
use super::text::{MarkdownText, SpannedDiagnostic};
use super::word_count::{WordCounter, is_block};

/// The iterator of events that the HTML writer consumes.
pub(super) struct EventTransform<'a> {
    parser: ParserEvents<'a>,
    source: &'a MarkdownText<'a>,
    /// The parser's input: the source, with masked tags.
    parsed: &'a str,
    options: &'a MarkdownOptions,
    /// Events that the writer gets before the parser's next one.
    buffer: EventBuffer<'a>,
    html_reader: HtmlReader<'a>,
    headings: Headings,
    footnotes: Footnotes<'a>,
    foreign_syntax: ForeignSyntax,
    /// The start of the last link.
    link_start: Option<usize>,
    /// Whether the first heading of level 1 is still to be taken out of the text.
    awaits_title: bool,
    title: Option<Heading>,
    words: WordCounter,
    diagnostics: Vec<SpannedDiagnostic>,
}

impl<'a> EventTransform<'a> {
    pub fn new(
        parser: ParserEvents<'a>,
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
            buffer: EventBuffer::default(),
            html_reader: HtmlReader::new(source, has_tags),
            headings: Headings::new(parsed, options.settings.headings.ids),
            footnotes: Footnotes::default(),
            foreign_syntax: ForeignSyntax::find(parsed),
            link_start: None,
            awaits_title: options.takes_title,
            title: None,
            words: WordCounter::default(),
            diagnostics: Vec::new(),
        }
    }

    /// Assembles the body from the written HTML. Returns it with the diagnostics and the starts of component tags.
    pub fn finish(self, html: &str) -> (MarkdownBody, Vec<SpannedDiagnostic>, Vec<usize>) {
        let Assembler { pieces, summary_end, problems, .. } = Assembler::assemble(html, self.buffer.placeholders);
        let mut diagnostics = self.html_reader.problems;
        diagnostics.extend(self.diagnostics);
        diagnostics.extend(self.foreign_syntax.report(self.source));
        diagnostics.extend(problems);
        let (toc, words) = (self.headings.into_tree(), self.words.count);
        let body = MarkdownBody { pieces, toc, title: self.title, words, summary_end };
        (body, diagnostics, self.html_reader.tags)
    }

    /// Records an event. Returns whether the writer gets it unchanged; otherwise `expand` replaces it.
    fn record(&mut self, event: &Event<'a>, range: &Range<usize>) -> bool {
        match event {
            Event::Text(text) => {
                self.words.add(text);
                if text.starts_with(['^', '(']) {
                    return self.record_text(range);
                }
            }
            Event::Code(text) => {
                self.words.add(text);
                self.foreign_syntax.exclude(range, false);
            }
            Event::FootnoteReference(_) | Event::InlineMath(_) | Event::DisplayMath(_) => return false,
            Event::SoftBreak | Event::HardBreak | Event::Rule => self.words.end_word(),
            Event::Start(tag) => return self.record_start(tag, range),
            Event::End(tag) => {
                if *tag != TagEnd::HtmlBlock {
                    self.html_reader.close_element();
                }
                if is_block(*tag) {
                    self.words.end_word();
                }
                return !matches!(tag, TagEnd::BlockQuote(Some(_)));
            }
            Event::Html(_) | Event::InlineHtml(_) => return self.html_reader.passes(event),
            Event::TaskListMarker(_) => {}
        }
        true
    }

    fn record_start(&mut self, tag: &Tag<'a>, range: &Range<usize>) -> bool {
        if *tag != Tag::HtmlBlock {
            self.html_reader.open_element(range.start);
        }
        if is_block(tag.to_end()) {
            self.words.end_word();
        }
        match tag {
            Tag::Link { link_type, dest_url, .. } => {
                self.link_start = Some(range.start);
                let is_external = *link_type == LinkType::Email || is_external(dest_url);
                is_external && links::outbound_attributes(self.options, dest_url).is_none()
            }
            Tag::Image { .. } | Tag::Heading { .. } | Tag::FootnoteDefinition(_) | Tag::BlockQuote(Some(_)) => false,
            Tag::BlockQuote(None) => {
                if self.options.settings.alerts {
                    self.diagnostics.extend(alerts::report_unknown(self.source, range));
                }
                true
            }
            Tag::CodeBlock(kind) => {
                self.foreign_syntax.exclude(range, true);
                let is_changed = |info: &CowStr| self.options.highlight.is_some() || info.contains('{');
                !matches!(kind, CodeBlockKind::Fenced(info) if is_changed(info))
            }
            Tag::HtmlBlock => {
                self.html_reader.begin_block(range);
                true
            }
            _ => true,
        }
    }

    /// Records a text that begins with `^` or `(`. Returns false for a `(target)` with spaces, which is text to the
    /// parser.
    fn record_text(&mut self, range: &Range<usize>) -> bool {
        let (before, after) = self.source.text.split_at(range.start);
        if before.ends_with(']') {
            return target_with_spaces(after).is_none();
        }
        // In `[^a](/b/)`, the `^` begins the text of a link, not a reference to a missing note.
        let begins_link = self.link_start.is_some_and(|start| start + 1 == range.start);
        if !begins_link {
            self.footnotes.record_undefined(self.source, range.start);
        }
        true
    }

    /// Puts the events and placeholders that replace an event into the buffer.
    fn expand(&mut self, event: Event<'a>, range: Range<usize>) {
        match event {
            Event::Start(Tag::Link { dest_url, title, .. }) if is_external(&dest_url) => {
                let link = links::write_external(self.options, &dest_url, &title);
                let range = links::target_range(self.parsed, &dest_url).unwrap_or(range);
                self.buffer.push(Event::InlineHtml(link.into()), Some(range));
            }
            Event::Start(Tag::Link { link_type, dest_url, title, id }) => {
                let span = self.target_span(&dest_url, range.clone());
                self.buffer.push_piece(Piece::Link { target: normalize_target(&dest_url), span }, range);
                self.buffer.push(Event::Start(Tag::Link { link_type, dest_url: "".into(), title, id }), None);
            }
            Event::Start(Tag::Image { dest_url, title, .. }) => {
                let span = self.target_span(&dest_url, range.clone());
                let (target, title) = (normalize_target(&dest_url), title.into_string());
                let alt = read_text(&mut self.parser);
                self.html_reader.close_element();
                self.buffer.push_piece(Piece::Image { target, alt, title, span }, range);
            }
            Event::Start(Tag::Heading { level, id, classes, attrs }) => {
                self.expand_heading(level, id, classes, attrs, range);
            }
            Event::Start(Tag::CodeBlock(CodeBlockKind::Fenced(info))) => self.expand_code_block(info, range),
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
                    self.buffer.push_piece(Piece::LinkWithSpaces { target: target.to_owned(), span }, range.clone());
                }
                self.buffer.push(Event::Text(text), Some(range));
            }
            Event::InlineMath(latex) => self.expand_formula(&latex, false, range),
            Event::DisplayMath(latex) => self.expand_formula(&latex, true, range),
            Event::Html(html) => self.html_reader.read_line(&mut self.buffer, html, range),
            Event::InlineHtml(html) => self.html_reader.read_inline(&mut self.buffer, html, range),
            other => self.buffer.push(other, Some(range)),
        }
    }

    /// Finds the span of a link's target, in the link or in a reference definition. A target with escapes is not a part
    /// of the parsed text; its span is the whole link.
    fn target_span(&self, target: &CowStr<'a>, link: Range<usize>) -> Range<usize> {
        self.source.span(links::target_range(self.parsed, target).unwrap_or(link))
    }

    fn expand_heading(
        &mut self,
        level: HeadingLevel,
        id: Option<CowStr<'a>>,
        classes: Vec<CowStr<'a>>,
        attrs: Vec<(CowStr<'a>, Option<CowStr<'a>>)>,
        range: Range<usize>,
    ) {
        let settings = self.options.settings.headings;
        let shifted = HeadingLevel::try_from(level as usize + usize::from(settings.shift)).unwrap_or(HeadingLevel::H6);
        let (event_index, placeholder_index) = (self.buffer.events.len(), self.buffer.placeholders.len());
        self.buffer.push(Event::Start(Tag::Heading { level: shifted, id: None, classes, attrs }), Some(range));
        let (text, may_have_link) = self.expand_heading_content(shifted);
        let id = id.map(CowStr::into_string);
        if level == HeadingLevel::H1 && self.awaits_title {
            self.awaits_title = false;
            self.title = Some(self.headings.create(1, id, &text));
            self.buffer.events.truncate(event_index);
            self.buffer.placeholders.truncate(placeholder_index);
            return;
        }
        let heading_id = self.headings.add(shifted as u8, id, &text);
        // A link can't contain another one.
        let has_anchor = settings.anchors && !may_have_link;
        self.buffer.set_heading_id(event_index, placeholder_index, &heading_id, has_anchor);
    }

    /// Expands the content and the end of a heading, which gets this level. Returns its text, and whether a link may be
    /// in it.
    fn expand_heading_content(&mut self, level: HeadingLevel) -> (String, bool) {
        let (mut text, mut may_have_link) = (String::new(), false);
        while let Some((event, range)) = self.parser.next() {
            if let Event::End(TagEnd::Heading(_)) = event {
                let end = Event::End(TagEnd::Heading(level));
                self.record(&end, &range);
                self.buffer.push(end, Some(range));
                break;
            }
            let is_image = matches!(event, Event::Start(Tag::Image { .. }));
            may_have_link |=
                matches!(event, Event::Start(Tag::Link { .. }) | Event::FootnoteReference(_) | Event::InlineHtml(_));
            if !matches!(event, Event::InlineHtml(_)) {
                push_text(&mut text, &event);
            }
            if self.record(&event, &range) {
                self.buffer.push(event, Some(range));
            } else {
                self.expand(event, range);
            }
            // The alternative text of an image is part of the heading's text.
            if is_image && let Some(Placeholder::Piece(Piece::Image { alt, .. })) = self.buffer.placeholders.last() {
                text.push_str(alt);
            }
        }
        (text, may_have_link)
    }

    /// Reads a note, and the notes within it, to be written at the end of the text.
    fn read_note(&mut self, label: CowStr<'a>, range: Range<usize>) {
        // The open notes, the innermost last: the label, the range, and the buffer of what surrounds the note.
        let mut open = vec![(label, range, std::mem::take(&mut self.buffer))];
        while let Some((event, range)) = self.parser.next() {
            let is_unchanged = self.record(&event, &range);
            match event {
                Event::Start(Tag::FootnoteDefinition(label)) => {
                    open.push((label, range, std::mem::take(&mut self.buffer)));
                }
                Event::End(TagEnd::FootnoteDefinition) => {
                    let Some((label, range, surrounding)) = open.pop() else { return };
                    let content = std::mem::replace(&mut self.buffer, surrounding);
                    let end = self.source.text[range.clone()].find("]:").map_or(range.end, |at| range.start + at + 1);
                    let span = self.source.span(range.start..end);
                    self.footnotes.notes.push(Note { label: label.into_string(), span, content });
                    if open.is_empty() {
                        return;
                    }
                }
                event if is_unchanged => self.buffer.push(event, Some(range)),
                event => self.expand(event, range),
            }
        }
    }

    fn expand_formula(&mut self, latex: &str, is_block: bool, range: Range<usize>) {
        self.words.add(latex);
        match math::convert(self.source, &range, latex, is_block) {
            Ok(mathml) => self.buffer.push(Event::InlineHtml(mathml.into()), Some(range)),
            Err(problem) => self.diagnostics.push(problem),
        }
    }

    fn expand_code_block(&mut self, info: CowStr<'a>, range: Range<usize>) {
        let code = read_text(&mut self.parser);
        self.html_reader.close_element();
        self.words.add(&code);
        self.words.end_word();
        let highlighter = self.options.highlight.as_deref();
        self.diagnostics.extend(code_block::push(&mut self.buffer, self.source, &range, info, &code, highlighter));
    }

    /// Returns the next event for the writer, and its bytes in the parsed text, if they are known.
    fn next_with_range(&mut self) -> Option<RangedEvent<'a>> {
        while self.buffer.events.is_empty() {
            let Some((event, range)) = self.parser.next() else {
                std::mem::take(&mut self.footnotes).finish(&mut self.buffer, &mut self.diagnostics);
                break;
            };
            if self.record(&event, &range) {
                return Some((event, Some(range)));
            }
            self.expand(event, range);
        }
        self.buffer.events.pop_front()
    }

    /// Returns the next event for the writer, and its span in the file, if it begins something that can be marked.
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

impl<'a> Iterator for &mut EventTransform<'a> {
    type Item = Event<'a>;

    fn next(&mut self) -> Option<Event<'a>> {
        self.next_with_range().map(|(event, _)| event)
    }
}
