//! The git repository of a site: its state, and the log of its commits.

use std::collections::BTreeSet;
use std::ffi::OsStr;
use std::path::PathBuf;
use std::time::Duration;

use super::git::{GitError, run_git};
use crate::config::{CONTENT, Config};
use crate::fs;

/// The time limit of git: ample, as a log of fifteen thousand commits takes a quarter of a second.
const TIMEOUT: Duration = Duration::from_mins(2);
/// The file that lists the commits that only reformatted files.
const IGNORED_COMMITS: &str = ".git-blame-ignore-revs";
/// The file that tells git how to write the names of authors.
const MAILMAP: &str = ".mailmap";

/// The reason why there is no history.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum MissingReason {
    /// The clone has only the last commits, and the oldest of these would count as a change of every file.
    Shallow,
    /// There is no git, no repository, or no commit; with the message of git.
    NoRepository(String),
}

/// The state of a repository that determines the history of files.
#[derive(Debug, PartialEq, Eq)]
pub struct Repository {
    /// The hash of the last commit.
    head: String,
    /// The path of the site's folder in the repository: empty, or with a slash at its end.
    pub prefix: String,
    /// The commits that don't count as changes.
    pub ignored_commits: BTreeSet<String>,
    /// The bytes of `.mailmap`.
    mailmap: Vec<u8>,
    /// The folders of entries that are outside of `content/` and in the repository.
    entry_folders: Vec<PathBuf>,
}

impl Repository {
    /// Finds the repository that the site's folder lies in.
    ///
    /// # Errors
    /// Fails if there is no git, no repository or no commit, or if the clone is shallow.
    pub fn find(config: &Config, entry_folders: Vec<PathBuf>) -> Result<Self, MissingReason> {
        let options = ["rev-parse", "--is-shallow-repository", "--show-cdup", "--show-prefix", "HEAD"];
        let answers = git(config, options)?;
        let answers = String::from_utf8_lossy(&answers);
        let [is_shallow, path_to_root, prefix, head] = answers.lines().collect::<Vec<_>>()[..] else {
            return Err(MissingReason::NoRepository("git does not say where the repository is".to_owned()));
        };
        if is_shallow == "true" {
            return Err(MissingReason::Shallow);
        }
        let root = config.path(path_to_root);
        // Most repositories have neither file: all their commits count, with the names of authors as committed.
        let ignored = fs::read_text(&root.join(IGNORED_COMMITS), IGNORED_COMMITS).unwrap_or_default();
        let mailmap = fs::read_bytes(&root.join(MAILMAP), MAILMAP).unwrap_or_default();
        let commits = ignored.lines().map(|line| line.split('#').next().unwrap_or_default().trim());
        let ignored_commits = commits.filter(|commit| !commit.is_empty()).map(str::to_ascii_lowercase).collect();
        // Folders outside of the repository are left out: git refuses their paths.
        let root = fs::resolve(&root);
        let entry_folders = entry_folders.into_iter().filter(|folder| fs::resolve(folder).starts_with(&root)).collect();
        Ok(Self { head: head.to_owned(), prefix: prefix.to_owned(), ignored_commits, mailmap, entry_folders })
    }

    /// Lists the commits that changed files in `content/` or in `entry_folders`, newest first, each with the files that
    /// it changed.
    ///
    /// # Errors
    /// Fails with the message of git.
    pub fn log(&self, config: &Config) -> Result<String, MissingReason> {
        let format = "--format=%x01%H%x02%at%x02%aN";
        let arguments = ["log", format, "--name-status", "--find-renames", "-z", &self.head, "--", CONTENT];
        let folders = self.entry_folders.iter().map(|folder| fs::resolve(folder).display().to_string());
        let log = git(config, arguments.map(str::to_owned).into_iter().chain(folders))?;
        Ok(String::from_utf8_lossy(&log).into_owned())
    }
}

fn git(config: &Config, arguments: impl IntoIterator<Item = impl AsRef<OsStr>>) -> Result<Vec<u8>, MissingReason> {
    run_git(&config.root, arguments, TIMEOUT).map_err(|error| {
        MissingReason::NoRepository(match error {
            GitError::Missing => "git was not found".to_owned(),
            GitError::Failed(said) => said.lines().next().unwrap_or_default().to_owned(),
        })
    })
}
