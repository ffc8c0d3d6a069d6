//! Diagnostics as styled text, for readers other than terminals, such as a page in a browser.

use serde::Serialize;

use super::{Diagnostic, format};

/// A piece of text in one style.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct StyledText {
    pub bold: bool,
    /// The colour's name, such as `red`; `None` for the default.
    pub colour: Option<&'static str>,
    pub text: String,
}

/// The colours by their number in ANSI escape sequences.
const COLOURS: [&str; 8] = ["black", "red", "green", "yellow", "blue", "magenta", "cyan", "white"];

/// Formats a diagnostic with the styles of a terminal.
pub fn styled_texts(diagnostic: &Diagnostic) -> Vec<StyledText> {
    parse(&format::text(diagnostic, true))
}

/// Parses text with ANSI styles (`ESC [ numbers m`); other escape sequences are dropped.
fn parse(text: &str) -> Vec<StyledText> {
    let mut texts: Vec<StyledText> = Vec::new();
    let (mut bold, mut colour) = (false, None);
    let mut add = |bold, colour, text: &str| match texts.last_mut() {
        _ if text.is_empty() => {}
        Some(last) if (last.bold, last.colour) == (bold, colour) => last.text.push_str(text),
        _ => texts.push(StyledText { bold, colour, text: text.to_owned() }),
    };
    let mut pieces = text.split("\x1b[");
    add(bold, colour, pieces.next().unwrap_or_default());
    for piece in pieces {
        let end = piece.find(|c: char| !c.is_ascii_digit() && c != ';').unwrap_or(piece.len());
        let (numbers, rest) = piece.split_at(end);
        if rest.starts_with('m') {
            for number in numbers.split(';').map(|number| number.parse().unwrap_or(0)) {
                match number {
                    0 => (bold, colour) = (false, None),
                    1 => bold = true,
                    22 => bold = false,
                    30..=37 => colour = Some(COLOURS[number - 30]),
                    90..=97 => colour = Some(COLOURS[number - 90]),
                    39 => colour = None,
                    _ => {}
                }
            }
        }
        let mut after = rest.chars();
        after.next();
        add(bold, colour, after.as_str());
    }
    texts
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::diagnostic::Place;

    fn check(text: &str, expected: &[(bool, Option<&str>, &str)]) {
        let texts = parse(text);
        let found: Vec<_> = texts.iter().map(|piece| (piece.bold, piece.colour, piece.text.as_str())).collect();
        assert_eq!(found, expected, "{text:?}");
    }

    #[test]
    fn styles_are_parsed() {
        check("", &[]);
        check("plain [1m", &[(false, None, "plain [1m")]);
        check("a\x1b[1m\x1b[91mb\x1b[0mc", &[(false, None, "a"), (true, Some("red"), "b"), (false, None, "c")]);
        check(
            "\x1b[1;33mb\x1b[22mc\x1b[39md",
            &[(true, Some("yellow"), "b"), (false, Some("yellow"), "c"), (false, None, "d")],
        );
        check("a\x1b[2Kb\x1b[mc\x1b[", &[(false, None, "abc")]);
        check("a\x1b[1éb", &[(false, None, "ab")]);
        check("ä\x1b[1mé\x1b[0m", &[(false, None, "ä"), (true, None, "é")]);
    }

    #[test]
    fn styled_texts_contain_the_text_and_colours_of_a_terminal() {
        let place = Place::new("a.yaml", "titel: x\n", 0..5);
        let mistake = Diagnostic::error("unknown-key", "there is no `titel`").at(place).label("did you mean `title`?");
        let texts = styled_texts(&mistake);
        let text: String = texts.iter().map(|piece| piece.text.as_str()).collect();
        assert_eq!(text, format::text(&mistake, false));
        assert!(
            texts.iter().any(|piece| piece.colour == Some("red") && piece.text.contains("error[unknown-key]")),
            "{texts:?}"
        );
    }

    proptest::proptest! {
        #[test]
        fn no_text_is_lost(text in "[a-z\u{e9} ]*", styled in "(\x1b\\[|[0-9;]|m|[a-z\u{e9}]){0,12}") {
            proptest::prop_assert_eq!(parse(&text).iter().map(|piece| piece.text.as_str()).collect::<String>(), text);
            parse(&styled);
        }
    }
}
