//! References that lead nowhere: those to anchors of other pages, which show once all pages are known; and what was meant.

use std::ops::Range;

use rustc_hash::{FxHashMap, FxHashSet};

use super::Findings;
use super::links::{Kind, Reference};
use super::targets::{Origin, Reason, Resolver, Site, Target};
use crate::diagnostic::closest;

/// A reference that leads nowhere.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Broken {
    /// The number of the output that it stands in.
    pub output: usize,
    /// As a visitor's browser reads it.
    pub url: String,
    /// Where it stands in the page, in bytes.
    pub span: Range<usize>,
    pub kind: Kind,
    pub reason: Reason,
    /// An address that was probably meant.
    pub suggestion: Option<String>,
}

impl Broken {
    pub(super) fn new(from: Origin<'_>, reference: &Reference<'_>, reason: Reason) -> Self {
        Self {
            output: from.output,
            url: reference.url.clone().into_owned(),
            span: reference.span.clone(),
            kind: reference.kind,
            reason,
            suggestion: None,
        }
    }

    /// What is wrong, one sentence without a full stop.
    pub fn message(&self) -> String {
        let (kind, url) = (self.kind, &self.url);
        match self.reason {
            Reason::NotFound => format!("the {kind} `{url}` leads nowhere: the site has no such page or file"),
            Reason::OutsideBase => format!("the {kind} `{url}` leads out of the site's own path"),
            Reason::NoAnchor => format!("the {kind} `{url}` leads to a place that its page does not have"),
            Reason::Empty => format!("the address of a {kind} is empty"),
            Reason::Malformed => format!("the {kind} `{url}` is no address"),
        }
    }

    /// What to do.
    pub fn help(&self) -> String {
        if let Some(meant) = &self.suggestion {
            return format!("did you mean `{meant}`?");
        }
        match self.reason {
            Reason::NotFound => {
                "correct the address, add the page or file, or, if another system serves it, list it in `links.ignore`"
            }
            Reason::OutsideBase => {
                "let templates write addresses with `url(…)` or `asset(…)`, which put the site's path before them"
            }
            Reason::NoAnchor => "give the element or heading that is meant this id, or correct what follows the `#`",
            Reason::Empty => "fill in the address, or leave the attribute out",
            Reason::Malformed => "write `https://` and the host, or a path that begins with `/`",
        }
        .to_owned()
    }
}

/// The links to anchors of other pages that those do not have. Pages that were not examined are taken on trust.
pub fn verify(findings: &[&Findings]) -> Vec<Broken> {
    let awaited: FxHashSet<usize> =
        findings.iter().flat_map(|page| page.awaited.iter().map(|link| link.output)).collect();
    let wanted = findings.iter().filter(|page| awaited.contains(&page.output));
    let anchors: FxHashMap<usize, &[u64]> = wanted.map(|page| (page.output, &*page.anchors)).collect();
    let is_missing =
        |output: usize, anchor: u64| anchors.get(&output).is_some_and(|list| list.binary_search(&anchor).is_err());
    let mut broken = Vec::new();
    for page in findings {
        for link in page.awaited.iter().filter(|link| is_missing(link.output, link.anchor)) {
            broken.push(Broken {
                output: page.output,
                url: link.url.to_string(),
                span: link.span.clone(),
                kind: link.kind,
                reason: Reason::NoAnchor,
                suggestion: None,
            });
        }
    }
    broken
}

/// As many different addresses are looked up for suggestions: one broken link is often on every page, and a site with
/// more different ones has another trouble than spelling.
const SUGGESTIONS: usize = 100;

/// Adds what was probably meant. `route_of` gives the route of an output by its number.
pub fn suggest<'r, S: Site + ?Sized>(
    broken: &mut [Broken],
    resolver: &mut Resolver<'_, S>,
    route_of: impl Fn(usize) -> &'r str,
) {
    let mut known: FxHashMap<String, Option<String>> = FxHashMap::default();
    for link in broken.iter_mut().filter(|link| matches!(link.reason, Reason::NotFound | Reason::OutsideBase)) {
        let from = Origin { route: route_of(link.output), output: link.output };
        let Some(path) = resolver.path_of(from, &link.url) else { continue };
        let full = known.len() >= SUGGESTIONS;
        link.suggestion = match known.get(&path) {
            Some(meant) => meant.clone(),
            None if full => None,
            None => known.entry(path.clone()).or_insert_with(|| meant(resolver, from, &path)).clone(),
        };
    }
}

/// What `path`, as on this host, was probably meant to be.
fn meant<S: Site + ?Sized>(resolver: &mut Resolver<'_, S>, from: Origin<'_>, path: &str) -> Option<String> {
    let base = resolver.base().to_owned();
    let Some(below) = path.strip_prefix(&base) else {
        let inside = format!("{base}{}", path.trim_start_matches('/'));
        let exists = matches!(resolver.resolve(from, &inside, Kind::Page), Target::Output { .. });
        return exists.then_some(inside);
    };
    let page = format!("{}/", below.trim_end_matches('/'));
    let near = |address: &&str| address.len().abs_diff(below.len()) <= 5;
    let addresses = resolver.site().paths().map(|path| path.strip_suffix("index.html").unwrap_or(path)).filter(near);
    let wanted = if below.ends_with('/') || !below.rsplit('/').next().is_some_and(|name| name.contains('.')) {
        &page
    } else {
        below
    };
    closest(wanted, addresses).map(|address| format!("{base}{address}"))
}
