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

/// The errors of a tag in Markdown.
pub struct TagError<'a> {
    /// Diagnostics without a place belong to the attribute, or else to the tag. Empty if the error is reported
    /// elsewhere.
    pub diagnostics: Vec<Diagnostic>,
    pub attribute: Option<&'a ComponentAttribute>,
}
