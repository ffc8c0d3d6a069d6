//! A change of one value or list, and the splice that makes it: the result is parsed to check that nothing else
//! changes.

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::content_file::{ContentFile, DiskText, with_value};
use super::refused::Refused;
use crate::config::Config;
use crate::diagnostic::Diagnostic;
use crate::yaml::pointer::{ancestors, split_last};
use crate::yaml::write::{ItemEdit, Splice, Unwritable, edit_items, insert_key, remove_key, set_scalar};

/// A change of one value. It names the replaced value, so that nobody else's change is lost. An absent value is `null`.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Change {
    pub file: String,
    /// The JSON pointer of the value, or `#` and the number of a text in Markdown.
    pub at: String,
    pub was: Value,
    pub to: Value,
    /// The outermost item of a list in which the value lies.
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

/// Returns the outermost item of a list in which the value at `pointer` lies.
pub fn outermost_item(document: &Value, pointer: &str) -> Option<ShownItem> {
    let at = ancestors(pointer).filter(|at| is_item(document, at)).last()?;
    Some(ShownItem { at: at.to_owned(), value: document.pointer(at)?.clone() })
}

/// Whether the value at `pointer` is an item of a list.
pub fn is_item(document: &Value, pointer: &str) -> bool {
    split_last(pointer).and_then(|(list, _)| document.pointer(list)).is_some_and(Value::is_array)
}

/// Returns a change with the pointer that its value has now: its item may have moved.
///
/// # Errors
/// Fails if the item is gone, or if another value in the item has changed.
pub fn follow_item(document: &Value, change: &Change) -> Result<Change, Refused> {
    let Some(item) = &change.item else { return Ok(change.clone()) };
    let (list, number) = item.at.rsplit_once('/').ok_or(Refused::NotFound)?;
    let rest = change.at.strip_prefix(&item.at).ok_or(Refused::NotFound)?;
    let items = document.pointer(list).and_then(Value::as_array).map_or(&[][..], Vec::as_slice);
    let number = number.parse().unwrap_or(usize::MAX);
    if let Some(found) = find_unchanged(items, number, |present| are_shown_alike(present, &item.value)) {
        return Ok(Change { at: format!("{list}/{found}{rest}"), ..change.clone() });
    }
    let without_value = |item: &Value| with_value(item.clone(), rest, &Value::Null);
    let present = document.pointer(&item.at).unwrap_or(&Value::Null);
    if are_shown_alike(&without_value(present), &without_value(&item.value)) {
        return Ok(change.clone());
    }
    let message = "somebody else has changed this list meanwhile: what stood here is gone, or something else now";
    Err(Refused::invalid("edit-item", message, "open it again"))
}

/// Whether browsers show two values as the same.
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

/// Makes a change of a value that the editor shows. Returns the new text, or `None` if the value is there already.
pub fn set_value(
    content: &ContentFile<'_>,
    disk: &DiskText,
    change: &Change,
    config: &Config,
) -> Result<Option<DiskText>, Refused> {
    let Change { at, was, to, .. } = change;
    check_editable(content, at, config)?;
    let before = disk.parse()?.value;
    let present = before.pointer(at);
    let lacks_parent = || split_last(at).is_none_or(|(around, _)| before.pointer(around).is_none());
    if present.is_none() && (content.field(&before, at).is_none() || lacks_parent()) {
        return Err(Refused::NotFound);
    }
    let current = present.unwrap_or(&Value::Null);
    if !are_shown_alike(current, was) {
        return Err(Refused::Conflict { current: current.clone() });
    }
    if current == to { Ok(None) } else { write_value(content, disk, at, to).map(Some) }
}

/// Sets a value, adds it as a new key of a mapping or, if it is `null`, removes the key. Returns the new text.
pub fn write_value(content: &ContentFile<'_>, disk: &DiskText, at: &str, to: &Value) -> Result<DiskText, Refused> {
    let before = disk.parse()?.value;
    let source = disk.yaml()?;
    let splice = match (before.pointer(at), to) {
        (None, _) => insert_field(content, disk, at, to)?,
        (Some(_), Value::Null) => remove_key(&source, at)?,
        (Some(_), _) => set_scalar(&source, at, to)?,
    };
    apply_splice(content, disk, &splice, &with_value(before, at, to))
}

/// Returns the splice that adds a field to a mapping, at its place in the order of the schema.
fn insert_field(content: &ContentFile<'_>, disk: &DiskText, at: &str, value: &Value) -> Result<Splice, Refused> {
    let (parent, key) = split_last(at).ok_or(Refused::NotFound)?;
    let document = disk.parse()?.value;
    let fields = content.fields(&document, parent);
    let order: Vec<&str> = fields.iter().map(|field| field.name).collect();
    Ok(insert_key(&disk.yaml()?, parent, &key, &content.in_schema_order(&document, at, value), &order)?)
}

/// Edits the list at a pointer. A list that the file lacks is added first, and one that may be absent but not empty is
/// removed with its last item. Returns the new text.
pub fn write_items(
    content: &ContentFile<'_>,
    disk: &DiskText,
    list: &str,
    edit: &ItemEdit,
) -> Result<DiskText, Refused> {
    let before = disk.parse()?.value;
    let is_only_item = before.pointer(list).and_then(Value::as_array).is_some_and(|items| items.len() == 1);
    if is_only_item && matches!(edit, ItemEdit::Remove { .. }) && content.is_removed_with_last_item(&before, list) {
        return write_value(content, disk, list, &Value::Null);
    }
    let mut with_list = disk.clone();
    if content.lacks_list(&before, list) {
        with_list = disk.with_splice(&insert_field(content, disk, list, &json!([]))?)?;
    }
    let mut expected = with_list.parse()?.value;
    let items = expected.pointer_mut(list).and_then(Value::as_array_mut).ok_or(Refused::NotFound)?;
    edit.apply_to_values(items).ok_or(Refused::NotFound)?;
    let new = with_list.with_splice(&edit_items(&with_list.yaml()?, list, edit)?)?;
    check_text(content, disk, &new, &expected)?;
    Ok(new)
}

/// Checks that the editor may change a value.
pub fn check_editable(content: &ContentFile<'_>, at: &str, config: &Config) -> Result<(), Refused> {
    match content.why_uneditable(at, config) {
        Some(reason) => Err(Refused::Invalid(vec![Diagnostic::error("edit-fixed", reason)])),
        None => Ok(()),
    }
}

/// Applies a splice, and checks the new text as [`check_text`] does.
pub fn apply_splice(
    content: &ContentFile<'_>,
    disk: &DiskText,
    splice: &Splice,
    expected: &Value,
) -> Result<DiskText, Refused> {
    let new = disk.with_splice(splice)?;
    check_text(content, disk, &new, expected)?;
    Ok(new)
}

/// Checks that a new text has the expected values, the Markdown of the text before, and no new mistakes.
pub fn check_text(
    content: &ContentFile<'_>,
    before: &DiskText,
    new: &DiskText,
    expected: &Value,
) -> Result<(), Refused> {
    let value = new.parse()?.value;
    if new.rest() != before.rest() {
        let message = "a line `---` in it would end the fields of the file";
        return Err(Refused::invalid("edit-value", message, "write it in other words"));
    }
    // If a value elsewhere has changed too, it shares an anchor with this one.
    if value != *expected {
        return Err(Unwritable::Shared.into());
    }
    check_mistakes(content, before, new)
}

/// Checks that a new text has no mistakes that the text before lacks.
pub fn check_mistakes(content: &ContentFile<'_>, before: &DiskText, new: &DiskText) -> Result<(), Refused> {
    let known = before.check(&before.parse()?, content.schema);
    let mistakes = without_known(new.check(&new.parse()?, content.schema), &known);
    if mistakes.is_empty() { Ok(()) } else { Err(Refused::Invalid(mistakes)) }
}

/// Removes the diagnostics that are among the `known` ones, perhaps at another place.
pub fn without_known(mut found: Vec<Diagnostic>, known: &[Diagnostic]) -> Vec<Diagnostic> {
    found.retain(|new| !known.iter().any(|old| (old.code, &old.message) == (new.code, &new.message)));
    found
}

/// Finds the number of an item that matches: `number` itself or, if items were added or removed meanwhile, that of the
/// only match.
pub fn find_unchanged<T>(items: &[T], number: usize, matches: impl Fn(&T) -> bool) -> Option<usize> {
    if items.get(number).is_some_and(&matches) {
        return Some(number);
    }
    let mut found = (0..items.len()).filter(|&at| matches(&items[at]));
    found.next().filter(|_| found.next().is_none())
}
