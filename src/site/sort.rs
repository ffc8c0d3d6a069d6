//! The order of entries by a field, or by id.

use std::cmp::Ordering;

use jiff::Timestamp;
use serde_json::Value;

use crate::content::collection::Sort;
use crate::content::entry::{Entry, EntryIndex, moment};
use crate::content::loaded_content::Content;
use crate::language::TextOrder;

/// The value by which an entry is sorted.
enum SortKey<'e> {
    Moment(Timestamp),
    Value(&'e Value),
}

/// Sorts `indexes` by the field of `sort`, if any, then by id. Entries without the field come last in either direction.
pub(super) fn sorted(
    content: &Content,
    indexes: &[EntryIndex],
    sort: Option<&Sort>,
    text_order: &TextOrder,
) -> Vec<EntryIndex> {
    let is_descending = sort.is_some_and(|sort| sort.descending);
    let key = |&at: &EntryIndex| (sort.and_then(|sort| sort_key(content, &content.entries[at], &sort.field)), at);
    let mut keyed: Vec<_> = indexes.iter().map(key).collect();
    keyed.sort_by(|(a, a_at), (b, b_at)| {
        let by_id = || content.entries[*a_at].id.cmp(&content.entries[*b_at].id);
        match (a, b) {
            (Some(a), Some(b)) if is_descending => compare(b, a, text_order),
            (Some(a), Some(b)) => compare(a, b, text_order),
            (a, b) => b.is_some().cmp(&a.is_some()),
        }
        .then_with(by_id)
    });
    keyed.into_iter().map(|(_, at)| at).collect()
}

fn sort_key<'e>(content: &Content, entry: &'e Entry, field: &str) -> Option<SortKey<'e>> {
    let value = entry.fields.get(field).filter(|value| !value.is_null())?;
    let moment = || moment(&entry.fields, field, &content.settings.zone).map(SortKey::Moment);
    Some(entry.schema.is_date(field).then(moment).flatten().unwrap_or(SortKey::Value(value)))
}

/// Compares moments by time, numbers by size, texts by the order of the language, and booleans with false first.
/// Compares all other pairs of keys by type.
fn compare(a: &SortKey, b: &SortKey, text_order: &TextOrder) -> Ordering {
    match (a, b) {
        (SortKey::Moment(a), SortKey::Moment(b)) => a.cmp(b),
        (SortKey::Value(Value::Number(a)), SortKey::Value(Value::Number(b))) => {
            a.as_f64().unwrap_or_default().total_cmp(&b.as_f64().unwrap_or_default())
        }
        (SortKey::Value(Value::String(a)), SortKey::Value(Value::String(b))) => text_order.compare(a, b),
        (SortKey::Value(Value::Bool(a)), SortKey::Value(Value::Bool(b))) => a.cmp(b),
        _ => type_rank(a).cmp(&type_rank(b)),
    }
}

fn type_rank(key: &SortKey) -> u8 {
    match key {
        SortKey::Value(Value::Bool(_)) => 0,
        SortKey::Value(Value::Number(_)) => 1,
        SortKey::Moment(_) => 2,
        SortKey::Value(Value::String(_)) => 3,
        SortKey::Value(_) => 4,
    }
}
