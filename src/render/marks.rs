//! Marks in the HTML of a page. A mark before each tag and text of a template or of Markdown has the number of
//! its origin. Marks around each printed value have the numbers of the template's expression and of the value's origin.
//!
//! Marks consist of numbers and of noncharacters of Unicode, which texts do not contain.

use std::borrow::Cow;

use memchr::memmem;

/// Begins the mark before a tag or text; the number of the origin follows.
const POINT: char = '\u{fdd0}';
/// Begins the mark before a printed value; the numbers of the expression and of the origin follow. Each may be missing.
const BEGIN: char = '\u{fdd1}';
/// Separates the two numbers after `BEGIN`.
const COMMA: char = '\u{fdd2}';
/// Ends a mark that has numbers.
const CLOSE: char = '\u{fdd3}';
/// The mark after a printed value.
pub const END: char = '\u{fdd4}';
/// The first two bytes of `POINT`, `BEGIN`, `COMMA`, `CLOSE` and `END`.
const FIRST_BYTES: &[u8] = b"\xef\xb7";

/// Writes the mark before a tag or text.
pub fn point(number: usize) -> String {
    format!("{POINT}{number}{CLOSE}")
}

/// Writes the mark before a value of this `origin`, printed by the `expression` of a template.
pub fn begin(expression: Option<usize>, origin: Option<usize>) -> String {
    let number = |number: Option<usize>| number.map(|number| number.to_string()).unwrap_or_default();
    format!("{BEGIN}{}{COMMA}{}{CLOSE}", number(expression), number(origin))
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Mark {
    Point(usize),
    Begin { expression: Option<usize>, origin: Option<usize> },
    End,
}

/// Returns a marked text without its marks, and the marks with their offsets. `None` if a mark is cut off.
pub fn read(marked: &str) -> Option<(String, Vec<(usize, Mark)>)> {
    let mut text = String::with_capacity(marked.len());
    let mut marks = Vec::new();
    let mut rest = marked;
    while let Some(at) = rest.find([POINT, BEGIN, COMMA, CLOSE, END]) {
        text.push_str(&rest[..at]);
        let first = rest[at..].chars().next()?;
        rest = &rest[at + first.len_utf8()..];
        let mark = if first == END {
            Mark::End
        } else {
            let (numbers, after) = rest.split_once(CLOSE)?;
            rest = after;
            match first {
                POINT => Mark::Point(numbers.parse().ok()?),
                BEGIN => {
                    let (expression, origin) = numbers.split_once(COMMA)?;
                    Mark::Begin { expression: expression.parse().ok(), origin: origin.parse().ok() }
                }
                _ => return None,
            }
        };
        marks.push((text.len(), mark));
    }
    text.push_str(rest);
    Some((text, marks))
}

/// Removes the marks of a text. A text in which a mark is cut off stays as it is.
pub fn without(text: &str) -> Cow<'_, str> {
    // Few texts have marks, and a search for two bytes is faster than one for five characters.
    if memmem::find(text.as_bytes(), FIRST_BYTES).is_none() {
        return Cow::Borrowed(text);
    }
    read(text).map_or(Cow::Borrowed(text), |(text, _)| Cow::Owned(text))
}

#[cfg(test)]
mod tests {
    use super::{END, Mark, begin, point, read, without};

    #[test]
    fn marks_are_read_with_their_offsets() {
        let marked = format!("{}<a>{}é{END}</a>", point(12), begin(Some(3), None));
        let (text, marks) = read(&marked).expect("whole marks");
        assert_eq!(text, "<a>é</a>");
        let printed = Mark::Begin { expression: Some(3), origin: None };
        assert_eq!(marks, [(0, Mark::Point(12)), (3, printed), (5, Mark::End)]);
        assert_eq!(without(&marked), "<a>é</a>");
    }

    #[test]
    fn cut_off_marks_are_refused() {
        let whole = point(12);
        assert_eq!(read(&whole[..4]), None);
        assert_eq!(read("\u{fdd3}"), None);
    }
}
