//! The alignment of a scalar's value with its bytes: where each character of the value is written.

use crate::yaml::tree::ScalarStyle;

/// Whether a style is that of a block, below its key.
pub fn is_block(style: ScalarStyle) -> bool {
    matches!(style, ScalarStyle::Folded | ScalarStyle::Literal)
}

/// Returns the byte of `written` at which each character of `value` begins, followed by the end of the last one.
/// Returns `None` if `written` does not hold `value`. An inexact alignment does no harm: the edited text is parsed
/// again.
pub fn align(written: &str, value: &str, style: ScalarStyle) -> Option<Vec<usize>> {
    let characters: Vec<char> = value.chars().collect();
    let (mut at, indent) = content_start(written, style);
    let mut offsets = Vec::with_capacity(characters.len() + 1);
    while let Some(&next) = characters.get(offsets.len()) {
        if let Some(run) = line_breaks(&written[at..], style, indent).filter(|_| matches!(next, ' ' | '\n')) {
            let breaks = characters[offsets.len()..].iter().take_while(|c| **c == '\n').count();
            offsets.extend(std::iter::repeat_n(at, breaks.max(1)));
            at += run;
        } else if is_block(style) && next == '\n' && written[at..].is_empty() {
            // Line breaks at the end of a block are not part of its span.
            offsets.push(at);
        } else {
            let found = written_char(&written[at..], style, next)?;
            // An escaped line break stands for no character.
            if found.is_line_continuation {
                at += found.bytes;
                continue;
            }
            offsets.push(at);
            at += found.bytes;
        }
    }
    offsets.push(at);
    Some(offsets)
}

/// Returns the indentation of a block scalar's lines.
pub fn block_indent(written: &str) -> Option<usize> {
    let line = written.lines().skip(1).find(|line| !line.trim().is_empty())?;
    Some(line.len() - line.trim_start_matches(' ').len())
}

/// Returns the byte at which the content of a scalar begins, and its indentation.
fn content_start(written: &str, style: ScalarStyle) -> (usize, usize) {
    match style {
        ScalarStyle::Plain => (0, 0),
        ScalarStyle::SingleQuoted | ScalarStyle::DoubleQuoted => (1, 0),
        ScalarStyle::Folded | ScalarStyle::Literal => {
            let indent = block_indent(written).unwrap_or(0);
            let header = written.find('\n').map_or(written.len(), |at| at + 1);
            (header + leading_spaces(&written[header..], indent), indent)
        }
    }
}

/// Returns the bytes of the line breaks at the beginning of a text, with the blanks around them that are not content.
fn line_breaks(rest: &str, style: ScalarStyle, indent: usize) -> Option<usize> {
    if !is_block(style) {
        let run = rest.len() - rest.trim_start_matches([' ', '\t', '\r', '\n']).len();
        return rest[..run].contains('\n').then_some(run);
    }
    let mut at = 0;
    loop {
        let line = &rest[at..];
        let blanks = if at == 0 { 0 } else { leading_spaces(line, indent) };
        let after = line[blanks..].strip_prefix("\r\n").or_else(|| line[blanks..].strip_prefix('\n'));
        match after {
            Some(after) => at = rest.len() - after.len(),
            None if at == 0 => return None,
            None => return Some(at + blanks),
        }
    }
}

fn leading_spaces(text: &str, most: usize) -> usize {
    text.bytes().take(most).take_while(|byte| *byte == b' ').count()
}

/// The number of bytes that one character takes.
struct WrittenChar {
    bytes: usize,
    /// Whether the bytes are an escaped line break, which stands for no character.
    is_line_continuation: bool,
}

/// Measures how `value` is written at the beginning of a text. Returns `None` if another character is written there.
fn written_char(rest: &str, style: ScalarStyle, value: char) -> Option<WrittenChar> {
    let bytes = match style {
        ScalarStyle::SingleQuoted if rest.starts_with("''") => (value == '\'').then_some(2),
        ScalarStyle::DoubleQuoted if rest.starts_with('\\') => {
            let escape = rest[1..].chars().next()?;
            if matches!(escape, '\n' | '\r') {
                let bytes = rest.len() - rest[1..].trim_start().len();
                return Some(WrittenChar { bytes, is_line_continuation: true });
            }
            let digits = match escape {
                'x' => 2,
                'u' => 4,
                'U' => 8,
                _ => 0,
            };
            rest.is_char_boundary(2 + digits).then_some(1 + escape.len_utf8() + digits)
        }
        _ => rest.starts_with(value).then_some(value.len_utf8()),
    };
    bytes.map(|bytes| WrittenChar { bytes, is_line_continuation: false })
}
