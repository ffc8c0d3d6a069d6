//! The Markdown parser, which converts one text to pieces of HTML, independently of the rest of the site.
//!
//! 1. `text`: replace NUL characters, so that a NUL in the HTML can stand for a placeholder.
//! 2. `tag_mask`: put masks of the same length in place of component tags that CommonMark may misread.
//! 3. Parse the text by pulldown-cmark, and change its events. `smart_quotes`: write the language's quotation marks.
//!    `text_markup`: find bare addresses, and sub- and superscripts within words. `transform`: put placeholders for
//!    links, images and components, add ids to headings, move footnotes to the end (`footnotes`), and write code,
//!    formulas and alerts (`code_block`, `math`, `alerts`).
//! 4. Write the events as HTML by pulldown-cmark.
//! 5. `assemble`: split the HTML at the placeholders and nest components.
//!
//! Links, images and components become a [`Piece`] each, because only the finished site can render them.
//!
//! `marked` writes the HTML with marks that say where its parts are written. `outline`, `text_blocks`, `link_spans`,
//! `lone_picture` and `quote` read a text for the editor, without converting it.

mod alerts;
mod assemble;
mod braces;
mod code_block;
mod component_tag;
mod events;
mod footnotes;
mod foreign_syntax;
mod headings;
mod highlight;
mod html_reader;
mod link_spans;
mod links;
mod lone_picture;
mod marked;
mod math;
mod options;
mod outline;
mod pieces;
mod quote;
mod smart_quotes;
mod tag_mask;
#[cfg(test)]
mod tests;
mod text;
mod text_blocks;
mod text_markup;
mod transform;

pub use footnotes::write_reference;
pub use highlight::Highlighter;
pub use link_spans::{LinkSpan, find_link_spans};
pub use lone_picture::{LonePicture, PicturePart};
pub use options::{MarkdownOptions, MarkdownSettings};
pub use outline::{ContainerKind, Outline, OutlineBlock};
pub use pieces::{ComponentAttribute, Heading, MarkdownBody, Piece};
pub use quote::quote_sentence;
pub use text_blocks::{TextBlock, TextBlockKind, text_blocks};

use std::ops::Range;
use std::sync::Arc;

use pulldown_cmark::{Event, OffsetIter, Parser, Tag, TagEnd, html};

use crate::diagnostic::{Diagnostic, Place, SpannedDiagnostic};
use events::ParserEvent;
use html_reader::find_tags;
use tag_mask::TagMasks;
use text::MarkdownText;
use transform::EventTransform;

/// Parses the Markdown from the byte `start` of `text`, the text of `file`. Spans are bytes of the whole file.
pub fn parse(file: &Arc<str>, text: &str, start: usize, options: &MarkdownOptions) -> (MarkdownBody, Vec<Diagnostic>) {
    let source = MarkdownText::new(text, start);
    let (body, diagnostics) = parse_body(&source, options, false, None);
    let diagnostics = diagnostics.into_iter().map(|(d, span)| d.at(Place::new(file.clone(), text, span))).collect();
    (body, diagnostics)
}

/// Parses like [`parse`], and puts marks before tags and texts of the HTML. `mark` returns the mark of a tag or text by
/// its span in the file. The marks change nothing else in the HTML.
pub fn parse_marked(
    text: &str,
    start: usize,
    options: &MarkdownOptions,
    mark: &mut dyn FnMut(Range<usize>) -> String,
) -> MarkdownBody {
    let source = MarkdownText::new(text, start);
    parse_body(&source, options, false, Some(mark)).0
}

/// Parses a text from within a file, such as a value in YAML. Spans are bytes of `text`; the caller adds places to the
/// diagnostics. `inline` removes the `<p>` of a text that is a single paragraph.
pub fn parse_fragment(text: &str, options: &MarkdownOptions, inline: bool) -> (MarkdownBody, Vec<Diagnostic>) {
    let (body, diagnostics) = parse_body(&MarkdownText::new(text, 0), options, inline, None);
    (body, diagnostics.into_iter().map(|(diagnostic, _)| diagnostic).collect())
}

fn parse_body(
    source: &MarkdownText,
    options: &MarkdownOptions,
    inline: bool,
    mark: Option<&mut dyn FnMut(Range<usize>) -> String>,
) -> (MarkdownBody, Vec<SpannedDiagnostic>) {
    let masked = mask_tags(source, options);
    // The parser does not say how many events there will be; ordinary text has one for some 20 bytes.
    let mut events = Vec::with_capacity(masked.len() / 20);
    events.extend(parser_events(&masked, options));
    smart_quotes::replace_quotes(&mut events, &masked, options.quotes);
    let mut events = text_markup::add_markup(events, &masked, &options.settings);
    if inline {
        remove_paragraph(&mut events);
    }
    let mut html = String::with_capacity(masked.len() + masked.len() / 2);
    let mut transform = EventTransform::new(events, source, &masked, options);
    let events = transform.transform_all().into_iter();
    match mark {
        Some(mark) => {
            let spanned = events.map(|(event, range)| (transform.span_of(&event, range), event));
            marked::push_html(&mut html, spanned, mark);
        }
        None => html::push_html(&mut html, events.map(|(event, _)| event)),
    }
    transform.finish(&html)
}

/// Replaces tags by masks. If the parser does not read a mask as a tag, such as in code, the mask is removed and the
/// text is parsed again: code must stay as written.
fn mask_tags(source: &MarkdownText, options: &MarkdownOptions) -> String {
    let mut masks = TagMasks::find(source);
    loop {
        let masked = masks.apply(&source.text);
        if masks.is_empty() || masks.retain(&find_tags(source, parser_events(&masked, options))) {
            return masked;
        }
    }
}

fn remove_paragraph(events: &mut Vec<ParserEvent<'_>>) {
    let end = events.iter().position(|(event, _)| matches!(event, Event::End(TagEnd::Paragraph)));
    if matches!(events.first(), Some((Event::Start(Tag::Paragraph), _))) && end == Some(events.len() - 1) {
        events.pop();
        events.remove(0);
    }
}

/// Lists the events of the Markdown from the byte `start` of `text`, each with its span in the file. Tags of components
/// are events of HTML.
fn spanned_events(text: &str, start: usize, options: &MarkdownOptions) -> Vec<ParserEvent<'static>> {
    let source = MarkdownText::new(text, start);
    let masked = mask_tags(&source, options);
    parser_events(&masked, options).map(|(event, range)| (event.into_static(), source.span(range))).collect()
}

/// Iterates over the events of the parser, each with its range in `text`.
fn parser_events<'t>(text: &'t str, options: &MarkdownOptions) -> OffsetIter<'t> {
    use pulldown_cmark::Options as ParserOptions;
    let mut enabled = ParserOptions::ENABLE_TABLES
        | ParserOptions::ENABLE_FOOTNOTES
        | ParserOptions::ENABLE_TASKLISTS
        | ParserOptions::ENABLE_STRIKETHROUGH
        | ParserOptions::ENABLE_HEADING_ATTRIBUTES;
    let settings = &options.settings;
    enabled.set(ParserOptions::ENABLE_SMART_PUNCTUATION, settings.smart_punctuation);
    enabled.set(ParserOptions::ENABLE_GFM, settings.alerts);
    enabled.set(ParserOptions::ENABLE_DEFINITION_LIST, settings.definition_lists);
    enabled.set(ParserOptions::ENABLE_MATH, settings.math);
    let scripts = ParserOptions::ENABLE_SUBSCRIPT | ParserOptions::ENABLE_SUPERSCRIPT;
    enabled.set(scripts, settings.sub_superscript);
    Parser::new_ext(text, enabled).into_offset_iter()
}
