//! The checks of links that need all pages: missing anchors on other pages, and suggestions for broken links.

use rustc_hash::{FxHashMap, FxHashSet};

use super::findings::{BrokenLink, PageFindings};
use super::resolver::{BrokenReason, OutputLookup, Referrer, Resolution, Resolver};
use crate::diagnostic::closest;
use crate::html::references::ReferenceKind;

/// Finds the links to anchors that other pages lack. Anchors of pages that were not examined are assumed to exist.
pub fn find_missing_anchors(findings: &[&PageFindings]) -> Vec<BrokenLink> {
    let targets: FxHashSet<usize> =
        findings.iter().flat_map(|page| page.expected_anchors.iter().map(|link| link.output)).collect();
    let linked_pages = findings.iter().filter(|page| targets.contains(&page.output));
    let anchors: FxHashMap<usize, &[u64]> = linked_pages.map(|page| (page.output, &*page.anchors)).collect();
    let is_missing =
        |output: usize, anchor: u64| anchors.get(&output).is_some_and(|list| list.binary_search(&anchor).is_err());
    let mut broken = Vec::new();
    for page in findings {
        for link in page.expected_anchors.iter().filter(|link| is_missing(link.output, link.anchor)) {
            broken.push(BrokenLink {
                output: page.output,
                url: link.url.to_string(),
                span: link.span.clone(),
                kind: link.kind,
                reason: BrokenReason::NoAnchor,
                suggestion: None,
            });
        }
    }
    broken
}

/// The number of different URLs for which suggestions are searched. One broken link is often on every page; a site with
/// more different ones has another problem than spelling.
const MAX_SUGGESTION_LOOKUPS: usize = 100;

/// Adds the URLs that were probably meant. `route_of` returns the route of an output by its number.
pub fn add_suggestions<'r, S: OutputLookup + ?Sized>(
    broken: &mut [BrokenLink],
    resolver: &mut Resolver<'_, S>,
    route_of: impl Fn(usize) -> &'r str,
) {
    let mut known: FxHashMap<String, Option<String>> = FxHashMap::default();
    for link in
        broken.iter_mut().filter(|link| matches!(link.reason, BrokenReason::NotFound | BrokenReason::OutsideBase))
    {
        let from = Referrer { route: route_of(link.output), output: link.output };
        let Some(path) = resolver.path_of(from, &link.url) else { continue };
        let is_full = known.len() >= MAX_SUGGESTION_LOOKUPS;
        link.suggestion = match known.get(&path) {
            Some(meant) => meant.clone(),
            None if is_full => None,
            None => known.entry(path.clone()).or_insert_with(|| find_suggestion(resolver, from, &path)).clone(),
        };
    }
}

/// Finds the URL that was probably meant by `path`, an absolute path on this host.
fn find_suggestion<S: OutputLookup + ?Sized>(
    resolver: &mut Resolver<'_, S>,
    from: Referrer<'_>,
    path: &str,
) -> Option<String> {
    let base = resolver.base().to_owned();
    let Some(below) = path.strip_prefix(&base) else {
        let inside = format!("{base}{}", path.trim_start_matches('/'));
        let exists = matches!(resolver.resolve(from, &inside, ReferenceKind::Page), Resolution::Output { .. });
        return exists.then_some(inside);
    };
    let page = format!("{}/", below.trim_end_matches('/'));
    let is_near = |path: &&str| path.len().abs_diff(below.len()) <= 5;
    let paths = resolver.site().paths().map(|path| path.strip_suffix("index.html").unwrap_or(path)).filter(is_near);
    let wanted = if below.ends_with('/') || !below.rsplit('/').next().is_some_and(|name| name.contains('.')) {
        &page
    } else {
        below
    };
    closest(wanted, paths).map(|path| format!("{base}{path}"))
}
