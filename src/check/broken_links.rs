//! The checks of links that need all pages: missing anchors on other pages, and suggestions for broken links.

use rustc_hash::FxHashMap;

use super::findings::{BrokenLink, PageFindings};
use super::resolver::{BrokenReason, OutputId, Referrer, Resolution, Resolver};
use crate::diagnostic::closest;
use crate::html::references::ReferenceKind;
use crate::route::{readable_url, relative_route};

/// Finds the links to anchors that other pages lack. Anchors of pages that were not examined are assumed to exist.
pub fn find_missing_anchors(findings: &[&PageFindings]) -> Vec<BrokenLink> {
    let anchors: FxHashMap<OutputId, &[u64]> = findings.iter().map(|page| (page.output, &*page.anchors)).collect();
    let is_missing =
        |output: OutputId, anchor: u64| anchors.get(&output).is_some_and(|list| list.binary_search(&anchor).is_err());
    let mut broken = Vec::new();
    for page in findings {
        let missing = page.expected_anchors.iter().filter(|expected| is_missing(expected.target, expected.anchor));
        broken.extend(missing.map(|anchor| BrokenLink::new(page.output, anchor.link.clone(), BrokenReason::NoAnchor)));
    }
    broken
}

/// The maximum number of different URLs for which suggestions are searched. One misspelt link is often on every page; a
/// site with more different broken URLs has another mistake than spelling.
const MAX_SUGGESTION_LOOKUPS: usize = 100;

/// Sets the suggestion of broken links whose URLs resemble the URL of an output, for at most `MAX_SUGGESTION_LOOKUPS`
/// different URLs. `paths` are the paths of all outputs; `route_of` returns the route of an output.
pub fn add_suggestions<'r>(
    broken: &mut [BrokenLink],
    resolver: &mut Resolver<'_>,
    paths: &(impl Iterator<Item = &'r str> + Clone),
    route_of: impl Fn(OutputId) -> &'r str,
) {
    let mut suggestions: FxHashMap<String, Option<String>> = FxHashMap::default();
    for link in broken {
        if !matches!(link.reason, BrokenReason::NotFound | BrokenReason::OutsideBase) {
            continue;
        }
        let from = Referrer { route: route_of(link.output), output: link.output };
        let Ok(path) = resolver.path_of(from, &link.found.url) else { continue };
        if let Some(meant) = suggestions.get(&path) {
            link.suggestion.clone_from(meant);
        } else if suggestions.len() < MAX_SUGGESTION_LOOKUPS {
            link.suggestion = find_suggestion(resolver, from, &path, paths.clone());
            suggestions.insert(path, link.suggestion.clone());
        }
    }
}

/// Returns the URL of an output that was probably meant by `path`, an absolute path on this host.
fn find_suggestion<'p>(
    resolver: &mut Resolver<'_>,
    from: Referrer<'_>,
    path: &str,
    paths: impl Iterator<Item = &'p str>,
) -> Option<String> {
    let base = resolver.base().to_owned();
    let Some(relative) = path.strip_prefix(&base) else {
        let inside = readable_url(&format!("{base}{}", path.trim_start_matches('/')));
        let exists = matches!(resolver.resolve(from, &inside, ReferenceKind::Page), (Resolution::Output { .. }, _));
        return exists.then_some(inside);
    };
    // Comparing lengths first is faster. `closest` allows at most four edits, and `wanted` may have one character more
    // than `relative`.
    let length = relative.chars().count();
    let has_similar_length = |path: &&str| path.chars().count().abs_diff(length) <= 5;
    let paths = paths.map(relative_route).filter(has_similar_length);
    let is_file = relative.rsplit('/').next().is_some_and(|name| name.contains('.'));
    let wanted = if is_file { relative.to_owned() } else { format!("{}/", relative.trim_end_matches('/')) };
    closest(&wanted, paths).map(|path| readable_url(&format!("{base}{path}")))
}
