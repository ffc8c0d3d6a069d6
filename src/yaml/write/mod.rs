//! The writer of YAML text: finds the smallest replacement of bytes that sets a value, adds or removes a key, or edits a list, and
//! proves it.
//!
//! A value keeps its style where the style can hold the new text, and in a text of several lines only the middle that
//! differs is replaced. Each candidate is parsed: the first whose document is exactly the one that was meant is taken. So
//! no rule of YAML has to be known here to be kept.

mod align;
mod item_edit;
mod item_layout;
mod items;
mod key;
mod lines;
mod new_value;
mod scalar;

use std::ops::Range;

use serde::{Deserialize, Serialize};
use serde_json::Value;

pub use self::item_edit::ItemEdit;
pub use self::items::edit_items;
pub use self::key::{insert_key, remove_key};
pub use self::new_value::new_document;
use self::scalar::Scalar;
use super::parse::parse;
use super::source::DocumentSource;
use super::{DataFormat, ParsedDocument};

/// A replacement of bytes of a text.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Splice {
    pub start: usize,
    pub removed: String,
    pub inserted: String,
}

/// Why a value can't be replaced.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Unwritable {
    /// The text is not YAML.
    Format,
    /// The text has mistakes.
    Mistakes,
    /// What is there is not of the kind that the change needs: nothing, a scalar, a list or a mapping.
    NoScalar,
    /// The value is written once for several places.
    Shared,
}

impl Splice {
    /// Makes the splice that replaces these bytes of a text.
    pub fn new(text: &str, range: Range<usize>, inserted: String) -> Self {
        Self { start: range.start, removed: text[range].to_owned(), inserted }
    }

    /// Makes the splice that replaces the middle in which these bytes of a text and `written` differ.
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

    /// Returns the text with the splice. Returns `None` if the text has other bytes at its place.
    pub fn apply(&self, text: &str) -> Option<String> {
        let rest = text.get(self.start..)?.strip_prefix(&*self.removed)?;
        Some([&text[..self.start], &self.inserted, rest].concat())
    }

    /// Returns one splice for this one and the `next`, whose bytes this one inserts. Returns `None` if it inserts others.
    pub fn followed_by(&self, next: &Self) -> Option<Self> {
        let start = next.start.checked_sub(self.start)?;
        let rest = self.inserted.get(start..)?.strip_prefix(&*next.removed)?;
        let inserted = [&self.inserted[..start], &next.inserted, rest].concat();
        Some(Self { start: self.start, removed: self.removed.clone(), inserted })
    }

    /// Returns the splice that takes this one back.
    #[must_use]
    pub fn inverse(&self) -> Self {
        Self { start: self.start, removed: self.inserted.clone(), inserted: self.removed.clone() }
    }
}

/// Returns the splice of the file that sets the scalar at `pointer` to `value`, which is a scalar too. Returns `None` if
/// the value is there already. A sample value that is replaced is none any more.
///
/// # Errors
/// Fails if there is no scalar, or if it can't be replaced without changing another value.
pub fn set_scalar(source: &DocumentSource<'_>, pointer: &str, value: &Value) -> Result<Option<Splice>, Unwritable> {
    let before = readable(source)?;
    let current = before.value.pointer(pointer).ok_or(Unwritable::NoScalar)?;
    if current.is_object() || current.is_array() || value.is_object() || value.is_array() {
        return Err(Unwritable::NoScalar);
    }
    if current == value {
        return Ok(None);
    }
    let tree = source.tree();
    let path = tree.path(pointer).ok_or(Unwritable::Shared)?;
    let scalar = Scalar::new(source.document(), &path).ok_or(Unwritable::NoScalar)?;
    let mut expected = before.clone();
    if let Some(place) = expected.value.pointer_mut(pointer) {
        *place = value.clone();
    }
    expected.samples.retain(|sample| sample != pointer);
    for (range, written) in scalar.candidates(current, value) {
        let splice = Splice::new(source.document(), range, written);
        if proves(source, &splice, &expected) {
            return Ok(Some(Splice { start: splice.start + source.range.start, ..splice }));
        }
    }
    // A value with an anchor stands elsewhere too, and any change would change it there.
    Err(Unwritable::Shared)
}

/// Parses a document that can be written.
fn readable(source: &DocumentSource<'_>) -> Result<ParsedDocument, Unwritable> {
    if source.format != DataFormat::Yaml {
        return Err(Unwritable::Format);
    }
    parse(source).map_err(|_| Unwritable::Mistakes)
}

/// Whether the document with the splice is the expected one. Both parsers have to read it, as the next change needs both.
fn proves(source: &DocumentSource<'_>, splice: &Splice, expected: &ParsedDocument) -> bool {
    let Some(text) = splice.apply(source.document()) else { return false };
    let after = DocumentSource::part(source.file, &text, 0..text.len());
    parse(&after).is_ok_and(|after| after == *expected) && after.tree().error.is_none()
}

#[cfg(test)]
mod item_tests;
#[cfg(test)]
mod tests;
