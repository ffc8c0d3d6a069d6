//! Outputs that are not written to disk: kept in memory for `serve`, or only counted.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

use rustc_hash::FxHashSet;

use super::sink::{CommitSummary, OutputBody, Sink, duplicate_output, validate};
use crate::diagnostic::Diagnostic;
use crate::fs;

/// The outputs of consecutive builds.
#[derive(Debug, Default)]
pub struct MemoryOutput {
    outputs: Mutex<Outputs>,
    /// Whether large files are held in memory too.
    holds_large_files: bool,
}

#[derive(Debug, Default)]
struct Outputs {
    files: BTreeMap<String, OutputBody>,
    /// The paths that the current build wrote.
    put: FxHashSet<String>,
    /// The paths whose output changed since `changes` was called.
    changed: BTreeSet<String>,
}

impl MemoryOutput {
    /// Creates an output that holds all files, however large.
    pub fn holding_all() -> Self {
        Self { outputs: Mutex::default(), holds_large_files: true }
    }

    /// All outputs, by path.
    pub fn into_files(self) -> BTreeMap<String, OutputBody> {
        self.outputs.into_inner().unwrap_or_else(PoisonError::into_inner).files
    }

    /// Returns a copy of all outputs, by path.
    pub fn files(&self) -> BTreeMap<String, OutputBody> {
        self.outputs().files.clone()
    }

    /// Begins another build.
    pub fn begin(&self) {
        self.outputs().put.clear();
    }

    /// Takes the outputs that changed since the last call, with their bodies; `None` for removed outputs.
    pub fn changes(&self) -> Vec<(String, Option<OutputBody>)> {
        let mut outputs = self.outputs();
        let changed = std::mem::take(&mut outputs.changed);
        changed
            .into_iter()
            .map(|path| (outputs.files.get(&path).cloned(), path))
            .map(|(body, path)| (path, body))
            .collect()
    }

    /// Returns what `changes` will return, except these paths, without taking them.
    pub fn changes_except(&self, pending: &BTreeSet<String>) -> Vec<(String, Option<OutputBody>)> {
        let outputs = self.outputs();
        let changed = outputs.changed.iter().filter(|path| !pending.contains(*path));
        changed.map(|path| (path.clone(), outputs.files.get(path).cloned())).collect()
    }

    fn set_body(&self, path: &str, body: OutputBody) -> Result<(), Diagnostic> {
        validate(path)?;
        let mut outputs = self.outputs();
        if !outputs.put.insert(path.to_owned()) {
            return Err(duplicate_output(path));
        }
        let is_file = matches!(body, OutputBody::File { .. });
        let before = outputs.files.insert(path.to_owned(), body);
        // A file that is not held may have changed although its path and size are the same.
        if is_file || before.as_ref() != outputs.files.get(path) {
            outputs.changed.insert(path.to_owned());
        }
        Ok(())
    }

    fn outputs(&self) -> MutexGuard<'_, Outputs> {
        self.outputs.lock().unwrap_or_else(PoisonError::into_inner)
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

    fn remove(&self, path: &str) {
        let mut outputs = self.outputs();
        outputs.put.remove(path);
        if outputs.files.remove(path).is_some() {
            outputs.changed.insert(path.to_owned());
        }
    }
}

/// Counts outputs without storing them.
#[derive(Debug, Default)]
pub struct Discard {
    files: AtomicUsize,
    bytes: AtomicU64,
}

impl Discard {
    /// Returns the counts of a build.
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
