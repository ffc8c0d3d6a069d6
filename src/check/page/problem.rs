//! A problem within one page, as data.

use std::borrow::Cow;
use std::ops::Range;

use crate::diagnostic::Severity;

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
    pub help: Cow<'static, str>,
}

impl PageProblem {
    /// Creates a problem that fails the build.
    pub fn error(
        code: &'static str,
        message: impl Into<String>,
        span: Range<usize>,
        help: impl Into<Cow<'static, str>>,
    ) -> Self {
        Self { severity: Severity::Error, code, message: message.into(), span, help: help.into() }
    }

    /// Creates a problem that does not fail the build.
    pub fn warning(code: &'static str, message: impl Into<String>, span: Range<usize>, help: &'static str) -> Self {
        Self { severity: Severity::Warning, ..Self::error(code, message, span, help) }
    }
}

/// Returns why a text is not JSON, without the position.
pub fn json_error_reason(error: &serde_json::Error) -> String {
    if error.is_eof() {
        return "it ends too early".to_owned();
    }
    error.to_string().split(" at line ").next().unwrap_or_default().to_owned()
}
