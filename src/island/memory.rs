//! What was rendered before, kept beside the bundle that rendered it: a build without changes renders nothing.
//!
//! One file: a checksum, then records of a key (16 bytes), a length (4 bytes) and HTML.

use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use rustc_hash::FxHashMap;
use xxhash_rust::xxh3::{xxh3_64, xxh3_128};

use crate::fs;

/// More than this is begun anew.
const MOST_BYTES: usize = 64 << 20;

/// Rendered HTML by what it was rendered from.
#[derive(Debug)]
pub struct Memory {
    file: PathBuf,
    /// From earlier builds.
    before: FxHashMap<u128, Arc<str>>,
    new: Mutex<FxHashMap<u128, Arc<str>>>,
}

/// What a rendering is known by.
pub fn key(name: &str, props: &str, prefix: &str) -> u128 {
    xxh3_128(format!("{name}\n{prefix}\n{props}").as_bytes())
}

impl Memory {
    /// What `file` remembers; nothing where it is not there or not whole.
    pub fn open(file: PathBuf) -> Self {
        let bytes = fs::read_bytes(&file, "rendered").unwrap_or_default();
        let before = records(&bytes).unwrap_or_default();
        Self { file, before, new: Mutex::default() }
    }

    /// What was rendered in an earlier build.
    pub fn find(&self, key: u128) -> Option<Arc<str>> {
        self.before.get(&key).cloned()
    }

    pub fn add(&self, key: u128, html: Arc<str>) {
        self.new.lock().unwrap_or_else(PoisonError::into_inner).insert(key, html);
    }

    /// Forgets what was added.
    pub fn drop_new(&self) {
        self.new.lock().unwrap_or_else(PoisonError::into_inner).clear();
    }

    /// Keeps what is new for later builds. Where that does not work, they render again.
    pub fn keep(&self) {
        let mut new = self.new.lock().unwrap_or_else(PoisonError::into_inner);
        if new.is_empty() {
            return;
        }
        let mut all: Vec<(u128, Arc<str>)> = new.drain().collect();
        let size = |records: &[(u128, Arc<str>)]| records.iter().map(|(_, html)| html.len() + 20).sum::<usize>();
        all.extend(self.before.iter().map(|(key, html)| (*key, html.clone())));
        if size(&all) > MOST_BYTES {
            return;
        }
        all.sort_unstable_by_key(|(key, _)| *key);
        all.dedup_by_key(|(key, _)| *key);
        let mut bytes = vec![0; 8];
        for (key, html) in all {
            let Ok(length) = u32::try_from(html.len()) else { continue };
            bytes.extend(key.to_le_bytes());
            bytes.extend(length.to_le_bytes());
            bytes.extend(html.as_bytes());
        }
        let checksum = xxh3_64(&bytes[8..]).to_le_bytes();
        bytes[..8].copy_from_slice(&checksum);
        drop(fs::write_atomic(&self.file, &bytes));
    }
}

fn records(bytes: &[u8]) -> Option<FxHashMap<u128, Arc<str>>> {
    let (checksum, mut rest) = bytes.split_first_chunk::<8>()?;
    if xxh3_64(rest).to_le_bytes() != *checksum {
        return None;
    }
    let mut records = FxHashMap::default();
    while let Some((key, after)) = rest.split_first_chunk::<16>() {
        let (length, after) = after.split_first_chunk::<4>()?;
        let (html, after) = after.split_at_checked(usize::try_from(u32::from_le_bytes(*length)).ok()?)?;
        records.insert(u128::from_le_bytes(*key), std::str::from_utf8(html).ok()?.into());
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
    use super::{Memory, key};

    #[test]
    fn what_was_rendered_is_there_in_the_next_build() {
        let folder = tempfile::tempdir().expect("a folder");
        let file = folder.path().join("rendered");
        let open = || Memory::open(file.clone());
        let (a, b) = (key("A", "{}", "i0"), key("A", "{}", "i1"));
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
    fn a_file_that_is_not_whole_is_none() {
        let folder = tempfile::tempdir().expect("a folder");
        let file = folder.path().join("rendered");
        let memory = Memory::open(file.clone());
        memory.add(1, "<p>one</p>".into());
        memory.keep();
        let whole = std::fs::read(&file).expect("the file");
        for cut in 0..whole.len() {
            std::fs::write(&file, &whole[..cut]).expect("to cut it");
            assert_eq!(Memory::open(file.clone()).find(1), None, "cut at {cut}");
        }
    }
}
