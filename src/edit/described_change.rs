//! Changes of values, text blocks and list items as entries of the journal, and the changes that undo others.

use serde_json::Value;

use super::block_change::{BlockInsertion, insert_block, replace_block};
use super::change::{Change, block_number, set_value};
use super::content_file::ContentFile;
use super::item_change::{ItemChange, edit_list};
use super::journal::{ChangeKind, JournalEntry};
use super::labels;
use super::refused::Refused;
use super::rename::{Renaming, describe_rename};
use crate::config::Config;
use crate::site::Site;
use crate::snapshot::Snapshot;
use crate::yaml::pointer::join;
use crate::yaml::write::ItemEdit;

/// Describes a change of a value, if it is valid and the file still holds the value that it replaces. Returns `None` if
/// the value is there already.
pub fn describe_change(site: &Site, config: &Config, change: &Change) -> Result<Option<JournalEntry>, Refused> {
    let (content, disk) = ContentFile::open(site, config, &change.file)?;
    let (new, label) = match block_number(&change.at) {
        Some(number) => {
            let kind = disk.text_blocks(content.markdown()).get(number).map(|block| block.kind);
            (replace_block(&disk, change, content.markdown())?, kind.map_or("Text", labels::of_block).to_owned())
        }
        None => {
            let new = set_value(&content, &disk, change, config)?;
            (new, labels::path(content.schema, &disk.parse()?.value, &change.at))
        }
    };
    let Some(new) = new else { return Ok(None) };
    let Change { file, at, was, to } = change.clone();
    let files = vec![disk.change_to(&new)];
    Ok(Some(JournalEntry { file, at, label, was, to, files, ..JournalEntry::new(ChangeKind::Set) }))
}

/// Describes an insertion of a block, if the file still holds the block above it.
pub fn describe_insertion(site: &Site, config: &Config, insertion: &BlockInsertion) -> Result<JournalEntry, Refused> {
    let (content, disk) = ContentFile::open(site, config, &insertion.file)?;
    let (new, number) = insert_block(&disk, insertion, content.markdown())?;
    let file = insertion.file.clone();
    let (at, label) = (format!("#{number}"), labels::of_block(insertion.kind).to_owned());
    let files = vec![disk.change_to(&new)];
    let to = insertion.text.clone().into();
    Ok(JournalEntry { file, at, label, to, files, ..JournalEntry::new(ChangeKind::Insert) })
}

/// Describes a change of the items of a list, if it is valid and the file still holds the removed or moved item.
pub fn describe_item_change(site: &Site, config: &Config, change: &ItemChange) -> Result<JournalEntry, Refused> {
    let (content, disk) = ContentFile::open(site, config, &change.file)?;
    let (new, edit) = edit_list(&content, &disk, change, config)?;
    let before = disk.parse()?.value;
    let (kind, number, was, to) = match edit {
        ItemEdit::Insert { number, value } => (ChangeKind::Insert, number, Value::Null, value),
        ItemEdit::Remove { number } => (ChangeKind::Remove, number, change.was.clone(), Value::Null),
        ItemEdit::Move { number, to } => (ChangeKind::Move, number, number.into(), to.into()),
    };
    let at = join(&change.at, &number.to_string());
    let list = labels::path(content.schema, &before, &change.at);
    let item = if kind == ChangeKind::Insert { &to } else { before.pointer(&at).unwrap_or(&Value::Null) };
    let label = [list, labels::of_item(number, item)].join(" › ");
    let file = change.file.clone();
    let files = vec![disk.change_to(&new)];
    Ok(JournalEntry { file, at, label, was, to, files, ..JournalEntry::new(kind) })
}

/// Describes the change that undoes the one of an `entry` whose file has changed since: it restores the value, not the
/// bytes. `file` is the present path of the file. Returns `None` if the former value is there already.
///
/// # Errors
/// Fails if only the bytes could be restored, which would lose newer changes.
pub fn describe_inverse(
    snapshot: &Snapshot,
    config: &Config,
    entry: JournalEntry,
    file: String,
) -> Result<Option<JournalEntry>, Refused> {
    let site = snapshot.site();
    let conflict = Err(Refused::Conflict { current: Value::Null });
    let JournalEntry { kind, at, was, to, .. } = entry;
    let edit_items = |edit: ItemEdit, was: Value| {
        let at = at.rsplit_once('/').map_or("", |(list, _)| list).to_owned();
        describe_item_change(site, config, &ItemChange { file: file.clone(), at, was, edit }).map(Some)
    };
    let number = at.rsplit_once('/').and_then(|(_, number)| number.parse().ok()).unwrap_or(0);
    match kind {
        // An inserted block of Markdown may have another number by now.
        ChangeKind::Insert if block_number(&at).is_some() => conflict,
        ChangeKind::Insert => edit_items(ItemEdit::Remove { number }, to),
        ChangeKind::Remove => edit_items(ItemEdit::Insert { number, value: was }, Value::Null),
        ChangeKind::Set => describe_change(site, config, &Change { file, at, was: to, to: was }),
        ChangeKind::Rename => {
            let name = was.as_str().unwrap_or_default().to_owned();
            describe_rename(snapshot, config, &Renaming { file, name, keeps_address: false }).map(Some)
        }
        // A moved item can't be identified any more, and the tag of a sample is not a value.
        ChangeKind::Move | ChangeKind::Create | ChangeKind::Delete | ChangeKind::Order | ChangeKind::Approve => {
            conflict
        }
    }
}
