//! The lines of a text: where each begins and ends, and how far it is indented.

/// Returns the byte at which the line around `at` begins.
pub fn line_start(text: &str, at: usize) -> usize {
    text[..at].rfind('\n').map_or(0, |found| found + 1)
}

/// Returns the byte at which the line around `at` ends, before its line break.
pub fn line_end(text: &str, at: usize) -> usize {
    let end = text[at..].find('\n').map_or(text.len(), |found| at + found);
    if text[at..end].ends_with('\r') { end - 1 } else { end }
}

/// Returns the byte at which the next line after `at` begins; `None` if no line break follows.
pub fn next_line(text: &str, at: usize) -> Option<usize> {
    text[at..].find('\n').map(|found| at + found + 1)
}

/// Returns the byte at which the line break right before `at` begins; `at` if there is none.
pub fn before_line_break(text: &str, at: usize) -> usize {
    let before = &text[..at];
    before.strip_suffix('\n').map_or(at, |line| line.strip_suffix('\r').unwrap_or(line).len())
}

/// Whether only white space precedes `at` in its line.
pub fn begins_line(text: &str, at: usize) -> bool {
    text[line_start(text, at)..at].trim().is_empty()
}

/// Returns the spaces that indent a line as deep as the character at `at`.
pub fn indent_of(text: &str, at: usize) -> String {
    " ".repeat(at - line_start(text, at))
}

/// Returns the line break to use in a text: `\r\n` if the text has one.
pub fn line_break(text: &str) -> &'static str {
    if text.contains("\r\n") { "\r\n" } else { "\n" }
}
