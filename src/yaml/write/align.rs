//! The alignment of a scalar's value with its bytes: where each character of the value is written.

use crate::yaml::tree::ScalarStyle;

/// The characters between words and lines.
const BLANKS: [char; 4] = [' ', '\t', '\r', '\n'];

/// Whether a scalar of this style is a block below its key: after `|` or `>`.
pub fn is_block(style: ScalarStyle) -> bool {
    matches!(style, ScalarStyle::Folded | ScalarStyle::Literal)
}

/// Returns the byte of `written` at which each character of `value` begins, followed by the end of the last.
/// Returns `None` if `written` does not hold `value`. An inexact alignment does no harm: the edited text is parsed
/// again.
pub fn align(written: &str, value: &str, style: ScalarStyle) -> Option<Vec<usize>> {
    let characters: Vec<char> = value.chars().collect();
    let mut at = content_start(written, style);
    let mut offsets = Vec::with_capacity(characters.len() + 1);
    while let Some(&next) = characters.get(offsets.len()) {
        let rest = &written[at..];
        let blanks = rest.len() - rest.trim_start_matches(BLANKS).len();
        if BLANKS.contains(&next) && rest[..blanks].contains('\n') {
            // Line breaks in `written`, with the blanks around them, stand for the next blanks of the value.
            let count = characters[offsets.len()..].iter().take_while(|c| BLANKS.contains(c)).count();
            offsets.extend(std::iter::repeat_n(at, count));
            at += blanks;
        } else if is_block(style) && next == '\n' && rest.is_empty() {
            // Line breaks at the end of a block are not part of its span.
            offsets.push(at);
        } else if let Some(length) = continuation_length(rest, style) {
            at += length;
        } else {
            offsets.push(at);
            at += written_length(rest, style, next)?;
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

/// Returns the byte at which the content of a scalar begins.
fn content_start(written: &str, style: ScalarStyle) -> usize {
    match style {
        ScalarStyle::Plain => 0,
        ScalarStyle::SingleQuoted | ScalarStyle::DoubleQuoted => 1,
        ScalarStyle::Folded | ScalarStyle::Literal => {
            let lines = written.split_once('\n').map_or("", |(_, lines)| lines);
            written.len() - lines.trim_start_matches(' ').len()
        }
    }
}

/// Returns the length of the escaped line break at the beginning of a text, with the indentation of the next line. An
/// escaped line break stands for no character.
fn continuation_length(rest: &str, style: ScalarStyle) -> Option<usize> {
    let after = rest.strip_prefix('\\').filter(|_| style == ScalarStyle::DoubleQuoted)?;
    after.starts_with(['\n', '\r']).then(|| rest.len() - after.trim_start().len())
}

/// Returns the number of bytes in which `character` is written at the beginning of a text. Returns `None` if another
/// character is written there.
fn written_length(rest: &str, style: ScalarStyle, character: char) -> Option<usize> {
    match style {
        ScalarStyle::SingleQuoted if rest.starts_with("''") => (character == '\'').then_some(2),
        ScalarStyle::DoubleQuoted if rest.starts_with('\\') => {
            let escape = rest[1..].chars().next()?;
            let digits = match escape {
                'x' => 2,
                'u' => 4,
                'U' => 8,
                _ => 0,
            };
            rest.is_char_boundary(2 + digits).then_some(1 + escape.len_utf8() + digits)
        }
        _ => rest.starts_with(character).then_some(character.len_utf8()),
    }
}
