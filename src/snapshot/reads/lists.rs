//! The reads of groups of entries, and of entries by id.

use std::cmp::Reverse;

use rustc_hash::{FxHashMap, FxHashSet};
use serde_json::Value as Json;

use super::entries::ReadEntries;
use crate::config::CONTENT;
use crate::content::collection;
use crate::content::declared_page::Period;
use crate::schema::Schema;
use crate::site::EntryIndex;
use crate::snapshot::family::{DurableParts, FamilyRead, FingerprintHasher, Record};
use crate::snapshot::snapshot::{ContentValue, Selection, Snapshot, Terms};
use crate::unicode::nfc;

/// A read of entries. Each `collection` is the name of a collection or the id of a section.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum ListRead {
    /// The entry of an id, its route, and whether it is published or can't be read.
    Find(Box<str>),
    /// The selected entries of a collection, at most `take` after the first `skip`.
    Listed { collection: Box<str>, selection: Selection, skip: usize, take: usize },
    /// Whether entries of a collection may have a field, and whether the field is a date.
    MayHave { collection: Box<str>, field: Box<str> },
    /// The terms of a field; with `by`, the periods of its dates.
    Terms { collection: Box<str>, field: Box<str>, by: Option<Period> },
    /// The entries that have the value `name` in a field, with their dates.
    Tagged { collection: Box<str>, field: Box<str>, name: Box<str> },
}

/// The entry that an id names, as links need it.
pub struct EntryLink<'s> {
    pub entry: Option<EntryIndex>,
    pub is_published: bool,
    /// Whether the entry's file can't be read, a mistake that is reported already.
    pub is_unreadable: bool,
    pub route: Option<&'s str>,
}

impl ListRead {
    /// Returns the collection or section whose entries, nested ones included, are listed.
    pub fn listed_collection(&self) -> Option<&str> {
        match self {
            Self::Find(_) | Self::MayHave { .. } | Self::Listed { selection: Selection::Top, .. } => None,
            Self::Listed { collection, .. } | Self::Terms { collection, .. } | Self::Tagged { collection, .. } => {
                Some(collection)
            }
        }
    }
}

/// Reads groups of entries. Each `collection` is the name of a collection or the id of a section.
pub trait ReadLists: Record<ListRead> + ReadEntries {
    fn find(&self, id: &str) -> EntryLink<'_> {
        let id = &*nfc(id);
        find_link(self.record(|| ListRead::Find(id.into())), id)
    }

    /// Selects entries of a collection. Leaves out the first `skip`, and returns at most `take` of the rest.
    fn listed(&self, collection: &str, selection: Selection, skip: usize, take: usize) -> Option<Vec<EntryIndex>> {
        let listed = self.snapshot().listed(collection, &selection, skip, take);
        self.record(|| ListRead::Listed { collection: collection.into(), selection, skip, take });
        listed
    }

    /// Returns the schemas of a collection's entries; empty for an unknown collection. The recorded read covers only
    /// whether entries may have the field, and whether it is a date.
    fn schemas_for(&self, collection: &str, field: &str) -> Vec<&Schema> {
        let snapshot = self.record(|| ListRead::MayHave { collection: collection.into(), field: field.into() });
        snapshot.site().listed_schemas(collection)
    }

    /// Returns the terms of a field; with `by`, the periods of its dates.
    fn terms(&self, collection: &str, field: &str, by: Option<Period>) -> Terms {
        let snapshot = self.record(|| ListRead::Terms { collection: collection.into(), field: field.into(), by });
        snapshot.terms(collection, field, by)
    }

    /// Lists the entries that have the value `name` in a field, in the order of the collection.
    fn tagged(&self, collection: &str, field: &str, name: &str) -> Vec<EntryIndex> {
        let name = &*nfc(name);
        self.record(|| ListRead::Tagged { collection: collection.into(), field: field.into(), name: name.into() });
        self.snapshot().term(collection, field, name).map_or_else(Vec::new, |term| term.entries.clone())
    }

    /// Lists the entries that share the most values of a field with an entry, the newest first among equals.
    fn related(&self, index: EntryIndex, field: &str, count: usize) -> Vec<EntryIndex> {
        let collection = self.collection_of(index);
        let values = match self.field(index, field) {
            Some(ContentValue { json: Json::Array(values), .. }) => values.as_slice(),
            Some(value) => std::slice::from_ref(value.json),
            None => &[],
        };
        let mut shared: FxHashMap<EntryIndex, usize> = FxHashMap::default();
        let names: FxHashSet<_> = values.iter().filter_map(Json::as_str).map(nfc).collect();
        for name in names {
            for other in self.tagged(collection, field, &name).into_iter().filter(|&other| other != index) {
                *shared.entry(other).or_default() += 1;
            }
        }
        let site = self.snapshot().site();
        let mut found: Vec<EntryIndex> = shared.keys().copied().collect();
        // The order needs no read of its own: the reads of `tagged` cover dates and ids.
        found.sort_by_key(|at| (Reverse(shared[at]), Reverse(site.entry(*at).date), site.entry(*at).id.clone()));
        found.truncate(count);
        found
    }
}

fn find_link<'s>(snapshot: &'s Snapshot, id: &str) -> EntryLink<'s> {
    let site = snapshot.site();
    let entry = site.entry_by_id(id);
    EntryLink {
        entry,
        is_published: entry.is_some_and(|entry| site.is_published(entry)),
        is_unreadable: site.content.unreadable.contains(id),
        route: entry.and_then(|entry| snapshot.route_of(entry)),
    }
}

impl FamilyRead for ListRead {
    fn hash_result(&self, snapshot: &Snapshot, hasher: &mut FingerprintHasher) {
        match self {
            Self::Find(id) => {
                let EntryLink { entry, is_published, is_unreadable, route } = find_link(snapshot, id);
                hasher.add_entry(snapshot, entry);
                hasher.add((is_published, is_unreadable, route));
            }
            Self::Listed { collection, selection, skip, take } => {
                // A missing collection differs from an empty one: it is an error.
                hasher.add_entries(snapshot, snapshot.listed(collection, selection, *skip, *take).as_deref());
            }
            Self::MayHave { collection, field } => {
                let schemas = snapshot.site().listed_schemas(collection);
                let has_any = |has: fn(&Schema, &str) -> bool| schemas.iter().any(|schema| has(schema, field));
                hasher.add((schemas.is_empty(), has_any(Schema::may_have), has_any(Schema::is_date)));
            }
            Self::Terms { collection, field, by } => {
                snapshot.terms(collection, field, *by).iter().for_each(|term| hasher.add_term(snapshot, term));
            }
            Self::Tagged { collection, field, name } => {
                snapshot.term(collection, field, name).iter().for_each(|term| hasher.add_term(snapshot, term));
            }
        }
    }

    fn is_durable(&self, parts: &DurableParts) -> bool {
        match self {
            Self::Find(_) => parts.index && parts.plan && parts.settings,
            // A changed schema makes a new index.
            Self::Listed { selection: Selection::All | Selection::NewestFirst, .. } | Self::MayHave { .. } => {
                parts.index
            }
            Self::Listed { .. } => parts.fields,
            // The settings decide how slugs are written, and in which time zone a period begins.
            Self::Terms { .. } | Self::Tagged { .. } => parts.fields && parts.settings,
        }
    }

    fn describe(&self, snapshot: &Snapshot) -> (String, String) {
        let folder = |name: &str| format!("{CONTENT}/{name}/");
        match self {
            Self::Find(id) => match snapshot.site().entry_by_id(id) {
                Some(entry) => (snapshot.site().entry(entry).file.file.to_string(), "its address".to_owned()),
                None => (format!("{CONTENT}/{id}"), "that it is not there".to_owned()),
            },
            Self::Listed { collection, selection, take, .. } => {
                let what = match selection {
                    Selection::All => "which entries there are, in their order".to_owned(),
                    Selection::SortedBy(sort) => format!("which entries there are, in their order by `{sort}`"),
                    Selection::NewestFirst => format!("which are the {take} newest"),
                    Selection::Top => "what lies directly below it".to_owned(),
                };
                (folder(collection), what)
            }
            Self::MayHave { collection, field } => {
                let file = match snapshot.site().listable_collection(collection) {
                    Some(known) => known.file.file.to_string(),
                    None => format!("{CONTENT}/{collection}/{}", collection::FILE),
                };
                (file, format!("whether there is a field `{field}`"))
            }
            Self::Terms { collection, field, by } => {
                let what = if by.is_some() { "periods" } else { "values" };
                (folder(collection), format!("the {what} of `{field}`"))
            }
            Self::Tagged { collection, field, name } => {
                (folder(collection), format!("which have `{name}` in `{field}`"))
            }
        }
    }
}
