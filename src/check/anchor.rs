//! The identity of an anchor: a hash of its name.

use xxhash_rust::xxh3::xxh3_64;

/// Hashes the name of an anchor.
pub fn hash_anchor(name: &str) -> u64 {
    xxh3_64(name.as_bytes())
}
