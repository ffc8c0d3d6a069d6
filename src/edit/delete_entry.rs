//! The deletion of an entry, with its translations and, if it is a bundle, with the files of its folder. The places
//! that lead to the entry are changed too. Its published routes redirect to another page or are marked as gone.
//!
//! The deleted files are moved to a folder beside the journal. Undoing moves them back.

use std::path::{Component, Path};

use serde::{Deserialize, Serialize};

use super::content_file::{ContentFile, ContentRole, check_no_link, entry_title};
use super::delete_uses::{ChangedFiles, ChosenUse, UseOptions, change_uses, find_uses};
use super::file_change::FileChange;
use super::journal::{ChangeKind, DescribedChange};
use super::lost_pages::lost_term_routes;
use super::new_entry;
use super::refused::Refused;
use super::rename::{EntryRename, all_translations};
use super::uses::routes_of;
use super::workspace::Workspace;
use crate::content::entry_file::EntryRole;
use crate::fs;
use crate::route;
use crate::site::plan::{PageSubject, has_route};
use crate::site::{EntryIndex, Site};

/// What a deletion changes, or why it is refused.
#[derive(Debug, Serialize)]
pub struct DeletionPlan {
    pub title: String,
    /// The languages of the translations that are deleted with the entry, by their own names.
    pub languages: Vec<String>,
    pub files: Vec<String>,
    /// The places that lead to the entry or to a translation, each with what can become of it.
    pub uses: Vec<UseOptions>,
    /// The published routes of the entry and its translations.
    pub addresses: Vec<String>,
    /// Why the entry can't be deleted in the editor.
    pub refusal: Option<&'static str>,
}

#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Deletion {
    pub file: String,
    /// The route of the page to which the published routes redirect; `None` marks them as gone.
    pub leads_to: Option<String>,
    /// What becomes of each place that leads to the entry.
    #[serde(default)]
    pub uses: Vec<ChosenUse>,
}

/// Finds what is deleted with an entry, what leads to it, and its published routes.
pub fn plan_deletion(workspace: &Workspace<'_>, file: &str) -> Result<DeletionPlan, Refused> {
    let site = workspace.site();
    let index = find_deletable(site, file)?;
    // A rename that is never made: whatever it would rewrite leads to the entry.
    let rename = EntryRename::of_all_names(&workspace.snapshot, workspace.config, index)?;
    let others = rename.entries.iter().filter(|other| **other != index);
    let language = |&other: &EntryIndex| site.content.settings.languages[site.entry(other).language].name.clone();
    let refusal = why_undeletable(&rename);
    Ok(DeletionPlan {
        title: entry_title(site, index),
        languages: others.map(language).collect(),
        uses: if refusal.is_some() { Vec::new() } else { find_uses(workspace, &rename)? },
        addresses: published_routes(&rename).into_iter().map(|(_, route)| route).collect(),
        files: rename.moves.into_iter().map(|(from, _)| from).collect(),
        refusal,
    })
}

/// Finds the entry of a file. Only entries of collections to which the editor adds entries can be deleted.
fn find_deletable(site: &Site, file: &str) -> Result<EntryIndex, Refused> {
    let content = ContentFile::find(site, file).ok_or(Refused::NotFound)?;
    match content.role {
        ContentRole::Entry(index) if new_entry::collection_of(site, &content).is_some() => Ok(index),
        _ => Err(Refused::NotFound),
    }
}

fn why_undeletable(rename: &EntryRename<'_>) -> Option<&'static str> {
    let EntryRename { site, old_id, .. } = rename;
    let has_role = |role: EntryRole| rename.entries.iter().any(|&entry| site.entry(entry).role == role);
    let has_below = || site.entries().iter().any(|other| *other.id != **old_id && route::is_within(&other.id, old_id));
    let has_others = has_role(EntryRole::Section) || (has_role(EntryRole::Bundle) && has_below());
    has_others.then_some("It is the page of a folder with other entries: a developer deletes them together.")
}

/// Lists those routes of the entries that the ledger has, each with its entry.
fn published_routes(rename: &EntryRename<'_>) -> Vec<(EntryIndex, String)> {
    let EntryRename { site, plan, .. } = *rename;
    let ledger = site.content.ledger.as_ref().map_or("", |file| &file.text);
    let of_entry = |&entry: &EntryIndex| routes_of(site, plan, entry).into_iter().map(move |route| (entry, route));
    let routes = rename.entries.iter().flat_map(of_entry);
    routes.filter(|(_, route)| has_route(ledger, route)).collect()
}

/// Describes a deletion. Other files change first, then the deleted files are moved to the folder `removed`.
pub fn describe_deletion(
    workspace: &Workspace<'_>,
    deletion: &Deletion,
    removed: &str,
) -> Result<DescribedChange, Refused> {
    let (site, config) = (workspace.site(), workspace.config);
    let index = find_deletable(site, &deletion.file)?;
    let rename = EntryRename::of_all_names(&workspace.snapshot, config, index)?;
    if let Some(reason) = why_undeletable(&rename) {
        return Err(Refused::invalid("edit-bundle", reason, "delete it with another program"));
    }
    let mut changed = change_uses(workspace, &rename, &deletion.uses)?;
    let addresses = published_routes(&rename);
    if let Some(route) = &deletion.leads_to {
        add_aliases(workspace, &rename, route, &addresses, &mut changed)?;
    }
    let mut files = changed.list();
    let terms = lost_term_routes(&workspace.snapshot, &rename.entries, |_| false);
    let own = addresses.iter().map(|(_, route)| route).filter(|_| deletion.leads_to.is_none());
    let gone: Vec<&str> = own.chain(&terms).map(String::as_str).collect();
    files.extend(FileChange::mark_gone(&gone, config)?);
    for (file, _) in &rename.moves {
        check_no_link(config, file)?;
        let bytes = fs::read_bytes(&config.path(file), file)?;
        files.push(FileChange::move_file(file, &path_in(removed, file), &bytes));
    }
    let label = entry_title(site, index);
    let (file, was) = (deletion.file.clone(), label.clone().into());
    Ok(DescribedChange { file, label, was, files, ..DescribedChange::new(ChangeKind::Delete) })
}

/// Returns the path of a deleted file in `folder`: its own path without steps such as `..`, which would lead out.
fn path_in(folder: &str, file: &str) -> String {
    let names = Path::new(file).components().filter(|step| matches!(step, Component::Normal(_)));
    names.fold(folder.to_owned(), |path, name| format!("{path}/{}", name.as_os_str().to_string_lossy()))
}

/// Redirects the addresses of entries to the page at `route`. Each address becomes an alias of the page's entry or, if
/// this entry has a translation with a page in the language of the address, of the translation.
fn add_aliases<'w>(
    workspace: &'w Workspace<'_>,
    rename: &EntryRename<'_>,
    route: &str,
    addresses: &[(EntryIndex, String)],
    changed: &mut ChangedFiles<'w>,
) -> Result<(), Refused> {
    let EntryRename { site, plan, .. } = *rename;
    let page = plan.page_at(route).ok_or(Refused::NotFound)?;
    let PageSubject::Entry(target) = plan.pages[page].subject else { return Err(Refused::NotFound) };
    for (entry, address) in addresses {
        let is_translation = |other: &EntryIndex| {
            site.entry(*other).language == site.entry(*entry).language && plan.page_of_entry(*other).is_some()
        };
        let translated = all_translations(site, target).into_iter().find(is_translation).unwrap_or(target);
        if rename.is_own_file(ContentRole::Entry(translated)) {
            return Err(Refused::NotFound);
        }
        changed.change(workspace, &site.entry(translated).file.file, |file| file.add_alias(address))?;
    }
    Ok(())
}
