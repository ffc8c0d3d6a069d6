//! Sample values: placeholders in the content, marked with `!sample`. They are counted, and reported when a site is
//! checked or published.

use crate::content::entry::Entry;
use crate::diagnostic::{Diagnostic, Place, Severity};
use crate::site::Site;

/// The code of diagnostics that list sample values.
pub const SAMPLE_VALUE: &str = "sample-value";

pub fn count(site: &Site) -> usize {
    let in_entries = published_entries(site).map(|entry| entry.samples.len());
    in_entries.chain(site.content.all_data().map(|(_, file)| file.samples.len())).sum()
}

/// Returns a diagnostic for each sample value.
pub fn list(site: &Site, severity: Severity) -> Vec<Diagnostic> {
    let in_entries = published_entries(site).flat_map(Entry::sample_places);
    let places = in_entries.chain(site.content.all_data().flat_map(|(_, file)| file.sample_places()));
    places.map(|place| sample_value(severity, place)).collect()
}

/// Lists the published entries of all languages.
fn published_entries(site: &Site) -> impl Iterator<Item = &Entry> {
    let entries = site.entries().iter().enumerate().filter(|(index, _)| site.is_published(*index));
    entries.map(|(_, entry)| &**entry)
}

fn sample_value(severity: Severity, place: Place) -> Diagnostic {
    Diagnostic::new(severity, SAMPLE_VALUE, "this is a sample value")
        .at(place)
        .label("not meant for visitors")
        .help("write the real value and take `!sample` away")
}
