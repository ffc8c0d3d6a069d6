//! Compressed twins: `page.html.br` and `page.html.gz` beside `page.html`, for hosts that send them as they are.
//!
//! They are pressed as hard as can be, which takes a while, and kept by the hash of their content, so that it is done once.

use std::collections::BTreeSet;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use brotli::enc::BrotliEncoderParams;
use flate2::{Compression, GzBuilder};
use xxhash_rust::xxh3::xxh3_128;

use super::Sink;
use crate::diagnostic::Diagnostic;
use crate::fs;

/// Presses outputs, and keeps what it made in a folder.
#[derive(Debug)]
pub struct Compressor {
    cache: PathBuf,
    /// The files of the cache that were put, or would have been.
    used: Mutex<BTreeSet<String>>,
}

/// So many that are of no output any more are kept: those that were used last.
const SPARE: usize = 1000;

/// What the bytes depend on beside the content. A test compares this with Cargo.lock.
const MAKERS: &str = "brotli 9.1.1, flate2 1.1.11";

/// Less than this fits into one packet of the network either way.
const LEAST: usize = 1024;

/// The endings of files that are text.
const TEXT: &[&str] =
    &["css", "csv", "html", "js", "json", "map", "md", "mjs", "svg", "txt", "wasm", "webmanifest", "xml", "xsl"];

/// Is a file of this name worth pressing?
pub fn is_text(path: &str) -> bool {
    let ending = path.rsplit_once('.').map_or("", |(_, ending)| ending);
    TEXT.binary_search(&ending).is_ok()
}

impl Compressor {
    /// One that keeps what it makes in `cache`.
    pub fn new(cache: PathBuf) -> Self {
        Self { cache, used: Mutex::default() }
    }

    /// Puts out the twins of an output, where they are smaller.
    ///
    /// # Errors
    /// They can't be put out.
    pub fn put(&self, path: &str, bytes: &[u8], sink: &dyn Sink) -> Result<(), Diagnostic> {
        if bytes.len() < LEAST || !is_text(path) {
            return Ok(());
        }
        let key = format!("{:032x}", xxh3_128(&[MAKERS.as_bytes(), bytes].concat()));
        for (ending, press) in [("br", brotli as fn(&[u8]) -> Option<Vec<u8>>), ("gz", gzip)] {
            let name = format!("{key}.{ending}");
            let file = self.cache.join(&name);
            self.used.lock().unwrap_or_else(PoisonError::into_inner).insert(name);
            let known = if fs::is_file(&file) { fs::read_bytes(&file, "").ok() } else { None };
            let Some(pressed) = known.or_else(|| Some(self.keep(&file, press(bytes)?))) else { continue };
            if pressed.len() < bytes.len() {
                sink.put(&format!("{path}.{ending}"), &pressed)?;
            }
        }
        Ok(())
    }

    /// Drops what was not used in long. What can't be dropped stays.
    pub fn drop_unused(&self) {
        let used = self.used.lock().unwrap_or_else(PoisonError::into_inner);
        if fs::is_dir(&self.cache) {
            let _ = fs::keep_recent(&self.cache, &used, SPARE, |name| !name.starts_with('.') && name.contains('.'));
        }
    }

    fn keep(&self, file: &Path, bytes: Vec<u8>) -> Vec<u8> {
        // What can't be kept is made again.
        let _ = fs::create_dir(&self.cache).and_then(|_| fs::write_atomic(file, &bytes));
        bytes
    }
}

fn brotli(bytes: &[u8]) -> Option<Vec<u8>> {
    let parameters = BrotliEncoderParams { quality: 11, lgwin: 22, size_hint: bytes.len(), ..Default::default() };
    let mut pressed = Vec::with_capacity(bytes.len() / 3);
    brotli::BrotliCompress(&mut &*bytes, &mut pressed, &parameters).ok()?;
    Some(pressed)
}

/// The bytes as gzip presses them; nothing where it fails.
pub fn gzip(bytes: &[u8]) -> Option<Vec<u8>> {
    // Neither a time nor a name, which would show when and where it was made.
    let mut writer = GzBuilder::new().write(Vec::with_capacity(bytes.len() / 3), Compression::best());
    writer.write_all(bytes).ok()?;
    writer.finish().ok()
}

#[cfg(test)]
mod tests {
    use std::io::Read;

    use super::*;

    #[test]
    fn what_is_pressed_is_the_same_again() {
        let text = "A kite wants wind. ".repeat(100);
        let (mut from_gzip, mut from_brotli) = (String::new(), Vec::new());
        let pressed = gzip(text.as_bytes()).expect("bytes");
        flate2::read::GzDecoder::new(&*pressed).read_to_string(&mut from_gzip).expect("a text");
        brotli::BrotliDecompress(&mut &*brotli(text.as_bytes()).expect("bytes"), &mut from_brotli).expect("a text");
        assert_eq!((from_gzip.as_str(), &*from_brotli), (text.as_str(), text.as_bytes()));
        assert_eq!(pressed[4..8], [0; 4], "no time");
    }

    #[test]
    fn text_is_known_by_its_ending() {
        assert!(TEXT.is_sorted());
        for (path, expected) in
            [("a/index.html", true), ("a.css", true), ("a.avif", false), ("_headers", false), ("a.b/c", false)]
        {
            assert_eq!(is_text(path), expected, "{path}");
        }
    }

    #[test]
    fn the_makers_are_those_of_the_lock_file() {
        let lock = include_str!("../../Cargo.lock");
        for maker in MAKERS.split(", ") {
            let (name, version) = maker.split_once(' ').expect("a name and a version");
            assert!(lock.contains(&format!("name = \"{name}\"\nversion = \"{version}\"")), "{maker}");
        }
    }
}
