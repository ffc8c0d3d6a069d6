//! A diagnostic inside a minijinja error, raised by a template function.

use std::fmt;

use minijinja::{Error, ErrorKind};

use crate::diagnostic::Diagnostic;

/// A diagnostic about a call in a template, or about the props of an island.
#[derive(Debug)]
pub struct DiagnosticError {
    pub diagnostic: Diagnostic,
    /// The word within the call, or within the island's tag in Markdown, that the diagnostic is about: the name of an
    /// argument, or a value. `None` if the diagnostic is about no word.
    pub word: Option<String>,
}

impl DiagnosticError {
    pub fn at_word(word: &str, diagnostic: Diagnostic) -> Self {
        Self { diagnostic, word: Some(word.to_owned()) }
    }
}

impl From<Diagnostic> for DiagnosticError {
    fn from(diagnostic: Diagnostic) -> Self {
        Self { diagnostic, word: None }
    }
}

impl From<Error> for DiagnosticError {
    fn from(error: Error) -> Self {
        Diagnostic::error("template-error", error.to_string()).into()
    }
}

impl From<DiagnosticError> for Error {
    /// Wraps the diagnostic in an error that stops the template.
    fn from(error: DiagnosticError) -> Self {
        Self::new(ErrorKind::InvalidOperation, error.diagnostic.message.clone()).with_source(error)
    }
}

impl fmt::Display for DiagnosticError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.diagnostic.fmt(f)
    }
}

impl std::error::Error for DiagnosticError {}
