//! The aliases of an entry: the addresses from which visitors are redirected to its page.

use serde_json::Value;

use super::open_file::OpenFile;
use super::refused::Refused;
use crate::route;
use crate::yaml::write::ItemEdit;

const ALIASES: &str = "/aliases";

/// Returns an entry with one more alias.
pub fn add_alias<'f>(file: &OpenFile<'f>, address: &str) -> Result<OpenFile<'f>, Refused> {
    let number = file.values()?.pointer(ALIASES).and_then(Value::as_array).map_or(0, Vec::len);
    file.edit_items(ALIASES, &ItemEdit::Insert { number, value: address.into() })
}

/// Returns an entry without the alias that has this route; `None` if the entry has no such alias.
pub fn remove_alias<'f>(file: &OpenFile<'f>, route: &str) -> Result<Option<OpenFile<'f>>, Refused> {
    let document = file.values()?;
    let is_same = |alias: &Value| alias.as_str().is_some_and(|alias| route::normalize(alias).is_ok_and(|a| a == route));
    let found =
        document.pointer(ALIASES).and_then(Value::as_array).and_then(|aliases| aliases.iter().position(is_same));
    found.map(|number| file.edit_items(ALIASES, &ItemEdit::Remove { number })).transpose()
}
