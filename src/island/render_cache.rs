//! The cache of rendered islands, a file in the folder of their bundle. With it, a build without changes renders no
//! island, and a build after an edit of one island renders only that island.
//!
//! The file is a list of records. A record is a key (24 bytes), a length (4 bytes) and HTML. The most recently used
//! records come first. If the file gets too large, its last records are dropped.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, OnceLock};

use parking_lot::Mutex;
use rustc_hash::FxHashMap;
use xxhash_rust::xxh3::xxh3_128;

use crate::diagnostic::Diagnostic;
use crate::fs;

/// The name of the file, and the key with which it is sealed.
const FILE: &str = "rendered";

/// The largest size of the file: it is read in a few milliseconds and holds some ten thousand renderings.
const MAX_BYTES: usize = 64 << 20;

/// The bytes of a record besides its HTML.
const HEADER_BYTES: usize = 28;

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct RenderKey {
    /// A digest of the code that renders the island.
    island_digest: u64,
    /// A digest of the island's name, its props and its id prefix.
    request: u128,
}

impl RenderKey {
    pub fn new(island_digest: u64, name: &str, props: &str, id_prefix: &str) -> Self {
        Self { island_digest, request: xxh3_128(format!("{name}\n{id_prefix}\n{props}").as_bytes()) }
    }
}

/// The result of a rendering: HTML, or why there is none.
pub type Outcome = Result<Arc<str>, Diagnostic>;

/// The renderings of a bundle's islands. In `site serve`, builds share a cache until the bundle changes.
#[derive(Debug)]
pub struct RenderCache {
    file: PathBuf,
    max_bytes: usize,
    /// The renderings that were read when the cache was opened.
    earlier: FxHashMap<RenderKey, EarlierRendering>,
    /// The renderings since the cache was opened: finished, failed or in progress.
    new: Mutex<FxHashMap<RenderKey, Arc<OnceLock<Outcome>>>>,
    /// Whether the file lacks some of `earlier` or `new`.
    is_unsaved: AtomicBool,
}

#[derive(Debug)]
struct EarlierRendering {
    html: Arc<str>,
    /// The position among the records of the file.
    position: usize,
    /// Whether the rendering was used since the cache was opened. Unused renderings are dropped first.
    is_used: AtomicBool,
}

impl RenderCache {
    /// Reads the cache of the bundle in `folder`. If the file is missing or damaged, takes over the records with one of
    /// these island digests from the bundle that was used before this one.
    pub fn open(folder: &Path, island_digests: &BTreeSet<u64>) -> Self {
        let file = folder.join(FILE);
        let records = read_records(&file);
        let is_unsaved = AtomicBool::new(records.is_none());
        let take_over = || {
            let mut records = read_records(&fs::most_recent_other(folder)?.join(FILE))?;
            records.retain(|(key, _)| island_digests.contains(&key.island_digest));
            Some(records)
        };
        let records = records.or_else(take_over).unwrap_or_default().into_iter().enumerate();
        let earlier = records
            .map(|(position, (key, html))| (key, EarlierRendering { html, position, is_used: AtomicBool::new(false) }));
        Self { file, max_bytes: MAX_BYTES, earlier: earlier.collect(), new: Mutex::default(), is_unsaved }
    }

    /// Returns the cached HTML, or else the outcome of `render`, which is called at most once for each key.
    pub fn find_or_render(&self, key: RenderKey, render: impl FnOnce() -> Outcome) -> Outcome {
        if let Some(found) = self.earlier.get(&key) {
            found.is_used.store(true, Ordering::Relaxed);
            return Ok(found.html.clone());
        }
        let new = self.new.lock().entry(key).or_default().clone();
        let outcome = new.get_or_init(|| {
            let outcome = render();
            self.is_unsaved.fetch_or(outcome.is_ok(), Ordering::Relaxed);
            outcome
        });
        outcome.clone()
    }

    pub fn drop_new(&self) {
        self.new.lock().clear();
    }

    /// Writes the cache if the file lacks some renderings.
    pub fn save(&self) {
        if !self.is_unsaved.swap(false, Ordering::Relaxed) {
            return;
        }
        let new = self.new.lock();
        let earlier = self.earlier.iter().map(|(key, record)| {
            let is_unused = !record.is_used.load(Ordering::Relaxed);
            ((is_unused, record.position), key, &record.html)
        });
        let new = new.iter().filter_map(|(key, outcome)| Some((key, outcome.get()?.as_ref().ok()?)));
        let new = new.map(|(key, html)| ((false, usize::MAX), key, html));
        // Used renderings come first, then new ones, then unused ones.
        let mut all: Vec<_> = earlier.chain(new).collect();
        all.sort_unstable_by_key(|(rank, key, _)| (*rank, **key));
        let mut bytes = Vec::new();
        for (_, RenderKey { island_digest, request }, html) in all {
            let Ok(length) = u32::try_from(html.len()) else { continue };
            if bytes.len() + HEADER_BYTES + html.len() > self.max_bytes {
                break;
            }
            bytes.extend(island_digest.to_le_bytes());
            bytes.extend(request.to_le_bytes());
            bytes.extend(length.to_le_bytes());
            bytes.extend(html.as_bytes());
        }
        // An error is ignored: without the file, later builds render again.
        let _ = fs::write_sealed(&self.file, FILE, &bytes);
    }
}

/// Reads the records of a file; `None` if it is missing or damaged.
fn read_records(file: &Path) -> Option<Vec<(RenderKey, Arc<str>)>> {
    let bytes = fs::read_sealed(file, FILE)?;
    let mut rest = &*bytes;
    let mut records = Vec::new();
    while let Some((digest, after)) = rest.split_first_chunk::<8>() {
        let (request, after) = after.split_first_chunk::<16>()?;
        let (length, after) = after.split_first_chunk::<4>()?;
        let (html, after) = after.split_at_checked(usize::try_from(u32::from_le_bytes(*length)).ok()?)?;
        let key = RenderKey { island_digest: u64::from_le_bytes(*digest), request: u128::from_le_bytes(*request) };
        records.push((key, std::str::from_utf8(html).ok()?.into()));
        rest = after;
    }
    Some(records)
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::{RenderCache, RenderKey};
    use crate::diagnostic::Diagnostic;

    fn key(island_digest: u64, prefix: &str) -> RenderKey {
        RenderKey::new(island_digest, "A", "{}", prefix)
    }

    fn add(cache: &RenderCache, key: RenderKey, html: &str) {
        cache.find_or_render(key, || Ok(html.into())).expect("HTML");
    }

    fn find(cache: &RenderCache, key: RenderKey) -> Option<Arc<str>> {
        cache.find_or_render(key, || Err(Diagnostic::error("absent", "not cached"))).ok()
    }

    #[test]
    fn renderings_are_cached_between_builds() {
        let folder = tempfile::tempdir().expect("a folder");
        let open = || RenderCache::open(folder.path(), &[].into());
        let (a, b, c) = (key(1, "i0"), key(1, "i1"), key(1, "i2"));
        let first = open();
        add(&first, a, "<p>ä</p>");
        assert_eq!(find(&first, a).as_deref(), Some("<p>ä</p>"), "nothing is rendered twice");
        first.save();
        let second = open();
        assert_eq!(find(&second, a).as_deref(), Some("<p>ä</p>"));
        for (key, html) in [(b, ""), (c, "c")] {
            add(&second, key, html);
            second.save();
        }
        let third = open();
        let found = [a, b, c].map(|key| find(&third, key));
        assert_eq!(found.each_ref().map(Option::as_deref), [Some("<p>ä</p>"), Some(""), Some("c")]);
    }

    #[test]
    fn a_full_cache_keeps_the_renderings_used_last() {
        let folder = tempfile::tempdir().expect("a folder");
        // Room for three records.
        let open = || RenderCache { max_bytes: 100, ..RenderCache::open(folder.path(), &[].into()) };
        let build = |used: &str| {
            let cache = open();
            for prefix in used.split(' ') {
                add(&cache, key(1, prefix), "x");
            }
            cache.save();
        };
        let kept = || {
            let cache = open();
            let kept = ["a", "b", "c", "d", "e"].into_iter().filter(|prefix| find(&cache, key(1, prefix)).is_some());
            kept.collect::<String>()
        };
        build("a b");
        build("a c");
        assert_eq!(kept(), "abc");
        build("a d");
        assert_eq!(kept(), "acd", "`b` was not used in the last two builds");
        build("a b c d e");
        assert_eq!(kept().len(), 3, "no more records than fit");
    }

    #[test]
    fn a_new_bundle_takes_over_renderings_of_the_same_island_digest() {
        let folder = tempfile::tempdir().expect("a folder");
        let open = |bundle: &str, digests: [u64; 2]| {
            let bundle = folder.path().join(bundle);
            std::fs::create_dir_all(&bundle).expect("a folder");
            RenderCache::open(&bundle, &digests.into())
        };
        std::fs::write(folder.path().join("recent"), "second\nfirst").expect("written");
        let (same, other) = (key(1, "i0"), RenderKey::new(2, "B", "{}", "i0"));
        let first = open("first", [1, 2]);
        add(&first, same, "a");
        add(&first, other, "b");
        first.save();
        let second = open("second", [1, 3]);
        assert_eq!((find(&second, same).as_deref(), find(&second, other)), (Some("a"), None));
        second.save();
        std::fs::remove_dir_all(folder.path().join("first")).expect("removed");
        let reopened = open("second", [1, 3]);
        assert_eq!(find(&reopened, same).as_deref(), Some("a"), "a record taken over is saved in the new file");
    }
}
