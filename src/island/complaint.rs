//! What esbuild complains about, in a developer's words: with its file, line and marker.

use super::packet::Value;
use crate::diagnostic::{Diagnostic, Place};

/// The diagnostics of the errors in an answer.
pub fn diagnostics(answer: &Value) -> Vec<Diagnostic> {
    answer.get("errors").as_list().unwrap_or_default().iter().map(diagnostic).collect()
}

fn diagnostic(error: &Value) -> Diagnostic {
    let mut diagnostic = Diagnostic::error("bundle-error", sentence(error.get("text").as_text().unwrap_or_default()));
    if let Some(place) = place(error.get("location")) {
        diagnostic = diagnostic.at(place);
        let expected = error.get("location").get("suggestion").as_text().filter(|expected| !expected.is_empty());
        if let Some(expected) = expected {
            diagnostic = diagnostic.label(format!("expected `{expected}`"));
        }
    }
    let own = diagnostic.place.as_ref().map(|own| (own.file.clone(), own.line));
    for note in error.get("notes").as_list().unwrap_or_default() {
        let text = note.get("text").as_text().unwrap_or_default();
        match place(note.get("location")) {
            // It stands in the line that is shown.
            Some(place) if own == Some((place.file.clone(), place.line)) => {}
            Some(place) => {
                let text = sentence(text.trim_end_matches(':'));
                let Place { file, line, column, .. } = place;
                diagnostic = diagnostic.note(format!("{text}: {file}:{line}:{column}"));
            }
            // Islands are bundled whole: nothing can be left out of one.
            None if text.starts_with("You can mark the path") => {}
            None => diagnostic = diagnostic.note(sentence(text)),
        }
    }
    diagnostic
}

/// A message of ours has no full stop and no names of esbuild's parts.
fn sentence(message: &str) -> String {
    let mut sentence = message.trim_end_matches('.').replace('"', "`");
    if let Some(first) = sentence.get(..1).map(str::to_lowercase)
        && sentence.get(1..2).is_some_and(|second| second.chars().all(char::is_lowercase))
    {
        sentence.replace_range(..1, &first);
    }
    sentence
}

/// Where it is: the line's own text is given, columns and lengths are in bytes.
fn place(location: &Value) -> Option<Place> {
    let number = |name| location.get(name).as_number().and_then(|number| usize::try_from(number).ok());
    let file = location.get("file").as_text()?;
    let text = location.get("lineText").as_text().unwrap_or_default();
    let (line, start) = (number("line")?, number("column")?);
    let mut place = Place::new(file, text, start..start.saturating_add(number("length").unwrap_or_default()));
    place.line = line;
    Some(place)
}

#[cfg(test)]
mod tests {
    use super::{Value, diagnostics};

    fn location(file: &str, line: u32, column: u32, length: u32, text: &str) -> Value {
        let number = Value::Number;
        Value::map([
            ("file", Value::text(file)),
            ("line", number(line)),
            ("column", number(column)),
            ("length", number(length)),
            ("lineText", Value::text(text)),
            ("suggestion", Value::text("}")),
        ])
    }

    fn error(text: &str, location: Value, notes: Vec<Value>) -> Value {
        Value::map([("text", Value::text(text)), ("location", location), ("notes", Value::List(notes))])
    }

    /// Where, and what is marked.
    type Shown<'a> = (&'a str, usize, usize, &'a str);

    fn check(error: Value, message: &str, expected: Option<Shown>, notes: &[&str]) {
        let found = diagnostics(&Value::map([("errors", Value::List(vec![error]))]));
        let [found] = &found[..] else { panic!("{found:?}") };
        let place = found.place.as_ref();
        let place = place.map(|place| (&*place.file, place.line, place.column, &place.text[place.mark.clone()]));
        assert_eq!((found.message.as_str(), place), (message, expected));
        assert_eq!(found.label, if expected.is_some() { "expected `}`" } else { "" });
        assert_eq!(found.notes, notes);
    }

    #[test]
    fn errors_become_diagnostics() {
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
        check(error("Something is wrong.", Value::None, Vec::new()), "something is wrong", None, &[]);
    }

    #[test]
    fn notes_tell_where_else_to_look() {
        let here = || location("a.tsx", 3, 30, 1, "const a = 1; let b = 2; const a = 2;");
        let shown = Some(("a.tsx", 3, 31, "a"));
        let note = |text: &str, location| Value::map([("text", Value::text(text)), ("location", location)]);
        let (message, declared) = ("The symbol \"a\" is there", "The symbol \"a\" was originally declared here:");
        check(
            error(message, here(), vec![note(declared, location("b.tsx", 1, 6, 1, "const a"))]),
            "the symbol `a` is there",
            shown,
            &["the symbol `a` was originally declared here: b.tsx:1:7"],
        );
        check(error(message, here(), vec![note(declared, here())]), "the symbol `a` is there", shown, &[]);
        let external = note("You can mark the path \"x\" as external", Value::None);
        check(error("Could not resolve \"x\"", Value::None, vec![external]), "could not resolve `x`", None, &[]);
    }
}
