//! Fingerprints: hashes of the results of reads, which are compared between builds.

use serde_json::Value as Json;
use xxhash_rust::xxh3::Xxh3Default;

use super::snapshot::Snapshot;
use crate::site::EntryIndex;
use crate::site::plan::Term;
use crate::yaml::pointer::is_in_field;

/// A hash of the result of a read.
pub type Fingerprint = u128;

/// A hasher of results, which are added piece by piece. Lengths are hashed too, so that different sequences of pieces
/// never consist of the same bytes.
#[derive(Default)]
pub struct FingerprintHasher(Xxh3Default);

impl FingerprintHasher {
    /// Returns the hash of all pieces.
    pub fn finish(self) -> Fingerprint {
        self.0.digest128()
    }

    pub fn add_number(&mut self, number: usize) {
        self.0.update(&(number as u64).to_le_bytes());
    }

    pub fn add_text(&mut self, text: &str) {
        self.add_number(text.len());
        self.0.update(text.as_bytes());
    }

    /// Adds the result of another read by its fingerprint, whose length is always the same.
    pub fn add_fingerprint(&mut self, fingerprint: Fingerprint) {
        self.0.update(&fingerprint.to_le_bytes());
    }

    /// Adds a missing result, as a length that no piece has.
    pub fn add_absent(&mut self) {
        self.add_number(usize::MAX);
    }

    pub fn add_json(&mut self, value: &Json) {
        match value {
            Json::Null => self.add_number(0),
            Json::Bool(value) => self.add_number(1 + usize::from(*value)),
            Json::Number(number) => {
                self.add_number(3);
                self.add_text(&number.to_string());
            }
            Json::String(text) => {
                self.add_number(4);
                self.add_text(text);
            }
            Json::Array(items) => {
                self.add_number(5);
                self.add_number(items.len());
                items.iter().for_each(|item| self.add_json(item));
            }
            Json::Object(fields) => {
                self.add_number(6);
                self.add_number(fields.len());
                for (key, value) in fields {
                    self.add_text(key);
                    self.add_json(value);
                }
            }
        }
    }

    /// Adds a value and the entries to which its references lead. `key` is the field of the value, empty for a whole
    /// file; `references` are always those of the whole file.
    pub fn add_content(&mut self, snapshot: &Snapshot, key: &str, value: &Json, references: &[(String, EntryIndex)]) {
        self.add_json(value);
        for (pointer, entry) in references {
            if key.is_empty() || is_in_field(pointer, key) {
                self.add_text(pointer);
                self.add_entry(snapshot, Some(*entry));
            }
        }
    }

    pub fn add_entry(&mut self, snapshot: &Snapshot, entry: Option<EntryIndex>) {
        match entry {
            Some(entry) => self.add_text(&snapshot.site().entry(entry).file.file),
            None => self.add_absent(),
        }
    }

    pub fn add_entries(&mut self, snapshot: &Snapshot, entries: Option<&[EntryIndex]>) {
        match entries {
            Some(entries) => {
                self.add_number(entries.len());
                entries.iter().for_each(|entry| self.add_entry(snapshot, Some(*entry)));
            }
            None => self.add_absent(),
        }
    }

    pub fn add_term(&mut self, snapshot: &Snapshot, term: &Term) {
        self.add_text(&term.name);
        self.add_text(&term.slug);
        self.add_entry(snapshot, term.entry);
        self.add_entries(snapshot, Some(&term.entries));
        for entry in &term.entries {
            let date = snapshot.site().entry(*entry).date;
            self.0.update(&date.map_or(0, jiff::Timestamp::as_nanosecond).to_le_bytes());
        }
    }
}
