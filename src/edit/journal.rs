//! The journal of changes, one JSON object a line: each change is there, flushed to the disk, before its file is written.
//!
//! A process that ends in between leaves a change whose file is still as before: it is dropped at the next start.

use std::path::PathBuf;

use serde::{Deserialize, Serialize};
use serde_json::Value;
use xxhash_rust::xxh3::xxh3_64;

use crate::diagnostic::Diagnostic;
use crate::fs;
use crate::yaml::write::Splice;

/// A change that was written.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct JournalEntry {
    pub number: u64,
    /// When, by the clock of the machine.
    pub time: String,
    pub file: String,
    pub at: String,
    /// The value in words, such as `Counters › Item 1 › Value`.
    pub label: String,
    pub was: Value,
    pub to: Value,
    pub splice: Splice,
    /// The digests of the file before and after.
    pub before: String,
    pub after: String,
    /// The number of the change that this one takes back.
    pub undoes: Option<u64>,
}

/// The changes in order, and their file.
#[derive(Debug)]
pub struct Journal {
    path: PathBuf,
    entries: Vec<JournalEntry>,
}

impl Journal {
    /// Reads the journal, or begins one. `bytes` reads the file of a change.
    ///
    /// # Errors
    /// Fails if the journal can't be read or written.
    pub fn open(path: PathBuf, bytes: &dyn Fn(&str) -> Option<Vec<u8>>) -> Result<Self, Diagnostic> {
        let shown = path.display().to_string();
        let text = if fs::exists(&path) { fs::read_text(&path, &shown)? } else { String::new() };
        // A line that was cut off is that of a change whose file is as before.
        let mut entries: Vec<JournalEntry> = text.lines().filter_map(|line| serde_json::from_str(line).ok()).collect();
        let is_unwritten = |entry: &JournalEntry| bytes(&entry.file).is_some_and(|file| digest(&file) == entry.before);
        let is_cut = !text.is_empty() && !text.ends_with('\n') || entries.len() != text.lines().count();
        let dropped = entries.pop_if(|entry| is_unwritten(entry));
        let journal = Self { path, entries };
        if dropped.is_some() || is_cut {
            fs::write_durable(&journal.path, journal.entries.iter().map(line).collect::<String>().as_bytes())?;
        }
        Ok(journal)
    }

    /// Appends a change; it gets the next number.
    ///
    /// # Errors
    /// Fails if the journal can't be written: then the change must not be either.
    pub fn append(&mut self, mut entry: JournalEntry) -> Result<u64, Diagnostic> {
        entry.number = self.entries.last().map_or(1, |last| last.number + 1);
        fs::append_durable(&self.path, line(&entry).as_bytes())?;
        let number = entry.number;
        self.entries.push(entry);
        Ok(number)
    }

    /// Drops the last change, whose file could not be written.
    pub fn drop_last(&mut self) {
        self.entries.pop();
        // If this fails too, the next start drops the change: its file is as before.
        _ = fs::write_durable(&self.path, self.entries.iter().map(line).collect::<String>().as_bytes());
    }

    pub fn entries(&self) -> &[JournalEntry] {
        &self.entries
    }

    /// Returns the change of this number.
    pub fn find(&self, number: u64) -> Option<&JournalEntry> {
        self.entries.iter().find(|entry| entry.number == number)
    }

    /// Whether a change was taken back.
    pub fn is_undone(&self, number: u64) -> bool {
        self.entries.iter().any(|entry| entry.undoes == Some(number))
    }
}

/// Writes an entry as a line.
fn line(entry: &JournalEntry) -> String {
    // Text and numbers always become JSON.
    format!("{}\n", serde_json::to_string(entry).unwrap_or_default())
}

/// Returns the digest of a file.
pub fn digest(bytes: &[u8]) -> String {
    format!("{:016x}", xxh3_64(bytes))
}
