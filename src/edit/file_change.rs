//! A change of one file: some of its bytes are replaced, or it is created, removed or moved.

use std::path::Path;

use serde::{Deserialize, Serialize};
use similar::{Algorithm, DiffTag, capture_diff_slices};
use xxhash_rust::xxh3::xxh3_64;

use crate::config::Config;
use crate::diagnostic::Diagnostic;
use crate::fs::{self, FileKind};
use crate::lines::{begins_line, line_end, line_start};
use crate::site::plan::{LEDGER_FILE, mark_gone};
use crate::yaml::write::Splice;

/// The code of the error that another program has written a file since it was read.
pub const FILE_BUSY: &str = "edit-file-busy";

/// The maximum number of bytes that are kept of the text before a splice, and of the text after it: enough to find the
/// place again.
const MAX_SURROUNDING_BYTES: usize = 60;

#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct FileChange {
    pub file: String,
    /// The path from which the file is moved, if the change moves it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub moved_from: Option<String>,
    pub splice: Splice,
    /// The text around the splice, by which its place is found once the file has changed elsewhere.
    #[serde(default, skip_serializing_if = "Surroundings::is_empty")]
    surroundings: Surroundings,
    /// The digest of the file before; `None` if the change creates it.
    pub before: Option<String>,
    /// The digest of the file after; `None` if the change removes it.
    pub after: Option<String>,
}

#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
struct Surroundings {
    before: String,
    after: String,
}

impl Surroundings {
    /// Returns the text around a splice of `text`: on each side up to the far end of the nearest line that is not
    /// empty, but no more than `MAX_SURROUNDING_BYTES`.
    fn of(splice: &Splice, text: &str) -> Self {
        let (before, after) = (&text[..splice.start], &text[splice.start + splice.removed.len()..]);
        let line_before = line_start(before, before.trim_end().len());
        let line_after = line_end(after, after.len() - after.trim_start().len());
        let start = before.ceil_char_boundary(line_before.max(before.len().saturating_sub(MAX_SURROUNDING_BYTES)));
        let end = after.floor_char_boundary(line_after.min(MAX_SURROUNDING_BYTES));
        Self { before: before[start..].to_owned(), after: after[..end].to_owned() }
    }

    fn is_empty(&self) -> bool {
        self.before.is_empty() && self.after.is_empty()
    }
}

/// The state of a file relative to a change.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FileState {
    Before,
    After,
    /// The moved file is at both paths: the process ended before it removed the old one.
    Between,
    Other,
}

impl FileChange {
    pub fn edit(file: &str, before: &str, after: &str) -> Self {
        let splice = Splice::smallest(before, 0..before.len(), after).moved_to_line_start(before);
        let surroundings = Surroundings::of(&splice, before);
        let (before, after) = (Some(digest(before.as_bytes())), Some(digest(after.as_bytes())));
        Self { file: file.to_owned(), moved_from: None, splice, surroundings, before, after }
    }

    pub fn create(file: &str, text: String) -> Self {
        let after = Some(digest(text.as_bytes()));
        let splice = Splice { inserted: text, ..Splice::default() };
        Self { file: file.to_owned(), splice, after, ..Self::default() }
    }

    /// Makes the change that marks routes as gone in the ledger. Returns `None` if there is no ledger, or if it has no
    /// such route left to mark.
    ///
    /// # Errors
    /// Fails if the ledger can't be read.
    pub fn mark_gone(routes: &[&str], config: &Config) -> Result<Option<Self>, Diagnostic> {
        let Some(text) = read_ledger(config)? else { return Ok(None) };
        Ok(mark_gone(&text, routes).map(|new| Self::edit(LEDGER_FILE, &text, &new)))
    }

    /// Makes the change that undoes this one in the ledger, which has changed elsewhere. Returns `None` if there is no
    /// ledger, or if the changed lines are not found. That does no harm: the next publishing removes `gone` from routes
    /// that have pages again.
    ///
    /// # Errors
    /// Fails if the ledger can't be read.
    pub fn restore_ledger(&self, config: &Config) -> Result<Option<Self>, Diagnostic> {
        let Some(text) = read_ledger(config)? else { return Ok(None) };
        Ok(self.restore_in(&text).map(|restored| Self::edit(LEDGER_FILE, &text, &restored)))
    }

    /// Makes the change that moves a file, whose `bytes` stay the same.
    pub fn move_file(from: &str, to: &str, bytes: &[u8]) -> Self {
        let digest = Some(digest(bytes));
        let moved_from = Some(from.to_owned());
        Self { file: to.to_owned(), moved_from, before: digest.clone(), after: digest, ..Self::default() }
    }

    /// Returns the change that also moves the file to `to`.
    #[must_use]
    pub fn moved_to(self, to: &str) -> Self {
        Self { moved_from: Some(self.file), file: to.to_owned(), ..self }
    }

    /// Returns the change that undoes this one.
    #[must_use]
    pub fn inverse(&self) -> Self {
        let Self { file, moved_from, splice, surroundings, before, after } = self.clone();
        let (file, moved_from) = match moved_from {
            Some(from) => (from, Some(file)),
            None => (file, None),
        };
        Self { file, moved_from, splice: splice.inverse(), surroundings, before: after, after: before }
    }

    /// Finds the splices that may undo the change in a text that has changed elsewhere, the best first. Each comes with
    /// whether its place is the only one with the same surroundings.
    pub fn find_inverses(&self, text: &str) -> impl Iterator<Item = (Splice, bool)> {
        self.find_by_surroundings(text).flat_map(move |found| {
            let is_only = found.len() == 1;
            found.into_iter().map(move |start| (Splice { start, ..self.splice.inverse() }, is_only))
        })
    }

    /// Finds the places at which a text has what the change inserted: first those with the surroundings on both sides,
    /// then those with the surroundings on one side.
    fn find_by_surroundings(&self, text: &str) -> impl Iterator<Item = Vec<usize>> {
        let (Splice { inserted, .. }, Surroundings { before, after }) = (&self.splice, &self.surroundings);
        let sides = [(&**before, &**after), (before, ""), ("", after)];
        sides.into_iter().filter(|sides| *sides != ("", "")).map(move |(before, after)| {
            let wanted = [before, inserted, after].concat();
            text.match_indices(&wanted).map(|(at, _)| at + before.len()).collect()
        })
    }

    /// Undoes the change in a text that has changed elsewhere: as a whole or, if its place is not found, each group of
    /// changed lines by itself. Returns `None` if a group is found nowhere, at several places, or out of order.
    pub fn restore_in(&self, text: &str) -> Option<String> {
        let find = |part: &Self| part.find_by_surroundings(text).find(|found| found.len() == 1).map(|found| found[0]);
        if let Some(start) = find(self) {
            return Splice { start, ..self.splice.inverse() }.apply(text);
        }
        let parts = self.split_by_lines();
        let find_lines = |part: &Self| {
            // A part that only removed lines inserted no text to look for.
            let inserted = Some(&*part.splice.inserted).filter(|inserted| !inserted.is_empty())?;
            let mut lines = text.match_indices(inserted).map(|(start, _)| start).filter(|at| begins_line(text, *at));
            lines.next().filter(|_| lines.next().is_none())
        };
        let mut restored = text.to_owned();
        let mut end = text.len();
        for part in parts.iter().rev() {
            let start = find(part).or_else(|| find_lines(part))?;
            if start + part.splice.inserted.len() > end {
                return None;
            }
            restored = Splice { start, ..part.splice.inverse() }.apply(&restored)?;
            end = start;
        }
        Some(restored)
    }

    /// Splits the change into one for each group of lines that differ.
    fn split_by_lines(&self) -> Vec<Self> {
        let Surroundings { before, after } = &self.surroundings;
        let around = |text: &str| [before, text, after].concat();
        let (old, new) = (around(&self.splice.removed), around(&self.splice.inserted));
        let (old_lines, new_lines): (Vec<&str>, Vec<&str>) =
            (old.split_inclusive('\n').collect(), new.split_inclusive('\n').collect());
        let operations = capture_diff_slices(Algorithm::Myers, &old_lines, &new_lines);
        let changed = operations.iter().filter(|operation| operation.tag() != DiffTag::Equal);
        let parts = changed.map(|operation| {
            let (_, old_range, new_range) = operation.as_tag_tuple();
            let start = new_lines[..new_range.start].concat().len();
            let inverse =
                Splice { start, removed: new_lines[new_range].concat(), inserted: old_lines[old_range].concat() };
            let surroundings = Surroundings::of(&inverse, &new);
            Self { splice: inverse.inverse(), surroundings, ..self.clone() }
        });
        parts.collect()
    }

    /// Compares the files on the disk with the states before and after the change.
    pub fn state(&self, config: &Config) -> FileState {
        let now = digest_of(&self.file, config);
        match self.moved_from.as_ref().map(|from| digest_of(from, config)) {
            None if now == self.before => FileState::Before,
            None if now == self.after => FileState::After,
            Some(source) if source == self.before && now.is_none() => FileState::Before,
            Some(None) if now == self.after => FileState::After,
            Some(source) if source == self.before && now == self.after => FileState::Between,
            _ => FileState::Other,
        }
    }

    /// Makes the change on the disk.
    ///
    /// # Errors
    /// Fails if the file can't be read or written, or if it is not as the change expects it.
    pub fn write(&self, config: &Config) -> Result<(), Diagnostic> {
        let path = config.path(&self.file);
        let state = self.state(config);
        if !matches!(state, FileState::Before | FileState::Between) {
            return Err(self.busy_error());
        }
        if self.after.is_none() {
            return fs::remove_durable(&path);
        }
        fs::create_parent(&path)?;
        match &self.moved_from {
            Some(from) => self.write_moved(from, &path, state, config),
            None if self.before.is_none() => fs::write_durable(&path, self.splice.inserted.as_bytes()),
            None => fs::write_durable(&path, &self.read_spliced(&self.file, config)?),
        }
    }

    /// Moves the file from `from` to `path`, or finishes the move if the file is at both paths.
    fn write_moved(&self, from: &str, path: &Path, state: FileState, config: &Config) -> Result<(), Diagnostic> {
        let old = config.path(from);
        let is_unmoved = state == FileState::Before;
        // A file whose bytes stay is renamed or, if that fails, copied: the new path may be on another disk.
        let is_renamed = is_unmoved && self.before == self.after && fs::rename_durable(&old, path).is_ok();
        if !is_renamed {
            if is_unmoved {
                fs::write_durable(path, &self.read_spliced(from, config)?)?;
            }
            // If the old file can't be removed, the new one is removed, so that the file is not at both paths.
            fs::remove_durable(&old).inspect_err(|_| _ = fs::remove_file(path))?;
        }
        remove_empty_folders(&old);
        Ok(())
    }

    /// Removes what a failed attempt to write the change has left: temporary files, and folders made for the file.
    pub fn remove_remains(&self, config: &Config) {
        for file in self.moved_from.iter().chain([&self.file]) {
            let path = config.path(file);
            fs::remove_partials(&path);
            remove_empty_folders(&path);
        }
    }

    /// Reads the file at `path`, and returns its bytes after the change. A file that is only moved need not be text.
    fn read_spliced(&self, path: &str, config: &Config) -> Result<Vec<u8>, Diagnostic> {
        let bytes = fs::read_bytes(&config.path(path), path)?;
        if self.before == self.after {
            return Ok(bytes);
        }
        let after = self.splice.apply(&String::from_utf8_lossy(&bytes)).ok_or_else(|| self.busy_error())?;
        Ok(after.into_bytes())
    }

    fn busy_error(&self) -> Diagnostic {
        Diagnostic::error(FILE_BUSY, format!("another program is changing `{}`", self.file)).help("try it once more")
    }
}

/// Reads the ledger; `None` if the site has none.
///
/// # Errors
/// Fails if the ledger can't be read, or is not UTF-8.
pub fn read_ledger(config: &Config) -> Result<Option<String>, Diagnostic> {
    let path = config.path(LEDGER_FILE);
    match fs::kind(&path) {
        FileKind::Nothing => Ok(None),
        _ => fs::read_exact_text(&path, LEDGER_FILE).map(Some),
    }
}

/// Removes the folders around a path, from the innermost, as long as they are empty.
fn remove_empty_folders(path: &Path) {
    _ = path.ancestors().skip(1).take_while(|folder| fs::remove_empty_dir(folder)).count();
}

/// Returns the digest of a file; `None` if there is no file. An unreadable file has an empty digest, which no change
/// expects.
pub fn digest_of(file: &str, config: &Config) -> Option<String> {
    let path = config.path(file);
    match fs::kind(&path) {
        FileKind::Nothing => None,
        _ => Some(fs::read_bytes(&path, file).map_or_else(|_| String::new(), |bytes| digest(&bytes))),
    }
}

fn digest(bytes: &[u8]) -> String {
    format!("{:016x}", xxh3_64(bytes))
}

#[cfg(test)]
mod tests {
    use super::FileChange;

    #[test]
    fn a_removed_text_is_not_restored_where_nothing_is_around_it() {
        assert_eq!(FileChange::edit("a.md", "One.", "").restore_in("Two."), None);
        assert_eq!(FileChange::edit("a.md", "One. Two.", "Two.").restore_in("Two. x").as_deref(), Some("One. Two. x"));
    }
}
