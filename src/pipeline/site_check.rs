//! The check of the whole site, once all pages are finished. A mistake is reported once, however many pages show it, at
//! the place in the sources where it can be corrected.
//!
//! HTML does not say which file a text came from. Pages with mistakes are therefore rendered once more, with marks
//! that say where each text was written (`Renderer::render_marked`).

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;
use std::sync::Arc;

use rayon::prelude::*;

use super::output_index::OutputIndex;
use super::page_renderer::PageRenderer;
use super::pages::{CheckedPage, Pages};
use super::prepare::Prepared;
use super::suppress::KnownErrors;
use crate::check::resolver::{BrokenReason, OutputId};
use crate::check::{BrokenLink, FoundLink, PageFindings, broken_links};
use crate::config::OUTPUT;
use crate::diagnostic::{Diagnostic, Place, closest};
use crate::markdown::Heading;
use crate::render::MarkedPage;
use crate::render::content_paths::{folder_of, relative_path, resolve};
use crate::route;
use crate::site::plan::{PageIndex, PageSubject, Plan};
use crate::snapshot::Snapshot;

pub struct SiteChecker<'a> {
    snapshot: &'a Snapshot,
    index: &'a OutputIndex,
    page_renderer: &'a PageRenderer<'a>,
    pages: Vec<(PageIndex, &'a CheckedPage)>,
}

impl<'a> SiteChecker<'a> {
    pub fn new(page_renderer: &'a PageRenderer<'a>, pages: &'a Pages) -> Self {
        let Prepared { snapshot, index, .. } = page_renderer.prepared;
        Self { snapshot, index, page_renderer, pages: pages.checked().collect() }
    }

    /// Lists the broken links of all pages, those to missing anchors included.
    fn broken_links(&self) -> Vec<PageMistake> {
        let findings: Vec<&PageFindings> = self.pages.iter().map(|(_, page)| &page.findings).collect();
        let mut broken = broken_links::find_missing_anchors(&findings);
        broken.extend(findings.iter().flat_map(|findings| findings.broken.iter().cloned()));
        broken.sort_by_key(|link| (self.index.page(link.output), link.found.span.start));
        let route_of = |output: OutputId| &*self.snapshot.plan().pages[self.index.page(output)].route;
        broken_links::add_suggestions(&mut broken, &mut self.page_renderer.resolver(), &self.index.paths(), route_of);
        let mistake = |mut link: BrokenLink| {
            let page = self.index.page(link.output);
            match link.reason {
                BrokenReason::NoAnchor => link.suggestion = self.suggest_heading(page, &link),
                BrokenReason::NotFound => link.suggestion = self.suggest_entry(page, &link).or(link.suggestion),
                _ => {}
            }
            self.link_mistake(page, &link.found, link.diagnostic())
        };
        broken.into_iter().map(mistake).collect()
    }

    /// Lists the mistakes of single pages.
    fn page_mistakes(&self) -> Vec<PageMistake> {
        let mistakes = self.pages.iter().flat_map(|&(page, checked)| {
            let diagnostics = checked.findings.diagnostics.iter().zip(&checked.places);
            diagnostics.map(move |((diagnostic, span), in_output)| PageMistake {
                page,
                span: span.clone(),
                texts: vec![in_output.text[in_output.mark.clone()].to_owned()],
                in_output: Some(in_output.clone()),
                diagnostic: diagnostic.clone(),
            })
        });
        mistakes.collect()
    }

    /// Reports broken links and the mistakes of single pages, except those that may be follow-up errors.
    pub fn check(&self, known_errors: &KnownErrors) -> Vec<Diagnostic> {
        let mut mistakes = if known_errors.in_routes { Vec::new() } else { self.broken_links() };
        if !known_errors.in_content {
            mistakes.extend(self.page_mistakes());
        }
        self.place(mistakes)
    }

    /// Lists the external links in the order of the pages.
    pub fn external_links(&self) -> Vec<(PageIndex, &'a FoundLink)> {
        let links_of = |&(index, page): &(PageIndex, &'a CheckedPage)| {
            page.findings.external.iter().map(move |link| (index, link))
        };
        let mut links: Vec<_> = self.pages.iter().flat_map(links_of).collect();
        links.sort_by_key(|(page, link)| (*page, link.span.start));
        links
    }

    pub fn link_mistake(&self, page: PageIndex, link: &FoundLink, diagnostic: Diagnostic) -> PageMistake {
        let texts = written_forms(&link.url, &self.snapshot.site().content.settings.base_path);
        PageMistake { page, span: link.span.clone(), texts, in_output: None, diagnostic }
    }

    /// Places each mistake where it is written. Equal mistakes at one place become one diagnostic, with the pages that
    /// show it. The mistakes of each code must be in the order of the pages.
    pub fn place(&self, mistakes: Vec<PageMistake>) -> Vec<Diagnostic> {
        let mut traces = self.trace(&mistakes);
        let placed = mistakes.into_iter().map(|mistake| {
            let traced = traces.place(&mistake);
            let PageMistake { page, in_output, mut diagnostic, .. } = mistake;
            if traced.is_none() {
                diagnostic = diagnostic.note(self.describe_sources(page));
            }
            diagnostic.place = traced.or(in_output);
            (page, diagnostic)
        });
        merge_equal_mistakes(placed.collect(), self.snapshot.plan())
    }

    /// Renders pages with mistakes once more, to find the source of each mistake.
    fn trace(&self, mistakes: &[PageMistake]) -> Traces {
        let pages = choose_pages_to_trace(mistakes);
        let traced: Vec<_> = self.pages.iter().filter(|(page, _)| pages.contains(page)).collect();
        let locator = |page: PageIndex, checked: &CheckedPage| {
            let trace = self.page_renderer.renderer.render_marked(page)?;
            let rerendered = self.page_renderer.examine(page, &trace.html, &mut self.page_renderer.resolver())?;
            let spans = checked.findings.spans_in(&rerendered)?;
            Some(Locator { trace, spans })
        };
        let traces = traced.into_par_iter().map(|&(page, checked)| (page, locator(page, checked)));
        Traces { pages: traces.collect(), first_places: BTreeMap::new() }
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

    /// Suggests the file of an entry for a relative link that lacks the extension: `team.md` for `team`.
    fn suggest_entry(&self, page: PageIndex, link: &BrokenLink) -> Option<String> {
        let (site, plan, url) = (self.snapshot.site(), self.snapshot.plan(), &link.found.url);
        let PageSubject::Entry(entry) = plan.pages[page].subject else { return None };
        let (path, rest) = url.split_at(url.find(['#', '?']).unwrap_or(url.len()));
        let from = site.entry(entry).file.path.as_str();
        let id = resolve(from, &route::decode(path)).filter(|_| !path.starts_with('/'))?;
        let meant = site.entry_by_id(&id).filter(|&meant| plan.page_of_entry(meant).is_some())?;
        Some(relative_path(folder_of(from), &site.entry(meant).file.path) + rest)
    }

    /// Suggests the heading that a broken anchor probably means.
    fn suggest_heading(&self, page: PageIndex, link: &BrokenLink) -> Option<String> {
        let (path, anchor) = link.found.url.split_once('#')?;
        let (site, plan) = (self.snapshot.site(), self.snapshot.plan());
        let decoded = || route::decode(route::without_base(path, &site.content.settings.base_path));
        let target = if path.is_empty() { page } else { plan.page_at(&route::normalize(&decoded()).ok()?)? };
        let PageSubject::Entry(entry) = plan.pages[target].subject else { return None };
        let headings = site.entry(entry).body.as_ref().map_or(&[][..], |body| &body.toc);
        let mut ids = Vec::new();
        collect_ids(headings, &mut ids);
        closest(&route::decode(anchor), ids).map(|meant| format!("{path}#{meant}"))
    }
}

/// A mistake in a finished page, before its place in the sources is known.
pub struct PageMistake {
    page: PageIndex,
    /// The span in the finished page.
    span: Range<usize>,
    /// The texts that may stand in the sources for the span, such as `/base/about/` and `/about/` for a link.
    texts: Vec<String>,
    /// The place in the finished page, which is reported if the place in the sources is not found; `None` for a link.
    in_output: Option<Place>,
    diagnostic: Diagnostic,
}

/// The traced pages, and the places in the sources that they gave to mistakes.
struct Traces {
    /// `None` for a page that could not be traced.
    pages: BTreeMap<PageIndex, Option<Locator>>,
    /// The first place of each mistake, by code and message.
    first_places: BTreeMap<(&'static str, String), Place>,
}

impl Traces {
    /// Returns the place of a mistake in the sources. The mistakes of each code must come in the order of the pages: on
    /// a page that is not traced, a mistake has the place of the same mistake on an earlier page.
    fn place(&mut self, mistake: &PageMistake) -> Option<Place> {
        let PageMistake { page, span, texts, diagnostic, .. } = mistake;
        let key = (diagnostic.code, diagnostic.message.clone());
        match self.pages.get(page) {
            Some(locator) => {
                let Locator { trace, spans } = locator.as_ref()?;
                let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
                let place = trace.place(spans.get(&(span.start, span.end))?, &texts)?;
                self.first_places.entry(key).or_insert_with(|| place.clone());
                Some(place)
            }
            None => self.first_places.get(&key).cloned(),
        }
    }
}

/// The locator of one page's mistakes: finds their places in the sources.
struct Locator {
    trace: MarkedPage,
    /// The span of each finding in the traced page, by its span in the published page, which may be minified.
    spans: BTreeMap<(usize, usize), Range<usize>>,
}

/// The maximum number of pages that are traced. Mistakes of further pages mostly come from the same places.
const MAX_TRACED_PAGES: usize = 100;

/// Chooses up to `MAX_TRACED_PAGES` pages to trace: first one for each message, then others.
fn choose_pages_to_trace(mistakes: &[PageMistake]) -> BTreeSet<PageIndex> {
    let mut messages = BTreeSet::new();
    let (first, others): (Vec<_>, Vec<_>) =
        mistakes.iter().partition(|mistake| messages.insert(&mistake.diagnostic.message));
    let mut pages = BTreeSet::new();
    for mistake in first.into_iter().chain(others) {
        if pages.len() < MAX_TRACED_PAGES {
            pages.insert(mistake.page);
        }
    }
    pages
}

/// Lists the texts that may stand in the sources for the URL of a link: for `/base/about/#team` the URL itself,
/// `/about/#team` and `#team`; for `/base/about/` the URL itself, `/about/` and `/about`.
fn written_forms(url: &str, base_path: &str) -> Vec<String> {
    let below = route::without_base(url, base_path);
    let texts = [url, below, below.trim_end_matches('/'), route::fragment(url)];
    // A text of one character, such as `/`, would be found anywhere.
    texts.into_iter().filter(|text| text.len() > 1).map(str::to_owned).collect()
}

fn collect_ids<'h>(headings: &'h [Heading], ids: &mut Vec<&'h str>) {
    for heading in headings {
        ids.push(&heading.id);
        collect_ids(&heading.children, ids);
    }
}

/// Merges equal mistakes of several pages into one that names these pages.
pub fn merge_equal_mistakes(mut found: Vec<(PageIndex, Diagnostic)>, plan: &Plan) -> Vec<Diagnostic> {
    let key = |diagnostic: &Diagnostic| {
        let place = diagnostic.place.as_ref();
        // A mistake of one template is at a different place in each finished page, but its line has the same text. So
        // in finished pages, only the text of the line is compared.
        let in_sources = place.filter(|place| !route::is_within(&place.file, OUTPUT));
        let at = in_sources.map(|place| (place.file.clone(), place.line, place.column));
        (diagnostic.code, diagnostic.message.clone(), at, place.map(|place| place.text.clone()))
    };
    found.sort_by_key(|(page, _)| *page);
    let mut alike = BTreeMap::new();
    for (page, diagnostic) in found {
        let (_, pages) = alike.entry(key(&diagnostic)).or_insert_with(|| (diagnostic, Vec::new()));
        pages.push(plan.pages[page].route.clone());
    }
    alike.into_values().map(|(first, pages)| note_pages(first, pages)).collect()
}

fn note_pages(mut diagnostic: Diagnostic, mut pages: Vec<Arc<str>>) -> Diagnostic {
    pages.dedup();
    let note = match pages.len() {
        1 => format!("on the page {}", pages[0]),
        count => format!("on {count} pages, the first is {}", pages[0]),
    };
    diagnostic.pages = pages;
    diagnostic.note(note)
}
