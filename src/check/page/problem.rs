//! The constructors of problems, which are diagnostics with their spans in a page, and the finder of the first mistake
//! in JSON.

use std::ops::Range;

use serde::de::IgnoredAny;

use crate::diagnostic::{Diagnostic, SpannedDiagnostic, character_at_byte};

/// Creates a problem that fails the build.
pub fn error(
    code: &'static str,
    message: impl Into<String>,
    span: Range<usize>,
    help: impl Into<String>,
) -> SpannedDiagnostic {
    (Diagnostic::error(code, message).help(help), span)
}

/// Creates a problem that does not fail the build.
pub fn warning(code: &'static str, message: impl Into<String>, span: Range<usize>, help: &str) -> SpannedDiagnostic {
    (Diagnostic::warning(code, message).help(help), span)
}

/// Returns the span of the first mistake in a text that is not JSON, and a description; `None` if the text is JSON.
pub fn json_error(text: &str) -> Option<(Range<usize>, String)> {
    let error = serde_json::from_str::<IgnoredAny>(text).err()?;
    let span = character_at_byte(text, error.line(), error.column());
    let why = error.to_string();
    let why = if error.is_eof() { "it ends too early" } else { why.split(" at line ").next().unwrap_or_default() };
    Some((span, why.to_owned()))
}
