//! A script of the prerenderer. It is compiled when an engine first needs it, unless an earlier build has cached its
//! bytecode.

use std::env::consts::ARCH;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use xxhash_rust::xxh3::xxh3_64;

use crate::fs;

/// The engine whose bytecode is cached. A test compares its versions with Cargo.lock.
pub const ENGINE: &str = "rquickjs 0.14.0, rquickjs-sys 0.14.0";

const BYTECODE_FILE: &str = "bytecode";

/// A script and its bytecode. The cached file is used only if it is undamaged, and if the same engine compiled it from
/// the same text.
#[derive(Debug)]
pub struct Script {
    /// The name in stack traces.
    pub name: &'static str,
    pub text: String,
    file: PathBuf,
    bytecode: OnceLock<Option<Vec<u8>>>,
}

impl Script {
    /// Creates a script whose bytecode is cached in `folder`. Nothing is read or compiled yet.
    pub fn new(name: &'static str, text: String, folder: &Path) -> Self {
        Self { name, text, file: folder.join(BYTECODE_FILE), bytecode: OnceLock::new() }
    }

    /// Returns the cached bytecode, or else what `compile` returns; `None` if `compile` fails.
    pub fn bytecode(&self, compile: impl FnOnce() -> Option<Vec<u8>>) -> Option<&[u8]> {
        let read_or_compile = || {
            let key = format!("{ENGINE} {ARCH} {:016x}", xxh3_64(self.text.as_bytes()));
            fs::read_sealed(&self.file, &key).or_else(|| {
                let compiled = compile()?;
                // An error is ignored: without the file, later builds compile again.
                let _ = fs::write_sealed(&self.file, &key, &compiled);
                Some(compiled)
            })
        };
        self.bytecode.get_or_init(read_or_compile).as_deref()
    }
}

#[cfg(test)]
mod tests {
    use super::{ENGINE, Script};
    use crate::fs::assert_in_cargo_lock;

    #[test]
    fn the_engine_has_the_versions_of_the_lock_file() {
        assert_in_cargo_lock(ENGINE);
    }

    #[test]
    fn damaged_bytecode_and_bytecode_of_another_text_are_ignored() {
        let folder = tempfile::tempdir().expect("a folder");
        let file = folder.path().join("bytecode");
        let script = |text: &str| Script::new("a.js", text.to_owned(), folder.path());
        let compile = || script("1 + 1").bytecode(|| Some(b"compiled".to_vec())).is_some();
        let is_cached = |text: &str| script(text).bytecode(|| None).is_some();
        assert!(compile());
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
        assert!(compile());
        assert!(is_cached("1 + 1"), "a damaged file is replaced");
    }
}
