//! What is done to the items of a list.

use serde::{Deserialize, Serialize};
use serde_json::Value;

/// A change of the items of a list. Numbers count from 0.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(tag = "op", rename_all = "lowercase", deny_unknown_fields)]
pub enum ItemEdit {
    /// Puts `value` before the item of this number, or at the end.
    Insert { number: usize, value: Value },
    /// Removes the item of this number.
    Remove { number: usize },
    /// Moves an item to the number that it is to have.
    Move { number: usize, to: usize },
}

impl ItemEdit {
    /// Edits a list; `new` is what an insertion inserts. Returns `None` if the list has no such item.
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

    /// Returns the value that it inserts.
    pub fn inserted(&self) -> &Value {
        match self {
            Self::Insert { value, .. } => value,
            _ => &Value::Null,
        }
    }
}
