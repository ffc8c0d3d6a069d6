//! The refusal of a change, with its reason.

use serde_json::Value;

use super::file_change::FILE_BUSY;
use crate::diagnostic::Diagnostic;
use crate::yaml::write::Unwritable;

/// The reason why a change is not made.
#[derive(Debug)]
pub enum Refused {
    /// There is no such file, value or change, or none that can be changed in this way.
    NotFound,
    /// What is to be replaced or undone has changed meanwhile. `current` is the value that is there now; `null` if none
    /// is there, or if a created entry has changed.
    Conflict { current: Value },
    /// The change is not valid, for these reasons: its value breaks the schema, its name is taken, or the like.
    Invalid(Vec<Diagnostic>),
    /// Another program wrote the file at the same time.
    Busy(Diagnostic),
    /// Another problem with a file, such as that it can't be read.
    Failed(Diagnostic),
}

impl From<Diagnostic> for Refused {
    fn from(diagnostic: Diagnostic) -> Self {
        if diagnostic.code == FILE_BUSY { Self::Busy(diagnostic) } else { Self::Failed(diagnostic) }
    }
}

impl From<Vec<Diagnostic>> for Refused {
    fn from(diagnostics: Vec<Diagnostic>) -> Self {
        Self::Invalid(diagnostics)
    }
}

impl From<Unwritable> for Refused {
    fn from(reason: Unwritable) -> Self {
        let (code, message, help) = match reason {
            Unwritable::Format => {
                ("edit-format", "only files in YAML can be changed here", "change this file with another program")
            }
            Unwritable::Mistakes => (
                "edit-mistakes",
                "the file has mistakes, so it can't be changed here",
                "a developer corrects them first",
            ),
            Unwritable::WrongKind => {
                ("edit-structure", "this is a list or a group of values, not one value", "change the values inside it")
            }
            Unwritable::Shared => (
                "edit-shared",
                "this value is written once for several places, so it can't be changed alone",
                "a developer writes it out in each place first",
            ),
        };
        Self::invalid(code, message, help)
    }
}

impl Refused {
    /// Makes the refusal of an invalid change, with the way to correct it.
    pub fn invalid(code: &'static str, message: impl Into<String>, help: impl Into<String>) -> Self {
        Self::Invalid(vec![Diagnostic::error(code, message).help(help)])
    }

    /// Makes the refusal of a name that can't be a part of an address.
    pub fn bad_name(name: &str) -> Self {
        let message = format!("`{name}` can't be a part of an address");
        Self::invalid("bad-name", message, "use letters, digits and hyphens")
    }
}
