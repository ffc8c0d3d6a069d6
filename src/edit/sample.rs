//! The approval of sample values, which stay as they are and lose the tag `!sample`.

use serde::Deserialize;
use serde_json::Value;

use super::change::{Refused, check_splice, refuse_fixed};
use super::content_file::{ContentFile, DiskText};
use super::journal::{ChangeKind, JournalEntry};
use super::labels;
use crate::config::Config;
use crate::yaml::pointer::is_within;
use crate::yaml::write::{Splice, remove_sample_tag};

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

/// Describes an approval: the splice of the file's bytes that removes the tag, and the entry of the journal.
pub fn describe_approval(
    content: &ContentFile<'_>,
    disk: &DiskText,
    approval: &SampleApproval,
    config: &Config,
) -> Result<(Splice, JournalEntry), Refused> {
    let SampleApproval { at, was, .. } = approval;
    refuse_fixed(content, at, config)?;
    let document = disk.parse().map_err(Refused::Invalid)?;
    let current = document.value.pointer(at).ok_or(Refused::Unknown)?;
    if current != was {
        return Err(Refused::Conflict { current: current.clone() });
    }
    let at = sample_around(&document.samples, at).ok_or(Refused::Unknown)?.to_owned();
    let splice = remove_sample_tag(&disk.yaml()?, &at)?;
    check_splice(content, disk, &splice, &document.value)?;
    let label = labels::path(content.schema, &document.value, &at);
    Ok((splice.shifted(disk.bom_length()), JournalEntry { at, label, ..JournalEntry::new(ChangeKind::Approve) }))
}
