//! The HTML and SVG elements that visitors distinguish.

/// An element, by its name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Element<'a> {
    A,
    Area,
    Audio,
    Body,
    Button,
    Embed,
    Form,
    /// `h1` to `h6`.
    Heading(u8),
    Html,
    Iframe,
    /// SVG's `image`.
    Image,
    Img,
    Input,
    Label,
    Link,
    Math,
    Meta,
    Object,
    Script,
    Select,
    Source,
    Style,
    Svg,
    Textarea,
    Title,
    Track,
    Use,
    Video,
    /// Any other element, by its name as written.
    Other(&'a str),
}

impl<'a> Element<'a> {
    /// Returns the element of this name, in any letter case.
    pub fn named(name: &'a str) -> Self {
        // No known name is longer than 8 bytes.
        let mut buffer = [0; 8];
        let Some(lower) = buffer.get_mut(..name.len()) else { return Self::Other(name) };
        lower.copy_from_slice(name.as_bytes());
        lower.make_ascii_lowercase();
        match &*lower {
            b"a" => Self::A,
            b"area" => Self::Area,
            b"audio" => Self::Audio,
            b"body" => Self::Body,
            b"button" => Self::Button,
            b"embed" => Self::Embed,
            b"form" => Self::Form,
            [b'h', level @ b'1'..=b'6'] => Self::Heading(level - b'0'),
            b"html" => Self::Html,
            b"iframe" => Self::Iframe,
            b"image" => Self::Image,
            b"img" => Self::Img,
            b"input" => Self::Input,
            b"label" => Self::Label,
            b"link" => Self::Link,
            b"math" => Self::Math,
            b"meta" => Self::Meta,
            b"object" => Self::Object,
            b"script" => Self::Script,
            b"select" => Self::Select,
            b"source" => Self::Source,
            b"style" => Self::Style,
            b"svg" => Self::Svg,
            b"textarea" => Self::Textarea,
            b"title" => Self::Title,
            b"track" => Self::Track,
            b"use" => Self::Use,
            b"video" => Self::Video,
            _ => Self::Other(name),
        }
    }

    /// Whether the element has no content, and thus no end tag.
    pub fn is_void(self) -> bool {
        match self {
            Self::Area
            | Self::Embed
            | Self::Img
            | Self::Input
            | Self::Link
            | Self::Meta
            | Self::Source
            | Self::Track => true,
            Self::Other(name) => {
                ["base", "br", "col", "hr", "param", "wbr"].iter().any(|void| name.eq_ignore_ascii_case(void))
            }
            _ => false,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Element;

    #[test]
    fn elements_are_known_by_their_names_in_any_letter_case() {
        for (name, element) in [
            ("a", Element::A),
            ("TextArea", Element::Textarea),
            ("h1", Element::Heading(1)),
            ("H6", Element::Heading(6)),
            ("h7", Element::Other("h7")),
            ("Div", Element::Other("Div")),
            ("Custom-Element", Element::Other("Custom-Element")),
            ("ä", Element::Other("ä")),
        ] {
            assert_eq!(Element::named(name), element);
        }
        assert!(Element::named("IMG").is_void() && Element::Other("Br").is_void() && !Element::A.is_void());
    }
}
