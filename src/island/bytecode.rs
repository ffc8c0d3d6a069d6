//! The bytecode of a script, cached in a file for later builds.

use std::env::consts::ARCH;
use std::path::PathBuf;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, Ordering};

use xxhash_rust::xxh3::xxh3_64;

use super::cache_key::ENGINE;
use crate::fs;

/// The bytecode of a script. The cached file is used only if it is undamaged, and if the same engine compiled it from
/// the same text.
#[derive(Debug)]
pub struct CachedBytecode {
    file: PathBuf,
    /// The versions of the engine, the processor architecture and a digest of the text.
    key: String,
    bytes: OnceLock<Option<Vec<u8>>>,
    is_unsaved: AtomicBool,
}

impl CachedBytecode {
    /// Creates the bytecode of `text`, which is cached in `file`. Nothing is read or compiled yet.
    pub fn new(file: PathBuf, text: &str) -> Self {
        let key = format!("{ENGINE} {ARCH} {:016x}", xxh3_64(text.as_bytes()));
        Self { file, key, bytes: OnceLock::new(), is_unsaved: AtomicBool::new(false) }
    }

    /// Returns the cached bytecode, or else what `compile` returns; `None` if `compile` fails.
    pub fn get(&self, compile: impl FnOnce() -> Option<Vec<u8>>) -> Option<&[u8]> {
        let bytes = self.bytes.get_or_init(|| {
            fs::read_sealed(&self.file, &self.key).or_else(|| {
                let compiled = compile()?;
                self.is_unsaved.store(true, Ordering::Relaxed);
                Some(compiled)
            })
        });
        bytes.as_deref()
    }

    /// Writes newly compiled bytes to the cache.
    pub fn save(&self) {
        if let Some(Some(compiled)) = self.bytes.get()
            && self.is_unsaved.swap(false, Ordering::Relaxed)
        {
            // An error is ignored: without the file, later builds compile again.
            let _ = fs::write_sealed(&self.file, &self.key, compiled);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::CachedBytecode;

    #[test]
    fn damaged_bytecode_and_that_of_another_text_is_ignored() {
        let folder = tempfile::tempdir().expect("a folder");
        let file = folder.path().join("bytecode");
        let save = || {
            let script = CachedBytecode::new(file.clone(), "1 + 1");
            script.get(|| Some(b"compiled".to_vec()));
            script.save();
        };
        let is_cached = |text: &str| CachedBytecode::new(file.clone(), text).get(|| None).is_some();
        save();
        assert!(is_cached("1 + 1"));
        assert!(!is_cached("1 + 2"), "another text");
        let whole = std::fs::read(&file).expect("the file");
        for at in 0..whole.len() {
            let mut damaged = whole.clone();
            damaged[at] ^= 1;
            std::fs::write(&file, &damaged).expect("written");
            assert!(!is_cached("1 + 1"), "another byte at {at}");
            std::fs::write(&file, &whole[..at]).expect("written");
            assert!(!is_cached("1 + 1"), "cut at {at}");
        }
        save();
        assert!(is_cached("1 + 1"), "a damaged file is replaced");
    }
}
