//! The text to parse, and the conversion of its spans to spans of the file.

use std::borrow::Cow;
use std::ops::Range;

use crate::diagnostic::Diagnostic;

/// A mistake and its bytes in the file.
pub(super) type SpannedDiagnostic = (Diagnostic, Range<usize>);

/// Markdown with each NUL character replaced by U+FFFD, as CommonMark demands.
pub(super) struct MarkdownText<'t> {
    pub text: Cow<'t, str>,
    /// The byte in the file at which the text begins.
    start: usize,
    /// The positions of replacements in `text`. Each is two bytes longer than the NUL.
    replaced: Vec<usize>,
}

impl<'t> MarkdownText<'t> {
    /// Takes the text of a file from the byte `start` on.
    pub fn new(text: &'t str, start: usize) -> Self {
        let text = text.get(start..).unwrap_or_default();
        if memchr::memchr(0, text.as_bytes()).is_none() {
            return Self { text: Cow::Borrowed(text), start, replaced: Vec::new() };
        }
        let mut without = String::with_capacity(text.len() + 2);
        let mut replaced = Vec::new();
        for (i, part) in text.split('\0').enumerate() {
            if i > 0 {
                replaced.push(without.len());
                without.push('\u{fffd}');
            }
            without.push_str(part);
        }
        Self { text: Cow::Owned(without), start, replaced }
    }

    /// Converts a span of `text` to a span of the file.
    pub fn span(&self, span: Range<usize>) -> Range<usize> {
        let in_file = |at: usize| self.start + at - 2 * self.replaced.partition_point(|&r| r < at);
        in_file(span.start)..in_file(span.end)
    }
}

#[cfg(test)]
mod tests {
    use super::MarkdownText;

    fn check(text: &str, start: usize, parsed: &str, part: &str, expected: std::ops::Range<usize>) {
        let file = " ".repeat(start) + text;
        let source = MarkdownText::new(&file, start);
        assert_eq!(source.text, parsed);
        let at = parsed.find(part).unwrap();
        assert_eq!(source.span(at..at + part.len()), expected, "{part:?} in {text:?}");
    }

    #[test]
    fn spans_account_for_the_start_and_replaced_characters() {
        check("abc", 10, "abc", "b", 11..12);
        check("\0ab\0c", 0, "\u{fffd}ab\u{fffd}c", "ab", 1..3);
        check("\0ab\0c", 0, "\u{fffd}ab\u{fffd}c", "b\u{fffd}c", 2..5);
        check("\0", 7, "\u{fffd}", "\u{fffd}", 7..8);
    }
}
