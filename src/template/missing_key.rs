//! A key that a template looks up in a mapping that lacks it.

use super::text::{last_part, undefined_message};
use crate::diagnostic::{Diagnostic, Place, did_you_mean, list_names};

#[derive(Debug, Clone)]
pub struct MissingKey {
    pub key: String,
    pub keys: Vec<String>,
    /// The place where the key would be written; in a table, the header.
    pub place: Place,
    /// Whether the mapping is a row of a table, so that the key is a column.
    pub is_column: bool,
    /// The name of the data file, if the mapping is the whole file.
    pub data_file: Option<String>,
}

impl MissingKey {
    /// Whether the expression ends with the key: `row.height` or `row["height"]`.
    pub(super) fn is_at_end(&self, expression: &str) -> bool {
        last_part(expression).trim_matches(['[', ']', '"', '\'']) == self.key
    }

    /// Explains the key that a data file lacks, and that a template looks up by a variable: `data.NAME[key]`.
    pub(super) fn explain_in_data_file(&self, name: &str) -> Diagnostic {
        Diagnostic::error("undefined-variable", format!("`data.{name}` has no `{}`", self.key))
            .label(did_you_mean(&self.key, self.names(), "the value that is looked up here"))
            .help(format!("correct `{}` where it is written, or add it to {}", self.key, self.place.file))
    }

    pub(super) fn explain_column(&self, expression: &str) -> Diagnostic {
        let Place { file, line, .. } = &self.place;
        Diagnostic::error("undefined-variable", undefined_message(expression))
            .label(did_you_mean(&self.key, self.names(), "the table has no such column"))
            .note(format!("the columns of the table are in {file}:{line}: {}", list_names(self.names())))
            .help(format!("correct `{}` here, or the first row of {file}", self.key))
    }

    pub(super) fn note(&self) -> String {
        let Place { file, line, column, .. } = &self.place;
        format!("it is looked for at {file}:{line}:{column}")
    }

    fn names(&self) -> impl Iterator<Item = &str> {
        self.keys.iter().map(String::as_str)
    }
}
