//! The plan of a change of an address: what leads to the entry, and what follows from a new name.

use serde::Serialize;

use super::super::content_file::{DiskText, entry_title};
use super::super::refused::Refused;
use super::super::uses::{EntryNames, EntryUse};
use super::entry_rename::{ASSUMED_NAME, EntryRename, why_unrenamable};
use super::new_name::checked_rename;
use super::rewrite::rewrite_file;
use crate::config::Config;
use crate::content::entry::Visibility;
use crate::site::plan::is_published;
use crate::snapshot::Snapshot;

/// What a change of an address would change.
#[derive(Debug, Default, Serialize)]
pub struct RenamePlan {
    pub title: String,
    /// The last part of the address, or the name of the file of an entry without a page.
    pub name: String,
    /// The route of its page.
    pub route: Option<String>,
    /// The routes that change: those of its page, of its translations, and of the entries in its folder.
    pub routes: Vec<String>,
    /// Whether visitors may know one of the routes: it was published, or the site does not record that.
    pub was_published: bool,
    /// The files that are moved.
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
    pub route: Option<String>,
    pub file: Option<String>,
}

/// Plans the change of an entry's address.
pub fn plan_rename(snapshot: &Snapshot, config: &Config, file: &str) -> Result<RenamePlan, Refused> {
    let site = snapshot.site();
    let index = site.entry_by_file(file).ok_or(Refused::NotFound)?;
    let title = entry_title(site, index);
    if let Some(reason) = why_unrenamable(site, index) {
        return Ok(RenamePlan { title, refusal: Some(reason), ..RenamePlan::default() });
    }
    let rename = EntryRename::unchecked(snapshot, config, index, ASSUMED_NAME)?;
    let mut plan = RenamePlan { title, ..RenamePlan::default() };
    for content in rename.candidate_files() {
        if let Some(found) = rewrite_file(&rename, &content, &DiskText::of_source(content.source))? {
            plan.uses.extend(found.uses);
            plan.not_rewritten.extend(found.not_rewritten);
        }
    }
    plan.not_rewritten.extend(EntryNames::of(site, rename.plan, &rename.entries).find_in_code(config));
    plan.route = snapshot.plan().page_of_entry(index).map(|page| snapshot.plan().pages[page].route.to_string());
    plan.was_published = match &site.content.ledger {
        Some(ledger) => rename.routes.iter().any(|changed| is_published(&ledger.text, &changed.before)),
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
pub fn preview_name(snapshot: &Snapshot, config: &Config, file: &str, name: &str) -> Result<NamePreview, Refused> {
    let index = snapshot.site().entry_by_file(file).ok_or(Refused::NotFound)?;
    let rename = checked_rename(snapshot, config, index, name)?;
    Ok(NamePreview {
        route: snapshot.plan().page_of_entry(index).and_then(|_| rename.new_route(index)),
        file: rename.moved_to(file).map(str::to_owned),
    })
}
