//! What was rendered before, kept beside the bundle that rendered it: a build without changes renders nothing, and one after an
//! edit of an island that island alone.
//!
//! One file: a checksum, then records of a key (24 bytes), a length (4 bytes) and HTML.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use rustc_hash::FxHashMap;
use xxhash_rust::xxh3::{xxh3_64, xxh3_128};

use crate::fs;

/// More than this is begun anew.
const MOST_BYTES: usize = 64 << 20;

/// What a rendering is known by.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Key {
    /// A digest of what the island is rendered by.
    origin: u64,
    /// Of what it was asked for.
    request: u128,
}

impl Key {
    pub fn new(origin: u64, name: &str, props: &str, prefix: &str) -> Self {
        Self { origin, request: xxh3_128(format!("{name}\n{prefix}\n{props}").as_bytes()) }
    }
}

type Records = FxHashMap<Key, Arc<str>>;

/// Rendered HTML by what it was rendered from.
#[derive(Debug)]
pub struct Memory {
    file: PathBuf,
    /// From earlier builds.
    before: Records,
    new: Mutex<Records>,
    /// Whether the file does not hold what is from earlier builds.
    is_unkept: AtomicBool,
}

impl Memory {
    /// What `file` remembers. Where it is not there, or not whole: what the `earlier` one does, of these origins.
    pub fn open(file: PathBuf, earlier: Option<PathBuf>, origins: &BTreeSet<u64>) -> Self {
        let own = records(&file);
        let is_unkept = AtomicBool::new(own.is_none());
        let earlier = || {
            let mut earlier = records(&earlier?)?;
            earlier.retain(|key, _| origins.contains(&key.origin));
            Some(earlier)
        };
        let before = own.or_else(earlier).unwrap_or_default();
        Self { file, before, new: Mutex::default(), is_unkept }
    }

    /// What was rendered in an earlier build.
    pub fn find(&self, key: Key) -> Option<Arc<str>> {
        self.before.get(&key).cloned()
    }

    pub fn add(&self, key: Key, html: Arc<str>) {
        self.new.lock().unwrap_or_else(PoisonError::into_inner).insert(key, html);
    }

    /// Forgets what was added.
    pub fn drop_new(&self) {
        self.new.lock().unwrap_or_else(PoisonError::into_inner).clear();
    }

    /// Keeps what is new for later builds. Where that does not work, they render again.
    pub fn keep(&self) {
        let mut new = self.new.lock().unwrap_or_else(PoisonError::into_inner);
        let is_unkept = self.is_unkept.swap(false, Ordering::Relaxed) && !self.before.is_empty();
        if new.is_empty() && !is_unkept {
            return;
        }
        let mut all: Vec<(Key, Arc<str>)> = new.drain().collect();
        all.extend(self.before.iter().map(|(key, html)| (*key, html.clone())));
        let size = 8 + all.iter().map(|(_, html)| html.len() + 28).sum::<usize>();
        if size > MOST_BYTES {
            return;
        }
        all.sort_unstable_by_key(|(key, _)| *key);
        all.dedup_by_key(|(key, _)| *key);
        let mut bytes = Vec::with_capacity(size);
        bytes.extend([0; 8]);
        for (Key { origin, request }, html) in all {
            let Ok(length) = u32::try_from(html.len()) else { continue };
            bytes.extend(origin.to_le_bytes());
            bytes.extend(request.to_le_bytes());
            bytes.extend(length.to_le_bytes());
            bytes.extend(html.as_bytes());
        }
        let checksum = xxh3_64(&bytes[8..]).to_le_bytes();
        bytes[..8].copy_from_slice(&checksum);
        drop(fs::write_atomic(&self.file, &bytes));
    }
}

/// What a file remembers; none where it is not there or not whole.
fn records(file: &Path) -> Option<Records> {
    let bytes = fs::read_bytes(file, "rendered").ok()?;
    let (checksum, mut rest) = bytes.split_first_chunk::<8>()?;
    if xxh3_64(rest).to_le_bytes() != *checksum {
        return None;
    }
    let mut records = Records::default();
    while let Some((origin, after)) = rest.split_first_chunk::<8>() {
        let (request, after) = after.split_first_chunk::<16>()?;
        let (length, after) = after.split_first_chunk::<4>()?;
        let (html, after) = after.split_at_checked(usize::try_from(u32::from_le_bytes(*length)).ok()?)?;
        let key = Key { origin: u64::from_le_bytes(*origin), request: u128::from_le_bytes(*request) };
        records.insert(key, std::str::from_utf8(html).ok()?.into());
        rest = after;
    }
    Some(records)
}

/// Bytes that are kept under their checksum, to be trusted when they are read again.
#[derive(Debug)]
pub struct Sealed {
    file: PathBuf,
    bytes: OnceLock<Option<Vec<u8>>>,
    /// Whether the file is not to be read: what it holds is of before.
    anew: bool,
    /// Made, and not kept yet.
    is_new: AtomicBool,
}

impl Sealed {
    pub fn new(file: PathBuf) -> Self {
        Self { file, bytes: OnceLock::new(), anew: false, is_new: AtomicBool::new(false) }
    }

    /// To be made, whatever the file holds.
    pub fn anew(file: PathBuf) -> Self {
        Self { anew: true, ..Self::new(file) }
    }

    /// The bytes, kept or else made now.
    pub fn get(&self, make: impl FnOnce() -> Option<Vec<u8>>) -> Option<&[u8]> {
        let bytes = self.bytes.get_or_init(|| {
            if !self.anew
                && let Ok(bytes) = fs::read_bytes(&self.file, "bytecode")
                && let Some((checksum, rest)) = bytes.split_first_chunk::<8>()
                && xxh3_64(rest).to_le_bytes() == *checksum
            {
                return Some(rest.to_vec());
            }
            let made = make()?;
            self.is_new.store(true, Ordering::Relaxed);
            Some(made)
        });
        bytes.as_deref()
    }

    /// Keeps what was made, for later builds. Where that does not work, they make it again.
    pub fn keep(&self) {
        if let Some(Some(made)) = self.bytes.get()
            && self.is_new.swap(false, Ordering::Relaxed)
        {
            drop(fs::write_atomic(&self.file, &[&xxh3_64(made).to_le_bytes()[..], made].concat()));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Key, Memory};

    #[test]
    fn what_was_rendered_is_there_in_the_next_build() {
        let folder = tempfile::tempdir().expect("a folder");
        let file = folder.path().join("rendered");
        let open = || Memory::open(file.clone(), None, &[].into());
        let (a, b) = (Key::new(1, "A", "{}", "i0"), Key::new(1, "A", "{}", "i1"));
        let first = open();
        first.add(a, "<p>ä</p>".into());
        assert_eq!(first.find(a), None, "what is new is remembered by others");
        first.keep();
        let second = open();
        assert_eq!(second.find(a).as_deref(), Some("<p>ä</p>"));
        second.add(b, "".into());
        second.keep();
        let third = open();
        assert_eq!((third.find(a).as_deref(), third.find(b).as_deref()), (Some("<p>ä</p>"), Some("")));
    }

    #[test]
    fn another_bundle_takes_over_what_is_of_the_same_origin() {
        let folder = tempfile::tempdir().expect("a folder");
        let file = |name: &str| folder.path().join(name);
        let (same, other) = (Key::new(1, "A", "{}", "i0"), Key::new(2, "B", "{}", "i0"));
        let first = Memory::open(file("first"), None, &[1, 2].into());
        first.add(same, "a".into());
        first.add(other, "b".into());
        first.keep();
        let second = Memory::open(file("second"), Some(file("first")), &[1, 3].into());
        assert_eq!((second.find(same).as_deref(), second.find(other)), (Some("a"), None));
        second.keep();
        let again = Memory::open(file("second"), Some(file("none")), &[1, 3].into());
        assert_eq!(again.find(same).as_deref(), Some("a"), "it is kept with the other bundle too");
    }

    #[test]
    fn a_file_that_is_not_whole_is_none() {
        let folder = tempfile::tempdir().expect("a folder");
        let file = folder.path().join("rendered");
        let open = || Memory::open(file.clone(), None, &[].into());
        let key = Key::new(1, "A", "{}", "i0");
        let memory = open();
        memory.add(key, "<p>one</p>".into());
        memory.keep();
        let whole = std::fs::read(&file).expect("the file");
        for cut in 0..whole.len() {
            std::fs::write(&file, &whole[..cut]).expect("to cut it");
            assert_eq!(open().find(key), None, "cut at {cut}");
        }
    }
}
