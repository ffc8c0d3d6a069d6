//! The checks of finished HTML, made in one pass over each page:
//!
//! 1. `crate::html` splits the page into tags and text, and extracts references from the tags.
//! 2. `resolver` finds where each reference leads.
//! 3. `page` finds the mistakes within one page; `csp` collects the hashes for the security policy.
//! 4. `findings` holds the results as data with byte spans in the page, from which the caller makes diagnostics.
//! 5. Once all pages are known, `broken_links` checks the links to anchors of other pages, and suggests the URLs that
//!    were probably meant.
//!
//! Other outputs have checks of their own: `examine_data` for feeds, sitemaps and other XML and JSON, `style` for style
//! sheets, and `leak_scan` for every output. `page_weight` lists the resources that a page makes a browser load.

pub mod broken_links;
pub mod csp;
mod findings;
pub mod leak_scan;
pub mod page;
pub mod page_weight;
pub mod resolver;
pub mod style;

use crate::diagnostic::SpannedDiagnostic;
use crate::html::references::{self, Reference, ReferenceKind};
use crate::html::{self, ScanVisitor, Tag, XmlError};
use csp::{CspCollector, CspSources};
use findings::ExpectedAnchor;
use page::{ExpectedLanguage, HtmlChecker, problem};
use resolver::{BrokenReason, OutputId, Referrer, Resolution, Resolver};

pub use findings::{BrokenLink, FoundLink, PageFindings};

/// The extensions of files that hold JSON.
const JSON_EXTENSIONS: [&str; 5] = [".geojson", ".json", ".jsonld", ".map", ".webmanifest"];

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
    let mut examination = Examination {
        from,
        resolver,
        checker: HtmlChecker::new(page),
        csp: sources.map(|sources| CspCollector::new(page, sources)),
        lists_external,
        findings: PageFindings { output: from.output, ..PageFindings::default() },
    };
    html::scan(page, &mut examination);
    let Examination { checker, csp, mut findings, .. } = examination;
    (findings.problems, findings.anchors) = checker.finish(page, language);
    if let Some(csp) = csp {
        findings.problems.extend(csp.problems);
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

/// Returns the first syntax error of the XML or JSON output at `path`; `None` if it is well-formed, or of another type.
pub fn examine_data(path: &str, text: &str) -> Option<PageFindings> {
    let problem = if html::is_xml(path) {
        let XmlError { description, span, help } = html::xml_error(text)?;
        let message = format!("the output is not XML: {description}");
        problem::error("broken-xml", message, span, help)
    } else if JSON_EXTENSIONS.iter().any(|extension| path.ends_with(extension)) {
        examine_json(text)?
    } else {
        return None;
    };
    Some(PageFindings { output: OutputId::of(path), problems: vec![problem], ..PageFindings::default() })
}

/// Returns the first syntax error of a text that should be JSON.
fn examine_json(text: &str) -> Option<SpannedDiagnostic> {
    let (mut span, why) = problem::json_error(text)?;
    // If the text ends too early, its end is marked, without the white space after it.
    if text[span.start..].trim().is_empty() {
        span = text.trim_end().len()..text.trim_end().len();
    }
    let help = "print every value with the filter `json`, strings and HTML too, and a comma only between two items: `{% if not loop.last %},{% endif %}`";
    Some(problem::error("broken-json", format!("the output is not JSON: {why}"), span, help))
}

/// The visitor that passes each piece of one page to the checks.
struct Examination<'a, 'r, 's> {
    from: Referrer<'r>,
    resolver: &'r mut Resolver<'s>,
    checker: HtmlChecker<'a>,
    csp: Option<CspCollector<'a, 'r>>,
    lists_external: bool,
    findings: PageFindings,
}

impl<'a> ScanVisitor<'a> for Examination<'a, '_, '_> {
    fn start(&mut self, tag: &Tag<'a>) {
        references::extract(tag, |reference| self.collect_reference(reference));
        self.checker.start(tag);
        if let Some(csp) = &mut self.csp {
            csp.start(tag);
        }
    }

    fn end(&mut self, name: &'a str) {
        self.checker.end(name);
    }

    fn text(&mut self, text: &'a str) {
        self.checker.text(text);
    }

    fn raw(&mut self, text: &'a str, at: usize) {
        self.checker.raw(text, at);
        if let Some(csp) = &mut self.csp {
            csp.raw(text);
        }
    }
}

impl<'a> Examination<'a, '_, '_> {
    /// Resolves a reference, and collects it if it must be reported or checked later.
    fn collect_reference(&mut self, reference: Reference<'a>) {
        if let Some(csp) = &mut self.csp {
            csp.check_reference(&reference);
        }
        let resolution = self.resolver.resolve(self.from, &reference.url, reference.kind);
        self.findings.probes.extend(self.resolver.last_probe);
        match resolution {
            Resolution::Output { id: target, anchor: Some(anchor) } => {
                let link = reference.into();
                self.findings.expected_anchors.push(ExpectedAnchor { target, anchor, link });
            }
            Resolution::Nowhere(reason) => {
                self.findings.broken.push(BrokenLink::new(self.from.output, reference.into(), reason));
            }
            // The URL of a form accepts submissions only, so it is not listed as a link.
            Resolution::External if self.lists_external && reference.kind != ReferenceKind::Form => {
                self.findings.external.push(reference.into());
            }
            Resolution::External | Resolution::Other | Resolution::Ignored | Resolution::Output { .. } => {}
        }
    }
}

#[cfg(test)]
mod tests;
