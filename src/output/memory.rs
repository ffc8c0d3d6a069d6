//! Outputs that reach no disk: kept to be served, or only counted.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};

use super::{Body, HELD, Sink, Summary, put_twice, validate};
use crate::diagnostic::Diagnostic;
use crate::fs;

/// Keeps every output.
#[derive(Debug, Default)]
pub struct Memory(Mutex<BTreeMap<String, Body>>);

impl Memory {
    /// All that was put, by path.
    pub fn into_files(self) -> BTreeMap<String, Body> {
        self.0.into_inner().unwrap_or_else(PoisonError::into_inner)
    }

    fn keep(&self, path: &str, body: Body) -> Result<(), Diagnostic> {
        validate(path)?;
        let mut files = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        files.insert(path.to_owned(), body).map_or(Ok(()), |_| Err(put_twice(path)))
    }
}

impl Sink for Memory {
    fn put(&self, path: &str, bytes: &[u8]) -> Result<(), Diagnostic> {
        self.keep(path, Body::Bytes(bytes.into()))
    }

    fn put_file(&self, path: &str, source: &Path) -> Result<(), Diagnostic> {
        self.keep(path, Body::read(source)?)
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
