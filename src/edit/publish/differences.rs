//! The differences of two values: which parts were changed, added, removed or moved.

use rustc_hash::FxHashSet;
use serde_json::Value;
use similar::{Algorithm, DiffOp, capture_diff_slices};

use crate::yaml::pointer::join;

/// A part of a value that differs.
#[derive(Debug, PartialEq)]
pub struct ValueDifference {
    /// The pointer of the part: in the earlier value if the part was removed, else in the later one.
    pub at: String,
    pub kind: DifferenceKind,
}

/// What happened to a part.
#[derive(Debug, PartialEq)]
pub enum DifferenceKind {
    Changed { was: Value, to: Value },
    Added(Value),
    Removed(Value),
    Moved,
}

/// Compares two values.
pub fn compare_values(before: &Value, now: &Value) -> Vec<ValueDifference> {
    let mut found = Vec::new();
    compare(before, now, ("", ""), &mut found);
    found
}

/// Compares two parts of values and adds their differences to `found`. `at` has the pointers of both.
fn compare(before: &Value, now: &Value, at: (&str, &str), found: &mut Vec<ValueDifference>) {
    match (before, now) {
        (Value::Object(old), Value::Object(new)) => {
            for (key, value) in new {
                match old.get(key) {
                    Some(was) => compare(was, value, (&join(at.0, key), &join(at.1, key)), found),
                    None => add(found, join(at.1, key), DifferenceKind::Added(value.clone())),
                }
            }
            for (key, value) in old.iter().filter(|(key, _)| !new.contains_key(*key)) {
                add(found, join(at.0, key), DifferenceKind::Removed(value.clone()));
            }
        }
        (Value::Array(old), Value::Array(new)) => compare_lists(old, new, at, found),
        _ if before == now => {}
        _ => add(found, at.1.to_owned(), DifferenceKind::Changed { was: before.clone(), to: now.clone() }),
    }
}

fn add(found: &mut Vec<ValueDifference>, at: String, kind: DifferenceKind) {
    found.push(ValueDifference { at, kind });
}

/// Compares two lists. An item that both have at different places was moved. Any other new item is compared with the
/// old one that it replaces.
fn compare_lists(old: &[Value], new: &[Value], at: (&str, &str), found: &mut Vec<ValueDifference>) {
    let texts = |items: &[Value]| items.iter().map(Value::to_string).collect::<Vec<_>>();
    let (old_texts, new_texts) = (texts(old), texts(new));
    let operations = capture_diff_slices(Algorithm::Myers, &old_texts, &new_texts);
    let changed = || operations.iter().filter(|operation| !matches!(operation, DiffOp::Equal { .. }));
    let removed: FxHashSet<&String> = changed().flat_map(|operation| &old_texts[operation.old_range()]).collect();
    let added: FxHashSet<&String> = changed().flat_map(|operation| &new_texts[operation.new_range()]).collect();
    for operation in changed() {
        let mut gone = operation.old_range().filter(|&item| !added.contains(&old_texts[item]));
        for item in operation.new_range() {
            let place = join(at.1, &item.to_string());
            if removed.contains(&new_texts[item]) {
                add(found, place, DifferenceKind::Moved);
            } else if let Some(was) = gone.next() {
                compare(&old[was], &new[item], (&join(at.0, &was.to_string()), &place), found);
            } else {
                add(found, place, DifferenceKind::Added(new[item].clone()));
            }
        }
        for item in gone {
            add(found, join(at.0, &item.to_string()), DifferenceKind::Removed(old[item].clone()));
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::{DifferenceKind, compare_values};

    #[track_caller]
    fn check(before: &Value, now: &Value, expected: &[&str]) {
        let found = compare_values(before, now).into_iter().map(|difference| {
            let what = match difference.kind {
                DifferenceKind::Changed { was, to } => format!("{was} → {to}"),
                DifferenceKind::Added(value) => format!("+ {value}"),
                DifferenceKind::Removed(value) => format!("- {value}"),
                DifferenceKind::Moved => "moved".to_owned(),
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
    }
}
