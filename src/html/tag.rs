//! Tags with their names and attributes, and the reader of tags.

use std::borrow::Cow;
use std::ops::Range;

use memchr::{memchr, memchr2, memchr3};

/// A start or end tag.
#[derive(Debug, Default)]
pub struct Tag<'a> {
    /// The name in lower case.
    pub name: Cow<'a, str>,
    pub written_name: &'a str,
    /// The bytes from `<` to `>`, inclusive.
    pub span: Range<usize>,
    pub self_closing: bool,
    /// Whether the element belongs to SVG or MathML, where `title`, `style` and the like are ordinary elements. False
    /// for an `svg` or `math` in HTML, and for HTML in a `foreignObject`.
    pub is_foreign: bool,
    pub attributes: Vec<TagAttribute<'a>>,
}

/// An attribute as written.
#[derive(Debug, Clone, Copy)]
pub struct TagAttribute<'a> {
    pub name: &'a str,
    /// The value without quotes, character references not decoded; empty if there is none.
    pub raw: &'a str,
    /// The byte at which `raw` begins.
    pub at: usize,
}

impl<'a> Tag<'a> {
    /// Whether the element is the root of SVG or MathML.
    pub fn is_foreign_root(&self) -> bool {
        matches!(&*self.name, "svg" | "math")
    }

    /// Whether content and an end tag follow the start tag. `/>` closes elements of SVG and MathML only.
    pub fn has_content(&self) -> bool {
        if self.is_foreign || self.is_foreign_root() { !self.self_closing } else { !is_void(&self.name) }
    }

    /// Returns the level of a heading: 2 for `h2`.
    pub fn heading_level(&self) -> Option<u8> {
        match self.name.as_bytes() {
            [b'h', digit @ b'1'..=b'6'] => Some(digit - b'0'),
            _ => None,
        }
    }

    /// Returns the first attribute of this name.
    pub fn get(&self, name: &str) -> Option<&TagAttribute<'a>> {
        self.attributes.iter().find(|attribute| attribute.name.eq_ignore_ascii_case(name))
    }

    pub fn has(&self, name: &str) -> bool {
        self.get(name).is_some()
    }

    /// Whether the attribute of this name is present, and has more than white space in it.
    pub fn has_value(&self, name: &str) -> bool {
        self.get(name).is_some_and(|attribute| !attribute.raw.trim_ascii().is_empty())
    }

    /// Whether the tag is a `<meta>` that asks search engines to leave the page out.
    pub fn is_noindex(&self) -> bool {
        let has_noindex = |content: &TagAttribute<'_>| {
            let content = content.raw.to_ascii_lowercase();
            // `none` means `noindex, nofollow`.
            content.contains("noindex") || content.split(',').any(|rule| rule.trim_ascii() == "none")
        };
        self.name == "meta" && self.attribute_is("name", "robots") && self.get("content").is_some_and(has_noindex)
    }

    /// Whether the attribute of this name has this value, in any letter case and with any white space around it.
    pub fn attribute_is(&self, name: &str, value: &str) -> bool {
        self.get(name).is_some_and(|attribute| attribute.raw.trim_ascii().eq_ignore_ascii_case(value))
    }
}

impl<'a> TagAttribute<'a> {
    pub fn value(&self) -> Cow<'a, str> {
        decode(self.raw)
    }

    /// Returns the span of the value, without its quotes.
    pub fn span(&self) -> Range<usize> {
        self.at..self.at + self.raw.len()
    }

    /// Returns the span in the page at which a part of the decoded value is written.
    pub fn span_of_decoded(&self, part: Range<usize>) -> Range<usize> {
        let has_references = memchr3(b'&', b'\r', 0, self.raw.as_bytes()).is_some();
        if !has_references {
            return self.at + part.start..self.at + part.end;
        }
        let written = |at: usize| self.at + written_offset(self.raw, at);
        written(part.start)..written(part.end)
    }
}

/// Returns the byte of `raw` that is decoded to the byte `at` of the decoded value.
fn written_offset(raw: &str, at: usize) -> usize {
    let (mut end, mut decoded_end) = (0, 0);
    while decoded_end < at {
        let start = end;
        // A part ends before the next character that decoding may change.
        let next = memchr3(b'&', b'\r', 0, &raw.as_bytes()[start + 1..]);
        end = next.map_or(raw.len(), |next| start + 1 + next);
        decoded_end += decode(&raw[start..end]).len();
    }
    // Decoding changes only the beginning of a part, so that the last bytes of the part are the same in both texts.
    end - (decoded_end - at)
}

/// Decodes the value of an attribute: replaces character references, and, as the standard says, carriage returns and
/// NUL characters.
pub fn decode(raw: &str) -> Cow<'_, str> {
    if memchr3(b'&', b'\r', 0, raw.as_bytes()).is_none() {
        return raw.into();
    }
    if memchr2(b'\r', 0, raw.as_bytes()).is_none() {
        return htmlize::unescape_attribute(raw);
    }
    let text = raw.replace("\r\n", "\n").replace('\r', "\n").replace('\0', "\u{fffd}");
    Cow::Owned(htmlize::unescape_attribute(text).into_owned())
}

/// Whether the element of this name, in lower case, has no content, and thus no end tag.
pub fn is_void(name: &str) -> bool {
    matches!(
        name,
        "area"
            | "base"
            | "br"
            | "col"
            | "embed"
            | "hr"
            | "img"
            | "input"
            | "link"
            | "meta"
            | "param"
            | "source"
            | "track"
            | "wbr"
    )
}

/// Reads the start or end tag whose name begins at `from`. Sets the names, `self_closing` and `attributes` of `tag`.
/// Returns the byte after the `>`, or `None` if the file ends first.
pub fn read<'a>(html: &'a str, from: usize, tag: &mut Tag<'a>) -> Option<usize> {
    let bytes = html.as_bytes();
    tag.attributes.clear();
    let mut at = find(bytes, from, ends_name)?;
    tag.written_name = &html[from..at];
    tag.name = tag.written_name.into();
    if tag.name.bytes().any(|byte| byte.is_ascii_uppercase()) {
        tag.name.to_mut().make_ascii_lowercase();
    }
    tag.self_closing = false;
    // Most tags have no attributes.
    if bytes[at] == b'>' {
        return Some(at + 1);
    }
    loop {
        let previous_end = at;
        at = find(bytes, at, |byte| !(byte.is_ascii_whitespace() || byte == b'/'))?;
        if bytes[at] == b'>' {
            // In `<a href=b/>`, the slash belongs to the value.
            tag.self_closing = at > previous_end && bytes[at - 1] == b'/';
            return Some(at + 1);
        }
        let start = at;
        // A name may begin with `=`.
        at = find(bytes, at + 1, |byte| ends_name(byte) || byte == b'=')?;
        let name = &html[start..at];
        let equals = find(bytes, at, |byte| !byte.is_ascii_whitespace())?;
        if bytes[equals] != b'=' {
            tag.attributes.push(TagAttribute { name, raw: "", at });
            continue;
        }
        let start = find(bytes, equals + 1, |byte| !byte.is_ascii_whitespace())?;
        let (start, end) = match bytes[start] {
            quote @ (b'"' | b'\'') => {
                let start = start + 1;
                at = start + memchr(quote, &bytes[start..])? + 1;
                (start, at - 1)
            }
            _ => {
                at = find(bytes, start, |byte| byte.is_ascii_whitespace() || byte == b'>')?;
                (start, at)
            }
        };
        tag.attributes.push(TagAttribute { name, raw: &html[start..end], at: start });
    }
}

/// Returns the byte after the `>` of the tag whose `<` is at `at`; `None` if the text ends first.
pub fn after_tag(html: &str, at: usize) -> Option<usize> {
    read(html, at + 1, &mut Tag::default())
}

fn find(bytes: &[u8], from: usize, is_match: impl Fn(u8) -> bool) -> Option<usize> {
    bytes[from..].iter().position(|&byte| is_match(byte)).map(|found| from + found)
}

/// Whether a name ends before this byte.
pub fn ends_name(byte: u8) -> bool {
    byte.is_ascii_whitespace() || matches!(byte, b'/' | b'>')
}
