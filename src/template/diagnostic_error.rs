//! A diagnostic inside a minijinja error, raised by a template function.

use std::fmt;

use minijinja::{Error, ErrorKind};

use crate::diagnostic::Diagnostic;

/// A diagnostic about a call in a template.
#[derive(Debug)]
pub struct DiagnosticError {
    pub diagnostic: Diagnostic,
    /// The word within the call that the diagnostic is about, as the template has it.
    pub word: Option<String>,
}

impl DiagnosticError {
    /// Wraps the diagnostic in an error that stops the template.
    pub fn into_error(self) -> Error {
        Error::new(ErrorKind::InvalidOperation, self.diagnostic.message.clone()).with_source(self)
    }
}

impl fmt::Display for DiagnosticError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.diagnostic.fmt(f)
    }
}

impl std::error::Error for DiagnosticError {}
