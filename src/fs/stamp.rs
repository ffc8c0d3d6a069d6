//! File stamps: they prove that a file is unchanged, without reading it.

use std::fs::{self, Metadata};
use std::path::Path;
use std::time::{Duration, SystemTime};

/// The age at which a file's times can be trusted. File systems count time in steps, some in whole seconds, so a second write
/// shortly after the first may leave the times as they are.
const SETTLED_AFTER: Duration = Duration::from_secs(2);

/// The size, times and inode of a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct FileStamp {
    size: u64,
    modified: SystemTime,
    /// The time of the last change (ctime): set by every write, even where a program resets `modified`.
    changed: (i64, i64),
    inode: u64,
    /// Whether the file was old enough for any later write to change the stamp.
    is_settled: bool,
}

impl FileStamp {
    /// Takes the stamp of the file at `path`, links followed.
    pub fn of(path: &Path) -> Option<Self> {
        let found = fs::metadata(path).ok().filter(Metadata::is_file)?;
        let modified = found.modified().ok()?;
        let (changed, inode) = identity(&found);
        let age = SystemTime::now().duration_since(last(modified, changed)).unwrap_or_default();
        Some(Self { size: found.len(), modified, changed, inode, is_settled: age > SETTLED_AFTER })
    }

    /// Whether the file is proven to be unchanged since `earlier`.
    pub fn is_unchanged_since(&self, earlier: &Self) -> bool {
        earlier.is_settled && Self { is_settled: true, ..*self } == *earlier
    }
}

/// Returns the later of both times.
fn last(modified: SystemTime, changed: (i64, i64)) -> SystemTime {
    let (seconds, nanoseconds) = (u64::try_from(changed.0).unwrap_or(0), u32::try_from(changed.1).unwrap_or(0));
    modified.max(SystemTime::UNIX_EPOCH + Duration::new(seconds, nanoseconds))
}

#[cfg(unix)]
fn identity(found: &Metadata) -> ((i64, i64), u64) {
    use std::os::unix::fs::MetadataExt;
    ((found.ctime(), found.ctime_nsec()), found.ino())
}

/// Other systems: size and modification time must suffice.
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
