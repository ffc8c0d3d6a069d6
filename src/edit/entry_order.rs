//! The order of a collection that is sorted by a number. A move gives as few entries as possible another number.

use std::ops::RangeInclusive;

use serde::{Deserialize, Serialize};

use super::change::set_value;
use super::content_file::{entry_title, in_words};
use super::journal::{ChangeKind, DescribedChange};
use super::refused::Refused;
use super::workspace::Workspace;
use crate::content::entry::Visibility;
use crate::content::entry_file::EntryRole;
use crate::route;
use crate::schema::Schema;
use crate::site::{EntryIndex, Site};
use crate::yaml::pointer::join;

/// The entries of a collection, as a panel lists them.
#[derive(Debug, Serialize)]
pub struct EntryList {
    pub label: String,
    pub entries: Vec<ListedEntry>,
    /// Whether the entries can be moved: the collection is sorted by a number, and each of them has its own.
    pub is_ordered: bool,
}

/// An entry of a collection.
#[derive(Debug, Serialize)]
pub struct ListedEntry {
    pub file: String,
    pub title: String,
    /// Why visitors do not see the entry.
    pub hidden: Option<&'static str>,
}

/// The move of an entry to another position in its collection.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct EntryMove {
    pub file: String,
    /// The new position of the entry, from 0.
    pub to: usize,
}

/// Says why visitors do not see an entry.
pub fn why_hidden(visibility: Visibility) -> Option<&'static str> {
    match visibility {
        Visibility::Published => None,
        Visibility::Draft => Some("Draft"),
        Visibility::Future => Some("Not before its date"),
        Visibility::Expired => Some("Expired"),
    }
}

/// Lists the entries of a collection in its order, and its sections.
pub fn list_entries(workspace: &Workspace<'_>, collection: &str) -> Result<EntryList, Refused> {
    let site = workspace.site();
    let order = order_of(site, collection)?;
    let is_ordered = sort_numbers(site, &order).is_some();
    // Sections outside of the order come first. They are left out if entries can be moved, as a position in the list is
    // then a position in the order.
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

fn order_of(site: &Site, collection: &str) -> Result<Vec<EntryIndex>, Refused> {
    let listable = site.listable(collection).ok_or(Refused::NotFound)?;
    Ok(site.order(listable).into_owned())
}

struct SortNumbers<'s> {
    field: &'s str,
    /// `1` or, if the numbers descend, `-1`.
    sign: i64,
    /// The numbers times `sign`, which ascend.
    numbers: Vec<i64>,
}

/// Returns the numbers by which entries are sorted; `None` unless each entry has one of its own. Where numbers repeat,
/// each of several groups may have its own count, and moving an entry would mix the groups.
fn sort_numbers<'s>(site: &'s Site, order: &[EntryIndex]) -> Option<SortNumbers<'s>> {
    let collection = &site.collections()[site.entry(*order.first()?).collection];
    let sort = collection.sort.as_ref()?;
    let sign = if sort.descending { -1 } else { 1 };
    let number = |index: &EntryIndex| site.entry(*index).fields.get(&sort.field)?.as_i64()?.checked_mul(sign);
    let numbers: Vec<i64> = order.iter().map(number).collect::<Option<_>>()?;
    numbers.is_sorted_by(|one, next| one < next).then_some(SortNumbers { field: &sort.field, sign, numbers })
}

/// Describes the move of an entry. Returns `None` if the entry is there already.
pub fn describe_move(workspace: &Workspace<'_>, wanted: &EntryMove) -> Result<Option<DescribedChange>, Refused> {
    let site = workspace.site();
    let index = site.entry_by_file(&wanted.file).ok_or(Refused::NotFound)?;
    let name = &site.collections()[site.entry(index).collection].name;
    let mut order = order_of(site, name)?;
    let SortNumbers { field, sign, mut numbers } = sort_numbers(site, &order).ok_or(Refused::NotFound)?;
    let from = order.iter().position(|other| *other == index).ok_or(Refused::NotFound)?;
    let to = wanted.to.min(order.len() - 1);
    let (moved, number) = (order.remove(from), numbers.remove(from));
    order.insert(to, moved);
    numbers.insert(to, number);
    let pointer = join("", field);
    let bounds = number_bounds(&site.entry(index).schema, &pointer, sign);
    let mut files = Vec::new();
    for ((entry, number), new_number) in order.iter().zip(&numbers).zip(renumber(&numbers, &bounds)) {
        if *number == new_number {
            continue;
        }
        let file = workspace.open(&site.entry(*entry).file.file)?;
        let (was, to) = ((number * sign).into(), (new_number * sign).into());
        files.extend(set_value(workspace, &file, &pointer, &was, &to)?.map(|new| file.change_to(&new)));
    }
    if files.is_empty() {
        return Ok(None);
    }
    let (file, label, was, to) = (wanted.file.clone(), entry_title(site, index), from.into(), to.into());
    Ok(Some(DescribedChange { file, label, was, to, files, ..DescribedChange::new(ChangeKind::Order) }))
}

/// Returns the bounds of the numbers that a schema allows at `pointer`, times `sign`.
fn number_bounds(schema: &Schema, pointer: &str, sign: i64) -> RangeInclusive<i64> {
    let parts = schema.parts_at(pointer);
    let bound = |keyword: &str| Some(parts.iter().find_map(|part| part.get(keyword)?.as_i64())?.saturating_mul(sign));
    let (least, most) = if sign > 0 { ("minimum", "maximum") } else { ("maximum", "minimum") };
    bound(least).unwrap_or(i64::MIN / 2)..=bound(most).unwrap_or(i64::MAX / 2)
}

/// Returns ascending numbers, within the bounds if there is room, of which as many as possible are unchanged. Prefers
/// the sorted present numbers if these change no more entries.
fn renumber(before: &[i64], bounds: &RangeInclusive<i64>) -> Vec<i64> {
    let mut sorted = before.to_vec();
    sorted.sort_unstable();
    let is_allowed = sorted.is_sorted_by(|one, next| one < next) && sorted.iter().all(|number| bounds.contains(number));
    let new = keep_most_numbers(before, bounds);
    let changed = |numbers: &[i64]| numbers.iter().zip(before).filter(|(number, before)| number != before).count();
    if is_allowed && changed(&sorted) <= changed(&new) { sorted } else { new }
}

/// Returns ascending numbers of which as many as possible are unchanged.
///
/// Two entries can both keep their numbers if these are at least as far apart as their positions. Then their offsets,
/// which are the numbers minus the positions, do not decrease from one to the other. So the entries of the longest
/// subsequence of offsets that never decrease keep their numbers.
fn keep_most_numbers(before: &[i64], bounds: &RangeInclusive<i64>) -> Vec<i64> {
    let offsets: Vec<i64> = before.iter().zip(0..).map(|(number, position)| number.saturating_sub(position)).collect();
    // A number stays only if the bounds have room for the numbers of the entries before and after it.
    let last = i64::try_from(before.len()).unwrap_or(i64::MAX).saturating_sub(1);
    let allowed = *bounds.start()..=bounds.end().saturating_sub(last);
    let stays = longest_ascending(&offsets, &allowed);
    let mut next = match stays.iter().position(|stays| *stays) {
        // The numbers before the first one that stays count up to it.
        Some(position) => offsets[position],
        // If no number stays, they begin at 1, or as near to it as the bounds allow.
        None => (*allowed.start()).max(1.min(*allowed.end())),
    };
    let mut numbers = Vec::new();
    for (number, stays) in before.iter().zip(stays) {
        let new = if stays { *number } else { next };
        numbers.push(new);
        next = new.saturating_add(1);
    }
    numbers
}

/// Returns which values belong to the longest subsequence that never decreases and has allowed values only.
fn longest_ascending(values: &[i64], allowed: &RangeInclusive<i64>) -> Vec<bool> {
    // For each position, the length of the longest subsequence that ends there (0 if its value is not allowed), and the
    // position before it in this subsequence.
    let mut best: Vec<(usize, Option<usize>)> = Vec::new();
    for (at, own) in values.iter().enumerate() {
        let earlier = (0..at).filter(|other| best[*other].0 > 0 && values[*other] <= *own);
        let longest = earlier.max_by_key(|other| best[*other].0);
        let length = if allowed.contains(own) { 1 + longest.map_or(0, |longest| best[longest].0) } else { 0 };
        best.push((length, longest));
    }
    let mut is_member = vec![false; values.len()];
    let mut at = (0..values.len()).filter(|at| best[*at].0 > 0).max_by_key(|at| best[*at].0);
    while let Some(position) = at {
        is_member[position] = true;
        at = best[position].1;
    }
    is_member
}

#[cfg(test)]
mod tests {
    use std::ops::RangeInclusive;

    use super::renumber;

    #[test]
    fn the_fewest_numbers_change() {
        let check = |before: &[i64], minimum: i64, expected: &[i64]| {
            assert_eq!(renumber(before, &(minimum..=i64::MAX / 2)), expected, "{before:?}");
        };
        check(&[1, 2, 3], 1, &[1, 2, 3]);
        check(&[20, 10, 30], 0, &[9, 10, 30]);
        check(&[10, 40, 20, 30], 0, &[10, 11, 20, 30]);
        check(&[2, 1, 3], 1, &[1, 2, 3]);
        check(&[2, 3, 1], 1, &[2, 3, 4]);
        check(&[1, 1, 1], 1, &[1, 2, 3]);
        check(&[], 1, &[]);
    }

    #[test]
    fn neighbours_exchange_their_numbers() {
        let bounds = i64::MIN / 2..=i64::MAX / 2;
        assert_eq!(renumber(&[1, 3, 2, 4], &bounds), [1, 2, 3, 4]);
    }

    #[test]
    fn numbers_stay_within_the_bounds() {
        let check = |before: &[i64], bounds: RangeInclusive<i64>, expected: &[i64]| {
            assert_eq!(renumber(before, &bounds), expected, "{before:?}");
        };
        check(&[2, 3, 1], 1..=3, &[1, 2, 3]);
        check(&[7, 9, 3], 1..=9, &[1, 2, 3]);
        // Descending: 3, 2, 1 with a minimum of 1, the last to the front.
        check(&[-1, -3, -2], -9..=-1, &[-4, -3, -2]);
        check(&[-2, -1, -3], -3..=-1, &[-3, -2, -1]);
        check(&[-9, -8, -1, -7], -9..=-1, &[-9, -8, -7, -1]);
    }
}
