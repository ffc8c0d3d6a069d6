//! What follows from a mistake that is told already is not told again: an entry without its title makes a page without one,
//! and a file that can't be read makes links that lead nowhere.

use rustc_hash::FxHashSet;

use super::SAMPLE;
use crate::diagnostic::Diagnostic;
use crate::render::WITHOUT_PAGE;
use crate::site::Site;

/// Where there are mistakes in the content.
#[derive(Debug, Default)]
pub struct Mistakes {
    /// In some file of the content.
    content: bool,
    /// Pages may be missing, or stand at another address than was meant.
    addresses: bool,
}

/// Failures of templates that no value can cause.
const OF_THE_TEMPLATE: [&str; 4] = ["include-cycle", "template-syntax", "unknown-name", "unknown-template"];

/// What keeps a page from its address.
const OF_ROUTES: [&str; 2] = ["bad-route", "missing-template"];

impl Mistakes {
    /// The mistakes that were found before any page is made.
    pub fn new(diagnostics: &[Diagnostic], site: &Site) -> Self {
        if diagnostics.iter().all(|diagnostic| !diagnostic.is_error()) {
            return Self::default();
        }
        let unread = !site.content.unread.is_empty();
        let mut mistakes = Self { content: unread, addresses: unread };
        for diagnostic in diagnostics.iter().filter(|d| d.is_error() && d.code != SAMPLE) {
            let Some(place) = &diagnostic.place else { continue };
            mistakes.addresses |= OF_ROUTES.contains(&diagnostic.code);
            if place.file.starts_with("content/") {
                mistakes.content = true;
                mistakes.addresses |= place.file.ends_with("/_collection.yaml") || &*place.file == "content/site.yaml";
            }
        }
        mistakes
    }

    /// Whether all pages that should be there are there.
    pub fn leave_addresses(&self) -> bool {
        !self.addresses
    }

    /// Whether what is wrong with a finished page may only follow: any page may show any entry.
    pub fn explain_pages(&self) -> bool {
        self.content
    }

    /// Whether the failure of a page's template may only follow.
    pub fn explain_failure(&self, failure: &Diagnostic) -> bool {
        self.content && !OF_THE_TEMPLATE.contains(&failure.code)
    }

    /// Whether a mistake in shown content may only follow.
    pub fn explain_content(&self, mistake: &Diagnostic) -> bool {
        self.addresses && mistake.code == WITHOUT_PAGE
    }

    /// Takes out the routes that can't be filled because a field is wrong.
    pub fn without_routes(diagnostics: Vec<Diagnostic>, before: &[Diagnostic]) -> Vec<Diagnostic> {
        let wrong: FxHashSet<&str> =
            before.iter().filter(|d| d.is_error()).filter_map(|d| Some(&*d.place.as_ref()?.file)).collect();
        let follows =
            |d: &Diagnostic| d.code == "bad-route" && d.place.as_ref().is_some_and(|p| wrong.contains(&*p.file));
        diagnostics.into_iter().filter(|diagnostic| !follows(diagnostic)).collect()
    }
}
