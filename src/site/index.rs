//! The content with its index: entries by id and file, the order of each collection, and resolved references.

use std::borrow::Cow;
use std::sync::Arc;

use jiff::Zoned;
use rayon::prelude::*;
use rustc_hash::FxHashMap;
use serde_json::Value;

use super::lists::{list, with_nested};
use super::sort::{by_date, sorted};
use super::tree::{EntryTree, is_within, sort_by_field};
use crate::asset::{Assets, attachment_key};
use crate::config::Config;
use crate::content::collection::{Collection, Sort};
use crate::content::data::DataFile;
use crate::content::document;
use crate::content::entry::{Entry, Visibility};
use crate::content::entry_file::EntryRole;
use crate::content::loaded::Content;
use crate::diagnostic::{Diagnostic, Place, did_you_mean};
use crate::schema::Schema;
use crate::unicode::nfc;
use crate::yaml::pointer::segments;
use crate::yaml::tree::PairSide;

/// An index into [`Site::entries`].
pub type EntryIndex = usize;

/// The indexed content.
#[derive(Debug)]
pub struct Site {
    pub content: Content,
    pub assets: Arc<Assets>,
    /// The time that this build takes as "now", in the site's time zone.
    pub now: Zoned,
    pub index: Arc<Index>,
}

/// The index of entries. It follows from their front matter alone, not from their Markdown.
#[derive(Debug, Clone, Default)]
pub struct Index {
    by_id: FxHashMap<Arc<str>, EntryIndex>,
    /// By the file's path from the root.
    by_file: FxHashMap<Arc<str>, EntryIndex>,
    tree: EntryTree,
    /// For each collection, the outermost one that it extends.
    outermost: Vec<usize>,
    /// The published entries that lists of each collection hold, in its order.
    orders: Vec<Vec<EntryIndex>>,
    /// The same by date, newest first.
    newest: Vec<Vec<EntryIndex>>,
    /// The position of each listed entry in the order of its outermost collection.
    positions: Vec<Option<usize>>,
    /// The published entries of all collections.
    published: Vec<EntryIndex>,
    is_published: Vec<bool>,
    /// The references of each entry.
    references: Vec<References>,
    /// The published entries that hold sample values.
    samples: Vec<EntryIndex>,
    /// The attachments of each entry that has some: their keys among the assets, by path.
    attachments: FxHashMap<EntryIndex, Vec<Arc<str>>>,
    /// Entries with the same id, and dangling references.
    diagnostics: Vec<Diagnostic>,
}

/// What templates can list: a collection, or a section of it.
#[derive(Debug, Clone, Copy)]
pub struct Listable {
    pub collection: usize,
    section: Option<EntryIndex>,
}

/// The references of an entry or data file: JSON pointers and the entries they name. Most have few.
type References = Vec<(String, EntryIndex)>;

impl Site {
    /// Indexes the content, or reuses the earlier index if only Markdown has changed. Reports entries with the same id
    /// and dangling references.
    pub fn new(
        content: Content,
        assets: Arc<Assets>,
        config: &Config,
        earlier: Option<&Self>,
    ) -> (Self, Vec<Diagnostic>) {
        let now = config.clock.now(&content.settings.zone);
        if let Some(earlier) = earlier.filter(|earlier| content.has_same_index(&earlier.content)) {
            let index = earlier.index.clone();
            let diagnostics = index.diagnostics.clone();
            return (Self { content, assets, now, index }, diagnostics);
        }
        let index = Arc::new(Index::new(&content, config));
        let mut site = Self { content, assets, now, index };
        let (references, diagnostics): (Vec<_>, Vec<_>) =
            site.content.entries.par_iter().map(|entry| site.resolve_entry(entry, config)).unzip();
        let index = Arc::make_mut(&mut site.index);
        index.references = references;
        index.diagnostics.extend(diagnostics.into_iter().flatten());
        let diagnostics = index.diagnostics.clone();
        (site, diagnostics)
    }

    /// Whether index, settings, assets and ledger are the same, so that the earlier page plan can be reused.
    pub fn has_same_plan(&self, earlier: &Self) -> bool {
        let ledger = |site: &'_ Self| site.content.ledger.as_ref().map(Arc::as_ptr);
        Arc::ptr_eq(&self.index, &earlier.index)
            && Arc::ptr_eq(&self.content.settings, &earlier.content.settings)
            && Arc::ptr_eq(&self.assets, &earlier.assets)
            && ledger(self) == ledger(earlier)
    }

    pub fn entries(&self) -> &[Arc<Entry>] {
        &self.content.entries
    }

    pub fn entry(&self, index: EntryIndex) -> &Arc<Entry> {
        &self.content.entries[index]
    }

    /// Returns the published entries of all collections.
    pub fn published(&self) -> impl Iterator<Item = EntryIndex> {
        self.index.published.iter().copied()
    }

    pub fn is_published(&self, index: EntryIndex) -> bool {
        self.index.is_published[index]
    }

    /// Finds an entry by its id, such as `articles/a`.
    pub fn entry_by_id(&self, id: &str) -> Option<EntryIndex> {
        self.index.by_id.get(&*nfc(id)).copied()
    }

    /// Finds an entry by its file, such as `content/articles/a.md`.
    pub fn entry_by_file(&self, file: &str) -> Option<EntryIndex> {
        self.index.by_file.get(&*nfc(file)).copied()
    }

    /// Finds a collection by its name.
    pub fn collection(&self, name: &str) -> Option<usize> {
        let name = nfc(name);
        self.content.collections.binary_search_by(|c| c.name.as_str().cmp(&name)).ok()
    }

    pub fn collections(&self) -> &[Arc<Collection>] {
        &self.content.collections
    }

    /// Finds what can be listed: a collection by its name, or a section of one by its id.
    pub fn listable(&self, name: &str) -> Option<Listable> {
        if let Some(collection) = self.collection(name) {
            return Some(Listable { collection, section: None });
        }
        let section = self.entry_by_id(name).filter(|&at| self.entry(at).role == EntryRole::Section)?;
        let collection = self.index.outermost[self.entry(section).collection];
        Some(Listable { collection, section: Some(section) })
    }

    /// Returns the published entries of a collection or section in the collection's order.
    pub fn order(&self, listable: Listable) -> Cow<'_, [EntryIndex]> {
        self.below_section(listable, &self.index.orders[listable.collection])
    }

    /// Returns the published entries of a collection or section by date, newest first.
    pub fn newest(&self, listable: Listable) -> Cow<'_, [EntryIndex]> {
        self.below_section(listable, &self.index.newest[listable.collection])
    }

    fn below_section<'s>(&self, listable: Listable, all: &'s [EntryIndex]) -> Cow<'s, [EntryIndex]> {
        let Some(section) = listable.section else { return Cow::Borrowed(all) };
        let folder = &self.entry(section).id;
        all.iter().copied().filter(|&at| is_within(&self.entry(at).id, folder)).collect()
    }

    /// Returns the section of the nearest folder above an entry.
    pub fn parent(&self, index: EntryIndex) -> Option<EntryIndex> {
        self.index.tree.parent(index)
    }

    /// Returns the entries directly below a section, in their order.
    pub fn children(&self, index: EntryIndex) -> &[EntryIndex] {
        self.index.tree.children(index)
    }

    /// Returns the entries directly below a collection or section: its tree begins with them.
    pub fn tops(&self, listable: Listable) -> Vec<EntryIndex> {
        let collection = &self.collections()[listable.collection];
        let own = listable.section.or_else(|| self.entry_by_id(&collection.name));
        if let Some(section) = own.filter(|&own| self.is_published(own) && self.entry(own).role == EntryRole::Section) {
            return self.children(section).to_vec();
        }
        let folder = listable.section.map_or(&*collection.name, |section| &*self.entry(section).id);
        let is_top = |at: &EntryIndex| {
            let parent = self.parent(*at);
            is_within(&self.entry(*at).id, folder)
                && parent.is_none_or(|parent| !is_within(&self.entry(parent).id, folder))
        };
        let tops: Vec<EntryIndex> = self.published().filter(is_top).collect();
        let texts = self.content.settings.first_language().rules.text_order();
        sort_by_field(self.entries(), &tops, collection.sort.as_ref(), &texts)
    }

    /// Returns the entry `step` positions after another in the order of its outermost collection, or before it if negative.
    pub fn neighbour(&self, index: EntryIndex, step: isize) -> Option<EntryIndex> {
        let position = self.index.positions[index]?.checked_add_signed(step)?;
        let collection = self.index.outermost[self.entry(index).collection];
        self.index.orders[collection].get(position).copied()
    }

    /// Returns the keys of an entry's attachments among the assets, by path.
    pub fn attachments(&self, index: EntryIndex) -> &[Arc<str>] {
        self.index.attachments.get(&index).map_or(&[], Vec::as_slice)
    }

    /// Sorts entries by a field.
    pub fn sorted(&self, entries: &[EntryIndex], sort: &Sort) -> Vec<EntryIndex> {
        sorted(&self.content.entries, entries, sort, &self.content.settings.first_language().rules.text_order())
    }

    /// Returns the published entries that hold sample values.
    pub fn samples(&self) -> &[EntryIndex] {
        &self.index.samples
    }

    /// Returns the entries that an entry refers to, by JSON pointer.
    pub fn references(&self, index: EntryIndex) -> &[(String, EntryIndex)] {
        self.index.references.get(index).map_or(&[], Vec::as_slice)
    }

    /// Returns the entries that a field of an entry refers to, or the items of its list, each with its JSON pointer.
    pub fn references_in<'s>(
        &'s self,
        index: EntryIndex,
        field: &'s str,
    ) -> impl Iterator<Item = (&'s str, EntryIndex)> {
        let is_own = move |pointer: &str| {
            let mut segments = segments(pointer);
            segments.next().is_some_and(|first| first == field)
                && segments.next().is_none_or(|item| item.parse::<usize>().is_ok())
                && segments.next().is_none()
        };
        let references = self.references(index).iter().filter(move |(pointer, _)| is_own(pointer));
        references.map(|(pointer, entry)| (pointer.as_str(), *entry))
    }

    /// Resolves the references of a data file, and reports dangling ones.
    pub fn resolve_data(&self, data: &DataFile) -> (References, Vec<Diagnostic>) {
        let place = |pointer: &str| document::yaml_source(&data.file).place_of(pointer, PairSide::Value);
        self.resolve(&data.schema, &data.value, &place)
    }

    fn resolve_entry(&self, entry: &Entry, config: &Config) -> (References, Vec<Diagnostic>) {
        if !entry.schema.has_references() {
            return Default::default();
        }
        let place = |pointer: &str| entry.place_of(pointer, PairSide::Value);
        let (references, mut problems) = self.resolve(&entry.schema, &Value::Object(entry.fields.clone()), &place);
        entry.excuse(&mut problems, config);
        (references, problems)
    }

    fn resolve(&self, schema: &Schema, value: &Value, place: &dyn Fn(&str) -> Place) -> (References, Vec<Diagnostic>) {
        let mut found = Vec::new();
        let mut diagnostics = Vec::new();
        schema.visit_references(
            value,
            &mut |pointer, collection, name| match self.resolve_reference(collection, name) {
                Ok(entry) => found.extend(entry.map(|entry| (pointer.to_owned(), entry))),
                Err((message, label)) => {
                    diagnostics.push(Diagnostic::error("dangling-reference", message).at(place(pointer)).label(label));
                }
            },
        );
        (found, diagnostics)
    }

    /// Finds the published entry of a collection by its name. `None` if the cause is reported elsewhere: at the schema
    /// that names the collection, or at an unreadable file.
    ///
    /// # Errors
    /// Fails with a message and a label if there is no such entry.
    fn resolve_reference(&self, collection: &str, name: &str) -> Result<Option<EntryIndex>, (String, String)> {
        let Some(at) = self.collection(collection) else { return Ok(None) };
        let id = format!("{collection}/{name}");
        let found = self.entry_by_id(&id).or_else(|| self.entry_by_id(name));
        if found.is_none() && [id.as_str(), name].iter().any(|id| self.content.unreadable.contains(&*nfc(id))) {
            return Ok(None);
        }
        let belongs = |entry: &EntryIndex| {
            let own = &self.collections()[self.entry(*entry).collection];
            std::iter::successors(Some(own), |own| own.parent.as_ref()).any(|own| own.name == collection)
        };
        match found.filter(belongs) {
            Some(entry) if self.is_published(entry) => Ok(Some(entry)),
            Some(entry) => Err((
                format!("the entry `{name}` of `{collection}` is not published"),
                unpublished_reason(self.entry(entry).visibility).to_owned(),
            )),
            None => {
                let names: Vec<&str> =
                    self.index.orders[at].iter().map(|&e| self.collections()[at].name_of(&self.entry(e).id)).collect();
                let known = names.iter().take(5).map(|n| format!("`{n}`")).collect::<Vec<_>>().join(", ");
                let more = if names.len() > 5 { ", …" } else { "" };
                let others = match names.len() {
                    0 => "it has no entries".to_owned(),
                    1 => format!("there is {known}"),
                    _ => format!("there are {known}{more}"),
                };
                let label = did_you_mean(name, names.iter().copied(), &others);
                Err((format!("there is no entry `{name}` in the collection `{collection}`"), label))
            }
        }
    }
}

impl Index {
    /// Indexes the entries, without their references.
    fn new(content: &Content, config: &Config) -> Self {
        let mut diagnostics = Vec::new();
        let by_id = by_id(&content.entries, &mut diagnostics);
        let (entries, collections) = (&content.entries, &content.collections);
        let mut own = vec![Vec::new(); collections.len()];
        for (at, entry) in entries.iter().enumerate() {
            if config.drafts || entry.visibility == Visibility::Published {
                own[entry.collection].push(at);
            }
        }
        let texts = content.settings.first_language().rules.text_order();
        let (tree, problems) = EntryTree::new(content, &own.concat(), &texts);
        diagnostics.extend(problems);
        let (all, outermost) = with_nested(entries, collections, own);
        let lists =
            all.par_iter().zip(collections).map(|(all, collection)| list(entries, &tree, collection, all, &texts));
        let orders: Vec<Vec<EntryIndex>> = lists.collect();
        let newest: Vec<_> = orders.par_iter().map(|order| sorted(entries, order, &by_date(), &texts)).collect();
        let mut positions = vec![None; entries.len()];
        let mut published = Vec::new();
        for (at, order) in orders.iter().enumerate().filter(|(at, _)| outermost[*at] == *at) {
            for (position, entry) in order.iter().enumerate() {
                positions[*entry] = Some(position);
            }
            published.extend(order);
            published.extend(all[at].iter().filter(|&&entry| positions[entry].is_none()));
        }
        let mut is_published = vec![false; entries.len()];
        published.iter().for_each(|&entry| is_published[entry] = true);
        let by_file = entries.iter().enumerate().map(|(at, entry)| (entry.file.file.clone(), at)).collect();
        let mut attachments: FxHashMap<EntryIndex, Vec<Arc<str>>> = FxHashMap::default();
        for attachment in content.attachments() {
            if let Some(owner) = by_id.get(&attachment.owner) {
                attachments.entry(*owner).or_default().push(attachment_key(&attachment.path).into());
            }
        }
        let samples = published.iter().copied().filter(|&at: &EntryIndex| !entries[at].samples.is_empty()).collect();
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
            samples,
            diagnostics,
        }
    }
}

/// Says why an entry is not published.
pub fn unpublished_reason(visibility: Visibility) -> &'static str {
    match visibility {
        Visibility::Published => "it is published",
        Visibility::Draft => "it is a draft: `site build --drafts` includes it",
        Visibility::Future => "its date is yet to come: `site build --drafts` or `--clock` includes it",
        Visibility::Expired => "it has expired: `site build --drafts` or `--clock` includes it",
    }
}

/// Indexes entries by id, and reports files with the same id.
fn by_id(entries: &[Arc<Entry>], diagnostics: &mut Vec<Diagnostic>) -> FxHashMap<Arc<str>, EntryIndex> {
    let mut by_id: FxHashMap<Arc<str>, EntryIndex> =
        FxHashMap::with_capacity_and_hasher(entries.len(), rustc_hash::FxBuildHasher);
    for (at, entry) in entries.iter().enumerate() {
        if let Some(first) = by_id.insert(entry.id.clone(), at) {
            diagnostics.push(
                Diagnostic::error("duplicate-entry", format!("two files are the entry `{}`", entry.id))
                    .at(Place::file(entry.file.file.clone()))
                    .note(format!("the other is {}", entries[first].file.file))
                    .help("rename one of them"),
            );
        }
    }
    by_id
}
