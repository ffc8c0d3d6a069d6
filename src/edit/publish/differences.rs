//! The differences of two values: which parts were changed, added, removed or moved.

use std::collections::VecDeque;
use std::hash::Hash;

use rustc_hash::{FxHashMap, FxHashSet};
use serde_json::Value;
use similar::{Algorithm, DiffOp, DiffTag, capture_diff_slices};

use crate::yaml::pointer::join;

/// A part of a value that differs. If a list item was moved, `before` and `now` are equal.
#[derive(Debug)]
pub struct ValueDifference<'v> {
    /// The pointer of the part: in the earlier value if the part was removed, else in the later one.
    pub at: String,
    /// `None` if the part was added.
    pub before: Option<&'v Value>,
    /// `None` if the part was removed.
    pub now: Option<&'v Value>,
}

pub fn compare_values<'v>(before: &'v Value, now: &'v Value) -> Vec<ValueDifference<'v>> {
    let mut found = Vec::new();
    compare(before, now, ("", ""), &mut found);
    found
}

/// Compares two parts of values and adds their differences to `found`. `at` has the pointers of both.
fn compare<'v>(before: &'v Value, now: &'v Value, at: (&str, &str), found: &mut Vec<ValueDifference<'v>>) {
    match (before, now) {
        (Value::Object(old), Value::Object(new)) => {
            for (key, value) in new {
                match old.get(key) {
                    Some(was) => compare(was, value, (&join(at.0, key), &join(at.1, key)), found),
                    None => found.push(ValueDifference { at: join(at.1, key), before: None, now: Some(value) }),
                }
            }
            for (key, value) in old.iter().filter(|(key, _)| !new.contains_key(*key)) {
                found.push(ValueDifference { at: join(at.0, key), before: Some(value), now: None });
            }
        }
        (Value::Array(old), Value::Array(new)) => compare_lists(old, new, at, found),
        _ if before == now => {}
        _ => found.push(ValueDifference { at: at.1.to_owned(), before: Some(before), now: Some(now) }),
    }
}

fn compare_lists<'v>(old: &'v [Value], new: &'v [Value], at: (&str, &str), found: &mut Vec<ValueDifference<'v>>) {
    let texts = |items: &[Value]| items.iter().map(Value::to_string).collect::<Vec<_>>();
    let item = |list: &str, number: usize| join(list, &number.to_string());
    let (old_texts, new_texts) = (texts(old), texts(new));
    for pair in pair_items(&old_texts, &new_texts) {
        match pair {
            (Some(was), Some(is)) if old_texts[was] != new_texts[is] => {
                compare(&old[was], &new[is], (&item(at.0, was), &item(at.1, is)), found);
            }
            (was, is) => {
                let at = is.map(|is| item(at.1, is)).or_else(|| was.map(|was| item(at.0, was))).unwrap_or_default();
                found.push(ValueDifference { at, before: was.map(|was| &old[was]), now: is.map(|is| &new[is]) });
            }
        }
    }
}

/// Pairs the numbers of the items in which two lists differ. An item that both lists have at different places is paired
/// with itself, and any other new item with the old one that it replaces. Added and removed items have no partner.
pub fn pair_items<T: Eq + Hash + Ord>(old: &[T], new: &[T]) -> Vec<(Option<usize>, Option<usize>)> {
    let operations = capture_diff_slices(Algorithm::Myers, old, new);
    let changed = || operations.iter().filter(|operation| operation.tag() != DiffTag::Equal);
    let mut removed: FxHashMap<&T, VecDeque<usize>> = FxHashMap::default();
    for number in changed().flat_map(DiffOp::old_range) {
        removed.entry(&old[number]).or_default().push_back(number);
    }
    // The new numbers of moved items, with the old ones. Of equal items, each is paired once.
    let moved: FxHashMap<usize, usize> = changed()
        .flat_map(DiffOp::new_range)
        .filter_map(|number| Some((number, removed.get_mut(&new[number])?.pop_front()?)))
        .collect();
    let moved_from: FxHashSet<usize> = moved.values().copied().collect();
    let mut pairs = Vec::new();
    for operation in changed() {
        let mut gone = operation.old_range().filter(|number| !moved_from.contains(number));
        for number in operation.new_range() {
            pairs.push((moved.get(&number).copied().or_else(|| gone.next()), Some(number)));
        }
        pairs.extend(gone.map(|number| (Some(number), None)));
    }
    pairs
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::compare_values;

    #[track_caller]
    fn check(before: &Value, now: &Value, expected: &[&str]) {
        let found = compare_values(before, now).into_iter().map(|difference| {
            let what = match (difference.before, difference.now) {
                (Some(was), Some(to)) if was == to => "moved".to_owned(),
                (Some(was), Some(to)) => format!("{was} → {to}"),
                (None, value) => format!("+ {}", value.expect("an added value")),
                (Some(value), None) => format!("- {value}"),
            };
            format!("{} {what}", difference.at)
        });
        assert_eq!(found.collect::<Vec<_>>(), expected, "{before} {now}");
    }

    #[test]
    fn fields_are_compared_by_their_keys() {
        check(&json!({ "a": 1, "b": { "c": "x" } }), &json!({ "b": { "c": "y" }, "a": 1 }), &["/b/c \"x\" → \"y\""]);
        check(&json!({ "a": 1, "b": 2 }), &json!({ "c": 3, "a": 1 }), &["/c + 3", "/b - 2"]);
        check(&json!({ "a": 1 }), &json!({ "a": [1] }), &["/a 1 → [1]"]);
        check(&Value::Null, &Value::Null, &[]);
    }

    #[test]
    fn items_are_compared_with_those_that_they_replace() {
        let items =
            |values: &[i32]| json!(values.iter().map(|value| json!({ "v": value, "w": 0 })).collect::<Vec<_>>());
        check(&items(&[1, 2, 3]), &items(&[1, 5, 3]), &["/1/v 2 → 5"]);
        check(&items(&[1, 2]), &items(&[1, 7, 2]), &["/1 + {\"v\":7,\"w\":0}"]);
        check(&items(&[1, 2]), &items(&[2]), &["/0 - {\"v\":1,\"w\":0}"]);
        check(&items(&[1, 2, 3]), &items(&[3, 1, 2]), &["/0 moved"]);
        check(&items(&[1, 1, 2, 3, 4]), &items(&[2, 3, 4, 1]), &["/1 - {\"v\":1,\"w\":0}", "/3 moved"]);
        check(&items(&[1, 2, 3, 4]), &items(&[2, 3, 4, 1, 1]), &["/3 moved", "/4 + {\"v\":1,\"w\":0}"]);
        check(&json!([{ "a": 1, "b": 2 }]), &json!([{ "b": 2, "a": 1 }]), &[]);
    }
}
