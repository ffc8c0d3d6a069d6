//! A bundle in the cache: the files to publish, the scripts for inlining, and the files of the prerenderer.
//!
//! Islands and plain scripts are one bundle, and style sheets are another, so that a change rebuilds only one of them.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::inputs::is_build_setting;
use super::runtime::{HYDRATE, LOADER};
use super::source_map::{self, SourceMap};
use crate::config::{Config, ISLANDS, PUBLIC};
use crate::fs;

/// The subfolder of a bundle with the files to publish.
pub const CLIENT: &str = "client";
/// The subfolder of a bundle with the prerenderer's script, and the name of the script without `.js`.
pub const PRERENDERER: &str = "server";
/// The name of a bundle's manifest file, and the key with which the file is sealed. The file is written last, so a
/// bundle without it is incomplete.
pub const MANIFEST: &str = "manifest.json";

/// A bundle in the cache. Its manifest holds all fields except `folder`. The default is the bundle of a site without
/// inputs.
#[derive(Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Bundle {
    #[serde(skip)]
    pub(super) folder: PathBuf,
    pub islands: Vec<String>,
    /// The names of the plain scripts, which do not use React.
    pub scripts: Vec<String>,
    /// The published path of each entry, by the entry's name (`islands/Counter`, `css/site`).
    pub(super) entries: BTreeMap<String, String>,
    /// The published paths of all files.
    pub(super) files: Vec<String>,
    /// The published paths of files that style sheets reference, by their paths relative to `public/`.
    pub(super) style_files: BTreeMap<String, String>,
    /// The scripts that each script imports, directly or not. All scripts are given by published path.
    pub(super) imports: BTreeMap<String, Vec<String>>,
    /// The style sheets that only other style sheets import, as paths relative to `public/`. They are not published
    /// themselves.
    pub imported_styles: Vec<String>,
    /// The hashes of the files and folders that the bundle depends on, by their paths relative to the root. The bundle
    /// is reused only if they are unchanged. Packages, the runtime, the outputs of steps, and the files of `islands/`
    /// that the digest of the inputs covers are left out.
    pub(super) checked_inputs: BTreeMap<String, u64>,
    /// The name of the islands' React script in the cache; empty without islands.
    pub(super) react: String,
    /// The digest of each island's code, by the island's name.
    pub(super) island_digests: BTreeMap<String, u64>,
    /// The texts of the standalone scripts, by their names: `loader`, `scripts/theme`.
    pub(super) standalone_scripts: BTreeMap<String, String>,
    /// The digest and size in bytes of each file, by its path in the bundle. They reveal damaged files.
    pub(super) file_digests: BTreeMap<String, (u64, u64)>,
}

impl Bundle {
    /// Whether a change at `path`, a file or a folder, may change the bundle.
    pub fn is_affected_by(&self, path: &Path, config: &Config) -> bool {
        let islands = config.path(ISLANDS);
        path.starts_with(&islands)
            || islands.starts_with(path)
            || path.strip_prefix(&config.root).ok().and_then(Path::to_str).is_some_and(is_build_setting)
            || self.checked_inputs.keys().any(|input| config.path(input).starts_with(path))
    }

    /// Whether the bundle's files still exist: the cache may be deleted at any time.
    pub fn is_on_disk(&self) -> bool {
        self.files.is_empty() || fs::is_file(&self.folder.join(MANIFEST))
    }

    /// Returns the published path of an island's module.
    pub fn island(&self, name: &str) -> Option<&str> {
        self.entry(&format!("{ISLANDS}/{name}"))
    }

    /// Returns the published path of a plain script.
    pub fn script(&self, name: &str) -> Option<&str> {
        self.entry(&format!("scripts/{name}"))
    }

    /// Returns the published path of the module that hydrates islands; `None` if there are no islands.
    pub fn hydrator(&self) -> Option<&str> {
        self.entry(HYDRATE)
    }

    fn entry(&self, name: &str) -> Option<&str> {
        self.entries.get(name).map(String::as_str)
    }

    /// Returns the published paths of all modules that a published module imports, directly or not.
    pub fn imports(&self, published: &str) -> &[String] {
        self.imports.get(published).map_or(&[], Vec::as_slice)
    }

    /// Lists the files to publish: the output path and the file on disk of each.
    pub fn files(&self) -> impl Iterator<Item = (&str, PathBuf)> {
        let folder = self.folder.join(CLIENT);
        self.files.iter().map(move |path| (path.as_str(), folder.join(path)))
    }

    /// Lists the files of `public/` that the bundle replaces: style sheets, and the files that they reference. Each
    /// path is relative to `public/`, and comes with the published path of the replacement.
    pub fn replaced_assets(&self) -> impl Iterator<Item = (String, &str)> {
        let styles = self.entries.iter().filter(|(_, published)| published.ends_with(".css"));
        let styles = styles.map(|(entry, published)| (format!("{entry}.css"), published.as_str()));
        styles.chain(self.style_files.iter().map(|(path, published)| (path.clone(), published.as_str())))
    }

    /// Lists the checked inputs that are files outside of `public/`, as paths relative to the root.
    pub fn external_inputs(&self) -> impl Iterator<Item = &str> {
        let inputs = self.checked_inputs.keys().map(String::as_str);
        inputs.filter(|path| !path.ends_with('/') && !path.starts_with(&format!("{PUBLIC}/")))
    }

    /// Returns the text of a plain script with its imports bundled in, for inlining.
    pub fn standalone_script(&self, name: &str) -> Option<&str> {
        self.standalone_scripts.get(&format!("scripts/{name}")).map(String::as_str)
    }

    /// Returns the text of the loader, for inlining; `None` if there are neither islands nor plain scripts.
    pub fn loader(&self) -> Option<&str> {
        self.standalone_scripts.get(LOADER).map(String::as_str)
    }

    /// Reads the source map of the prerenderer; `None` if the file is missing or damaged.
    pub(super) fn read_prerenderer_map(&self) -> Option<SourceMap> {
        let path = format!("{PRERENDERER}/{PRERENDERER}.js.map");
        SourceMap::parse(&fs::read_text(&self.folder.join(&path), &path).ok()?)
    }

    /// Returns the site's own source files in the prerenderer: their paths relative to the root, and their texts.
    pub fn sources(&self) -> Vec<(Arc<str>, String)> {
        let map = self.read_prerenderer_map();
        let sources = map.iter().flat_map(SourceMap::sources);
        sources.filter_map(|(source, text)| Some((source_map::own_path(source)?.into(), text.to_owned()))).collect()
    }

    /// Returns a digest of an island's code; 0 for an unknown island. While the digest is the same, the same props give
    /// the same HTML.
    pub fn island_digest(&self, name: &str) -> u64 {
        self.island_digests.get(name).copied().unwrap_or_default()
    }
}
