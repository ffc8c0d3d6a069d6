//! The checks of finished HTML. Steps 1 to 4 are one pass over each page:
//!
//! 1. `crate::html` splits the page into tags and text, and extracts references from the tags.
//! 2. `resolver` finds where each reference leads.
//! 3. `page` finds the mistakes within one page; `csp` collects the hashes for the security policy.
//! 4. `findings` holds the results with byte spans in the page. The caller turns the spans into places.
//! 5. Once all pages are known, `broken_links` checks the links to anchors of other pages, and suggests the URLs that
//!    were probably meant.
//!
//! Other outputs have checks of their own: `data` for feeds, sitemaps and other XML and JSON, `style` for style sheets,
//! and `leak_scan` for every output. `page_weight` lists the resources that a page makes a browser load.

pub mod broken_links;
pub mod csp;
mod data;
mod findings;
pub mod leak_scan;
pub mod page;
pub mod page_weight;
pub mod resolver;
mod spanned;
pub mod style;

use crate::html::references::{self, Reference, ReferenceKind};
use crate::html::{Token, scan};
use csp::{CspCollector, CspSources};
use findings::ExpectedAnchor;
use page::{ExpectedLanguage, HtmlChecker};
use resolver::{BrokenReason, Referrer, Resolution, Resolver};

pub use data::examine_data;
pub use findings::{BrokenLink, FoundLink, PageFindings};

/// Examines one page and returns its findings. `language` is the language that the page should be in, if it is known.
/// `sources` are the origins that the security policy allows, if the site has a policy. With `lists_external`, the
/// findings include the links to other hosts.
pub fn examine(
    page: &str,
    language: Option<ExpectedLanguage<'_>>,
    from: Referrer<'_>,
    resolver: &mut Resolver<'_>,
    sources: Option<&CspSources>,
    lists_external: bool,
) -> PageFindings {
    let mut findings = PageFindings { output: from.output, ..PageFindings::default() };
    let mut checker = HtmlChecker::new(page);
    let mut csp = sources.map(CspCollector::new);
    scan(page, |token| {
        if let Token::Start(tag) = token {
            references::extract(tag, |reference| {
                if let Some(csp) = &mut csp {
                    csp.check_reference(tag, &reference);
                }
                let (resolution, probe) = resolver.resolve(from, &reference.url, reference.kind);
                findings.probes.extend(probe);
                collect_reference(reference, resolution, lists_external, &mut findings);
            });
        }
        checker.read(&token);
        if let Some(csp) = &mut csp {
            csp.read(&token);
        }
    });
    (findings.diagnostics, findings.anchors) = checker.finish(language);
    if let Some(csp) = csp {
        findings.diagnostics.extend(csp.diagnostics);
        findings.csp_hashes = csp.hashes;
    }
    let is_own = |expected: &ExpectedAnchor| expected.target == from.output;
    let (own, others): (Vec<_>, Vec<_>) = findings.expected_anchors.into_iter().partition(is_own);
    findings.expected_anchors = others;
    let missing = own.into_iter().filter(|expected| findings.anchors.binary_search(&expected.anchor).is_err());
    let broken = missing.map(|expected| BrokenLink::new(from.output, expected.link, BrokenReason::NoAnchor));
    findings.broken.extend(broken);
    findings.probes.sort_unstable();
    findings.probes.dedup();
    findings.probes.shrink_to_fit();
    findings
}

/// Collects a reference that must be reported or checked later.
fn collect_reference(
    reference: Reference<'_>,
    resolution: Resolution,
    lists_external: bool,
    findings: &mut PageFindings,
) {
    match resolution {
        Resolution::Output { id: target, anchor: Some(anchor) } => {
            findings.expected_anchors.push(ExpectedAnchor { target, anchor, link: reference.into() });
        }
        Resolution::Nowhere(reason) => {
            findings.broken.push(BrokenLink::new(findings.output, reference.into(), reason));
        }
        // The URL of a form accepts submissions only, so it is not listed as a link.
        Resolution::External if lists_external && reference.kind != ReferenceKind::Form => {
            findings.external.push(reference.into());
        }
        Resolution::External | Resolution::Ignored | Resolution::Output { .. } => {}
    }
}

#[cfg(test)]
mod tests;
