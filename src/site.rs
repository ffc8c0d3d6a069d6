//! The site: all content indexed and connected, immutable from here on.
//!
//! 1. Leave out what is not published (drafts, future, expired), unless asked for.
//! 2. Index entries by id, order each collection, order each by date.
//! 3. Resolve every reference; report those that lead nowhere.

use std::cmp::Ordering;
use std::sync::Arc;

use jiff::{Timestamp, Zoned};
use rayon::prelude::*;
use rustc_hash::FxHashMap;
use serde_json::Value;

use crate::asset::Assets;
use crate::config::Config;
use crate::content::collection::{Collection, Sort};
use crate::content::entry::{Entry, Visibility};
use crate::content::load::{Content, DataFile};
use crate::content::locate::Part;
use crate::diagnostic::{Diagnostic, Place, did_you_mean};
use crate::source::SourceFile;

/// An entry's place in [`Site::entries`].
pub type EntryIndex = usize;

/// The connected content.
#[derive(Debug)]
pub struct Site {
    pub content: Content,
    pub assets: Arc<Assets>,
    /// The build's one "now", in the site's time zone.
    pub now: Zoned,
    pub index: Arc<Index>,
}

/// How entries stand to each other. It follows from their front matter alone, and not from their Markdown.
#[derive(Debug, Clone, Default)]
pub struct Index {
    by_id: FxHashMap<Arc<str>, EntryIndex>,
    /// By the path from the root.
    by_file: FxHashMap<Arc<str>, EntryIndex>,
    /// For each collection, its published entries in its order.
    orders: Vec<Vec<EntryIndex>>,
    /// For each collection, its published entries by date, newest first.
    newest: Vec<Vec<EntryIndex>>,
    /// For each entry, its place in its collection's order, if it is published.
    positions: Vec<Option<usize>>,
    references: Vec<Owned>,
    /// The published entries that hold sample values.
    samples: Vec<EntryIndex>,
    /// Entries that share an id, and references that lead nowhere.
    problems: Vec<Diagnostic>,
}

/// The references of one entry or data file: JSON pointer → entry. Most have few.
type Owned = Vec<(String, EntryIndex)>;

impl Site {
    /// Connects the content; reports entries that share an id, and references that lead nowhere. Where entries stand to each
    /// other as on the `earlier` site, its index is taken over.
    pub fn new(
        content: Content,
        assets: Arc<Assets>,
        config: &Config,
        earlier: Option<&Self>,
    ) -> (Self, Vec<Diagnostic>) {
        let now = config.clock.now(&content.settings.zone);
        if let Some(earlier) = earlier.filter(|earlier| content.connects_as(&earlier.content)) {
            let index = earlier.index.clone();
            let problems = index.problems.clone();
            return (Self { content, assets, now, index }, problems);
        }
        let index = Arc::new(Index::new(&content, config));
        let mut site = Self { content, assets, now, index };
        let (references, problems): (Vec<_>, Vec<_>) =
            site.content.entries.par_iter().map(|entry| site.resolve_entry(entry)).unzip();
        let index = Arc::make_mut(&mut site.index);
        index.references = references;
        index.problems.extend(problems.into_iter().flatten());
        let problems = index.problems.clone();
        (site, problems)
    }

    /// Whether its pages are surely those of the earlier site, with all that is wrong with them.
    pub fn plans_as(&self, earlier: &Self) -> bool {
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

    /// The published entries of all collections.
    pub fn published(&self) -> impl Iterator<Item = EntryIndex> {
        self.index.orders.iter().flatten().copied()
    }

    /// Until when the same entries are published, if not for good.
    pub fn until(&self) -> Option<Timestamp> {
        self.entries().iter().filter_map(|entry| entry.until).min()
    }

    pub fn is_published(&self, index: EntryIndex) -> bool {
        self.index.positions[index].is_some()
    }

    pub fn find(&self, id: &str) -> Option<EntryIndex> {
        self.index.by_id.get(id).copied()
    }

    /// The files whose texts pages may show: the entry's own, the settings, the data files, the other entries.
    pub fn shown_files(&self, own: Option<EntryIndex>) -> impl Iterator<Item = &Arc<SourceFile>> {
        let own = own.map(|entry| &self.entry(entry).file);
        let data = self.content.data.values().map(|data| &data.file);
        let others = self.entries().iter().map(|entry| &entry.file);
        own.into_iter().chain([self.content.settings.file()]).chain(data).chain(others)
    }

    /// The entry that a file is, such as `content/articles/a.md`.
    pub fn of_file(&self, file: &str) -> Option<EntryIndex> {
        self.index.by_file.get(file).copied()
    }

    pub fn collection(&self, name: &str) -> Option<usize> {
        self.content.collections.binary_search_by(|c| c.name.as_str().cmp(name)).ok()
    }

    pub fn collections(&self) -> &[Arc<Collection>] {
        &self.content.collections
    }

    /// The published entries of a collection in its order.
    pub fn order(&self, collection: usize) -> &[EntryIndex] {
        &self.index.orders[collection]
    }

    /// The published entries of a collection by date, newest first.
    pub fn newest(&self, collection: usize) -> &[EntryIndex] {
        &self.index.newest[collection]
    }

    /// The entry `step` places before (negative) or after it in its collection's order.
    pub fn neighbour(&self, index: EntryIndex, step: isize) -> Option<EntryIndex> {
        let position = self.index.positions[index]?.checked_add_signed(step)?;
        self.index.orders[self.entry(index).collection].get(position).copied()
    }

    /// The entries in the order of a field.
    pub fn sorted(&self, entries: &[EntryIndex], sort: &Sort) -> Vec<EntryIndex> {
        sorted(&self.content.entries, entries, sort)
    }

    /// The published entries that hold sample values.
    pub fn samples(&self) -> &[EntryIndex] {
        &self.index.samples
    }

    /// What the references of an entry lead to, by JSON pointer.
    pub fn references(&self, index: EntryIndex) -> &[(String, EntryIndex)] {
        self.index.references.get(index).map_or(&[], Vec::as_slice)
    }

    /// What the references of a data file lead to, and the diagnostics of those that lead nowhere.
    pub fn resolve_data(&self, data: &DataFile) -> (Owned, Vec<Diagnostic>) {
        let place = |pointer: &str| {
            let source = crate::content::document::whole(&data.file);
            source.place_of(pointer, Part::Value)
        };
        self.resolve(&data.schema, &data.value, &place)
    }

    fn resolve_entry(&self, entry: &Entry) -> (Owned, Vec<Diagnostic>) {
        if !entry.schema.has_references() {
            return Default::default();
        }
        let place = |pointer: &str| entry.place_of(pointer, Part::Value);
        self.resolve(&entry.schema, &Value::Object(entry.fields.clone()), &place)
    }

    fn resolve(
        &self,
        schema: &crate::content::schema::Schema,
        value: &Value,
        place: &dyn Fn(&str) -> Place,
    ) -> (Owned, Vec<Diagnostic>) {
        let mut found = Vec::new();
        let mut diagnostics = Vec::new();
        schema.references(value, &mut |pointer, collection, name| match self.referenced(collection, name) {
            Ok(entry) => found.extend(entry.map(|entry| (pointer.to_owned(), entry))),
            Err((message, label)) => {
                diagnostics.push(Diagnostic::error("dangling-reference", message).at(place(pointer)).label(label));
            }
        });
        (found, diagnostics)
    }

    /// The published entry of a collection with that name, or what is wrong and what may have been meant. None where the
    /// mistake is told elsewhere: at the schema that names the collection, or at the file that can't be read.
    fn referenced(&self, collection: &str, name: &str) -> Result<Option<EntryIndex>, (String, String)> {
        let Some(at) = self.collection(collection) else { return Ok(None) };
        let id = format!("{collection}/{name}");
        let found = self.find(&id).or_else(|| self.find(name));
        if found.is_none() && [id.as_str(), name].iter().any(|id| self.content.unread.contains(*id)) {
            return Ok(None);
        }
        match found.filter(|&entry| self.entry(entry).collection == at) {
            Some(entry) if self.is_published(entry) => Ok(Some(entry)),
            Some(entry) => Err((
                format!("the entry `{name}` of `{collection}` is not published"),
                unpublished(self.entry(entry).visibility).to_owned(),
            )),
            None => {
                let names: Vec<&str> =
                    self.index.orders[at].iter().map(|&e| &self.entry(e).id[collection.len() + 1..]).collect();
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
    /// The references are yet to be resolved.
    fn new(content: &Content, config: &Config) -> Self {
        let mut problems = Vec::new();
        let by_id = by_id(&content.entries, &mut problems);
        let mut orders = vec![Vec::new(); content.collections.len()];
        for (at, entry) in content.entries.iter().enumerate() {
            if config.drafts || entry.visibility == Visibility::Published {
                orders[entry.collection].push(at);
            }
        }
        let newest: Vec<_> = orders.par_iter().map(|order| sorted(&content.entries, order, &by_date())).collect();
        for (collection, order) in content.collections.iter().zip(&mut orders) {
            if let Some(sort) = &collection.sort {
                *order = sorted(&content.entries, order, sort);
            }
        }
        let mut positions = vec![None; content.entries.len()];
        for order in &orders {
            for (position, entry) in order.iter().enumerate() {
                positions[*entry] = Some(position);
            }
        }
        let published = orders.iter().flatten().copied();
        let by_file = content.entries.iter().enumerate().map(|(at, entry)| (entry.file.file.clone(), at)).collect();
        let samples = published.filter(|&at| !content.entries[at].samples.is_empty()).collect();
        Self { by_id, by_file, orders, newest, positions, references: Vec::new(), samples, problems }
    }
}

/// Why an entry is no part of the site.
pub fn unpublished(visibility: Visibility) -> &'static str {
    match visibility {
        Visibility::Published => "it is published",
        Visibility::Draft => "it is a draft: `site build --drafts` includes it",
        Visibility::Future => "its date is yet to come: `site build --drafts` or `--clock` includes it",
        Visibility::Expired => "it has expired: `site build --drafts` or `--clock` includes it",
    }
}

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

fn by_date() -> Sort {
    Sort { field: "date".to_owned(), descending: true }
}

/// Orders by a field, then by id. Entries without the field come last, in either direction.
fn sorted(entries: &[Arc<Entry>], some: &[EntryIndex], sort: &Sort) -> Vec<EntryIndex> {
    let mut sorted = some.to_vec();
    sorted.sort_by(|&a, &b| {
        let (a, b) = (&entries[a], &entries[b]);
        let by_field = if sort.field == "date" {
            absent_last(a.date, b.date, sort.descending, Ord::cmp)
        } else {
            let field = |entry: &'_ Entry| entry.fields.get(&sort.field).filter(|v| !v.is_null()).cloned();
            absent_last(field(a), field(b), sort.descending, compare)
        };
        by_field.then_with(|| a.id.cmp(&b.id))
    });
    sorted
}

fn absent_last<T>(a: Option<T>, b: Option<T>, descending: bool, compare: impl Fn(&T, &T) -> Ordering) -> Ordering {
    match (a, b) {
        (Some(a), Some(b)) if descending => compare(&b, &a),
        (Some(a), Some(b)) => compare(&a, &b),
        (a, b) => b.is_some().cmp(&a.is_some()),
    }
}

/// Numbers by size, texts by their letters, anything else by its kind.
fn compare(a: &Value, b: &Value) -> Ordering {
    match (a, b) {
        (Value::Number(a), Value::Number(b)) => {
            a.as_f64().unwrap_or_default().total_cmp(&b.as_f64().unwrap_or_default())
        }
        (Value::String(a), Value::String(b)) => a.cmp(b),
        (Value::Bool(a), Value::Bool(b)) => a.cmp(b),
        _ => kind(a).cmp(&kind(b)),
    }
}

fn kind(value: &Value) -> u8 {
    match value {
        Value::Null => 0,
        Value::Bool(_) => 1,
        Value::Number(_) => 2,
        Value::String(_) => 3,
        Value::Array(_) => 4,
        Value::Object(_) => 5,
    }
}
