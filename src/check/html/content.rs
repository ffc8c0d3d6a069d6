//! Elements whose content is text: only their own end tag ends it.

use memchr::{memchr, memchr2};

use super::tag::ends_name;
use super::{Element, Tag, Visitor};

/// How text between an element's tags is read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Content {
    /// Text with character references.
    Text,
    Raw,
    Script,
    /// Raw to the end of the file.
    Plain,
}

impl Content {
    /// Nothing where the content is markup.
    pub fn of(element: Element<'_>) -> Option<Self> {
        match element {
            Element::Script => Some(Self::Script),
            Element::Title | Element::Textarea => Some(Self::Text),
            Element::Style | Element::Iframe => Some(Self::Raw),
            Element::Other(name) => match name.len() {
                3 if name.eq_ignore_ascii_case("xmp") => Some(Self::Raw),
                7 if name.eq_ignore_ascii_case("noembed") => Some(Self::Raw),
                8 if name.eq_ignore_ascii_case("noframes") => Some(Self::Raw),
                9 if name.eq_ignore_ascii_case("plaintext") => Some(Self::Plain),
                _ => None,
            },
            _ => None,
        }
    }

    /// Shows the content after `tag` to `visitor`, and gives its end.
    pub fn show<'a>(self, html: &'a str, tag: &Tag<'a>, visitor: &mut impl Visitor<'a>) -> usize {
        let from = tag.span.end;
        let end = self.end(html.as_bytes(), from, tag.element);
        match self {
            Self::Text => visitor.text(&html[from..end]),
            Self::Raw | Self::Script | Self::Plain => visitor.raw(&html[from..end], from),
        }
        end
    }

    /// Where content that begins at `from` ends.
    fn end(self, bytes: &[u8], from: usize, element: Element<'_>) -> usize {
        let name = element.name().as_bytes();
        match self {
            Self::Plain => bytes.len(),
            Self::Text | Self::Raw => {
                let mut at = from;
                while let Some(found) = memchr(b'<', &bytes[at..]) {
                    at += found;
                    if is_named(&bytes[at + 1..], b"/", name) {
                        return at;
                    }
                    at += 1;
                }
                bytes.len()
            }
            Self::Script => script_end(bytes, from),
        }
    }
}

/// Does `bytes` begin with `before` and `name`, in any letter case, and does the name end there?
fn is_named(bytes: &[u8], before: &[u8], name: &[u8]) -> bool {
    let Some(rest) = bytes.strip_prefix(before) else { return false };
    let ends = rest.get(name.len()).is_some_and(|&byte| ends_name(byte));
    ends && rest[..name.len()].eq_ignore_ascii_case(name)
}

/// Where a script ends: at `</script`, but not at one that belongs to a `<script` within `<!--` and `-->`.
fn script_end(bytes: &[u8], from: usize) -> usize {
    let (mut at, mut in_comment, mut in_script) = (from, None, false);
    while at < bytes.len() {
        let rest = &bytes[at..];
        let Some(found) = (if in_comment.is_some() { memchr2(b'<', b'>', rest) } else { memchr(b'<', rest) }) else {
            break;
        };
        at += found;
        let rest = &bytes[at + 1..];
        if let Some(begun) = in_comment {
            if bytes[at] == b'>' {
                if bytes[begun..at].ends_with(b"--") {
                    (in_comment, in_script) = (None, false);
                }
            } else if in_script {
                in_script = !is_named(rest, b"/", b"script");
            } else if is_named(rest, b"", b"script") {
                in_script = true;
            } else if is_named(rest, b"/", b"script") {
                return at;
            }
        } else if rest.starts_with(b"!--") {
            // The dashes of `<!--` may be those of `-->`.
            in_comment = Some(at + 2);
        } else if is_named(rest, b"/", b"script") {
            return at;
        }
        at += 1;
    }
    bytes.len()
}
