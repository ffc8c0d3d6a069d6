//! The renderer of stale pages: renders, minifies, checks and writes each page of a batch. Pages are rendered in
//! parallel and not kept, so that only a few are in memory at a time.

use rayon::prelude::*;

use super::images::ImageRequests;
use super::job::Job;
use super::output_writer::OutputWriter;
use super::pages::{CheckedPage, PageRecord};
use super::prepare::Prepared;
use super::search_files::SearchedPages;
use crate::check::page::ExpectedLanguage;
use crate::check::resolver::{OutputId, OutputLookup, Referrer, Resolver};
use crate::check::{self, PageFindings};
use crate::config::OUTPUT;
use crate::content::diagnostic_rules::SeverityRule;
use crate::diagnostic::{Diagnostic, Place};
use crate::html::minify;
use crate::language::is_tag;
use crate::render::{PageOutcome, Rendered, Renderer};
use crate::site::plan::PageIndex;
use crate::snapshot::Read;

/// The maximum number of pages that a thread takes at once. With more, threads would idle while another one renders its
/// last pages.
const MAX_PAGES_PER_TASK: usize = 16;

pub struct PageRenderer<'a> {
    pub prepared: &'a Prepared,
    pub renderer: Renderer,
    requests: &'a ImageRequests,
    writer: &'a OutputWriter<'a>,
    /// `None` if the site has no search.
    searched_pages: Option<SearchedPages<'a>>,
    /// Whether external links are listed, so that they can be checked.
    lists_external: bool,
}

/// Looks up paths among the outputs of the index and the images that pages request.
impl OutputLookup for PageRenderer<'_> {
    fn has(&self, path: &str) -> bool {
        self.prepared.index.has(path) || self.requests.has(path)
    }

    fn is_ignored(&self, path: &str) -> bool {
        self.prepared.index.is_ignored(path)
    }
}

/// The result of rendering a page, without its HTML.
pub struct RenderedPage {
    pub index: PageIndex,
    pub record: PageRecord,
    /// The page's reads; empty in a build that does not record them.
    pub reads: Vec<Read>,
    /// Diagnostics of the content that the page shows, leaks, and failed writes.
    pub content_diagnostics: Vec<Diagnostic>,
    /// Errors of the page's template and of components.
    pub failures: Vec<Diagnostic>,
}

impl RenderedPage {
    /// Whether rendering or checking the page found an error of a code for which there is no rule. The globs of the
    /// rules are ignored, because the file and the pages of a mistake are known only once all mistakes are placed.
    pub fn has_errors(&self, rules: &[SeverityRule]) -> bool {
        let is_error = |found: &Diagnostic| found.is_error() && rules.iter().all(|rule| rule.code != found.code);
        self.content_diagnostics.iter().chain(&self.failures).any(is_error)
            || self.record.checked.as_ref().is_some_and(|page| page.findings.has(is_error))
    }
}

impl<'a> PageRenderer<'a> {
    pub fn new(job: &Job, prepared: &'a Prepared, requests: &'a ImageRequests, writer: &'a OutputWriter<'a>) -> Self {
        Self {
            prepared,
            renderer: Renderer::new(prepared.snapshot.clone(), job.is_incremental),
            requests,
            writer,
            searched_pages: SearchedPages::of(&prepared.snapshot.site().content.settings),
            lists_external: job.config.external.is_some(),
        }
    }

    pub fn resolver(&self) -> Resolver<'_> {
        Resolver::new(self, &self.prepared.index.base_url)
    }

    pub fn render(&self, pages: Vec<PageIndex>) -> Vec<RenderedPage> {
        let render = |resolver: &mut Resolver, index: PageIndex| self.render_page(resolver, index);
        let render_all = |pages: Vec<PageIndex>| -> Vec<RenderedPage> {
            let pages = pages.into_par_iter().with_max_len(MAX_PAGES_PER_TASK);
            pages.map_init(|| self.resolver(), render).collect()
        };
        let plan = self.prepared.snapshot.plan();
        // A list of many entries takes long. Rendered last, it would keep one thread busy while the others idle.
        let (lists, others): (Vec<_>, Vec<_>) = pages.into_iter().partition(|&index| plan.is_list(index));
        let (mut rendered, others) = rayon::join(|| render_all(lists), || render_all(others));
        rendered.extend(others);
        rendered
    }

    fn render_page(&self, resolver: &mut Resolver, index: PageIndex) -> RenderedPage {
        let Rendered { text, reads, outcome } = self.renderer.render_page(index);
        let PageOutcome { derived, mut content_diagnostics, failures, .. } = outcome;
        self.requests.add(index, &derived);
        let mut record = PageRecord { derived, ..PageRecord::default() };
        let page = &self.prepared.snapshot.plan().pages[index];
        let output = &page.output;
        let is_minified = self.prepared.snapshot.site().content.settings.output.minify && output.ends_with(".html");
        let text = if is_minified { text.as_deref().map(minify) } else { text };
        if let Some(text) = &text {
            record.checked = self.check_page(index, text, resolver);
            record.words = self.searched_pages.as_ref().and_then(|searched| searched.collect_words(page, text));
            if !page.is_case_duplicate || self.writer.sink.is_case_sensitive() {
                content_diagnostics.extend(self.writer.put_page(output, text));
            }
        }
        record.has_mistakes = text.is_none() || !content_diagnostics.is_empty() || !failures.is_empty();
        RenderedPage { index, record, reads, content_diagnostics, failures }
    }

    /// Finds the problems of an output by `examine`, and the place of each diagnostic in the output.
    fn check_page(&self, index: PageIndex, text: &str, resolver: &mut Resolver<'_>) -> Option<CheckedPage> {
        let output = &self.prepared.snapshot.plan().pages[index].output;
        let findings = self.examine(index, text, resolver)?;
        let spans = findings.diagnostics.iter().map(|(_, span)| span.clone());
        let places = spans.map(|span| Place::new(format!("{OUTPUT}/{output}"), text, span)).collect();
        Some(CheckedPage { findings, places })
    }

    /// Finds the problems of an HTML page, or of an XML or JSON output. Returns `None` for an XML or JSON output
    /// without problems, and for other outputs.
    pub fn examine(&self, index: PageIndex, text: &str, resolver: &mut Resolver<'_>) -> Option<PageFindings> {
        let Prepared { snapshot, index: outputs, .. } = self.prepared;
        let page = &snapshot.plan().pages[index];
        if page.output.ends_with(".html") {
            let referrer = Referrer { route: &page.route, output: OutputId::of(&page.output) };
            let csp_sources = outputs.csp_sources.as_ref();
            let language = &snapshot.site().content.settings.languages[page.language];
            let direction = language.rules.direction();
            let expected = is_tag(&language.tag).then_some(ExpectedLanguage { tag: &language.tag, direction });
            Some(check::examine(text, expected, referrer, resolver, csp_sources, self.lists_external))
        } else {
            check::examine_data(&page.output, text)
        }
    }
}
