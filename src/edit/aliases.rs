//! The aliases of an entry: the addresses from which visitors are redirected to its page.

use serde_json::{Value, json};

use super::change::apply_splice;
use super::content_file::{ContentFile, DiskText};
use super::refused::Refused;
use crate::route;
use crate::yaml::write::{ItemEdit, edit_items, insert_key, remove_key};

/// The field of the aliases.
const KEY: &str = "aliases";
/// The pointer of the field.
const POINTER: &str = "/aliases";

/// Returns the text of an entry with one more alias.
pub fn add_alias(content: &ContentFile<'_>, disk: &DiskText, address: &str) -> Result<DiskText, Refused> {
    let mut expected = disk.parse()?.value;
    let source = disk.yaml()?;
    let splice = match expected.pointer_mut(POINTER) {
        Some(Value::Array(items)) => {
            let edit = ItemEdit::Insert { number: items.len(), value: address.into() };
            items.push(address.into());
            edit_items(&source, POINTER, &edit)?
        }
        _ => {
            let order: Vec<&str> = content.fields(&expected, "").iter().map(|field| field.name).collect();
            let splice = insert_key(&source, "", KEY, &json!([address]), &order)?;
            if expected.is_null() {
                expected = json!({});
            }
            expected[KEY] = json!([address]);
            splice
        }
    };
    apply_splice(content, disk, &splice, &expected)
}

/// Returns the text of an entry without the alias that has this route; `None` if it has no such alias.
pub fn remove_alias(content: &ContentFile<'_>, disk: &DiskText, route: &str) -> Result<Option<DiskText>, Refused> {
    let mut expected = disk.parse()?.value;
    let is_same = |alias: &Value| alias.as_str().is_some_and(|alias| route::normalize(alias).is_ok_and(|a| a == route));
    let Some(aliases) = expected.pointer_mut(POINTER).and_then(Value::as_array_mut) else { return Ok(None) };
    let Some(number) = aliases.iter().position(is_same) else { return Ok(None) };
    aliases.remove(number);
    let is_empty = aliases.is_empty();
    let source = disk.yaml()?;
    let splice = if is_empty {
        expected.as_object_mut().map(|fields| fields.shift_remove(KEY));
        remove_key(&source, POINTER)?
    } else {
        edit_items(&source, POINTER, &ItemEdit::Remove { number })?
    };
    apply_splice(content, disk, &splice, &expected).map(Some)
}
