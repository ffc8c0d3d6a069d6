//! File stamps: metadata that proves, without reading a file, that the file is unchanged.

use std::fs::{self, Metadata};
use std::path::Path;
use std::time::{Duration, SystemTime};

/// The age from which a file's times can be trusted. Some file systems store times in whole seconds, so another write
/// within the same second would not change them.
const SETTLED_AFTER: Duration = Duration::from_secs(2);

/// The size, times and inode number of a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct FileStamp {
    size: u64,
    modified: SystemTime,
    /// The ctime, in seconds and nanoseconds. Every write sets it, even if a program resets `modified`.
    changed: (i64, i64),
    inode: u64,
    /// Whether the file was older than [`SETTLED_AFTER`], so that any later write changes the stamp.
    is_settled: bool,
}

impl FileStamp {
    /// Returns the stamp of a file; `None` if the file is missing or can't be inspected. Symbolic links are followed.
    pub fn of(path: &Path) -> Option<Self> {
        let metadata = fs::metadata(path).ok().filter(Metadata::is_file)?;
        let modified = metadata.modified().ok()?;
        let (changed, inode) = identity(&metadata);
        let age = SystemTime::now().duration_since(latest(modified, changed)).unwrap_or_default();
        Some(Self { size: metadata.len(), modified, changed, inode, is_settled: age > SETTLED_AFTER })
    }

    /// Whether the file is certainly unchanged since `earlier`; false if that can't be proven.
    pub fn is_unchanged_since(&self, earlier: &Self) -> bool {
        // Apart from `is_settled`, the stamps have to be equal.
        earlier.is_settled && Self { is_settled: true, ..*self } == *earlier
    }
}

fn latest(modified: SystemTime, changed: (i64, i64)) -> SystemTime {
    let (seconds, nanoseconds) = (u64::try_from(changed.0).unwrap_or(0), u32::try_from(changed.1).unwrap_or(0));
    modified.max(SystemTime::UNIX_EPOCH + Duration::new(seconds, nanoseconds))
}

/// Returns the ctime and the inode number.
#[cfg(unix)]
fn identity(metadata: &Metadata) -> ((i64, i64), u64) {
    use std::os::unix::fs::MetadataExt;
    ((metadata.ctime(), metadata.ctime_nsec()), metadata.ino())
}

/// Returns zeros. On other systems, the size and the modification time must suffice.
#[cfg(not(unix))]
fn identity(_: &Metadata) -> ((i64, i64), u64) {
    ((0, 0), 0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_just_written_is_not_proven_unchanged() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("a");
        fs::write(&path, "a").expect("to write");
        let stamp = FileStamp::of(&path).expect("a file");
        assert!(!FileStamp::of(&path).expect("a file").is_unchanged_since(&stamp));
        let settled = FileStamp { is_settled: true, ..stamp };
        assert!(stamp.is_unchanged_since(&settled));
        fs::write(&path, "ab").expect("to write");
        assert!(!FileStamp::of(&path).expect("a file").is_unchanged_since(&settled));
        assert_eq!((FileStamp::of(folder.path()), FileStamp::of(&folder.path().join("b"))), (None, None));
    }
}
