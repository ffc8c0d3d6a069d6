//! The content with its index, as the pages of one language see it, and the resolution of references. A reference to an
//! entry that does not exist is an error.

use std::borrow::Cow;
use std::sync::Arc;

use jiff::Zoned;
use rayon::prelude::*;
use serde_json::Value;

use super::index::{Index, References};
use super::sort::sorted;
use crate::asset::Assets;
use crate::config::Config;
use crate::content::collection::{Collection, Sort};
use crate::content::data::DataFile;
use crate::content::document;
use crate::content::entry::{Entry, EntryIndex, Visibility};
use crate::content::entry_file::EntryRole;
use crate::content::loaded_content::Content;
use crate::content::route_pattern::RoutePattern;
use crate::content::site_language::{LanguageIndex, SiteLanguage};
use crate::diagnostic::{Diagnostic, Mistake, Place, did_you_mean, list_names};
use crate::route::is_within;
use crate::schema::Schema;
use crate::unicode::nfc;
use crate::yaml::pointer::segments;
use crate::yaml::tree::PairSide;

/// The indexed content, as the pages of one language see it.
#[derive(Debug)]
pub struct Site {
    pub content: Arc<Content>,
    pub language: LanguageIndex,
    /// The site in each language after the first; only the site in the first language has them.
    other_languages: Vec<Self>,
    pub assets: Arc<Assets>,
    /// The time that this build takes as "now", in the site's time zone.
    pub now: Zoned,
    pub index: Arc<Index>,
}

/// What templates can list: a collection, or a section of one.
#[derive(Debug, Clone, Copy)]
pub struct Listable {
    pub collection: usize,
    section: Option<EntryIndex>,
}

impl Listable {
    /// Returns the collection that a section belongs to. Returns a collection unchanged.
    #[must_use]
    pub fn whole_collection(self) -> Self {
        Self { section: None, ..self }
    }
}

impl Site {
    /// Indexes the content, and reports mistakes in ids, sections and references. Keeps the `Arc` of the earlier index
    /// if only Markdown has changed, or if the new index is equal.
    pub fn new(
        content: Content,
        assets: &Arc<Assets>,
        config: &Config,
        earlier: Option<&Self>,
    ) -> (Self, Vec<Diagnostic>) {
        let now = config.clock.now(&content.settings.zone);
        let earlier = earlier.filter(|earlier| content.has_same_structure(&earlier.content));
        let has_same_fields = earlier.is_some_and(|earlier| content.has_same_fields(&earlier.content));
        let content = Arc::new(content);
        let site_in = |language: LanguageIndex| {
            let (content, assets, now) = (content.clone(), assets.clone(), now.clone());
            let index = earlier.map(|earlier| earlier.in_language(language).index.clone()).unwrap_or_default();
            let mut site = Self { content, language, other_languages: Vec::new(), assets, now, index };
            if !has_same_fields {
                site.update_index(config);
            }
            site
        };
        let mut site = site_in(0);
        site.other_languages = (1..content.settings.languages.len()).map(site_in).collect();
        let diagnostics = site.languages().flat_map(|site| site.index.diagnostics.clone()).collect();
        (site, diagnostics)
    }

    /// Indexes the entries that pages of this language see, then resolves their references by the index. An equal index
    /// keeps its `Arc`.
    fn update_index(&mut self, config: &Config) {
        let new_index = Arc::new(Index::new(&self.content, self.language, config));
        let earlier_index = std::mem::replace(&mut self.index, new_index);
        let (references, diagnostics): (Vec<_>, Vec<_>) =
            self.content.entries.par_iter().map(|entry| self.resolve_entry(entry, config)).unzip();
        let index = Arc::make_mut(&mut self.index);
        index.references = references;
        index.diagnostics.extend(diagnostics.into_iter().flatten());
        if earlier_index == self.index {
            self.index = earlier_index;
        }
    }

    /// Returns the site as pages of a language see it. To be called on the site in the first language.
    pub fn in_language(&self, language: LanguageIndex) -> &Self {
        language.checked_sub(1).map_or(self, |at| &self.other_languages[at])
    }

    /// Returns the site in each of its languages, the first one first.
    pub fn languages(&self) -> impl Iterator<Item = &Self> {
        std::iter::once(self).chain(&self.other_languages)
    }

    pub fn site_language(&self) -> &SiteLanguage {
        &self.content.settings.languages[self.language]
    }

    /// Returns the pattern of routes that [`RoutePattern::in_language`] gives for this language.
    pub fn route_pattern(&self, pattern: &RoutePattern) -> Option<String> {
        pattern.in_language(self.site_language(), self.content.settings.first_language())
    }

    /// Whether index, fields, settings, "now", assets and ledger are the same: all that the page plan depends on,
    /// except the names of templates.
    pub fn has_same_plan_inputs(&self, earlier: &Self) -> bool {
        let ledger = |site: &Self| site.content.ledger.as_ref().map(Arc::as_ptr);
        Arc::ptr_eq(&self.index, &earlier.index)
            && self.now == earlier.now
            && self.content.has_same_fields(&earlier.content)
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

    /// Returns the published entries, of all collections, that lists or the tree show.
    pub fn shown(&self) -> impl Iterator<Item = EntryIndex> {
        self.index.shown.iter().copied()
    }

    /// Returns the published entries of all collections and languages.
    pub fn published_in_all_languages(&self) -> impl Iterator<Item = &Arc<Entry>> {
        let entries = self.entries().iter().zip(&self.index.is_published);
        entries.filter_map(|(entry, is_published)| is_published.then_some(entry))
    }

    /// Returns the entries of all collections and languages that are not published.
    pub fn unpublished(&self) -> impl Iterator<Item = EntryIndex> {
        (0..self.entries().len()).filter(|&index| !self.is_published(index))
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

    pub fn collection(&self, name: &str) -> Option<usize> {
        self.content.collection(&nfc(name))
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
        Some(Listable { collection: self.entry(section).collection, section: Some(section) })
    }

    /// Returns the collection of this name, or the collection of the section with this id.
    pub fn listable_collection(&self, name: &str) -> Option<&Collection> {
        Some(&self.collections()[self.listable(name)?.collection])
    }

    /// Returns the schemas of the entries that the list of a collection or section may hold: the schema of the
    /// collection, then those of collections that extend it and lie in the folder of the collection or section. Empty
    /// if nothing has the name.
    pub fn listed_schemas(&self, name: &str) -> Vec<&Schema> {
        let Some(listable) = self.listable(name) else { return Vec::new() };
        let own = &self.collections()[listable.collection];
        let folder = listable.section.map_or(&*own.name, |section| &*self.entry(section).id);
        let extends_own = |inner: &&Arc<Collection>| inner.ancestors().any(|outer| outer.name == own.name);
        let inner = self.collections().iter().filter(|inner| is_within(&inner.name, folder)).filter(extends_own);
        std::iter::once(own).chain(inner).map(|collection| &*collection.schema).collect()
    }

    /// Returns the published entries of a collection or section in the collection's order.
    pub fn order(&self, listable: Listable) -> Cow<'_, [EntryIndex]> {
        self.in_section(listable, &self.index.orders[listable.collection])
    }

    /// Returns the published entries of a collection or section by date, newest first.
    pub fn newest(&self, listable: Listable) -> Cow<'_, [EntryIndex]> {
        self.in_section(listable, &self.index.newest[listable.collection])
    }

    /// Returns the entries of `all` in a section, its own entry included; all of them for a collection.
    fn in_section<'s>(&self, listable: Listable, all: &'s [EntryIndex]) -> Cow<'s, [EntryIndex]> {
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
        self.index.tree.children(index).unwrap_or_default()
    }

    /// Returns the entries directly below a collection or section, which are the top of its tree.
    pub fn top_entries(&self, listable: Listable) -> Vec<EntryIndex> {
        let collection = &self.collections()[listable.collection];
        let folder = listable.section.map_or(&*collection.name, |section| &*self.entry(section).id);
        let own_section = listable.section.or_else(|| self.entry_by_id(&collection.name));
        if let Some(children) = own_section.and_then(|section| self.index.tree.children(section)) {
            return children.to_vec();
        }
        // The folder's section is missing, unpublished or not translated. The top entries are those without a parent in
        // the folder. Entries of a nested collection that extends no other are left out: they have a tree of their own.
        let outermost = |collection: usize| self.index.outermost[collection];
        let is_within_folder = |at: EntryIndex| {
            let entry = self.entry(at);
            is_within(&entry.id, folder) && outermost(entry.collection) == outermost(listable.collection)
        };
        let is_top = |&at: &EntryIndex| is_within_folder(at) && !self.parent(at).is_some_and(is_within_folder);
        let tops: Vec<EntryIndex> = self.shown().filter(is_top).collect();
        let text_order = self.site_language().rules.text_order();
        sorted(&self.content, &tops, collection.sort.as_ref(), &text_order)
    }

    /// Returns the nearest entry after (`step` 1) or before (`step` -1) an entry in the order of its outermost
    /// collection. Skips entries that refuse a page.
    pub fn neighbour(&self, index: EntryIndex, step: isize) -> Option<EntryIndex> {
        let order = &self.index.orders[self.index.outermost[self.entry(index).collection]];
        let mut position = self.index.positions[index]?;
        loop {
            position = position.checked_add_signed(step)?;
            let neighbour = *order.get(position)?;
            if !self.entry(neighbour).refuses_page() {
                return Some(neighbour);
            }
        }
    }

    /// Returns the keys of an entry's attachments among the assets, sorted by path.
    pub fn attachments(&self, index: EntryIndex) -> &[Arc<str>] {
        self.index.attachments.get(&index).map_or(&[], Vec::as_slice)
    }

    pub fn sorted(&self, entries: &[EntryIndex], sort: &Sort) -> Vec<EntryIndex> {
        sorted(&self.content, entries, Some(sort), &self.site_language().rules.text_order())
    }

    /// Returns the entries that an entry refers to, each with the JSON pointer of the reference.
    pub fn references(&self, index: EntryIndex) -> &[(String, EntryIndex)] {
        self.index.references.get(index).map_or(&[], Vec::as_slice)
    }

    /// Returns the entries that a field or the items of its list refer to, each with the JSON pointer of the reference.
    pub fn references_in<'s>(
        &'s self,
        index: EntryIndex,
        field: &'s str,
    ) -> impl Iterator<Item = (&'s str, EntryIndex)> {
        let is_in_field = move |pointer: &str| {
            let mut segments = segments(pointer);
            segments.next().is_some_and(|first| first == field)
                && segments.next().is_none_or(|item| item.parse::<usize>().is_ok())
                && segments.next().is_none()
        };
        let references = self.references(index).iter().filter(move |(pointer, _)| is_in_field(pointer));
        references.map(|(pointer, entry)| (pointer.as_str(), *entry))
    }

    /// Resolves the references of a data file, and reports dangling ones.
    pub fn resolve_data(&self, data: &DataFile) -> (References, Vec<Diagnostic>) {
        let place = |pointer: &str| document::whole_file(&data.file).place_of(pointer, PairSide::Value);
        self.resolve(&data.schema, &data.value, &place)
    }

    fn resolve_entry(&self, entry: &Entry, config: &Config) -> (References, Vec<Diagnostic>) {
        if !entry.schema.has_references {
            return Default::default();
        }
        let place = |pointer: &str| entry.place_of(pointer, PairSide::Value);
        let (references, mut diagnostics) = self.resolve(&entry.schema, &Value::Object(entry.fields.clone()), &place);
        if entry.language != self.language {
            // The site in the entry's own language reports dangling references.
            return (references, Vec::new());
        }
        entry.downgrade_if_unpublished(&mut diagnostics, config);
        (references, diagnostics)
    }

    /// Resolves the references in a value by its schema, and reports dangling ones.
    fn resolve(&self, schema: &Schema, value: &Value, place: &dyn Fn(&str) -> Place) -> (References, Vec<Diagnostic>) {
        let mut found = Vec::new();
        let mut diagnostics = Vec::new();
        schema.shape.visit_references(value, &mut |pointer, collection, name| match self
            .resolve_reference(collection, name)
        {
            Ok(entry) => found.extend(entry.map(|entry| (pointer.to_owned(), entry))),
            Err(Mistake { message, hint }) => {
                diagnostics.push(Diagnostic::error("dangling-reference", message).at(place(pointer)).label(hint));
            }
        });
        (found, diagnostics)
    }

    /// Finds the published entry of a collection by its name. Returns `None` if the mistake is reported elsewhere: the
    /// schema names an unknown collection, or the entry's file can't be read.
    ///
    /// # Errors
    /// Fails if the collection has no entry of this name, or if the entry is not published.
    fn resolve_reference(&self, collection: &str, name: &str) -> Result<Option<EntryIndex>, Mistake> {
        let collection = &*nfc(collection);
        let Some(collection_index) = self.collection(collection) else { return Ok(None) };
        let id = format!("{collection}/{name}");
        let found = self.entry_by_id(&id).or_else(|| self.entry_by_id(name));
        if found.is_none() && [id.as_str(), name].iter().any(|id| self.content.unreadable.contains(&*nfc(id))) {
            return Ok(None);
        }
        let is_in_collection = |entry: &EntryIndex| {
            let own = &self.collections()[self.entry(*entry).collection];
            own.name == collection || own.ancestors().any(|ancestor| ancestor.name == collection)
        };
        match found.filter(is_in_collection) {
            Some(entry) if self.is_published(entry) => Ok(Some(entry)),
            Some(entry) => Err(Mistake::new(
                format!("the entry `{name}` of `{collection}` is not published"),
                unpublished_reason(self.entry(entry).visibility),
            )),
            None => Err(self.unknown_entry(collection_index, name)),
        }
    }

    /// Says that a collection has no entry of this name, with a hint at the entries that it has.
    fn unknown_entry(&self, collection: usize, name: &str) -> Mistake {
        let entries = self.index.orders[collection].iter().map(|&entry| self.entry(entry));
        let collection = &self.collections()[collection];
        let names: Vec<&str> = entries.map(|entry| collection.path_within(&entry.id)).collect();
        let first_names = list_names(names.iter().take(5));
        let otherwise = match names.len() {
            0 => "it has no entries".to_owned(),
            1 => format!("there is {first_names}"),
            2..=5 => format!("there are {first_names}"),
            _ => format!("there are {first_names}, …"),
        };
        let hint = did_you_mean(name, names, &otherwise);
        Mistake::new(format!("there is no entry `{name}` in the collection `{}`", collection.name), hint)
    }

    /// Says why an entry has no page.
    pub fn why_pageless(&self, index: EntryIndex) -> String {
        let entry = self.entry(index);
        let collection = &self.collections()[entry.collection];
        if !self.is_published(index) {
            unpublished_reason(entry.visibility).to_owned()
        } else if entry.refuses_page() {
            "it says `page: false`".to_owned()
        } else if collection.route.is_none() && entry.text("route").is_none() {
            format!("{} has no `route`", collection.file.file)
        } else if collection.template_of(entry.role).is_none() && entry.text("template").is_none() {
            format!("neither it nor {} has a `template`", collection.file.file)
        } else {
            "its address has a mistake, or another page has it".to_owned()
        }
    }
}

pub fn unpublished_reason(visibility: Visibility) -> &'static str {
    match visibility {
        Visibility::Published => "it is published",
        Visibility::Draft => "it is a draft",
        Visibility::Future => "its date is yet to come",
        Visibility::Expired => "it has expired",
    }
}
