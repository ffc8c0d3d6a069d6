//! The files that steps write, listed as parts of `public/` or `content/`.

use std::path::Path;
use std::sync::Arc;

use super::file::{PublicFile, SourceFile, is_content, stray_file};
use super::listing::{FolderScanner, Listing, SourceInput};
use crate::config::{CONTENT, PUBLIC};
use crate::diagnostic::Diagnostic;
use crate::fs::Bounds;

/// The files that one step wrote: all in `content/`, or all in `public/`.
#[derive(Debug, Clone, Default)]
pub struct StepFiles {
    pub(super) content: Arc<Listing<SourceFile>>,
    pub(super) public: Arc<Listing<PublicFile>>,
}

impl StepFiles {
    /// Lists the files below `folder` as files of `target`, which is `public` or `content`. Texts that are the same as
    /// in `earlier` keep their `Arc`.
    pub fn scan(folder: &Path, target: &'static str, bounds: &Bounds, earlier: Option<&Self>) -> Self {
        let scanner = |name, accepts| FolderScanner { folder: folder.to_owned(), bounds, name, prefix: "", accepts };
        if target == CONTENT {
            let earlier = earlier.map(|earlier| earlier.content.clone()).unwrap_or_default();
            return Self { content: Arc::new(scanner(CONTENT, is_content).scan(&earlier)), ..Self::default() };
        }
        Self { public: Arc::new(scanner(PUBLIC, |_| true).scan(&Listing::default())), ..Self::default() }
    }

    /// Returns the files of `public/`: the path of each below the folder, and its path on disk.
    pub fn public_files(&self) -> impl Iterator<Item = (&str, &Path)> {
        self.public.files.iter().map(|file| (file.path.as_str(), file.disk_path.as_path()))
    }

    /// Returns the diagnostics of files that can't be read, or that are not content although they lie in `content/`.
    pub fn diagnostics(&self) -> Vec<Diagnostic> {
        let strays = self.content.strays.iter();
        let strays = strays.map(|file| stray_file(&file.path).note("a command of `steps` writes it"));
        self.content.diagnostics().chain(self.public.diagnostics()).cloned().chain(strays).collect()
    }
}

/// Adds the files of steps to the listing of the folder `name`. A taken path is returned with the index of its step.
pub fn add_step_files<'s, T: SourceInput + 's>(
    own: &Arc<Listing<T>>,
    steps: impl Iterator<Item = &'s Arc<Listing<T>>> + Clone,
    name: &str,
) -> (Arc<Listing<T>>, Vec<(usize, String)>) {
    if steps.clone().all(|listing| listing.files.is_empty()) {
        return (own.clone(), Vec::new());
    }
    let (merged, taken) = own.with_files_of(steps);
    let taken = taken.into_iter().map(|(index, path)| (index, format!("{name}/{path}"))).collect();
    (Arc::new(merged), taken)
}
