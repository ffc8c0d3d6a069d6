//! The cache of recently resolved URLs: navigation and footers repeat theirs on every page.

use std::hash::Hasher;

use rustc_hash::FxHasher;

use super::resolution::{Probe, Resolution};

/// A direct-mapped cache: each URL has one slot, shared with other URLs, which holds the one that was set last.
pub struct ResolverCache(Vec<CacheEntry>);

/// A slot: a URL with its resolution and its probe.
pub struct CacheEntry {
    url: String,
    target: Resolution,
    probe: Option<Probe>,
}

impl ResolverCache {
    /// The number of slots: many times the number of links that all pages share, yet little memory for each thread.
    const SLOTS: u16 = 512;

    /// Returns the slot of `url`, which may hold another URL.
    pub fn slot(&mut self, url: &str) -> &mut CacheEntry {
        let mut hasher = FxHasher::default();
        hasher.write(url.as_bytes());
        let [low, high, ..] = hasher.finish().to_le_bytes();
        &mut self.0[usize::from(u16::from_le_bytes([low, high]) % Self::SLOTS)]
    }
}

impl Default for ResolverCache {
    fn default() -> Self {
        // A slot with the empty URL counts as free, as only URLs that begin with a slash are looked up.
        Self(
            (0..Self::SLOTS)
                .map(|_| CacheEntry { url: String::new(), target: Resolution::Other, probe: None })
                .collect(),
        )
    }
}

impl CacheEntry {
    /// Returns the resolution and probe of `url`, if the slot holds this URL.
    pub fn get(&self, url: &str) -> Option<(Resolution, Option<Probe>)> {
        (self.url == url).then_some((self.target, self.probe))
    }

    /// Stores `url` with its resolution and probe in place of the previous URL.
    pub fn set(&mut self, url: &str, target: Resolution, probe: Option<Probe>) {
        self.url.clear();
        self.url.push_str(url);
        (self.target, self.probe) = (target, probe);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_url_stays_cached_until_another_takes_its_slot() {
        let mut cache = ResolverCache::default();
        let urls: Vec<String> =
            (0..2 * usize::from(ResolverCache::SLOTS)).map(|number| format!("/posts/{number}/")).collect();
        let target = |number: usize| Resolution::Output { number, anchor: None };
        for (number, url) in urls.iter().enumerate() {
            assert_eq!(cache.slot(url).get(url), None);
            cache.slot(url).set(url, target(number), None);
            assert_eq!(cache.slot(url).get(url), Some((target(number), None)));
        }
        let kept = urls.iter().enumerate().filter_map(|(number, url)| Some((number, cache.slot(url).get(url)?)));
        let kept: Vec<_> = kept.collect();
        assert!(kept.iter().all(|(number, found)| *found == (target(*number), None)));
        assert!((1..=usize::from(ResolverCache::SLOTS)).contains(&kept.len()));
    }
}
