//! What is published now, and how a change of it is waited for.
//!
//! A `Site` never changes once made. Who answers a request takes the current one and lets go of the lock at once, so no slow
//! client holds up a build and no build holds up an answer. A generation counts the changes: who waits says which one it
//! has seen, so a change between two waits is not lost.
//!
//! While a build runs, the pages that somebody looks at may be published before the others are made: those are *awaited*, and
//! who asks for one waits too. So what is answered is always of one state of the inputs.

use std::collections::{BTreeMap, BTreeSet};
use std::io::Write;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, OnceLock, PoisonError};
use std::time::{Duration, Instant};

use flate2::Compression;
use flate2::write::GzEncoder;
use xxhash_rust::xxh3::xxh3_64;

use super::content_type;
use super::fingerprint;
use super::visitors::Visitors;
use super::{Preview, Snapshot};
use crate::diagnostic::Diagnostic;
use crate::diagnostic::runs::{self, Run};
use crate::output::hosts::Policy;
use crate::route::OWN;

/// So many errors are sent to each open page.
const MOST_DRAWN: usize = 20;

/// So long a request waits for its page to be made.
const PATIENCE: Duration = Duration::from_secs(20);

/// What is shown where there is nothing.
pub const NOT_FOUND: &str = "404.html";

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
    files: Arc<Files>,
    /// The outputs that are not made yet; what is in `files` is of before.
    awaited: BTreeSet<String>,
    /// What its pages look like.
    pub prints: fingerprint::Known,
}

type Files = BTreeMap<Arc<str>, Arc<File>>;

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
        let folder = || self.files.contains_key(&*format!("{path}/index.html")).then_some(Found::Folder);
        file(path).or_else(folder).unwrap_or(Found::Nothing)
    }

    /// Whether what stands at `path` is not made yet.
    pub fn awaits(&self, path: &str) -> bool {
        if self.awaited.is_empty() {
            return false;
        }
        let mut names = self.names(path).into_iter();
        names.any(|name| self.awaited.contains(&name))
            || (matches!(self.find(path), Found::Nothing) && self.awaited.contains(NOT_FOUND))
    }

    /// The files that `path` may lead to, those that there are not too: one of them is shown.
    fn names(&self, path: &str) -> Vec<String> {
        match path.strip_prefix(&self.base) {
            None => Vec::new(),
            Some(path) if path.is_empty() || path.ends_with('/') => vec![format!("{path}index.html")],
            Some(path) => vec![path.to_owned(), format!("{path}/index.html")],
        }
    }

    /// Whether a page of the site is shown at `path`, or could be.
    fn is_page(&self, path: &str) -> bool {
        match self.find(path) {
            Found::File(name, _) => content_type::of(name) == content_type::HTML,
            Found::Folder => true,
            Found::Nothing => {
                let is_own = path.strip_prefix(&self.base).is_none_or(|path| path.starts_with(OWN));
                !is_own && path.rsplit('/').next().is_some_and(|name| !name.contains('.'))
            }
        }
    }

    /// Every file with its name.
    pub fn files(&self) -> impl Iterator<Item = (&str, &File)> {
        self.files.iter().map(|(name, file)| (&**name, &**file))
    }

    /// The file of exactly this name.
    pub fn file(&self, name: &str) -> Option<&File> {
        self.files.get(name).map(|file| &**file)
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
    visitors: Visitors,
}

#[derive(Clone)]
struct Generation {
    number: u64,
    site: Arc<Site>,
    /// The last that was whole and without errors.
    good: Arc<Site>,
}

impl Live {
    /// An empty site.
    pub fn new(watch: bool) -> Self {
        let site = Arc::new(Site {
            base: "/".to_owned(),
            errors: Vec::new(),
            watch,
            policy: None,
            files: Arc::default(),
            awaited: BTreeSet::new(),
            prints: fingerprint::Known::default(),
        });
        let now = Mutex::new(Generation { number: 0, good: site.clone(), site });
        Self { now, changed: Condvar::new(), visitors: Visitors::default() }
    }

    pub fn now(&self) -> Arc<Site> {
        Arc::clone(&self.lock().site)
    }

    /// The site for who asks for `path`, the decoded path of a URL: as soon as what stands there is made. Nothing if that
    /// takes too long.
    pub fn visit(&self, path: &str) -> Option<Arc<Site>> {
        let mut now = self.lock();
        if now.site.watch && now.site.is_page(path) {
            self.visitors.ask(path);
        }
        let end = Instant::now() + PATIENCE;
        while now.site.awaits(path) {
            let left = end.saturating_duration_since(Instant::now());
            if left.is_zero() {
                return None;
            }
            now = self.changed.wait_timeout(now, left).unwrap_or_else(PoisonError::into_inner).0;
        }
        Some(Arc::clone(&now.site))
    }

    /// Who looks at what.
    pub fn visitors(&self) -> &Visitors {
        &self.visitors
    }

    /// The names of the outputs that somebody looks at, those that there are not too.
    pub fn looked_at(&self) -> Vec<String> {
        let (site, paths) = (self.now(), self.visitors.paths());
        let of_path = |path: &String| {
            let missing = matches!(site.find(path), Found::Nothing).then(|| NOT_FOUND.to_owned());
            site.names(path).into_iter().chain(missing)
        };
        paths.iter().flat_map(of_path).collect()
    }

    /// The site and its generation as soon as that is another than `seen`; nothing if it stays the same for `patience`.
    pub fn wait(&self, seen: Option<u64>, patience: Duration) -> Option<(u64, Arc<Site>)> {
        let unchanged = |now: &mut Generation| Some(now.number) == seen;
        let waited = self.changed.wait_timeout_while(self.lock(), patience, unchanged);
        let (now, timeout) = waited.unwrap_or_else(PoisonError::into_inner);
        (!timeout.timed_out()).then(|| (now.number, Arc::clone(&now.site)))
    }

    /// Replaces the site by the build's, and says how many files are other, new or gone. After a build with errors the files
    /// of the last good one stay.
    pub fn publish(&self, snapshot: Snapshot, diagnostics: &[Diagnostic]) -> usize {
        let Generation { number, site: before, good: last } = self.lock().clone();
        let errors = drawings(diagnostics);
        let good = errors.is_empty();
        let (files, changes) = if good { changed(&last.files, snapshot.files) } else { (last.files.clone(), 0) };
        let first = last.files.is_empty();
        let base = if good || first { with_slashes(&snapshot.base_path) } else { last.base.clone() };
        let policy = if good { snapshot.policy } else { last.policy.clone() };
        let (watch, awaited, prints) = (before.watch, BTreeSet::new(), fingerprint::Known::default());
        let site = Arc::new(Site { base, errors, watch, policy, files, awaited, prints });
        let is_other = changes > 0
            || !before.awaited.is_empty()
            || site.policy != before.policy
            || site.errors != before.errors
            || site.base != before.base;
        let number = number + u64::from(is_other);
        *self.lock() = Generation { number, good: if good { site.clone() } else { last }, site };
        if is_other {
            self.changed.notify_all();
        }
        changes
    }

    /// Publishes what is made of a build that goes on. What is wrong is not known yet: the last errors stay.
    pub fn preview(&self, preview: Preview) {
        let Generation { number, site: before, good } = self.lock().clone();
        let (files, _) = changed(&good.files, preview.files);
        let site = Arc::new(Site {
            base: with_slashes(&preview.base_path),
            errors: before.errors.clone(),
            watch: before.watch,
            policy: preview.policy,
            files,
            awaited: preview.awaited,
            prints: fingerprint::Known::default(),
        });
        *self.lock() = Generation { number: number + 1, site, good };
        self.changed.notify_all();
    }

    fn lock(&self) -> MutexGuard<'_, Generation> {
        self.now.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The files with these changes, and how many of them are other, new or gone.
fn changed(before: &Arc<Files>, changes: BTreeMap<String, Option<Arc<[u8]>>>) -> (Arc<Files>, usize) {
    let (mut files, mut count) = (Arc::clone(before), 0);
    for (name, bytes) in changes {
        if files.get(&*name).map(|file| &file.bytes) == bytes.as_ref() {
            continue;
        }
        count += 1;
        let files = Arc::make_mut(&mut files);
        match bytes {
            Some(bytes) => {
                let file = File { bytes, hash: OnceLock::new(), compressed: OnceLock::new() };
                files.insert(name.into(), Arc::new(file));
            }
            None => drop(files.remove(&*name)),
        }
    }
    (files, count)
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

    /// These files, and none of the others that the tests have.
    fn snapshot(base: &str, files: &[(&str, &[u8])]) -> Snapshot {
        let gone = ["a", "b", "c"].map(|name| (name.to_owned(), None));
        let files = files.iter().map(|(name, bytes)| ((*name).to_owned(), Some(Arc::from(*bytes))));
        Snapshot { files: gone.into_iter().chain(files).collect(), base_path: base.to_owned(), ..Snapshot::default() }
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
