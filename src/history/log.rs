//! The parser of `git log`: turns the commits, newest first, into the history of each file.

use std::collections::BTreeSet;

use jiff::Timestamp;
use rustc_hash::FxHashMap;

/// The times at which a file was created and last changed, and its authors.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FileHistory {
    pub created: Timestamp,
    pub modified: Timestamp,
    /// The names of the authors of its changes, each once, newest change first.
    pub authors: Vec<String>,
}

struct Commit<'a> {
    time: Timestamp,
    author: &'a str,
    /// Whether `.git-blame-ignore-revs` lists the commit. If so, the commit does not count as a change.
    is_ignored: bool,
}

/// The histories of files, collected from the newest commit to the oldest.
#[derive(Default)]
struct Histories {
    files: FxHashMap<String, FileHistory>,
    /// The current paths of files, by their paths in the commit being read, if the two paths differ; `None` for a file
    /// that is gone.
    current_paths: FxHashMap<String, Option<String>>,
}

/// Parses a log whose parts all end with a NUL. A commit begins with the part `\x01HASH\x02TIME\x02AUTHOR`. Each file
/// has two parts: status and path. A renamed or copied file has three: status, old path and new path.
pub fn parse(log: &str, ignored_commits: &BTreeSet<String>) -> FxHashMap<String, FileHistory> {
    let mut histories = Histories::default();
    let mut commit = None;
    let mut parts = log.split('\0').map(|part| part.trim_start_matches('\n'));
    while let Some(part) = parts.next() {
        if let Some(head) = part.strip_prefix('\x01') {
            commit = Commit::parse(head, ignored_commits);
            continue;
        }
        let Some(status) = part.chars().next() else { continue };
        let Some(path) = parts.next() else { break };
        let new_path = if matches!(status, 'R' | 'C') { parts.next() } else { None };
        let Some(commit) = &commit else { continue };
        match (status, new_path) {
            ('R', Some(new_path)) => histories.rename(path, new_path, commit),
            ('C', Some(new_path)) => histories.create(new_path, commit),
            ('A', _) => histories.create(path, commit),
            ('D', _) => _ = histories.current_paths.insert(path.to_owned(), None),
            _ => histories.change(path, commit),
        }
    }
    histories.files
}

impl<'a> Commit<'a> {
    fn parse(head: &'a str, ignored_commits: &BTreeSet<String>) -> Option<Self> {
        let mut parts = head.split('\x02');
        let (hash, time, author) = (parts.next()?, parts.next()?, parts.next()?);
        let time = Timestamp::from_second(time.parse().ok()?).ok()?;
        Some(Self { time, author, is_ignored: ignored_commits.contains(hash) })
    }
}

impl Histories {
    /// Returns the current path of the file that has this path in the commit being read; `None` if the file is gone.
    fn current_path(&self, path: &str) -> Option<String> {
        self.current_paths.get(path).cloned().unwrap_or_else(|| Some(path.to_owned()))
    }

    /// Records that a commit changed the file at `path`.
    fn change(&mut self, path: &str, commit: &Commit) {
        let Some(current) = self.current_path(path) else { return };
        // An ignored commit starts no history, because its time would be the `modified` of the file.
        if commit.is_ignored && !self.files.contains_key(&current) {
            return;
        }
        let new = FileHistory { created: commit.time, modified: commit.time, authors: Vec::new() };
        let history = self.files.entry(current).or_insert(new);
        history.created = history.created.min(commit.time);
        if !commit.is_ignored {
            history.modified = history.modified.max(commit.time);
            if history.authors.iter().all(|known| known != commit.author) {
                history.authors.push(commit.author.to_owned());
            }
        }
    }

    /// Records that a commit created the file at `path`. In earlier commits, the path is that of another file.
    fn create(&mut self, path: &str, commit: &Commit) {
        self.change(path, commit);
        self.current_paths.insert(path.to_owned(), None);
    }

    /// Records that a commit renamed a file. In earlier commits, `new` is the path of another file.
    fn rename(&mut self, old: &str, new: &str, commit: &Commit) {
        self.change(new, commit);
        self.current_paths.insert(old.to_owned(), self.current_path(new));
        self.current_paths.insert(new.to_owned(), None);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(log: &str, path: &str, expected: Option<(i64, i64, &[&str])>) {
        let files =
            parse(&log.replace('|', "\0").replace("commit ", "\x01").replace(',', "\x02"), &["ig".to_owned()].into());
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
