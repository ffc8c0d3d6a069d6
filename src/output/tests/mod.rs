//! Tests of builds into folders: a site with an output folder, and what the folder holds.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use tempfile::TempDir;

use super::update_plan::{UpdateStep, find_blocking_folders};
use super::*;
use crate::diagnostic::Diagnostic;
use crate::fs;

mod commit;
mod interruption;
mod ownership;

type Files = BTreeMap<String, String>;

/// A site in a temporary folder, whose output folder is `dist`.
struct Site {
    root: TempDir,
}

impl Site {
    fn new() -> Self {
        Self { root: TempDir::new().expect("a temporary folder") }
    }

    fn dist(&self) -> PathBuf {
        self.root.path().join("dist")
    }

    fn begin(&self) -> Result<OutputFolder, Diagnostic> {
        OutputFolder::open(&self.dist(), self.root.path())
    }

    fn staged(&self, files: &Files) -> OutputFolder {
        let output = self.begin().expect("our folder");
        for (path, text) in files {
            output.put(path, text.as_bytes()).expect("a valid path");
        }
        output
    }

    fn build(&self, files: &Files) -> CommitSummary {
        self.staged(files).commit().expect("a published build")
    }

    /// Runs a later build that is killed after `steps` steps of its plan. If the next step writes the manifest, the
    /// build is killed while it writes.
    fn build_killed(&self, files: &Files, steps: usize) {
        let mut output = self.staged(files);
        let plan = output.plan().expect("nothing in the way");
        let mut all = plan.phases.iter().flatten();
        for step in all.by_ref().take(steps) {
            step.run(&self.dist(), &output.staging).expect("a step");
        }
        if let Some(UpdateStep::Manifest(_)) = all.next() {
            _ = fs::write_new(&self.dist().join(manifest::PARTIAL), b"ha");
        }
        // The system releases the locks of a killed process.
        output.locks.clear();
        std::mem::forget(output);
    }

    fn write(&self, path: &str, text: &str) {
        let path = self.root.path().join(path);
        fs::create_dir(path.parent().expect("a parent")).expect("a folder");
        fs::write_atomic(&path, text.as_bytes()).expect("a file");
    }

    /// Returns all files in `dist` except the manifest, and the empty folders, with a `/` at their ends.
    fn tree(&self) -> Files {
        let mut files = Files::new();
        collect(&self.dist(), "", &mut files);
        files.remove(manifest::NAME);
        files
    }

    #[track_caller]
    fn check(&self, expected: &Files) {
        assert_eq!(&self.tree(), expected);
        let listed: String = expected.keys().flat_map(|path| [path.as_str(), "\n"]).collect();
        assert_eq!(fs::read_text(&self.dist().join(manifest::NAME), "manifest").expect("a manifest"), listed);
        assert_eq!(hidden(self.root.path()), Vec::<String>::new());
    }
}

/// Adds the files and empty folders below `dir` to `files`; `below` is the path of `dir` with a slash at the end.
fn collect(dir: &Path, below: &str, files: &mut Files) {
    let names = fs::list(dir, "dist").unwrap_or_default();
    if names.is_empty() && !below.is_empty() {
        files.insert(below.to_owned(), String::new());
    }
    for name in names {
        let path = dir.join(&name);
        match fs::kind(&path) {
            fs::FileKind::Folder => collect(&path, &format!("{below}{name}/"), files),
            _ => _ = files.insert(format!("{below}{name}"), fs::read_text(&path, &name).unwrap_or_default()),
        }
    }
}

/// Lists the names in `dir` that begin with a dot.
fn hidden(dir: &Path) -> Vec<String> {
    let mut names = fs::list(dir, "root").expect("names");
    names.retain(|name| name.starts_with('.'));
    names
}

fn files(list: &[(&str, &str)]) -> Files {
    list.iter().map(|&(path, text)| (path.to_owned(), text.to_owned())).collect()
}

fn summary(written: usize, unchanged: usize, removed: usize, bytes: u64) -> CommitSummary {
    CommitSummary { written, unchanged, removed, bytes }
}
