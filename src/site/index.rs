//! The index of the entries that pages of one language see: by id, by file, in the order of each collection, and as a
//! tree. Lists and the tree leave out unpublished entries.
//!
//! Pages see the entries in their language and, where a translation is missing, the entry in another language.

use std::sync::Arc;

use rayon::prelude::*;
use rustc_hash::FxHashMap;

use super::language_entries::{retain_in_language, select_by_id, select_listed, unknown_suffixes};
use super::lists::{add_nested, list_in_order, outermost_collections};
use super::sort::sorted;
use super::tree::EntryTree;
use crate::asset::attachment_key;
use crate::config::Config;
use crate::content::collection::Sort;
use crate::content::entry::{Entry, Visibility};
use crate::content::loaded_content::Content;
use crate::content::site_language::LanguageIndex;
use crate::diagnostic::Diagnostic;

/// An index into [`super::Site::entries`].
pub type EntryIndex = usize;

/// The references of an entry or data file: JSON pointers, and the entries that they lead to.
pub type References = Vec<(String, EntryIndex)>;

/// The index for one language. It depends on the entries' fields and not on their bodies.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Index {
    pub(super) by_id: FxHashMap<Arc<str>, EntryIndex>,
    /// By the file's path from the root.
    pub(super) by_file: FxHashMap<Arc<str>, EntryIndex>,
    pub(super) tree: EntryTree,
    /// For each collection, the outermost collection that it extends; itself if it extends none.
    pub(super) outermost: Vec<usize>,
    /// For each collection, the published entries in its lists, in its order.
    pub(super) orders: Vec<Vec<EntryIndex>>,
    /// The entries of `orders`, by date, newest first.
    pub(super) newest: Vec<Vec<EntryIndex>>,
    /// The position of each listed entry in the order of its outermost collection.
    pub(super) positions: Vec<Option<usize>>,
    /// The published entries that pages of the language see, of all collections.
    pub(super) published: Vec<EntryIndex>,
    /// For each entry of the content, in any language: whether it is published.
    pub(super) is_published: Vec<bool>,
    /// The references of each entry.
    pub(super) references: Vec<References>,
    /// The attachments of each entry that pages of the language see: their keys among the assets, sorted by path.
    pub(super) attachments: FxHashMap<EntryIndex, Vec<Arc<str>>>,
    /// The mistakes in ids, sections and references.
    pub(super) diagnostics: Vec<Diagnostic>,
}

impl Index {
    /// Indexes the entries, without their references.
    pub fn new(content: &Content, language: LanguageIndex, config: &Config) -> Self {
        let mut diagnostics = Vec::new();
        let (entries, collections) = (&content.entries, &content.collections);
        let is_published = |entry: &Arc<Entry>| config.drafts || entry.visibility == Visibility::Published;
        let is_published: Vec<bool> = entries.iter().map(is_published).collect();
        let by_id = select_by_id(content, language, &is_published, &mut diagnostics);
        if language == 0 {
            diagnostics.extend(unknown_suffixes(content, &by_id));
        }
        let mut own_entries = vec![Vec::new(); collections.len()];
        for at in select_listed(content, language, &is_published, &by_id) {
            own_entries[entries[at].collection].push(at);
        }
        let text_order = content.settings.languages[language].rules.text_order();
        let (tree, problems) = EntryTree::new(content, &own_entries.concat(), &text_order);
        diagnostics.extend(problems);
        let all_entries = add_nested(collections, own_entries);
        let outermost = outermost_collections(collections);
        let orders: Vec<Vec<EntryIndex>> = all_entries
            .par_iter()
            .zip(collections)
            .map(|(all, collection)| list_in_order(entries, &tree, collection, all, &text_order))
            .collect();
        let by_date = Sort { field: "date".to_owned(), descending: true };
        let newest: Vec<_> =
            orders.par_iter().map(|order| sorted(entries, order, Some(&by_date), &text_order)).collect();
        let mut positions = vec![None; entries.len()];
        let mut published = Vec::new();
        // Each entry is in exactly one outermost collection.
        for collection in (0..collections.len()).filter(|&at| outermost[at] == at) {
            for (position, &entry) in orders[collection].iter().enumerate() {
                positions[entry] = Some(position);
            }
            published.extend(&orders[collection]);
            // Sections that lists leave out are published too.
            published.extend(all_entries[collection].iter().filter(|&&entry| positions[entry].is_none()));
        }
        let by_file = entries.iter().enumerate().map(|(at, entry)| (entry.file.file.clone(), at)).collect();
        let attachments = find_attachments(content, language, &by_id);
        Self {
            by_id,
            by_file,
            tree,
            outermost,
            orders,
            newest,
            positions,
            published,
            is_published,
            references: Vec::new(),
            attachments,
            diagnostics,
        }
    }
}

/// Finds the attachments of each entry, as pages of a language see them.
fn find_attachments(
    content: &Content,
    language: LanguageIndex,
    by_id: &FxHashMap<Arc<str>, EntryIndex>,
) -> FxHashMap<EntryIndex, Vec<Arc<str>>> {
    let mut attachments: FxHashMap<EntryIndex, Vec<Arc<str>>> = FxHashMap::default();
    for attachment in &content.attachments {
        if let Some(owner) = by_id.get(&attachment.owner) {
            attachments.entry(*owner).or_default().push(attachment_key(&attachment.path).into());
        }
    }
    let suffixes = content.settings.suffixes();
    if !suffixes.is_empty() {
        attachments.values_mut().for_each(|keys| retain_in_language(keys, language, &suffixes));
    }
    attachments
}
