//! The check for well-formed XML in feeds, sitemaps and SVG images: programs stop reading them at the first mistake.

use std::ops::Range;

use roxmltree::{Document, Error, ParsingOptions};

use super::tag::decode;
use crate::diagnostic::character_at;

/// The first mistake in a text that is not well-formed XML.
#[derive(Debug, PartialEq, Eq)]
pub struct XmlError {
    /// What is wrong, as a clause.
    pub description: String,
    /// The bytes to mark.
    pub span: Range<usize>,
    /// How to correct it.
    pub help: &'static str,
}

/// Whether a file at this path is XML, by its extension.
pub fn is_xml(path: &str) -> bool {
    [".xml", ".atom", ".rss", ".svg"].iter().any(|extension| path.ends_with(extension))
}

/// Returns the first mistake in `text`; `None` if it is well-formed XML.
pub fn xml_error(text: &str) -> Option<XmlError> {
    let options = ParsingOptions { allow_dtd: true, ..ParsingOptions::default() };
    let error = Document::parse_with_options(text, options).err()?;
    let (description, help) = explain(&error);
    let span = match error {
        // If the text ends too early, the error has no position.
        Error::NoRootNode | Error::UnclosedRootNode | Error::UnexpectedEndOfStream => {
            let end = text.trim_end().len();
            end..end
        }
        _ => character_at(text, error.pos().row as usize, error.pos().col as usize),
    };
    Some(XmlError { description, span, help })
}

fn explain(error: &Error) -> (String, &'static str) {
    match error {
        Error::MalformedEntityReference(_) => (
            "a `&` is not escaped".to_owned(),
            "write `&` as `&amp;`, or print the text with `{{ … }}`, which escapes it",
        ),
        Error::UnknownEntityReference(name, _) => (
            format!("it does not know `&{name};`{}", if is_html_entity(name) { ", which is HTML's" } else { "" }),
            "write the character itself; if a `&` is meant, write `&amp;`",
        ),
        Error::UnexpectedCloseTag(open, closed, _) => (
            format!("`</{closed}>` is here, but `<{open}>` is still open"),
            "close every element, as in `<br/>`; HTML in a feed passes through `for_feed`, which escapes it",
        ),
        Error::NoRootNode => ("there is no element in it".to_owned(), "put everything into one element"),
        Error::UnclosedRootNode | Error::UnexpectedEndOfStream => {
            ("it ends within an element".to_owned(), "close every element, as in `<br/>`")
        }
        Error::UnexpectedDeclaration(_) => (
            "`<?xml …?>` does not stand at the very beginning".to_owned(),
            "let nothing come before it, not even an empty line: end tags above it with `-%}`",
        ),
        Error::UnknownNamespace(prefix, _) => (
            format!("the prefix `{prefix}:` is not declared"),
            "declare it at the outermost element, as in `xmlns:media=\"http://search.yahoo.com/mrss/\"`",
        ),
        Error::InvalidAttributeValue(_) | Error::InvalidChar(b'"' | b'\'', b'<', _) => {
            ("a `<` is in the value of an attribute".to_owned(), "write `<` as `&lt;`")
        }
        other => {
            let (position, description) = (format!(" at {}", other.pos()), other.to_string());
            (
                description.replace(&position, "").replace('\'', "`"),
                "in XML there is one outermost element, every element is closed, every value quoted, and `&` and `<` are written as `&amp;` and `&lt;`",
            )
        }
    }
}

fn is_html_entity(name: &str) -> bool {
    let reference = format!("&{name};");
    decode(&reference) != reference
}

#[cfg(test)]
mod tests {
    use super::xml_error;

    /// Checks the marked text and the message.
    #[track_caller]
    fn check(text: &str, marked: &str, message: &str) {
        let error = xml_error(text).expect("a mistake");
        assert!(text[error.span.clone()].starts_with(marked), "{:?}", error.span);
        assert_eq!(error.description, message);
    }

    #[test]
    fn the_first_mistake_is_marked() {
        check("<feed>\n<title>A & B <br></title></feed>", "&", "a `&` is not escaped");
        check("<feed>ü&nbsp;</feed>", "&", "it does not know `&nbsp;`, which is HTML's");
        check("<feed>&foo;</feed>", "&", "it does not know `&foo;`");
        check("<feed><title>A<br></title></feed>", "<", "`</title>` is here, but `<br>` is still open");
        check("<feed><title>A</title>\n", "", "it ends within an element");
        check("text", "t", "unknown token");
        check("\n<?xml version=\"1.0\"?><feed/>", "<", "`<?xml …?>` does not stand at the very beginning");
        check("<feed a=\"<\"/>", "<", "a `<` is in the value of an attribute");
        check("<feed><media:title/></feed>", "m", "the prefix `media:` is not declared");
    }

    #[test]
    fn well_formed_xml_passes() {
        for text in [
            "<?xml version=\"1.0\" encoding=\"utf-8\"?>\n<feed><title>A &amp; B &lt;br> &#38;</title></feed>\n",
            "<!DOCTYPE svg PUBLIC \"-//W3C//DTD SVG 1.1//EN\" \"http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd\"><svg/>",
            "<feed xmlns:m=\"urn:m\"><m:a><![CDATA[<br> & ]]></m:a></feed>",
        ] {
            assert_eq!(xml_error(text), None, "{text}");
        }
    }

    proptest::proptest! {
        #[test]
        fn arbitrary_text_does_not_panic(text: String) {
            xml_error(&text);
        }
    }
}
