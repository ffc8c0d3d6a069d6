//! The options of a run: the resolved command line, before any input is read.

use std::path::{Path, PathBuf};
use std::time::Duration;

use crate::date::Clock;
use crate::diagnostic::Severity;
use crate::fs;
use crate::route;

/// The folders of a site, below its root.
pub const CONTENT: &str = "content";
pub const TEMPLATES: &str = "templates";
pub const ISLANDS: &str = "islands";
pub const PUBLIC: &str = "public";
pub const OUTPUT: &str = "dist";
/// The folder of caches. It also holds the schemas for text editors, and the changes that `site edit` can undo.
pub const CACHE: &str = ".site";

/// The options of one build.
#[derive(Debug, Clone)]
pub struct Config {
    /// The folder that holds `content/`, `templates/`, `islands/` and `public/`.
    pub root: PathBuf,
    /// The folder that the site is written to; `dist/` below the root unless `--out` says otherwise.
    pub out: PathBuf,
    /// The folder of caches, relative to the root.
    pub cache_folder: String,
    /// Overrides the settings' `base_url`.
    pub base_url: Option<String>,
    /// The source of the build's "now".
    pub clock: Clock,
    /// Whether to build drafts, future and expired entries too.
    pub drafts: bool,
    /// The severity at which sample values are reported; with `None`, they are only counted.
    pub samples: Option<Severity>,
    /// Whether to check pages against the settings' budgets, which takes longer than the rest of a build.
    pub check_budgets: bool,
    /// How to request external links; with `None`, the build requests none.
    pub external: Option<LinkCheck>,
    /// Whether to bundle React's development build, which reports mistakes in the browser's console.
    pub development: bool,
    /// Whether to publish source maps of scripts too.
    pub source_maps: bool,
    /// The environment variables. They override content where its schema says `env`, and must not appear in outputs if
    /// they look secret.
    pub environment: Vec<(String, String)>,
    /// The origin of the mock endpoints that replace the endpoints of forms under `site serve`; `None` replaces none.
    pub mock_origin: Option<MockOrigin>,
}

impl Config {
    /// Returns the default options for a build of `root` into its `dist/`.
    pub fn new(root: impl Into<PathBuf>, clock: Clock) -> Self {
        let root = root.into();
        let out = root.join(OUTPUT);
        Self {
            root,
            out,
            cache_folder: CACHE.to_owned(),
            base_url: None,
            clock,
            drafts: false,
            samples: None,
            check_budgets: false,
            external: None,
            development: false,
            source_maps: false,
            environment: Vec::new(),
            mock_origin: None,
        }
    }

    /// Whether the build is for publishing, which asks more of the content than a preview.
    pub fn is_for_publishing(&self) -> bool {
        self.samples == Some(Severity::Error)
    }

    /// Whether mistakes in unpublished entries, and most mistakes in sample values, are only warnings. `site check` and
    /// `site build --publish` report them as errors; these are the runs that check budgets.
    pub fn excuses_unfinished(&self) -> bool {
        !self.check_budgets
    }

    /// Returns the path on disk of a file or folder of the site. The names on disk may be in another normal form of
    /// Unicode (composed or decomposed) than those in `relative`.
    pub fn path(&self, relative: impl AsRef<Path>) -> PathBuf {
        let path = self.root.join(&relative);
        if relative.as_ref().to_str().is_none_or(str::is_ascii) { path } else { fs::stored_path(&path) }
    }

    /// Returns the path of a cache, relative to the root.
    pub fn cache(&self, name: &str) -> String {
        format!("{}/{name}", self.cache_folder)
    }

    /// Returns the value of an environment variable, as it was when the run began.
    pub fn variable(&self, name: &str) -> Option<String> {
        self.environment.iter().find(|(key, _)| key == name).map(|(_, value)| value.clone())
    }
}

/// How external links are requested.
#[derive(Debug, Clone)]
pub struct LinkCheck {
    /// The pause between two requests to one host.
    pub pause: Duration,
    /// The delay before a URL is requested again; it grows fourfold with each further attempt.
    pub retry_delay: Duration,
    /// The time limit of one request.
    pub timeout: Duration,
    /// Whether requests go through the proxy that the environment of the process names.
    pub uses_proxy: bool,
}

impl Default for LinkCheck {
    /// The pauses are long enough that hosts do not suspect an attack. The timeout suits most slow hosts.
    fn default() -> Self {
        Self {
            pause: Duration::from_millis(200),
            retry_delay: Duration::from_secs(1),
            timeout: Duration::from_secs(15),
            uses_proxy: true,
        }
    }
}

/// The origin of the mock endpoints, such as `http://127.0.0.1:4001`. The URL of each endpoint lies below the origin,
/// and has the kind and the name of the endpoint.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MockOrigin(pub String);

impl MockOrigin {
    /// Returns the URL that replaces the endpoint `name` of a kind (`form-post` or `json-post`), without a query.
    pub fn url(&self, kind: &str, name: &str) -> String {
        format!("{}/{}/{}", self.0, route::encode(kind), route::encode(name))
    }
}

#[cfg(test)]
mod tests {
    use super::MockOrigin;

    #[test]
    fn every_endpoint_has_an_escaped_url() {
        let origin = MockOrigin("http://127.0.0.1:4001".to_owned());
        assert_eq!(origin.url("form-post", "news-letter_1"), "http://127.0.0.1:4001/form-post/news-letter_1");
        assert_eq!(origin.url("json-post", "a b/c?"), "http://127.0.0.1:4001/json-post/a%20b%2Fc%3F");
    }
}
