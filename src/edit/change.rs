//! A change of one value that the editor shows.

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::content_file::with_value;
use super::refused::Refused;
use super::workspace::{OpenFile, Workspace};
use crate::yaml::pointer::{ancestors, split_last};

/// A change of one value. It is refused if the present value is not `was`. An absent value is `null`.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Change {
    pub file: String,
    /// The JSON pointer of the value, or `#` and the number of a text in Markdown.
    pub at: String,
    pub was: Value,
    pub to: Value,
    /// The outermost list item that is or contains the value.
    #[serde(default)]
    pub item: Option<ShownItem>,
}

/// An item of a list as the editor shows it. The item is found by its value if the list has changed since.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ShownItem {
    pub at: String,
    pub value: Value,
}

/// Returns the outermost list item that is or contains the value at `pointer`.
pub fn outermost_item(document: &Value, pointer: &str) -> Option<ShownItem> {
    let at = ancestors(pointer).filter(|at| is_item(document, at)).last()?;
    Some(ShownItem { at: at.to_owned(), value: document.pointer(at)?.clone() })
}

pub fn is_item(document: &Value, pointer: &str) -> bool {
    split_last(pointer).and_then(|(list, _)| document.pointer(list)).is_some_and(Value::is_array)
}

/// Returns the pointer that the value of a change has now: its item may have moved.
///
/// # Errors
/// Fails unless one item equals the shown one, or the item at its place differs only in the value of the change.
pub fn follow_item(document: &Value, change: &Change) -> Result<String, Refused> {
    let Some(item) = &change.item else { return Ok(change.at.clone()) };
    let (list, number) = item.at.rsplit_once('/').ok_or(Refused::NotFound)?;
    let rest = change.at.strip_prefix(&item.at).ok_or(Refused::NotFound)?;
    let items = document.pointer(list).and_then(Value::as_array).map_or(&[][..], Vec::as_slice);
    let number = number.parse().unwrap_or(usize::MAX);
    if let Some(found) = find_unchanged(items, number, |present| are_shown_alike(present, &item.value)) {
        return Ok(format!("{list}/{found}{rest}"));
    }
    let without_value = |item: &Value| with_value(item.clone(), rest, &Value::Null);
    let present = document.pointer(&item.at).unwrap_or(&Value::Null);
    if are_shown_alike(&without_value(present), &without_value(&item.value)) {
        return Ok(change.at.clone());
    }
    let message = "somebody else has changed this list meanwhile: what stood here is gone, or something else now";
    Err(Refused::invalid("edit-item", message, "open it again"))
}

pub fn are_shown_alike(a: &Value, b: &Value) -> bool {
    as_browsers_read(a) == as_browsers_read(b)
}

/// Returns a value as it comes back from a browser, where all numbers are floats: `5.0` is sent as `5`.
fn as_browsers_read(value: &Value) -> Value {
    match value {
        Value::Number(number) => number.as_f64().into(),
        Value::Array(items) => items.iter().map(as_browsers_read).collect(),
        Value::Object(fields) => fields.iter().map(|(key, value)| (key.clone(), as_browsers_read(value))).collect(),
        other => other.clone(),
    }
}

/// Returns the number of a text in Markdown: 3 for `#3`. `None` for the pointer of a value.
pub fn block_number(at: &str) -> Option<usize> {
    at.strip_prefix('#')?.parse().ok()
}

/// Replaces the value `was` at `at`. Returns `None` if `to` is the same value.
///
/// # Errors
/// Fails if the editor may not change the value, if the change is not valid, or if the file does not have the value
/// `was`, even if it has `to` already.
pub fn replace_value<'f>(
    workspace: &Workspace<'_>,
    file: &OpenFile<'f>,
    at: &str,
    was: &Value,
    to: &Value,
) -> Result<Option<OpenFile<'f>>, Refused> {
    workspace.check_editable(&file.content, at)?;
    let before = file.values()?;
    let present = before.pointer(at);
    let lacks_parent = || split_last(at).is_none_or(|(around, _)| before.pointer(around).is_none());
    if present.is_none() && (file.content.field(&before, at).is_none() || lacks_parent()) {
        return Err(Refused::NotFound);
    }
    let current = present.unwrap_or(&Value::Null);
    if !are_shown_alike(current, was) {
        return Err(Refused::Conflict { current: current.clone() });
    }
    if current == to { Ok(None) } else { file.set_value(at, to).map(Some) }
}

/// Returns `number` if the item there matches, or else the number of the only item that matches.
pub fn find_unchanged<T>(items: &[T], number: usize, matches: impl Fn(&T) -> bool) -> Option<usize> {
    if items.get(number).is_some_and(&matches) {
        return Some(number);
    }
    let mut found = (0..items.len()).filter(|&at| matches(&items[at]));
    found.next().filter(|_| found.next().is_none())
}
