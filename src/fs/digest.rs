//! The bytes of a file: their comparison with others, and their digest.

use std::fs::{self, File};
use std::io::{self, ErrorKind, Read};
use std::path::Path;

use xxhash_rust::xxh3::Xxh3;

use super::failure;
use crate::diagnostic::Diagnostic;

/// The number of bytes that are read at once.
const PIECE_BYTES: usize = 16 * 1024;

/// Whether the file at `path` has these bytes; false if it can't be read.
pub fn has_bytes(path: &Path, bytes: &[u8]) -> bool {
    fs::read(path).is_ok_and(|found| found == bytes)
}

/// Returns the XXH3 digest of a file, and its size in bytes. The file may be too large for the memory.
pub fn digest(path: &Path, shown_as: &str) -> Result<(u64, u64), Diagnostic> {
    let read = || -> io::Result<(u64, u64)> {
        let mut file = File::open(path)?;
        let (mut digest, mut size, mut piece) = (Xxh3::new(), 0, [0; PIECE_BYTES]);
        loop {
            match file.read(&mut piece) {
                Ok(0) => return Ok((digest.digest(), size)),
                Ok(count) => {
                    digest.update(&piece[..count]);
                    size += count as u64;
                }
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(error) => return Err(error),
            }
        }
    };
    read().map_err(|error| failure("read", shown_as, &error))
}
