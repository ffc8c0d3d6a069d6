//! A change of one value, and the splice that makes it: the result is parsed to check that nothing else changes.

use std::borrow::Cow;

use serde::Deserialize;
use serde_json::Value;

use super::content_file::{ContentFile, DiskText};
use crate::config::Config;
use crate::diagnostic::Diagnostic;
use crate::yaml::pointer::segments;
use crate::yaml::write::{Splice, Unwritable, insert_key, remove_key, set_scalar};

/// A change of one value. It names the value that it replaces, so that nobody else's change is lost. `null` stands for
/// an absent value.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Change {
    pub file: String,
    /// The JSON pointer of the value, or `#` and the number of a text in Markdown.
    pub at: String,
    pub was: Value,
    pub to: Value,
}

/// The reason why a change is not made.
#[derive(Debug)]
pub enum Refused {
    /// There is no such file, value or change.
    Unknown,
    /// The file holds another value than the one to be replaced.
    Conflict { current: Value },
    /// The value breaks the schema, or can't be written.
    Invalid(Vec<Diagnostic>),
    /// The file could not be read or written.
    Failed(Diagnostic),
}

impl From<Diagnostic> for Refused {
    fn from(diagnostic: Diagnostic) -> Self {
        Self::Failed(diagnostic)
    }
}

impl From<Unwritable> for Refused {
    fn from(reason: Unwritable) -> Self {
        Self::Invalid(vec![explain_unwritable(reason)])
    }
}

impl Refused {
    /// Makes the refusal of a value, with the way to correct it.
    pub fn invalid(code: &'static str, message: impl Into<String>, help: impl Into<String>) -> Self {
        Self::Invalid(vec![Diagnostic::error(code, message).help(help)])
    }

    /// Makes the refusal of a name that can't be a part of an address.
    pub fn bad_name(name: &str) -> Self {
        let message = format!("`{name}` can't be a part of an address");
        Self::invalid("bad-name", message, "use letters, digits and hyphens")
    }
}

/// Returns the number in the address of a text in Markdown: `#3`.
pub fn block_number(at: &str) -> Option<usize> {
    at.strip_prefix('#')?.parse().ok()
}

/// Returns the splice of the file's bytes that sets, adds or removes a value; `None` if it is there already.
pub fn make_splice(
    content: &ContentFile<'_>,
    disk: &DiskText,
    change: &Change,
    config: &Config,
) -> Result<Option<Splice>, Refused> {
    let Change { at, was, to, .. } = change;
    refuse_fixed(content, at, config)?;
    let before = disk.parse().map_err(Refused::Invalid)?;
    let (parent, key) = split_pointer(at).ok_or(Refused::Unknown)?;
    let order: Vec<&str> = content.fields(&before.value, parent).iter().map(|field| field.name).collect();
    let present = before.value.pointer(at);
    if present.is_none() && !order.contains(&&*key) {
        return Err(Refused::Unknown);
    }
    let current = present.unwrap_or(&Value::Null);
    if current != was {
        return Err(Refused::Conflict { current: current.clone() });
    }
    if current == to {
        return Ok(None);
    }
    let source = disk.yaml()?;
    let written = match (present, to) {
        (None, to) => insert_key(&source, parent, &key, to, &order).map(Some),
        (Some(Value::Object(_) | Value::Array(_)), _) => Err(Unwritable::WrongKind),
        (Some(_), Value::Null) => remove_key(&source, at).map(Some),
        (Some(_), to) => set_scalar(&source, at, to),
    };
    let Some(splice) = written? else { return Ok(None) };
    check_splice(content, disk, &splice, &with_value(&before.value, at, to))?;
    Ok(Some(splice.shifted(disk.bom_length())))
}

/// Refuses a change of a value that the editor may not change.
pub fn refuse_fixed(content: &ContentFile<'_>, at: &str, config: &Config) -> Result<(), Refused> {
    match content.why_fixed(at, config) {
        Some(reason) => Err(Refused::Invalid(vec![Diagnostic::error("edit-fixed", reason)])),
        None => Ok(()),
    }
}

/// Checks that a splice of the text gives the expected values, leaves the Markdown as it is, and adds no mistakes.
pub fn check_splice(
    content: &ContentFile<'_>,
    disk: &DiskText,
    splice: &Splice,
    expected: &Value,
) -> Result<(), Refused> {
    let before = disk.parse().map_err(Refused::Invalid)?;
    let new = disk.with_splice(splice).ok_or(Refused::Unknown)?;
    let after = new.parse().map_err(Refused::Invalid)?;
    // A line `---` in a value would end the front matter.
    if after.value != *expected || new.rest() != disk.rest() {
        return Err(Unwritable::Shared.into());
    }
    let known = disk.check(&before, content.schema);
    let mistakes = without_known(new.check(&after, content.schema), &known);
    if mistakes.is_empty() { Ok(()) } else { Err(Refused::Invalid(mistakes)) }
}

/// Removes the diagnostics that are among the `known` ones, perhaps at another place.
pub fn without_known(mut found: Vec<Diagnostic>, known: &[Diagnostic]) -> Vec<Diagnostic> {
    found.retain(|new| !known.iter().any(|old| (old.code, &old.message) == (new.code, &new.message)));
    found
}

/// Splits the pointer of a value into that of its mapping or list, and its key or number.
fn split_pointer(at: &str) -> Option<(&str, Cow<'_, str>)> {
    Some((at.rsplit_once('/')?.0, segments(at).last()?))
}

/// Returns the document with another value at a pointer. `null` removes a key of a mapping.
fn with_value(document: &Value, at: &str, to: &Value) -> Value {
    let mut expected = document.clone();
    if expected.is_null() {
        expected = Value::Object(serde_json::Map::new());
    }
    let Some((parent, key)) = split_pointer(at) else { return expected };
    match (expected.pointer_mut(parent), to) {
        (Some(Value::Object(fields)), Value::Null) => _ = fields.shift_remove(&*key),
        (Some(Value::Object(fields)), to) => _ = fields.insert(key.into_owned(), to.clone()),
        _ => {
            if let Some(current) = expected.pointer_mut(at) {
                *current = to.clone();
            }
        }
    }
    expected
}

/// Finds the value to replace: the one of this number or, if items were added or removed meanwhile, the only one that
/// matches.
pub fn find_unchanged<T>(items: &[T], number: usize, matches: impl Fn(&T) -> bool) -> Option<usize> {
    if items.get(number).is_some_and(&matches) {
        return Some(number);
    }
    let mut found = (0..items.len()).filter(|&at| matches(&items[at]));
    found.next().filter(|_| found.next().is_none())
}

/// Explains why a value can't be written, and what to do.
fn explain_unwritable(reason: Unwritable) -> Diagnostic {
    let (code, message, help) = match reason {
        Unwritable::Format => {
            ("edit-format", "only files in YAML can be changed here", "change this file with another program")
        }
        Unwritable::Mistakes => {
            ("edit-mistakes", "the file has mistakes, so it can't be changed here", "a developer corrects them first")
        }
        Unwritable::WrongKind => {
            ("edit-structure", "this is a list or a group of values, not one value", "change the values inside it")
        }
        Unwritable::Shared => (
            "edit-shared",
            "this value is written once for several places, so it can't be changed alone",
            "a developer writes it out in each place first",
        ),
    };
    Diagnostic::error(code, message).help(help)
}
