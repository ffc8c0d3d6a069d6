//! The places to which later changes in the journal have moved files and the items of lists.

use super::{ChangeKind, DescribedChange};
use crate::config::Config;
use crate::edit::file_change::{FileChange, digest_of};
use crate::yaml::pointer::split_last;

/// Returns the present path of a file that the change `number` wrote at `file`: later changes may have moved the file.
pub fn current_path(changes: &[DescribedChange], number: u64, file: &str) -> String {
    let last = later_changes(changes, number, file).pop();
    last.map_or(file, |(_, part)| &part.file).to_owned()
}

/// Returns the pointer of a change's value after the later changes; `None` if the item that it lies in is gone.
pub fn current_pointer(changes: &[DescribedChange], change: &DescribedChange) -> Option<String> {
    follow_changes(changes, change, false)
}

/// Returns the pointer at which a removed item belongs after the later changes; `None` if an item around it is gone.
pub fn current_gap(changes: &[DescribedChange], change: &DescribedChange) -> Option<String> {
    follow_changes(changes, change, true)
}

fn follow_changes(changes: &[DescribedChange], change: &DescribedChange, is_gap: bool) -> Option<String> {
    // `Err` while the item is removed: the number of the removal, and the pointer of the value within the item.
    let mut place = Ok(change.at.clone());
    // `at` and `kind` of a change are about its own file. They do not say which items have moved in the other files of
    // the change, such as a file that linked to a deleted entry.
    let later = later_changes(changes, change.number, &change.file).into_iter();
    for (later, _) in later.filter(|(later, part)| later.file == part.file) {
        place = match place {
            Ok(at) => pointer_after(&at, later, is_gap).map_err(|inside| (later.number, inside)),
            Err((removal, inside)) if later.undoes == Some(removal) => Ok([&*later.at, &inside].concat()),
            removed => removed,
        };
    }
    place.ok()
}

/// Lists the changes after the change `number` that touch a file, even if the file was moved between them. Each comes
/// with its part for the file.
fn later_changes<'a>(
    changes: &'a [DescribedChange],
    number: u64,
    file: &'a str,
) -> Vec<(&'a DescribedChange, &'a FileChange)> {
    let mut path = file;
    let mut found = Vec::new();
    for later in changes.iter().filter(|later| later.number > number) {
        let is_of_file = |part: &&FileChange| part.file == *path || part.moved_from.as_deref() == Some(path);
        if let Some(part) = later.files.iter().find(is_of_file) {
            path = &part.file;
            found.push((later, part));
        }
    }
    found
}

/// Whether `changes` record all moves of list items in the file since `change`: no other program has written the file,
/// and no deletion of an entry has removed items that led to the entry.
pub fn has_all_changes_since(changes: &[DescribedChange], change: &DescribedChange, config: &Config) -> bool {
    let mut last = change.files.iter().find(|part| part.file == change.file);
    for (later, part) in later_changes(changes, change.number, &change.file) {
        if later.kind == ChangeKind::Delete || last.is_some_and(|last| last.after != part.before) {
            return false;
        }
        last = Some(part);
    }
    last.is_none_or(|last| last.after == digest_of(&last.file, config))
}

/// Returns the pointer that a value has after a change of its file, which may renumber the items of a list. With
/// `is_gap`, `at` is the gap before an item. The gap stays if the item is removed or moved.
///
/// # Errors
/// Fails with the pointer of the value within its item if the item is removed.
fn pointer_after(at: &str, change: &DescribedChange, is_gap: bool) -> Result<String, String> {
    let unchanged = || Ok(at.to_owned());
    let Some((list, changed)) = split_last(&change.at) else { return unchanged() };
    let Some(rest) = at.strip_prefix(list).and_then(|rest| rest.strip_prefix('/')) else { return unchanged() };
    let (number, inside) = rest.split_at(rest.find('/').unwrap_or(rest.len()));
    let (Ok(number), Ok(changed)) = (number.parse::<u64>(), changed.parse::<u64>()) else { return unchanged() };
    let is_gap = is_gap && inside.is_empty();
    let number = match change.kind {
        ChangeKind::Move => match (change.was.as_u64(), change.to.as_u64()) {
            (Some(from), Some(to)) if from == number && !is_gap => to,
            (Some(from), Some(to)) => {
                let without = number - u64::from(number > from);
                without.saturating_add(u64::from(without >= to))
            }
            _ => number,
        },
        ChangeKind::Insert => number.saturating_add(u64::from(number >= changed)),
        ChangeKind::Remove if number == changed && !is_gap => return Err(inside.to_owned()),
        ChangeKind::Remove => number - u64::from(number > changed),
        _ => number,
    };
    Ok(format!("{list}/{number}{inside}"))
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::{ChangeKind, DescribedChange, FileChange, current_gap, current_pointer, pointer_after};

    fn change_of(number: u64, kind: ChangeKind, at: &str) -> DescribedChange {
        let (at, files) = (at.to_owned(), vec![FileChange::default()]);
        DescribedChange { number, at, files, ..DescribedChange::new(kind) }
    }

    #[test]
    fn a_change_of_items_and_its_inverse_leave_other_items_where_they_were() {
        let first = change_of(1, ChangeKind::Set, "/a/7");
        for kind in [ChangeKind::Insert, ChangeKind::Remove] {
            let change = change_of(2, kind, "/a/0");
            let undone = DescribedChange { number: 3, ..change.clone().inverse() };
            assert_eq!(current_pointer(&[first.clone(), change, undone], &first).as_deref(), Some("/a/7"), "{kind:?}");
        }
    }

    #[test]
    fn changes_of_a_damaged_journal_move_nothing_that_they_do_not_name() {
        let first = change_of(1, ChangeKind::Set, "/a/7");
        let check = |kind: ChangeKind, at: &str, expected: Option<&str>| {
            let changes = [first.clone(), change_of(2, kind, at)];
            assert_eq!(current_pointer(&changes, &first).as_deref(), expected, "{kind:?} {at}");
        };
        check(ChangeKind::Move, "/a/100", Some("/a/7"));
        check(ChangeKind::Remove, "/a/007", None);
        check(ChangeKind::Insert, "/a/18446744073709551615", Some("/a/7"));
    }

    #[test]
    fn pointers_follow_the_items_of_lists() {
        let change = |kind: ChangeKind, at: &str, was: Value, to: Value| DescribedChange {
            at: at.to_owned(),
            was,
            to,
            ..DescribedChange::new(kind)
        };
        let check = |at: &str, change: &DescribedChange, expected: Option<&str>| {
            assert_eq!(pointer_after(at, change, false).ok().as_deref(), expected, "{at} {change:?}");
        };
        let up = change(ChangeKind::Move, "/a/2", json!(2), json!(0));
        for (at, expected) in
            [("/a/2/x", "/a/0/x"), ("/a/0", "/a/1"), ("/a/1", "/a/2"), ("/a/3", "/a/3"), ("/b/2", "/b/2")]
        {
            check(at, &up, Some(expected));
        }
        let down = change(ChangeKind::Move, "/a/0", json!(0), json!(2));
        for (at, expected) in [("/a/0", "/a/2"), ("/a/1", "/a/0"), ("/a/2", "/a/1"), ("/a/3", "/a/3"), ("/a", "/a")] {
            check(at, &down, Some(expected));
        }
        let insert = change(ChangeKind::Insert, "/a/1", Value::Null, json!("new"));
        check("/a/0", &insert, Some("/a/0"));
        check("/a/1/b/1", &insert, Some("/a/2/b/1"));
        let remove = change(ChangeKind::Remove, "/a/1", json!("old"), Value::Null);
        check("/a/1/b", &remove, None);
        check("/a/2/b", &remove, Some("/a/1/b"));
        assert_eq!(pointer_after("/a/1", &remove, true).as_deref(), Ok("/a/1"));
        let remove_null = change(ChangeKind::Remove, "/a/1", Value::Null, Value::Null);
        check("/a/1", &remove_null, None);
        check("/a/2", &remove_null, Some("/a/1"));
        check("/a/2", &change(ChangeKind::Insert, "/a/1", Value::Null, Value::Null), Some("/a/3"));
        check("/a/1", &change(ChangeKind::Set, "/a/1", json!(1), json!(2)), Some("/a/1"));
        check("/a/x", &insert, Some("/a/x"));
    }

    #[test]
    fn a_removed_item_belongs_nowhere_while_the_item_around_it_is_gone() {
        let inner = change_of(1, ChangeKind::Remove, "/a/0/b/1");
        let outer = change_of(2, ChangeKind::Remove, "/a/0");
        let undone = DescribedChange { number: 3, ..outer.clone().inverse() };
        let changes = [inner.clone(), outer, undone];
        assert_eq!(current_gap(&changes[..2], &inner), None);
        assert_eq!(current_gap(&changes, &inner).as_deref(), Some("/a/0/b/1"));
    }
}
