//! The bytes of a file: their comparison with others, and their digest.

use std::fs::{self, File};
use std::io;
use std::path::Path;

use xxhash_rust::xxh3::Xxh3;

use super::failure;
use crate::diagnostic::Diagnostic;

/// Whether the file at `path` has these bytes; false if it can't be read.
pub fn has_bytes(path: &Path, bytes: &[u8]) -> bool {
    fs::read(path).is_ok_and(|found| found == bytes)
}

/// Returns the XXH3 digest of a file, which is read in pieces, and its size in bytes.
pub fn digest(path: &Path, shown_as: &str) -> Result<(u64, u64), Diagnostic> {
    let mut digest = Xxh3::new();
    let read = File::open(path).and_then(|mut file| io::copy(&mut file, &mut digest));
    read.map(|size| (digest.digest(), size)).map_err(|error| failure("read", shown_as, &error))
}
