//! The constructors of diagnostics with their spans in a page.

use std::ops::Range;

use crate::diagnostic::{Diagnostic, SpannedDiagnostic};

pub fn error(
    code: &'static str,
    message: impl Into<String>,
    span: Range<usize>,
    help: impl Into<String>,
) -> SpannedDiagnostic {
    (Diagnostic::error(code, message).help(help), span)
}

pub fn warning(code: &'static str, message: impl Into<String>, span: Range<usize>, help: &str) -> SpannedDiagnostic {
    (Diagnostic::warning(code, message).help(help), span)
}
