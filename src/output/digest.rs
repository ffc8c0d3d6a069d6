//! All outputs of a build in one number, by which a later one knows whether they are still there as they were.

use std::path::Path;
use std::sync::atomic::{AtomicU64, Ordering};

use xxhash_rust::xxh3::{xxh3_64, xxh3_64_with_seed};

use crate::fs;

/// The outputs so far: a sum, so that the order in which they come shows nowhere.
#[derive(Debug, Default)]
pub struct Digest(AtomicU64);

impl Digest {
    pub fn add(&self, path: &str, bytes: &[u8]) {
        self.take(path, xxh3_64(bytes));
    }

    /// Adds an output that is what the file at `file` holds; gives its size in bytes. One that cannot be read is none.
    pub fn add_file(&self, path: &str, file: &Path) -> Option<u64> {
        let (digest, size) = fs::digest(file)?;
        self.take(path, digest);
        Some(size)
    }

    fn take(&self, path: &str, digest: u64) {
        self.0.fetch_add(xxh3_64_with_seed(path.as_bytes(), digest), Ordering::Relaxed);
    }

    pub fn value(&self) -> u64 {
        self.0.load(Ordering::Relaxed)
    }
}
