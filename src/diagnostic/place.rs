//! The place of a mistake: a file, with line, column and the text of the line.

use std::ops::Range;
use std::sync::Arc;

/// A place in an input file or an output. It owns the text of its line, so that a diagnostic can outlive the sources.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Place {
    /// The path in messages, mostly relative to the site's root.
    pub file: Arc<str>,
    /// The line, counted from 1; 0 if the place is the whole file.
    pub line: usize,
    /// The column in characters, counted from 1; 0 if the place is the whole file.
    pub column: usize,
    /// The text of the line, without its line break.
    pub text: String,
    /// The marked part of `text`, in bytes.
    pub mark: Range<usize>,
}

impl Place {
    /// Creates the place of a whole file.
    pub fn file(file: impl Into<Arc<str>>) -> Self {
        Self { file: file.into(), line: 0, column: 0, text: String::new(), mark: 0..0 }
    }

    /// Locates the bytes `span` of `text`. A span over several lines marks the rest of its first line. A bound beyond
    /// the end of the text or inside a character is moved back to the nearest character boundary.
    pub fn new(file: impl Into<Arc<str>>, text: &str, span: Range<usize>) -> Self {
        let start = text.floor_char_boundary(span.start);
        let end = text.floor_char_boundary(span.end).max(start);
        let line_start = text[..start].rfind('\n').map_or(0, |i| i + 1);
        let line_end = text[start..].find('\n').map_or(text.len(), |i| start + i);
        let line = text[line_start..line_end].trim_end_matches('\r');
        let mark_start = (start - line_start).min(line.len());
        let mark_end = (end - line_start).clamp(mark_start, line.len());
        Self {
            file: file.into(),
            line: text[..line_start].matches('\n').count() + 1,
            column: text[line_start..start].chars().count() + 1,
            text: line.to_owned(),
            mark: mark_start..mark_end,
        }
    }
}

/// Returns the span of the character at a line and column of `text`, both counted from 1. If the line is too short,
/// returns the empty span at its end; if the text has too few lines, the empty span at the end of the text.
pub fn character_at(text: &str, line: usize, column: usize) -> Range<usize> {
    let start: usize = text.split_inclusive('\n').take(line.saturating_sub(1)).map(str::len).sum();
    let end = start + text[start..].lines().next().map_or(0, str::len);
    let mut characters = text[start..].char_indices().take_while(|(at, _)| start + at < end);
    characters.nth(column.saturating_sub(1)).map_or(end..end, |(at, c)| start + at..start + at + c.len_utf8())
}

/// Returns the span of the character at a line of `text` and a byte of that line, both counted from 1. The byte may be
/// inside the character. At the end of the text, the span is empty.
pub fn character_at_byte(text: &str, line: usize, byte: usize) -> Range<usize> {
    let line_start = character_at(text, line, 1).start;
    let start = text.floor_char_boundary(line_start + byte.saturating_sub(1));
    start..start + text[start..].chars().next().map_or(0, char::len_utf8)
}

#[cfg(test)]
mod tests {
    use super::{Place, character_at};

    fn check(text: &str, span: std::ops::Range<usize>, line: usize, column: usize, marked: &str) {
        let place = Place::new("a.md", text, span);
        assert_eq!((place.line, place.column, &place.text[place.mark.clone()]), (line, column, marked), "{text:?}");
    }

    #[test]
    fn spans_become_lines_and_columns() {
        check("abc", 1..2, 1, 2, "b");
        check("ab\ncd\n", 4..5, 2, 2, "d");
        check("ab\r\ncd", 0..9, 1, 1, "ab");
        check("ä✓x", 5..6, 1, 3, "x");
        check("ä✓x", 3..6, 1, 2, "✓x");
        check("a", 7..9, 1, 2, "");
        check("", 0..0, 1, 1, "");
    }

    #[test]
    fn characters_are_found_by_line_and_column() {
        let text = "aä\r\nb";
        for (line, column, span) in [(1, 2, 1..3), (1, 3, 3..3), (1, 9, 3..3), (2, 1, 5..6), (2, 2, 6..6), (9, 1, 6..6)]
        {
            assert_eq!(character_at(text, line, column), span, "{line}:{column}");
        }
    }
}
