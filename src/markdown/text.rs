//! The text to parse: the conversion of its spans to spans of the file, and its escapes.

use std::borrow::Cow;
use std::ops::Range;

/// Markdown with each NUL character replaced by U+FFFD, as CommonMark demands.
pub(super) struct MarkdownText<'t> {
    pub text: Cow<'t, str>,
    /// The byte in the file at which the text begins.
    start: usize,
    /// The positions of replacements in `text`. U+FFFD is two bytes longer than NUL.
    replaced: Vec<usize>,
}

impl<'t> MarkdownText<'t> {
    /// Takes the text of a file from the byte `start` on.
    pub fn new(text: &'t str, start: usize) -> Self {
        let text = text.get(start..).unwrap_or_default();
        let nuls = memchr::memchr_iter(0, text.as_bytes()).enumerate();
        let replaced: Vec<usize> = nuls.map(|(count, at)| at + 2 * count).collect();
        let text = if replaced.is_empty() { Cow::Borrowed(text) } else { text.replace('\0', "\u{fffd}").into() };
        Self { text, start, replaced }
    }

    /// Converts a span of `text` to a span of the file.
    pub fn span(&self, span: Range<usize>) -> Range<usize> {
        let in_file = |at: usize| self.start + at - 2 * self.replaced.partition_point(|&r| r < at);
        in_file(span.start)..in_file(span.end)
    }
}

/// Whether the character after `before` is escaped by a backslash.
pub(super) fn is_escaped(before: &[u8]) -> bool {
    before.iter().rev().take_while(|&&b| b == b'\\').count() % 2 == 1
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
