//! The errors about files that the content names and a template asks for: `missing-file` and `unusable-file`.

use super::errors::failure_with_hint;
use super::page_context::PageContext;
use crate::diagnostic::{Diagnostic, Mistake};
use crate::snapshot::ReadAssets;
use crate::template::DiagnosticError;

/// Handles the result of looking up the file `name` for a template. If the content names the file, a failure is
/// reported there: the page becomes incomplete, and the template continues with `instead`. If the template names the
/// file, a failure is returned.
pub fn or_report_missing<T>(
    context: &PageContext,
    name: &str,
    found: Result<T, Mistake>,
    instead: impl FnOnce() -> T,
) -> Result<T, minijinja::Error> {
    found.or_else(|Mistake { message, hint }| {
        // Without a trace, the origin of `name` is not known. The failure leads to another rendering, with a trace.
        let place = context.trace.as_ref().and_then(|trace| trace.place_of(name, name));
        let Some(place) = place else { return Err(failure_with_hint(&message, &hint)) };
        let diagnostic = match context.untracked_site().assets.find(name) {
            Some(_) => Diagnostic::error("unusable-file", message),
            None => Diagnostic::error("missing-file", message)
                .help("files are in public/; write the path from there: `/images/kite.png`"),
        };
        let mut outcome = context.outcome();
        outcome.content_diagnostics.push(diagnostic.label(hint).at(place));
        outcome.is_incomplete = true;
        Ok(instead())
    })
}

/// Returns the text of the file `name` for a template; `None` if `or_report_missing` reports that it is missing.
pub fn text_or_report_missing<'c>(context: &'c PageContext, name: &str) -> Result<Option<&'c str>, minijinja::Error> {
    let text = or_report_missing(context, name, context.tracked.asset_text(name).map(Some), || None)?;
    text.transpose().map_err(|diagnostic| DiagnosticError::from(diagnostic.clone()).into())
}
