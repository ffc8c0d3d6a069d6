//! The change of a scalar: plain, in quotes or as a block. New keys and items are written by `new_value`.

use std::ops::Range;

use serde_json::Value;

use super::{Splice, Unwritable, first_exact, parse_yaml};
use crate::lines::{line_break, line_start};
use crate::yaml::DocumentSource;
use crate::yaml::tree::{DocumentNode, NodeKind, ScalarStyle};

/// Returns the splice of the file that sets the scalar at `pointer` to the scalar `value`. The splice is empty if the
/// scalars are equal. Otherwise, a sample value loses its tag.
///
/// # Errors
/// Fails if the document is not valid YAML, if the old or the new value is not a scalar, or if the splice would change
/// another value.
pub fn set_scalar(source: &DocumentSource<'_>, pointer: &str, value: &Value) -> Result<Splice, Unwritable> {
    let before = parse_yaml(source)?;
    let current = before.value.pointer(pointer).ok_or(Unwritable::WrongKind)?;
    if current.is_object() || current.is_array() || value.is_object() || value.is_array() {
        return Err(Unwritable::WrongKind);
    }
    if current == value {
        return Ok(Splice::default());
    }
    let tree = source.tree();
    let path = tree.path(pointer).ok_or(Unwritable::Shared)?;
    let scalar = Scalar::new(source.document_text(), &path).ok_or(Unwritable::WrongKind)?;
    let mut expected = before.clone();
    if let Some(place) = expected.value.pointer_mut(pointer) {
        *place = value.clone();
    }
    expected.samples.retain(|sample| sample != pointer);
    first_exact(source, scalar.candidates(current, value), &expected)
}

/// A scalar in the text of a document, or one that is not in the text yet (`absent`).
pub struct Scalar<'a> {
    text: &'a str,
    /// The bytes of the scalar, without its tag.
    span: Range<usize>,
    /// The first byte of the tag, or else of the scalar.
    tag_start: usize,
    style: ScalarStyle,
    /// Whether brackets or braces surround the scalar, so that it can't be a block.
    is_in_flow: bool,
    /// The column of the key or of the dash.
    column: usize,
    line_break: &'static str,
}

impl<'a> Scalar<'a> {
    /// Finds the scalar at the end of a path of nodes.
    pub fn new(text: &'a str, path: &[(Option<&DocumentNode>, &DocumentNode)]) -> Option<Self> {
        let (key, node) = *path.last()?;
        let NodeKind::Scalar { style, .. } = node.kind else { return None };
        let mut span = node.span.clone();
        // The span of an empty value without a tag may be anywhere, so the value begins after the colon.
        if let Some(key) = key.filter(|_| span.is_empty() && node.tag.is_none()) {
            let colon = key.span.end + text[key.span.end..].find(':')? + 1;
            span = colon..colon;
        }
        let tag_at = node.tag.as_deref().and_then(|tag| text[node.start..span.start].find(tag));
        let tag_start = tag_at.map_or(span.start, |at| node.start + at);
        let column_of = |at: usize| at - line_start(text, at);
        let column = match key {
            Some(key) => column_of(key.span.start),
            // An item usually stands two columns after its dash.
            None => column_of(span.start).saturating_sub(2),
        };
        let is_in_flow = path[..path.len() - 1].iter().any(|(_, node)| node.is_flow);
        let line_break = line_break(text);
        Some(Self { text, span, tag_start, style, is_in_flow, column, line_break })
    }

    /// Makes a scalar that is not in the text yet. `column` is the column of its key or dash.
    pub fn absent(
        text: &'a str,
        line_break: &'static str,
        style: ScalarStyle,
        column: usize,
        is_in_flow: bool,
    ) -> Self {
        Self { text, span: 0..0, tag_start: 0, style, is_in_flow, column, line_break }
    }

    /// Returns the ways to write `value`, the best first. Some may be read as another value.
    pub fn written_forms(&self, value: &Value) -> Vec<String> {
        match value {
            Value::String(new) => self.styles(new).into_iter().filter_map(|style| self.write(new, style)).collect(),
            _ => vec![value.to_string()],
        }
    }

    /// Returns the candidates for replacing `current` by `value`, each a span and its new text.
    pub fn candidates(&self, current: &Value, value: &Value) -> Vec<(Range<usize>, String)> {
        // The new texts, each with the end of the bytes that it replaces.
        let mut written = Vec::new();
        if let (Value::String(old), Value::String(new)) = (current, value)
            && self.text[self.span.clone()].contains('\n')
        {
            written.extend(self.replace_middle(old, new));
        }
        written.extend(self.written_forms(value).into_iter().map(|new| (self.span.end, new)));
        // The first candidates keep the tag. The others replace `!sample`, or a tag that does not fit the new value.
        let candidates = [self.span.start, self.tag_start].into_iter().flat_map(|start| {
            // An empty value begins right after the colon of its key.
            let blank = if self.text[..start].ends_with(':') { " " } else { "" };
            written.iter().map(move |(end, new)| (start..*end, format!("{blank}{new}")))
        });
        candidates.collect()
    }

    /// Returns the styles to try for a text, the best first. The last are double quotes, which can hold any text.
    fn styles(&self, new: &str) -> Vec<ScalarStyle> {
        let has_more_single = self.text.matches(": '").count() > self.text.matches(": \"").count();
        let quotes = if has_more_single { ScalarStyle::SingleQuoted } else { ScalarStyle::DoubleQuoted };
        let plain = (!is_misread(new)).then_some(ScalarStyle::Plain);
        // A text of several lines is easiest to read as a block.
        let block = new.contains('\n').then_some(ScalarStyle::Literal);
        let own = if self.style == ScalarStyle::Plain { plain } else { Some(self.style) };
        own.filter(|own| block.is_none() || is_block(*own))
            .into_iter()
            .chain(block)
            .chain(plain)
            .chain([quotes, ScalarStyle::SingleQuoted, ScalarStyle::DoubleQuoted])
            .collect()
    }

    /// Replaces only the part in which the two values differ. Returns the byte of the document at which this part ends,
    /// and the new text from the scalar's start up to there.
    fn replace_middle(&self, old: &str, new: &str) -> Option<(usize, String)> {
        let written = &self.text[self.span.clone()];
        let Splice { start, removed, inserted } = Splice::smallest(old, 0..old.len(), new);
        let [start, end] = [start, start + removed.len()].map(|at| find_written_end(written, self.style, &old[..at]));
        Some((self.span.start + end?, [&written[..start?], &self.encode(&inserted, self.style)?].concat()))
    }

    /// Writes a whole text in a style. Returns `None` if the style can't hold the text.
    fn write(&self, new: &str, style: ScalarStyle) -> Option<String> {
        match style {
            ScalarStyle::Plain => self.encode(new, style).filter(|new| !new.is_empty()),
            ScalarStyle::SingleQuoted => Some(format!("'{}'", self.encode(new, style)?)),
            ScalarStyle::DoubleQuoted => Some(format!("\"{}\"", self.encode(new, style)?)),
            ScalarStyle::Folded | ScalarStyle::Literal if self.is_in_flow => None,
            ScalarStyle::Folded | ScalarStyle::Literal => {
                let content = new.trim_end_matches('\n');
                if content.is_empty() || content.starts_with([' ', '\n']) || has_invisible(content) {
                    return None;
                }
                let written = &self.text[self.span.clone()];
                let indent = if is_block(self.style) { block_indent(written) } else { None };
                let indent = " ".repeat(indent.unwrap_or(self.column + 2));
                let sign = if style == ScalarStyle::Folded { '>' } else { '|' };
                let chomping = match new.len() - content.len() {
                    0 => "-",
                    1 => "",
                    _ => "+",
                };
                let body = encode_lines(content, style, &indent, self.line_break);
                Some(format!("{sign}{chomping}{}{indent}{body}", self.line_break))
            }
        }
    }

    /// Writes a part of a text in the style of the text around it.
    fn encode(&self, part: &str, style: ScalarStyle) -> Option<String> {
        if style != ScalarStyle::DoubleQuoted && has_invisible(part) {
            return None;
        }
        match style {
            ScalarStyle::Plain | ScalarStyle::SingleQuoted if part.contains('\n') => None,
            ScalarStyle::Plain => Some(part.to_owned()),
            ScalarStyle::SingleQuoted => Some(part.replace('\'', "''")),
            ScalarStyle::DoubleQuoted => Some(part.chars().map(escaped).collect()),
            ScalarStyle::Folded | ScalarStyle::Literal => {
                let indent = block_indent(&self.text[self.span.clone()])?;
                Some(encode_lines(part, style, &" ".repeat(indent), self.line_break))
            }
        }
    }
}

/// The characters between words and lines.
const BLANKS: [char; 4] = [' ', '\t', '\r', '\n'];

/// Returns the byte at which `beginning` ends in the scalar `written`. `beginning` is the first part of the scalar's
/// value. Only characters that are not blank are compared: a line break may stand for a space, and lines are indented.
/// Returns `None` at a character that differs, such as at the escape `\u00e9`.
fn find_written_end(written: &str, style: ScalarStyle, beginning: &str) -> Option<usize> {
    let after_blanks = |at: usize| written.len() - written[at..].trim_start_matches(BLANKS).len();
    let mut at = match style {
        ScalarStyle::Plain => 0,
        ScalarStyle::SingleQuoted | ScalarStyle::DoubleQuoted => 1,
        ScalarStyle::Folded | ScalarStyle::Literal => after_blanks(written.find('\n')?),
    };
    for c in beginning.chars().filter(|c| !BLANKS.contains(c)) {
        at = after_blanks(at);
        let is_escaped = match style {
            ScalarStyle::SingleQuoted => written[at..].starts_with("''"),
            ScalarStyle::DoubleQuoted => written[at..].starts_with('\\'),
            _ => false,
        };
        at += usize::from(is_escaped);
        at += written[at..].starts_with(c).then_some(c.len_utf8())?;
    }
    Some(if beginning.ends_with(BLANKS) { after_blanks(at) } else { at })
}

/// Whether a scalar of this style is a block below its key: after `|` or `>`.
pub fn is_block(style: ScalarStyle) -> bool {
    matches!(style, ScalarStyle::Folded | ScalarStyle::Literal)
}

fn block_indent(written: &str) -> Option<usize> {
    let line = written.lines().skip(1).find(|line| !line.trim().is_empty())?;
    Some(line.len() - line.trim_start_matches(' ').len())
}

/// Indents each line after the first. A folded text has an empty line for each line break.
fn encode_lines(text: &str, style: ScalarStyle, indent: &str, line_break: &str) -> String {
    let mut written = String::new();
    let mut breaks = 0;
    for c in text.chars() {
        if c == '\n' {
            breaks += 1;
            continue;
        }
        if breaks > 0 {
            let more = usize::from(style == ScalarStyle::Folded);
            written.push_str(&line_break.repeat(breaks + more));
            written.push_str(indent);
            breaks = 0;
        }
        written.push(c);
    }
    written + &line_break.repeat(breaks)
}

/// Writes a character of a text that is in double quotes.
fn escaped(c: char) -> String {
    match c {
        '"' => "\\\"".to_owned(),
        '\\' => "\\\\".to_owned(),
        '\n' => "\\n".to_owned(),
        '\t' => "\\t".to_owned(),
        c if is_invisible(c) => format!("\\u{:04x}", u32::from(c)),
        c => c.to_string(),
    }
}

/// Whether a character is invisible, so that it is written as an escape.
fn is_invisible(c: char) -> bool {
    c.is_control() || matches!(c, '\u{2028}' | '\u{2029}' | '\u{feff}' | '\u{fffe}' | '\u{ffff}')
}

/// Whether a text has characters that only double quotes can hold.
fn has_invisible(text: &str) -> bool {
    text.chars().any(|c| is_invisible(c) && !matches!(c, '\n' | '\t'))
}

/// Whether readers of YAML 1.1 take an unquoted text for a boolean (`yes`) or a number (`1:30`, in base 60).
fn is_misread(text: &str) -> bool {
    let lower = text.to_ascii_lowercase();
    let is_number = !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit() || matches!(b, b':' | b'_' | b'.'));
    matches!(&*lower, "y" | "n" | "yes" | "no" | "on" | "off") || is_number
}
