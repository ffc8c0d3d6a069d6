//! The HTML and SVG elements that visitors distinguish.

/// An element.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Element<'a> {
    A,
    Area,
    Audio,
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
        match known(name) {
            None if name.bytes().any(|byte| byte.is_ascii_uppercase()) => known(&name.to_ascii_lowercase()),
            known => known,
        }
        .unwrap_or(Self::Other(name))
    }

    /// Whether the element is the root of SVG or MathML.
    pub fn is_foreign_root(self) -> bool {
        matches!(self, Self::Svg | Self::Math)
    }

    /// Whether the element has no content, and thus no end tag.
    pub fn is_void(self) -> bool {
        use Element::{Area, Embed, Img, Input, Link, Meta, Other, Source, Track};
        let is_void_name =
            |name: &str| ["base", "br", "col", "hr", "param", "wbr"].iter().any(|void| name.eq_ignore_ascii_case(void));
        matches!(self, Area | Embed | Img | Input | Link | Meta | Source | Track)
            || matches!(self, Other(name) if is_void_name(name))
    }
}

/// Returns the element of this name in lower case; `None` if visitors do not distinguish it.
fn known(name: &str) -> Option<Element<'static>> {
    Some(match name {
        "a" => Element::A,
        "area" => Element::Area,
        "audio" => Element::Audio,
        "button" => Element::Button,
        "embed" => Element::Embed,
        "form" => Element::Form,
        "h1" => Element::Heading(1),
        "h2" => Element::Heading(2),
        "h3" => Element::Heading(3),
        "h4" => Element::Heading(4),
        "h5" => Element::Heading(5),
        "h6" => Element::Heading(6),
        "html" => Element::Html,
        "iframe" => Element::Iframe,
        "image" => Element::Image,
        "img" => Element::Img,
        "input" => Element::Input,
        "label" => Element::Label,
        "link" => Element::Link,
        "math" => Element::Math,
        "meta" => Element::Meta,
        "object" => Element::Object,
        "script" => Element::Script,
        "select" => Element::Select,
        "source" => Element::Source,
        "style" => Element::Style,
        "svg" => Element::Svg,
        "textarea" => Element::Textarea,
        "title" => Element::Title,
        "track" => Element::Track,
        "use" => Element::Use,
        "video" => Element::Video,
        _ => return None,
    })
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
