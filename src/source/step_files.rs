//! The files that steps write, listed as parts of `public/` or `content/`.

use std::path::Path;
use std::sync::Arc;

use super::file::{PublicFile, SourceFile, is_content, stray};
use super::listing::{FolderScanner, Listing, SourceInput};
use crate::config::{CONTENT, PUBLIC};
use crate::diagnostic::Diagnostic;
use crate::fs::Bounds;

/// The files that one step wrote.
#[derive(Debug, Clone)]
pub enum StepFiles {
    Content(Arc<Listing<SourceFile>>),
    Public(Arc<Listing<PublicFile>>),
}

impl StepFiles {
    /// Lists the files below `folder` as files of `target`, which is `public` or `content`. Texts that are the same as
    /// in `earlier` keep their `Arc`.
    pub fn scan(folder: &Path, target: &'static str, bounds: &Bounds, earlier: Option<&Self>) -> Self {
        let scanner = |name, accepts| FolderScanner { folder: folder.to_owned(), bounds, name, prefix: "", accepts };
        if target == CONTENT {
            let earlier = earlier.and_then(Self::content).cloned().unwrap_or_default();
            return Self::Content(Arc::new(scanner(CONTENT, is_content).scan(&earlier)));
        }
        Self::Public(Arc::new(scanner(PUBLIC, |_| true).scan(&Listing::default())))
    }

    /// Whether both are the same listing in memory.
    pub fn is_same(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Content(one), Self::Content(other)) => Arc::ptr_eq(one, other),
            (Self::Public(one), Self::Public(other)) => Arc::ptr_eq(one, other),
            _ => false,
        }
    }

    pub fn content(&self) -> Option<&Arc<Listing<SourceFile>>> {
        match self {
            Self::Content(listing) => Some(listing),
            Self::Public(_) => None,
        }
    }

    pub fn public(&self) -> Option<&Arc<Listing<PublicFile>>> {
        match self {
            Self::Content(_) => None,
            Self::Public(listing) => Some(listing),
        }
    }

    /// Returns the paths of the files of `public/`, with the files themselves.
    pub fn public_files(&self) -> impl Iterator<Item = (&str, &Path)> {
        let files = self.public().into_iter().flat_map(|listing| &listing.files);
        files.map(|file| (file.path.as_str(), file.disk_path.as_path()))
    }

    /// Returns the diagnostics of files that can't be read, or that are not content although they lie in `content/`.
    pub fn problems(&self) -> Vec<Diagnostic> {
        match self {
            Self::Content(listing) => {
                let strays = listing.strays.iter().map(|file| stray(&file.path).note("a command of `steps` writes it"));
                listing.diagnostics().cloned().chain(strays).collect()
            }
            Self::Public(listing) => listing.diagnostics().cloned().collect(),
        }
    }
}

/// Adds the files of steps to the listing of the folder `name`. A file whose path is taken is left out; these paths are
/// returned too, with the index of the step in `step_files`.
pub fn add_step_files<'g, T: SourceInput + 'g>(
    own: &Arc<Listing<T>>,
    step_files: impl Iterator<Item = Option<&'g Arc<Listing<T>>>>,
    name: &str,
) -> (Arc<Listing<T>>, Vec<(usize, String)>) {
    let listings = step_files.enumerate().filter_map(|(index, listing)| Some((index, &**listing?)));
    let listings: Vec<(usize, &Listing<T>)> = listings.collect();
    if listings.is_empty() {
        return (own.clone(), Vec::new());
    }
    let (merged, taken) = own.with_files_of(&listings);
    let taken = taken.into_iter().map(|(index, path)| (index, format!("{name}/{path}"))).collect();
    (Arc::new(merged), taken)
}
