//! A problem within one page, as data.

use std::ops::Range;

use crate::diagnostic::{Severity, character_at};

/// A mistake or weakness of a page.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PageProblem {
    pub severity: Severity,
    /// The stable name of the check, in kebab case.
    pub code: &'static str,
    /// A statement of the problem, one sentence without a full stop.
    pub message: String,
    /// The span in the page that causes the problem.
    pub span: Range<usize>,
    /// How to solve the problem.
    pub help: &'static str,
}

impl PageProblem {
    /// Creates a problem that fails the build.
    pub fn error(code: &'static str, message: String, span: Range<usize>, help: &'static str) -> Self {
        Self { severity: Severity::Error, code, message, span, help }
    }

    /// Creates a problem that does not fail the build.
    pub fn warning(code: &'static str, message: String, span: Range<usize>, help: &'static str) -> Self {
        Self { severity: Severity::Warning, code, message, span, help }
    }
}

/// Returns why a text is not JSON, without the position.
pub fn json_error_reason(error: &serde_json::Error) -> String {
    error.to_string().split(" at line ").next().unwrap_or_default().to_owned()
}

/// Returns the span of the character at which `text` stops being JSON; empty at the end of the text.
pub fn json_error_span(text: &str, error: &serde_json::Error) -> Range<usize> {
    let line_start = character_at(text, error.line(), 1).start;
    // Columns are counted in bytes.
    let start = text.floor_char_boundary(line_start + error.column().saturating_sub(1));
    start..start + text[start..].chars().next().map_or(0, char::len_utf8)
}
