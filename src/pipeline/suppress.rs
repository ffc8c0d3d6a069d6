//! The suppression of follow-up errors: an entry without its title makes a page without a title, and an unreadable
//! file makes broken links. Only the first error is reported.

use rustc_hash::FxHashSet;

use super::samples::SAMPLE_VALUE;
use crate::diagnostic::Diagnostic;
use crate::render::LINK_WITHOUT_PAGE;
use crate::site::Site;
use crate::source::SETTINGS;

/// The kinds of errors that are found before pages are rendered.
#[derive(Debug, Default)]
pub struct KnownErrors {
    /// Whether there is an error in a file of the content. If so, a problem in any finished page may be a follow-up
    /// error, as any page may show any entry.
    pub in_content: bool,
    /// Whether pages may be missing or have unintended routes.
    pub in_routes: bool,
}

/// The codes of template errors that no value can cause.
const TEMPLATE_CODES: [&str; 5] =
    ["endless-macro", "include-cycle", "template-syntax", "unknown-name", "unknown-template"];

/// The codes of errors that keep a page from its route.
const ROUTE_CODES: [&str; 2] = ["bad-route", "missing-template"];

impl KnownErrors {
    /// Records the errors found before pages are rendered.
    pub fn new(diagnostics: &[Diagnostic], site: &Site) -> Self {
        if diagnostics.iter().all(|diagnostic| !diagnostic.is_error()) {
            return Self::default();
        }
        let is_unread = !site.content.unreadable.is_empty();
        let mut known = Self { in_content: is_unread, in_routes: is_unread };
        for diagnostic in diagnostics.iter().filter(|d| d.is_error() && d.code != SAMPLE_VALUE) {
            let Some(place) = &diagnostic.place else { continue };
            known.in_routes |= ROUTE_CODES.contains(&diagnostic.code);
            // Collections may have entries outside of `content/`.
            if place.file.starts_with("content/") || site.entry_by_file(&place.file).is_some() {
                known.in_content = true;
                known.in_routes |= place.file.ends_with("/_collection.yaml") || &*place.file == SETTINGS;
            }
        }
        known
    }

    /// Whether the failure of a page's template may be a follow-up error.
    pub fn may_cause_failure(&self, failure: &Diagnostic) -> bool {
        self.in_content && !TEMPLATE_CODES.contains(&failure.code)
    }

    /// Whether an error in shown content may be a follow-up error.
    pub fn may_cause_content_error(&self, error: &Diagnostic) -> bool {
        self.in_routes && error.code == LINK_WITHOUT_PAGE
    }
}

/// Drops the error `bad-route` of entries that have another error, from which it may follow.
pub fn suppress_bad_routes(mut diagnostics: Vec<Diagnostic>, reported: &[Diagnostic]) -> Vec<Diagnostic> {
    let errors = reported.iter().filter(|diagnostic| diagnostic.is_error());
    let files_with_errors: FxHashSet<&str> = errors.filter_map(|error| Some(&*error.place.as_ref()?.file)).collect();
    let has_other_error =
        |d: &Diagnostic| d.place.as_ref().is_some_and(|place| files_with_errors.contains(&*place.file));
    diagnostics.retain(|diagnostic| diagnostic.code != "bad-route" || !has_other_error(diagnostic));
    diagnostics
}
