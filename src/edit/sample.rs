//! The approval of sample values, which stay as they are and lose the tag `!sample`.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::change::are_shown_alike;
use super::content_file::{ContentFile, ContentRole};
use super::journal::{ChangeKind, DescribedChange};
use super::labels::{self, LabelledValue};
use super::refused::Refused;
use super::workspace::{OpenFile, Workspace};
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
    pub samples: Vec<LabelledValue>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ApprovedSample {
    pub file: String,
    /// The pointer of the value. If the value lies in a list or mapping with the tag, the whole list or mapping is
    /// approved.
    pub at: String,
    /// The value as the editor showed it. If it has changed since, no sample is approved.
    pub was: Value,
}

/// Returns the pointer of the innermost sample that is or contains the value at `pointer`.
pub fn sample_around<'a>(samples: &'a [String], pointer: &str) -> Option<&'a str> {
    samples.iter().map(String::as_str).filter(|sample| is_within(pointer, sample)).max_by_key(|sample| sample.len())
}

/// Lists the editable sample values of all files, as they are on the disk. Endpoints and keys of forms are left out:
/// they are no facts about the site, and each is approved in its own field.
pub fn list_samples(workspace: &Workspace<'_>) -> Vec<SampleFile> {
    let samples_of = |content: ContentFile<'_>| {
        // A file that can't be read or parsed is left out: the build reports its mistakes.
        let file = OpenFile::read(content, workspace.config).ok().filter(|file| file.text().contains("!sample"))?;
        let document = file.parse().ok()?;
        let is_listed = |at: &&String| {
            workspace.check_editable(&content, at).is_ok() && !is_endpoint_or_key(workspace.site(), &content, at)
        };
        let editable = document.samples.iter().filter(is_listed);
        let samples = editable.map(|at| LabelledValue {
            at: at.clone(),
            label: labels::path(content.schema, &document.value, at),
            value: document.value.pointer(at).cloned().unwrap_or_default(),
        });
        let (file, title) = (content.source.file.to_string(), content.title(workspace.site()));
        Some(SampleFile { file, title, samples: samples.collect() }).filter(|file| !file.samples.is_empty())
    };
    ContentFile::all(workspace.site()).filter_map(samples_of).collect()
}

/// Whether the value at `pointer` is an endpoint of forms or one of their access keys.
fn is_endpoint_or_key(site: &Site, content: &ContentFile<'_>, pointer: &str) -> bool {
    let ContentRole::Data(name) = content.role else { return false };
    let path = [name, &pointer.replace('/', ".")].concat();
    let settings = site.collections().iter().filter_map(|collection| collection.forms.as_ref());
    let mut places = settings.flat_map(|forms| [Some(&forms.endpoints), forms.keys.as_ref()]).flatten();
    places.any(|place| path.strip_prefix(place).is_some_and(|rest| rest.is_empty() || rest.starts_with('.')))
}

pub fn describe_approval(workspace: &Workspace<'_>, samples: &[ApprovedSample]) -> Result<DescribedChange, Refused> {
    let mut by_file: BTreeMap<&str, Vec<&ApprovedSample>> = BTreeMap::new();
    for sample in samples {
        by_file.entry(&sample.file).or_default().push(sample);
    }
    let mut approved = Vec::new();
    let mut files = Vec::new();
    for (name, samples) in by_file {
        let file = workspace.open(name)?;
        let mut new = file.clone();
        for ApprovedSample { at, was, .. } in samples {
            workspace.check_editable(&file.content, at)?;
            let document = new.parse()?;
            let current = document.value.pointer(at).ok_or(Refused::NotFound)?;
            if !are_shown_alike(current, was) {
                return Err(Refused::Conflict { current: current.clone() });
            }
            let at = sample_around(&document.samples, at).ok_or(Refused::NotFound)?;
            new = new.with_checked_splice(&remove_sample_tag(&new.yaml()?, at)?, &document.value)?;
            approved.push((name, at.to_owned(), labels::path(file.content.schema, &document.value, at)));
        }
        files.push(file.change_to(&new));
    }
    let number = approved.len();
    let (file, at, label) = approved.into_iter().next().ok_or(Refused::NotFound)?;
    let (at, label) = if number == 1 { (at, label) } else { (String::new(), count(number, "example")) };
    Ok(DescribedChange { file: file.to_owned(), at, label, files, ..DescribedChange::new(ChangeKind::Approve) })
}
