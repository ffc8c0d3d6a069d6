//! A drawing as pieces of one style each, for readers that are no terminal, such as a page of the browser.

use super::{Diagnostic, draw};

/// A piece of a drawing.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Run {
    pub bold: bool,
    /// Such as `red`; none for the colour of all other text.
    pub colour: Option<&'static str>,
    pub text: String,
}

/// The colours by their number in the terminal's language.
const COLOURS: [&str; 8] = ["black", "red", "green", "yellow", "blue", "magenta", "cyan", "white"];

/// The drawing of [`draw::text`], as a terminal shows it.
pub fn drawing(diagnostic: &Diagnostic) -> Vec<Run> {
    read(&draw::text(diagnostic, true))
}

/// Text with the terminal's commands for styles in it (`ESC [ numbers m`); other commands are left out.
fn read(text: &str) -> Vec<Run> {
    let mut runs: Vec<Run> = Vec::new();
    let (mut bold, mut colour) = (false, None);
    let mut add = |bold, colour, text: &str| match runs.last_mut() {
        _ if text.is_empty() => {}
        Some(last) if (last.bold, last.colour) == (bold, colour) => last.text.push_str(text),
        _ => runs.push(Run { bold, colour, text: text.to_owned() }),
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
        add(bold, colour, rest.get(1..).unwrap_or_default());
    }
    runs
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::diagnostic::Place;

    fn check(text: &str, expected: &[(bool, Option<&str>, &str)]) {
        let runs = read(text);
        let found: Vec<_> = runs.iter().map(|run| (run.bold, run.colour, run.text.as_str())).collect();
        assert_eq!(found, expected, "{text:?}");
    }

    #[test]
    fn styles_are_read() {
        check("", &[]);
        check("plain [1m", &[(false, None, "plain [1m")]);
        check("a\x1b[1m\x1b[91mb\x1b[0mc", &[(false, None, "a"), (true, Some("red"), "b"), (false, None, "c")]);
        check(
            "\x1b[1;33mb\x1b[22mc\x1b[39md",
            &[(true, Some("yellow"), "b"), (false, Some("yellow"), "c"), (false, None, "d")],
        );
        check("a\x1b[2Kb\x1b[mc\x1b[", &[(false, None, "abc")]);
        check("ä\x1b[1mé\x1b[0m", &[(false, None, "ä"), (true, None, "é")]);
    }

    #[test]
    fn a_drawing_is_what_a_terminal_shows() {
        let place = Place::new("a.yaml", "titel: x\n", 0..5);
        let mistake = Diagnostic::error("unknown-key", "there is no `titel`").at(place).label("did you mean `title`?");
        let runs = drawing(&mistake);
        let text: String = runs.iter().map(|run| run.text.as_str()).collect();
        assert_eq!(text, draw::text(&mistake, false));
        assert!(
            runs.iter().any(|run| run.colour == Some("red") && run.text.contains("error[unknown-key]")),
            "{runs:?}"
        );
    }

    proptest::proptest! {
        #[test]
        fn no_text_is_lost(text in "[a-z\u{e9} ]*", styled in "(\x1b\\[|[0-9;]|m|[a-z\u{e9}]){0,12}") {
            proptest::prop_assert_eq!(read(&text).iter().map(|run| run.text.as_str()).collect::<String>(), text);
            read(&styled);
        }
    }
}
