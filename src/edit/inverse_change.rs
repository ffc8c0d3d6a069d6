//! The inverse of a recorded change whose file has changed since: it restores the value, not the bytes.

use serde_json::Value;

use super::change::{Change, Refused, block_number};
use super::item_change::ItemChange;
use super::journal::{ChangeKind, JournalEntry};
use super::rename::Renaming;
use crate::yaml::write::ItemEdit;

/// The change that undoes another.
pub enum InverseChange {
    Value(Change),
    Item(ItemChange),
    Rename(Renaming),
}

/// Inverts a recorded change. `file` is the present path of its file.
///
/// # Errors
/// Fails if only the bytes could be restored, which would lose newer changes.
pub fn invert_change(entry: JournalEntry, file: String) -> Result<InverseChange, Refused> {
    let conflict = || Err(Refused::Conflict { current: Value::Null });
    let (list, number) = entry.at.rsplit_once('/').unwrap_or_default();
    let (list, number) = (list.to_owned(), number.parse().unwrap_or(0));
    Ok(match entry.kind {
        ChangeKind::Set => InverseChange::Value(Change { file, at: entry.at, was: entry.to, to: entry.was }),
        // An inserted block of Markdown may have another number by now.
        ChangeKind::Insert if block_number(&entry.at).is_some() => return conflict(),
        ChangeKind::Insert => {
            InverseChange::Item(ItemChange { file, at: list, was: entry.to, edit: ItemEdit::Remove { number } })
        }
        ChangeKind::Remove => {
            let edit = ItemEdit::Insert { number, value: entry.was };
            InverseChange::Item(ItemChange { file, at: list, was: Value::Null, edit })
        }
        ChangeKind::Rename => {
            let name = entry.was.as_str().unwrap_or_default().to_owned();
            InverseChange::Rename(Renaming { file, name, keeps_address: false })
        }
        // A moved item can't be identified any more, and the tag of a sample is not a value.
        ChangeKind::Move | ChangeKind::Create | ChangeKind::Delete | ChangeKind::Order | ChangeKind::Approve => {
            return conflict();
        }
    })
}
