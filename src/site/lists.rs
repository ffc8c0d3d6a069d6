//! The entries that each collection lists, and their order.

use std::sync::Arc;

use super::sort::sorted;
use super::tree::EntryTree;
use crate::content::collection::Collection;
use crate::content::entry::Entry;
use crate::content::entry_file::EntryRole;
use crate::language::TextOrder;
use crate::route::is_within;

pub fn find_collection(collections: &[Arc<Collection>], name: &str) -> Option<usize> {
    collections.binary_search_by(|known| known.name.as_str().cmp(name)).ok()
}

/// Returns the outermost collection that each collection extends.
pub fn outermost_collections(collections: &[Arc<Collection>]) -> Vec<usize> {
    // The outermost collection is always found.
    collections.iter().filter_map(|collection| find_collection(collections, &collection.outermost().name)).collect()
}

/// Returns the entries of each collection: its own, and those of the collections that extend it.
pub fn add_nested(collections: &[Arc<Collection>], own: Vec<Vec<usize>>) -> Vec<Vec<usize>> {
    let mut all = own.clone();
    for (collection, own) in collections.iter().zip(own) {
        for ancestor in collection.ancestors().filter_map(|ancestor| find_collection(collections, &ancestor.name)) {
            all[ancestor].extend(&own);
        }
    }
    all
}

/// Lists the entries of a collection in its order. `all` are the entries of the collection and of the collections that
/// extend it.
pub fn list_in_order(
    entries: &[Arc<Entry>],
    tree: &EntryTree,
    collection: &Collection,
    all: &[usize],
    text_order: &TextOrder,
) -> Vec<usize> {
    let is_listed = |at: &usize| collection.lists_sections() || entries[*at].role != EntryRole::Section;
    if collection.is_tree {
        let is_top =
            |at: &&usize| tree.parent(**at).is_none_or(|parent| !is_within(&entries[parent].id, &collection.name));
        let tops: Vec<usize> = all.iter().filter(is_top).copied().collect();
        let mut order = Vec::with_capacity(all.len());
        tree.flatten(&sorted(entries, &tops, collection.sort.as_ref(), text_order), &mut order);
        order.retain(is_listed);
        return order;
    }
    let listed: Vec<usize> = all.iter().copied().filter(is_listed).collect();
    sorted(entries, &listed, collection.sort.as_ref(), text_order)
}
