//! The requests of the editor about an entry's address. `plan_rename` lists what leads to the entry, `preview_name`
//! says what follows from a new name, and `describe_rename` makes the changes of files: those of the entry, those that
//! lead to the entry, and the ledger.

use serde::{Deserialize, Serialize};

use super::super::content_file::{ContentFile, ContentRole, entry_title};
use super::super::file_change::FileChange;
use super::super::journal::{ChangeKind, DescribedChange};
use super::super::refused::Refused;
use super::super::uses::{EntryNames, EntryUse};
use super::super::workspace::{OpenFile, Workspace};
use super::entry_rename::{ASSUMED_NAME, EntryRename, RouteChange, why_unrenamable};
use super::new_name::checked_rename;
use super::rewrite::rewrite_file;
use crate::config::Config;
use crate::content::entry::Visibility;
use crate::fs;
use crate::site::plan::has_route;
use crate::snapshot::Snapshot;
use crate::yaml::pointer::join;

/// What a change of an address would change.
#[derive(Debug, Default, Serialize)]
pub struct RenamePlan {
    pub title: String,
    /// The last part of the address, or the name of the file of an entry without a page.
    pub name: String,
    /// The route of the entry's page.
    pub route: Option<String>,
    /// The present routes that change.
    pub routes: Vec<String>,
    /// Whether visitors may know one of the routes: the ledger has it or, without a ledger, an entry is published.
    pub was_published: bool,
    pub files: Vec<String>,
    /// What leads to the entry, and gets the new name.
    pub uses: Vec<EntryUse>,
    /// What may lead to the entry, but is not rewritten: a developer has to look at it.
    pub not_rewritten: Vec<EntryUse>,
    /// Why the address can't be changed in the editor.
    pub refusal: Option<&'static str>,
}

/// What follows from a new name.
#[derive(Debug, Serialize)]
pub struct NamePreview {
    /// The new route of the entry's page.
    pub route: Option<String>,
    /// The new path of the entry's file, if the file is moved.
    pub file: Option<String>,
}

pub fn plan_rename(workspace: &Workspace<'_>, file: &str) -> Result<RenamePlan, Refused> {
    let Workspace { snapshot, config } = workspace;
    let site = snapshot.site();
    let index = site.entry_by_file(file).ok_or(Refused::NotFound)?;
    let title = entry_title(site, index);
    if let Some(reason) = why_unrenamable(site, index) {
        return Ok(RenamePlan { title, refusal: Some(reason), ..RenamePlan::default() });
    }
    let rename = EntryRename::unchecked(snapshot, config, index, ASSUMED_NAME)?;
    let mut plan = RenamePlan { title, ..RenamePlan::default() };
    for content in rename.candidate_files() {
        if let Some(found) = rewrite_file(&rename, &OpenFile::as_built(content))? {
            plan.uses.extend(found.uses);
            plan.not_rewritten.extend(found.not_rewritten);
        }
    }
    plan.not_rewritten.extend(EntryNames::of(site, rename.plan, &rename.entries).find_in_code(config));
    plan.route = snapshot.route_of(index).map(str::to_owned);
    plan.was_published = match &site.content.ledger {
        Some(ledger) => rename.routes.iter().any(|changed| has_route(&ledger.text, &changed.before)),
        None => rename.entries.iter().any(|&entry| site.entry(entry).visibility == Visibility::Published),
    };
    plan.routes = rename.routes.into_iter().map(|changed| changed.before).collect();
    plan.files = rename.moves.into_iter().map(|(from, _)| from).collect();
    plan.name = rename.old_name;
    Ok(plan)
}

/// Determines what follows from a new name.
///
/// # Errors
/// Fails if the entry can't have the name.
pub fn preview_name(workspace: &Workspace<'_>, file: &str, name: &str) -> Result<NamePreview, Refused> {
    let Workspace { snapshot, config } = workspace;
    let index = snapshot.site().entry_by_file(file).ok_or(Refused::NotFound)?;
    let rename = checked_rename(snapshot, config, index, name)?;
    Ok(NamePreview {
        route: snapshot.route_of(index).and_then(|_| rename.new_route(index)),
        file: rename.new_path_of(file).map(str::to_owned),
    })
}

/// The request to change the address of an entry.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Renaming {
    pub file: String,
    /// The new name, which replaces [`RenamePlan::name`].
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
        files.extend(change_file(&rename, config, content, wanted.keeps_address)?);
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
    let file = rename.new_path_of(&wanted.file).unwrap_or(&wanted.file).to_owned();
    let (was, to) = (rename.old_name.into(), rename.new_name.into());
    let label = entry_title(site, index);
    Ok(DescribedChange { file, label, was, to, files, ..DescribedChange::new(ChangeKind::Rename) })
}

/// Returns the change of a file of content; `None` if its text stays as it is.
fn change_file(
    rename: &EntryRename<'_>,
    config: &Config,
    content: ContentFile<'_>,
    keeps_address: bool,
) -> Result<Option<FileChange>, Refused> {
    let file = OpenFile::read(content, config)?;
    let mut new = match rewrite_file(rename, &file)? {
        Some(rewritten) if !rewritten.problems.is_empty() => return Err(Refused::Invalid(rewritten.problems)),
        Some(rewritten) => rewritten.file,
        None => file.clone(),
    };
    if rename.is_own_file(content.role) {
        new = change_own_fields(rename, new, keeps_address)?;
    }
    if new.whole == file.whole {
        return Ok(None);
    }
    let change = file.change_to(&new);
    Ok(Some(match rename.new_path_of(&content.source.file) {
        Some(to) => change.moved_to(to),
        None => change,
    }))
}

/// Changes the field that holds the name, and the aliases: an alias with the new route is removed and, if the entry
/// `keeps_address`, the former route becomes an alias.
fn change_own_fields<'f>(
    rename: &EntryRename<'_>,
    mut file: OpenFile<'f>,
    keeps_address: bool,
) -> Result<OpenFile<'f>, Refused> {
    if let Some((key, text)) = rename.new_field() {
        // An entry that inherits the field from the defaults of a section has none to change.
        file.values()?.get(key).ok_or(Refused::NotFound)?;
        file = file.set_value(&join("", key), &text.into())?;
    }
    let own = |changed: &&RouteChange| file.content.role == ContentRole::Entry(changed.entry);
    if let Some(changed) = rename.routes.iter().find(own) {
        if let Some(without) = file.remove_alias(&changed.after)? {
            file = without;
        }
        if keeps_address {
            file = file.add_alias(&changed.before)?;
        }
    }
    Ok(file)
}
