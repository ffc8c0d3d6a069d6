//! The check of the whole site, once all pages are finished: reports each mistake once, however many pages show it, at
//! the place in the sources where it can be corrected.
//!
//! HTML does not say which file a text came from. Pages with mistakes are therefore rendered once more, with marks
//! that do (`Renderer::trace`).

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;
use std::sync::Arc;

use rayon::prelude::*;

use super::output_index::OutputIndex;
use super::page_check::{CheckedPage, PageChecker};
use super::page_renderer::PageRenderer;
use super::pages::Pages;
use super::prepare::Prepared;
use crate::check::page::PageProblem;
use crate::check::resolver::{BrokenReason, OutputId};
use crate::check::{BrokenLink, ExternalLink, PageFindings, broken_links};
use crate::config::OUTPUT;
use crate::diagnostic::{Diagnostic, Place, closest};
use crate::markdown::Heading;
use crate::render::{Renderer, Traced};
use crate::route;
use crate::site::plan::{PageIndex, PageSubject, Plan};
use crate::snapshot::Snapshot;

/// The checker of the whole site.
pub struct SiteChecker<'a> {
    snapshot: &'a Snapshot,
    index: &'a OutputIndex,
    checker: &'a PageChecker<'a>,
    renderer: &'a Renderer,
    pages: Vec<(PageIndex, &'a CheckedPage)>,
}

impl<'a> SiteChecker<'a> {
    pub fn new(prepared: &'a Prepared, renderer: &'a PageRenderer<'a>, pages: &'a Pages) -> Self {
        Self {
            snapshot: &prepared.snapshot,
            index: &prepared.index,
            checker: &renderer.checker,
            renderer: &renderer.renderer,
            pages: pages.checked().collect(),
        }
    }

    /// Finds broken links.
    fn broken_links(&self) -> Vec<LinkMistake> {
        let findings: Vec<&PageFindings> = self.pages.iter().map(|(_, page)| &page.findings).collect();
        let mut broken = broken_links::find_missing_anchors(&findings);
        broken.extend(findings.iter().flat_map(|findings| findings.broken.iter().cloned()));
        broken.sort_by_key(|link| (self.index.page(link.output), link.span.start));
        let route_of = |output: OutputId| &*self.snapshot.plan().pages[self.index.page(output)].route;
        broken_links::add_suggestions(&mut broken, &mut self.checker.resolver(), &self.index.paths(), route_of);
        let mistake = |mut link: BrokenLink| {
            let page = self.index.page(link.output);
            if link.reason == BrokenReason::NoAnchor {
                link.suggestion = self.suggest_heading(page, &link);
            }
            let diagnostic = Diagnostic::error("broken-link", link.message()).help(link.help());
            LinkMistake { page, url: link.url, span: link.span, diagnostic }
        };
        broken.into_iter().map(mistake).collect()
    }

    /// Lists the problems of single pages, each with its place in the finished page.
    fn page_problems(&self) -> Vec<(PageIndex, &'a PageProblem, &'a Place)> {
        let problems = self.pages.iter().flat_map(|&(index, page)| {
            page.findings.problems.iter().zip(&page.places).map(move |(problem, place)| (index, problem, place))
        });
        let mut problems: Vec<_> = problems.collect();
        problems.sort_by_key(|(page, problem, _)| (*page, problem.span.start));
        problems
    }

    /// Reports broken links, and the problems of single pages.
    pub fn check(&self) -> (Vec<Diagnostic>, Vec<Diagnostic>) {
        let (links, problems) = (self.broken_links(), self.page_problems());
        let by_links = links.iter().map(|link| (link.page, link.diagnostic.message.as_str()));
        let by_problems = problems.iter().map(|(page, problem, _)| (*page, problem.message.as_str()));
        let mut traces = self.trace(by_links.chain(by_problems).collect());
        let links = self.place_links(links, &mut traces);
        let problems = problems.into_iter().map(|(page, problem, in_output)| {
            let diagnostic = Diagnostic::new(problem.severity, problem.code, &*problem.message).help(problem.help);
            let marked_text = &in_output.text[in_output.mark.clone()];
            let placed = match traces.place(page, &diagnostic, &problem.span, &[marked_text]) {
                Some(place) => diagnostic.at(place),
                None => diagnostic.at(in_output.clone()).note(self.describe_sources(page)),
            };
            (page, placed)
        });
        (links, merge_by_mistake(problems.collect(), self.snapshot.plan()))
    }

    /// Lists the external links in the order of the pages.
    pub fn external_links(&self) -> Vec<(PageIndex, &'a ExternalLink)> {
        let links_of = |&(index, page): &(PageIndex, &'a CheckedPage)| {
            page.findings.external.iter().map(move |link| (index, link))
        };
        let mut links: Vec<_> = self.pages.iter().flat_map(links_of).collect();
        links.sort_by_key(|(page, link)| (*page, link.span.start));
        links
    }

    /// Places diagnostics of external links, each of which several pages may show.
    pub fn place_external(&self, mistakes: Vec<(Diagnostic, Vec<(PageIndex, &ExternalLink)>)>) -> Vec<Diagnostic> {
        let links = mistakes.into_iter().flat_map(|(diagnostic, links)| {
            links.into_iter().map(move |(page, link)| LinkMistake {
                page,
                url: link.url.to_string(),
                span: link.span.clone(),
                diagnostic: diagnostic.clone(),
            })
        });
        let mut links: Vec<LinkMistake> = links.collect();
        links.sort_by_key(|link| (link.page, link.span.start));
        let mut traces = self.trace(links.iter().map(|link| (link.page, link.diagnostic.message.as_str())).collect());
        self.place_links(links, &mut traces)
    }

    /// Places each mistake where its link is written: one diagnostic for each place, with the pages that show it.
    fn place_links(&self, links: Vec<LinkMistake>, traces: &mut Traces) -> Vec<Diagnostic> {
        let base_path = &self.snapshot.site().content.settings.base_path;
        let placed = links.into_iter().map(|LinkMistake { page, url, span, diagnostic }| {
            let placed = match traces.place(page, &diagnostic, &span, &written_forms(&url, base_path)) {
                Some(place) => diagnostic.at(place),
                None => diagnostic.note(self.describe_sources(page)),
            };
            (page, placed)
        });
        merge_by_mistake(placed.collect(), self.snapshot.plan())
    }

    /// Renders pages with mistakes once more, to find the source of each mistake.
    fn trace(&self, mistakes: Vec<(PageIndex, &str)>) -> Traces {
        let pages = choose_traced(mistakes);
        let traced: Vec<_> = self.pages.iter().filter(|(page, _)| pages.contains(page)).collect();
        let locator = |page: PageIndex, checked: &CheckedPage| {
            let trace = self.renderer.trace(page)?;
            let rerendered = self.checker.examine(page, &trace.html, &mut self.checker.resolver())?;
            let spans = checked.findings.spans_in(&rerendered)?;
            Some(Locator { trace, spans })
        };
        let traces = traced.into_par_iter().map(|&(page, checked)| (page, locator(page, checked)));
        Traces { pages: traces.collect(), first: BTreeMap::new() }
    }

    /// Names the sources of a page, for a mistake whose place could not be traced.
    fn describe_sources(&self, page: PageIndex) -> String {
        let page = &self.snapshot.plan().pages[page];
        match page.subject {
            PageSubject::Entry(entry) => {
                format!("made from {} and templates/{}", self.snapshot.site().entry(entry).file.file, page.template)
            }
            _ => format!("made from templates/{}", page.template),
        }
    }

    /// Suggests the heading that a broken anchor probably means.
    fn suggest_heading(&self, page: PageIndex, link: &BrokenLink) -> Option<String> {
        let (path, anchor) = link.url.split_once('#')?;
        let (site, plan) = (self.snapshot.site(), self.snapshot.plan());
        let decoded = || route::decode(route::without_base(path, &site.content.settings.base_path));
        let target = if path.is_empty() { page } else { plan.page_at(&route::normalize(&decoded()).ok()?)? };
        let PageSubject::Entry(entry) = plan.pages[target].subject else { return None };
        let headings = site.entry(entry).body.as_ref().map_or(&[][..], |body| &body.toc);
        let mut ids = Vec::new();
        collect_ids(headings, &mut ids);
        closest(anchor, ids).map(|meant| format!("{path}#{meant}"))
    }
}

/// A wrong link on one page.
struct LinkMistake {
    page: PageIndex,
    url: String,
    span: Range<usize>,
    diagnostic: Diagnostic,
}

/// The traced pages.
struct Traces {
    /// `None` for a page that could not be traced.
    pages: BTreeMap<PageIndex, Option<Locator>>,
    /// The first place of each mistake, by code and message.
    first: BTreeMap<(&'static str, String), Place>,
}

impl Traces {
    /// Returns the place where a page's mistake is written. Call this in the order of the pages.
    fn place(&mut self, page: PageIndex, mistake: &Diagnostic, span: &Range<usize>, texts: &[&str]) -> Option<Place> {
        let key = (mistake.code, mistake.message.clone());
        match self.pages.get(&page) {
            Some(locator) => {
                let place = locator.as_ref()?.place(span, texts)?;
                self.first.entry(key).or_insert_with(|| place.clone());
                Some(place)
            }
            // Pages beyond the limit get the place of the first page with this mistake.
            None => self.first.get(&key).cloned(),
        }
    }
}

/// The source places of one page's mistakes.
struct Locator {
    trace: Traced,
    /// The spans of the findings in the traced page, by their spans in the published page: a traced page is not
    /// minified.
    spans: BTreeMap<(usize, usize), Range<usize>>,
}

impl Locator {
    fn place(&self, span: &Range<usize>, texts: &[&str]) -> Option<Place> {
        self.trace.place(self.spans.get(&(span.start, span.end))?, texts)
    }
}

/// The most pages that are traced: further pages mostly have a mistake from the same place.
const MAX_TRACED_PAGES: usize = 100;

/// Chooses the pages to trace: one for each message, then others up to the limit.
fn choose_traced(mistakes: Vec<(PageIndex, &str)>) -> BTreeSet<PageIndex> {
    let mut messages = BTreeSet::new();
    let (first, others): (Vec<_>, Vec<_>) = mistakes.into_iter().partition(|(_, message)| messages.insert(*message));
    let mut pages = BTreeSet::new();
    for (page, _) in first.into_iter().chain(others) {
        if pages.len() < MAX_TRACED_PAGES {
            pages.insert(page);
        }
    }
    pages
}

/// Lists how the sources may write the URL of a link: whole, without the base path, or as its fragment alone.
fn written_forms<'u>(url: &'u str, base_path: &str) -> Vec<&'u str> {
    let below = route::without_base(url, base_path);
    let fragment = url.find('#').map_or("", |at| &url[at..]);
    let texts = [url, below, below.trim_end_matches('/'), fragment];
    // A text of one character, such as `/`, would be found anywhere.
    texts.into_iter().filter(|text| text.len() > 1).collect()
}

fn collect_ids<'h>(headings: &'h [Heading], ids: &mut Vec<&'h str>) {
    for heading in headings {
        ids.push(&heading.id);
        collect_ids(&heading.children, ids);
    }
}

/// Merges equal mistakes of several pages into that of the first page, and names the pages that show them.
pub fn merge_by_mistake(mut found: Vec<(PageIndex, Diagnostic)>, plan: &Plan) -> Vec<Diagnostic> {
    let key = |diagnostic: &Diagnostic| {
        let place = diagnostic.place.as_ref();
        // In finished pages, a mistake of one template is at different places, but its lines have the same text.
        let in_sources = place.filter(|place| !route::is_within(&place.file, OUTPUT));
        let at = in_sources.map(|place| (place.file.clone(), place.line, place.column));
        (diagnostic.code, diagnostic.message.clone(), at, place.map(|place| place.text.clone()))
    };
    found.sort_by_key(|(page, _)| *page);
    let mut alike = BTreeMap::new();
    for (page, problem) in found {
        let (_, pages) = alike.entry(key(&problem)).or_insert_with(|| (problem, Vec::new()));
        pages.push(plan.pages[page].route.clone());
    }
    alike.into_values().map(|(first, pages)| note_pages(first, pages)).collect()
}

/// Notes which pages, by route, show a mistake.
fn note_pages(mut diagnostic: Diagnostic, mut pages: Vec<Arc<str>>) -> Diagnostic {
    pages.dedup();
    let note = match pages.len() {
        1 => format!("on the page {}", pages[0]),
        count => format!("on {count} pages, the first is {}", pages[0]),
    };
    diagnostic.pages = pages;
    diagnostic.note(note)
}
