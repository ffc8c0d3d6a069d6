//! Braces around the YAML in the attributes of components.

use crate::lines::line_start;

/// Finds the length of the `{…}` at the beginning of `text`. Braces within quotes do not count. A quote counts
/// only where a YAML value can begin: not in `it's`.
pub(super) fn braced_length(text: &str) -> Option<usize> {
    let mut depth = 0_usize;
    let mut quote = None;
    let mut escaped = false;
    let mut last_visible = b'{';
    for (i, b) in text.bytes().enumerate() {
        if let Some(q) = quote {
            // In single quotes, YAML writes a quote as two.
            let is_doubled = q == b'\'' && text.as_bytes()[i..].starts_with(b"''");
            if escaped {
                escaped = false;
            } else if b == b'\\' && q == b'"' || is_doubled {
                escaped = true;
            } else if b == q {
                quote = None;
            }
        } else {
            match b {
                b'{' => depth += 1,
                b'}' if depth == 1 => return Some(i + 1),
                b'}' => depth -= 1,
                b'"' | b'\'' if b"{[,:".contains(&last_visible) || begins_item(&text[1..i]) => quote = Some(b),
                _ => {}
            }
        }
        if !b.is_ascii_whitespace() {
            last_visible = b;
        }
    }
    None
}

/// Whether an item of a YAML list begins after `before`: its last line has nothing but markers `- `.
fn begins_item(before: &str) -> bool {
    let line = &before[line_start(before, before.len())..];
    line.ends_with([' ', '\t']) && line.contains('-') && line.split_whitespace().all(|part| part == "-")
}
