//! The deletion of an entry: refused while anything names it; its addresses lead elsewhere or are marked as gone.

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::change::{Refused, check_splice, unwritable};
use super::content_file::{ContentFile, ContentRole, DiskText, entry_title};
use super::file_change::FileChange;
use super::new_entry;
use super::uses::{EntryNames, EntryUse, uses};
use crate::config::Config;
use crate::content::entry_file::EntryRole;
use crate::diagnostic::Diagnostic;
use crate::fs;
use crate::site::plan::{LEDGER_FILE, PageSubject, mark_gone};
use crate::site::{EntryIndex, Site};
use crate::snapshot::Snapshot;
use crate::yaml::write::{ItemEdit, Splice, edit_items, insert_key};

/// What has to be known before an entry is deleted.
#[derive(Debug, Serialize)]
pub struct DeletionPlan {
    pub title: String,
    /// The places that name the entry. They have to be changed first.
    pub uses: Vec<EntryUse>,
    /// The addresses that were published, and would be lost.
    pub addresses: Vec<String>,
    /// Why the entry can't be deleted here, whatever names it.
    pub refusal: Option<&'static str>,
}

/// The deletion of an entry.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Deletion {
    pub file: String,
    /// The address of the page to which the entry's addresses lead from then on; without it they are gone.
    pub leads_to: Option<String>,
}

/// Tells what names an entry, and which addresses it has.
pub fn plan(snapshot: &Snapshot, config: &Config, file: &str) -> Result<DeletionPlan, Refused> {
    let site = snapshot.site();
    let index = find(site, file)?;
    let entry = site.entry(index);
    let names = EntryNames::of(site, snapshot.plan(), index);
    let uses = uses(site, config, index, &names);
    let has_others = entry.role != EntryRole::Single || site.languages().count() > 1;
    let refusal = has_others.then_some("Other files belong to this entry: a developer deletes them together.");
    Ok(DeletionPlan { title: entry_title(site, index), uses, addresses: published(snapshot, index), refusal })
}

/// Finds an entry of a collection to which entries can be added.
fn find(site: &Site, file: &str) -> Result<EntryIndex, Refused> {
    let content = ContentFile::find(site, file).ok_or(Refused::Unknown)?;
    match content.kind {
        ContentRole::Entry(index) if new_entry::collection_of(site, &content).is_some() => Ok(index),
        _ => Err(Refused::Unknown),
    }
}

/// Returns the addresses of an entry that the ledger holds.
fn published(snapshot: &Snapshot, index: EntryIndex) -> Vec<String> {
    let (site, plan) = (snapshot.site(), snapshot.plan());
    let ledger = site.content.ledger.as_ref().map_or("", |file| &file.text);
    let page = plan.page_of_entry(index).map(|page| plan.pages[page].route.to_string());
    let all = page.into_iter().chain(site.entry(index).aliases().map(str::to_owned));
    all.filter(|route| mark_gone(ledger, &[route.as_str()]).is_some()).collect()
}

/// Returns the changes of all files, the entry's own last.
pub fn changes(
    snapshot: &Snapshot,
    config: &Config,
    deletion: &Deletion,
) -> Result<(Vec<FileChange>, String), Refused> {
    let site = snapshot.site();
    let refuse = |code, message: &str, help: &str| Refused::Invalid(vec![Diagnostic::error(code, message).help(help)]);
    let plan = plan(snapshot, config, &deletion.file)?;
    if let Some(reason) = plan.refusal {
        return Err(refuse("edit-bundle", reason, "delete it with another program"));
    }
    if let Some(used) = plan.uses.first() {
        return Err(refuse("edit-used", &format!("`{}` still names it", used.file), "change that first"));
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

/// Returns the change that makes addresses lead to the page at `route`: its entry gets them as aliases.
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
        let write = |reason| Refused::Invalid(vec![unwritable(reason)]);
        let number = expected.pointer("/aliases").and_then(Value::as_array).map(Vec::len);
        let splice = match number {
            Some(number) => {
                let edit = ItemEdit::Insert { number, value: address.as_str().into() };
                edit_items(&source, "/aliases", &edit).map_err(write)?
            }
            None => {
                let order: Vec<&str> = content.fields(&expected, "").iter().map(|field| field.name).collect();
                insert_key(&source, "", "aliases", &vec![address.as_str()].into(), &order).map_err(write)?
            }
        };
        match expected.pointer_mut("/aliases") {
            Some(Value::Array(items)) => items.push(address.as_str().into()),
            _ => expected["aliases"] = vec![address.as_str()].into(),
        }
        check_splice(&content, &disk, &splice, &expected)?;
        let splice = Splice { start: splice.start + disk.mark_length(), ..splice };
        text = splice.apply(&disk.bytes).ok_or(Refused::Unknown)?;
    }
    let splice = Splice::smallest(&disk.bytes, 0..disk.bytes.len(), &text);
    FileChange::edit(name, &disk.bytes, splice).ok_or(Refused::Unknown)
}
