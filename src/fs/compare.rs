//! Comparisons of a file on disk with bytes or with another file. Files are read in pieces, never as a whole.

use std::fs::File;
use std::io::{ErrorKind, Read};
use std::path::Path;

use xxhash_rust::xxh3::Xxh3;

/// The result of comparing the file at `path` with its expected content.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Comparison {
    Same,
    /// The content differs, or something can't be read.
    Different,
    /// There is no file at `path`.
    Missing,
}

/// The number of bytes read at once: most pages fit into one read.
const PIECE_BYTES: usize = 16 * 1024;

/// Compares the file at `path` with `bytes`.
pub fn compare(path: &Path, bytes: &[u8]) -> Comparison {
    let mut file = match File::open(path) {
        Ok(file) => file,
        Err(error) if error.kind() == ErrorKind::NotFound => return Comparison::Missing,
        Err(_) => return Comparison::Different,
    };
    let mut piece = [0; PIECE_BYTES];
    let mut rest = bytes;
    loop {
        match read_full(&mut file, &mut piece) {
            Some(0) if rest.is_empty() => return Comparison::Same,
            Some(count) if count > 0 && rest.starts_with(&piece[..count]) => rest = &rest[count..],
            _ => return Comparison::Different,
        }
    }
}

/// Compares the file at `path` with the file at `source`.
pub fn compare_files(path: &Path, source: &Path) -> Comparison {
    let size = |path: &Path| path.metadata().ok().filter(std::fs::Metadata::is_file).map(|metadata| metadata.len());
    if !path.exists() {
        return Comparison::Missing;
    }
    let (Some(length), Ok(mut file), Ok(mut source_file)) = (size(path), File::open(path), File::open(source)) else {
        return Comparison::Different;
    };
    if size(source) != Some(length) {
        return Comparison::Different;
    }
    let (mut piece, mut source_piece) = ([0; PIECE_BYTES], [0; PIECE_BYTES]);
    loop {
        match (read_full(&mut file, &mut piece), read_full(&mut source_file, &mut source_piece)) {
            (Some(0), Some(0)) => return Comparison::Same,
            (Some(count), Some(source_count)) if piece[..count] == source_piece[..source_count] => {}
            _ => return Comparison::Different,
        }
    }
}

/// Returns the XXH3 digest of the file at `path`, and its size in bytes; `None` if the file can't be read.
pub fn digest(path: &Path) -> Option<(u64, u64)> {
    let mut file = File::open(path).ok()?;
    let (mut digest, mut size, mut piece) = (Xxh3::new(), 0, [0; PIECE_BYTES]);
    loop {
        match read_full(&mut file, &mut piece)? {
            0 => return Some((digest.digest(), size)),
            count => {
                digest.update(&piece[..count]);
                size += count as u64;
            }
        }
    }
}

/// Fills `piece` from the file and returns the number of bytes read, which is lower only at the end of the file; `None`
/// on a read error.
fn read_full(file: &mut File, piece: &mut [u8; PIECE_BYTES]) -> Option<usize> {
    let mut filled = 0;
    while filled < PIECE_BYTES {
        match file.read(&mut piece[filled..]) {
            Ok(0) => break,
            Ok(count) => filled += count,
            Err(error) if error.kind() == ErrorKind::Interrupted => {}
            Err(_) => return None,
        }
    }
    Some(filled)
}
