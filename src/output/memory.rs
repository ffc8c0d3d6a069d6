//! Outputs that reach no disk: kept to be served, or only counted.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

use rustc_hash::FxHashSet;

use super::{Body, HELD, Sink, Summary, put_twice, validate};
use crate::diagnostic::Diagnostic;
use crate::fs;

/// Keeps the outputs of builds that follow each other.
#[derive(Debug, Default)]
pub struct Memory {
    kept: Mutex<Kept>,
    /// Whether it holds large files too.
    is_whole: bool,
}

#[derive(Debug, Default)]
struct Kept {
    files: BTreeMap<String, Body>,
    /// What this build put.
    put: FxHashSet<String>,
    /// What is other than when it was last asked.
    changed: BTreeSet<String>,
}

impl Memory {
    /// Holds every output, however large.
    pub fn whole() -> Self {
        Self { kept: Mutex::default(), is_whole: true }
    }

    /// All outputs, by path.
    pub fn into_files(self) -> BTreeMap<String, Body> {
        self.kept.into_inner().unwrap_or_else(PoisonError::into_inner).files
    }

    /// All outputs as they are now, by path.
    pub fn files(&self) -> BTreeMap<String, Body> {
        self.kept().files.clone()
    }

    /// Another build begins.
    pub fn begin(&self) {
        self.kept().put.clear();
    }

    /// What has become another output, or none, since this was asked last.
    pub fn changes(&self) -> Vec<(String, Option<Body>)> {
        let mut kept = self.kept();
        let changed = std::mem::take(&mut kept.changed);
        changed
            .into_iter()
            .map(|path| (kept.files.get(&path).cloned(), path))
            .map(|(body, path)| (path, body))
            .collect()
    }

    /// What `changes` will tell of, but for these paths.
    pub fn changes_but(&self, awaited: &BTreeSet<String>) -> Vec<(String, Option<Body>)> {
        let kept = self.kept();
        let changed = kept.changed.iter().filter(|path| !awaited.contains(*path));
        changed.map(|path| (path.clone(), kept.files.get(path).cloned())).collect()
    }

    fn keep(&self, path: &str, body: Body) -> Result<(), Diagnostic> {
        validate(path)?;
        let mut kept = self.kept();
        if !kept.put.insert(path.to_owned()) {
            return Err(put_twice(path));
        }
        let is_file = matches!(body, Body::File { .. });
        let before = kept.files.insert(path.to_owned(), body);
        // A file that is not held is told of by who saw it change.
        if is_file || before.as_ref() != kept.files.get(path) {
            kept.changed.insert(path.to_owned());
        }
        Ok(())
    }

    fn kept(&self) -> MutexGuard<'_, Kept> {
        self.kept.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Sink for Memory {
    fn put(&self, path: &str, bytes: &[u8]) -> Result<(), Diagnostic> {
        self.keep(path, Body::Bytes(bytes.into()))
    }

    fn put_file(&self, path: &str, source: &Path) -> Result<(), Diagnostic> {
        if self.is_whole {
            return self.put(path, &fs::read_bytes(source, &source.display().to_string())?);
        }
        self.keep(path, Body::read(source)?)
    }

    fn remove(&self, path: &str) {
        let mut kept = self.kept();
        kept.put.remove(path);
        if kept.files.remove(path).is_some() {
            kept.changed.insert(path.to_owned());
        }
    }
}

impl Body {
    /// What the file at `source` holds.
    pub(super) fn read(source: &Path) -> Result<Self, Diagnostic> {
        let shown = source.display().to_string();
        let size = fs::size(source, &shown)?;
        if size > HELD {
            return Ok(Self::File { path: source.to_owned(), size });
        }
        Ok(Self::Bytes(fs::read_bytes(source, &shown)?.into()))
    }
}

/// Counts the outputs and forgets them.
#[derive(Debug, Default)]
pub struct Discard {
    files: AtomicUsize,
    bytes: AtomicU64,
}

impl Discard {
    /// What a build would have written.
    pub fn summary(&self) -> Summary {
        Summary {
            written: self.files.load(Ordering::Relaxed),
            bytes: self.bytes.load(Ordering::Relaxed),
            ..Summary::default()
        }
    }

    fn count(&self, path: &str, size: u64) -> Result<(), Diagnostic> {
        validate(path)?;
        self.files.fetch_add(1, Ordering::Relaxed);
        self.bytes.fetch_add(size, Ordering::Relaxed);
        Ok(())
    }
}

impl Sink for Discard {
    fn put(&self, path: &str, bytes: &[u8]) -> Result<(), Diagnostic> {
        self.count(path, bytes.len() as u64)
    }

    fn put_file(&self, path: &str, source: &Path) -> Result<(), Diagnostic> {
        self.count(path, fs::size(source, &source.display().to_string())?)
    }
}
