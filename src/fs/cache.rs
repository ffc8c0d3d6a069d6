//! Cache files: expensive results, stored for later builds.
//!
//! 1. A cache file is sealed: it ends with a digest of its content and its key. A file that is damaged, truncated or
//!    sealed with another key counts as missing, and its content is made again.
//! 2. A cache file is written atomically.
//! 3. Entries that were not used recently are removed, and so are temporary files of killed runs.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use parking_lot::Mutex;
use xxhash_rust::xxh3::Xxh3;

use super::{create_dir, list, read_bytes, read_text, remove_file, remove_tree, write_atomic};
use crate::diagnostic::Diagnostic;

/// A folder of sealed files, each named by its key.
#[derive(Debug)]
pub struct Cache {
    folder: PathBuf,
    /// The number of files to keep besides those that are used.
    max_unused: usize,
    used: Mutex<BTreeSet<String>>,
}

impl Cache {
    pub fn new(folder: PathBuf, max_unused: usize) -> Self {
        Self { folder, max_unused, used: Mutex::default() }
    }

    /// Returns the bytes stored for this key; `None` if there are none, or if they are damaged.
    pub fn get(&self, key: &str) -> Option<Vec<u8>> {
        self.mark_used(key);
        read_sealed(&self.folder.join(key), key)
    }

    /// Records that a key is in use. `get` records it too.
    pub fn mark_used(&self, key: &str) {
        self.used.lock().insert(key.to_owned());
    }

    /// Stores bytes for later builds. Errors are ignored: a later build makes the bytes again.
    pub fn put(&self, key: &str, bytes: &[u8]) {
        let _ = create_dir(&self.folder).and_then(|_| write_sealed(&self.folder.join(key), key, bytes));
    }

    /// Removes all files except those in use and the most recently used. Errors are ignored: a later build tries again.
    pub fn remove_unused(&self) {
        if self.folder.is_dir() {
            let _ = keep_recent(&self.folder, &self.used.lock(), self.max_unused, |name| name != RECENT_LIST);
        }
    }
}

/// Reads a sealed file; `None` if it is missing, damaged or sealed with another key.
pub fn read_sealed(path: &Path, key: &str) -> Option<Vec<u8>> {
    let mut bytes = read_bytes(path, "").ok()?;
    let (content, digest) = bytes.split_last_chunk()?;
    if *digest != seal(key, content) {
        return None;
    }
    bytes.truncate(content.len());
    Some(bytes)
}

/// Writes a sealed file into a folder that exists.
pub fn write_sealed(path: &Path, key: &str, bytes: &[u8]) -> Result<(), Diagnostic> {
    write_atomic(path, &[bytes, &seal(key, bytes)].concat())
}

/// Computes the digest that a sealed file ends with.
fn seal(key: &str, bytes: &[u8]) -> [u8; 16] {
    let mut digest = Xxh3::new();
    digest.update(bytes);
    digest.update(key.as_bytes());
    digest.digest128().to_le_bytes()
}

/// The file in a cache's folder that lists the entries, most recently used first.
const RECENT_LIST: &str = "recent";

/// Records that the entries `used` are in use now, and removes the others except the `max_unused` most recently used.
/// Entries are the files and folders whose names satisfy `is_entry`.
pub fn keep_recent(
    cache: &Path,
    used: &BTreeSet<String>,
    max_unused: usize,
    is_entry: fn(&str) -> bool,
) -> Result<(), Diagnostic> {
    let file = cache.join(RECENT_LIST);
    let before = read_text(&file, RECENT_LIST).unwrap_or_default();
    let others = before.lines().filter(|name| !used.contains(*name)).take(max_unused);
    let kept: Vec<&str> = used.iter().map(String::as_str).chain(others).collect();
    let text = kept.join("\n");
    if text != before {
        write_atomic(&file, text.as_bytes())?;
    }
    // Entries are removed even if the list is unchanged: an earlier call may have failed to remove them.
    let kept: BTreeSet<&str> = kept.into_iter().collect();
    let present = list(cache, &cache.display().to_string())?;
    for name in present.iter().filter(|name| is_entry(name) && !kept.contains(name.as_str())) {
        let path = cache.join(name);
        if path.is_dir() { remove_tree(&path)? } else { _ = remove_file(&path)? }
    }
    Ok(())
}

/// Returns the most recently used entry other than `entry`; `None` if no other one is recorded. If one call of
/// [`keep_recent`] recorded several entries as used, they are equally recent, and the first by name is returned.
pub fn most_recent_other(entry: &Path) -> Option<PathBuf> {
    let recorded = read_text(&entry.with_file_name(RECENT_LIST), RECENT_LIST).ok()?;
    recorded.lines().map(|name| entry.with_file_name(name)).find(|other| other != entry)
}

/// Checks that the versions of packages in a cache's key, such as `a 1.0.0, b 2.0.0`, are those of Cargo.lock. Another
/// version may write other bytes, or not read those in the cache.
#[cfg(test)]
pub fn assert_in_cargo_lock(packages: &str) {
    let lock = include_str!("../../Cargo.lock");
    for package in packages.split(", ") {
        let (name, version) = package.split_once(' ').expect("a name and a version");
        let entry = format!("name = \"{name}\"\nversion = \"{version}\"");
        assert!(lock.contains(&entry), "{package} is not in Cargo.lock");
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn recently_used_entries_are_kept() {
        let cache = tempfile::tempdir().expect("a folder");
        let write = |name: &str| std::fs::write(cache.path().join(name), name).expect("written");
        let used = |names: &[&str]| names.iter().map(|name| (*name).to_owned()).collect::<BTreeSet<_>>();
        let check = |names: &[&str], expected: &[&str]| {
            keep_recent(cache.path(), &used(names), 2, |name| name.starts_with('e')).expect("kept");
            let there = list(cache.path(), "").expect("a list");
            assert_eq!(there.iter().filter(|name| *name != RECENT_LIST).collect::<Vec<_>>(), expected);
        };
        ["e1", "e2", "e3", "e4", "other"].into_iter().for_each(write);
        std::fs::create_dir(cache.path().join("e5")).expect("a folder");
        check(&["e1", "e2", "e5"], &["e1", "e2", "e5", "other"]);
        ["e3", "e4"].into_iter().for_each(write);
        check(&["e3"], &["e1", "e2", "e3", "other"]);
        check(&["e1"], &["e1", "e2", "e3", "other"]);
        ["e4"].into_iter().for_each(write);
        check(&["e4"], &["e1", "e3", "e4", "other"]);
        assert_eq!(most_recent_other(&cache.path().join("e4")), Some(cache.path().join("e1")));
        check(&["e1", "e3", "e4"], &["e1", "e3", "e4", "other"]);
        // An entry that an earlier call failed to remove is removed, though the list stays as it was.
        write("e5");
        check(&["e1", "e3", "e4"], &["e1", "e3", "e4", "other"]);
    }
}
