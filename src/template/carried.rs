//! A diagnostic within a template's error: what a function knows that minijinja's errors have no room for.

use std::fmt;

use minijinja::{Error, ErrorKind};

use crate::diagnostic::Diagnostic;

/// What a function has to say, and the word that it is about, as it stands in the call.
#[derive(Debug)]
pub struct Carried {
    pub diagnostic: Diagnostic,
    pub marked: Option<String>,
}

impl Carried {
    /// As an error that stops the template.
    pub fn error(self) -> Error {
        Error::new(ErrorKind::InvalidOperation, self.diagnostic.message.clone()).with_source(self)
    }
}

impl fmt::Display for Carried {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.diagnostic.fmt(f)
    }
}

impl std::error::Error for Carried {}
