//! The plugin of build requests: esbuild asks this program for files that esbuild can't find by itself, in two cases.
//!
//! 1. An import and the disk may have different forms (composed, decomposed) of a name that is not ASCII.
//! 2. The files that the commands of the setting `steps` add to `public/` are in the cache. Style sheets can refer to
//!    each other and to pictures as if all these files were in `public/`.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::protocol::PacketValue;
use crate::config::{Config, PUBLIC};
use crate::fs;
use crate::unicode::nfc;

/// The endings that an import may leave out, in the order in which esbuild tries them.
const OPTIONAL_ENDINGS: [&str; 9] = ["", ".tsx", ".ts", ".jsx", ".js", ".css", ".json", "/index.tsx", "/index.ts"];

/// The files that steps add to `public/`.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct StepOutputs {
    /// The site's folder, as esbuild names it.
    root: PathBuf,
    /// The path of each file in the cache, by its path relative to the root: `public/css/site.css`.
    pub files: Arc<BTreeMap<String, PathBuf>>,
}

impl StepOutputs {
    /// Collects files by their paths relative to `public/`.
    pub fn new<'f>(config: &Config, files: impl Iterator<Item = (&'f str, &'f Path)>) -> Self {
        let files = files.map(|(path, file)| (format!("{PUBLIC}/{path}"), file.to_owned()));
        Self { root: fs::resolve(&config.root), files: Arc::new(files.collect()) }
    }

    /// Finds the file in the cache that stands for this path below the root.
    fn find(&self, path: &Path) -> Option<&Path> {
        let path = path.strip_prefix(&self.root).ok()?.to_str()?.replace('\\', "/");
        self.files.get(&*nfc(&path)).map(PathBuf::as_path)
    }

    /// Describes the plugin for a build request: esbuild asks this program to resolve the imports that are not ASCII.
    /// If steps have outputs, esbuild asks for the target of every import, and for the contents of every file.
    pub fn describe(&self) -> PacketValue {
        let ask = |filter: &str| {
            PacketValue::map([
                ("id", PacketValue::Number(0)),
                ("filter", PacketValue::text(filter)),
                ("namespace", PacketValue::text("")),
            ])
        };
        let (imports, contents) =
            if self.files.is_empty() { (ask(r"[^\x00-\x7F]"), Vec::new()) } else { (ask("."), vec![ask(".")]) };
        PacketValue::map([
            ("name", PacketValue::text("names")),
            ("onStart", PacketValue::Bool(false)),
            ("onEnd", PacketValue::Bool(false)),
            ("onResolve", PacketValue::List(vec![imports])),
            ("onLoad", PacketValue::List(contents)),
        ])
    }

    /// Answers the request to resolve an import: with the path of the file, or with nothing if esbuild is to resolve
    /// the import as written.
    pub fn resolve(&self, request: &PacketValue) -> PacketValue {
        let text = |name| request.get(name).as_text().unwrap_or_default();
        // Like esbuild, `resolve_dots` does not follow links on disk.
        let written = fs::resolve_dots(&Path::new(text("resolveDir")).join(text("path")));
        let found = if self.find(&written).is_some() { Some(written) } else { stored_file(&written) };
        let Some(path) = found else { return PacketValue::map([]) };
        PacketValue::map([("id", PacketValue::Number(0)), ("path", PacketValue::text(path.to_string_lossy()))])
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

/// Finds the file at the written path, and returns its path on disk; `None` if there is no file, or if both paths are
/// the same.
fn stored_file(written: &Path) -> Option<PathBuf> {
    let paths = OPTIONAL_ENDINGS.iter().map(|ending| PathBuf::from(format!("{}{ending}", written.display())));
    let found = paths.map(|path| (fs::stored_path(&path), path)).find(|(stored, _)| fs::is_file(stored));
    found.filter(|(stored, path)| stored != path).map(|(stored, _)| stored)
}
