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
    /// Returns the element of this name, in any letter case. `has_capitals` says whether the name has capital letters;
    /// if not, it is not converted.
    pub fn named(name: &'a str, has_capitals: bool) -> Self {
        // No known name is longer than 8 bytes, so longer names need not be converted.
        let mut buffer = [0; 8];
        let lower = match buffer.get_mut(..name.len()) {
            Some(copy) if has_capitals => {
                copy.copy_from_slice(name.as_bytes());
                copy.make_ascii_lowercase();
                &*copy
            }
            _ => name.as_bytes(),
        };
        match lower {
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

    /// Returns the name: in lower case, or as written for `Other`.
    pub fn name(self) -> &'a str {
        match self {
            Self::A => "a",
            Self::Area => "area",
            Self::Audio => "audio",
            Self::Body => "body",
            Self::Button => "button",
            Self::Embed => "embed",
            Self::Form => "form",
            Self::Heading(1) => "h1",
            Self::Heading(2) => "h2",
            Self::Heading(3) => "h3",
            Self::Heading(4) => "h4",
            Self::Heading(5) => "h5",
            Self::Heading(_) => "h6",
            Self::Html => "html",
            Self::Iframe => "iframe",
            Self::Image => "image",
            Self::Img => "img",
            Self::Input => "input",
            Self::Label => "label",
            Self::Link => "link",
            Self::Math => "math",
            Self::Meta => "meta",
            Self::Object => "object",
            Self::Script => "script",
            Self::Select => "select",
            Self::Source => "source",
            Self::Style => "style",
            Self::Svg => "svg",
            Self::Textarea => "textarea",
            Self::Title => "title",
            Self::Track => "track",
            Self::Use => "use",
            Self::Video => "video",
            Self::Other(name) => name,
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
    fn names_lead_to_elements_and_back() {
        for name in ["a", "textarea", "h1", "h6", "img", "use", "div", "custom-element", "h7", "ä"] {
            assert_eq!(Element::named(name, false).name(), name);
            assert_eq!(
                matches!(Element::named(name, false), Element::Other(_)),
                matches!(name, "div" | "custom-element" | "h7" | "ä")
            );
        }
        for (name, element) in [
            ("TextArea", Element::Textarea),
            ("H2", Element::Heading(2)),
            ("Div", Element::Other("Div")),
            ("Custom-Element", Element::Other("Custom-Element")),
        ] {
            assert_eq!(Element::named(name, true), element);
        }
        assert!(Element::named("IMG", true).is_void() && Element::Other("Br").is_void() && !Element::A.is_void());
    }
}
