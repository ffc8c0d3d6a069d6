//! The scanner of finished HTML: splits a page into tokens, which are tags with their attributes, text and comments.
//!
//! The scanner follows the tokenizer of the HTML standard (§13.2.5) without building a tree: comments, doctype, quoted
//! and unquoted values, names in any letter case, and elements whose content is text (`script`, `style`, `textarea`,
//! `title` …). In SVG and MathML (`foreign`), elements of these names are ordinary, and CDATA sections are text. The
//! content of `noscript` is markup, as in a browser without scripts: its links count. Character references are decoded
//! on demand (`decode`).

use std::borrow::Cow;
use std::ops::Range;

use memchr::memchr;

use super::foreign::ForeignElements;
use super::raw_text::raw_text_end;
use super::tag::{self, Tag};

/// A part of a page.
#[derive(Debug)]
pub enum Token<'a, 't> {
    Start(&'t Tag<'a>),
    End(&'t Tag<'a>),
    /// Text as written, character references not decoded.
    Text(&'a str),
    /// The content of a `script`, `style`, `iframe` …, in which browsers decode no character references.
    Raw(&'a str),
    /// The text of a CDATA section in SVG or MathML, which has no character references.
    Cdata(&'a str),
    /// The bytes of a comment, including its `<!--`. A doctype or bogus comment is not a token.
    Comment(Range<usize>),
}

impl<'a> Token<'a, '_> {
    /// Returns the text of a `Text` or `Cdata`, with character references decoded; `None` for other tokens.
    pub fn decoded_text(&self) -> Option<Cow<'a, str>> {
        match *self {
            Self::Text(text) => Some(htmlize::unescape(text)),
            Self::Cdata(text) => Some(text.into()),
            _ => None,
        }
    }
}

/// Scans `html` from beginning to end and passes each token to `visit`. A tag in which the file ends is left out.
pub fn scan<'a>(html: &'a str, mut visit: impl FnMut(Token<'a, '_>)) {
    let bytes = html.as_bytes();
    // The last tag, reused to save allocations.
    let mut tag = Tag::default();
    let mut foreign = ForeignElements::default();
    // The text from `text_start` on is not passed on yet. Markup is searched for from `search_start` on.
    let (mut text_start, mut search_start) = (0, 0);
    while let Some(at) = find_less_than(bytes, search_start) {
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
            visit(Token::Text(&html[text_start..at]));
        }
        let end = if is_tag {
            let Some(end) = tag::read(html, name_start, &mut tag) else { return };
            tag.span = at..end;
            if is_end {
                foreign.close(&tag.name);
                tag.is_foreign = foreign.has_foreign_children();
                visit(Token::End(&tag));
                end
            } else {
                foreign.open(&mut tag);
                visit(Token::Start(&tag));
                let raw_end = if tag.is_foreign { None } else { raw_text_end(bytes, end, &tag.name) };
                if let Some(raw_end) = raw_end {
                    let text = &html[end..raw_end];
                    let has_references = matches!(&*tag.name, "textarea" | "title");
                    visit(if has_references { Token::Text(text) } else { Token::Raw(text) });
                }
                raw_end.unwrap_or(end)
            }
        } else if bytes[at..].starts_with(COMMENT) {
            let end = after_comment(bytes, at);
            visit(Token::Comment(at..end));
            end
        } else if foreign.is_foreign() && html[at..].starts_with(CDATA) {
            let text = &html[at + CDATA.len()..];
            let length = text.find(CDATA_END).unwrap_or(text.len());
            visit(Token::Cdata(&text[..length]));
            html.len().min(at + CDATA.len() + length + CDATA_END.len())
        } else {
            // A doctype or bogus comment, such as `<?xml …>` and `</3>`, is left out.
            after(bytes, at, b'>')
        };
        (text_start, search_start) = (end, end);
    }
    if text_start < bytes.len() {
        visit(Token::Text(&html[text_start..]));
    }
}

/// Finds the next `<`, which often follows at once or on the next line.
fn find_less_than(bytes: &[u8], from: usize) -> Option<usize> {
    let rest = &bytes[from..];
    let found = rest.iter().take(2).position(|byte| *byte == b'<').or_else(|| memchr(b'<', rest))?;
    Some(from + found)
}

const COMMENT: &[u8] = b"<!--";
const CDATA: &str = "<![CDATA[";
const CDATA_END: &str = "]]>";

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
