//! Fingerprints: hashes of the results of reads, which are compared between builds.

use std::hash::Hash;

use serde::Serialize;
use serde_json::Value as Json;
use xxhash_rust::xxh3::Xxh3Default;

use super::snapshot::Snapshot;
use crate::site::EntryIndex;
use crate::site::plan::Term;
use crate::yaml::pointer::is_in_field;

/// A hash of the result of a read.
pub type Fingerprint = u128;

/// A hasher of results, which are added piece by piece.
#[derive(Default)]
pub struct FingerprintHasher(Xxh3Default);

impl FingerprintHasher {
    /// Returns the hash of all pieces.
    pub fn finish(self) -> Fingerprint {
        self.0.digest128()
    }

    pub fn add(&mut self, piece: impl Hash) {
        piece.hash(&mut self.0);
    }

    /// Adds a value as text, which keeps the order of fields: the `Hash` of JSON ignores it.
    pub fn add_json(&mut self, value: &impl Serialize) {
        self.add(serde_json::to_string(value).ok());
    }

    /// Adds a value and the entries to which its references lead. `key` is the field of the value, empty for a whole
    /// file; `references` are always those of the whole file.
    pub fn add_content(&mut self, snapshot: &Snapshot, key: &str, value: &Json, references: &[(String, EntryIndex)]) {
        self.add_json(value);
        for (pointer, entry) in references {
            if key.is_empty() || is_in_field(pointer, key) {
                self.add(pointer);
                self.add_entry(snapshot, Some(*entry));
            }
        }
    }

    pub fn add_entry(&mut self, snapshot: &Snapshot, entry: Option<EntryIndex>) {
        self.add(entry.map(|entry| &snapshot.site().entry(entry).file.file));
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
