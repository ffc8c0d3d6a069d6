//! The files that the editor writes. A build follows at once, as they are complete when an event tells of them, and
//! further events of the same write are ignored.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use parking_lot::Mutex;
use xxhash_rust::xxh3::xxh3_64;

use crate::fs;

/// The files that the editor writes, shared by the editor and the watcher.
#[derive(Clone, Default)]
pub struct OwnWrites(Arc<Mutex<KnownFiles>>);

#[derive(Default)]
struct KnownFiles {
    /// The files that are about to be written.
    announced: BTreeSet<PathBuf>,
    /// The digests of written files as the last build finds them; `None` for removed files.
    built: BTreeMap<PathBuf, Option<u64>>,
}

impl OwnWrites {
    /// Announces files that the program is about to replace, create or remove, all of them for one change.
    pub fn announce(&self, paths: Vec<PathBuf>) {
        self.0.lock().announced.extend(paths);
    }

    /// Whether all of these files were announced.
    pub fn are_announced(&self, paths: &[PathBuf]) -> bool {
        let known = self.0.lock();
        paths.iter().all(|path| known.announced.contains(path))
    }

    /// Whether all of these files are as the last build finds them.
    pub fn are_built(&self, paths: &[PathBuf]) -> bool {
        let known = self.0.lock();
        paths.iter().all(|path| known.built.get(path).is_some_and(|built| *built == digest(path)))
    }

    /// Prepares a build after changes of these files: adds the other files of an announced change, and records the
    /// announced files as they are now.
    pub fn begin_build(&self, changed: &mut BTreeSet<PathBuf>) {
        let mut known = self.0.lock();
        let is_own = !known.announced.is_disjoint(changed);
        let announced = if is_own { std::mem::take(&mut known.announced) } else { BTreeSet::new() };
        changed.extend(announced.iter().cloned());
        let own = changed.iter().filter(|path| announced.contains(*path) || known.built.contains_key(*path));
        let digests: Vec<_> = own.map(|path| (path.clone(), digest(path))).collect();
        known.built.extend(digests);
    }

    /// Forgets all files, as the next build reads everything.
    pub fn forget(&self) {
        *self.0.lock() = KnownFiles::default();
    }
}

/// Returns the digest of a file; `None` if it can't be read.
fn digest(path: &Path) -> Option<u64> {
    fs::read_bytes(path, "").ok().map(|bytes| xxh3_64(&bytes))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_that_the_editor_wrote_is_built_once_and_again_after_others_write_it() {
        let folder = tempfile::tempdir().expect("a folder");
        let both = ["one", "two"].map(|name| folder.path().join(name));
        let (one, two) = both.split_at(1);
        let own = OwnWrites::default();
        let write = |files: &[PathBuf], text: &str| fs::write_atomic(&files[0], text.as_bytes()).expect("written");
        let begin_build = || {
            let mut changed: BTreeSet<PathBuf> = one.iter().cloned().collect();
            own.begin_build(&mut changed);
            changed.into_iter().collect::<Vec<_>>()
        };
        write(one, "a");
        assert!(!own.are_announced(one) && !own.are_built(one));
        own.announce(both.to_vec());
        write(one, "b");
        assert!(own.are_announced(one));
        assert_eq!(begin_build(), both);
        assert!(own.are_built(&both) && !own.are_announced(one));
        write(two, "c");
        assert!(!own.are_built(two));
        write(one, "d");
        assert!(!own.are_built(one));
        assert_eq!(begin_build(), one);
        assert!(own.are_built(one));
    }
}
