//! The writer of YAML text: finds the smallest replacement of bytes that sets a value, adds or removes a key, or edits
//! a list.
//!
//! Each edit has several candidates: ways to write it, the best first. Some may be read as another value. Each
//! candidate is parsed, and the first candidate that gives exactly the expected document is taken. So this module does
//! not have to know all rules of YAML.

mod item_layout;
mod items;
mod key;
mod new_value;
mod sample;
mod scalar;

use std::ops::Range;

use serde::{Deserialize, Serialize};
use serde_json::Value;

pub use self::items::edit_items;
pub use self::key::{insert_key, remove_key};
pub use self::new_value::new_document;
pub use self::sample::remove_sample_tag;
pub use self::scalar::set_scalar;
use super::parse::parse;
use super::source::DocumentSource;
use super::{DataFormat, ParsedDocument};
use crate::lines::line_start;

/// A replacement of bytes of a text.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Splice {
    pub start: usize,
    pub removed: String,
    pub inserted: String,
}

/// The reason why a value can't be written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Unwritable {
    /// The text is in another format than YAML.
    Format,
    /// The text has mistakes.
    Mistakes,
    /// The value, item or key to edit is missing or of another kind than the edit needs, or the new key exists already.
    WrongKind,
    /// No splice was found that changes this value only, for example because an alias repeats the value.
    Shared,
}

impl Splice {
    pub fn new(text: &str, range: Range<usize>, inserted: String) -> Self {
        Self { start: range.start, removed: text[range].to_owned(), inserted }
    }

    /// Makes the smallest splice that replaces these bytes of a text by `written`: only the middle that differs.
    pub fn smallest(text: &str, range: Range<usize>, written: &str) -> Self {
        let old = &text[range.clone()];
        let same_start: usize =
            old.chars().zip(written.chars()).take_while(|(a, b)| a == b).map(|(a, _)| a.len_utf8()).sum();
        let (old_rest, new_rest) = (&old[same_start..], &written[same_start..]);
        let ends = old_rest.chars().rev().zip(new_rest.chars().rev());
        let same_end: usize = ends.take_while(|(a, b)| a == b).map(|(a, _)| a.len_utf8()).sum();
        let inserted = new_rest[..new_rest.len() - same_end].to_owned();
        Self::new(text, range.start + same_start..range.end - same_end, inserted)
    }

    /// Moves a splice that only inserts or only removes whole lines to the beginning of its line. The smallest splice
    /// that inserts the line `Too.` above the line `Two.` adds `oo.\nT` after the `T` of `Two.`; it becomes `Too.\n`
    /// before the `T`.
    #[must_use]
    pub fn moved_to_line_start(self, text: &str) -> Self {
        let Self { start, removed, inserted } = &self;
        let lines = match (removed.is_empty(), inserted.is_empty()) {
            (true, _) => inserted,
            (_, true) => removed,
            _ => return self,
        };
        let before = &text[line_start(text, *start)..*start];
        let Some(rest) = lines.strip_suffix(before) else { return self };
        let lines = [before, rest].concat();
        let start = start - before.len();
        if removed.is_empty() {
            Self { start, inserted: lines, ..self }
        } else {
            Self { start, removed: lines, ..self }
        }
    }

    /// Returns the text with the splice. Returns `None` if the text does not have the bytes `removed` at `start`.
    pub fn apply(&self, text: &str) -> Option<String> {
        let rest = text.get(self.start..)?.strip_prefix(&*self.removed)?;
        Some([&text[..self.start], &self.inserted, rest].concat())
    }

    /// Returns the splice that undoes this one.
    #[must_use]
    pub fn inverse(&self) -> Self {
        Self { start: self.start, removed: self.inserted.clone(), inserted: self.removed.clone() }
    }
}

/// An insertion, a removal or a move of one item. Numbers count from 0.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(tag = "op", rename_all = "lowercase", deny_unknown_fields)]
pub enum ItemEdit {
    /// Inserts `value` before the item of this number, or at the end.
    Insert { number: usize, value: Value },
    /// Removes the item of this number.
    Remove { number: usize },
    /// Moves the item of this number, so that it has the number `to`.
    Move { number: usize, to: usize },
}

impl ItemEdit {
    /// Edits a list; `new` is the item that an insertion adds. Returns `None` if a number is too large for the list.
    pub fn apply<T>(&self, items: &mut Vec<T>, new: T) -> Option<()> {
        match *self {
            Self::Insert { number, .. } if number <= items.len() => items.insert(number, new),
            Self::Remove { number } if number < items.len() => drop(items.remove(number)),
            Self::Move { number, to } if number.max(to) < items.len() => {
                let item = items.remove(number);
                items.insert(to, item);
            }
            _ => return None,
        }
        Some(())
    }

    /// Edits a list of values. Returns `None` if a number is too large for the list.
    pub fn apply_to_values(&self, values: &mut Vec<Value>) -> Option<()> {
        let new = if let Self::Insert { value, .. } = self { value.clone() } else { Value::Null };
        self.apply(values, new)
    }
}

/// Parses a document, which must be YAML to be written.
fn parse_yaml(source: &DocumentSource<'_>) -> Result<ParsedDocument, Unwritable> {
    if source.format != DataFormat::Yaml {
        return Err(Unwritable::Format);
    }
    parse(source).map_err(|_| Unwritable::Mistakes)
}

/// Returns the first of `candidates` that turns the document into the expected one, as a splice of the file. A
/// candidate is a span of the document and its new text.
fn first_exact(
    source: &DocumentSource<'_>,
    candidates: impl IntoIterator<Item = (Range<usize>, impl AsRef<str>)>,
    expected: &ParsedDocument,
) -> Result<Splice, Unwritable> {
    let candidates = candidates.into_iter();
    let mut splices = candidates.map(|(range, new)| Splice::smallest(source.document_text(), range, new.as_ref()));
    let is_exact = |text: String| {
        let after = DocumentSource::part(source.file, &text, 0..text.len());
        // The parser of the tree has to accept the result too, because the next edit needs the tree.
        parse(&after).is_ok_and(|after| after == *expected) && after.tree().error.is_none()
    };
    let exact = splices.find(|splice| splice.apply(source.document_text()).is_some_and(is_exact));
    let exact = exact.ok_or(Unwritable::Shared)?;
    Ok(Splice { start: source.range.start + exact.start, ..exact })
}

#[cfg(test)]
mod item_tests;
#[cfg(test)]
mod tests;
