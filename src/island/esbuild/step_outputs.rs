//! The files that steps add to `public/`. They are stored in the cache, and esbuild asks this program for them, so that
//! style sheets can refer to each other and to pictures as if all these files were in `public/`.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::protocol::PacketValue;
use crate::config::{Config, PUBLIC};
use crate::fs;
use crate::unicode::nfc;

/// The files that steps add to `public/`.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct StepOutputs {
    /// The site's folder, as esbuild names it.
    root: PathBuf,
    /// The path of each file in the cache, by its path relative to the root: `public/css/site.css`.
    files: Arc<BTreeMap<String, PathBuf>>,
}

impl StepOutputs {
    /// Collects files by their paths relative to `public/`.
    pub fn new<'f>(config: &Config, files: impl Iterator<Item = (&'f str, &'f Path)>) -> Self {
        let files = files.map(|(path, file)| (format!("{PUBLIC}/{path}"), file.to_owned()));
        Self { root: fs::resolve(&config.root), files: Arc::new(files.collect()) }
    }

    pub fn is_empty(&self) -> bool {
        self.files.is_empty()
    }

    /// Whether a step adds the file at this path, relative to the root.
    pub fn contains(&self, path: &str) -> bool {
        self.files.contains_key(path)
    }

    /// Iterates over the paths, relative to the root, and the files in the cache.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &Path)> {
        self.files.iter().map(|(path, file)| (path.as_str(), file.as_path()))
    }

    /// Finds the file in the cache that stands for this path below the root.
    pub fn find(&self, path: &Path) -> Option<&Path> {
        let path = path.strip_prefix(&self.root).ok()?.to_str()?.replace('\\', "/");
        self.files.get(&*nfc(&path)).map(PathBuf::as_path)
    }

    /// Answers esbuild's request for the contents of a file. The answer is empty if no step adds the file: esbuild then
    /// reads it from disk.
    pub fn load(&self, request: &PacketValue) -> PacketValue {
        let path = request.get("path").as_text().unwrap_or_default();
        match self.find(Path::new(path)).and_then(|file| fs::read_bytes(file, path).ok()) {
            Some(contents) => PacketValue::map([
                ("id", PacketValue::Number(0)),
                ("contents", PacketValue::Bytes(contents)),
                ("loader", PacketValue::text("default")),
            ]),
            None => PacketValue::map([]),
        }
    }
}
