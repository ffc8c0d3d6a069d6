//! The resolver of references: finds whether each leads to an output of this build, out of the site, or nowhere.
//!
//! A URL is interpreted as in a browser: relative to the page, dot segments resolved, percent-encoding decoded, the
//! query ignored. `/Route`, `/Route/` and `/Route/index.html` are the same page. The anchor that a fragment (`#…`)
//! names is checked once all pages are known.

mod resolution;

use memchr::memchr3;
use percent_encoding::percent_decode_str;
use rustc_hash::FxHashMap;

use super::origin::is_scheme;
use crate::html::references::ReferenceKind;

pub use resolution::{BrokenReason, OutputId, Probe, Referrer, Resolution, hash_anchor};

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

/// The largest number of cached URLs: many times the number of links that all pages share.
const MAX_CACHED_URLS: usize = 1000;

/// A resolver for one thread. It has a buffer, so that resolving rarely allocates.
pub struct Resolver<'s> {
    site: &'s dyn OutputLookup,
    host: String,
    /// The base path, which begins and ends with `/`.
    base: String,
    /// A buffer for the path that is looked up, including the base path.
    path: String,
    /// The targets and probes of URLs that begin with a slash, and so lead to the same target from every page.
    cache: FxHashMap<String, (Resolution, Option<Probe>)>,
    /// The probe of the last URL; `None` if no output had to be looked up.
    pub(super) last_probe: Option<Probe>,
}

impl<'s> Resolver<'s> {
    /// Creates a resolver for a site published at `base_url`, such as `https://example.com/sub/`.
    pub fn new(site: &'s dyn OutputLookup, base_url: &str) -> Self {
        let rest = base_url.split_once("://").map_or("", |(_, rest)| rest);
        let (host, path) = rest.split_at(rest.find(['/', '?', '#']).unwrap_or(rest.len()));
        let path = path.split(['?', '#']).next().unwrap_or_default().trim_matches('/');
        let base = if path.is_empty() { "/".to_owned() } else { format!("/{path}/") };
        Self { site, host: host.to_owned(), base, path: String::new(), cache: FxHashMap::default(), last_probe: None }
    }

    /// Returns where `url` on the page `from` leads, from the cache if possible.
    pub fn resolve(&mut self, from: Referrer<'_>, url: &str, kind: ReferenceKind) -> Resolution {
        if let Some(&(target, probe)) = self.cache.get(url) {
            self.last_probe = probe;
            return target;
        }
        self.last_probe = None;
        let target = self.resolve_uncached(from, url, kind);
        if url.starts_with('/') {
            if self.cache.len() == MAX_CACHED_URLS {
                self.cache.clear();
            }
            self.cache.insert(url.to_owned(), (target, self.last_probe));
        }
        target
    }

    /// Resolves a URL without the cache. Sets `last_probe` if an output is looked up.
    fn resolve_uncached(&mut self, from: Referrer<'_>, url: &str, kind: ReferenceKind) -> Resolution {
        let end = memchr3(b'\\', b'?', b'#', url.as_bytes()).unwrap_or(url.len());
        if url[end..].starts_with('\\') {
            // Browsers treat a backslash in the path as a slash.
            let (path, rest) = url.split_at(url.find(['?', '#']).unwrap_or(url.len()));
            return self.resolve_uncached(from, &format!("{}{rest}", path.replace('\\', "/")), kind);
        }
        let (before, rest) = url.split_at(end);
        let fragment = rest.split_once('#').map_or("", |(_, fragment)| fragment);
        if before.is_empty() {
            // The URL leads to the page itself, which is a target for links and forms, but not for pictures or scripts.
            let is_link = matches!(kind, ReferenceKind::Page | ReferenceKind::Form | ReferenceKind::Refresh);
            return if rest.is_empty() && !is_link {
                Resolution::Nowhere(BrokenReason::Empty)
            } else {
                Resolution::Output { id: from.output, anchor: required_anchor(fragment) }
            };
        }
        let path = match self.without_host(before) {
            // A URL without path is the home page.
            Ok("") => "/",
            Ok(path) => path,
            Err(resolution) => return resolution,
        };
        match self.look_up(from.route, path) {
            Ok(id) => {
                let anchor = if self.path.ends_with(".html") { required_anchor(fragment) } else { None };
                Resolution::Output { id, anchor }
            }
            Err(resolution) => resolution,
        }
    }

    /// Returns the absolute path of `url`; `None` if the URL is on another host.
    pub(super) fn path_of(&mut self, from: Referrer<'_>, url: &str) -> Option<String> {
        let url = url.replace('\\', "/");
        let local = self.without_host(&url).ok()?;
        let path = local.split(['?', '#']).next().unwrap_or_default();
        self.set_absolute_path(from.route, path);
        Some(self.path.clone())
    }

    pub(super) fn base(&self) -> &str {
        &self.base
    }

    /// Returns `url` without its scheme and host, if these are the site's own.
    ///
    /// # Errors
    /// Returns the resolution of a URL that is malformed, or has another scheme or host.
    fn without_host<'u>(&self, url: &'u str) -> Result<&'u str, Resolution> {
        let is_web = |scheme: &str| scheme.eq_ignore_ascii_case("https") || scheme.eq_ignore_ascii_case("http");
        let rest = match url.split_once(':').filter(|(scheme, _)| is_scheme(scheme)) {
            Some((scheme, rest)) if is_web(scheme) => rest,
            Some(_) => return Err(Resolution::Other),
            None if url.starts_with("//") => url,
            None => return Ok(url),
        };
        let rest = rest.strip_prefix("//").ok_or(Resolution::Nowhere(BrokenReason::Malformed))?;
        let (host, path) = rest.split_at(rest.find(['/', '?', '#']).unwrap_or(rest.len()));
        if host.is_empty() {
            return Err(Resolution::Nowhere(BrokenReason::Malformed));
        }
        if !host.eq_ignore_ascii_case(&self.host) {
            return Err(Resolution::External);
        }
        Ok(path)
    }

    /// Finds the output at a path without query and fragment, and leaves the absolute path of that output in
    /// `self.path`.
    ///
    /// # Errors
    /// Returns the resolution of a path at which there is no output.
    fn look_up(&mut self, route: &str, path: &str) -> Result<OutputId, Resolution> {
        self.set_absolute_path(route, path);
        if !self.path.starts_with(&self.base) {
            // `/sub` is equivalent to `/sub/`.
            if self.base.strip_suffix('/') != Some(&self.path) {
                return Err(self.resolve_missing(&self.path, BrokenReason::OutsideBase));
            }
            self.path.push('/');
        }
        let (start, length) = (self.base.len(), self.path.len());
        self.last_probe = Some(Probe::at(&self.path[start..]));
        let is_folder = self.path.ends_with('/');
        if !is_folder {
            if self.site.has(&self.path[start..]) {
                return Ok(OutputId::of(&self.path[start..]));
            }
            self.path.push('/');
        }
        self.path.push_str("index.html");
        if self.site.has(&self.path[start..]) {
            return Ok(OutputId::of(&self.path[start..]));
        }
        self.path.truncate(length);
        Err(self.resolve_missing(&self.path[start - 1..], BrokenReason::NotFound))
    }

    /// Returns the resolution of a path at which there is no output: `reason`, unless another system serves the path.
    fn resolve_missing(&self, path: &str, reason: BrokenReason) -> Resolution {
        if self.site.is_ignored(path) { Resolution::Ignored } else { Resolution::Nowhere(reason) }
    }

    /// Sets `self.path` to the absolute path of `path`, which may be relative to the page with this route.
    fn set_absolute_path(&mut self, route: &str, path: &str) {
        self.path.clear();
        let relative = if let Some(rest) = path.strip_prefix('/') {
            self.path.push('/');
            rest
        } else {
            self.path.push_str(&self.base);
            let folder = route.rfind('/').map_or("", |at| &route[..=at]);
            self.path.push_str(folder.strip_prefix('/').unwrap_or(folder));
            path
        };
        let mut segments = relative.split('/').peekable();
        while let Some(segment) = segments.next() {
            match &*percent_decode_str(segment).decode_utf8_lossy() {
                "." => {}
                ".." => {
                    let parent = self.path[..self.path.len() - 1].rfind('/').unwrap_or(0);
                    self.path.truncate(parent + 1);
                }
                name => {
                    self.path.push_str(name);
                    if segments.peek().is_some() {
                        self.path.push('/');
                    }
                }
            }
        }
    }
}

/// Returns the hash of the anchor that a fragment requires; `None` for the top of the page and for text fragments.
fn required_anchor(fragment: &str) -> Option<u64> {
    let name = fragment.split_once(":~:").map_or(fragment, |(name, _)| name);
    if name.is_empty() || name.eq_ignore_ascii_case("top") {
        return None;
    }
    Some(hash_anchor(&percent_decode_str(name).decode_utf8_lossy()))
}

#[cfg(test)]
mod tests;
