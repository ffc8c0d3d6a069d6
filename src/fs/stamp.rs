//! What tells that a file is the one it was, without reading it.

use std::fs::{self, Metadata};
use std::hash::{Hash, Hasher};
use std::path::Path;
use std::time::{Duration, SystemTime};

use xxhash_rust::xxh3::Xxh3;

/// A file that was written later than this before it was looked at may be written again without its times showing it: file
/// systems count in steps, on some of them in steps of a second.
const SETTLED: Duration = Duration::from_secs(2);

/// What the system knows of a file's content.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Stamp {
    size: u64,
    modified: SystemTime,
    /// Set by every write, even where a program puts the other time back.
    changed: (i64, i64),
    inode: u64,
    /// Old enough when it was looked at for any later write to show.
    settled: bool,
}

impl Stamp {
    /// Looks at the file at `path`, or the one that the link there leads to.
    pub fn of(path: &Path) -> Option<Self> {
        let found = fs::metadata(path).ok().filter(Metadata::is_file)?;
        let modified = found.modified().ok()?;
        let (changed, inode) = identity(&found);
        let age = SystemTime::now().duration_since(last(modified, changed)).unwrap_or_default();
        Some(Self { size: found.len(), modified, changed, inode, settled: age > SETTLED })
    }

    /// In a number, for who remembers it longer than a process lives.
    pub fn digest(&self) -> u64 {
        let Self { size, modified, changed, inode, settled: _ } = self;
        let mut digest = Xxh3::new();
        (size, modified, changed, inode).hash(&mut digest);
        digest.finish()
    }

    /// Whether the file that was looked at earlier is surely still the same.
    pub fn proves(&self, earlier: &Self) -> bool {
        earlier.settled && Self { settled: true, ..*self } == *earlier
    }
}

/// The later of both times.
fn last(modified: SystemTime, changed: (i64, i64)) -> SystemTime {
    let (seconds, nanoseconds) = (u64::try_from(changed.0).unwrap_or(0), u32::try_from(changed.1).unwrap_or(0));
    modified.max(SystemTime::UNIX_EPOCH + Duration::new(seconds, nanoseconds))
}

#[cfg(unix)]
fn identity(found: &Metadata) -> ((i64, i64), u64) {
    use std::os::unix::fs::MetadataExt;
    ((found.ctime(), found.ctime_nsec()), found.ino())
}

/// Elsewhere size and time of writing must do.
#[cfg(not(unix))]
fn identity(_: &Metadata) -> ((i64, i64), u64) {
    ((0, 0), 0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_just_written_proves_nothing() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("a");
        fs::write(&path, "a").expect("to write");
        let stamp = Stamp::of(&path).expect("a file");
        assert!(!Stamp::of(&path).expect("a file").proves(&stamp));
        let settled = Stamp { settled: true, ..stamp };
        assert!(stamp.proves(&settled));
        fs::write(&path, "ab").expect("to write");
        assert!(!Stamp::of(&path).expect("a file").proves(&settled));
        assert_eq!((Stamp::of(folder.path()), Stamp::of(&folder.path().join("b"))), (None, None));
    }
}
