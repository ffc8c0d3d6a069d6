//! Page fingerprints, and the cache of those that were computed for one published site.

use std::collections::BTreeMap;
use std::sync::Arc;

use parking_lot::Mutex;

/// The most fingerprints that a site keeps. A limit is needed, because clients can request any number of paths.
const MAX_FINGERPRINTS: usize = 64;

/// The hashes of a page's appearance. An open page updates if they differ from those that it was served with.
#[derive(Debug, PartialEq, Eq)]
pub struct PageFingerprint {
    /// Hash of the page, its headers and the files that it shows or runs, without its stylesheets. If this hash
    /// differs, the page reloads.
    pub content: u64,
    /// Hash of the headers, and of the files that the page shows or runs. While it is the same, the editor can bring a
    /// page up to date in place.
    pub files: u64,
    /// The addresses of the page's stylesheets as the page writes them, each once. The hash beside an address is that
    /// of the stylesheet and its imports.
    pub styles: Vec<(String, u64)>,
}

/// The fingerprints of a site's pages by encoded URL path. Each is needed twice: in the page, and in its stream of
/// events.
#[derive(Debug, Default)]
pub struct FingerprintCache(Mutex<BTreeMap<String, Arc<PageFingerprint>>>);

impl FingerprintCache {
    /// Returns the fingerprint of `path`, computed at the first call.
    pub fn get_or_insert_with(&self, path: &str, compute: impl FnOnce() -> PageFingerprint) -> Arc<PageFingerprint> {
        let mut fingerprints = self.0.lock();
        if let Some(fingerprint) = fingerprints.get(path) {
            return fingerprint.clone();
        }
        if fingerprints.len() >= MAX_FINGERPRINTS {
            fingerprints.clear();
        }
        let fingerprint = Arc::new(compute());
        fingerprints.insert(path.to_owned(), fingerprint.clone());
        fingerprint
    }
}
