//! The conversion of esbuild's messages to diagnostics, with file, line and marker.

use super::protocol::PacketValue;
use crate::diagnostic::{Diagnostic, Place};
use crate::unicode::nfc;

/// Converts the errors of a response, and the warnings that are treated as errors.
pub fn diagnostics(response: &PacketValue) -> Vec<Diagnostic> {
    let list = |name| response.get(name).as_list().iter();
    let errors = list("errors").map(|error| diagnostic("bundle-error", error));
    let warnings = list("warnings").filter_map(|warning| Some(diagnostic(code_of_warning(warning)?, warning)));
    errors.chain(warnings).collect()
}

/// Returns the code of a warning that is treated as an error; `None` for any other.
///
/// - An import that the imported file does not export: the script would fail when it runs.
/// - Wrong syntax in a style sheet of the site: browsers would ignore the rule.
fn code_of_warning(warning: &PacketValue) -> Option<&'static str> {
    let file = warning.get("location").get("file").as_text().unwrap_or_default();
    match warning.get("id").as_text()? {
        "import-is-undefined" => Some("bundle-error"),
        "css-syntax-error" if !file.contains("node_modules/") => Some("style-syntax"),
        _ => None,
    }
}

/// Converts an error or a warning to a diagnostic with this code.
fn diagnostic(code: &'static str, message: &PacketValue) -> Diagnostic {
    let text = message.get("text").as_text().unwrap_or_default();
    let mut diagnostic = Diagnostic::error(code, restyle(text));
    if let Some(package) = missing_package(text) {
        diagnostic = diagnostic.help(format!("if it is a package, run `npm install {package}` in the site's folder"));
    }
    if let Some(place) = read_place(message.get("location")) {
        diagnostic = diagnostic.at(place);
        let expected = message.get("location").get("suggestion").as_text().filter(|expected| !expected.is_empty());
        if let Some(expected) = expected {
            diagnostic = diagnostic.label(format!("expected `{expected}`"));
        }
    }
    let shown_line = diagnostic.place.as_ref().map(|place| (place.file.clone(), place.line));
    for note in message.get("notes").as_list() {
        let text = note.get("text").as_text().unwrap_or_default();
        match read_place(note.get("location")) {
            // The diagnostic shows this line already.
            Some(place) if shown_line == Some((place.file.clone(), place.line)) => {}
            Some(place) => {
                let text = restyle(text.trim_end_matches(':'));
                let Place { file, line, column, .. } = place;
                diagnostic = diagnostic.note(format!("{text}: {file}:{line}:{column}"));
            }
            // Islands are bundled completely: esbuild's advice to mark a path as external does not apply.
            None if text.starts_with("You can mark the path") => {}
            None => diagnostic = diagnostic.note(restyle(text)),
        }
    }
    diagnostic
}

/// Returns the npm package of an import that esbuild could not resolve: `Could not resolve "@org/name/file"` →
/// `@org/name`. Returns `None` for any other message, and for an import of a file.
fn missing_package(message: &str) -> Option<&str> {
    let import = message.strip_prefix("Could not resolve \"")?.strip_suffix('"')?;
    let is_package = import.starts_with(|first: char| first.is_ascii_alphanumeric() || first == '@');
    let name_end = import.match_indices('/').nth(usize::from(import.starts_with('@'))).map(|(at, _)| at);
    (is_package && !import.contains(':')).then(|| &import[..name_end.unwrap_or(import.len())])
}

/// Rewrites a message in the style of our messages: with backticks, a lower-case start and no full stop.
fn restyle(message: &str) -> String {
    let mut sentence = message.trim_end_matches('.').replace('"', "`");
    if let Some(first) = sentence.get(..1).map(str::to_lowercase)
        && sentence.get(1..2).is_some_and(|second| second.chars().all(char::is_lowercase))
    {
        sentence.replace_range(..1, &first);
    }
    sentence
}

/// Converts a location to a place; `None` if there is no location. esbuild counts the column and the length in bytes,
/// and sends the text of the line.
fn read_place(location: &PacketValue) -> Option<Place> {
    let number = |name| location.get(name).as_number().and_then(|number| usize::try_from(number).ok());
    let file = &*nfc(location.get("file").as_text()?);
    let text = location.get("lineText").as_text().unwrap_or_default();
    let (line, start) = (number("line")?, number("column")?);
    // `Place::new` counts the lines of `text`, which is only one line of the file.
    let mut place = Place::new(file, text, start..start.saturating_add(number("length").unwrap_or_default()));
    place.line = line;
    Some(place)
}

#[cfg(test)]
mod tests {
    use super::{PacketValue, diagnostics};

    fn location(file: &str, line: u32, column: u32, length: u32, text: &str) -> PacketValue {
        let number = PacketValue::Number;
        PacketValue::map([
            ("file", PacketValue::text(file)),
            ("line", number(line)),
            ("column", number(column)),
            ("length", number(length)),
            ("lineText", PacketValue::text(text)),
            ("suggestion", PacketValue::text("}")),
        ])
    }

    fn error(text: &str, location: PacketValue, notes: Vec<PacketValue>) -> PacketValue {
        PacketValue::map([
            ("text", PacketValue::text(text)),
            ("location", location),
            ("notes", PacketValue::List(notes)),
        ])
    }

    /// The file, the line, the column and the marked text.
    type ExpectedPlace<'a> = (&'a str, usize, usize, &'a str);

    fn check(error: PacketValue, message: &str, expected: Option<ExpectedPlace>, notes: &[&str]) {
        let found = diagnostics(&PacketValue::map([("errors", PacketValue::List(vec![error]))]));
        let [found] = &found[..] else { panic!("{found:?}") };
        let place = found.place.as_ref();
        let place = place.map(|place| (&*place.file, place.line, place.column, &place.text[place.mark.clone()]));
        assert_eq!((found.message.as_str(), place), (message, expected));
        assert_eq!(found.label, if expected.is_some() { "expected `}`" } else { "" });
        assert_eq!(found.notes, notes);
    }

    #[test]
    fn errors_are_converted_with_their_places() {
        let line = "import ä from \"./nope\";";
        check(
            error("Could not resolve \"./nope\"", location("islands/Menu.tsx", 3, 15, 8, line), Vec::new()),
            "could not resolve `./nope`",
            Some(("islands/Menu.tsx", 3, 15, "\"./nope\"")),
            &[],
        );
        check(
            error("Expected \"}\" but found \"<\"", location("islands/Bad.tsx", 1, 2, 0, "{x</p>"), Vec::new()),
            "expected `}` but found `<`",
            Some(("islands/Bad.tsx", 1, 3, "")),
            &[],
        );
        check(error("Something is wrong.", PacketValue::None, Vec::new()), "something is wrong", None, &[]);
    }

    #[test]
    fn notes_name_places_in_other_lines() {
        let here = || location("a.tsx", 3, 30, 1, "const a = 1; let b = 2; const a = 2;");
        let shown = Some(("a.tsx", 3, 31, "a"));
        let note = |text: &str, location| PacketValue::map([("text", PacketValue::text(text)), ("location", location)]);
        let (message, declared) = ("The symbol \"a\" is there", "The symbol \"a\" was originally declared here:");
        check(
            error(message, here(), vec![note(declared, location("b.tsx", 1, 6, 1, "const a"))]),
            "the symbol `a` is there",
            shown,
            &["the symbol `a` was originally declared here: b.tsx:1:7"],
        );
        check(error(message, here(), vec![note(declared, here())]), "the symbol `a` is there", shown, &[]);
        let external = note("You can mark the path \"x\" as external", PacketValue::None);
        check(error("Could not resolve \"x\"", PacketValue::None, vec![external]), "could not resolve `x`", None, &[]);
    }
}
