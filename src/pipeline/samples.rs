//! Sample values: placeholders in the content, which are counted, and listed when a site is checked or published.

use crate::content::data::DataFile;
use crate::content::entry::Entry;
use crate::diagnostic::{Diagnostic, Place, Severity};
use crate::site::Site;

/// The code of diagnostics that list sample values.
pub const SAMPLE_VALUE: &str = "sample-value";

pub fn count(site: &Site) -> usize {
    published(site).map(|entry| entry.samples.len()).chain(site.content.all_data().map(|file| file.samples.len())).sum()
}

/// Reports each sample value.
pub fn report(site: &Site, severity: Severity) -> Vec<Diagnostic> {
    let places =
        published(site).flat_map(Entry::sample_places).chain(site.content.all_data().flat_map(DataFile::sample_places));
    places.map(|place| diagnostic(severity, place)).collect()
}

/// Lists the published entries of all languages.
fn published(site: &Site) -> impl Iterator<Item = &Entry> {
    let entries = site.entries().iter().enumerate().filter(|(index, _)| site.is_published(*index));
    entries.map(|(_, entry)| &**entry)
}

fn diagnostic(severity: Severity, place: Place) -> Diagnostic {
    Diagnostic::new(severity, SAMPLE_VALUE, "this is a sample value")
        .at(place)
        .label("not meant for visitors")
        .help("write the real value and take `!sample` away")
}
