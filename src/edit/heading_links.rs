//! The links to a heading that is removed, or becomes a paragraph: they lead to its page from then on.

use super::content_file::{ContentFile, ContentRole, DiskText};
use super::refused::Refused;
use super::rename::{EntryRename, rewrite_file};
use super::uses::{EntryUse, find_code_links};
use crate::config::Config;
use crate::markdown::{self, Heading, MarkdownOptions};
use crate::snapshot::Snapshot;

/// The links whose anchors a change removes.
#[derive(Default)]
pub struct HeadingLinks {
    /// The places of the links.
    pub uses: Vec<EntryUse>,
    /// The texts of the files without the anchors, each with the one before.
    pub texts: Vec<(String, DiskText, DiskText)>,
}

/// Finds the links whose anchors are in the text `before` of an entry's file and not in the text `after`.
///
/// # Errors
/// Fails if a link can't be changed alone.
pub fn find_heading_links(
    snapshot: &Snapshot,
    config: &Config,
    content: &ContentFile<'_>,
    (before, after): (&DiskText, &DiskText),
) -> Result<HeadingLinks, Refused> {
    let ContentRole::Entry(index) = content.role else { return Ok(HeadingLinks::default()) };
    let options = content.markdown();
    let kept = anchors(after, options);
    let lost: Vec<String> = anchors(before, options).into_iter().filter(|id| !kept.contains(id)).collect();
    if lost.is_empty() {
        return Ok(HeadingLinks::default());
    }
    let mut found = HeadingLinks { uses: find_code_links(config, &lost), texts: Vec::new() };
    let rename = EntryRename::of_anchors(snapshot, config, index, lost)?;
    for other in rename.candidate_files() {
        let is_own = other.source.file == content.source.file;
        let disk = if is_own { before.clone() } else { other.read(config)? };
        let Some(lost) = rewrite_file(&rename, &other, &disk)? else { continue };
        found.uses.extend(lost.uses.into_iter().chain(lost.left));
        // In the entry's own file, the change itself may have removed some of the links.
        let from = if is_own { after } else { &disk };
        let Some(rewritten) = rewrite_file(&rename, &other, from)? else { continue };
        if !rewritten.problems.is_empty() {
            return Err(Refused::Invalid(rewritten.problems));
        }
        found.texts.push((other.source.file.to_string(), disk, rewritten.disk));
    }
    Ok(found)
}

/// Lists the ids of the headings in the Markdown of a file.
fn anchors(disk: &DiskText, options: &MarkdownOptions) -> Vec<String> {
    let Some(start) = disk.markdown_start() else { return Vec::new() };
    let (body, _) = markdown::parse(&"".into(), disk.text(), start, options);
    let mut ids = Vec::new();
    collect_ids(&body.toc, &mut ids);
    ids
}

fn collect_ids(headings: &[Heading], ids: &mut Vec<String>) {
    for heading in headings {
        ids.push(heading.id.clone());
        collect_ids(&heading.children, ids);
    }
}
