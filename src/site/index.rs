//! The index of the entries for the pages of one language: by id, by file, in the order of each collection, and as a
//! tree.
//!
//! An id leads to the entry in the language or, where the translation is missing or not published, to the entry in
//! another language. Lists and the tree leave out unpublished entries and, without `untranslated: link`, those in other
//! languages.

use std::cmp::Reverse;
use std::sync::Arc;

use rayon::prelude::*;
use rustc_hash::{FxHashMap, FxHashSet};

use super::sort::sorted;
use super::tree::EntryTree;
use crate::asset::attachment_key;
use crate::config::Config;
use crate::content::collection::Collection;
use crate::content::entry::{Entry, EntryIndex};
use crate::content::entry_file::{EntryRole, README, SECTION, split_language};
use crate::content::loaded_content::Content;
use crate::content::site_language::{LanguageIndex, SiteLanguage, Untranslated};
use crate::diagnostic::{Diagnostic, Place, did_you_mean};
use crate::language::{TextOrder, is_tag};
use crate::route::{is_within, without_extension};

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
    /// The entries of `orders`, by date, newest first, then those without a date. Entries with equal dates keep their
    /// order.
    pub(super) newest: Vec<Vec<EntryIndex>>,
    /// The position of each entry in the order of its outermost collection; `None` for entries in no list.
    pub(super) positions: Vec<Option<usize>>,
    /// The published entries, of all collections, that lists or the tree show.
    pub(super) shown: Vec<EntryIndex>,
    /// For each entry of the content, in any language: whether it is published.
    pub(super) is_published: Vec<bool>,
    pub(super) references: Vec<References>,
    /// For each entry, its attachments as pages of the language see them: their keys among the assets, sorted by path.
    pub(super) attachments: FxHashMap<EntryIndex, Vec<Arc<str>>>,
    /// The mistakes in ids, sections and references.
    pub(super) diagnostics: Vec<Diagnostic>,
}

impl Index {
    /// Indexes the entries, without their references.
    pub fn new(content: &Content, language: LanguageIndex, config: &Config) -> Self {
        let mut diagnostics = Vec::new();
        let (entries, collections) = (&content.entries, &content.collections);
        let is_published: Vec<bool> = entries.iter().map(|entry| entry.is_published(config)).collect();
        let by_id = select_by_id(content, language, &is_published, &mut diagnostics);
        if language == 0 {
            diagnostics.extend(unknown_suffixes(content, &by_id));
        }
        let SiteLanguage { untranslated, rules, .. } = &content.settings.languages[language];
        let shows_language = |entry: &Entry| entry.language == language || *untranslated == Untranslated::Link;
        let is_shown = |&at: &EntryIndex| {
            is_published[at] && by_id.get(&entries[at].id) == Some(&at) && shows_language(&entries[at])
        };
        // The entries of `by_id` that lists and the tree may show.
        let shown: Vec<EntryIndex> = (0..entries.len()).filter(is_shown).collect();
        let text_order = rules.text_order();
        let (tree, mistakes) = EntryTree::new(content, &shown, &text_order);
        diagnostics.extend(mistakes);
        // The entries of each collection, and of the collections that extend it.
        let mut all_entries = vec![Vec::new(); collections.len()];
        for at in shown {
            let own = entries[at].collection;
            let ancestors = collections[own].ancestors().filter_map(|ancestor| content.collection(&ancestor.name));
            std::iter::once(own).chain(ancestors).for_each(|collection| all_entries[collection].push(at));
        }
        // The outermost collection is always found, so each collection has an item.
        let outermost: Vec<usize> =
            collections.iter().filter_map(|collection| content.collection(&collection.outermost().name)).collect();
        let orders: Vec<Vec<EntryIndex>> = all_entries
            .par_iter()
            .zip(collections)
            .map(|(all, collection)| list_in_order(content, &tree, collection, all, &text_order))
            .collect();
        let mut newest = orders.clone();
        newest.par_iter_mut().for_each(|newest| newest.sort_by_key(|&at| Reverse(entries[at].date)));
        let mut positions = vec![None; entries.len()];
        let mut shown = Vec::new();
        // Each entry is in exactly one outermost collection, so it gets one position.
        for collection in (0..collections.len()).filter(|&at| outermost[at] == at) {
            for (position, &entry) in orders[collection].iter().enumerate() {
                positions[entry] = Some(position);
            }
            shown.extend(&orders[collection]);
            // The tree shows the sections that lists leave out, so they belong to `shown` too.
            shown.extend(all_entries[collection].iter().filter(|&&entry| positions[entry].is_none()));
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
            shown,
            is_published,
            references: Vec::new(),
            attachments,
            diagnostics,
        }
    }
}

/// Lists the entries of a collection in its order. `all` are the entries of the collection and of the collections that
/// extend it.
fn list_in_order(
    content: &Content,
    tree: &EntryTree,
    collection: &Collection,
    all: &[EntryIndex],
    text_order: &TextOrder,
) -> Vec<EntryIndex> {
    let entries = &content.entries;
    let is_listed = |at: &EntryIndex| collection.lists_sections() || entries[*at].role != EntryRole::Section;
    if collection.is_tree {
        let is_top =
            |at: &&EntryIndex| tree.parent(**at).is_none_or(|parent| !is_within(&entries[parent].id, &collection.name));
        let tops: Vec<EntryIndex> = all.iter().filter(is_top).copied().collect();
        let mut order = Vec::with_capacity(all.len());
        tree.flatten(&sorted(content, &tops, collection.sort.as_ref(), text_order), &mut order);
        order.retain(is_listed);
        return order;
    }
    let listed: Vec<EntryIndex> = all.iter().copied().filter(is_listed).collect();
    sorted(content, &listed, collection.sort.as_ref(), text_order)
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
    attachments.values_mut().for_each(|keys| retain_in_language(keys, language, &content.settings.suffixes));
    attachments
}

/// Selects the entry that each id names. Of entries with the same id, published ones are preferred, then the one in
/// this language, then the one whose language the settings list first. Reports an id that two entries of this language
/// have. An entry whose file has a language suffix is also found by the file's path, such as `posts/trip/index.ta`.
fn select_by_id(
    content: &Content,
    language: LanguageIndex,
    is_published: &[bool],
    diagnostics: &mut Vec<Diagnostic>,
) -> FxHashMap<Arc<str>, EntryIndex> {
    let entries = &content.entries;
    let suffixes = &content.settings.suffixes;
    let mut by_id: FxHashMap<Arc<str>, EntryIndex> = FxHashMap::default();
    let mut in_language: FxHashMap<&str, &Entry> = FxHashMap::default();
    let rank = |at: EntryIndex| (!is_published[at], entries[at].language != language, entries[at].language);
    for (at, entry) in entries.iter().enumerate() {
        let path = without_extension(&entry.file.path);
        if split_language(path, suffixes).1.is_some() {
            by_id.insert(path.into(), at);
        }
        if by_id.get(&entry.id).is_none_or(|&best| rank(at) < rank(best)) {
            by_id.insert(entry.id.clone(), at);
        }
        if entry.language == language
            && let Some(other) = in_language.insert(&entry.id, entry)
        {
            diagnostics.push(
                Diagnostic::error("duplicate-entry", format!("two files are the entry `{}`", entry.id))
                    .at(Place::file(entry.file.file.clone()))
                    .note(format!("the other is {}", other.file.file))
                    .help("rename one of them"),
            );
        }
    }
    by_id
}

/// Warns of files whose suffix looks like a language that the site does not have: `_index.xx.md`, and `trip.xx.md` if
/// there is an entry `trip`.
fn unknown_suffixes(content: &Content, by_id: &FxHashMap<Arc<str>, EntryIndex>) -> Vec<Diagnostic> {
    let languages = || content.settings.languages.iter().map(|language| language.tag.as_str());
    let is_unknown = |tag: &str| is_tag(tag) && languages().all(|known| known != tag);
    let report = |entry: &Arc<Entry>| {
        let (original, suffix) = entry.id.rsplit_once('.').filter(|(_, tag)| is_unknown(tag))?;
        let is_section = [SECTION, README].contains(&original.rsplit('/').next().unwrap_or_default());
        if !is_section && !by_id.contains_key(original) {
            return None;
        }
        let message = format!("the site has no language `{suffix}`, so this is not `{original}` in another language");
        let diagnostic = Diagnostic::warning("unknown-language", message).at(Place::file(entry.file.file.clone()));
        let help = did_you_mean(suffix, languages(), "add the language to `languages` in content/site.yaml");
        Some(diagnostic.help(help).help("or give the file a name without a dot, if it is an entry of its own"))
    };
    content.entries.iter().filter_map(report).collect()
}

/// Keeps those attachments of one entry that pages of the language see: in Tamil `map.ta.svg` or, if there is none,
/// `map.svg`.
fn retain_in_language(keys: &mut Vec<Arc<str>>, language: LanguageIndex, suffixes: &[String]) {
    let split = |key: &str| {
        let stem = without_extension(key);
        let (name, suffix) = split_language(stem, suffixes);
        ([name, &key[stem.len()..]].concat(), suffix)
    };
    let in_language = |(name, suffix)| (suffix == Some(language)).then_some(name);
    let names_in_language: FxHashSet<String> = keys.iter().filter_map(|key| in_language(split(key))).collect();
    keys.retain(|key| match split(key) {
        (_, Some(suffix)) => suffix == language,
        (name, None) => !names_in_language.contains(&name),
    });
}
