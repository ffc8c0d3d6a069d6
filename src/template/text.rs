//! Helpers for finding lines and names in the text of a template.

use std::ops::Range;

/// Returns the span of the line with the number `wanted`, counted from 1, without its indentation. Returns the end of
/// the text if there is no such line.
pub(super) fn line_span(text: &str, wanted: usize) -> Range<usize> {
    let mut start = 0;
    for (number, line) in text.split_inclusive('\n').enumerate() {
        if number + 1 == wanted {
            let indent = line.len() - line.trim_start().len();
            return start + indent..start + line.trim_end().len().max(indent);
        }
        start += line.len();
    }
    text.len()..text.len()
}

/// Whether names may contain this character.
pub(super) fn is_name_character(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

/// Whether the name in the span is whole: `width`, but not the one in `max_width`.
pub(super) fn is_whole_name(text: &str, span: Range<usize>) -> bool {
    // A name may stand before a span such as `].width`.
    let begins_with_name = text[span.clone()].starts_with(is_name_character);
    let continues_before = begins_with_name && text[..span.start].ends_with(is_name_character);
    let continues_after = text[span.end..].starts_with(is_name_character);
    !continues_before && !continues_after
}

/// Returns the dotted name at the beginning of an expression or tag: `page.title` for `{{ page.title | upper }}`.
pub(super) fn dotted_name(expression: &str) -> &str {
    let expression = expression.trim_start_matches(['{', '%', '-', ' ']);
    let end = expression.find(|c: char| !is_name_character(c) && c != '.').unwrap_or(expression.len());
    expression[..end].trim_end_matches('.')
}

/// Returns the last part of an expression: the name after the last dot, or the key with its brackets (`[row.unit]`).
pub(super) fn last_part(expression: &str) -> &str {
    if expression.ends_with(']') {
        return &expression[opening_bracket(expression).unwrap_or_default()..];
    }
    expression.rsplit('.').next().unwrap_or(expression)
}

/// Returns the start of the path of names and keys at the end of `text`: the offset of `page` in
/// `{{ page.gallery[photo.name]`.
pub(super) fn path_start(text: &str) -> usize {
    let mut start = text.len();
    loop {
        let before = &text[..start];
        let next = if before.ends_with(']') {
            opening_bracket(before).unwrap_or(start)
        } else {
            before.trim_end_matches(|c| is_name_character(c) || c == '.').len()
        };
        if next == start {
            return start;
        }
        start = next;
    }
}

/// Finds the bracket that the last character of `text` closes.
fn opening_bracket(text: &str) -> Option<usize> {
    let mut depth = 0;
    let (at, _) = text.char_indices().rev().find(|(_, c)| {
        depth += match c {
            ']' => 1,
            '[' => -1,
            _ => 0,
        };
        depth == 0
    })?;
    Some(at)
}

/// Returns the message about an undefined value.
pub fn undefined_message(expression: &str) -> String {
    format!("`{expression}` is not defined")
}
