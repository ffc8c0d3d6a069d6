//! Sample values: placeholders in the content, marked with `!sample`. They are counted, and reported when a site is
//! checked or published.

use std::iter;

use crate::content::document;
use crate::diagnostic::{Diagnostic, Place, Severity};
use crate::site::Site;
use crate::source::SourceFile;

/// The code of diagnostics that list sample values.
pub const SAMPLE_VALUE: &str = "sample-value";

pub fn count(site: &Site) -> usize {
    all(site).map(|(_, samples)| samples.len()).sum()
}

pub fn list(site: &Site, severity: Severity) -> Vec<Diagnostic> {
    let with_samples = all(site).filter(|(_, samples)| !samples.is_empty());
    let places = with_samples.flat_map(|(file, samples)| document::places(file, samples));
    places.map(|place| sample_value(severity, place)).collect()
}

/// Lists the files of the content except unpublished entries, each with the JSON pointers of its sample values.
fn all(site: &Site) -> impl Iterator<Item = (&SourceFile, &[String])> {
    let content = &site.content;
    let settings = iter::once((&content.settings.file, &content.settings.samples));
    let hosts = content.hosts.iter().map(|hosts| (&hosts.file, &hosts.samples));
    let collections = content.collections.iter().map(|collection| (&collection.file, &collection.samples));
    let data = content.all_data().map(|(_, data)| (&data.file, &data.samples));
    let entries = site.published_in_all_languages().map(|entry| (&entry.file, &entry.samples));
    let files = settings.chain(hosts).chain(collections).chain(data).chain(entries);
    files.map(|(file, samples)| (&**file, &**samples))
}

fn sample_value(severity: Severity, place: Place) -> Diagnostic {
    Diagnostic::new(severity, SAMPLE_VALUE, "this is a sample value")
        .at(place)
        .label("not meant for visitors")
        .help("write the real value and take `!sample` away")
}
