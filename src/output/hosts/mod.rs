//! Host policies: the headers and redirects of each URL. `files` formats a policy for hosts, `site serve` applies it,
//! and `pipeline::host_policy` builds it.

mod files;

pub use files::{HOST_FILES, format_files};

use std::collections::BTreeSet;
use std::iter;

use rustc_hash::FxHashSet;

use crate::content::hosts::{Redirect, covers};
use crate::route::{folders, url};

/// The headers and redirects of a site. Paths include the base path and are decoded; targets of redirects are URLs.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct HostPolicy {
    pub header_blocks: Vec<HeaderBlock>,
    /// In the order of [`order_redirects`].
    pub redirects: Vec<Redirect>,
    /// The folders with a `404.html` of their own, such as `/ta/`.
    pub not_found_folders: Vec<String>,
}

/// The headers of one path, or of all paths with a prefix.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct HeaderBlock {
    /// The path, or a prefix followed by `*`.
    pub path: String,
    /// The name and value of each header.
    pub headers: Vec<(String, String)>,
}

/// The placeholder in a target for the text that `*` matched.
pub const SPLAT: &str = ":splat";

pub const CONTENT_SECURITY_POLICY: &str = "Content-Security-Policy";

/// The `Cache-Control` of files whose name contains a hash of their content.
pub const IMMUTABLE: &str = "public, max-age=31536000, immutable";

/// The `Cache-Control` of all other files: browsers revalidate each time, which is cheap if nothing changed.
pub const REVALIDATE: &str = "public, max-age=0, must-revalidate";

impl HostPolicy {
    /// Returns the response headers for a path. `Cache-Control` is [`REVALIDATE`] unless a block sets it.
    pub fn headers(&self, path: &str) -> Vec<(&str, &str)> {
        let blocks = self.header_blocks.iter().filter(|block| covers(&block.path, path));
        let mut headers: Vec<(&str, &str)> = blocks
            .flat_map(|block| block.headers.iter().map(|(name, value)| (name.as_str(), value.as_str())))
            .collect();
        if !headers.iter().any(|(name, _)| name.eq_ignore_ascii_case("Cache-Control")) {
            headers.push(("Cache-Control", REVALIDATE));
        }
        headers
    }

    /// Returns the status and target of a path's redirect.
    pub fn redirect(&self, path: &str) -> Option<(u16, String)> {
        let redirect = self.redirects.iter().find(|redirect| covers(&redirect.from, path))?;
        let splat = redirect.from.strip_suffix('*').and_then(|start| path.strip_prefix(start)).unwrap_or_default();
        // `splat` is part of the decoded path, so it is escaped for the URL.
        Some((redirect.status, redirect.to.replace(SPLAT, &url("", splat))))
    }

    /// Allows pages of `origin`, and no others, to show the site in a frame.
    pub fn allow_framing(&mut self, origin: &str) {
        for block in &mut self.header_blocks {
            block.headers.retain(|(name, _)| !name.eq_ignore_ascii_case("X-Frame-Options"));
        }
        for csp in self.security_policies() {
            let others = csp.split("; ").filter(|directive| !directive.starts_with("frame-ancestors"));
            *csp = others.chain([&*format!("frame-ancestors {origin}")]).collect::<Vec<_>>().join("; ");
        }
    }

    /// Allows pages to connect to `origin`, and to submit forms to it.
    pub fn allow_connections(&mut self, origin: &str) {
        for csp in self.security_policies() {
            let mut directives: Vec<String> = csp.split("; ").map(str::to_owned).collect();
            for name in ["connect-src", "form-action"] {
                let found = directives.iter().position(|directive| directive.split(' ').next() == Some(name));
                let at = found.unwrap_or_else(|| {
                    directives.push(format!("{name} 'self'"));
                    directives.len() - 1
                });
                directives[at].push(' ');
                directives[at].push_str(origin);
            }
            *csp = directives.join("; ");
        }
    }

    fn security_policies(&mut self) -> impl Iterator<Item = &mut String> {
        let headers = self.header_blocks.iter_mut().flat_map(|block| &mut block.headers);
        headers.filter(|(name, _)| name.eq_ignore_ascii_case(CONTENT_SECURITY_POLICY)).map(|(_, csp)| csp)
    }
}

/// Orders redirects so that every host obeys them alike. A redirect from `/a/` becomes two, from `/a/` and `/a`, as
/// hosts match paths exactly. A redirect is left out if an earlier one covers all its paths, as the first one applies.
/// Redirects with `*` go last, for two reasons. nginx prefers redirects of single paths, whatever the order. Cloudflare
/// allows fewer redirects with `*`, and counts every redirect after the first of them as one with `*`.
pub fn order_redirects(redirects: impl IntoIterator<Item = Redirect>) -> Vec<Redirect> {
    let (mut exact, mut patterns): (Vec<Redirect>, Vec<Redirect>) = Default::default();
    let mut known = FxHashSet::default();
    for redirect in redirects {
        // Without its slash, `/a*/` would be a pattern.
        let bare = redirect.from.strip_suffix('/').filter(|bare| !bare.is_empty() && !bare.ends_with('*'));
        for from in iter::once(redirect.from.as_str()).chain(bare) {
            if known.insert(from.to_owned()) && !patterns.iter().any(|pattern| covers(&pattern.from, from)) {
                let ordered = if from.ends_with('*') { &mut patterns } else { &mut exact };
                ordered.push(Redirect { from: from.to_owned(), ..redirect.clone() });
            }
        }
    }
    exact.extend(patterns);
    exact
}

/// Returns the fewest patterns that match all paths in `marked` and none in `others`. A path becomes `folder/*`, with
/// its outermost folder that contains none of `others`: `made/a/1` → `made/*`, or `made/a/*` if `others` has `made/2`.
/// A path without such a folder stays as it is.
pub fn find_patterns<'a>(
    marked: impl IntoIterator<Item = &'a str>,
    others: impl IntoIterator<Item = &'a str>,
) -> Vec<String> {
    let mut excluded = FxHashSet::default();
    for path in others {
        for folder in folders(path) {
            // If a folder is excluded already, so are the folders around it.
            if !excluded.insert(folder) {
                break;
            }
        }
    }
    let pattern = |path: &str| {
        let outermost = folders(path).filter(|folder| !excluded.contains(folder)).last();
        outermost.map_or_else(|| path.to_owned(), |folder| format!("{folder}/*"))
    };
    let patterns: BTreeSet<String> = marked.into_iter().map(pattern).collect();
    patterns.into_iter().collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A policy with two header blocks, of which the first has the given header, redirects, and a 404 page for `/ta/`.
    pub(in crate::output::hosts) fn policy(name: &str, value: &str) -> HostPolicy {
        let block = |path: &str, name: &str, value: &str| HeaderBlock {
            path: path.to_owned(),
            headers: vec![(name.to_owned(), value.to_owned())],
        };
        let redirect = |from: &str, to: &str| Redirect { from: from.to_owned(), to: to.to_owned(), status: 301 };
        HostPolicy {
            header_blocks: vec![block("/*", name, value), block("/made/*", "Cache-Control", IMMUTABLE)],
            redirects: order_redirects([redirect("/old/", "/new/"), redirect("/blog/*", "/articles/:splat")]),
            not_found_folders: vec!["/ta/".to_owned()],
        }
    }

    fn secured() -> HostPolicy {
        policy(CONTENT_SECURITY_POLICY, "default-src 'self'; form-action 'self'")
    }

    #[test]
    fn a_path_gets_the_headers_of_every_matching_block() {
        let names = |path: &str| {
            secured().headers(path).iter().map(|(name, value)| format!("{name}: {value}")).collect::<Vec<_>>()
        };
        let security = "Content-Security-Policy: default-src 'self'; form-action 'self'";
        assert_eq!(names("/made/a.avif"), [security, &format!("Cache-Control: {IMMUTABLE}")]);
        assert_eq!(names("/"), [security, &format!("Cache-Control: {REVALIDATE}")]);
    }

    #[test]
    fn redirects_append_the_matched_rest() {
        let check = |path: &str, expected: Option<&str>| {
            assert_eq!(secured().redirect(path), expected.map(|to| (301, to.to_owned())), "{path}");
        };
        check("/old/", Some("/new/"));
        check("/old", Some("/new/"));
        check("/old/x", None);
        check("/blog", None);
        check("/blog/a/b/", Some("/articles/a/b/"));
        check("/blog/ä b?", Some("/articles/%C3%A4%20b%3F"));
    }

    #[test]
    fn redirects_of_single_paths_go_first_unless_an_earlier_one_covers_them() {
        let check = |froms: &[&str], expected: &[&str]| {
            let redirect = |at: usize| Redirect { from: froms[at].to_owned(), to: format!("/{at}/"), status: 301 };
            let ordered = order_redirects((0..froms.len()).map(redirect));
            let found: Vec<String> =
                ordered.iter().map(|redirect| format!("{}{}", redirect.from, redirect.to)).collect();
            assert_eq!(found, expected, "{froms:?}");
        };
        check(&["/a/*", "/b/"], &["/b//1/", "/b/1/", "/a/*/0/"]);
        check(&["/a/*", "/a/b", "/a/c/*", "/a/"], &["/a/3/", "/a/*/0/"]);
        check(&["/a/b", "/a/*", "/a/b/"], &["/a/b/0/", "/a/*/1/"]);
        check(&["/", "/a", "/a"], &["//0/", "/a/1/"]);
        check(&["/a*/", "/ab"], &["/a*//0/", "/ab/1/"]);
    }

    #[test]
    fn an_origin_joins_the_allowed_sources() {
        let mut policy = secured();
        policy.allow_connections("http://127.0.0.1:4001");
        let expected =
            "default-src 'self'; form-action 'self' http://127.0.0.1:4001; connect-src 'self' http://127.0.0.1:4001";
        assert_eq!(policy.headers("/")[0].1, expected);
    }

    #[test]
    fn a_folder_of_marked_files_is_one_pattern() {
        let check = |marked: &[&str], others: &[&str], expected: &[&str]| {
            assert_eq!(find_patterns(marked.iter().copied(), others.iter().copied()), expected);
        };
        check(&["made/a/1", "made/b/2"], &["index.html"], &["made/*"]);
        check(&["css/a", "css/in/b"], &["css/c", "d"], &["css/a", "css/in/*"]);
        check(&["a"], &["b"], &["a"]);
        check(&[], &["b"], &[]);
    }
}
