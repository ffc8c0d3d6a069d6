//! Precompressed variants: `page.html.br` and `page.html.gz` beside `page.html`, for hosts that can send them.
//!
//! Compression is at the highest level, which is slow, so variants are cached by a hash of the uncompressed content.

use std::io::Write;

use brotli::enc::BrotliEncoderParams;
use flate2::{Compression, GzBuilder};
use xxhash_rust::xxh3::xxh3_128;

use super::sink::Sink;
use crate::diagnostic::Diagnostic;
use crate::fs::Cache;

/// The number of variants that the cache keeps besides those that this build used.
pub const MAX_UNUSED_VARIANTS: usize = 1000;

/// The versions of the compression libraries, a part of every cache key: other versions may compress to other bytes. A
/// test compares them with Cargo.lock. `flate2` uses `miniz_oxide`.
const ENCODERS: &str = "brotli 9.1.1, flate2 1.1.11, miniz_oxide 0.9.1";

/// The size from which files are compressed. A smaller file fits into a single network packet anyway.
const MIN_COMPRESSED_BYTES: usize = 1024;

const TEXT_EXTENSIONS: &[&str] =
    &["css", "csv", "html", "js", "json", "map", "md", "mjs", "svg", "txt", "wasm", "webmanifest", "xml", "xsl"];

/// Whether a file is compressible, by its extension.
pub fn is_text(path: &str) -> bool {
    let extension = path.rsplit_once('.').map_or("", |(_, extension)| extension);
    TEXT_EXTENSIONS.contains(&extension)
}

/// Writes the variants of an output to `sink`, from the cache if possible. Small files and files that are not text get
/// none. A variant that is not smaller than the file is left out.
///
/// # Errors
/// Fails if a variant can't be written.
pub fn put_variants(cache: &Cache, path: &str, bytes: &[u8], sink: &dyn Sink) -> Result<(), Diagnostic> {
    if bytes.len() < MIN_COMPRESSED_BYTES || !is_text(path) {
        return Ok(());
    }
    let key = format!("{:032x}", xxh3_128(&[ENCODERS.as_bytes(), bytes].concat()));
    for (extension, compress) in [("br", brotli as fn(&[u8]) -> Option<Vec<u8>>), ("gz", gzip)] {
        let key = format!("{key}.{extension}");
        let make = || {
            let compressed = compress(bytes)?;
            cache.put(&key, &compressed);
            Some(compressed)
        };
        let Some(compressed) = cache.get(&key).or_else(make) else { continue };
        if compressed.len() < bytes.len() {
            sink.put(&format!("{path}.{extension}"), &compressed)?;
        }
    }
    Ok(())
}

fn brotli(bytes: &[u8]) -> Option<Vec<u8>> {
    let parameters = BrotliEncoderParams { quality: 11, lgwin: 22, size_hint: bytes.len(), ..Default::default() };
    let mut compressed = Vec::with_capacity(bytes.len() / 3);
    brotli::BrotliCompress(&mut &*bytes, &mut compressed, &parameters).ok()?;
    Some(compressed)
}

/// Returns the number of bytes that a host sends for a text if it compresses with gzip.
pub fn compressed_size(bytes: &[u8]) -> usize {
    gzip(bytes).map_or(bytes.len(), |compressed| compressed.len().min(bytes.len()))
}

fn gzip(bytes: &[u8]) -> Option<Vec<u8>> {
    // The header contains no time and no name, so that the same content always gives the same bytes.
    let mut writer = GzBuilder::new().write(Vec::with_capacity(bytes.len() / 3), Compression::best());
    writer.write_all(bytes).ok()?;
    writer.finish().ok()
}

#[cfg(test)]
mod tests {
    use std::io::Read;

    use super::*;
    use crate::fs::assert_in_cargo_lock;

    #[test]
    fn compression_is_lossless_and_deterministic() {
        let text = "A kite wants wind. ".repeat(100);
        let (mut from_gzip, mut from_brotli) = (String::new(), Vec::new());
        let compressed = gzip(text.as_bytes()).expect("bytes");
        flate2::read::GzDecoder::new(&*compressed).read_to_string(&mut from_gzip).expect("a text");
        brotli::BrotliDecompress(&mut &*brotli(text.as_bytes()).expect("bytes"), &mut from_brotli).expect("a text");
        assert_eq!((from_gzip.as_str(), &*from_brotli), (text.as_str(), text.as_bytes()));
        assert_eq!(compressed[4..8], [0; 4], "no time");
    }

    #[test]
    fn only_text_endings_are_compressed() {
        for (path, expected) in
            [("a/index.html", true), ("a.css", true), ("a.avif", false), ("_headers", false), ("a.b/c", false)]
        {
            assert_eq!(is_text(path), expected, "{path}");
        }
    }

    #[test]
    fn encoder_versions_match_the_lock_file() {
        assert_in_cargo_lock(ENCODERS);
    }
}
