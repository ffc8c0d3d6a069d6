//! The errors of functions in templates, and of tags in Markdown.

use minijinja::{Error, ErrorKind};

use crate::diagnostic::Diagnostic;
use crate::markdown::ComponentAttribute;
use crate::template::HINT_SEPARATOR;

/// Creates an error that stops the page's template.
pub fn failure(message: impl Into<String>) -> Error {
    Error::new(ErrorKind::InvalidOperation, message.into())
}

/// Creates an error that stops the page's template, with a hint.
pub fn failure_with_hint(message: &str, hint: &str) -> Error {
    failure(format!("{message}{HINT_SEPARATOR}{hint}"))
}

/// Calls `run` until no unknown failure stops it, and returns all failures. `run` gets the number of known failures,
/// which it skips; it also returns whether an unknown one stopped it.
pub fn find_failures<T>(mut run: impl FnMut(usize) -> (Result<T, Error>, bool)) -> Vec<Error> {
    let mut errors = Vec::new();
    loop {
        let (result, has_stopped) = run(errors.len());
        errors.extend(result.err());
        if !has_stopped {
            return errors;
        }
    }
}

/// The errors of a tag in Markdown.
pub struct TagError<'a> {
    /// Diagnostics without a place belong to the attribute, or else to the tag. Empty if the error is reported
    /// elsewhere.
    pub diagnostics: Vec<Diagnostic>,
    pub attribute: Option<&'a ComponentAttribute>,
}
