//! Diagnostics: mistakes as data. Only `format` turns them into text.
//!
//! Every stage returns its value and its diagnostics; only the command line prints. A diagnostic says what is wrong
//! (`message`), where (`place`), what was expected there (`label`), and what to do (`help`).

pub mod codes;
pub mod format;
mod place;
pub mod styled;
mod suggest;
pub mod units;

pub use place::{Place, character_at, character_at_byte};
pub use suggest::{closest, did_you_mean, list_names};

use std::fmt;
use std::ops::Range;
use std::sync::Arc;

use serde::Serialize;

/// The severity of a mistake. An error stops the build from publishing; a warning does so only with `--strict`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Severity {
    Error,
    Warning,
}

/// One mistake, in words that the site's authors understand.
#[must_use]
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Diagnostic {
    pub severity: Severity,
    /// A stable name in kebab case, such as `unknown-key`; tests and `--json` readers rely on it.
    pub code: &'static str,
    /// What is wrong, one sentence without a full stop.
    pub message: String,
    pub place: Option<Place>,
    /// The text under the marker: what was expected, or a "did you mean".
    pub label: String,
    /// The circumstances, such as the page that was being rendered.
    pub notes: Vec<String>,
    pub help: Vec<String>,
    /// The routes of the finished pages in which the mistake was found.
    pub pages: Vec<Arc<str>>,
}

/// A mistake and its bytes in a text that the caller knows.
pub type SpannedDiagnostic = (Diagnostic, Range<usize>);

/// A mistake whose code and place the caller adds. The hint becomes the label.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Mistake {
    pub message: String,
    pub hint: String,
}

impl Mistake {
    pub fn new(message: impl Into<String>, hint: impl Into<String>) -> Self {
        Self { message: message.into(), hint: hint.into() }
    }
}

impl Diagnostic {
    pub fn error(code: &'static str, message: impl Into<String>) -> Self {
        Self::new(Severity::Error, code, message)
    }

    pub fn warning(code: &'static str, message: impl Into<String>) -> Self {
        Self::new(Severity::Warning, code, message)
    }

    /// Turns an error into a warning, and adds a `note` that says when the mistake is an error.
    pub fn downgrade(&mut self, note: &str) {
        if self.is_error() {
            self.severity = Severity::Warning;
            self.notes.push(note.to_owned());
        }
    }

    pub fn new(severity: Severity, code: &'static str, message: impl Into<String>) -> Self {
        Self {
            severity,
            code,
            message: message.into(),
            place: None,
            label: String::new(),
            notes: Vec::new(),
            help: Vec::new(),
            pages: Vec::new(),
        }
    }

    pub fn at(mut self, place: Place) -> Self {
        self.place = Some(place);
        self
    }

    pub fn label(mut self, label: impl Into<String>) -> Self {
        self.label = label.into();
        self
    }

    pub fn note(mut self, note: impl Into<String>) -> Self {
        self.notes.push(note.into());
        self
    }

    pub fn help(mut self, help: impl Into<String>) -> Self {
        self.help.push(help.into());
        self
    }

    pub fn is_error(&self) -> bool {
        self.severity == Severity::Error
    }
}

/// Lets `?` return one diagnostic from a function that fails with several.
impl From<Diagnostic> for Vec<Diagnostic> {
    fn from(diagnostic: Diagnostic) -> Self {
        vec![diagnostic]
    }
}

/// Displays only the message, for use as an error's text.
impl fmt::Display for Diagnostic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

pub const DISK_FULL: &str = "disk-full";

/// Sorts diagnostics by file, line and column, then by code, message, label, notes and help, then by all else, so that
/// the order does not depend on threads. Removes duplicates, and merges errors of a full disk into one.
pub fn sort(diagnostics: &mut Vec<Diagnostic>) {
    diagnostics.sort_by(|a, b| order_key(a).cmp(&order_key(b)));
    diagnostics.dedup();
    merge_disk_full(diagnostics);
}

/// Returns all fields in their order of comparison, so that only equal diagnostics compare as equal.
fn order_key(diagnostic: &Diagnostic) -> impl Ord {
    let Diagnostic { severity, code, message, place, label, notes, help, pages } = diagnostic;
    let place = place
        .as_ref()
        .map(|Place { file, line, column, text, mark }| ((file, line, column), (text, mark.start, mark.end)));
    let (at, marked) = place.unzip();
    (at, code, message, label, notes, help, severity, marked, pages)
}

/// Keeps only the first error of a full disk, and notes the number of the others.
fn merge_disk_full(diagnostics: &mut Vec<Diagnostic>) {
    let Some(first) = diagnostics.iter().position(|diagnostic| diagnostic.code == DISK_FULL) else { return };
    let others = diagnostics.extract_if(first + 1.., |diagnostic| diagnostic.code == DISK_FULL).count();
    if others > 0 {
        diagnostics[first].notes.push(format!("nor for {}", units::count(others, "other file")));
    }
}

#[cfg(test)]
mod tests {
    use super::{DISK_FULL, Diagnostic, Place, sort};

    #[test]
    fn the_order_does_not_depend_on_threads() {
        let mistake = Diagnostic::error("x", "one").at(Place::file("a"));
        let warning = Diagnostic::warning("x", "one").at(Place::file("a"));
        let mut on_page = mistake.clone();
        on_page.pages.push("/".into());
        let marked = |end| Diagnostic::error("x", "one").at(Place::new("b", "text", 0..end));
        let all = [
            mistake.clone(),
            on_page,
            warning,
            mistake.clone().help("do b"),
            mistake.clone().label("c"),
            mistake.label("d"),
            marked(1),
            marked(2),
        ];
        let mut reversed: Vec<Diagnostic> = all.iter().rev().cloned().collect();
        sort(&mut reversed);
        assert_eq!(reversed, all);
    }

    #[test]
    fn disk_full_is_reported_once() {
        let of = |code, file: &str| Diagnostic::error(code, file).at(Place::file(file));
        let mut found = vec![of(DISK_FULL, "c"), of("x", "d"), of(DISK_FULL, "b"), of("x", "a"), of(DISK_FULL, "e")];
        sort(&mut found);
        let reported: Vec<_> = found.iter().map(|d| (d.message.as_str(), d.notes.join(", "))).collect();
        assert_eq!(reported, [("a", String::new()), ("b", "nor for 2 other files".to_owned()), ("d", String::new())]);
    }
}
