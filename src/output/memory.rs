//! Sinks that write nothing to disk: `MemoryOutput` holds outputs in memory for `serve`, `Discard` only counts them.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};

use parking_lot::Mutex;
use rustc_hash::FxHashSet;

use super::sink::{CommitSummary, OutputBody, Sink, duplicate_output, validate};
use crate::diagnostic::Diagnostic;
use crate::fs;

/// A sink that holds outputs in memory from one build to the next.
#[derive(Debug, Default)]
pub struct MemoryOutput {
    outputs: Mutex<Outputs>,
    /// Whether large files are held in memory, instead of read again when needed.
    holds_large_files: bool,
}

#[derive(Debug, Default)]
struct Outputs {
    files: BTreeMap<String, OutputBody>,
    /// The paths that the current build has put.
    put: FxHashSet<String>,
    /// The paths whose output changed since the last call of `take_changes`.
    changed: BTreeSet<String>,
}

impl MemoryOutput {
    /// Creates a sink that holds all files in memory, however large.
    pub fn holding_all() -> Self {
        Self { outputs: Mutex::default(), holds_large_files: true }
    }

    /// Returns all outputs, by path.
    pub fn into_files(self) -> BTreeMap<String, OutputBody> {
        self.outputs.into_inner().files
    }

    /// Returns a copy of all outputs, by path.
    pub fn files(&self) -> BTreeMap<String, OutputBody> {
        self.outputs.lock().files.clone()
    }

    /// Begins the next build: each path may be put once more.
    pub fn begin(&self) {
        self.outputs.lock().put.clear();
    }

    /// Returns the outputs that changed since the last call, with their bodies; `None` for a removed output.
    pub fn take_changes(&self) -> Vec<(String, Option<OutputBody>)> {
        let mut outputs = self.outputs.lock();
        let changed = std::mem::take(&mut outputs.changed);
        let with_body = |path: String| {
            let body = outputs.files.get(&path).cloned();
            (path, body)
        };
        changed.into_iter().map(with_body).collect()
    }

    /// Returns the same outputs as the next call of `take_changes` would, except those at the paths `pending`.
    pub fn changes_except(&self, pending: &BTreeSet<String>) -> Vec<(String, Option<OutputBody>)> {
        let outputs = self.outputs.lock();
        let changed = outputs.changed.iter().filter(|path| !pending.contains(*path));
        changed.map(|path| (path.clone(), outputs.files.get(path).cloned())).collect()
    }

    /// Stores an output; fails if this build has put its path already.
    fn set_body(&self, path: &str, body: OutputBody) -> Result<(), Diagnostic> {
        validate(path)?;
        let mut outputs = self.outputs.lock();
        if !outputs.put.insert(path.to_owned()) {
            return Err(duplicate_output(path));
        }
        let is_file = matches!(body, OutputBody::File { .. });
        let before = outputs.files.insert(path.to_owned(), body);
        // A file that is not held in memory may have changed although its path and size are the same.
        if is_file || before.as_ref() != outputs.files.get(path) {
            outputs.changed.insert(path.to_owned());
        }
        Ok(())
    }
}

impl Sink for MemoryOutput {
    fn put(&self, path: &str, bytes: &[u8]) -> Result<(), Diagnostic> {
        self.set_body(path, OutputBody::Bytes(bytes.into()))
    }

    fn put_file(&self, path: &str, source: &Path) -> Result<(), Diagnostic> {
        if self.holds_large_files {
            return self.put(path, &fs::read_bytes(source, &source.display().to_string())?);
        }
        self.set_body(path, OutputBody::read(source)?)
    }

    fn copy_to(&self, folder: &Path, without: &[String]) -> Result<bool, Diagnostic> {
        let outputs = self.files();
        let mut copied = outputs.iter().filter(|(path, _)| !without.contains(path));
        copied.try_for_each(|(path, body)| body.copy_to(&folder.join(path)))?;
        Ok(true)
    }

    fn remove(&self, path: &str) {
        let mut outputs = self.outputs.lock();
        outputs.put.remove(path);
        if outputs.files.remove(path).is_some() {
            outputs.changed.insert(path.to_owned());
        }
    }
}

/// A sink that counts outputs without storing them.
#[derive(Debug, Default)]
pub struct Discard {
    files: AtomicUsize,
    bytes: AtomicU64,
}

impl Discard {
    /// Returns the number of outputs and their bytes.
    pub fn summary(&self) -> CommitSummary {
        CommitSummary {
            written: self.files.load(Ordering::Relaxed),
            bytes: self.bytes.load(Ordering::Relaxed),
            ..CommitSummary::default()
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
