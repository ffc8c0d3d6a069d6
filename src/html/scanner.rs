//! The scanner of finished HTML: passes tags with their attributes, text and comments to a visitor.
//!
//! The scanner follows the tokenizer of the HTML standard (§13.2.5) without building a tree: comments, doctype, quoted
//! and unquoted values, names in any letter case, and elements whose content is text (`script`, `style`, `textarea`,
//! `title` …). Inside `svg` and `math`, these are ordinary elements. The content of `noscript` is markup, as in a
//! browser without scripts: its links count. Character references are decoded on demand (`decode`).

use std::ops::Range;

use memchr::memchr;

use super::element::Element;
use super::raw_text::RawTextKind;
use super::tag::{self, Tag};

/// A visitor of a page, called for each piece in document order.
pub trait ScanVisitor<'a> {
    fn start(&mut self, tag: &Tag<'a>);

    /// Called with the name of each end tag, as written.
    fn end(&mut self, _name: &'a str) {}

    /// Called with text as written, character references not decoded.
    fn text(&mut self, _text: &'a str) {}

    /// Called with the content of a `script`, `style`, `iframe` …, which begins at byte `at`. Browsers do not show the
    /// content, and decode no character references in it.
    fn raw(&mut self, _text: &'a str, _at: usize) {}

    /// Called with a comment, including its `<!--`, but not with a doctype or bogus comment.
    fn comment(&mut self, _span: Range<usize>) {}
}

/// A function of start tags is a visitor.
impl<'a, F: FnMut(&Tag<'a>)> ScanVisitor<'a> for F {
    fn start(&mut self, tag: &Tag<'a>) {
        self(tag);
    }
}

/// Scans `html` from beginning to end and passes each piece to `visitor`. A tag in which the file ends is left out.
pub fn scan<'a>(html: &'a str, visitor: &mut impl ScanVisitor<'a>) {
    let bytes = html.as_bytes();
    // The last tag, reused to save allocations.
    let mut tag = Tag {
        element: Element::Other(""),
        name: "",
        span: 0..0,
        self_closing: false,
        is_foreign: false,
        attributes: Vec::with_capacity(8),
    };
    // The number of open `svg` and `math` elements.
    let mut foreign_depth = 0_usize;
    // The text from `text_start` on is not passed on yet. Markup is searched for from `search_start` on.
    let (mut text_start, mut search_start) = (0, 0);
    while let Some(found) = memchr(b'<', &bytes[search_start..]) {
        let at = search_start + found;
        let is_end = bytes.get(at + 1) == Some(&b'/');
        let name_start = at + 1 + usize::from(is_end);
        let Some(&first) = bytes.get(name_start) else { break };
        let is_tag = first.is_ascii_alphabetic();
        if !is_tag && !is_end && !matches!(first, b'!' | b'?') {
            // A `<` that begins no tag is text.
            search_start = at + 1;
            continue;
        }
        if text_start < at {
            visitor.text(&html[text_start..at]);
        }
        let end = if is_tag {
            let Some(end) = tag::read(html, name_start, &mut tag) else { return };
            if is_end {
                if foreign_depth > 0 && Element::named(tag.name).is_foreign_root() {
                    foreign_depth -= 1;
                }
                visitor.end(tag.name);
                end
            } else {
                tag.element = Element::named(tag.name);
                (tag.span, tag.is_foreign) = (at..end, foreign_depth > 0);
                foreign_depth += usize::from(tag.element.is_foreign_root() && !tag.self_closing);
                visitor.start(&tag);
                if foreign_depth > 0 { end } else { pass_on_raw_text(html, &tag, visitor) }
            }
        } else if bytes[at..].starts_with(COMMENT) {
            let end = after_comment(bytes, at);
            visitor.comment(at..end);
            end
        } else {
            // A doctype or bogus comment, such as `<?xml …>` and `</3>`, is left out.
            after(bytes, at, b'>')
        };
        (text_start, search_start) = (end, end);
    }
    if text_start < bytes.len() {
        visitor.text(&html[text_start..]);
    }
}

/// Passes on the content of the element of `tag` if the content is not markup. Returns the byte from which markup
/// follows.
fn pass_on_raw_text<'a>(html: &'a str, tag: &Tag<'a>, visitor: &mut impl ScanVisitor<'a>) -> usize {
    let start = tag.span.end;
    let Some(kind) = RawTextKind::of(tag.element) else { return start };
    let end = kind.find_end(html.as_bytes(), start, tag.name.as_bytes());
    match kind {
        RawTextKind::Text => visitor.text(&html[start..end]),
        RawTextKind::Raw | RawTextKind::Script | RawTextKind::Plain => visitor.raw(&html[start..end], start),
    }
    end
}

const COMMENT: &[u8] = b"<!--";

/// Returns the end of the comment whose `<!--` begins at `from`.
pub fn after_comment(bytes: &[u8], from: usize) -> usize {
    let from = from + COMMENT.len();
    let rest = &bytes[from..];
    if rest.starts_with(b">") {
        return from + 1;
    }
    if rest.starts_with(b"->") {
        return from + 2;
    }
    let mut at = from;
    while at < bytes.len() {
        at = after(bytes, at, b'>');
        if bytes[from..at].ends_with(b"-->") || bytes[from..at].ends_with(b"--!>") {
            break;
        }
    }
    at
}

/// Returns the position after the next `byte` from `from` on, or the end.
fn after(bytes: &[u8], from: usize, byte: u8) -> usize {
    memchr(byte, &bytes[from..]).map_or(bytes.len(), |at| from + at + 1)
}
