//! The collector of the assets of one build. It shares the assets of unchanged files with the build before.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::file::Asset;
use super::globs::{AssetGlobs, compile_globs};
use super::paths::attachment_key;
use crate::config::PUBLIC;
use crate::diagnostic::Diagnostic;
use crate::fs;
use crate::route::hashed_path;
use crate::source::{Listing, PublicFile};

/// The published files of bundles and of the program.
#[derive(Debug, Default)]
pub struct BundledFiles {
    /// The assets by the path at which templates find them. An asset replaces the file of `public/` at that path.
    pub files: Vec<(String, Asset)>,
    /// The paths of files of `public/` that are parts of bundles. They are not published themselves.
    pub parts: Vec<String>,
}

/// Collects the assets of one build.
pub struct AssetCollector<'a> {
    /// The assets of the build before, by path.
    pub earlier: Option<&'a BTreeMap<String, Arc<Asset>>>,
    /// The assets collected so far, by path.
    pub files: BTreeMap<String, Arc<Asset>>,
}

impl AssetCollector<'_> {
    /// Adds the files of `public/`. Reads those whose published name has a hash, and reports those that can't be read.
    pub fn add_public(&mut self, listing: &Listing<PublicFile>, globs: &AssetGlobs) -> Vec<Diagnostic> {
        let [hashed, sources] = [&globs.hashed, &globs.sources].map(|globs| compile_globs(globs));
        let mut diagnostics = Vec::new();
        for file in &listing.files {
            self.add_listed(&file.path, file, |asset| {
                asset.is_unpublished = sources.is_match(&file.path);
                asset.is_hashed = hashed.is_match(&file.path);
                if asset.is_hashed {
                    match fs::read_bytes(&file.disk_path, &format!("{PUBLIC}/{}", file.path)) {
                        Ok(bytes) => asset.output_path = hashed_path(&file.path, &bytes),
                        Err(diagnostic) => diagnostics.push(diagnostic),
                    }
                }
            });
        }
        diagnostics
    }

    /// Adds the attachments. The page plan decides which of them are published, and where.
    pub fn add_attachments(&mut self, files: &[Arc<PublicFile>]) {
        for file in files {
            self.add_listed(&attachment_key(&file.path), file, |asset| asset.is_unpublished = true);
        }
    }

    /// Adds the files of bundles and of the program, and removes the parts of bundles.
    pub fn add_bundled(&mut self, bundled: BundledFiles) {
        for (path, asset) in bundled.files {
            let earlier = self.earlier(&path, |earlier| earlier.is_same_bundled_file(&asset));
            self.files.insert(path, earlier.unwrap_or_else(|| Arc::new(asset)));
        }
        for part in &bundled.parts {
            self.files.remove(part);
        }
    }

    /// Adds the earlier asset of `file`, or else a new one, which `complete` completes.
    fn add_listed(&mut self, path: &str, file: &Arc<PublicFile>, complete: impl FnOnce(&mut Asset)) {
        let create = || {
            let mut asset = Asset::listed(file, path.to_owned());
            complete(&mut asset);
            Arc::new(asset)
        };
        let asset = self.earlier(path, |earlier| earlier.is_from_file(file)).unwrap_or_else(create);
        self.files.insert(path.to_owned(), asset);
    }

    /// Returns the earlier asset at `path` if it is current.
    fn earlier(&self, path: &str, is_current: impl FnOnce(&Asset) -> bool) -> Option<Arc<Asset>> {
        self.earlier?.get(path).filter(|asset| is_current(asset)).cloned()
    }
}
