//! The collector of the assets of one build. It shares the assets of unchanged files with the build before.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::file::Asset;
use super::globs::{AssetGlobs, compile_globs};
use super::inputs::{BuiltInFile, BundledFile, BundledFiles};
use super::paths::attachment_key;
use crate::config::PUBLIC;
use crate::diagnostic::Diagnostic;
use crate::fs;
use crate::route::hashed_path;
use crate::source::{Listing, PublicFile};

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
            let create = || {
                let is_hashed = hashed.is_match(&file.path);
                let output_path = if is_hashed { read_hashed_path(file, &mut diagnostics) } else { file.path.clone() };
                let mut asset = Asset::listed(file, output_path);
                asset.is_hashed = is_hashed;
                asset.is_unpublished = sources.is_match(&file.path);
                asset
            };
            self.add(&file.path, |known| known.is_from_file(file), create);
        }
        diagnostics
    }

    /// Adds the attachments. The page plan decides which of them are published, and where.
    pub fn add_attachments(&mut self, files: &[Arc<PublicFile>]) {
        for file in files {
            let path = attachment_key(&file.path);
            let create = || {
                let mut asset = Asset::listed(file, path.clone());
                asset.is_unpublished = true;
                asset
            };
            self.add(&path, |known| known.is_from_file(file), create);
        }
    }

    /// Adds the files of bundles and of the program, and removes the parts of bundles.
    pub fn add_bundled(&mut self, bundled: &BundledFiles) {
        for BundledFile { path, output_path, disk_path } in &bundled.files {
            let create = || Asset::bundled(output_path.clone(), disk_path.clone());
            self.add(path, |known| known.is_from_bundle(output_path, disk_path), create);
        }
        for BuiltInFile { name, output_path, text } in &bundled.built_in {
            self.add(name, |_| true, || Asset::built_in(output_path.clone(), text.clone()));
        }
        for part in &bundled.parts {
            self.files.remove(part);
        }
    }

    /// Adds the earlier asset at `path` if it is current, or else a new one.
    fn add(&mut self, path: &str, is_current: impl FnOnce(&Asset) -> bool, create: impl FnOnce() -> Asset) {
        let earlier = self.earlier.and_then(|earlier| earlier.get(path)).filter(|asset| is_current(asset));
        let asset = earlier.cloned().unwrap_or_else(|| Arc::new(create()));
        self.files.insert(path.to_owned(), asset);
    }
}

/// Reads a file, and returns its path with a hash of its content. If the file can't be read, adds a diagnostic, and
/// returns the path without a hash.
fn read_hashed_path(file: &PublicFile, diagnostics: &mut Vec<Diagnostic>) -> String {
    match fs::read_bytes(&file.disk_path, &format!("{PUBLIC}/{}", file.path)) {
        Ok(bytes) => hashed_path(&file.path, &bytes),
        Err(diagnostic) => {
            diagnostics.push(diagnostic);
            file.path.clone()
        }
    }
}
