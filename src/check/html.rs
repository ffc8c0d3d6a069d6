//! A scanner over final HTML: one pass that shows tags with their attributes, and text.
//!
//! It reads as the HTML standard's tokenizer does (§13.2.5), without building a tree: comments, doctype, quoted and bare
//! values, names in any case, and elements whose content is text (`script`, `style`, `textarea`, `title` …). Inside `svg` and
//! `math` those are ordinary elements. `noscript` is read as by a reader without scripts: its links count.
//! Character references are left alone until someone asks (`decode`).

mod content;
mod tag;

use memchr::memchr;

pub use super::element::Element;
use content::Content;
pub use tag::{Attribute, Tag, decode};

/// Is shown what a page consists of, in the page's order.
pub trait Visitor<'a> {
    fn start(&mut self, tag: &Tag<'a>);

    /// Are end tags and text of use to it just now? Else they are passed over.
    fn listens(&self) -> bool;

    fn end(&mut self, element: Element<'a>);

    /// The name of an end tag, as written, whether or not it listens; comes before `end`.
    fn closing(&mut self, _name: &'a str) {}

    /// Text as written, with its character references.
    fn text(&mut self, text: &'a str);

    /// The content of a `script`, `style`, `iframe` …, which begins at byte `at`: not text a visitor reads, nor with character
    /// references.
    fn raw(&mut self, text: &'a str, at: usize);
}

/// Reads `html` from beginning to end, and shows each piece to `visitor`.
pub fn scan<'a>(html: &'a str, visitor: &mut impl Visitor<'a>) {
    let bytes = html.as_bytes();
    let tag = Tag {
        element: Element::Other(""),
        name: "",
        span: 0..0,
        self_closing: false,
        attributes: Vec::with_capacity(8),
    };
    let mut scanner = Scanner { html, visitor, tag, foreign: 0 };
    // Where text begins that was not shown yet, and from where on markup is looked for.
    let (mut text, mut at) = (0, 0);
    loop {
        let markup = until_angle(bytes, at);
        let is_end = bytes.get(markup + 1) == Some(&b'/');
        let name = markup + 1 + usize::from(is_end);
        let Some(&first) = bytes.get(name) else { break };
        let is_tag = first.is_ascii_alphabetic();
        if !is_tag && !is_end && !matches!(first, b'!' | b'?') {
            // A `<` that begins nothing is text.
            at = markup + 1;
            continue;
        }
        let listens = scanner.visitor.listens();
        if listens && text < markup {
            scanner.visitor.text(&html[text..markup]);
        }
        let after = if !is_tag {
            Some(after_comment(bytes, markup))
        } else if is_end && !listens && scanner.foreign == 0 {
            tag::end(html, name, &mut scanner.tag).map(|(name, after)| {
                scanner.visitor.closing(name);
                after
            })
        } else {
            scanner.tag(markup, name)
        };
        let Some(after) = after else { return };
        (text, at) = (after, after);
    }
    if text < bytes.len() {
        scanner.visitor.text(&html[text..]);
    }
}

/// What reads and shows tags.
struct Scanner<'a, 'v, V> {
    html: &'a str,
    visitor: &'v mut V,
    /// The last one, of which the space is used again.
    tag: Tag<'a>,
    /// How deep inside `svg` or `math`.
    foreign: usize,
}

impl<'a, V: Visitor<'a>> Scanner<'a, '_, V> {
    /// Shows the tag at `from` whose name begins at `name`, and the content that only its end tag ends. Gives the place after
    /// it; nothing where the file ends first.
    // Not inlined, so that the loop over all that needs no look is short.
    #[inline(never)]
    fn tag(&mut self, from: usize, name: usize) -> Option<usize> {
        let tag = &mut self.tag;
        let end = tag::read(self.html, name, tag)?;
        tag.span = from..end;
        let is_foreign = matches!(tag.element, Element::Svg | Element::Math);
        if name > from + 1 {
            if is_foreign {
                self.foreign = self.foreign.saturating_sub(1);
            }
            self.visitor.closing(tag.name);
            self.visitor.end(tag.element);
            return Some(end);
        }
        if is_foreign && !tag.self_closing {
            self.foreign += 1;
        }
        self.visitor.start(tag);
        match Content::of(tag.element) {
            Some(content) if self.foreign == 0 => Some(content.show(self.html, tag, self.visitor)),
            _ => Some(end),
        }
    }
}

/// Where the next `<` is, or the end.
fn until_angle(bytes: &[u8], from: usize) -> usize {
    let rest = &bytes[from..];
    // Tags often follow each other at once, or on the next line.
    let near = rest.iter().take(2).position(|&byte| byte == b'<');
    near.or_else(|| memchr(b'<', rest)).map_or(bytes.len(), |found| from + found)
}

/// Just after the comment, doctype or the like that begins at `from`, or the end.
fn after_comment(bytes: &[u8], from: usize) -> usize {
    let Some(rest) = bytes[from..].strip_prefix(b"<!--") else { return after(bytes, from, b'>') };
    let from = bytes.len() - rest.len();
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

/// Just after the next `byte`, or the end.
fn after(bytes: &[u8], from: usize, byte: u8) -> usize {
    memchr(byte, &bytes[from..]).map_or(bytes.len(), |at| from + at + 1)
}

#[cfg(test)]
mod tests;
