//! The journal entries of changes of values and of list items, with the splice of the file and a label for people.

use serde_json::Value;

use super::block_change;
use super::change::{self, Change, Refused, block_number};
use super::content_file::ContentFile;
use super::file_change::FileChange;
use super::item_change::{self, ItemChange};
use super::journal::{ChangeKind, JournalEntry};
use super::labels;
use crate::config::Config;
use crate::site::Site;
use crate::yaml::pointer::join;
use crate::yaml::write::ItemEdit;

/// Describes a change of a value, if it is valid and the file still holds the value that it replaces. Returns `None` if
/// the value is there already.
pub fn describe_change(site: &Site, config: &Config, change: &Change) -> Result<Option<JournalEntry>, Refused> {
    let content = ContentFile::find(site, &change.file).ok_or(Refused::Unknown)?;
    let disk = content.read(config)?;
    let options = site.content.markdown_of(content.source);
    let (splice, label) = match block_number(&change.at) {
        Some(number) => {
            let splice = block_change::make_splice(&disk, change, options)?;
            let kind = disk.text_blocks(options).get(number).map(|block| block.kind);
            (splice, kind.map_or("Text", labels::of_block).to_owned())
        }
        None => {
            let splice = change::make_splice(&content, &disk, change, config)?;
            let before = disk.parse().map_err(Refused::Invalid)?.value;
            (splice, labels::path(content.schema, &before, &change.at))
        }
    };
    let Some(splice) = splice else { return Ok(None) };
    let Change { file, at, was, to } = change.clone();
    let files = vec![FileChange::edit(&file, &disk.bytes, splice).ok_or(Refused::Unknown)?];
    Ok(Some(JournalEntry { file, at, label, was, to, files, ..JournalEntry::new(ChangeKind::Set) }))
}

/// Describes a change of the items of a list, if it is valid and the file still holds the removed or moved item.
pub fn describe_item_change(site: &Site, config: &Config, change: &ItemChange) -> Result<JournalEntry, Refused> {
    let content = ContentFile::find(site, &change.file).ok_or(Refused::Unknown)?;
    let disk = content.read(config)?;
    let (splice, edit) = item_change::make_splice(&content, &disk, change, config)?;
    let before = disk.parse().map_err(Refused::Invalid)?.value;
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
    let files = vec![FileChange::edit(&file, &disk.bytes, splice).ok_or(Refused::Unknown)?];
    Ok(JournalEntry { file, at, label, was, to, files, ..JournalEntry::new(kind) })
}
