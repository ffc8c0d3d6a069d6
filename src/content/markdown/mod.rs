//! Markdown as pieces of HTML: everything that depends on one text only is done here, once.
//!
//! 1. `source`: NUL characters are replaced, so that one NUL in the output can mark a place.
//! 2. `mask`: component tags that CommonMark would not take for tags get a stand-in of the same length.
//! 3. pulldown-cmark parses and writes the HTML; `events` stands between the two and puts marks where links, images
//!    and components go, and ids on headings.
//! 4. `pieces` cuts the HTML at the marks and folds components into a tree.
//!
//! What needs the rest of the site (a link's address, a picture's size, a component's macro) stays a [`Piece`].

mod events;
mod headings;
mod highlight;
mod mask;
mod pieces;
mod source;
mod tag;
#[cfg(test)]
mod tests;
mod words;

pub use headings::Heading;
pub use highlight::Highlighter;
pub use pieces::{Attribute, Piece};

use std::ops::Range;
use std::sync::Arc;

use pulldown_cmark::{Event, Parser, Tag, TagEnd, html};

use crate::diagnostic::{Diagnostic, Place};
use events::Events;
use mask::Masks;
use source::Source;

/// What is understood beyond CommonMark. The default is CommonMark alone.
#[derive(Debug, Clone, Default)]
pub struct Options {
    /// Quotes, dashes and dots become typographic.
    pub smart_punctuation: bool,
    /// Every heading gets an id.
    pub heading_ids: bool,
    /// Tables, footnotes, task lists, strikethrough and heading attributes.
    pub extensions: bool,
    /// Tags that begin with a capital are components.
    pub components: bool,
    /// Marks up the code blocks whose language it knows.
    pub highlight: Option<Arc<Highlighter>>,
}

/// Text as HTML, with the places that only the finished site can fill.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Body {
    pub pieces: Vec<Piece>,
    /// The headings that have an id, as a tree.
    pub toc: Vec<Heading>,
    /// How many words a reader reads, code included.
    pub words: usize,
    /// With a line `<!-- more -->`: the summary is the pieces before this index.
    pub summary_end: Option<usize>,
}

/// A mistake and its bytes in the file.
type Problem = (Diagnostic, Range<usize>);

/// The Markdown that begins at the byte `start` of `text`, the whole of `file`. Spans are bytes of the whole file.
pub fn parse(file: &Arc<str>, text: &str, start: usize, options: &Options) -> (Body, Vec<Diagnostic>) {
    let source = Source::new(text.get(start..).unwrap_or_default(), start);
    let (body, problems) = to_body(&source, options, false);
    let diagnostics = problems.into_iter().map(|(d, span)| d.at(Place::new(file.clone(), text, span))).collect();
    (body, diagnostics)
}

/// A text that stands within another file, such as a value in YAML: spans are bytes of `text`, and the diagnostics get
/// their place from the caller. `inline` leaves out the paragraph around a text that is one paragraph.
pub fn parse_fragment(text: &str, options: &Options, inline: bool) -> (Body, Vec<Diagnostic>) {
    let (body, problems) = to_body(&Source::new(text, 0), options, inline);
    (body, problems.into_iter().map(|(diagnostic, _)| diagnostic).collect())
}

/// Most texts take one pass. One more follows where a stand-in turned out to lie in code, which must keep its text.
fn to_body(source: &Source, options: &Options, inline: bool) -> (Body, Vec<Problem>) {
    let mut masks = if options.components { Masks::find(source) } else { Masks::default() };
    loop {
        let masked = masks.apply(&source.text);
        let parser = Parser::new_ext(&masked, parser_options(options)).into_offset_iter();
        let mut html = String::with_capacity(masked.len() + masked.len() / 2);
        let (body, problems, tags) = if inline {
            let mut whole: Vec<_> = parser.collect();
            let within = if is_one_paragraph(&whole) { 1..whole.len() - 1 } else { 0..whole.len() };
            let mut events = Events::new(whole.drain(within), source, &masked, options, masks.any_tag);
            html::push_html(&mut html, &mut events);
            events.finish(&html)
        } else {
            let mut events = Events::new(parser, source, &masked, options, masks.any_tag);
            html::push_html(&mut html, &mut events);
            events.finish(&html)
        };
        if masks.keep(&tags) {
            return (body, problems);
        }
    }
}

fn is_one_paragraph(events: &[(Event, Range<usize>)]) -> bool {
    let end = events.iter().position(|(event, _)| matches!(event, Event::End(TagEnd::Paragraph)));
    matches!(events.first(), Some((Event::Start(Tag::Paragraph), _))) && end == Some(events.len() - 1)
}

fn parser_options(options: &Options) -> pulldown_cmark::Options {
    use pulldown_cmark::Options as Parse;
    let mut parse = Parse::empty();
    parse.set(Parse::ENABLE_SMART_PUNCTUATION, options.smart_punctuation);
    let extensions = Parse::ENABLE_TABLES
        | Parse::ENABLE_FOOTNOTES
        | Parse::ENABLE_TASKLISTS
        | Parse::ENABLE_STRIKETHROUGH
        | Parse::ENABLE_HEADING_ATTRIBUTES;
    parse.set(extensions, options.extensions);
    parse
}
