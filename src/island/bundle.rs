//! From the front end's sources to the files that are published, and the bundle that pre-renders.
//!
//! Islands and scripts are one bundle, style sheets another: neither is made again for a change of the other.
//!
//! Whether the same inputs were bundled before is looked for first: everything below `.site/islands/` and `.site/styles/` is a cache.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use serde::{Deserialize, Serialize};

use super::bundling::{self, HYDRATE, LOADER};
use super::esbuild::Esbuild;
use super::inputs::{Inputs, Seen, is_setting};
use super::memory::Memory;
use super::prerender::Begun;
use super::react;
use super::source_map::{self, SourceMap};
use crate::config::{Config, ISLANDS, PUBLIC};
use crate::diagnostic::Diagnostic;
use crate::fs;

/// What came of the front end.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Bundle {
    manifest: Manifest,
    /// Where its files lie.
    folder: PathBuf,
    /// Where React lies that renders its islands.
    react: PathBuf,
    /// The names of the islands.
    pub islands: Vec<String>,
    /// The names of the plain scripts.
    pub scripts: Vec<String>,
    /// What stands in pages, read once.
    texts: Aside<BTreeMap<String, Arc<str>>>,
    /// The pre-renderer that began while it was made.
    begun: Aside<Option<Begun>>,
    /// Where the one lies that was made before it.
    earlier: Aside<Option<PathBuf>>,
}

/// What is no part of what a bundle is.
#[derive(Debug, Default)]
struct Aside<T>(Mutex<T>);

impl<T> PartialEq for Aside<T> {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

impl<T> Eq for Aside<T> {}

impl<T> Aside<T> {
    fn lock(&self) -> MutexGuard<'_, T> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// What is known of the files.
#[derive(Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Manifest {
    /// By what they are made of (`islands/Counter`, `css/site`): where they are published.
    pub entries: BTreeMap<String, String>,
    /// Every file to publish.
    pub files: Vec<String>,
    /// Files of `public/` that style sheets name: where they are published for it, by their path there.
    pub named: BTreeMap<String, String>,
    /// What each script imports, and what that imports.
    pub imports: BTreeMap<String, Vec<String>>,
    /// Style sheets of `public/` that are parts of others.
    pub parts: Vec<String>,
    /// Files beyond those that the digest covers.
    pub seen: Vec<Seen>,
    /// The React that renders the islands, by its name in the cache.
    pub react: String,
    /// By the name of each island: a digest of what it is rendered by.
    pub origins: BTreeMap<String, u64>,
    /// The digest and size of each of the bundle's own files, by its path there: a cache may be damaged.
    pub holds: BTreeMap<String, (u64, u64)>,
}

/// The folders in a bundle's own: of the files to publish, of the scripts that stand alone, of the pre-renderer.
pub const CLIENT: &str = "client";
pub const ALONE: &str = "alone";
pub const SERVER: &str = "server";
/// The file in it that is there once all others are.
pub const MANIFEST: &str = "manifest.json";
/// The file in it of what was rendered.
const RENDERED: &str = "rendered";

impl Bundle {
    /// Bundles the site's islands and scripts, or takes them from the cache. A site without any gets an empty bundle, without
    /// esbuild.
    pub fn of_scripts(config: &Config, esbuild: &Esbuild) -> (Self, Vec<Diagnostic>) {
        let (inputs, mut diagnostics) = Inputs::scripts(config);
        let (bundle, problems) = Self::make(config, inputs, esbuild);
        diagnostics.extend(problems);
        (bundle, diagnostics)
    }

    /// Bundles these style sheets of `public/`, or takes them from the cache.
    pub fn of_styles(config: &Config, styles: &[String], esbuild: &Esbuild) -> (Self, Vec<Diagnostic>) {
        Self::make(config, Inputs::styles(config, styles), esbuild)
    }

    fn make(config: &Config, inputs: Inputs, esbuild: &Esbuild) -> (Self, Vec<Diagnostic>) {
        if inputs.is_empty() {
            return (Self::default(), Vec::new());
        }
        let cache = config.path(config.cache(inputs.cache()));
        let folder = cache.join(format!("{:016x}", inputs.digest));
        let earlier = fs::latest(&cache).map(|name| cache.join(name));
        let made = match cached(config, &folder) {
            Some(manifest) => Ok((manifest, None)),
            None => bundling::make(config, &inputs, &folder, esbuild),
        };
        let ((manifest, begun), diagnostics) = match made {
            Ok(made) => (made, Vec::new()),
            Err(problems) => (Default::default(), problems),
        };
        let Inputs { islands, scripts, .. } = inputs;
        let react = react::folder(config, &manifest.react);
        let (begun, earlier) = (Aside(Mutex::new(begun)), Aside(Mutex::new(earlier)));
        (Self { manifest, folder, react, islands, scripts, texts: Aside::default(), begun, earlier }, diagnostics)
    }

    /// Whether a change at `path`, a file or a folder, may make it another.
    pub fn is_made_from(&self, path: &Path, config: &Config) -> bool {
        let islands = config.folder(ISLANDS);
        path.starts_with(&islands)
            || islands.starts_with(path)
            || config.root.starts_with(path)
            || path.strip_prefix(&config.root).ok().and_then(Path::to_str).is_some_and(is_setting)
            || self.manifest.seen.iter().any(|seen| config.path(seen.path()).starts_with(path))
    }

    /// Whether its files are still there: a cache may be removed at any time.
    pub fn is_kept(&self) -> bool {
        self.manifest.files.is_empty() || fs::is_file(&self.folder.join(MANIFEST))
    }

    /// Where the module of an island is published.
    pub fn island(&self, name: &str) -> Option<&str> {
        self.entry(&format!("{ISLANDS}/{name}"))
    }

    /// Where a plain script is published.
    pub fn script(&self, name: &str) -> Option<&str> {
        self.entry(&format!("scripts/{name}"))
    }

    /// Where the module that hydrates islands is published.
    pub fn hydrate(&self) -> Option<&str> {
        self.entry(HYDRATE)
    }

    fn entry(&self, name: &str) -> Option<&str> {
        self.manifest.entries.get(name).map(String::as_str)
    }

    /// What a published module imports, directly and through others.
    pub fn imports(&self, published: &str) -> &[String] {
        self.manifest.imports.get(published).map_or(&[], Vec::as_slice)
    }

    /// Every file to publish: its path in the output, and where it lies.
    pub fn files(&self) -> impl Iterator<Item = (&str, PathBuf)> {
        let folder = self.folder.join(CLIENT);
        self.manifest.files.iter().map(move |path| (path.as_str(), folder.join(path)))
    }

    /// What stands in place of a file of `public/`, bundled style sheets and what they name: the path there, and where it is
    /// published.
    pub fn in_place(&self) -> impl Iterator<Item = (String, &str)> {
        let styles = self.manifest.entries.iter().filter(|(_, published)| published.ends_with(".css"));
        let styles = styles.map(|(entry, published)| (format!("{entry}.css"), published.as_str()));
        styles.chain(self.manifest.named.iter().map(|(path, published)| (path.clone(), published.as_str())))
    }

    /// Style sheets of `public/` that are within others and not for themselves.
    pub fn parts(&self) -> &[String] {
        &self.manifest.parts
    }

    /// What it was made from beyond what the digest of its inputs covers.
    pub fn seen(&self) -> &[Seen] {
        &self.manifest.seen
    }

    /// The files that were bundled and lie outside of the islands and `public/`, relative to the root.
    pub fn elsewhere(&self) -> impl Iterator<Item = &str> {
        let files = self.manifest.seen.iter().filter(|seen| !seen.is_folder()).map(Seen::path);
        files.filter(|path| !path.starts_with(&format!("{PUBLIC}/")))
    }

    /// The text of a plain script that stands alone.
    ///
    /// # Errors
    /// It can't be read.
    pub fn alone(&self, name: &str) -> Result<Arc<str>, Diagnostic> {
        self.shown(&format!("{ALONE}/scripts/{name}.js"))
    }

    /// The loader's text.
    ///
    /// # Errors
    /// It can't be read.
    pub fn loader(&self) -> Result<Arc<str>, Diagnostic> {
        self.shown(&format!("{ALONE}/{LOADER}.js"))
    }

    /// A text that many pages show.
    fn shown(&self, path: &str) -> Result<Arc<str>, Diagnostic> {
        let mut texts = self.texts.lock();
        if let Some(text) = texts.get(path) {
            return Ok(text.clone());
        }
        let text: Arc<str> = text(&self.folder, path)?.into();
        texts.insert(path.to_owned(), text.clone());
        Ok(text)
    }

    /// The text of the pre-renderer.
    ///
    /// # Errors
    /// It can't be read.
    fn server(&self) -> Result<String, Diagnostic> {
        text(&self.folder, &format!("{SERVER}/{SERVER}.js"))
    }

    /// The pre-renderer, as it began or else from the cache.
    ///
    /// # Errors
    /// It can't be read.
    pub fn prerenderer(&self) -> Result<Begun, Diagnostic> {
        let begun = self.begun.lock().take();
        let later = || Begun::later(&self.react, self.server()?, &self.folder);
        begun.map_or_else(later, Ok)
    }

    /// The source map of the pre-renderer.
    ///
    /// # Errors
    /// It can't be read.
    pub fn server_map(&self) -> Result<String, Diagnostic> {
        text(&self.folder, &format!("{SERVER}/{SERVER}.js.map"))
    }

    /// The site's own files that islands are rendered by, by their paths from the root.
    pub fn sources(&self) -> Vec<(Arc<str>, String)> {
        let map = self.server_map().ok().and_then(|text| SourceMap::parse(&text));
        let sources = map.iter().flat_map(SourceMap::sources);
        sources.filter_map(|(source, text)| Some((source_map::own_file(source)?.into(), text.to_owned()))).collect()
    }

    /// A digest of what the island of this name is rendered by: where it is the same, so is the island's HTML.
    pub fn origin(&self, name: &str) -> u64 {
        self.manifest.origins.get(name).copied().unwrap_or_default()
    }

    /// What is known of earlier renderings, of those islands that are rendered by the same still.
    pub fn memory(&self) -> Memory {
        let origins = self.manifest.origins.values().copied().collect();
        let earlier = self.earlier.lock().take().map(|folder| folder.join(RENDERED));
        Memory::open(self.folder.join(RENDERED), earlier, &origins)
    }
}

/// A text in a cache.
///
/// # Errors
/// It can't be read.
pub fn text(folder: &Path, path: &str) -> Result<String, Diagnostic> {
    let text = fs::read_text(&folder.join(path), path)?;
    Ok(text.trim_end().to_owned())
}

/// The manifest of a bundle made before, if it is still true.
fn cached(config: &Config, folder: &Path) -> Option<Manifest> {
    let text = fs::read_text(&folder.join(MANIFEST), MANIFEST).ok()?;
    let manifest: Manifest = serde_json::from_str(&text).ok()?;
    let react = react::folder(config, &manifest.react).join(react::SCRIPT);
    let has_react = manifest.react.is_empty() || fs::is_file(&react);
    let is_whole = has_react && manifest.holds.iter().all(|(path, held)| fs::digest(&folder.join(path)) == Some(*held));
    (is_whole && manifest.seen.iter().all(|seen| seen.is_current(&config.root))).then_some(manifest)
}
