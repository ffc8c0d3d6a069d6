//! What a run was asked to do: the resolved command line, before any input is read.

use std::path::{Path, PathBuf};

use crate::date::Clock;
use crate::diagnostic::Severity;

/// The folders of a site, below its root.
pub const CONTENT: &str = "content";
pub const TEMPLATES: &str = "templates";
pub const ISLANDS: &str = "islands";
pub const PUBLIC: &str = "public";
pub const OUTPUT: &str = "dist";
/// What took long to make is kept there: deleting it costs only time.
pub const CACHE: &str = ".site";

/// The options of one build.
#[derive(Debug, Clone)]
pub struct Config {
    /// The folder that holds `content/`, `templates/`, `islands/` and `public/`.
    pub root: PathBuf,
    /// Where the site is written; `dist/` below the root unless `--out` says otherwise.
    pub out: PathBuf,
    /// The folder of caches, relative to the root.
    pub cache: String,
    /// Takes the place of the settings' `base_url`.
    pub base_url: Option<String>,
    /// The "now" that dates are compared with.
    pub clock: Clock,
    /// Builds drafts, future and expired entries too.
    pub drafts: bool,
    /// Reports each sample value, as an error where the site is to be published; none only counts them.
    pub samples: Option<Severity>,
    /// Holds pages against the settings' budgets, which takes longer than the rest of a build.
    pub weighs: bool,
    /// Islands in React's development build, which tells of mistakes in the browser's console.
    pub development: bool,
    /// Publishes source maps of scripts too.
    pub source_maps: bool,
    /// The environment variables that may override content (`env` in a schema).
    pub environment: Vec<(String, String)>,
    /// Where the endpoints of forms are stood in for while someone writes; none where pages name the real ones.
    pub endpoints: Option<BenchBase>,
}

/// The address of the test bench: one endpoint of each kind and name below it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BenchBase(String);

impl BenchBase {
    /// `origin` is a URL without a path, such as `http://127.0.0.1:4001`.
    pub fn new(origin: impl Into<String>) -> Self {
        Self(origin.into())
    }

    /// What takes the place of the endpoint `name` of a kind (`sheet` or `lead`), without a query.
    pub fn address(&self, kind: &str, name: &str) -> String {
        let segment = |text| percent_encoding::utf8_percent_encode(text, percent_encoding::NON_ALPHANUMERIC);
        // Names are mostly words with these between.
        format!("{}/{}/{}", self.0, segment(kind), segment(name)).replace("%5F", "_").replace("%2D", "-")
    }
}

impl Config {
    /// A build of `root` into its `dist/`, with nothing special asked for.
    pub fn new(root: impl Into<PathBuf>, clock: Clock) -> Self {
        let root = root.into();
        let out = root.join(OUTPUT);
        Self {
            root,
            out,
            cache: CACHE.to_owned(),
            base_url: None,
            clock,
            drafts: false,
            samples: None,
            weighs: false,
            development: false,
            source_maps: false,
            environment: Vec::new(),
            endpoints: None,
        }
    }

    pub fn folder(&self, name: &str) -> PathBuf {
        self.root.join(name)
    }

    pub fn path(&self, relative: impl AsRef<Path>) -> PathBuf {
        self.root.join(relative)
    }

    /// A cache, relative to the root.
    pub fn cache(&self, name: &str) -> String {
        format!("{}/{name}", self.cache)
    }

    /// The value of an environment variable, as it was when the run began.
    pub fn variable(&self, name: &str) -> Option<String> {
        self.environment.iter().find(|(key, _)| key == name).map(|(_, value)| value.clone())
    }
}

#[cfg(test)]
mod tests {
    use super::BenchBase;

    #[test]
    fn the_bench_has_an_address_for_every_endpoint() {
        let bench = BenchBase::new("http://127.0.0.1:4001");
        assert_eq!(bench.address("sheet", "news-letter_1"), "http://127.0.0.1:4001/sheet/news-letter_1");
        assert_eq!(bench.address("lead", "a b/c?"), "http://127.0.0.1:4001/lead/a%20b%2Fc%3F");
    }
}
