//! The history of files in git: when each was created and last changed, by whom, and the URL of the link "Edit this
//! page".
//!
//! 1. `repository` asks `git` for the state of the repository.
//! 2. If the state differs from that of the build before, one `git log` lists the commits that changed content, and
//!    `log` reads them.

mod git;
mod log;
mod repository;

use std::collections::BTreeSet;
use std::path::PathBuf;
use std::sync::Arc;

use rustc_hash::FxHashMap;
use serde::Deserialize;

use crate::config::Config;
use crate::route;
pub use git::{GitError, run_git};
pub use log::FileHistory;
pub use repository::MissingReason;
use repository::Repository;

/// The setting `history`.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub struct HistorySettings {
    /// The URL at which a file is edited, with `{file}` for its path relative to the site's folder.
    pub edit: Option<String>,
    pub missing: MissingHistory,
}

/// How a build without history is reported.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum MissingHistory {
    Error,
    Warning,
    Off,
}

/// The history of all files.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct History {
    edit_pattern: Option<String>,
    /// The state of the repository that the history was read from; `None` if there is no history.
    repository: Option<Repository>,
    /// The history of each file, by its path in the repository.
    files: FxHashMap<String, FileHistory>,
    /// The files that steps wrote, by their paths relative to the site's folder.
    generated: BTreeSet<Arc<str>>,
}

impl History {
    /// Reads the history of the files in `content/` and in `entry_folders`. `generated` has the files that steps wrote.
    /// Reuses the history of an `earlier` build if the settings, the generated files and the state of the repository
    /// are the same. Also returns the reason if there is no history.
    pub fn read(
        config: &Config,
        settings: &HistorySettings,
        entry_folders: Vec<PathBuf>,
        generated: &BTreeSet<Arc<str>>,
        earlier: Option<&Arc<Self>>,
    ) -> (Arc<Self>, Option<MissingReason>) {
        let edit_pattern = settings.edit.clone();
        let found = Repository::find(config, entry_folders);
        let is_unchanged = |earlier: &&Arc<Self>| {
            earlier.edit_pattern == edit_pattern
                && earlier.repository.as_ref() == found.as_ref().ok()
                && earlier.generated == *generated
        };
        if let Some(earlier) = earlier.filter(is_unchanged) {
            return (earlier.clone(), found.err());
        }
        let read = found.and_then(|repository| {
            let files = log::parse(&repository.log(config)?, &repository.ignored_commits);
            Ok((repository, files))
        });
        let history = Self { edit_pattern, generated: generated.clone(), ..Self::default() };
        match read {
            Ok((repository, files)) => (Arc::new(Self { repository: Some(repository), files, ..history }), None),
            Err(reason) => (Arc::new(history), Some(reason)),
        }
    }

    /// Returns the history of a file, by its path relative to the site's folder; `None` if no commit that counts
    /// changed the file, or if there is no history.
    pub fn of(&self, file: &str) -> Option<&FileHistory> {
        self.files.get(&self.path_in_repository(file)?)
    }

    /// Returns the URL at which a file is edited, by its path relative to the site's folder; `None` if the settings
    /// have none, if a step wrote the file, or if the history says that the file is outside of the repository.
    pub fn edit_url(&self, file: &str) -> Option<String> {
        let pattern = self.edit_pattern.as_ref()?;
        if self.generated.contains(file) || self.path_in_repository(file).is_some_and(|path| path.starts_with("../")) {
            return None;
        }
        // The third slash of a URL ends its origin.
        let (origin, path) = pattern.split_at(pattern.match_indices('/').nth(2).map_or(0, |(at, _)| at));
        let encoded: Vec<_> = file.split('/').map(|name| route::encode(name).to_string()).collect();
        Some(format!("{origin}{}", without_dots(&path.replace("{file}", &encoded.join("/")))))
    }

    /// Returns the path of a file in the repository, by its path relative to the site's folder; `None` if there is no
    /// history.
    fn path_in_repository(&self, file: &str) -> Option<String> {
        let prefix = &self.repository.as_ref()?.prefix;
        Some(without_dots(&format!("{prefix}{file}")))
    }
}

/// Resolves `..` in a path: `examples/docs/../../docs/a.md` → `docs/a.md`. A `..` above the top stays.
fn without_dots(path: &str) -> String {
    let mut parts: Vec<&str> = Vec::new();
    for part in path.split('/') {
        match part {
            ".." if parts.last().is_some_and(|last| !matches!(*last, "" | "..")) => _ = parts.pop(),
            "." => {}
            _ => parts.push(part),
        }
    }
    parts.join("/")
}

#[cfg(test)]
mod tests {
    use super::History;

    #[test]
    fn links_to_edit_have_encoded_paths_without_dots() {
        let history = |pattern: &str| History { edit_pattern: Some(pattern.to_owned()), ..History::default() };
        let check = |pattern: &str, file: &str, expected: &str| {
            assert_eq!(history(pattern).edit_url(file).as_deref(), Some(expected));
        };
        check(
            "https://git.example/edit/main/{file}",
            "content/a b.md",
            "https://git.example/edit/main/content/a%20b.md",
        );
        check(
            "https://git.example/edit/main/examples/docs/{file}",
            "../../docs/ü.md",
            "https://git.example/edit/main/docs/%C3%BC.md",
        );
        check("https://git.example/{file}", "../../a.md", "https://git.example/../../a.md");
        check("https://git.example/a/{file}", "../../a.md", "https://git.example/../a.md");
        assert_eq!(History::default().edit_url("a.md"), None);
    }
}
