//! Is a file on disk already what it should be, or still what it was? Read piece by piece, so nothing of it is held in memory.

use std::fs::File;
use std::io::{ErrorKind, Read};
use std::path::Path;

use xxhash_rust::xxh3::Xxh3;

/// How a file on disk compares with what it should hold.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Likeness {
    Same,
    Different,
    Missing,
}

/// As much as one look at a file takes: most pages fit.
const PIECE: usize = 16 * 1024;

/// Compares the file at `path` with `bytes`. What cannot be read counts as different.
pub fn compare(path: &Path, bytes: &[u8]) -> Likeness {
    let mut file = match File::open(path) {
        Ok(file) => file,
        Err(error) if error.kind() == ErrorKind::NotFound => return Likeness::Missing,
        Err(_) => return Likeness::Different,
    };
    let mut piece = [0; PIECE];
    let mut rest = bytes;
    loop {
        match read_full(&mut file, &mut piece) {
            Some(0) if rest.is_empty() => return Likeness::Same,
            Some(count) if count > 0 && rest.starts_with(&piece[..count]) => rest = &rest[count..],
            _ => return Likeness::Different,
        }
    }
}

/// Compares the file at `path` with the file at `source`. What cannot be read counts as different.
pub fn compare_files(path: &Path, source: &Path) -> Likeness {
    let size = |path: &Path| path.metadata().ok().filter(std::fs::Metadata::is_file).map(|found| found.len());
    if !path.exists() {
        return Likeness::Missing;
    }
    let (Some(length), Ok(mut ours), Ok(mut theirs)) = (size(path), File::open(path), File::open(source)) else {
        return Likeness::Different;
    };
    if size(source) != Some(length) {
        return Likeness::Different;
    }
    let (mut one, mut other) = ([0; PIECE], [0; PIECE]);
    loop {
        match (read_full(&mut ours, &mut one), read_full(&mut theirs, &mut other)) {
            (Some(0), Some(0)) => return Likeness::Same,
            (Some(a), Some(b)) if one[..a] == other[..b] => {}
            _ => return Likeness::Different,
        }
    }
}

/// What the file at `path` holds, in a number (XXH3), and its size in bytes. None where it cannot be read.
pub fn digest(path: &Path) -> Option<(u64, u64)> {
    let mut file = File::open(path).ok()?;
    let (mut digest, mut size, mut piece) = (Xxh3::new(), 0, [0; PIECE]);
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

/// Fills `piece` as far as the file goes; nothing where it cannot be read.
fn read_full(file: &mut File, piece: &mut [u8; PIECE]) -> Option<usize> {
    let mut filled = 0;
    while filled < PIECE {
        match file.read(&mut piece[filled..]) {
            Ok(0) => break,
            Ok(count) => filled += count,
            Err(error) if error.kind() == ErrorKind::Interrupted => {}
            Err(_) => return None,
        }
    }
    Some(filled)
}
