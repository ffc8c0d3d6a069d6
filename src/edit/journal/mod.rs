//! The journal of changes, one JSON object a line. Each change is in the journal, flushed to the disk, before its files
//! are written. If it has several files or moves one, a second line marks it as finished once all are written.
//! When the journal is opened, changes older than `MAX_AGE` and the oldest ones beyond `MAX_BYTES` are dropped, except
//! the last change.
//!
//! A process that ends while it writes a change leaves files of the change unwritten. At the next start, the change is
//! dropped if no file was written. Otherwise, its unwritten files are written, except those that later changes touch.
//! An undone change stays undone. A finished change is never written again: if one of its files has its former content,
//! another program has restored it.

mod current_place;

use std::path::PathBuf;

use jiff::{SignedDuration, Timestamp};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

pub use self::current_place::{current_gap, current_path, current_pointer, has_all_changes_since};
use super::file_change::{FileChange, FileState};
use crate::config::Config;
use crate::diagnostic::Diagnostic;
use crate::fs;

const MAX_AGE: SignedDuration = SignedDuration::from_hours(30 * 24);
/// The size to which the journal is cut, in bytes. It is more than the whole content of most sites.
const MAX_BYTES: usize = 200_000_000;

/// The folder beside the journal for files that changes have removed or are about to add: those of change 12 are in
/// `removed/12`.
pub const REMOVED: &str = "removed";

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum ChangeKind {
    /// Sets, adds or removes a value.
    #[default]
    Set,
    /// Inserts an item of a list, or a block of Markdown.
    Insert,
    /// Removes an item of a list, or a block of Markdown.
    Remove,
    /// Moves an item of a list.
    Move,
    Create,
    Delete,
    /// Moves an entry within its collection.
    Order,
    Approve,
    Rename,
    /// Gives a heading another level, makes it a paragraph, or makes a paragraph a heading.
    Level,
}

/// A change: its description for people, and the changes of its files.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
pub struct DescribedChange {
    pub number: u64,
    /// The time of the change, by the clock of the machine.
    pub time: String,
    pub kind: ChangeKind,
    /// The file that is shown for the change.
    pub file: String,
    /// The pointer of the value, or `#` and the number of a text block; empty for a whole entry or several samples.
    pub at: String,
    /// What changes, in words, such as `Counters › Item 1 › Value`.
    pub label: String,
    /// The value, position, name or level before the change.
    pub was: Value,
    /// The value, position, name or level after the change.
    pub to: Value,
    /// The number of text blocks that are inserted or removed besides the first: further paragraphs, or what lies in a
    /// list item. If the text of a block was set, how many more blocks there are than before; negative if fewer.
    #[serde(default)]
    pub further_blocks: isize,
    pub files: Vec<FileChange>,
    /// The number of the change that this one undoes.
    pub undoes: Option<u64>,
    /// The number of the undo that this change reverses, if this change is a redo.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub redoes: Option<u64>,
    /// Whether a build has to show that the change breaks nothing.
    #[serde(skip)]
    pub needs_build: bool,
    /// Whether the journal says that all files of the change were written.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub is_finished: bool,
}

#[derive(Deserialize)]
#[serde(untagged)]
enum JournalLine {
    Change(Box<DescribedChange>),
    Finished { finished: u64 },
}

impl ChangeKind {
    /// Whether a change of this kind adds, removes or moves files, so that links may lead nowhere or somewhere else.
    pub fn changes_files(self) -> bool {
        matches!(self, Self::Create | Self::Delete | Self::Rename)
    }

    /// Returns the kind of the change that undoes one of this kind.
    #[must_use]
    pub fn inverse(self) -> Self {
        match self {
            Self::Insert => Self::Remove,
            Self::Remove => Self::Insert,
            other => other,
        }
    }
}

impl DescribedChange {
    /// Makes a change of this kind that is empty otherwise.
    pub fn new(kind: ChangeKind) -> Self {
        Self { kind, ..Self::default() }
    }

    /// Returns the change that undoes this one. Writing it fails if one of the files has changed since.
    #[must_use]
    pub fn inverse(self) -> Self {
        let files: Vec<FileChange> = self.files.iter().rev().map(FileChange::inverse).collect();
        let (kind, further_blocks, undoes) = (self.kind.inverse(), self.inverse_further_blocks(), Some(self.number));
        let moved_back = files.iter().find(|file| file.moved_from.as_ref() == Some(&self.file));
        let file = moved_back.map_or(self.file, |moved| moved.file.clone());
        Self { kind, file, was: self.to, to: self.was, further_blocks, files, undoes, ..self }
    }

    /// Returns `further_blocks` of the change that undoes this one.
    pub fn inverse_further_blocks(&self) -> isize {
        if self.kind == ChangeKind::Set { -self.further_blocks } else { self.further_blocks }
    }

    /// Returns the paths of the files that the change touches.
    pub fn paths(&self) -> impl Iterator<Item = &str> {
        self.files.iter().flat_map(|file| file.moved_from.iter().chain([&file.file])).map(String::as_str)
    }

    fn touches(&self, other: &FileChange) -> bool {
        self.paths().any(|path| path == other.file || Some(path) == other.moved_from.as_deref())
    }

    /// Whether a line still has to say that the change is finished. A single file that is not moved needs none: it is
    /// written as a whole or not at all.
    fn needs_finished_line(&self) -> bool {
        !self.is_finished && (self.files.len() > 1 || self.files.iter().any(|file| file.moved_from.is_some()))
    }
}

/// A function that is called with the files of a change before they are written.
pub type WriteListener = Box<dyn Fn(Vec<PathBuf>) + Send>;

/// The changes in order, and their file.
pub struct Journal {
    path: PathBuf,
    changes: Vec<DescribedChange>,
    pub write_listener: WriteListener,
}

impl Journal {
    /// Reads or begins the journal. Drops or finishes interrupted changes, and drops old ones.
    ///
    /// # Errors
    /// Fails if the journal can't be read or written, or if a change can't be finished.
    pub fn open(path: PathBuf, config: &Config, now: Timestamp) -> Result<Self, Diagnostic> {
        let text = if fs::exists(&path) { fs::read_text(&path, &path.display().to_string())? } else { String::new() };
        fs::remove_partials(&path);
        let mut journal = Self { path, changes: parse_changes(&text), write_listener: Box::new(|_| ()) };
        journal.drop_unwritten(config);
        journal.changes.drain(..count_outdated(&journal.changes, now));
        journal.finish_interrupted(config)?;
        journal.delete_removed(config);
        if journal.format_lines() != text {
            journal.save()?;
        }
        Ok(journal)
    }

    /// Drops the last change if none of its files was written, and cleans up after it.
    fn drop_unwritten(&mut self, config: &Config) {
        let dropped = self.changes.pop_if(|change| {
            !change.is_finished && change.files.iter().all(|file| file.state(config) == FileState::Before)
        });
        // The last change that stays may have left temporary files too. `finish_interrupted` does not need them.
        for file in dropped.iter().chain(self.changes.last()).flat_map(|change| &change.files) {
            file.remove_remains(config);
        }
    }

    /// Finishes the changes that were interrupted and not undone. Files that later changes have written stay.
    fn finish_interrupted(&mut self, config: &Config) -> Result<(), Diagnostic> {
        while let Some(at) = self.changes.iter().position(DescribedChange::needs_finished_line) {
            let (change, later) = (&self.changes[at], &self.changes[at + 1..]);
            let stays = |file: &FileChange| {
                later.iter().any(|later| later.undoes == Some(change.number) || later.touches(file))
            };
            let is_unwritten = |file: &&FileChange| {
                !stays(file) && matches!(file.state(config), FileState::Before | FileState::Between)
            };
            change.files.iter().filter(is_unwritten).try_for_each(|file| file.write(config))?;
            self.changes[at].is_finished = true;
        }
        Ok(())
    }

    /// Writes a change into the journal, with the next number and the present time, and then all of its files or none.
    ///
    /// # Errors
    /// Fails if the journal or a file can't be written. Then all files are restored, if that is possible.
    pub fn record(&mut self, mut change: DescribedChange, config: &Config) -> Result<u64, Diagnostic> {
        change.time = Timestamp::now().strftime("%Y-%m-%dT%H:%M:%SZ").to_string();
        change.number = self.next_number();
        // An undo takes over the fields of the change that it undoes.
        change.is_finished = false;
        // A failed append may leave half a line. Saving the whole journal removes it.
        fs::append_durable(&self.path, format_line(&change).as_bytes()).inspect_err(|_| _ = self.save())?;
        let number = change.number;
        self.changes.push(change.clone());
        self.announce_write(&change, config);
        for (at, file) in change.files.iter().enumerate() {
            if let Err(diagnostic) = file.write(config) {
                // A change of which some files can't be restored stays, and the next start finishes it.
                if write_inverses(&change.files[..at], config).is_ok() {
                    self.drop_last();
                }
                file.remove_remains(config);
                return Err(diagnostic);
            }
        }
        if change.needs_finished_line() {
            self.mark_finished();
        }
        Ok(number)
    }

    /// Deletes the removed files of changes that are not in the journal any more.
    fn delete_removed(&self, config: &Config) {
        let removed = self.path.with_file_name(REMOVED);
        let names = fs::list(&removed, REMOVED).unwrap_or_default();
        for folder in names.iter().map(|name| removed.join(name)) {
            let mut files = self.changes.iter().flat_map(|change| &change.files);
            if !files.any(|file| config.path(&file.file).starts_with(&folder)) {
                // If this fails, the next start tries again.
                _ = fs::remove_tree(&folder);
            }
        }
    }

    fn announce_write(&self, change: &DescribedChange, config: &Config) {
        let paths = change.paths().map(|path| config.path(path));
        // No build reads removed files.
        let removed = self.path.with_file_name(REMOVED);
        (self.write_listener)(paths.filter(|path| !path.starts_with(&removed)).collect());
    }

    fn mark_finished(&mut self) {
        let Some(last) = self.changes.last_mut() else { return };
        last.is_finished = true;
        let line = format!("{}\n", json!({ "finished": last.number }));
        if fs::append_durable(&self.path, line.as_bytes()).is_err() {
            // If this fails too, the next start finds all files written, and marks the change.
            _ = self.save();
        }
    }

    /// Restores the files of the last change, and drops the change.
    ///
    /// # Errors
    /// Fails if a file can't be written. Then the change stays in the journal.
    pub fn revert_last(&mut self, config: &Config) -> Result<(), Diagnostic> {
        let Some(last) = self.changes.last_mut() else { return Ok(()) };
        // A process that ends from here on leaves a change that the next start finishes.
        last.is_finished = false;
        let last = last.clone();
        self.save()?;
        self.announce_write(&last, config);
        write_inverses(&last.files, config)?;
        self.drop_last();
        Ok(())
    }

    /// Drops the last change, whose files are as before.
    fn drop_last(&mut self) {
        self.changes.pop();
        // If this fails, the next start drops the change.
        _ = self.save();
    }

    fn format_lines(&self) -> String {
        self.changes.iter().map(format_line).collect()
    }

    fn save(&self) -> Result<(), Diagnostic> {
        fs::write_durable(&self.path, self.format_lines().as_bytes())
    }

    pub fn changes(&self) -> &[DescribedChange] {
        &self.changes
    }

    /// Returns the changes whose files are all written. A failed change whose files could not be restored is left out,
    /// until the next start finishes it.
    pub fn written_changes(&self) -> impl DoubleEndedIterator<Item = &DescribedChange> {
        self.changes.iter().filter(|change| !change.needs_finished_line())
    }

    pub fn next_number(&self) -> u64 {
        self.changes.last().map_or(1, |last| last.number + 1)
    }

    pub fn find(&self, number: u64) -> Option<&DescribedChange> {
        self.changes.iter().find(|change| change.number == number)
    }

    pub fn is_undone(&self, number: u64) -> bool {
        self.written_changes().any(|change| change.undoes == Some(number))
    }

    /// Returns the last undo that no redo has reversed; `None` if a change that is neither undo nor redo came after it.
    pub fn undo_to_redo(&self) -> Option<&DescribedChange> {
        let is_redone = |number: u64| self.written_changes().any(|change| change.redoes == Some(number));
        let is_settled = |change: &&DescribedChange| change.redoes.is_some() || is_redone(change.number);
        let last = self.written_changes().rev().find(|change| !is_settled(change));
        last.filter(|change| change.undoes.is_some())
    }
}

fn write_inverses(files: &[FileChange], config: &Config) -> Result<(), Diagnostic> {
    files.iter().rev().try_for_each(|file| file.inverse().write(config))
}

/// Parses the changes, and marks the finished ones. Leaves truncated lines out.
fn parse_changes(text: &str) -> Vec<DescribedChange> {
    let mut changes: Vec<DescribedChange> = Vec::new();
    for line in text.lines() {
        match serde_json::from_str(line) {
            Ok(JournalLine::Change(change)) => changes.push(*change),
            Ok(JournalLine::Finished { finished }) => {
                let finished = changes.iter_mut().filter(|change| change.number == finished);
                finished.for_each(|change| change.is_finished = true);
            }
            Err(_) => {}
        }
    }
    changes
}

/// Counts the changes at the beginning that are dropped: they are too old, or the journal is too large with them.
fn count_outdated(changes: &[DescribedChange], now: Timestamp) -> usize {
    let is_new = |change: &DescribedChange| {
        let time: Result<Timestamp, _> = change.time.parse();
        time.is_ok_and(|time| now.duration_since(time) <= MAX_AGE)
    };
    let mut bytes = 0;
    let kept = changes.iter().rev().take_while(|change| {
        bytes += format_line(change).len();
        is_new(change) && bytes <= MAX_BYTES
    });
    // The last change stays: numbers go on from it, so that none is used again.
    changes.len().saturating_sub(kept.count().max(1))
}

fn format_line(change: &DescribedChange) -> String {
    // Texts and numbers can always be written as JSON.
    format!("{}\n", serde_json::to_string(change).unwrap_or_default())
}

#[cfg(test)]
mod tests;
