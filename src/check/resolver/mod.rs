//! The resolver of references: finds whether each leads to an output of this build, out of the site, or nowhere.
//!
//! A URL is interpreted as in a browser: relative to the page, dot segments resolved, percent-encoding decoded, the
//! query ignored. `/Route`, `/Route/` and `/Route/index.html` are the same page. The anchor that a fragment (`#…`)
//! names is checked later, once the anchors of its page are known.

use std::borrow::Cow;

use memchr::{memchr2, memchr3};
use rustc_hash::FxHashMap;
use xxhash_rust::xxh3::xxh3_64;

use crate::html::references::ReferenceKind;
use crate::html::{origin_of, scheme_of};
use crate::route::{decode, is_local};

/// The target of a reference.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Resolution {
    /// A URL on another host.
    External,
    /// A URL with another scheme, such as `mailto:` or `data:`, or one on this host that another system serves.
    Ignored,
    /// An output of this build, and the hash of the anchor that it must have.
    Output { id: OutputId, anchor: Option<u64> },
    /// No target.
    Nowhere(BrokenReason),
}

/// The reason why a reference leads nowhere.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum BrokenReason {
    /// No output has this path.
    NotFound,
    /// The path is not below the base path.
    OutsideBase,
    /// The page has no such anchor.
    NoAnchor,
    Empty,
    Malformed,
}

/// The identity of an output: a hash of its path, so that it is the same in every build.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct OutputId(u64);

impl OutputId {
    pub fn of(path: &str) -> Self {
        Self(xxh3_64(path.as_bytes()))
    }
}

/// A hash of the path at which an output was looked up. The reference resolves as before unless an output appears or
/// disappears at the path.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Probe(u64);

impl Probe {
    /// Creates the probe for a file or folder at this path below the base path.
    pub fn at(path: &str) -> Self {
        Self(xxh3_64(path.trim_end_matches('/').as_bytes()))
    }

    /// Returns all probes that find the output at this path.
    pub fn all_for(output: &str) -> impl Iterator<Item = Self> {
        let folder = output.strip_suffix("index.html").map(Self::at);
        std::iter::once(Self::at(output)).chain(folder)
    }
}

/// Hashes the decoded name of an anchor, for storage and comparison.
pub fn hash_anchor(name: &str) -> u64 {
    xxh3_64(name.as_bytes())
}

/// The page or style sheet that contains a reference.
#[derive(Debug, Clone, Copy)]
pub struct Referrer<'a> {
    /// The route below the base path, such as `/about/`, `/404.html` or `/css/site.css`.
    pub route: &'a str,
    pub output: OutputId,
}

/// The outputs of a site, as the resolver sees them.
pub trait OutputLookup: Sync {
    /// Whether there is an output at this path, such as `about/index.html`.
    fn has(&self, path: &str) -> bool;

    /// Whether another system serves this path. A path below the base path is given without it: `/preview/x` for
    /// `/sub/preview/x` if the base path is `/sub/`. Any other path is given as a whole.
    fn is_ignored(&self, _path: &str) -> bool {
        false
    }
}

/// The maximum number of cached URLs: many times the number of links that all pages share.
const MAX_CACHED_URLS: usize = 1000;

/// A resolver for one thread.
pub struct Resolver<'s> {
    site: &'s dyn OutputLookup,
    /// The site's host and port, in lower case and without the default port.
    host: String,
    /// The decoded base path, which begins and ends with `/`.
    base: String,
    /// The resolutions of URLs that begin with a slash, which lead to the same target from every page.
    cache: FxHashMap<String, (Resolution, Option<Probe>)>,
}

impl<'s> Resolver<'s> {
    /// Creates a resolver for a site published at `base_url`, which ends with the base path:
    /// `https://example.com/sub/`.
    pub fn new(site: &'s dyn OutputLookup, base_url: &str) -> Self {
        let rest = base_url.split_once("://").map_or(base_url, |(_, rest)| rest);
        let base = rest.find('/').map_or("", |at| &rest[at..]);
        Self { site, host: host_of(base_url), base: decode(base).into_owned(), cache: FxHashMap::default() }
    }

    /// Returns where `url` in `from` leads, and the probe of the output; no probe if no output was looked up.
    pub fn resolve(&mut self, from: Referrer<'_>, url: &str, kind: ReferenceKind) -> (Resolution, Option<Probe>) {
        if let Some(known) = self.cache.get(url) {
            return *known;
        }
        let found = self.resolve_uncached(from, url, kind);
        if url.starts_with('/') {
            if self.cache.len() == MAX_CACHED_URLS {
                self.cache.clear();
            }
            self.cache.insert(url.to_owned(), found);
        }
        found
    }

    fn resolve_uncached(&self, from: Referrer<'_>, url: &str, kind: ReferenceKind) -> (Resolution, Option<Probe>) {
        let fragment = url.split_once('#').map(|(_, fragment)| fragment);
        if url.is_empty() || url.starts_with(['?', '#']) {
            // The empty URL is the page itself: a target for a link or form, but not for a picture or script.
            let is_link = matches!(kind, ReferenceKind::Page | ReferenceKind::Form | ReferenceKind::Refresh);
            let resolution = if url.is_empty() && !is_link {
                Resolution::Nowhere(BrokenReason::Empty)
            } else {
                Resolution::Output { id: from.output, anchor: fragment.and_then(required_anchor) }
            };
            return (resolution, None);
        }
        match self.path_of(from, url) {
            Ok(path) => self.look_up(&path, fragment),
            Err(resolution) => (resolution, None),
        }
    }

    /// Returns the absolute path of `url`, without its query and fragment. Fails with the resolution if the URL is
    /// malformed, has another host than the site, or a scheme other than `http` and `https`.
    pub(super) fn path_of(&self, from: Referrer<'_>, url: &str) -> Result<String, Resolution> {
        let path = &url[..memchr2(b'?', b'#', url.as_bytes()).unwrap_or(url.len())];
        // Most paths are absolute, and have nothing to decode and no dot segments.
        if is_local(path) && memchr3(b'\\', b'%', b'.', path.as_bytes()).is_none() {
            return Ok(path.to_owned());
        }
        // Browsers treat a backslash in the path as a slash.
        let path = if path.contains('\\') { Cow::Owned(path.replace('\\', "/")) } else { Cow::Borrowed(path) };
        let local = self.without_host(&path)?;
        // `https://example.com` has the path `/`.
        Ok(self.absolute_path(from.route, if local.is_empty() { "/" } else { local }))
    }

    pub(super) fn base(&self) -> &str {
        &self.base
    }

    /// Returns `url` without the site's own scheme and host. `url` has no query and no fragment. Fails like `path_of`.
    fn without_host<'u>(&self, url: &'u str) -> Result<&'u str, Resolution> {
        let is_web = |scheme: &str| scheme.eq_ignore_ascii_case("https") || scheme.eq_ignore_ascii_case("http");
        let rest = match scheme_of(url) {
            Some(scheme) if is_web(scheme) => &url[scheme.len() + 1..],
            Some(_) => return Err(Resolution::Ignored),
            None if url.starts_with("//") => url,
            None => return Ok(url),
        };
        let rest = rest.strip_prefix("//").ok_or(Resolution::Nowhere(BrokenReason::Malformed))?;
        let (host, path) = rest.split_at(rest.find('/').unwrap_or(rest.len()));
        if host.is_empty() {
            return Err(Resolution::Nowhere(BrokenReason::Malformed));
        }
        if host != self.host && host_of(url) != self.host {
            return Err(Resolution::External);
        }
        Ok(path)
    }

    /// Looks up the output at an absolute path. `fragment` names the anchor that a page must have.
    fn look_up(&self, path: &str, fragment: Option<&str>) -> (Resolution, Option<Probe>) {
        // With the base path `/sub/`, the path `/sub` is the same page as `/sub/`.
        let is_base = self.base.strip_suffix('/') == Some(path);
        let below = if is_base { Some("") } else { path.strip_prefix(&self.base) };
        let Some(path) = below else { return (self.resolve_missing(path, BrokenReason::OutsideBase), None) };
        let is_folder = path.is_empty() || path.ends_with('/');
        let index = [path, if is_folder { "" } else { "/" }, "index.html"].concat();
        let file = (!is_folder).then_some(path);
        let resolution = match file.into_iter().chain([&*index]).find(|output| self.site.has(output)) {
            Some(output) => {
                let anchor = fragment.filter(|_| output.ends_with(".html")).and_then(required_anchor);
                Resolution::Output { id: OutputId::of(output), anchor }
            }
            None => self.resolve_missing(&format!("/{path}"), BrokenReason::NotFound),
        };
        (resolution, Some(Probe::at(path)))
    }

    /// Returns the resolution of a path at which there is no output: `reason`, unless another system serves the path.
    fn resolve_missing(&self, path: &str, reason: BrokenReason) -> Resolution {
        if self.site.is_ignored(path) { Resolution::Ignored } else { Resolution::Nowhere(reason) }
    }

    /// Returns the absolute path of `path`, which may be relative to a page or style sheet with this route.
    fn absolute_path(&self, route: &str, path: &str) -> String {
        let mut absolute = String::with_capacity(self.base.len() + route.len() + path.len());
        let relative = path.strip_prefix('/').unwrap_or(path);
        if relative.len() < path.len() {
            absolute.push('/');
        } else {
            let folder = route.rfind('/').map_or("", |at| &route[..=at]);
            absolute.extend([&self.base, folder.trim_start_matches('/')]);
        }
        let mut segments = relative.split('/').peekable();
        while let Some(segment) = segments.next() {
            match &*decode(segment) {
                "." => {}
                ".." => {
                    let parent = absolute[..absolute.len() - 1].rfind('/').unwrap_or(0);
                    absolute.truncate(parent + 1);
                }
                name => {
                    absolute.push_str(name);
                    if segments.peek().is_some() {
                        absolute.push('/');
                    }
                }
            }
        }
        absolute
    }
}

/// Returns the host and port of a URL, in lower case and without the default port.
fn host_of(url: &str) -> String {
    origin_of(url).and_then(|origin| Some(origin.split_once("://")?.1.to_owned())).unwrap_or_default()
}

/// Returns the hash of the anchor that a fragment requires; `None` for the top of the page and for text fragments.
fn required_anchor(fragment: &str) -> Option<u64> {
    let name = fragment.split_once(":~:").map_or(fragment, |(name, _)| name);
    if name.is_empty() || name.eq_ignore_ascii_case("top") {
        return None;
    }
    Some(hash_anchor(&decode(name)))
}

#[cfg(test)]
mod tests;
