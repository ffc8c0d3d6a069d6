//! Plain XML: elements and attributes without prefixes, and text with the entities of XML alone. Nearly all feeds and sitemaps
//! are plain, which is decided in a twentieth of the time that a parser takes.

use memchr::{memchr, memchr_iter, memmem};

const DECLARATIONS: [&[u8]; 2] =
    [br#"<?xml version="1.0" encoding="utf-8"?>"#, br#"<?xml version="1.0" encoding="UTF-8"?>"#];
const ENTITIES: [&[u8]; 5] = [b"&amp;", b"&lt;", b"&gt;", b"&quot;", b"&apos;"];
/// What stands in the namespaces that XML reserves.
const RESERVED: [&[u8]; 2] = [b"www.w3.org/XML/", b"www.w3.org/2000/xmlns"];

/// Whether a text is well-formed and plain. Other text may be well-formed, too.
pub(super) fn is_plain_xml(text: &str) -> bool {
    PlainReader { bytes: text.as_bytes(), at: 0 }.read().is_some()
}

/// The reader of one text. Its functions return `None` where the text is not plain.
struct PlainReader<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl<'a> PlainReader<'a> {
    fn read(&mut self) -> Option<()> {
        // Control characters, and the bytes of U+FFFE and U+FFFF among others.
        let is_rare = |byte: &&u8| **byte < b' ' && !byte.is_ascii_whitespace() || matches!(**byte, 0xef | 0x0c);
        // Counting them all is faster than looking for the first one.
        if self.bytes.iter().filter(is_rare).count() > 0 {
            return None;
        }
        self.at = DECLARATIONS.iter().find(|start| self.bytes.starts_with(start)).map_or(0, |start| start.len());
        let mut open: Vec<&[u8]> = Vec::new();
        let mut has_root = false;
        while let Some(length) = memchr(b'<', &self.bytes[self.at..]) {
            self.check_text(length, open.is_empty())?;
            self.at += 1;
            if self.skip(b'/') {
                let is_right = open.pop()? == self.read_name()?;
                (is_right && self.skip(b'>')).then_some(())?;
                continue;
            }
            (!open.is_empty() || !has_root).then_some(())?;
            has_root = true;
            let name = self.read_name()?;
            self.read_attributes()?;
            if !self.skip(b'/') {
                open.push(name);
            }
            self.skip(b'>').then_some(())?;
        }
        self.check_text(self.bytes.len() - self.at, true)?;
        (open.is_empty() && has_root).then_some(())
    }

    /// Reads past a text of this length, which stands outside of all elements if `is_outside`.
    fn check_text(&mut self, length: usize, is_outside: bool) -> Option<()> {
        let text = &self.bytes[self.at..self.at + length];
        self.at += length;
        let is_plain = if is_outside { text.iter().all(u8::is_ascii_whitespace) } else { memchr(b'>', text).is_none() };
        (is_plain && has_known_entities(text)).then_some(())
    }

    fn read_attributes(&mut self) -> Option<()> {
        let mut names: Vec<&[u8]> = Vec::new();
        loop {
            let blanks = self.bytes[self.at..].iter().take_while(|byte| byte.is_ascii_whitespace()).count();
            self.at += blanks;
            if matches!(self.bytes.get(self.at)?, b'>' | b'/') {
                return Some(());
            }
            let name = self.read_name()?;
            (blanks > 0 && !names.contains(&name) && self.skip(b'=')).then_some(())?;
            names.push(name);
            let quote = *self.bytes.get(self.at).filter(|byte| matches!(byte, b'"' | b'\''))?;
            self.at += 1;
            let value = &self.bytes[self.at..];
            let value = &value[..memchr(quote, value)?];
            self.at += value.len() + 1;
            let is_reserved =
                name == b"xmlns" && RESERVED.iter().any(|reserved| memmem::find(value, reserved).is_some());
            (!is_reserved && memchr(b'<', value).is_none() && has_known_entities(value)).then_some(())?;
        }
    }

    /// Reads a name of ASCII letters, digits and hyphens.
    fn read_name(&mut self) -> Option<&'a [u8]> {
        let rest = &self.bytes[self.at..];
        rest.first().filter(|byte| byte.is_ascii_alphabetic())?;
        let length = rest.iter().take_while(|byte| byte.is_ascii_alphanumeric() || **byte == b'-').count();
        self.at += length;
        Some(&rest[..length])
    }

    /// Reads past this byte; false if another one comes.
    fn skip(&mut self, byte: u8) -> bool {
        let is_next = self.bytes.get(self.at) == Some(&byte);
        self.at += usize::from(is_next);
        is_next
    }
}

/// Whether each `&` begins an entity of XML.
fn has_known_entities(text: &[u8]) -> bool {
    memchr_iter(b'&', text).all(|at| ENTITIES.iter().any(|entity| text[at..].starts_with(entity)))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use roxmltree::{Document, ParsingOptions};

    use super::is_plain_xml;

    #[test]
    fn feeds_and_sitemaps_are_plain() {
        for text in [
            "<?xml version=\"1.0\" encoding=\"utf-8\"?>\n<feed xmlns=\"http://www.w3.org/2005/Atom\">\n<title>A &amp; ü</title>\n\
             <link rel='self' href=\"/a?b&amp;c\"/></feed>\n",
            "<urlset><url><loc>/a/</loc></url><url/></urlset>",
        ] {
            assert!(is_plain_xml(text), "{text}");
        }
    }

    #[test]
    fn other_text_is_not_plain() {
        for text in
            ["", "a", "<a>", "<a></b>", "<a/><b/>", "<a b=1/>", "<a>&b;</a>", "<a b='' b=''/>", "<a:b/>", "<a b='<'/>"]
        {
            assert!(!is_plain_xml(text), "{text}");
        }
    }

    proptest! {
        #[test]
        fn plain_xml_is_well_formed(parts in prop::collection::vec(prop::sample::select(vec![
            "<", "</", ">", "/>", "a", "b", "<a>", "</a>", "<a ", "xmlns=\"\"", " b='c'", "=", "\"", "&amp;", "&", ";", " ", "\n", "ü", "]]>",
            "\u{ffff}", "\u{1}", "\u{c}", "-", ":", "<?xml version=\"1.0\" encoding=\"utf-8\"?>", "<!--", "-->", "xmlns='http://www.w3.org/2000/xmlns/'",
        ]), 0..16)) {
            let text = parts.concat();
            let options = ParsingOptions { allow_dtd: true, ..ParsingOptions::default() };
            prop_assert!(!is_plain_xml(&text) || Document::parse_with_options(&text, options).is_ok(), "{}", text);
        }
    }
}
