//! Sinks that write nothing to disk: `MemoryOutput` holds outputs for `serve`, `Discard` only checks them.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::sync::Arc;

use parking_lot::Mutex;
use rustc_hash::FxHashSet;

use super::sink::{Sink, duplicate_output, validate};
use crate::diagnostic::Diagnostic;
use crate::fs;

/// The bytes of changed outputs by path, such as `AboutUs/index.html`; `None` for removed outputs.
pub type ChangedFiles = BTreeMap<String, Option<Arc<[u8]>>>;

/// A sink that holds outputs in memory from one build to the next.
#[derive(Debug, Default)]
pub struct MemoryOutput(Mutex<Outputs>);

#[derive(Debug, Default)]
struct Outputs {
    files: BTreeMap<String, Arc<[u8]>>,
    /// The paths that the current build has put.
    put_paths: FxHashSet<String>,
    /// The paths whose output changed since the last call of `take_changes`.
    changed: BTreeSet<String>,
}

impl Outputs {
    fn files_at<'p>(&self, paths: impl Iterator<Item = &'p String>) -> ChangedFiles {
        paths.map(|path| (path.clone(), self.files.get(path).cloned())).collect()
    }
}

impl MemoryOutput {
    pub fn files(&self) -> BTreeMap<String, Arc<[u8]>> {
        self.0.lock().files.clone()
    }

    /// Begins the next build: each path may be put again.
    pub fn begin(&self) {
        self.0.lock().put_paths.clear();
    }

    /// Returns the outputs that changed since the last call.
    pub fn take_changes(&self) -> ChangedFiles {
        let mut outputs = self.0.lock();
        let changed = std::mem::take(&mut outputs.changed);
        outputs.files_at(changed.iter())
    }

    /// Returns the outputs that changed since the last call of `take_changes`, except those at the paths `pending`. The
    /// next call of `take_changes` returns these outputs again, and the pending ones.
    pub fn changes_except(&self, pending: &BTreeSet<String>) -> ChangedFiles {
        let outputs = self.0.lock();
        outputs.files_at(outputs.changed.difference(pending))
    }
}

impl Sink for MemoryOutput {
    fn put(&self, path: &str, bytes: &[u8]) -> Result<(), Diagnostic> {
        validate(path)?;
        let mut outputs = self.0.lock();
        if !outputs.put_paths.insert(path.to_owned()) {
            return Err(duplicate_output(path));
        }
        if outputs.files.get(path).is_none_or(|before| **before != *bytes) {
            outputs.files.insert(path.to_owned(), bytes.into());
            outputs.changed.insert(path.to_owned());
        }
        Ok(())
    }

    fn put_file(&self, path: &str, source: &Path) -> Result<(), Diagnostic> {
        self.put(path, &fs::read_bytes(source, &source.display().to_string())?)
    }

    fn copy_outputs(&self, folder: &Path) -> Result<bool, Diagnostic> {
        for (path, bytes) in self.files() {
            let copy = folder.join(path);
            fs::create_parent(&copy)?;
            fs::write_new(&copy, &bytes)?;
        }
        Ok(true)
    }

    fn retain(&self, is_output: &dyn Fn(&str) -> bool) {
        let Outputs { files, changed, .. } = &mut *self.0.lock();
        changed.extend(files.extract_if(.., |path, _| !is_output(path)).map(|(path, _)| path));
    }
}

/// A sink of a single build that discards outputs. It checks that paths are valid and different, and that copied files
/// exist.
#[derive(Debug, Default)]
pub struct Discard {
    put_paths: Mutex<FxHashSet<String>>,
}

impl Sink for Discard {
    fn put(&self, path: &str, _: &[u8]) -> Result<(), Diagnostic> {
        validate(path)?;
        if self.put_paths.lock().insert(path.to_owned()) { Ok(()) } else { Err(duplicate_output(path)) }
    }

    fn put_file(&self, path: &str, source: &Path) -> Result<(), Diagnostic> {
        self.put(path, &[])?;
        fs::size(source, &source.display().to_string()).map(drop)
    }
}
