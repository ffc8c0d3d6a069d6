//! A problem within one page, as data.

use std::borrow::Cow;
use std::ops::Range;

use serde::de::IgnoredAny;

use crate::diagnostic::{Severity, character_at_byte};

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

/// Returns the span of the first mistake in a text that is not JSON, and a description; `None` if the text is JSON.
pub fn json_error(text: &str) -> Option<(Range<usize>, String)> {
    let error = serde_json::from_str::<IgnoredAny>(text).err()?;
    let span = character_at_byte(text, error.line(), error.column());
    let why = error.to_string();
    let why = if error.is_eof() { "it ends too early" } else { why.split(" at line ").next().unwrap_or_default() };
    Some((span, why.to_owned()))
}
