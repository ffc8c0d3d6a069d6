//! A change of the items of a list.

use serde::Deserialize;
use serde_json::Value;

use super::change::{are_shown_alike, find_unchanged};
use super::journal::{ChangeKind, DescribedChange};
use super::labels;
use super::lost_pages::list_file_changes;
use super::refused::Refused;
use super::workspace::Workspace;
use crate::yaml::pointer::join;
use crate::yaml::write::ItemEdit;

/// A change of one item of a list: it is added, removed or moved.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ItemChange {
    pub file: String,
    /// The pointer of the list.
    pub at: String,
    /// The item that is removed or moved. It is found by this value if the list has changed; `null` for an insertion.
    #[serde(default)]
    pub was: Value,
    pub edit: ItemEdit,
}

/// Describes a change of the items of a list. Returns `None` if the moved item is at its new place already.
///
/// # Errors
/// Fails if the change is not valid, or if the file does not hold the removed or moved item any more.
pub fn describe_item_change(
    workspace: &Workspace<'_>,
    change: &ItemChange,
) -> Result<Option<DescribedChange>, Refused> {
    let file = workspace.open(&change.file)?;
    workspace.check_editable(&file.content, &change.at)?;
    let mut before = file.values()?;
    file.content.add_lacking_list(&mut before, &change.at);
    let items = before.pointer(&change.at).and_then(Value::as_array).ok_or(Refused::NotFound)?;
    let edit = locate_item(items, change)?;
    let new = file.edit_items(&change.at, &edit)?;
    if new.whole == file.whole {
        return Ok(None);
    }
    let (ItemEdit::Insert { number, .. } | ItemEdit::Remove { number } | ItemEdit::Move { number, .. }) = edit;
    let present = items.get(number).cloned().unwrap_or_default();
    let (kind, item, was, to) = match edit {
        ItemEdit::Insert { value, .. } => (ChangeKind::Insert, value.clone(), Value::Null, value),
        ItemEdit::Remove { .. } => (ChangeKind::Remove, present.clone(), present, Value::Null),
        ItemEdit::Move { to, .. } => (ChangeKind::Move, present, number.into(), to.into()),
    };
    let list = labels::path(file.content.schema, &before, &change.at);
    let label = [list, labels::of_item(number, &item)].join(" › ");
    let (at, files) = (join(&change.at, &number.to_string()), list_file_changes(workspace, &file, &new)?);
    Ok(Some(DescribedChange { file: change.file.clone(), at, label, was, to, files, ..DescribedChange::new(kind) }))
}

/// Returns the edit with the number that its item has now.
fn locate_item(items: &[Value], change: &ItemChange) -> Result<ItemEdit, Refused> {
    let find = |number: usize| {
        let conflict = || Refused::Conflict { current: items.get(number).cloned().unwrap_or_default() };
        find_unchanged(items, number, |item| are_shown_alike(item, &change.was)).ok_or_else(conflict)
    };
    Ok(match change.edit.clone() {
        ItemEdit::Insert { number, value } => ItemEdit::Insert { number: number.min(items.len()), value },
        ItemEdit::Remove { number } => ItemEdit::Remove { number: find(number)? },
        ItemEdit::Move { number, to } => {
            // The item moves by as many positions as in the list that the editor showed.
            let found = find(number)?;
            let to = found.saturating_add(to).saturating_sub(number).min(items.len().saturating_sub(1));
            ItemEdit::Move { number: found, to }
        }
    })
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::{ItemChange, ItemEdit, locate_item};
    use crate::edit::Refused;

    #[test]
    fn items_are_found_where_they_are_now() {
        let items: Vec<Value> = ["new", "a", "b", "a"].map(Value::from).into();
        let check = |was: &str, edit: ItemEdit, expected: Option<ItemEdit>| {
            let change = ItemChange { file: String::new(), at: String::new(), was: json!(was), edit: edit.clone() };
            let found = match locate_item(&items, &change) {
                Ok(found) => Some(found),
                Err(Refused::Conflict { .. }) => None,
                Err(other) => panic!("{other:?}"),
            };
            assert_eq!(found, expected, "{was} {edit:?}");
        };
        let remove = |number| ItemEdit::Remove { number };
        check("b", remove(1), Some(remove(2)));
        check("a", remove(1), Some(remove(1)));
        check("a", remove(0), None);
        check("gone", remove(1), None);
        check("b", ItemEdit::Move { number: 1, to: 0 }, Some(ItemEdit::Move { number: 2, to: 1 }));
        check("b", ItemEdit::Move { number: 1, to: usize::MAX }, Some(ItemEdit::Move { number: 2, to: 3 }));
        let insert = |number| ItemEdit::Insert { number, value: json!("c") };
        check("", insert(9), Some(insert(4)));
    }
}
