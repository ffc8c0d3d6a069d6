//! An edit of the items of a list.

use serde::{Deserialize, Serialize};
use serde_json::Value;

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
    /// Edits a list; `new` is the item that an insertion adds. Returns `None` if the list has no such item.
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

    /// Edits a list of values. Returns `None` if the list has no such item.
    pub fn apply_to_values(&self, values: &mut Vec<Value>) -> Option<()> {
        let new = if let Self::Insert { value, .. } = self { value.clone() } else { Value::Null };
        self.apply(values, new)
    }
}
