//! The common parts of all families of reads: the trait of reads, the hasher of their results, the durable parts of two
//! snapshots, and the traits of readers, which record reads.

use std::hash::Hash;
use std::sync::Arc;

use serde::Serialize;
use serde_json::Value as Json;
use xxhash_rust::xxh3::Xxh3Default;

use super::snapshot::Snapshot;
use crate::site::EntryIndex;
use crate::site::plan::Term;
use crate::yaml::pointer::is_in_field;

/// A read of one family.
pub trait FamilyRead {
    /// Hashes the result of this read. A missing value is a result too.
    fn hash_result(&self, snapshot: &Snapshot, hasher: &mut FingerprintHasher);

    /// Whether the result is unchanged because it depends on durable parts only. If not, the fingerprints in the two
    /// snapshots are compared. Families with few reads keep the default: they have few fingerprints to compare. For
    /// reads of entries, `ReadSets` calls `EntryPart::is_durable` instead.
    fn is_durable(&self, _parts: &DurableParts) -> bool {
        false
    }

    fn describe(&self, snapshot: &Snapshot) -> (String, String);
}

/// A reader of the snapshot.
pub trait Reader {
    /// Returns the snapshot, for reads that another recorded read covers.
    fn snapshot(&self) -> &Snapshot;
}

/// A recorder of the reads `R` of one family.
pub trait Record<R>: Reader {
    /// Records a read, if reads are recorded, and returns the snapshot that is read.
    fn record(&self, read: impl FnOnce() -> R) -> &Snapshot;
}

/// Which parts of two snapshots are the same, so that the results of reads that depend on them need no comparison.
pub struct DurableParts {
    /// The index of the entries.
    pub index: bool,
    /// The index, and the fields of all entries.
    pub fields: bool,
    pub plan: bool,
    pub assets: bool,
    pub settings: bool,
    pub islands: bool,
    pub history: bool,
}

impl DurableParts {
    pub fn between(before: &Snapshot, now: &Snapshot) -> Self {
        let (site_before, site_now) = (before.site(), now.site());
        let index = Arc::ptr_eq(&site_before.index, &site_now.index);
        Self {
            index,
            fields: index && site_now.content.has_same_fields(&site_before.content),
            plan: Arc::ptr_eq(before.plan(), now.plan()),
            assets: Arc::ptr_eq(&site_before.assets, &site_now.assets),
            settings: Arc::ptr_eq(&site_before.content.settings, &site_now.content.settings),
            islands: Arc::ptr_eq(before.islands(), now.islands()),
            // Compared by value: without the setting `history`, each build creates an empty history.
            history: before.history() == now.history(),
        }
    }
}

/// A hash of the result of a read.
pub type Fingerprint = u128;

/// A hasher of results, which are added piece by piece.
#[derive(Default)]
pub struct FingerprintHasher(Xxh3Default);

impl FingerprintHasher {
    pub fn finish(self) -> Fingerprint {
        self.0.digest128()
    }

    pub fn add(&mut self, piece: impl Hash) {
        piece.hash(&mut self.0);
    }

    /// Adds a value as text, because the `Hash` of JSON ignores the order of fields.
    pub fn add_json(&mut self, value: &impl Serialize) {
        self.add(serde_json::to_string(value).ok());
    }

    /// Adds a value and the entries to which its references lead. `key` is the name of the field with the value, or
    /// empty if the value is a whole file. `references` are always those of the whole file.
    pub fn add_content(&mut self, snapshot: &Snapshot, key: &str, value: &Json, references: &[(String, EntryIndex)]) {
        self.add_json(value);
        for (pointer, entry) in references {
            if key.is_empty() || is_in_field(pointer, key) {
                self.add(pointer);
                self.add_entry(snapshot, Some(*entry));
            }
        }
    }

    /// Adds the file and the id of an entry, as the id of a file may change: `posts/trip/index.md` has the id
    /// `posts/trip`, but `posts/trip/index` once `posts/trip` is a collection.
    pub fn add_entry(&mut self, snapshot: &Snapshot, entry: Option<EntryIndex>) {
        let entry = entry.map(|entry| snapshot.site().entry(entry));
        self.add(entry.map(|entry| (&entry.file.file, &entry.id)));
    }

    pub fn add_entries(&mut self, snapshot: &Snapshot, entries: Option<&[EntryIndex]>) {
        self.add(entries.map(<[EntryIndex]>::len));
        entries.into_iter().flatten().for_each(|entry| self.add_entry(snapshot, Some(*entry)));
    }

    pub fn add_term(&mut self, snapshot: &Snapshot, term: &Term) {
        self.add((&term.name, &term.slug));
        self.add_entry(snapshot, term.entry);
        self.add_entries(snapshot, Some(&term.entries));
        term.entries.iter().for_each(|entry| self.add(snapshot.site().entry(*entry).date));
    }
}
