//! A text in Markdown that is one picture, perhaps within a link. The picture's address and alternative text are read
//! and written. The rest of the text, such as a title, stays as it is.

use std::ops::Range;

use pulldown_cmark::{Event, Tag, TagEnd};

use super::events::{ParserEvent, push_text};
use super::links::target_range;
use super::options::MarkdownOptions;
use super::parser_events;
use crate::unicode::collapse_white_space;

/// The signs that Markdown may read as more than themselves.
const SIGNS: &str = "\\`*_[]{}~$^|<&";

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PicturePart {
    Address,
    Alt,
}

#[derive(Debug, PartialEq, Eq)]
pub struct LonePicture {
    pub address: String,
    pub alt: String,
    /// The text without the address and the alternative text.
    pub rest: String,
    /// The bytes of the address in the text, with the `<` and `>` around it.
    address_span: Range<usize>,
    alt_span: Range<usize>,
}

impl LonePicture {
    /// Reads a text that is one picture, perhaps within a link. Returns `None` for other texts, and if the address is
    /// empty or stands elsewhere, as in `![a][b]`.
    pub fn read(text: &str, options: &MarkdownOptions) -> Option<Self> {
        if !text.starts_with("![") && !text.starts_with("[![") {
            return None;
        }
        let mut options = options.clone();
        // The alternative text keeps its quotation marks, dashes and dots as written.
        options.settings.smart_punctuation = false;
        let events: Vec<ParserEvent<'_>> = parser_events(text, &options).collect();
        let [(Event::Start(Tag::Paragraph), _), content @ .., (Event::End(TagEnd::Paragraph), _)] = &*events else {
            return None;
        };
        let content = match content {
            [(Event::Start(Tag::Link { .. }), _), content @ .., (Event::End(TagEnd::Link), _)] => content,
            content => content,
        };
        let [(Event::Start(Tag::Image { dest_url, .. }), span), inside @ .., (Event::End(TagEnd::Image), _)] = content
        else {
            return None;
        };
        if inside.iter().any(|(event, _)| matches!(event, Event::Start(Tag::Image { .. }) | Event::End(TagEnd::Link))) {
            return None;
        }
        let alt_start = span.start + "![".len();
        let alt_end = inside.iter().map(|(_, span)| span.end).max().unwrap_or(alt_start);
        let mut address = target_range(text, dest_url, span).filter(|_| text[alt_end..].starts_with("]("))?;
        if text[..address.start].ends_with('<') && text[address.end..].starts_with('>') {
            address = address.start - 1..address.end + 1;
        }
        let mut alt = String::new();
        inside.iter().for_each(|(event, _)| push_text(&mut alt, event));
        Some(Self {
            address: dest_url.to_string(),
            alt: collapse_white_space(&alt),
            rest: [&text[..alt_start], &text[alt_end..address.start], &text[address.end..]].concat(),
            address_span: address,
            alt_span: alt_start..alt_end,
        })
    }

    pub fn part(&self, part: PicturePart) -> &str {
        match part {
            PicturePart::Address => &self.address,
            PicturePart::Alt => &self.alt,
        }
    }

    /// Returns the `text` of the picture with another value of a part. Returns `None` if the value can't be written
    /// in Markdown.
    pub fn with_part(&self, part: PicturePart, value: &str, text: &str, options: &MarkdownOptions) -> Option<String> {
        let (span, forms) = match part {
            PicturePart::Address => (&self.address_span, [value.to_owned(), format!("<{value}>")]),
            // Words in brackets would become a link if the file defines them as a reference.
            PicturePart::Alt => (&self.alt_span, [escaped(value, "[]"), escaped(value, SIGNS)]),
        };
        let mut texts = forms.into_iter().map(|form| [&text[..span.start], &form, &text[span.end..]].concat());
        let (address, alt) = match part {
            PicturePart::Address => (value, &*self.alt),
            PicturePart::Alt => (&*self.address, value),
        };
        let is_as_meant = |new: &Self| (&*new.address, &*new.alt, &new.rest) == (address, alt, &self.rest);
        texts.find(|text| Self::read(text, options).is_some_and(|new| is_as_meant(&new)))
    }
}

/// Escapes these `signs` in a text. A `<` becomes an entity: `text_blocks` takes a `<` before a capital letter for a
/// component, even after a backslash.
fn escaped(text: &str, signs: &str) -> String {
    let escape = |c: char| match c {
        _ if !signs.contains(c) => c.to_string(),
        '<' => "&lt;".to_owned(),
        '&' => "&amp;".to_owned(),
        _ => format!("\\{c}"),
    };
    text.chars().map(escape).collect()
}

#[cfg(test)]
mod tests {
    use super::{LonePicture, PicturePart};
    use crate::markdown::MarkdownOptions;

    fn read(text: &str) -> Option<LonePicture> {
        LonePicture::read(text, &MarkdownOptions::default())
    }

    #[test]
    fn a_picture_is_read_with_its_title_and_the_link_around_it() {
        let check = |text: &str, alt: &str, address: &str| {
            let picture = read(text).unwrap_or_else(|| panic!("{text}"));
            assert_eq!((&*picture.alt, &*picture.address), (alt, address), "{text}");
        };
        check("![A boat](/a.svg)", "A boat", "/a.svg");
        check("![](a.svg)", "", "a.svg");
        check("![A boat](/a\\_b.svg)", "A boat", "/a_b.svg");
        check("![A *red*\n\\[boat\\] &amp; `x`](</a b.svg> 'At sea')", "A red [boat] & x", "/a b.svg");
        check("[![It's](https://other.example/a.png)](/boats/ \"All\")", "It's", "https://other.example/a.png");
    }

    #[test]
    fn other_texts_are_no_picture() {
        for text in [
            "A boat",
            "![A boat][a]",
            "![A boat](/a.svg) at sea",
            "![A](/a.svg) ![B](/b.svg)",
            "[![A](/a.svg)](/b/)[C](/d/)",
            "[![A](/a.svg)](/b/)[![C](/c.svg)](/d/)",
            "![A ![B](/b.svg)](/a.svg)",
            "![A boat]()",
            "![A](/a.svg)\n\n![B](/b.svg)",
        ] {
            assert_eq!(read(text), None, "{text}");
        }
    }

    #[test]
    fn only_the_part_is_written() {
        use PicturePart::{Address, Alt};
        let check = |text: &str, part: PicturePart, value: &str, expected: Option<&str>| {
            let picture = read(text).unwrap_or_else(|| panic!("{text}"));
            let written = picture.with_part(part, value, text, &MarkdownOptions::default());
            assert_eq!(written.as_deref(), expected, "{text} {value}");
        };
        let whole = "[![A *boat*](</a b.svg>  'At \"sea\"' )](/boats/)";
        check(whole, Alt, "Two boats", Some("[![Two boats](</a b.svg>  'At \"sea\"' )](/boats/)"));
        check(whole, Address, "/c.svg", Some("[![A *boat*](/c.svg  'At \"sea\"' )](/boats/)"));
        check("![](/a.svg)", Alt, "5 * 3 is 15, it's a_b & c", Some("![5 * 3 is 15, it's a_b & c](/a.svg)"));
        check("![A](/a.svg)", Alt, "A [boat]", Some("![A \\[boat\\]](/a.svg)"));
        check("![A](/a.svg)", Alt, "", Some("![](/a.svg)"));
        check("![A](/a.svg)", Alt, "A *red* [boat](x)", Some("![A \\*red\\* \\[boat\\](x)](/a.svg)"));
        check("![A](/a.svg)", Alt, "<Boat> &amp; \\", Some("![&lt;Boat> &amp;amp; \\\\](/a.svg)"));
        check("![A](/a.svg)", Address, "/b c(.svg", Some("![A](</b c(.svg>)"));
        check("![A](/a.svg)", Address, "", None);
        check("![A](/a.svg)", Address, "/b\nc", None);
    }
}
