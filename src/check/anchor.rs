//! The hash by which anchors are stored and compared.

use xxhash_rust::xxh3::xxh3_64;

/// Hashes the decoded name of an anchor.
pub fn hash_anchor(name: &str) -> u64 {
    xxh3_64(name.as_bytes())
}
