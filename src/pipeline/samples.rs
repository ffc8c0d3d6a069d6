//! Sample values: placeholders in the content, which are counted, and listed when a site is checked or published.

use crate::content::data::DataFile;
use crate::diagnostic::{Diagnostic, Place, Severity};
use crate::site::Site;

/// The code of diagnostics that list sample values.
pub const SAMPLE_VALUE: &str = "sample-value";

/// Counts the sample values of the content.
pub fn count(site: &Site) -> usize {
    let entries = site.samples().iter().map(|index| site.entry(*index).samples.len());
    entries.chain(site.content.all_data().map(|file| file.samples.len())).sum()
}

/// Reports each sample value.
pub fn report(site: &Site, severity: Severity) -> Vec<Diagnostic> {
    let entries = site.samples().iter().flat_map(|index| site.entry(*index).sample_places());
    let places = entries.chain(site.content.all_data().flat_map(DataFile::sample_places));
    places.map(|place| diagnostic(severity, place.clone())).collect()
}

fn diagnostic(severity: Severity, place: Place) -> Diagnostic {
    Diagnostic::new(severity, SAMPLE_VALUE, "this is a sample value")
        .at(place)
        .label("not meant for visitors")
        .help("write the real value and take `!sample` away")
}
