//! The scanner of finished HTML: passes tags with their attributes, text and comments to a visitor.
//!
//! The scanner follows the tokenizer of the HTML standard (§13.2.5) without building a tree: comments, doctype, quoted
//! and unquoted values, names in any letter case, and elements whose content is text (`script`, `style`, `textarea`,
//! `title` …). Inside `svg` and `math`, these are ordinary elements. The content of `noscript` is markup, as in a
//! browser without scripts: its links count. Character references are decoded on demand (`decode`).

use memchr::memchr;

use super::element::Element;
use super::raw_text::RawTextKind;
use super::tag::{self, Tag};
use super::visitor::ScanVisitor;

/// Scans `html` from beginning to end and passes each piece to `visitor`.
pub fn scan<'a>(html: &'a str, visitor: &mut impl ScanVisitor<'a>) {
    let bytes = html.as_bytes();
    let tag = Tag {
        element: Element::Other(""),
        name: "",
        span: 0..0,
        self_closing: false,
        is_foreign: false,
        attributes: Vec::with_capacity(8),
    };
    let mut scanner = Scanner { html, visitor, tag, foreign: 0 };
    // The text from `text_start` on is not passed on yet. Markup is searched for from `search_start` on.
    let (mut text_start, mut search_start) = (0, 0);
    loop {
        let markup = find_angle(bytes, search_start);
        let is_end = bytes.get(markup + 1) == Some(&b'/');
        let name_start = markup + 1 + usize::from(is_end);
        let Some(&first) = bytes.get(name_start) else { break };
        let is_tag = first.is_ascii_alphabetic();
        if !is_tag && !is_end && !matches!(first, b'!' | b'?') {
            // A `<` that begins no tag is text.
            search_start = markup + 1;
            continue;
        }
        if text_start < markup {
            scanner.visitor.text(&html[text_start..markup]);
        }
        let end = if !is_tag {
            Some(scanner.pass_on_comment(markup))
        } else if is_end {
            scanner.pass_on_end_tag(name_start)
        } else {
            scanner.pass_on_start_tag(markup)
        };
        let Some(end) = end else { return };
        (text_start, search_start) = (end, end);
    }
    if text_start < bytes.len() {
        scanner.visitor.text(&html[text_start..]);
    }
}

/// The state of a scan.
struct Scanner<'a, 'v, V> {
    html: &'a str,
    visitor: &'v mut V,
    /// The last tag, reused to save allocations.
    tag: Tag<'a>,
    /// The number of open `svg` and `math` elements.
    foreign: usize,
}

impl<'a, V: ScanVisitor<'a>> Scanner<'a, '_, V> {
    /// Passes on the comment at `from`, or skips a doctype or bogus comment: `<?xml …>`, `</3>`. Returns the end.
    fn pass_on_comment(&mut self, from: usize) -> usize {
        let bytes = self.html.as_bytes();
        if !bytes[from..].starts_with(COMMENT) {
            return after(bytes, from, b'>');
        }
        let end = after_comment(bytes, from);
        self.visitor.comment(from..end);
        end
    }

    /// Passes on the end tag whose name begins at `name_start`. Returns its end, or `None` if the file ends within the
    /// tag.
    fn pass_on_end_tag(&mut self, name_start: usize) -> Option<usize> {
        let end = tag::read(self.html, name_start, &mut self.tag)?;
        if self.foreign > 0 && Element::named(self.tag.name).is_foreign_root() {
            self.foreign -= 1;
        }
        self.visitor.end(self.tag.name);
        Some(end)
    }

    /// Passes on the start tag at `from`, and the raw text after it, if any. Returns the end of both, or `None` if the
    /// file ends within the tag.
    fn pass_on_start_tag(&mut self, from: usize) -> Option<usize> {
        let tag = &mut self.tag;
        let end = tag::read(self.html, from + 1, tag)?;
        (tag.element, tag.span) = (Element::named(tag.name), from..end);
        tag.is_foreign = self.foreign > 0;
        if tag.element.is_foreign_root() && !tag.self_closing {
            self.foreign += 1;
        }
        self.visitor.start(tag);
        match RawTextKind::of(tag.element) {
            Some(kind) if self.foreign == 0 => Some(kind.pass_on(self.html, tag, self.visitor)),
            _ => Some(end),
        }
    }
}

/// Finds the next `<`; returns its position, or the end.
fn find_angle(bytes: &[u8], from: usize) -> usize {
    let rest = &bytes[from..];
    // The next tag often follows at once or on the next line.
    let near = rest.iter().take(2).position(|&byte| byte == b'<');
    near.or_else(|| memchr(b'<', rest)).map_or(bytes.len(), |found| from + found)
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
