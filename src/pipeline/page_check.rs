//! The check of each finished page. References are looked up among all outputs.

use super::images::ImageRequests;
use super::job::Job;
use super::output_index::OutputIndex;
use super::prepare::Prepared;
use crate::check::page::ExpectedLanguage;
use crate::check::resolver::{OutputId, OutputLookup, Referrer, Resolver};
use crate::check::{self, PageFindings};
use crate::config::OUTPUT;
use crate::diagnostic::{Place, SpannedDiagnostic};
use crate::language::is_tag;
use crate::site::plan::PageIndex;
use crate::snapshot::Snapshot;

/// The checker of pages; threads share it while they render.
pub struct PageChecker<'a> {
    snapshot: &'a Snapshot,
    index: &'a OutputIndex,
    requests: &'a ImageRequests,
    /// Whether external links are listed, so that they can be checked.
    lists_external: bool,
}

/// Looks up paths among the outputs of the index and the images that pages request.
impl OutputLookup for PageChecker<'_> {
    fn has(&self, path: &str) -> bool {
        self.index.has(path) || self.requests.has(path)
    }

    fn is_ignored(&self, path: &str) -> bool {
        self.index.is_ignored(path)
    }
}

#[derive(Debug)]
pub struct CheckedPage {
    pub findings: PageFindings,
    /// The place of each problem in the finished page.
    pub places: Vec<Place>,
}

impl CheckedPage {
    /// Whether the page has errors. Links to missing anchors are not among them: only all pages together show those.
    pub fn has_errors(&self) -> bool {
        !self.findings.broken.is_empty() || self.findings.problems.iter().any(|(problem, _)| problem.is_error())
    }
}

impl<'a> PageChecker<'a> {
    pub fn new(job: &Job, prepared: &'a Prepared, requests: &'a ImageRequests) -> Self {
        let lists_external = job.config.external.is_some();
        Self { snapshot: &prepared.snapshot, index: &prepared.index, requests, lists_external }
    }

    pub fn resolver(&self) -> Resolver<'_> {
        Resolver::new(self, &self.index.base_url)
    }

    /// Finds the problems of an output as `examine` does, and their places.
    pub fn check_page(&self, index: PageIndex, text: &str, resolver: &mut Resolver<'_>) -> Option<CheckedPage> {
        let output = &self.snapshot.plan().pages[index].output;
        let findings = self.examine(index, text, resolver)?;
        let place = |(_, span): &SpannedDiagnostic| Place::new(format!("{OUTPUT}/{output}"), text, span.clone());
        let places = findings.problems.iter().map(place).collect();
        Some(CheckedPage { findings, places })
    }

    /// Finds the problems of an HTML page, or of an XML or JSON output. Returns `None` for other outputs.
    pub fn examine(&self, index: PageIndex, text: &str, resolver: &mut Resolver<'_>) -> Option<PageFindings> {
        let page = &self.snapshot.plan().pages[index];
        if page.output.ends_with(".html") {
            let referrer = Referrer { route: &page.route, output: OutputId::of(&page.output) };
            let csp_sources = self.index.csp_sources.as_ref();
            let language = &self.snapshot.site().content.settings.languages[page.language];
            let direction = language.rules.direction();
            let expected = is_tag(&language.tag).then_some(ExpectedLanguage { tag: &language.tag, direction });
            Some(check::examine(text, expected, referrer, resolver, csp_sources, self.lists_external))
        } else {
            check::examine_data(&page.output, text)
        }
    }
}
