//! The files that the commands of the setting `steps` write, listed as files of `public/` or `content/`.

use std::path::Path;
use std::sync::Arc;

use super::file::{is_content, stray_file};
use super::listing::{FolderScanner, Listing};
use crate::config::{CONTENT, PUBLIC};
use crate::diagnostic::Diagnostic;
use crate::fs::Bounds;

/// The files that one step wrote.
#[derive(Debug, Clone)]
pub enum StepFiles {
    Content(Arc<Listing>),
    Public(Arc<Listing>),
}

impl StepFiles {
    /// Lists the files below `folder` as files of `target`, which is `public` or `content`. Files that are unchanged
    /// since `earlier` keep their `Arc`.
    pub fn scan(folder: &Path, target: &str, bounds: &Bounds, earlier: Option<&Self>) -> Self {
        let earlier = earlier.map(|earlier| earlier.listing().clone()).unwrap_or_default();
        let scan = |name, is_text| {
            let scanner = FolderScanner { folder: folder.to_owned(), bounds, name, prefix: "", is_text };
            Arc::new(scanner.scan(&earlier))
        };
        if target == CONTENT { Self::Content(scan(CONTENT, is_content)) } else { Self::Public(scan(PUBLIC, |_| false)) }
    }

    fn listing(&self) -> &Arc<Listing> {
        match self {
            Self::Content(listing) | Self::Public(listing) => listing,
        }
    }

    /// Returns the files of `public/`: the path of each below the folder, and its path on disk.
    pub fn public_files(&self) -> impl Iterator<Item = (&str, &Path)> {
        let listing = if let Self::Public(listing) = self { Some(listing) } else { None };
        let files = listing.into_iter().flat_map(|listing| &listing.files);
        files.map(|file| (file.path.as_str(), file.disk_path.as_path()))
    }

    /// Returns the diagnostics of files that can't be read, or that are not content although they lie in `content/`.
    pub fn diagnostics(&self) -> Vec<Diagnostic> {
        let strays = if let Self::Content(content) = self { content.files.as_slice() } else { &[] };
        let strays = strays.iter().map(|file| stray_file(file).note("a command of `steps` writes it"));
        self.listing().diagnostics().cloned().chain(strays).collect()
    }
}
