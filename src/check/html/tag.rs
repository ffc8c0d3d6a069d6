//! A tag: its element and its attributes.

use std::borrow::Cow;
use std::ops::Range;

use memchr::{memchr, memchr3};

use crate::check::element::Element;

/// A start tag.
#[derive(Debug)]
pub struct Tag<'a> {
    pub element: Element<'a>,
    /// As written.
    pub name: &'a str,
    /// From `<` to `>`.
    pub span: Range<usize>,
    pub self_closing: bool,
    pub attributes: Vec<Attribute<'a>>,
}

/// An attribute as written.
#[derive(Debug, Clone, Copy)]
pub struct Attribute<'a> {
    pub name: &'a str,
    /// Without its quotes, with its character references; empty where there is none.
    pub raw: &'a str,
    /// Where `raw` begins, in bytes.
    pub at: usize,
}

impl<'a> Tag<'a> {
    /// The attribute of this name, which is given in lower case. Of two, the first counts.
    pub fn get(&self, name: &str) -> Option<&Attribute<'a>> {
        // Nearly all are written in lower case, which is compared at once.
        let is = |written: &str| written == name || written.eq_ignore_ascii_case(name);
        self.attributes.iter().find(|attribute| attribute.name.len() == name.len() && is(attribute.name))
    }

    pub fn has(&self, name: &str) -> bool {
        self.get(name).is_some()
    }

    /// Has it an attribute of this name with more than white space in it?
    pub fn has_text(&self, name: &str) -> bool {
        self.get(name).is_some_and(|attribute| !attribute.raw.trim_ascii().is_empty())
    }

    /// Is its attribute of this name the given word, in any letter case?
    pub fn is(&self, name: &str, value: &str) -> bool {
        self.get(name).is_some_and(|attribute| attribute.raw.trim_ascii().eq_ignore_ascii_case(value))
    }
}

impl<'a> Attribute<'a> {
    pub fn value(&self) -> Cow<'a, str> {
        decode(self.raw)
    }

    pub fn span(&self) -> Range<usize> {
        self.at..self.at + self.raw.len()
    }
}

/// The value that an attribute has: character references resolved, line breaks and NUL characters as the standard says.
pub fn decode(raw: &str) -> Cow<'_, str> {
    if memchr3(b'&', b'\r', 0, raw.as_bytes()).is_none() {
        return Cow::Borrowed(raw);
    }
    if !raw.contains(['\r', '\0']) {
        return htmlize::unescape_attribute(raw);
    }
    let text = raw.replace("\r\n", "\n").replace('\r', "\n").replace('\0', "\u{fffd}");
    Cow::Owned(htmlize::unescape_attribute(text).into_owned())
}

/// Reads the tag whose name begins at `from` into `tag`. Gives the place after its `>`; nothing where the file ends first.
pub fn read<'a>(html: &'a str, from: usize, tag: &mut Tag<'a>) -> Option<usize> {
    let bytes = &html.as_bytes()[from..];
    let mut seen = 0;
    let length = bytes.iter().position(|&byte| {
        seen |= MEANING[usize::from(byte)];
        seen & (SPACE | SLASH | END) != 0
    })?;
    let at = from + length;
    tag.name = &html[from..at];
    tag.element = Element::named(tag.name, seen & CAPITAL != 0);
    tag.self_closing = false;
    tag.attributes.clear();
    if seen & END == 0 { read_attributes(html, at, tag) } else { Some(at + 1) }
}

/// The name that begins at `from`, and the place after the `>` of its tag, where no more is wanted of it; else as `read`.
pub fn end<'a>(html: &'a str, from: usize, tag: &mut Tag<'a>) -> Option<(&'a str, usize)> {
    let bytes = &html.as_bytes()[from..];
    let length = bytes.iter().position(|&byte| ends_name(byte))?;
    let end = from + length;
    let after = if bytes[length] == b'>' { end + 1 } else { read_attributes(html, end, tag)? };
    Some((&html[from..end], after))
}

/// Reads on after the name of a tag, in which more follows.
// Not inlined, so that what most tags go through is short.
#[inline(never)]
fn read_attributes<'a>(html: &'a str, mut at: usize, tag: &mut Tag<'a>) -> Option<usize> {
    let bytes = html.as_bytes();
    loop {
        at = past(bytes, at, SPACE | SLASH)?;
        if bytes[at] == b'>' {
            tag.self_closing = bytes[at - 1] == b'/';
            return Some(at + 1);
        }
        let start = at;
        // A name may begin with `=`.
        at = until(bytes, at + 1, SPACE | SLASH | END | EQUALS)?;
        let name = &html[start..at];
        let equals = past(bytes, at, SPACE)?;
        if bytes[equals] != b'=' {
            tag.attributes.push(Attribute { name, raw: "", at });
            continue;
        }
        let start = past(bytes, equals + 1, SPACE)?;
        let (start, end) = match bytes[start] {
            quote @ (b'"' | b'\'') => {
                let start = start + 1;
                at = start + memchr(quote, &bytes[start..])? + 1;
                (start, at - 1)
            }
            b'>' => {
                at = start;
                (start, start)
            }
            _ => {
                at = until(bytes, start, SPACE | END)?;
                (start, at)
            }
        };
        tag.attributes.push(Attribute { name, raw: &html[start..end], at: start });
        // A slash before it belonged to the value.
        if bytes.get(at) == Some(&b'>') {
            return Some(at + 1);
        }
    }
}

/// What a byte can mean in a tag: one of those that follow.
const MEANING: [u8; 256] = {
    let mut meaning = [0; 256];
    meaning[b' ' as usize] = SPACE;
    meaning[b'\n' as usize] = SPACE;
    meaning[b'\t' as usize] = SPACE;
    meaning[b'\r' as usize] = SPACE;
    meaning[b'\x0c' as usize] = SPACE;
    meaning[b'/' as usize] = SLASH;
    meaning[b'>' as usize] = END;
    meaning[b'=' as usize] = EQUALS;
    let mut capital = b'A';
    while capital <= b'Z' {
        meaning[capital as usize] = CAPITAL;
        capital += 1;
    }
    meaning
};
const SPACE: u8 = 1;
const SLASH: u8 = 2;
const END: u8 = 4;
const EQUALS: u8 = 8;
const CAPITAL: u8 = 16;

/// Where the next byte of one of these meanings is.
// Not inlined: the compiler would count each loop's steps in several ways at once.
#[inline(never)]
fn until(bytes: &[u8], mut at: usize, meanings: u8) -> Option<usize> {
    while MEANING[usize::from(*bytes.get(at)?)] & meanings == 0 {
        at += 1;
    }
    Some(at)
}

/// Where the next byte of none of these meanings is.
fn past(bytes: &[u8], mut at: usize, meanings: u8) -> Option<usize> {
    while MEANING[usize::from(*bytes.get(at)?)] & meanings != 0 {
        at += 1;
    }
    Some(at)
}

/// Does a name end before this byte?
pub fn ends_name(byte: u8) -> bool {
    MEANING[usize::from(byte)] & (SPACE | SLASH | END) != 0
}
