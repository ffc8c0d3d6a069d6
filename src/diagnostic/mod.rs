//! What a mistake is: data with a place, drawn in one spot (`draw`).
//!
//! Every stage returns its value and its diagnostics; nothing below the command line prints. A diagnostic says what is wrong
//! (`message`), where (`place`), what was expected there (`label`), and what to do (`help`).

pub mod draw;
mod place;
pub mod runs;
mod suggest;
pub mod words;

pub use place::Place;
pub use suggest::{closest, did_you_mean};

use std::fmt;

use serde::{Deserialize, Serialize};

/// How bad it is: an error stops the build from publishing, a warning does not (unless `--strict`).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Severity {
    Error,
    Warning,
}

impl fmt::Display for Severity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Severity::Error => "error",
            Severity::Warning => "warning",
        })
    }
}

/// One mistake, in words an editor understands.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Diagnostic {
    pub severity: Severity,
    /// A stable name in kebab case, such as `unknown-key`; tests and `--json` readers rely on it.
    #[serde(skip)]
    pub code: &'static str,
    /// What is wrong, one sentence without a full stop.
    pub message: String,
    pub place: Option<Place>,
    /// What stands under the marker: what was expected, or a "did you mean".
    pub label: String,
    /// Circumstances, such as the page that was being rendered.
    pub notes: Vec<String>,
    /// What to do.
    pub help: Vec<String>,
}

impl Diagnostic {
    pub fn error(code: &'static str, message: impl Into<String>) -> Self {
        Self::new(Severity::Error, code, message)
    }

    pub fn warning(code: &'static str, message: impl Into<String>) -> Self {
        Self::new(Severity::Warning, code, message)
    }

    fn new(severity: Severity, code: &'static str, message: impl Into<String>) -> Self {
        Self {
            severity,
            code,
            message: message.into(),
            place: None,
            label: String::new(),
            notes: Vec::new(),
            help: Vec::new(),
        }
    }

    #[must_use]
    pub fn at(mut self, place: Place) -> Self {
        self.place = Some(place);
        self
    }

    #[must_use]
    pub fn label(mut self, label: impl Into<String>) -> Self {
        self.label = label.into();
        self
    }

    #[must_use]
    pub fn note(mut self, note: impl Into<String>) -> Self {
        self.notes.push(note.into());
        self
    }

    #[must_use]
    pub fn help(mut self, help: impl Into<String>) -> Self {
        self.help.push(help.into());
        self
    }

    pub fn is_error(&self) -> bool {
        self.severity == Severity::Error
    }
}

/// Its message alone: for those who hand it on as an error.
impl fmt::Display for Diagnostic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

/// The code of what a full disk refuses.
pub const DISK_FULL: &str = "disk-full";

/// Orders diagnostics by file, line and column, then by text, and drops exact repeats: the same mistakes are listed in
/// the same order whatever the number of threads. A full disk is told once.
pub fn sort(diagnostics: &mut Vec<Diagnostic>) {
    diagnostics.sort_by(|a, b| {
        let key = |d: &Diagnostic| d.place.as_ref().map(|p| (p.file.clone(), p.line, p.column));
        key(a).cmp(&key(b)).then_with(|| (a.code, &a.message, &a.notes).cmp(&(b.code, &b.message, &b.notes)))
    });
    diagnostics.dedup();
    let is_refused = |diagnostic: &Diagnostic| diagnostic.code == DISK_FULL;
    let others = diagnostics.iter().filter(|diagnostic| is_refused(diagnostic)).count().saturating_sub(1);
    if others > 0 {
        let mut is_first = true;
        diagnostics.retain(|diagnostic| !is_refused(diagnostic) || std::mem::take(&mut is_first));
        if let Some(first) = diagnostics.iter_mut().find(|diagnostic| is_refused(diagnostic)) {
            first.notes.push(format!("nor for {}", words::count(others, "other file")));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{DISK_FULL, Diagnostic, Place, sort};

    #[test]
    fn a_full_disk_is_told_once() {
        let of = |code, file: &str| Diagnostic::error(code, file).at(Place::file(file));
        let mut found = vec![of(DISK_FULL, "c"), of("x", "d"), of(DISK_FULL, "b"), of("x", "a"), of(DISK_FULL, "e")];
        sort(&mut found);
        let told: Vec<_> = found.iter().map(|d| (d.message.as_str(), d.notes.join(", "))).collect();
        assert_eq!(told, [("a", String::new()), ("b", "nor for 2 other files".to_owned()), ("d", String::new())]);
    }
}
