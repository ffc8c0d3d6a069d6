//! The order of a collection that is sorted by a number. A move gives as few entries as possible another number.

use std::iter;
use std::ops::RangeInclusive;

use serde::{Deserialize, Serialize};

use super::change::replace_value;
use super::content_file::{entry_title, in_words};
use super::journal::{ChangeKind, DescribedChange};
use super::refused::Refused;
use super::workspace::Workspace;
use crate::content::collection::Sort;
use crate::content::entry::Visibility;
use crate::content::entry_file::EntryRole;
use crate::route;
use crate::site::{EntryIndex, Site};
use crate::yaml::pointer::join;

/// The entries of a collection, as a panel lists them.
#[derive(Debug, Serialize)]
pub struct EntryList {
    pub label: String,
    pub entries: Vec<ListedEntry>,
    /// Whether the entries can be moved: the collection is sorted by a number, and each of its entries has its own.
    pub is_ordered: bool,
}

#[derive(Debug, Serialize)]
pub struct ListedEntry {
    pub file: String,
    pub title: String,
    /// Why visitors do not see the entry.
    pub hidden: Option<&'static str>,
}

/// The move of an entry to another position in a list of entries.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct EntryMove {
    pub file: String,
    /// The collection or section whose entries are listed.
    pub collection: String,
    /// The new position of the entry in the list, from 0.
    pub to: usize,
}

pub fn why_hidden(visibility: Visibility) -> Option<&'static str> {
    match visibility {
        Visibility::Published => None,
        Visibility::Draft => Some("Draft"),
        Visibility::Future => Some("Not before its date"),
        Visibility::Expired => Some("Expired"),
    }
}

/// Lists the entries of a collection or a section.
pub fn list_entries(workspace: &Workspace<'_>, collection: &str) -> Result<EntryList, Refused> {
    let site = workspace.site();
    let listable = site.listable(collection).ok_or(Refused::NotFound)?;
    let order = site.order(listable);
    let is_ordered = sort_numbers(site, &site.order(listable.whole_collection())).is_some();
    // Sections outside of the order come first. If entries can be moved, these sections are left out, because a move
    // counts positions in the order alone.
    let is_outside = |index: &EntryIndex| {
        let entry = site.entry(*index);
        let is_section = entry.role == EntryRole::Section && route::is_within(&entry.id, collection);
        is_section && entry.language == 0 && !order.contains(index)
    };
    let sections = (0..site.entries().len()).filter(|index| !is_ordered && is_outside(index));
    let entries = sections.chain(order.iter().copied()).map(|index| {
        let entry = site.entry(index);
        let file = entry.file.file.to_string();
        ListedEntry { file, title: entry_title(site, index), hidden: why_hidden(entry.visibility) }
    });
    let label = in_words(collection);
    Ok(EntryList { label, is_ordered, entries: entries.collect() })
}

/// Returns the field by which the entries are sorted, and their numbers. Returns `None` unless each entry has a number
/// of its own: numbers repeat, for example, where a template groups the entries, and each group is numbered from 1.
fn sort_numbers<'s>(site: &'s Site, order: &[EntryIndex]) -> Option<(&'s Sort, Vec<i64>)> {
    let sort = site.collections()[site.entry(*order.first()?).collection].sort.as_ref()?;
    let number = |index: &EntryIndex| site.entry(*index).fields.get(&sort.field)?.as_i64();
    let numbers: Vec<i64> = order.iter().map(number).collect::<Option<_>>()?;
    let is_sorted = numbers.is_sorted_by(|one, next| if sort.descending { one > next } else { one < next });
    is_sorted.then_some((sort, numbers))
}

/// Describes the move of an entry. Returns `None` if its position stays the same.
pub fn describe_move(workspace: &Workspace<'_>, wanted: &EntryMove) -> Result<Option<DescribedChange>, Refused> {
    let site = workspace.site();
    let index = site.entry_by_file(&wanted.file).ok_or(Refused::NotFound)?;
    let listable = site.listable(&wanted.collection).ok_or(Refused::NotFound)?;
    let (listed, mut order) = (site.order(listable), site.order(listable.whole_collection()).into_owned());
    let (sort, mut numbers) = sort_numbers(site, &order).ok_or(Refused::NotFound)?;
    let position = |order: &[EntryIndex], entry| order.iter().position(|other| *other == entry);
    let was = position(&listed, index).ok_or(Refused::NotFound)?;
    let to = wanted.to.min(listed.len() - 1);
    // The entry takes the place of the one that is listed at `to`. In the whole collection, other entries may stand
    // between those of a section.
    let places = position(&order, index).zip(position(&order, listed[to]));
    let (from, place) = places.ok_or(Refused::NotFound)?;
    let (moved, number) = (order.remove(from), numbers.remove(from));
    order.insert(place, moved);
    numbers.insert(place, number);
    let pointer = join("", &sort.field);
    let parts = site.entry(index).schema.parts_at(&pointer);
    let bound = |keyword: &str| parts.iter().find_map(|part| part.get(keyword)?.as_i64());
    // Numbers near the ends of `i64` are out of bounds: several may saturate at the end, and be equal then.
    let bounds = bound("minimum").unwrap_or(i64::MIN / 2)..=bound("maximum").unwrap_or(i64::MAX / 2);
    let mut ascending_place = place;
    if sort.descending {
        order.reverse();
        numbers.reverse();
        ascending_place = order.len() - 1 - place;
    }
    let mut files = Vec::new();
    for ((entry, number), new_number) in order.iter().zip(&numbers).zip(renumber(&numbers, ascending_place, &bounds)) {
        if *number != new_number {
            let file = workspace.open(&site.entry(*entry).file.file)?;
            let new = replace_value(workspace, &file, &pointer, &(*number).into(), &new_number.into())?;
            files.extend(new.map(|new| file.change_to(&new)));
        }
    }
    if files.is_empty() {
        return Ok(None);
    }
    let (file, label, was, to) = (wanted.file.clone(), entry_title(site, index), was.into(), to.into());
    Ok(Some(DescribedChange { file, label, was, to, files, ..DescribedChange::new(ChangeKind::Order) }))
}

/// Returns ascending numbers, of which as few as possible differ from `before`. `before` ascends, except for the
/// number at `moved`. If no other way changes fewer numbers, the result is `before`, sorted.
fn renumber(before: &[i64], moved: usize, bounds: &RangeInclusive<i64>) -> Vec<i64> {
    let mut sorted = before.to_vec();
    sorted.sort_unstable();
    let after_previous = moved.checked_sub(1).map(|previous| before[previous].saturating_add(1));
    let before_next = before.get(moved + 1).map(|next| next.saturating_sub(1));
    let numbers = [after_previous, before_next, Some(before[moved])].into_iter().flatten();
    let others = numbers.map(|number| make_room(before, moved, number));
    let allowed = others.filter(|numbers| numbers.iter().all(|number| bounds.contains(number)));
    let changed = |numbers: &Vec<i64>| numbers.iter().zip(before).filter(|(number, before)| number != before).count();
    iter::once(sorted.clone()).chain(allowed).min_by_key(changed).unwrap_or(sorted)
}

/// Gives the `moved` entry this number. The numbers after it rise, and those before it fall, as far as they have to.
fn make_room(before: &[i64], moved: usize, number: i64) -> Vec<i64> {
    let mut numbers = before.to_vec();
    numbers[moved] = number;
    for at in moved + 1..numbers.len() {
        numbers[at] = numbers[at].max(numbers[at - 1].saturating_add(1));
    }
    for at in (0..moved).rev() {
        numbers[at] = numbers[at].min(numbers[at + 1].saturating_sub(1));
    }
    numbers
}

#[cfg(test)]
mod tests {
    use std::ops::RangeInclusive;

    use super::renumber;

    #[track_caller]
    fn check(before: &[i64], moved: usize, bounds: RangeInclusive<i64>, expected: &[i64]) {
        assert_eq!(renumber(before, moved, &bounds), expected, "{before:?}");
    }

    #[test]
    fn the_fewest_numbers_change() {
        check(&[1, 2, 3], 1, 1..=99, &[1, 2, 3]);
        check(&[20, 10, 30], 0, 0..=99, &[9, 10, 30]);
        check(&[10, 40, 20, 30], 1, 0..=99, &[10, 11, 20, 30]);
        check(&[2, 1, 3], 0, 1..=99, &[1, 2, 3]);
        check(&[2, 3, 1], 2, 1..=99, &[2, 3, 4]);
        check(&[5, 2, 3, 4, 9], 0, 1..=99, &[1, 2, 3, 4, 9]);
        check(&[1, 5, 2, 3, 4], 1, -9..=99, &[0, 1, 2, 3, 4]);
        check(&[3, 1, 2], 0, 1..=99, &[3, 4, 5]);
    }

    #[test]
    fn neighbours_exchange_their_numbers() {
        check(&[1, 3, 2, 4], 1, -9..=99, &[1, 2, 3, 4]);
    }

    #[test]
    fn numbers_stay_within_the_bounds() {
        check(&[2, 3, 1], 2, 1..=3, &[1, 2, 3]);
        check(&[7, 9, 3], 2, 1..=9, &[1, 2, 3]);
        check(&[3, 1, 2], 0, 0..=3, &[0, 1, 2]);
        check(&[1, 2, 9, 3], 2, 1..=9, &[1, 2, 3, 9]);
    }
}
