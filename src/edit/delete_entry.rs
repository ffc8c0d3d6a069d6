//! The deletion of an entry. What leads to the entry changes with it. The published routes of the entry redirect to
//! another page or are marked as gone.

use serde::{Deserialize, Serialize};

use super::aliases::add_alias;
use super::change::Refused;
use super::content_file::{ContentFile, ContentRole, entry_title};
use super::delete_uses::{ChangedTexts, ChosenUse, DeletedUse, change_uses, find_uses};
use super::file_change::FileChange;
use super::new_entry;
use super::uses::routes_of;
use crate::config::Config;
use crate::content::entry_file::EntryRole;
use crate::site::plan::{PageSubject, mark_gone};
use crate::site::{EntryIndex, Site};
use crate::snapshot::Snapshot;

/// The obstacles and consequences of a deletion.
#[derive(Debug, Serialize)]
pub struct DeletionPlan {
    pub title: String,
    /// The places that lead to the entry, each with what can become of it.
    pub uses: Vec<DeletedUse>,
    /// The published routes of the entry.
    pub addresses: Vec<String>,
    /// Why the entry can't be deleted in the editor.
    pub refusal: Option<&'static str>,
}

/// The deletion of an entry.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Deletion {
    pub file: String,
    /// The route of the page to which the entry's routes redirect; `None` marks them as gone.
    pub leads_to: Option<String>,
    /// What becomes of each place that leads to the entry.
    #[serde(default)]
    pub uses: Vec<ChosenUse>,
}

/// Finds what names an entry, and its published routes.
pub fn plan_deletion(snapshot: &Snapshot, config: &Config, file: &str) -> Result<DeletionPlan, Refused> {
    let site = snapshot.site();
    let index = find_deletable(site, file)?;
    let entry = site.entry(index);
    let has_others = entry.role != EntryRole::Single || site.languages().count() > 1;
    let refusal = has_others.then_some("Other files belong to this entry: a developer deletes them together.");
    let uses = if has_others { Vec::new() } else { find_uses(snapshot, config, index)? };
    Ok(DeletionPlan { title: entry_title(site, index), uses, addresses: published_routes(snapshot, index), refusal })
}

/// Finds an entry of a collection to which entries can be added.
fn find_deletable(site: &Site, file: &str) -> Result<EntryIndex, Refused> {
    let content = ContentFile::find(site, file).ok_or(Refused::Unknown)?;
    match content.kind {
        ContentRole::Entry(index) if new_entry::collection_of(site, &content).is_some() => Ok(index),
        _ => Err(Refused::Unknown),
    }
}

/// Returns the routes of an entry that are in the ledger.
fn published_routes(snapshot: &Snapshot, index: EntryIndex) -> Vec<String> {
    let site = snapshot.site();
    let ledger = site.content.ledger.as_ref().map_or("", |file| &file.text);
    let routes = routes_of(site, snapshot.plan(), index).into_iter();
    routes.filter(|route| mark_gone(ledger, &[route.as_str()]).is_some()).collect()
}

/// Returns the changes of all files, the entry's own last, with the title of the entry.
pub fn build_changes(
    snapshot: &Snapshot,
    config: &Config,
    deletion: &Deletion,
) -> Result<(Vec<FileChange>, String), Refused> {
    let site = snapshot.site();
    let plan = plan_deletion(snapshot, config, &deletion.file)?;
    if let Some(reason) = plan.refusal {
        return Err(Refused::invalid("edit-bundle", reason, "delete it with another program"));
    }
    let index = find_deletable(site, &deletion.file)?;
    let mut texts = change_uses(snapshot, config, index, &deletion.uses)?;
    if let Some(route) = &deletion.leads_to {
        add_aliases(snapshot, config, route, &plan.addresses, &deletion.file, &mut texts)?;
    }
    let mut changes = Vec::new();
    for (file, new) in texts {
        let disk = ContentFile::find(site, &file).ok_or(Refused::Unknown)?.read(config)?;
        changes.push(FileChange::edit(&file, &disk.bytes, disk.splice_to(&new)).ok_or(Refused::Unknown)?);
    }
    if deletion.leads_to.is_none() && !plan.addresses.is_empty() {
        let routes: Vec<&str> = plan.addresses.iter().map(String::as_str).collect();
        changes.push(FileChange::mark_gone(&routes, config)?.ok_or(Refused::Unknown)?);
    }
    let content = ContentFile::find(site, &deletion.file).ok_or(Refused::Unknown)?;
    changes.push(FileChange::remove(&deletion.file, content.read(config)?.bytes));
    Ok((changes, plan.title))
}

/// Redirects addresses to the page at `route`: they become aliases of its entry.
fn add_aliases(
    snapshot: &Snapshot,
    config: &Config,
    route: &str,
    addresses: &[String],
    deleted: &str,
    texts: &mut ChangedTexts,
) -> Result<(), Refused> {
    let (site, plan) = (snapshot.site(), snapshot.plan());
    let page = plan.page_at(route).ok_or(Refused::Unknown)?;
    let PageSubject::Entry(target) = plan.pages[page].subject else { return Err(Refused::Unknown) };
    let name = &*site.entry(target).file.file;
    let content = ContentFile::find(site, name).filter(|_| name != deleted).ok_or(Refused::Unknown)?;
    let mut disk = match texts.remove(name) {
        Some(disk) => disk,
        None => content.read(config)?,
    };
    for address in addresses {
        disk = add_alias(&content, &disk, address)?;
    }
    texts.insert(name.to_owned(), disk);
    Ok(())
}
