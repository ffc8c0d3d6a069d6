//! The approval of sample values, which stay as they are and lose the tag `!sample`.

use serde::Deserialize;
use serde_json::Value;

use super::change::{apply_splice, check_editable};
use super::content_file::ContentFile;
use super::journal::{ChangeKind, JournalEntry};
use super::labels;
use super::refused::Refused;
use crate::config::Config;
use crate::site::Site;
use crate::yaml::pointer::is_within;
use crate::yaml::write::remove_sample_tag;

/// The approval of a sample value.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SampleApproval {
    pub file: String,
    /// The pointer of the value. If the value lies in a list or mapping with the tag, all of that is approved.
    pub at: String,
    /// The value that is approved, so that no other is.
    pub was: Value,
}

/// Returns the pointer of the sample that the value at `pointer` is, or lies in: the innermost of several.
pub fn sample_around<'a>(samples: &'a [String], pointer: &str) -> Option<&'a str> {
    samples.iter().map(String::as_str).filter(|sample| is_within(pointer, sample)).max_by_key(|sample| sample.len())
}

/// Describes an approval as an entry of the journal.
pub fn describe_approval(site: &Site, config: &Config, approval: &SampleApproval) -> Result<JournalEntry, Refused> {
    let SampleApproval { file, at, was } = approval;
    let (content, disk) = ContentFile::open(site, config, file)?;
    check_editable(&content, at, config)?;
    let document = disk.parse()?;
    let current = document.value.pointer(at).ok_or(Refused::Unknown)?;
    if current != was {
        return Err(Refused::Conflict { current: current.clone() });
    }
    let at = sample_around(&document.samples, at).ok_or(Refused::Unknown)?.to_owned();
    let new = apply_splice(&content, &disk, &remove_sample_tag(&disk.yaml()?, &at)?, &document.value)?;
    let label = labels::path(content.schema, &document.value, &at);
    let files = vec![disk.change_to(&new)];
    Ok(JournalEntry { file: file.clone(), at, label, files, ..JournalEntry::new(ChangeKind::Approve) })
}
