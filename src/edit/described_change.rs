//! Changes of values, text blocks and list items as entries of the journal, and the changes that undo others.

use serde_json::Value;

use super::block_change::{BlockChange, BlockEdit, insert_block, replace_block};
use super::block_structure::{remove_block, set_level};
use super::change::{Change, block_number, set_value};
use super::content_file::{ContentFile, DiskText};
use super::file_change::FileChange;
use super::heading_links::{HeadingLinks, find_heading_links};
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

/// Describes a change of the blocks of Markdown, if the file still holds the block. Links to a heading that is not one
/// any more lead to its page, and are returned beside the change.
pub fn describe_block_change(
    snapshot: &Snapshot,
    config: &Config,
    change: &BlockChange,
) -> Result<(JournalEntry, HeadingLinks), Refused> {
    let site = snapshot.site();
    let (content, disk) = ContentFile::open(site, config, &change.file)?;
    let options = content.markdown();
    let number = block_number(&change.at).ok_or(Refused::Unknown)?;
    let blocks = disk.text_blocks(options);
    let block = blocks.get(number).ok_or(Refused::Unknown)?;
    let entry = |kind: ChangeKind| JournalEntry { file: change.file.clone(), ..JournalEntry::new(kind) };
    let (new, entry) = match &change.edit {
        BlockEdit::Insert { kind, text } => {
            let (new, number) = insert_block(&disk, change, *kind, text, options)?;
            let (label, to) = (labels::of_block(*kind), text.clone().into());
            (new, JournalEntry { at: format!("#{number}"), label: label.to_owned(), to, ..entry(ChangeKind::Insert) })
        }
        BlockEdit::Remove => {
            let (label, was) = (labels::of_block(block.kind).to_owned(), change.was.clone().into());
            let new = remove_block(&disk, change, options)?;
            (new, JournalEntry { at: change.at.clone(), label, was, ..entry(ChangeKind::Remove) })
        }
        BlockEdit::Level { level } => {
            let label = labels::shortened(&change.was);
            let (was, to) = (block.level.into(), (*level).into());
            let new = set_level(&disk, change, *level, options)?;
            (new, JournalEntry { at: change.at.clone(), label, was, to, ..entry(ChangeKind::Level) })
        }
    };
    let links = find_heading_links(snapshot, config, &content, (&disk, &new))?;
    let rewritten = |(_, before, after): &(String, DiskText, DiskText)| before.change_to(after);
    let mut files: Vec<FileChange> = links.texts.iter().map(rewritten).collect();
    if links.texts.iter().all(|(file, ..)| *file != change.file) {
        files.push(disk.change_to(&new));
    }
    Ok((JournalEntry { files, ..entry }, links))
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
        // A block of Markdown may have another number by now.
        ChangeKind::Insert | ChangeKind::Remove if block_number(&at).is_some() => conflict,
        ChangeKind::Insert => edit_items(ItemEdit::Remove { number }, to),
        ChangeKind::Remove => edit_items(ItemEdit::Insert { number, value: was }, Value::Null),
        ChangeKind::Set => describe_change(site, config, &Change { file, at, was: to, to: was }),
        ChangeKind::Rename => {
            let name = was.as_str().unwrap_or_default().to_owned();
            describe_rename(snapshot, config, &Renaming { file, name, keeps_address: false }).map(Some)
        }
        // A moved item can't be identified any more, and the tag of a sample is not a value.
        ChangeKind::Move
        | ChangeKind::Create
        | ChangeKind::Delete
        | ChangeKind::Order
        | ChangeKind::Approve
        | ChangeKind::Level => conflict,
    }
}
