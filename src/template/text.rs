//! Helpers for finding lines and names in the text of a template, and the message about an undefined name.

use std::ops::Range;

use crate::diagnostic::character_at;
use crate::lines::line_end;

/// Returns the span of the line with this number, counted from 1, without its indentation; the end of the text if the
/// text has fewer lines.
pub(super) fn line_span(text: &str, number: usize) -> Range<usize> {
    let start = character_at(text, number, 1).start;
    let line = &text[start..line_end(text, start)];
    let indent = line.len() - line.trim_start().len();
    start + indent..start + line.trim_end().len().max(indent)
}

pub(super) fn is_name_character(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

/// Lists the spans of a name within a span. The name `width` is not found in `max_width`.
pub(super) fn find_names<'t>(
    text: &'t str,
    within: Range<usize>,
    name: &'t str,
) -> impl Iterator<Item = Range<usize>> + use<'t> {
    let starts = text[within.clone()].match_indices(name).map(move |(at, _)| within.start + at);
    starts.map(|start| start..start + name.len()).filter(|span| {
        // A `name` that begins with a bracket may follow a letter: `].width` in `page.gallery[row].width`.
        let continues_before = name.starts_with(is_name_character) && text[..span.start].ends_with(is_name_character);
        !continues_before && !text[span.end..].starts_with(is_name_character)
    })
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

pub fn undefined_message(expression: &str) -> String {
    format!("`{expression}` is not defined")
}
