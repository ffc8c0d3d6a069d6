//! The check of a style sheet that is copied, not bundled by esbuild: broken references, and syntax errors that make
//! browsers drop rules. The style sheet is read as tokens of the CSS standard; properties and values are not checked.

use std::ops::Range;

use memchr::memmem;

use super::findings::{BrokenLink, FoundLink};
use super::resolver::{BrokenReason, Referrer, Resolution, Resolver};
use super::spanned;
use crate::diagnostic::SpannedDiagnostic;
use crate::html::references::ReferenceKind;

/// Returns the URLs of the style sheets that a style sheet imports, up to its first syntax error.
pub fn imports(css: &str) -> impl Iterator<Item = &str> {
    let (references, _) = read_references(css);
    references.into_iter().filter(|(_, kind)| *kind == ReferenceKind::Style).map(|(span, _)| css[span].trim())
}

/// Returns the spans of the URLs of a style sheet with their kinds, and its first syntax error, at which reading stops.
fn read_references(css: &str) -> (Vec<(Range<usize>, ReferenceKind)>, Option<SpannedDiagnostic>) {
    let mut reader = StyleReader { css, bytes: css.as_bytes(), at: 0, references: Vec::new() };
    let error = reader.read().err();
    (reader.references, error)
}

/// Returns the broken references of a style sheet, and its first syntax error, at which reading stops.
pub fn examine(
    css: &str,
    from: Referrer<'_>,
    resolver: &mut Resolver<'_>,
) -> (Vec<BrokenLink>, Option<SpannedDiagnostic>) {
    let (references, error) = read_references(css);
    let mut broken = Vec::new();
    for (span, kind) in references {
        let url = css[span.clone()].trim();
        // URLs with escapes are rare and not checked. A fragment refers to the page that uses the style sheet.
        if url.is_empty() || url.contains('\\') || url.starts_with('#') {
            continue;
        }
        if let (Resolution::Nowhere(reason @ (BrokenReason::NotFound | BrokenReason::OutsideBase)), _) =
            resolver.resolve(from, url, kind)
        {
            broken.push(BrokenLink::new(from.output, FoundLink { url: url.into(), span, kind }, reason));
        }
    }
    (broken, error)
}

/// The tokenizer of one style sheet, which collects its URLs.
struct StyleReader<'a> {
    css: &'a str,
    bytes: &'a [u8],
    /// The byte at which the next token begins.
    at: usize,
    references: Vec<(Range<usize>, ReferenceKind)>,
}

impl StyleReader<'_> {
    /// Reads the whole style sheet; fails with the first syntax error.
    fn read(&mut self) -> Result<(), SpannedDiagnostic> {
        // The positions of the brackets that are still open.
        let mut open: Vec<usize> = Vec::new();
        // Whether the next URL or string names a style sheet to import.
        let mut is_import = false;
        while let Some(&byte) = self.bytes.get(self.at) {
            let start = self.at;
            self.at += 1;
            match byte {
                b'/' if self.bytes.get(self.at) == Some(&b'*') => {
                    let Some(length) = memmem::find(&self.bytes[start + 2..], b"*/") else {
                        return Err(syntax_error(start..start + 2, "the comment is not closed", "close it with `*/`"));
                    };
                    self.at = start + "/*".len() + length + "*/".len();
                }
                b'\\' => self.at += self.css[self.at..].chars().next().map_or(0, char::len_utf8),
                b'"' | b'\'' => {
                    let span = self.read_string(byte)?;
                    if std::mem::take(&mut is_import) {
                        self.references.push((span, ReferenceKind::Style));
                    }
                }
                b'(' | b'[' | b'{' => open.push(start),
                b')' | b']' | b'}' => match open.pop() {
                    Some(before) if closing_bracket(self.bytes[before]) == byte => {}
                    Some(before) => return Err(self.unclosed(before)),
                    None => {
                        let message = format!("`{}` closes nothing", char::from(byte));
                        return Err(syntax_error(start..self.at, &message, "take it out, or open what it closes"));
                    }
                },
                b';' => is_import = false,
                b'@' => is_import = self.read_name().eq_ignore_ascii_case("import"),
                _ if byte.is_ascii_alphabetic() || byte == b'-' || byte == b'_' => {
                    self.at = start;
                    if self.read_name().eq_ignore_ascii_case("url") && self.bytes.get(self.at) == Some(&b'(') {
                        open.push(self.at);
                        self.at += 1;
                        let is_style = std::mem::take(&mut is_import);
                        let kind = if is_style { ReferenceKind::Style } else { ReferenceKind::Resource };
                        let span = self.read_url()?;
                        self.references.push((span, kind));
                    }
                }
                _ => {}
            }
        }
        open.last().map_or(Ok(()), |&start| Err(self.unclosed(start)))
    }

    /// Reads and returns the name at the current byte; empty if there is none.
    fn read_name(&mut self) -> &str {
        let is_part = |byte: &u8| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_') || !byte.is_ascii();
        let start = self.at;
        self.at += self.bytes[start..].iter().take_while(|byte| is_part(byte)).count();
        &self.css[start..self.at]
    }

    /// Reads the URL after `url(`. Returns its span, without the quotes that it may be in.
    fn read_url(&mut self) -> Result<Range<usize>, SpannedDiagnostic> {
        self.at += self.bytes[self.at..].iter().take_while(|byte| byte.is_ascii_whitespace()).count();
        let start = self.at;
        if let Some(&quote @ (b'"' | b'\'')) = self.bytes.get(start) {
            self.at += 1;
            return self.read_string(quote);
        }
        while let Some(&byte) = self.bytes.get(self.at).filter(|byte| !b")\"'(".contains(byte)) {
            self.at += if byte == b'\\' { 2 } else { 1 };
        }
        self.at = self.at.min(self.bytes.len());
        Ok(start..self.at)
    }

    /// Reads a string after its opening quote. Line breaks in it must be escaped. Returns the span between the quotes.
    fn read_string(&mut self, quote: u8) -> Result<Range<usize>, SpannedDiagnostic> {
        let start = self.at;
        while let Some(&byte) = self.bytes.get(self.at) {
            self.at += 1;
            match byte {
                _ if byte == quote => return Ok(start..self.at - 1),
                b'\\' => self.at += if self.bytes[self.at..].starts_with(b"\r\n") { 2 } else { 1 },
                b'\n' => break,
                _ => {}
            }
        }
        Err(syntax_error(start - 1..start, "the quote is not closed on its line", "close it with the same quote"))
    }

    /// Creates the diagnostic that the bracket at byte `at` is never closed.
    fn unclosed(&self, at: usize) -> SpannedDiagnostic {
        let open = self.bytes[at];
        let help = format!("close it with `{}`", char::from(closing_bracket(open)));
        syntax_error(at..at + 1, &format!("`{}` is not closed", char::from(open)), help)
    }
}

fn closing_bracket(open: u8) -> u8 {
    match open {
        b'(' => b')',
        b'[' => b']',
        _ => b'}',
    }
}

/// Creates the diagnostic of a syntax error. Adds the consequence to `message`: browsers drop what follows.
fn syntax_error(span: Range<usize>, message: &str, help: impl Into<String>) -> SpannedDiagnostic {
    spanned::error("style-syntax", format!("{message}: browsers drop what follows"), span, help)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(css: &str) -> (Vec<(&str, ReferenceKind)>, Option<SpannedDiagnostic>) {
        let (references, error) = read_references(css);
        (references.into_iter().map(|(span, kind)| (&css[span], kind)).collect(), error)
    }

    #[test]
    fn urls_are_found_outside_strings_and_comments() {
        let check =
            |css: &str, expected: &[(&str, ReferenceKind)]| assert_eq!(read(css), (expected.to_vec(), None), "{css}");
        let (file, style) = (ReferenceKind::Resource, ReferenceKind::Style);
        check(
            "a { background: url(a.png) no-repeat, URL( \"b c.png\" ) } /* url(c.png) */",
            &[("a.png", file), ("b c.png", file)],
        );
        check(
            "@import \"a.css\" layer(b); @import url(c.css) print;\n@import url('d.css');",
            &[("a.css", style), ("c.css", style), ("d.css", style)],
        );
        check("@font-face { src: local(\"F\"), url(f.woff2) format('woff2') }", &[("f.woff2", file)]);
        check("a:after { content: \"url(a.png) }\" '\\'' } b\\{ {}", &[]);
        check("a:after { content: \"b\\\r\nc\" '\\\n' }", &[]);
        check("a { b: url(a\\).png) }", &[("a\\).png", file)]);
        check("a { b: url(data:image/png;base64,AA==) }", &[("data:image/png;base64,AA==", file)]);
        check("@media (min-width: 1px) { a[b='c'] { width: calc((1px + 2px) * 2) } }", &[]);
    }

    #[test]
    fn the_first_syntax_error_is_marked() {
        let check = |css: &str, marked: usize, message: &str| {
            let (syntax_error, span) = read(css).1.expect("a syntax error");
            assert_eq!(
                (span.start, &*syntax_error.message),
                (marked, &*format!("{message}: browsers drop what follows"))
            );
        };
        check("body{{{", 6, "`{` is not closed");
        check("a { b: c }\nd { e: f } }", 22, "`}` closes nothing");
        check("a { width: calc(1px; }", 15, "`(` is not closed");
        check("a { content: \"b\n}", 13, "the quote is not closed on its line");
        check("a {} /* b", 5, "the comment is not closed");
        check("a { b: url(c.png }", 10, "`(` is not closed");
    }

    proptest::proptest! {
        #[test]
        fn arbitrary_text_does_not_panic(any: String, parts in proptest::collection::vec(proptest::sample::select(vec![
            "url(", "@import", "\"", "'", "\\", "/*", "*/", "{", "}", "(", ")", ";", " ", "\n", "é", "a",
        ]), 0..20)) {
            read(&any);
            read(&parts.concat());
        }
    }
}
