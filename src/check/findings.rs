//! The findings of one page: diagnostics, broken links, and the anchors that can be checked only once all pages are
//! known.

use std::collections::BTreeMap;
use std::ops::Range;

use super::csp::CspHashes;
use super::resolver::{BrokenReason, OutputId, Probe};
use crate::diagnostic::{Diagnostic, SpannedDiagnostic};
use crate::html::references::{Reference, ReferenceKind};

/// The findings of one page, or of an output of data.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct PageFindings {
    pub output: OutputId,
    pub diagnostics: Vec<SpannedDiagnostic>,
    pub broken: Vec<BrokenLink>,
    /// The hashes that a security policy must allow; empty if the site has no policy.
    pub csp_hashes: CspHashes,
    /// The hashes of the page's anchors, sorted.
    pub(super) anchors: Box<[u64]>,
    /// The links to anchors of other pages.
    pub(super) expected_anchors: Vec<ExpectedAnchor>,
    /// The links to other hosts, if [`super::examine`] was called with `lists_external`.
    pub external: Vec<FoundLink>,
    /// The paths at which references were looked up, sorted and without repeats.
    pub probes: Vec<Probe>,
}

impl PageFindings {
    /// Maps the span of each finding to its span in `other`: the findings of another rendering of the same page.
    /// Returns `None` if the findings differ.
    pub fn spans_in(&self, other: &Self) -> Option<BTreeMap<(usize, usize), Range<usize>>> {
        let is_same = self.all().map(|(finding, _)| finding).eq(other.all().map(|(finding, _)| finding));
        let pairs = self.all().zip(other.all());
        is_same.then(|| pairs.map(|((_, own), (_, other))| ((own.start, own.end), other.clone())).collect())
    }

    /// Whether `is_searched` accepts one of the mistakes. Links to missing anchors of other pages are found later.
    pub fn has(&self, is_searched: impl Fn(&Diagnostic) -> bool) -> bool {
        self.diagnostics.iter().any(|(found, _)| is_searched(found))
            || self.broken.iter().any(|link| is_searched(&link.diagnostic()))
    }

    /// Lists all findings, each with its span. A finding is identified by a number for its kind and by its message or
    /// URL.
    fn all(&self) -> impl Iterator<Item = ((u8, &str), &Range<usize>)> {
        let diagnostics = self.diagnostics.iter().map(|(diagnostic, span)| ((0, &*diagnostic.message), span));
        let broken = self.broken.iter().map(|broken| ((1, &*broken.found.url), &broken.found.span));
        let expected = self.expected_anchors.iter().map(|expected| ((2, &*expected.link.url), &expected.link.span));
        let external = self.external.iter().map(|link| ((3, &*link.url), &link.span));
        diagnostics.chain(broken).chain(expected).chain(external)
    }
}

/// A link to an anchor of another page.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ExpectedAnchor {
    /// The output that must have the anchor.
    pub target: OutputId,
    /// The hash of the anchor.
    pub anchor: u64,
    pub link: FoundLink,
}

/// A reference as found in a page or style sheet.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FoundLink {
    /// The URL, character references decoded, without white space around it.
    pub url: Box<str>,
    pub span: Range<usize>,
    pub kind: ReferenceKind,
}

impl From<Reference<'_>> for FoundLink {
    fn from(Reference { url, span, kind, .. }: Reference<'_>) -> Self {
        Self { url: url.into(), span, kind }
    }
}

/// A reference that leads nowhere.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BrokenLink {
    /// The output that contains the reference.
    pub output: OutputId,
    pub found: FoundLink,
    pub reason: BrokenReason,
    /// The URL that was probably meant.
    pub suggestion: Option<String>,
}

impl BrokenLink {
    pub fn new(output: OutputId, found: FoundLink, reason: BrokenReason) -> Self {
        Self { output, found, reason, suggestion: None }
    }

    /// Returns the diagnostic, without a place.
    pub fn diagnostic(&self) -> Diagnostic {
        let FoundLink { url, kind, .. } = &self.found;
        let (message, help) = match self.reason {
            BrokenReason::NotFound => (
                format!("the {kind} `{url}` leads nowhere: the site has no such page or file"),
                "correct the address, add the page or file, or, if another system serves it, list it in `links.ignore`",
            ),
            BrokenReason::OutsideBase => (
                format!("the {kind} `{url}` leads out of the site's own path"),
                "let templates write addresses with `url(…)` or `asset(…)`, which put the site's path before them",
            ),
            BrokenReason::NoAnchor => (
                format!("the {kind} `{url}` leads to a heading or place that the target page does not have"),
                "correct what follows the `#`, or give this id to the heading or element that is meant",
            ),
            BrokenReason::Empty => {
                (format!("the address of a {kind} is empty"), "fill in the address, or leave the attribute out")
            }
            BrokenReason::Malformed => (
                format!("the {kind} `{url}` is not a valid URL"),
                "write `https://` and the host, or a path that begins with `/`",
            ),
        };
        let suggestion = self.suggestion.as_ref().map(|meant| format!("did you mean `{meant}`?"));
        Diagnostic::error("broken-link", message).help(suggestion.unwrap_or_else(|| help.to_owned()))
    }
}
