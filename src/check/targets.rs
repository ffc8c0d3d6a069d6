//! Where a reference leads: to an output of this build, out of the site, or nowhere.
//!
//! An address is read as a browser on that page reads it: relative to the page, dot segments resolved, percent signs
//! decoded, the query left out. `/Route`, `/Route/` and `/Route/index.html` are one page. What the fragment (`#…`) names is
//! verified once all pages are known.

mod recent;

use std::borrow::Cow;
use std::fmt;

use memchr::{memchr2, memchr3};
use percent_encoding::percent_decode_str;
use xxhash_rust::xxh3::xxh3_64;

use super::links::Kind;
use super::page::anchor_hash;
use recent::Recent;

/// What the resolver has to know of the site.
pub trait Site: Sync {
    /// The number of the output of this path (such as `about/index.html`), if there is one.
    fn output(&self, path: &str) -> Option<usize>;

    /// Is it an address (such as `/preview/x`, below the base path) that another system serves?
    fn ignored(&self, path: &str) -> bool;

    /// The paths of all outputs, for suggestions.
    fn paths(&self) -> Box<dyn Iterator<Item = &str> + '_>;
}

/// Where a reference leads.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Target {
    /// An address on another host.
    External,
    /// No web address: `mailto:`, `tel:`, `data:` …
    Other,
    /// An address on this host that another system serves.
    Ignored,
    /// An output of this build; with the anchor that must be in it.
    Output { number: usize, anchor: Option<u64> },
    /// Nowhere.
    Nowhere(Reason),
}

/// Why a reference leads nowhere.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Reason {
    /// No output has this address.
    NotFound,
    /// The site lies in a sub-path, and the address does not.
    OutsideBase,
    /// The page has no such anchor.
    NoAnchor,
    /// There is no address.
    Empty,
    /// It is no address.
    Malformed,
}

/// A place where an output was looked for: what a reference leads to changes only if something comes to be there, or goes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Looked(u64);

impl Looked {
    /// Looked for a file or folder of this path, below the base path.
    fn at(path: &str) -> Self {
        Self(xxh3_64(path.trim_end_matches('/').as_bytes()))
    }

    /// All looks that find the output of this path.
    pub fn all_that_find(output: &str) -> impl Iterator<Item = Self> {
        let folder = output.strip_suffix("index.html").map(Self::at);
        std::iter::once(Self::at(output)).chain(folder)
    }
}

/// The page that refers.
#[derive(Debug, Clone, Copy)]
pub struct Origin<'a> {
    /// Its route below the base path, such as `/about/` or `/404.html`.
    pub route: &'a str,
    /// The number of its output.
    pub output: usize,
}

/// Resolves references. It holds a buffer, so that looking up an address allocates nothing, and remembers what it found:
/// each thread needs its own.
pub struct Resolver<'s, S: ?Sized> {
    site: &'s S,
    host: String,
    /// How addresses on this host mostly begin.
    origin: String,
    /// Begins and ends with `/`.
    base: String,
    /// The path being looked up, base path included.
    path: String,
    recent: Recent,
    /// Where the last address was looked for.
    looked: Option<Looked>,
    /// Where all were since this was asked last, if it is to be known.
    noted: Option<Vec<Looked>>,
}

impl<S: ?Sized> fmt::Debug for Resolver<'_, S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Resolver").field("host", &self.host).field("base", &self.base).finish_non_exhaustive()
    }
}

impl<'s, S: Site + ?Sized> Resolver<'s, S> {
    /// For a site that is published at `base_url`, such as `https://example.com/sub/`.
    pub fn new(site: &'s S, base_url: &str) -> Self {
        let rest = base_url.split_once("://").map_or("", |(_, rest)| rest);
        let (host, path) = rest.split_at(rest.find(['/', '?', '#']).unwrap_or(rest.len()));
        let path = path.split(['?', '#']).next().unwrap_or_default().trim_matches('/');
        let base = if path.is_empty() { "/".to_owned() } else { format!("/{path}/") };
        Self {
            site,
            host: host.to_owned(),
            origin: format!("https://{host}"),
            base,
            path: String::new(),
            recent: Recent::default(),
            looked: None,
            noted: None,
        }
    }

    /// The same, noting where it looks.
    #[must_use]
    pub fn noting(mut self) -> Self {
        self.noted = Some(Vec::new());
        self
    }

    /// Where it looked since this was asked last, each place once.
    pub(super) fn looks(&mut self) -> Box<[Looked]> {
        let mut looks = self.noted.as_mut().map(std::mem::take).unwrap_or_default();
        looks.sort_unstable();
        looks.dedup();
        looks.into()
    }

    /// Where `url`, which stands on the page `from`, leads.
    pub fn resolve(&mut self, from: Origin<'_>, url: &str, kind: Kind) -> Target {
        // Only what begins with a slash leads to the same place from every page.
        let known = if url.starts_with('/') { self.recent.slot(url).get(url) } else { None };
        let (target, looked) = known.unwrap_or_else(|| {
            self.looked = None;
            let target = self.find(from, url, kind);
            if url.starts_with('/') {
                self.recent.slot(url).put(url, target, self.looked);
            }
            (target, self.looked)
        });
        if let Some(noted) = &mut self.noted {
            noted.extend(looked);
        }
        target
    }

    fn find(&mut self, from: Origin<'_>, url: &str, kind: Kind) -> Target {
        let end = memchr3(b'\\', b'?', b'#', url.as_bytes()).unwrap_or(url.len());
        if url[end..].starts_with('\\') {
            // Browsers take it for a slash, but for what follows the path.
            let (path, rest) = url.split_at(url.find(['?', '#']).unwrap_or(url.len()));
            return self.find(from, &format!("{}{rest}", path.replace('\\', "/")), kind);
        }
        let (address, rest) = url.split_at(end);
        let fragment = if rest.is_empty() { "" } else { rest.split_once('#').map_or("", |(_, fragment)| fragment) };
        let path = match address.as_bytes() {
            [] if rest.is_empty() && !matches!(kind, Kind::Page | Kind::Form | Kind::Refresh) => {
                return Target::Nowhere(Reason::Empty);
            }
            [] => return Target::Output { number: from.output, anchor: anchor(fragment) },
            [b'/'] => address,
            [b'/', second, ..] if *second != b'/' => address,
            _ => match self.without_host(address) {
                // Nothing after the host is its first page.
                Ok("") => "/",
                Ok(path) => path,
                Err(target) => return target,
            },
        };
        match self.look_up(from.route, path) {
            Ok(number) => {
                let anchor = if self.path.ends_with(".html") { anchor(fragment) } else { None };
                Target::Output { number, anchor }
            }
            Err(target) => target,
        }
    }

    /// The path on this host that `url` means, if it is on this host.
    pub(super) fn path_of(&mut self, from: Origin<'_>, url: &str) -> Option<String> {
        let url = url.replace('\\', "/");
        let local = self.without_host(&url).ok()?;
        let path = local.split(['?', '#']).next().unwrap_or_default();
        self.normalise(from.route, path);
        Some(self.path.clone())
    }

    pub(super) fn site(&self) -> &'s S {
        self.site
    }

    pub(super) fn base(&self) -> &str {
        &self.base
    }

    /// The address without scheme and host, if they are this site's own.
    fn without_host<'u>(&self, url: &'u str) -> Result<&'u str, Target> {
        if let Some(path) = url.strip_prefix(&self.origin)
            && path.starts_with('/')
            && !self.host.is_empty()
        {
            return Ok(path);
        }
        let rest = match url.find([':', '/', '?', '#']) {
            Some(at) if url.as_bytes()[at] == b':' && is_scheme(&url[..at]) => {
                let scheme = &url[..at];
                if !scheme.eq_ignore_ascii_case("https") && !scheme.eq_ignore_ascii_case("http") {
                    return Err(Target::Other);
                }
                &url[at + 1..]
            }
            _ if url.starts_with("//") => url,
            _ => return Ok(url),
        };
        let rest = rest.strip_prefix("//").ok_or(Target::Nowhere(Reason::Malformed))?;
        let (host, path) = rest.split_at(rest.find(['/', '?', '#']).unwrap_or(rest.len()));
        if host.is_empty() {
            return Err(Target::Nowhere(Reason::Malformed));
        }
        if !host.eq_ignore_ascii_case(&self.host) {
            return Err(Target::External);
        }
        Ok(path)
    }

    /// The number of the output that a path without query and fragment leads to. Its own path is then at the end of
    /// `self.path`.
    fn look_up(&mut self, route: &str, path: &str) -> Result<usize, Target> {
        self.normalise(route, path);
        let length = self.path.len();
        if !self.path.starts_with(&self.base) {
            // `/sub` is as good as `/sub/`.
            if self.base.strip_suffix('/') != Some(&self.path) {
                let ignored = self.site.ignored(&self.path);
                return Err(if ignored { Target::Ignored } else { Target::Nowhere(Reason::OutsideBase) });
            }
            self.path.push('/');
        }
        let start = self.base.len();
        self.looked = Some(Looked::at(&self.path[start..]));
        let is_folder = self.path.ends_with('/');
        if !is_folder {
            if let Some(number) = self.site.output(&self.path[start..]) {
                return Ok(number);
            }
            self.path.push('/');
        }
        self.path.push_str("index.html");
        if let Some(number) = self.site.output(&self.path[start..]) {
            return Ok(number);
        }
        self.path.truncate(length);
        let ignored = self.site.ignored(&self.path[start - 1..]);
        Err(if ignored { Target::Ignored } else { Target::Nowhere(Reason::NotFound) })
    }

    /// Makes `self.path` the absolute path that `path` means on the page of this route.
    fn normalise(&mut self, route: &str, path: &str) {
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
        // Without these there is nothing to decode, and no segment of dots.
        if memchr2(b'%', b'.', relative.as_bytes()).is_none() {
            self.path.push_str(relative);
            return;
        }
        let mut segments = relative.split('/').peekable();
        while let Some(segment) = segments.next() {
            let decoded = if segment.contains('%') {
                percent_decode_str(segment).decode_utf8_lossy()
            } else {
                Cow::Borrowed(segment)
            };
            match &*decoded {
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

/// The anchor that a fragment names. The beginning of the page and a passage of its text need none.
fn anchor(fragment: &str) -> Option<u64> {
    if fragment.is_empty() {
        return None;
    }
    let name = fragment.split_once(":~:").map_or(fragment, |(name, _)| name);
    if name.is_empty() || name.eq_ignore_ascii_case("top") {
        return None;
    }
    Some(anchor_hash(&percent_decode_str(name).decode_utf8_lossy()))
}

fn is_scheme(text: &str) -> bool {
    text.starts_with(|c: char| c.is_ascii_alphabetic())
        && text.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'+' | b'-' | b'.'))
}

#[cfg(test)]
mod tests;
