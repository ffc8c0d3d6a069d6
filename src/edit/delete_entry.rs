//! The deletion of an entry. It is refused while anything names the entry. The published routes of the entry then
//! redirect to another page or are marked as gone.

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::change::{Refused, check_splice};
use super::content_file::{ContentFile, ContentRole, DiskText, entry_title};
use super::file_change::FileChange;
use super::new_entry;
use super::uses::{EntryNames, EntryUse, find_uses, routes_of};
use crate::config::Config;
use crate::content::entry_file::EntryRole;
use crate::fs;
use crate::site::plan::{LEDGER_FILE, PageSubject, mark_gone};
use crate::site::{EntryIndex, Site};
use crate::snapshot::Snapshot;
use crate::yaml::write::{ItemEdit, Splice, edit_items, insert_key};

/// The obstacles and consequences of a deletion.
#[derive(Debug, Serialize)]
pub struct DeletionPlan {
    pub title: String,
    /// The places that name the entry. They have to be changed first.
    pub uses: Vec<EntryUse>,
    /// The published routes of the entry.
    pub addresses: Vec<String>,
    /// Why the entry can't be deleted in the editor, even if nothing names it.
    pub refusal: Option<&'static str>,
}

/// The deletion of an entry.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Deletion {
    pub file: String,
    /// The route of the page to which the entry's routes redirect; `None` marks them as gone.
    pub leads_to: Option<String>,
}

/// Finds what names an entry, and its published routes.
pub fn plan_deletion(snapshot: &Snapshot, config: &Config, file: &str) -> Result<DeletionPlan, Refused> {
    let site = snapshot.site();
    let index = find_deletable(site, file)?;
    let entry = site.entry(index);
    let names = EntryNames::of(site, snapshot.plan(), index);
    let uses = find_uses(site, config, index, &names);
    let has_others = entry.role != EntryRole::Single || site.languages().count() > 1;
    let refusal = has_others.then_some("Other files belong to this entry: a developer deletes them together.");
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
    if let Some(used) = plan.uses.first() {
        return Err(Refused::invalid("edit-used", format!("`{}` still names it", used.file), "change that first"));
    }
    let mut changes = Vec::new();
    if let Some(route) = &deletion.leads_to {
        changes.push(alias_change(snapshot, config, route, &plan.addresses, &deletion.file)?);
    } else if !plan.addresses.is_empty() {
        let bytes = fs::read_bytes(&config.path(LEDGER_FILE), LEDGER_FILE)?;
        let text = String::from_utf8_lossy(&bytes);
        let routes: Vec<&str> = plan.addresses.iter().map(String::as_str).collect();
        let new = mark_gone(&text, &routes).ok_or(Refused::Unknown)?;
        changes.extend(FileChange::edit(LEDGER_FILE, &text, Splice::smallest(&text, 0..text.len(), &new)));
    }
    let content = ContentFile::find(site, &deletion.file).ok_or(Refused::Unknown)?;
    changes.push(FileChange::create(&deletion.file, content.read(config)?.bytes).inverse());
    Ok((changes, plan.title))
}

/// Returns the change that redirects addresses to the page at `route`: they become aliases of its entry.
fn alias_change(
    snapshot: &Snapshot,
    config: &Config,
    route: &str,
    addresses: &[String],
    deleted: &str,
) -> Result<FileChange, Refused> {
    let (site, plan) = (snapshot.site(), snapshot.plan());
    let page = plan.page_at(route).ok_or(Refused::Unknown)?;
    let PageSubject::Entry(target) = plan.pages[page].subject else { return Err(Refused::Unknown) };
    let name = &*site.entry(target).file.file;
    let content = ContentFile::find(site, name).filter(|_| name != deleted).ok_or(Refused::Unknown)?;
    let disk = content.read(config)?;
    let mut text = disk.bytes.clone();
    for address in addresses {
        let disk = DiskText::new(content.source, text);
        let mut expected = disk.parse().map_err(Refused::Invalid)?.value;
        let source = disk.yaml()?;
        let number = expected.pointer("/aliases").and_then(Value::as_array).map(Vec::len);
        let splice = match number {
            Some(number) => {
                let edit = ItemEdit::Insert { number, value: address.as_str().into() };
                edit_items(&source, "/aliases", &edit)?
            }
            None => {
                let order: Vec<&str> = content.fields(&expected, "").iter().map(|field| field.name).collect();
                insert_key(&source, "", "aliases", &vec![address.as_str()].into(), &order)?
            }
        };
        match expected.pointer_mut("/aliases") {
            Some(Value::Array(items)) => items.push(address.as_str().into()),
            _ => expected["aliases"] = vec![address.as_str()].into(),
        }
        check_splice(&content, &disk, &splice, &expected)?;
        text = splice.shifted(disk.bom_length()).apply(&disk.bytes).ok_or(Refused::Unknown)?;
    }
    let splice = Splice::smallest(&disk.bytes, 0..disk.bytes.len(), &text);
    FileChange::edit(name, &disk.bytes, splice).ok_or(Refused::Unknown)
}
