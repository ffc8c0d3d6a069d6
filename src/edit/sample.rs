//! The approval of sample values, which stay as they are and lose the tag `!sample`.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::change::{apply_splice, are_shown_alike, check_editable};
use super::content_file::ContentFile;
use super::journal::{ChangeKind, DescribedChange};
use super::labels;
use super::refused::Refused;
use crate::config::Config;
use crate::diagnostic::units::count;
use crate::site::Site;
use crate::yaml::pointer::is_within;
use crate::yaml::write::remove_sample_tag;

/// The sample values of a file.
#[derive(Debug, Serialize)]
pub struct SampleFile {
    pub file: String,
    /// The name of the file's content.
    pub title: String,
    pub samples: Vec<SampleValue>,
}

/// A sample value.
#[derive(Debug, Serialize)]
pub struct SampleValue {
    pub at: String,
    pub label: String,
    pub value: Value,
}

/// The approval of sample values.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SampleApproval {
    pub samples: Vec<ApprovedSample>,
}

/// A sample value that is approved.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ApprovedSample {
    pub file: String,
    /// The pointer of the value. If the value lies in a list or mapping with the tag, all of that is approved.
    pub at: String,
    /// The value that is approved, so that no other is.
    pub was: Value,
}

/// Returns the pointer of the innermost sample that is or contains the value at `pointer`.
pub fn sample_around<'a>(samples: &'a [String], pointer: &str) -> Option<&'a str> {
    samples.iter().map(String::as_str).filter(|sample| is_within(pointer, sample)).max_by_key(|sample| sample.len())
}

/// Lists the sample values of all files, as they are on the disk.
pub fn list_samples(site: &Site, config: &Config) -> Vec<SampleFile> {
    let mut files = Vec::new();
    for content in ContentFile::all(site) {
        // A file that can't be read or parsed is left out: the build reports its mistakes.
        let Ok(disk) = content.read(config) else { continue };
        if !disk.text().contains("!sample") {
            continue;
        }
        let Ok(document) = disk.parse() else { continue };
        let samples = document.samples.iter().filter(|at| content.why_uneditable(at, config).is_none());
        let samples = samples.map(|at| SampleValue {
            at: at.clone(),
            label: labels::path(content.schema, &document.value, at),
            value: document.value.pointer(at).cloned().unwrap_or_default(),
        });
        let (file, samples) = (content.source.file.to_string(), samples.collect::<Vec<_>>());
        if !samples.is_empty() {
            files.push(SampleFile { file, title: content.title(site), samples });
        }
    }
    files
}

/// Describes an approval.
pub fn describe_approval(site: &Site, config: &Config, approval: &SampleApproval) -> Result<DescribedChange, Refused> {
    let mut by_file: BTreeMap<&str, Vec<&ApprovedSample>> = BTreeMap::new();
    for sample in &approval.samples {
        by_file.entry(&sample.file).or_default().push(sample);
    }
    let mut approved = Vec::new();
    let mut files = Vec::new();
    for (file, samples) in by_file {
        let (content, disk) = ContentFile::open(site, config, file)?;
        let mut new = disk.clone();
        for ApprovedSample { at, was, .. } in samples {
            check_editable(&content, at, config)?;
            let document = new.parse()?;
            let current = document.value.pointer(at).ok_or(Refused::NotFound)?;
            if !are_shown_alike(current, was) {
                return Err(Refused::Conflict { current: current.clone() });
            }
            let at = sample_around(&document.samples, at).ok_or(Refused::NotFound)?;
            new = apply_splice(&content, &new, &remove_sample_tag(&new.yaml()?, at)?, &document.value)?;
            approved.push((file, at.to_owned(), labels::path(content.schema, &document.value, at)));
        }
        files.push(disk.change_to(&new));
    }
    let number = approved.len();
    let (file, at, label) = approved.into_iter().next().ok_or(Refused::NotFound)?;
    let (at, label) = if number == 1 { (at, label) } else { (String::new(), count(number, "example")) };
    Ok(DescribedChange { file: file.to_owned(), at, label, files, ..DescribedChange::new(ChangeKind::Approve) })
}
