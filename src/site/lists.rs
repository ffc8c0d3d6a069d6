//! The lists of collections: which entries each one lists, and in which order.

use std::sync::Arc;

use super::sort::sorted;
use super::tree::{EntryTree, is_within, sort_by_field};
use crate::content::collection::Collection;
use crate::content::entry::Entry;
use crate::content::entry_file::EntryRole;
use crate::language::TextOrder;

/// Adds to each collection's entries those of the collections that extend it. Returns also the outermost collection of each.
pub fn with_nested(
    entries: &[Arc<Entry>],
    collections: &[Arc<Collection>],
    own: Vec<Vec<usize>>,
) -> (Vec<Vec<usize>>, Vec<usize>) {
    let index_of = |name: &str| collections.binary_search_by(|known| known.name.as_str().cmp(name)).ok();
    let outermost: Vec<usize> = collections.iter().filter_map(|c| index_of(&c.outermost().name)).collect();
    let mut all = own.clone();
    for (collection, own) in collections.iter().zip(own) {
        let around = std::iter::successors(collection.parent.as_ref(), |around| around.parent.as_ref());
        for around in around.filter_map(|around| index_of(&around.name)) {
            all[around].extend(&own);
            all[around].sort_by(|&a, &b| entries[a].id.cmp(&entries[b].id));
        }
    }
    (all, outermost)
}

/// Lists the entries of a collection, `all` of which are given, in its order.
pub fn list(
    entries: &[Arc<Entry>],
    tree: &EntryTree,
    collection: &Collection,
    all: &[usize],
    texts: &TextOrder,
) -> Vec<usize> {
    let is_listed = |at: &usize| collection.lists_sections() || entries[*at].role != EntryRole::Section;
    if collection.is_tree {
        let is_top =
            |at: &&usize| tree.parent(**at).is_none_or(|parent| !is_within(&entries[parent].id, &collection.name));
        let tops: Vec<usize> = all.iter().filter(is_top).copied().collect();
        let mut order = Vec::with_capacity(all.len());
        tree.flatten(&sort_by_field(entries, &tops, collection.sort.as_ref(), texts), &mut order);
        order.retain(is_listed);
        return order;
    }
    let listed: Vec<usize> = all.iter().copied().filter(is_listed).collect();
    collection.sort.as_ref().map_or_else(|| listed.clone(), |sort| sorted(entries, &listed, sort, texts))
}
