//! What is published now, and how a change of it is waited for.
//!
//! A `Site` never changes once made. Who answers a request takes the current one and lets go of the lock at once, so no slow
//! client holds up a build and no build holds up an answer. A generation counts the changes: who waits says which one it
//! has seen, so a change between two waits is not lost.

use std::collections::BTreeMap;
use std::io::Write;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, OnceLock, PoisonError};
use std::time::Duration;

use flate2::Compression;
use flate2::write::GzEncoder;
use xxhash_rust::xxh3::xxh3_64;

use super::Snapshot;
use crate::diagnostic::Diagnostic;
use crate::diagnostic::runs::{self, Run};
use crate::output::hosts::Policy;

/// So many errors are sent to each open page.
const MOST_DRAWN: usize = 20;

/// The site at one moment.
pub struct Site {
    /// Begins and ends with a slash.
    pub base: String,
    /// The errors of the last build as a terminal shows them, empty if there are none.
    pub errors: Vec<Run>,
    /// Do pages reload?
    pub watch: bool,
    /// How hosts are to answer, if the site says so.
    pub policy: Option<Policy>,
    files: BTreeMap<String, File>,
}

/// One output.
pub struct File {
    pub bytes: Arc<[u8]>,
    hash: OnceLock<u64>,
    compressed: OnceLock<usize>,
}

/// What a path leads to.
pub enum Found<'a> {
    File(&'a str, &'a File),
    /// There is a page if a slash is put behind the path.
    Folder,
    Nothing,
}

impl Site {
    /// What stands at `path`, the decoded path of a URL.
    pub fn find(&self, path: &str) -> Found<'_> {
        let Some(path) = path.strip_prefix(&self.base) else { return Found::Nothing };
        let file = |path: &str| self.files.get_key_value(path).map(|(name, file)| Found::File(name, file));
        if path.is_empty() || path.ends_with('/') {
            return file(&format!("{path}index.html")).unwrap_or(Found::Nothing);
        }
        let folder = || self.files.contains_key(&format!("{path}/index.html")).then_some(Found::Folder);
        file(path).or_else(folder).unwrap_or(Found::Nothing)
    }

    /// Every file with its name.
    pub fn files(&self) -> impl Iterator<Item = (&str, &File)> {
        self.files.iter().map(|(name, file)| (name.as_str(), file))
    }

    fn contents(&self) -> BTreeMap<String, Arc<[u8]>> {
        self.files.iter().map(|(name, file)| (name.clone(), Arc::clone(&file.bytes))).collect()
    }

    /// The file of exactly this name.
    pub fn file(&self, name: &str) -> Option<&File> {
        self.files.get(name)
    }
}

impl File {
    /// Of the content; computed when first asked for.
    pub fn hash(&self) -> u64 {
        *self.hash.get_or_init(|| xxh3_64(&self.bytes))
    }

    /// How many bytes travel where a host compresses with gzip; counted when first asked for.
    pub fn compressed(&self) -> usize {
        *self.compressed.get_or_init(|| {
            let mut encoder = GzEncoder::new(Vec::new(), Compression::default());
            // Nothing fails in memory; if it did, the file would travel as it is.
            let packed = encoder.write_all(&self.bytes).and_then(|()| encoder.finish());
            packed.map_or(self.bytes.len(), |packed| packed.len())
        })
    }
}

/// The published site, replaced as a whole.
pub struct Live {
    now: Mutex<Generation>,
    changed: Condvar,
}

#[derive(Clone)]
struct Generation {
    number: u64,
    site: Arc<Site>,
}

impl Live {
    /// An empty site.
    pub fn new(watch: bool) -> Self {
        let site = Site { base: "/".to_owned(), errors: Vec::new(), watch, policy: None, files: BTreeMap::new() };
        Self { now: Mutex::new(Generation { number: 0, site: Arc::new(site) }), changed: Condvar::new() }
    }

    pub fn now(&self) -> Arc<Site> {
        Arc::clone(&self.lock().site)
    }

    /// The site and its generation as soon as that is another than `seen`; nothing if it stays the same for `patience`.
    pub fn wait(&self, seen: Option<u64>, patience: Duration) -> Option<(u64, Arc<Site>)> {
        let unchanged = |now: &mut Generation| Some(now.number) == seen;
        let waited = self.changed.wait_timeout_while(self.lock(), patience, unchanged);
        let (now, timeout) = waited.unwrap_or_else(PoisonError::into_inner);
        (!timeout.timed_out()).then(|| (now.number, Arc::clone(&now.site)))
    }

    /// Replaces the site by the build's, and says how many files are other, new or gone. After a build with errors the
    /// files of the last good one stay.
    pub fn publish(&self, snapshot: Snapshot, diagnostics: &[Diagnostic]) -> usize {
        let Generation { number, site: before } = self.lock().clone();
        let errors = drawings(diagnostics);
        let good = errors.is_empty();
        let files = if good { snapshot.files } else { before.contents() };
        let mut changes = 0;
        let keep = |(name, bytes): (String, Arc<[u8]>)| {
            let same = before.files.get(&name).filter(|old| Arc::ptr_eq(&old.bytes, &bytes) || old.bytes == bytes);
            changes += usize::from(same.is_none());
            let (hash, compressed) = same.map(|old| (old.hash.clone(), old.compressed.clone())).unwrap_or_default();
            (name, File { bytes, hash, compressed })
        };
        let files: BTreeMap<String, File> = files.into_iter().map(keep).collect();
        changes += before.files.keys().filter(|name| !files.contains_key(*name)).count();
        let first = before.files.is_empty();
        let base = if good || first { with_slashes(&snapshot.base_path) } else { before.base.clone() };
        let policy = if good { snapshot.policy } else { before.policy.clone() };
        let site = Site { base, errors, watch: before.watch, policy, files };
        if changes > 0 || site.policy != before.policy || site.errors != before.errors || site.base != before.base {
            *self.lock() = Generation { number: number + 1, site: Arc::new(site) };
            self.changed.notify_all();
        }
        changes
    }

    fn lock(&self) -> MutexGuard<'_, Generation> {
        self.now.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The first errors, one below the other, and how many there are besides.
fn drawings(diagnostics: &[Diagnostic]) -> Vec<Run> {
    let plain = |text: String| Run { bold: false, colour: None, text };
    let errors: Vec<_> = diagnostics.iter().filter(|diagnostic| diagnostic.is_error()).collect();
    let mut drawn = Vec::new();
    for (number, error) in errors.iter().take(MOST_DRAWN).enumerate() {
        if number > 0 {
            drawn.push(plain("\n\n".to_owned()));
        }
        drawn.extend(runs::drawing(error));
    }
    if errors.len() > MOST_DRAWN {
        drawn.push(plain(format!("\n\n… and {} more, in the terminal", errors.len() - MOST_DRAWN)));
    }
    drawn
}

/// `/` for nothing, `/a/` for `a`.
fn with_slashes(base: &str) -> String {
    match base.trim_matches('/') {
        "" => "/".to_owned(),
        inner => format!("/{inner}/"),
    }
}

#[cfg(test)]
pub mod tests {
    use super::*;

    /// A site of these files.
    pub fn site(watch: bool, base: &str, files: &[(&str, &[u8])]) -> Arc<Site> {
        let live = Live::new(watch);
        live.publish(snapshot(base, files), &[]);
        live.now()
    }

    fn snapshot(base: &str, files: &[(&str, &[u8])]) -> Snapshot {
        let files = files.iter().map(|(name, bytes)| ((*name).to_owned(), Arc::from(*bytes))).collect();
        Snapshot { files, base_path: base.to_owned(), ..Snapshot::default() }
    }

    #[test]
    fn changes_are_counted() {
        let live = Live::new(true);
        let check = |files: &[(&str, &[u8])], expected: usize| {
            assert_eq!(live.publish(snapshot("/", files), &[]), expected, "{files:?}");
        };
        check(&[("a", b"1"), ("b", b"1")], 2);
        check(&[("a", b"1"), ("b", b"1")], 0);
        check(&[("a", b"2"), ("c", b"1")], 3);
        check(&[], 2);
    }

    #[test]
    fn errors_keep_the_last_good_files() {
        let live = Live::new(true);
        live.publish(snapshot("/", &[("a", b"1")]), &[]);
        let error = [Diagnostic::error("bad", "a mistake")];
        assert_eq!(live.publish(snapshot("/", &[("b", b"1")]), &error), 0);
        let now = live.now();
        assert!(now.file("a").is_some() && now.file("b").is_none());
        assert!(now.errors.iter().any(|run| run.text.contains("a mistake")), "{:?}", now.errors);
        let warning = [Diagnostic::warning("odd", "a thought")];
        live.publish(snapshot("/", &[("a", b"1")]), &warning);
        assert_eq!(live.now().errors, []);
    }

    #[test]
    fn no_change_between_two_waits_is_lost() {
        let live = Live::new(true);
        let moment = Duration::from_millis(1);
        let (seen, _) = live.wait(None, moment).expect("what is there is news to a newcomer");
        assert!(live.wait(Some(seen), moment).is_none());
        live.publish(snapshot("/", &[("a", b"1")]), &[]);
        live.publish(snapshot("/", &[("a", b"2")]), &[]);
        let (seen, site) = live.wait(Some(seen), moment).expect("published before the wait");
        assert_eq!(site.file("a").map(|f| &*f.bytes), Some(&b"2"[..]));
        live.publish(snapshot("/", &[("a", b"2")]), &[]);
        assert!(live.wait(Some(seen), moment).is_none(), "the same again is no change");
    }

    #[test]
    fn base_paths_get_their_slashes() {
        for (base, expected) in [("", "/"), ("/", "/"), ("a/b", "/a/b/"), ("/a", "/a/"), ("/a/", "/a/")] {
            assert_eq!(with_slashes(base), expected);
        }
    }
}
