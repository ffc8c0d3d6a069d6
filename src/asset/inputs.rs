//! The inputs of the assets: a later build compares them with its own to decide what it can reuse.

use std::path::PathBuf;
use std::sync::Arc;

use super::globs::AssetGlobs;
use crate::source::{Listing, PublicFile, Sources};

/// The published files of bundles, which replace files of `public/`, and the files of the program.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct BundledFiles {
    pub files: Vec<BundledFile>,
    /// The paths of files of `public/` that are parts of bundles. They are not published themselves.
    pub parts: Vec<String>,
    /// Files of the program itself.
    pub built_in: Vec<BuiltInFile>,
}

/// A published file of a bundle.
#[derive(Debug, PartialEq, Eq)]
pub struct BundledFile {
    /// The path in `public/` at which templates find the file: that of the file that it replaces, or a new path.
    pub path: String,
    /// The output path, with a hash.
    pub output_path: String,
    /// The path on disk.
    pub disk_path: PathBuf,
}

/// A file of the program itself, which is not on disk.
#[derive(Debug, PartialEq, Eq)]
pub struct BuiltInFile {
    /// The name among the assets. No file of `public/` has it.
    pub name: &'static str,
    /// The output path, with a hash.
    pub output_path: String,
    pub text: Arc<str>,
}

/// The inputs of `Assets::new`.
#[derive(Debug)]
pub struct AssetInputs {
    public_files: Arc<Listing<PublicFile>>,
    attachments: Vec<Arc<PublicFile>>,
    globs: AssetGlobs,
    bundled: BundledFiles,
    /// Whether every file that had to be read could be read.
    is_complete: bool,
}

impl AssetInputs {
    pub fn new(sources: &Sources, globs: AssetGlobs, bundled: BundledFiles, is_complete: bool) -> Self {
        Self {
            public_files: sources.public.clone(),
            attachments: sources.possible_attachments.clone(),
            globs,
            bundled,
            is_complete,
        }
    }

    /// Whether a build with these globs can reuse the assets: the globs are the same, and every file could be read.
    pub fn is_reusable(&self, globs: &AssetGlobs) -> bool {
        self.is_complete && self.globs == *globs
    }

    /// Whether the files are the same as these: none was added, changed or removed.
    pub fn has_same_files(&self, sources: &Sources, bundled: &BundledFiles) -> bool {
        let attachments = sources.possible_attachments.iter().map(Arc::as_ptr);
        Arc::ptr_eq(&self.public_files, &sources.public)
            && self.attachments.iter().map(Arc::as_ptr).eq(attachments)
            && self.bundled == *bundled
    }
}
