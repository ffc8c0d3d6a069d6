//! Sample values: placeholders in the content, marked with `!sample`. They are counted, and reported when a site is
//! checked or published.

use crate::diagnostic::{Diagnostic, Place, Severity};
use crate::site::Site;

/// The code of diagnostics that list sample values.
pub const SAMPLE_VALUE: &str = "sample-value";

pub fn count(site: &Site) -> usize {
    let in_entries = site.published_in_all_languages().map(|entry| entry.samples.len());
    in_entries.chain(site.content.all_data().map(|(_, file)| file.samples.len())).sum()
}

/// Returns a diagnostic for each sample value.
pub fn list(site: &Site, severity: Severity) -> Vec<Diagnostic> {
    let in_entries = site.published_in_all_languages().flat_map(|entry| entry.sample_places());
    let places = in_entries.chain(site.content.all_data().flat_map(|(_, file)| file.sample_places()));
    places.map(|place| sample_value(severity, place)).collect()
}

fn sample_value(severity: Severity, place: Place) -> Diagnostic {
    Diagnostic::new(severity, SAMPLE_VALUE, "this is a sample value")
        .at(place)
        .label("not meant for visitors")
        .help("write the real value and take `!sample` away")
}
