//! The reader of `git log`: from the commits, the last one first, to the history of each file.

use std::collections::BTreeSet;

use jiff::Timestamp;
use rustc_hash::FxHashMap;

/// When a file was created and last changed, and by whom.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FileHistory {
    pub created: Timestamp,
    pub modified: Timestamp,
    /// The names of those who changed it, each once, the last one first.
    pub authors: Vec<String>,
}

/// A commit.
struct Commit<'a> {
    time: Timestamp,
    author: &'a str,
    /// Whether it changed nothing but the form of files.
    is_ignored: bool,
}

/// The histories of files, while the commits are read backwards.
#[derive(Default)]
struct Histories {
    files: FxHashMap<String, FileHistory>,
    /// The name that a file of an earlier commit has today; `None` where that file was removed or replaced.
    names: FxHashMap<String, Option<String>>,
}

/// Reads a log, in which all parts end with a NUL: for each commit `\x01`, its hash, time and author with `\x02` between them,
/// and for each file its status and its path; for a renamed one both paths.
pub fn read(log: &str, ignored_commits: &BTreeSet<String>) -> FxHashMap<String, FileHistory> {
    let mut histories = Histories::default();
    let mut commit = None;
    let mut parts = log.split('\0').map(|part| part.trim_start_matches('\n'));
    while let Some(part) = parts.next() {
        if let Some(head) = part.strip_prefix('\x01') {
            commit = Commit::read(head, ignored_commits);
            continue;
        }
        let Some(status) = part.chars().next() else { continue };
        let Some(path) = parts.next() else { break };
        let renamed = if matches!(status, 'R' | 'C') { parts.next() } else { None };
        let Some(commit) = &commit else { continue };
        match (status, renamed) {
            ('R', Some(new)) => histories.rename(path, new, commit),
            ('C', Some(new)) => histories.create(new, commit),
            ('A', _) => histories.create(path, commit),
            ('D', _) => _ = histories.names.insert(path.to_owned(), None),
            _ => histories.change(path, commit),
        }
    }
    histories.files
}

impl<'a> Commit<'a> {
    fn read(head: &'a str, ignored_commits: &BTreeSet<String>) -> Option<Self> {
        let mut parts = head.split('\x02');
        let (hash, time, author) = (parts.next()?, parts.next()?, parts.next()?);
        let time = Timestamp::from_second(time.parse().ok()?).ok()?;
        Some(Self { time, author, is_ignored: ignored_commits.contains(hash) })
    }
}

impl Histories {
    fn change(&mut self, path: &str, commit: &Commit) {
        let today = match self.names.get(path) {
            Some(None) => return,
            Some(Some(today)) => today.clone(),
            None => path.to_owned(),
        };
        let new = FileHistory { created: commit.time, modified: commit.time, authors: Vec::new() };
        let is_first = !self.files.contains_key(&today);
        if is_first && commit.is_ignored {
            return;
        }
        let history = self.files.entry(today).or_insert(new);
        history.created = history.created.min(commit.time);
        if !commit.is_ignored {
            history.modified = history.modified.max(commit.time);
            if history.authors.iter().all(|known| known != commit.author) {
                history.authors.push(commit.author.to_owned());
            }
        }
    }

    /// Ends the history of a file: an earlier file of this path was another one.
    fn create(&mut self, path: &str, commit: &Commit) {
        self.change(path, commit);
        self.names.insert(path.to_owned(), None);
    }

    fn rename(&mut self, old: &str, new: &str, commit: &Commit) {
        self.change(new, commit);
        let today = self.names.insert(new.to_owned(), None).unwrap_or_else(|| Some(new.to_owned()));
        self.names.insert(old.to_owned(), today);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(log: &str, path: &str, expected: Option<(i64, i64, &[&str])>) {
        let files =
            read(&log.replace('|', "\0").replace("commit ", "\x01").replace(',', "\x02"), &["ig".to_owned()].into());
        let found = files.get(path).map(|file| {
            (
                file.created.as_second(),
                file.modified.as_second(),
                file.authors.iter().map(String::as_str).collect::<Vec<_>>(),
            )
        });
        assert_eq!(found, expected.map(|(created, modified, authors)| (created, modified, authors.to_vec())), "{log}");
    }

    #[test]
    fn renamed_files_keep_their_history() {
        let log = "commit c3,30,Ada|\nM|b.md|commit c2,20,Ben|\nR090|a.md|b.md|commit c1,10,Ada|\nA|a.md|";
        check(log, "b.md", Some((10, 30, &["Ada", "Ben"])));
        check(log, "a.md", None);
    }

    #[test]
    fn a_file_that_was_removed_before_is_another_one() {
        let log =
            "commit c4,40,Eve|\nA|a.md|commit c3,30,Ada|\nD|a.md|commit c2,20,Ben|\nM|a.md|commit c1,10,Ada|\nA|a.md|";
        check(log, "a.md", Some((40, 40, &["Eve"])));
    }

    #[test]
    fn commits_that_only_format_do_not_count() {
        let log = "commit ig,30,Bot|\nM|a.md|commit c2,20,Ben|\nM|a.md|commit c1,10,Ada|\nA|a.md|";
        check(log, "a.md", Some((10, 20, &["Ben", "Ada"])));
    }
}
