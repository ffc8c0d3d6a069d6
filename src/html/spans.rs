//! Spans of a text: where a part begins, and the replacement of parts.

use std::ops::Range;

/// Returns the byte at which `part` begins in `whole`. `part` must be a slice of `whole`, not a copy.
pub fn offset(whole: &str, part: &str) -> usize {
    part.as_ptr() as usize - whole.as_ptr() as usize
}

/// Returns `text` with the spans of `edits` replaced. The edits must be sorted by span. An empty span inserts, and a
/// span that overlaps an earlier span is skipped.
pub fn replace_spans<T: AsRef<str>>(text: &str, edits: impl IntoIterator<Item = (Range<usize>, T)>) -> String {
    let (mut new, mut end) = (String::with_capacity(text.len()), 0);
    for (span, replacement) in edits {
        if span.start >= end {
            new.push_str(&text[end..span.start]);
            new.push_str(replacement.as_ref());
            end = span.end;
        }
    }
    new.push_str(&text[end..]);
    new
}
