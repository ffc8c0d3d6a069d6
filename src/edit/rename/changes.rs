//! The changes of files that give an entry another name: its own files, those that lead to it, and the ledger.

use serde::Deserialize;

use super::super::aliases::{add_alias, remove_alias};
use super::super::change::write_value;
use super::super::content_file::{ContentFile, ContentRole, DiskText, entry_title};
use super::super::file_change::FileChange;
use super::super::journal::{ChangeKind, DescribedChange};
use super::super::refused::Refused;
use super::entry_rename::{EntryRename, RouteChange};
use super::new_name::checked_rename;
use super::rewrite::rewrite_file;
use crate::config::Config;
use crate::fs;
use crate::snapshot::Snapshot;
use crate::yaml::pointer::join;

/// The request to change the address of an entry.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Renaming {
    pub file: String,
    /// The new last part of the address.
    pub name: String,
    /// Whether the former address redirects to the new one. Otherwise it is marked as gone if it was published.
    pub keeps_address: bool,
}

/// Describes the change of an entry's address. Its `file` is the new path of the entry's file.
pub fn describe_rename(snapshot: &Snapshot, config: &Config, wanted: &Renaming) -> Result<DescribedChange, Refused> {
    let site = snapshot.site();
    let index = site.entry_by_file(&wanted.file).ok_or(Refused::NotFound)?;
    let rename = checked_rename(snapshot, config, index, &wanted.name)?;
    let mut files = Vec::new();
    for content in rename.candidate_files() {
        files.extend(change_file(&rename, config, &content, wanted.keeps_address)?);
    }
    for (from, to) in &rename.moves {
        if !files.iter().any(|change: &FileChange| change.moved_from.as_ref() == Some(from)) {
            files.push(FileChange::move_file(from, to, &fs::read_bytes(&config.path(from), from)?));
        }
    }
    if !wanted.keeps_address {
        let routes: Vec<&str> = rename.routes.iter().map(|changed| &*changed.before).collect();
        files.extend(FileChange::mark_gone(&routes, config)?);
    }
    let file = rename.moved_to(&wanted.file).unwrap_or(&wanted.file).to_owned();
    let (was, to) = (rename.old_name.into(), rename.new_name.into());
    let label = entry_title(site, index);
    Ok(DescribedChange { file, label, was, to, files, ..DescribedChange::new(ChangeKind::Rename) })
}

/// Returns the change of a file of content; `None` if the file stays as it is.
fn change_file(
    rename: &EntryRename<'_>,
    config: &Config,
    content: &ContentFile<'_>,
    keeps_address: bool,
) -> Result<Option<FileChange>, Refused> {
    let name = &*content.source.file;
    let disk = content.read(config)?;
    let mut new = match rewrite_file(rename, content, &disk)? {
        Some(rewritten) if !rewritten.problems.is_empty() => return Err(Refused::Invalid(rewritten.problems)),
        Some(rewritten) => rewritten.disk,
        None => disk.clone(),
    };
    if rename.is_own_file(content.role) {
        new = change_own_fields(rename, content, new, keeps_address)?;
    }
    let new_path = rename.moved_to(name);
    if new.whole == disk.whole {
        return Ok(new_path.map(|to| FileChange::move_file(name, to, disk.whole.as_bytes())));
    }
    let change = disk.change_to(&new);
    Ok(Some(match new_path {
        Some(to) => change.moved_to(to),
        None => change,
    }))
}

/// Changes the field that holds the name, and the aliases. The new route is no alias any more, and the former one
/// becomes an alias if the entry `keeps_address`.
fn change_own_fields(
    rename: &EntryRename<'_>,
    content: &ContentFile<'_>,
    mut disk: DiskText,
    keeps_address: bool,
) -> Result<DiskText, Refused> {
    if let Some((key, text)) = rename.new_field() {
        // The entry may inherit the field from the defaults of a section.
        disk.parse()?.value.get(key).ok_or(Refused::NotFound)?;
        disk = write_value(content, &disk, &join("", key), &text.into())?;
    }
    let own = |changed: &&RouteChange| content.role == ContentRole::Entry(changed.entry);
    if let Some(changed) = rename.routes.iter().find(own) {
        if let Some(without) = remove_alias(content, &disk, &changed.after)? {
            disk = without;
        }
        if keeps_address {
            disk = add_alias(content, &disk, &changed.before)?;
        }
    }
    Ok(disk)
}
