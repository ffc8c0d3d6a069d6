//! The store of highlighted code, by the digest of grammars, language and code: in memory between builds, and in one
//! cache file between runs, so that an edit highlights only the code that changed.

use std::path::PathBuf;
use std::sync::Arc;

use parking_lot::{Mutex, MutexGuard};
use rustc_hash::{FxHashMap, FxHashSet};
use xxhash_rust::xxh3::{Xxh3, xxh3_128};

use crate::fs::Cache;

/// The store forgets everything before it grows beyond this: a long session has seen many versions of a text.
const MAX_STORED_BYTES: usize = 64 << 20;

type Key = u128;

pub(super) struct HighlightStore {
    /// The cache and the name of its one file.
    cache: Option<(Cache, String)>,
    version: u128,
    state: Mutex<State>,
}

#[derive(Default)]
struct State {
    is_loaded: bool,
    html: FxHashMap<Key, Arc<str>>,
    bytes: usize,
    /// The keys that this process asked for; only these are saved.
    used: FxHashSet<Key>,
    /// The keys in the file.
    saved: FxHashSet<Key>,
}

impl HighlightStore {
    /// Creates a store of HTML that `version` of the highlighter writes, with a file in the folder `cache`.
    pub fn new(cache: Option<PathBuf>, version: &[u8]) -> Self {
        let version = xxh3_128(version);
        let cache = cache.map(|folder| (Cache::new(folder, 0), format!("{version:032x}")));
        Self { cache, version, state: Mutex::default() }
    }

    /// Returns the stored HTML of a code, or else what `make` writes.
    pub fn get_or_insert(&self, language: &str, code: &str, make: impl FnOnce() -> Option<String>) -> Option<String> {
        let mut digest = Xxh3::with_seed(0);
        digest.update(&self.version.to_le_bytes());
        digest.update(language.as_bytes());
        digest.update(&[0]);
        digest.update(code.as_bytes());
        let key = digest.digest128();
        let stored = {
            let mut state = self.lock();
            state.used.insert(key);
            state.html.get(&key).cloned()
        };
        if let Some(html) = stored {
            return Some(html.to_string());
        }
        let html = make()?;
        self.lock().insert(key, html.as_str().into());
        Some(html)
    }

    /// Locks the state, and loads the file on the first call.
    fn lock(&self) -> MutexGuard<'_, State> {
        let mut state = self.state.lock();
        if !state.is_loaded {
            state.is_loaded = true;
            if let Some(bytes) = self.cache.as_ref().and_then(|(cache, name)| cache.get(name)) {
                state.load(&bytes);
            }
        }
        state
    }

    /// Writes the file, unless it has exactly the used keys.
    pub fn save(&self) {
        let Some((cache, name)) = &self.cache else { return };
        let mut state = self.lock();
        if state.used == state.saved {
            return;
        }
        cache.put(name, &state.bytes_of_used());
        cache.remove_unused(&[name.clone()].into());
        let State { saved, used, .. } = &mut *state;
        saved.clone_from(used);
    }
}

impl State {
    fn insert(&mut self, key: Key, html: Arc<str>) {
        if self.bytes + html.len() > MAX_STORED_BYTES {
            self.html.clear();
            self.used.clear();
            self.bytes = 0;
        }
        self.bytes += html.len();
        self.html.insert(key, html);
    }

    /// Reads a file: of each code its key, the length of its HTML, and the HTML.
    fn load(&mut self, mut bytes: &[u8]) {
        while let Some((key, rest)) = bytes.split_first_chunk()
            && let Some((length, rest)) = rest.split_first_chunk()
            && let Some((html, rest)) = rest.split_at_checked(u32::from_le_bytes(*length) as usize)
            && let Ok(html) = std::str::from_utf8(html)
        {
            let key = u128::from_le_bytes(*key);
            self.insert(key, html.into());
            self.saved.insert(key);
            bytes = rest;
        }
    }

    /// Returns the file of the used codes, sorted by key.
    fn bytes_of_used(&self) -> Vec<u8> {
        let mut keys: Vec<&Key> = self.used.iter().collect();
        keys.sort_unstable();
        let mut bytes = Vec::with_capacity(self.bytes);
        for key in keys {
            let Some(html) = self.html.get(key) else { continue };
            let Ok(length) = u32::try_from(html.len()) else { continue };
            bytes.extend(key.to_le_bytes());
            bytes.extend(length.to_le_bytes());
            bytes.extend(html.as_bytes());
        }
        bytes
    }
}

#[cfg(test)]
mod tests {
    use super::HighlightStore;

    /// Whether a store has to make the HTML of a code.
    fn makes(store: &HighlightStore, code: &str) -> bool {
        let mut is_made = false;
        let html = store.get_or_insert("rust", code, || {
            is_made = true;
            Some(code.to_uppercase())
        });
        assert_eq!(html, Some(code.to_uppercase()));
        is_made
    }

    #[test]
    fn used_code_is_stored_between_runs() {
        let folder = tempfile::tempdir().expect("a folder");
        let store = |version: &[u8]| HighlightStore::new(Some(folder.path().join("code")), version);
        let first = store(b"1");
        assert!(makes(&first, "a") && makes(&first, "b") && !makes(&first, "a"));
        first.save();
        let second = store(b"1");
        assert!(!makes(&second, "a"));
        second.save();
        let third = store(b"1");
        assert!(!makes(&third, "a") && makes(&third, "b"));
        assert!(makes(&store(b"2"), "a"));
    }

    #[test]
    fn a_damaged_file_counts_as_missing() {
        let folder = tempfile::tempdir().expect("a folder");
        let store = || HighlightStore::new(Some(folder.path().to_owned()), b"1");
        makes(&store(), "a");
        let first = store();
        makes(&first, "a");
        first.save();
        for file in std::fs::read_dir(folder.path()).expect("a folder") {
            std::fs::write(file.expect("a file").path(), b"nonsense").expect("written");
        }
        assert!(makes(&store(), "a"));
    }
}
