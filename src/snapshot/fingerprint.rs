//! Fingerprints: hashes of the results of reads, which are compared between builds.

use serde_json::Value as Json;
use xxhash_rust::xxh3::Xxh3Default;

use super::snapshot::Snapshot;
use crate::site::EntryIndex;
use crate::site::plan::Term;
use crate::yaml::pointer::is_below;

/// A hash of the result of a read.
pub type Fingerprint = u128;

/// A hasher of results, piece by piece. Each piece is preceded by its length, so that no two sequences hash the same
/// bytes.
#[derive(Default)]
pub struct FingerprintHasher(Xxh3Default);

impl FingerprintHasher {
    /// Returns the hash of all pieces.
    pub fn finish(self) -> Fingerprint {
        self.0.digest128()
    }

    pub fn number(&mut self, number: usize) {
        self.0.update(&(number as u64).to_le_bytes());
    }

    pub fn text(&mut self, text: &str) {
        self.number(text.len());
        self.0.update(text.as_bytes());
    }

    /// Hashes a missing result: a length that no piece has.
    pub fn absent(&mut self) {
        self.number(usize::MAX);
    }

    pub fn json(&mut self, value: &Json) {
        match value {
            Json::Null => self.number(0),
            Json::Bool(value) => self.number(1 + usize::from(*value)),
            Json::Number(number) => {
                self.number(3);
                self.text(&number.to_string());
            }
            Json::String(text) => {
                self.number(4);
                self.text(text);
            }
            Json::Array(items) => {
                self.number(5);
                self.number(items.len());
                items.iter().for_each(|item| self.json(item));
            }
            Json::Object(fields) => {
                self.number(6);
                self.number(fields.len());
                for (key, value) in fields {
                    self.text(key);
                    self.json(value);
                }
            }
        }
    }

    /// Hashes the entries that the references below a key lead to; all references if the key is empty.
    pub fn references(&mut self, snapshot: &Snapshot, references: &[(String, EntryIndex)], key: &str) {
        for (pointer, entry) in references {
            if key.is_empty() || is_below(pointer, key) {
                self.text(pointer);
                self.entry(snapshot, Some(*entry));
            }
        }
    }

    pub fn entry(&mut self, snapshot: &Snapshot, entry: Option<EntryIndex>) {
        match entry {
            Some(entry) => self.text(&snapshot.site().entry(entry).file.file),
            None => self.absent(),
        }
    }

    pub fn entries(&mut self, snapshot: &Snapshot, entries: Option<&[EntryIndex]>) {
        match entries {
            Some(entries) => {
                self.number(entries.len());
                entries.iter().for_each(|entry| self.entry(snapshot, Some(*entry)));
            }
            None => self.absent(),
        }
    }

    pub fn term(&mut self, snapshot: &Snapshot, term: &Term) {
        self.text(&term.name);
        self.text(&term.slug);
        self.entry(snapshot, term.entry);
        self.entries(snapshot, Some(&term.entries));
        for entry in &term.entries {
            let date = snapshot.site().entry(*entry).date;
            self.0.update(&date.map_or(0, jiff::Timestamp::as_nanosecond).to_le_bytes());
        }
    }
}
