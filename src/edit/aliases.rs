//! The aliases of an entry: the addresses from which visitors are redirected to its page.

use serde_json::{Value, json};

use super::change::{write_items, write_value};
use super::content_file::{ContentFile, DiskText};
use super::refused::Refused;
use crate::route;
use crate::yaml::write::ItemEdit;

/// The pointer of the field with the aliases.
const ALIASES: &str = "/aliases";

/// Returns the text of an entry with one more alias.
pub fn add_alias(content: &ContentFile<'_>, disk: &DiskText, address: &str) -> Result<DiskText, Refused> {
    if let Some(Value::Array(aliases)) = disk.parse()?.value.pointer(ALIASES) {
        let edit = ItemEdit::Insert { number: aliases.len(), value: address.into() };
        return write_items(content, disk, ALIASES, &edit);
    }
    write_value(content, disk, ALIASES, &json!([address]))
}

/// Returns the text of an entry without the alias that has this route; `None` if it has no such alias.
pub fn remove_alias(content: &ContentFile<'_>, disk: &DiskText, route: &str) -> Result<Option<DiskText>, Refused> {
    let document = disk.parse()?.value;
    let is_same = |alias: &Value| alias.as_str().is_some_and(|alias| route::normalize(alias).is_ok_and(|a| a == route));
    let Some(aliases) = document.pointer(ALIASES).and_then(Value::as_array) else { return Ok(None) };
    let Some(number) = aliases.iter().position(is_same) else { return Ok(None) };
    if aliases.len() == 1 {
        return write_value(content, disk, ALIASES, &Value::Null).map(Some);
    }
    write_items(content, disk, ALIASES, &ItemEdit::Remove { number }).map(Some)
}
