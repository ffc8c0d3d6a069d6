//! The order of entries by a field, or by id.

use std::cmp::Ordering;
use std::sync::Arc;

use serde_json::Value;

use crate::content::collection::Sort;
use crate::content::entry::{Entry, EntryIndex};
use crate::language::TextOrder;

/// Sorts `indexes` by the field of `sort`, if any, then by id. Entries without the field come last in either direction.
pub(super) fn sorted(
    entries: &[Arc<Entry>],
    indexes: &[EntryIndex],
    sort: Option<&Sort>,
    text_order: &TextOrder,
) -> Vec<EntryIndex> {
    let by_field = |a: &Entry, b: &Entry, sort: &Sort| {
        if sort.field == "date" {
            return compare_absent_last(a.date, b.date, sort.descending, Ord::cmp);
        }
        let (a, b) = (field(a, &sort.field), field(b, &sort.field));
        compare_absent_last(a, b, sort.descending, |a, b| compare(a, b, text_order))
    };
    let mut sorted = indexes.to_vec();
    sorted.sort_by(|&a, &b| {
        let (a, b) = (&entries[a], &entries[b]);
        sort.map_or(Ordering::Equal, |sort| by_field(a, b, sort)).then_with(|| a.id.cmp(&b.id))
    });
    sorted
}

fn field<'e>(entry: &'e Entry, name: &str) -> Option<&'e Value> {
    entry.fields.get(name).filter(|value| !value.is_null())
}

/// Compares optional values; `None` comes last in either direction.
fn compare_absent_last<T>(
    a: Option<T>,
    b: Option<T>,
    descending: bool,
    compare: impl Fn(&T, &T) -> Ordering,
) -> Ordering {
    match (a, b) {
        (Some(a), Some(b)) if descending => compare(&b, &a),
        (Some(a), Some(b)) => compare(&a, &b),
        (a, b) => b.is_some().cmp(&a.is_some()),
    }
}

/// Compares numbers by size, texts by the order of the language, and booleans with false first. Compares all other
/// pairs of values by type.
fn compare(a: &Value, b: &Value, text_order: &TextOrder) -> Ordering {
    match (a, b) {
        (Value::Number(a), Value::Number(b)) => {
            a.as_f64().unwrap_or_default().total_cmp(&b.as_f64().unwrap_or_default())
        }
        (Value::String(a), Value::String(b)) => text_order.compare(a, b),
        (Value::Bool(a), Value::Bool(b)) => a.cmp(b),
        _ => type_rank(a).cmp(&type_rank(b)),
    }
}

fn type_rank(value: &Value) -> u8 {
    match value {
        Value::Bool(_) => 0,
        Value::Number(_) => 1,
        Value::String(_) => 2,
        _ => 3,
    }
}
