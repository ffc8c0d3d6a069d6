//! The check of the finished pages, put into an editor's words: each mistake once, however many pages show it, and with the
//! place to mend where it can be found.
//!
//! The HTML does not say which file an address came from. So it is looked for, once there is a mistake: in the content of
//! the page, in the data files, in the other content, in the templates.

use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::Arc;

use super::derived::Requests;
use super::known::Known;
use crate::check::broken::{self, Broken};
use crate::check::policy::{Allowed, Needs};
use crate::check::targets::{Origin, Reason, Resolver, Site as Outputs};
use crate::check::{self, Findings};
use crate::content::markdown::Heading;
use crate::diagnostic::{Diagnostic, Place, Severity, closest};
use crate::plan::{PageIndex, Plan, Subject};
use crate::render::World;
use crate::route;
use crate::site::Site;
use crate::template::Templates;

/// Examines pages as they are made, from any number of threads.
pub struct Examiner<'a> {
    world: &'a World,
    outputs: OnRequest<'a>,
    /// What pages may load, if the site has a security policy.
    allowed: Option<&'a Allowed>,
    noting: bool,
}

/// The outputs that are known beforehand, and those that pages ask for.
struct OnRequest<'a> {
    known: &'a Known,
    requests: &'a Requests,
}

/// The number of all outputs that are made on request: no page links to a part of them.
const ON_REQUEST: usize = usize::MAX;

impl Outputs for OnRequest<'_> {
    fn output(&self, path: &str) -> Option<usize> {
        self.known.output(path).or_else(|| self.requests.has(path).then_some(ON_REQUEST))
    }

    fn ignored(&self, path: &str) -> bool {
        self.known.ignored(path)
    }

    fn paths(&self) -> Box<dyn Iterator<Item = &str> + '_> {
        self.known.paths()
    }
}

/// What was found in one page.
#[derive(Debug)]
pub struct Examined {
    pub findings: Findings,
    problems: Vec<Diagnostic>,
}

impl Examined {
    /// Whether something is wrong that the page shows by itself.
    pub fn has_errors(&self) -> bool {
        !self.findings.broken.is_empty() || self.problems.iter().any(Diagnostic::is_error)
    }
}

/// Resolves the references of one thread's pages.
pub struct Worker<'a>(Resolver<'a, OnRequest<'a>>);

impl<'a> Examiner<'a> {
    /// Knows every output before the first page is made. With `noting`, where references were looked for is noted.
    pub fn new(world: &'a World, known: &'a Known, requests: &'a Requests, noting: bool) -> Self {
        Self { world, outputs: OnRequest { known, requests }, allowed: known.allowed.as_ref(), noting }
    }

    pub fn worker(&self) -> Worker<'_> {
        let resolver = Resolver::new(&self.outputs, &self.outputs.known.base_url);
        Worker(if self.noting { resolver.noting() } else { resolver })
    }

    /// Examines an HTML page; other outputs are passed over.
    pub fn page(&self, worker: &mut Worker, index: PageIndex, html: &str) -> Option<Examined> {
        let page = &self.world.plan().pages[index];
        if !page.output.ends_with(".html") {
            return None;
        }
        let origin = Origin { route: &page.route, output: self.outputs.known.number(index) };
        let mut findings = check::examine(html, origin, &mut worker.0, self.allowed);
        let problems = std::mem::take(&mut findings.problems).into_iter().map(|problem| {
            let place = Place::new(format!("{MADE}{}", page.output), html, problem.span);
            let diagnostic = match problem.severity {
                Severity::Error => Diagnostic::error(problem.code, problem.message),
                Severity::Warning => Diagnostic::warning(problem.code, problem.message),
            };
            diagnostic.at(place).help(problem.help).note(format!("made from {}", self.made_from(index)))
        });
        let problems = problems.collect();
        Some(Examined { findings, problems })
    }

    /// The files to look at for a mistake in a finished page.
    fn made_from(&self, page: PageIndex) -> String {
        let page = &self.world.plan().pages[page];
        match page.subject {
            Subject::Entry(entry) => {
                format!("{} and templates/{}", self.world.site().entry(entry).file.file, page.template)
            }
            _ => format!("templates/{}", page.template),
        }
    }

    /// What a security policy must let the pages have.
    pub fn needs(all: &[&Examined]) -> Needs {
        let mut needs = Needs::default();
        all.iter().for_each(|page| needs.add(&page.findings.needs));
        needs
    }

    /// What is wrong, once all pages are examined: the links that lead nowhere, and what single pages are wrong in.
    pub fn finish(&self, all: &[&Examined]) -> (Vec<Diagnostic>, Vec<(PageIndex, Diagnostic)>) {
        let mut resolver = Resolver::new(&self.outputs, &self.outputs.known.base_url);
        let (site, plan) = (self.world.site(), self.world.plan());
        let findings: Vec<&Findings> = all.iter().map(|page| &page.findings).collect();
        let mut broken = broken::verify(&findings);
        broken.extend(findings.iter().flat_map(|findings| findings.broken.iter().cloned()));
        // From here on by the order of the pages, which the numbers of outputs are not.
        broken.iter_mut().for_each(|link| link.output = self.outputs.known.page(link.output));
        broken.sort_by_key(|link| (link.output, link.span.start));
        broken::suggest(&mut broken, &mut resolver, |page| &plan.pages[page].route);

        let mut groups: BTreeMap<(String, String), Vec<Broken>> = BTreeMap::new();
        for mut link in broken {
            if link.reason == Reason::NoAnchor {
                link.suggestion = self.meant_heading(&link);
            }
            groups.entry((link.message(), link.help())).or_default().push(link);
        }
        let islands = if groups.is_empty() { Vec::new() } else { self.world.islands().bundle.sources() };
        let links = groups.into_iter().map(|((message, help), links)| {
            let pages: Vec<PageIndex> = links.iter().map(|link| link.output).collect();
            let mut diagnostic = Diagnostic::error("broken-link", message).help(help);
            if let Some(place) = place(site, plan, self.world.templates(), &islands, &links[0]) {
                diagnostic = diagnostic.at(place);
            }
            on_pages(diagnostic, plan, &pages)
        });
        let problem = |page: &&Examined| {
            let index = self.outputs.known.page(page.findings.output);
            page.problems.iter().map(move |problem| (index, problem.clone())).collect::<Vec<_>>()
        };
        (links.collect(), all.iter().flat_map(problem).collect())
    }
}

impl Examiner<'_> {
    /// The address of the heading that a link to a part of a page probably means.
    fn meant_heading(&self, link: &Broken) -> Option<String> {
        let (path, anchor) = link.url.split_once('#')?;
        let (site, plan) = (self.world.site(), self.world.plan());
        let base = site.content.settings.base_path.trim_end_matches('/');
        let below = path.strip_prefix(base).unwrap_or(path);
        let page = if path.is_empty() { Some(link.output) } else { plan.at(&route::normalize(below).ok()?) };
        let Subject::Entry(entry) = plan.pages[page?].subject else { return None };
        let headings = site.entry(entry).body.as_ref().map_or(&[][..], |body| &body.toc);
        let mut ids = Vec::new();
        gather(headings, &mut ids);
        closest(anchor, ids).map(|meant| format!("{path}#{meant}"))
    }
}

fn gather<'h>(headings: &'h [Heading], ids: &mut Vec<&'h str>) {
    for heading in headings {
        ids.push(&heading.id);
        gather(&heading.children, ids);
    }
}

/// Each of the pages' mistakes once, with the pages that show it.
pub fn together(found: Vec<(PageIndex, Diagnostic)>, plan: &Plan) -> Vec<Diagnostic> {
    // Pages made by one template have a mistake of it at other places each, but on lines that are alike.
    let key = |diagnostic: &Diagnostic| {
        let place = diagnostic.place.as_ref();
        let at = place
            .filter(|place| !place.file.starts_with(MADE))
            .map(|place| (place.file.clone(), place.line, place.column));
        (diagnostic.code, diagnostic.message.clone(), at, place.map(|place| place.text.clone()))
    };
    let mut alike = BTreeMap::new();
    for (page, problem) in found {
        let (first, pages) = alike.entry(key(&problem)).or_insert_with(|| (problem.clone(), Vec::new()));
        // The threads' order must not show: the place is that on the first page.
        if pages.iter().all(|other| page < *other) {
            *first = problem;
        }
        pages.push(page);
    }
    alike.into_values().map(|(diagnostic, pages)| on_pages(diagnostic, plan, &pages)).collect()
}

/// Where finished pages are.
const MADE: &str = "dist/";

/// Says which pages show it.
fn on_pages(diagnostic: Diagnostic, plan: &Plan, pages: &[PageIndex]) -> Diagnostic {
    let mut pages = pages.to_vec();
    pages.sort_unstable();
    pages.dedup();
    let first = pages.first().map_or("", |&page| &*plan.pages[page].route);
    match pages.len() {
        0 | 1 => diagnostic.note(format!("on the page {first}")),
        more => diagnostic.note(format!("on {more} pages, the first is {first}")),
    }
}

/// The first place where the address is written, in the files that the page may have it from.
fn place(
    site: &Site,
    plan: &Plan,
    templates: &Templates,
    islands: &[(Arc<str>, String)],
    link: &Broken,
) -> Option<Place> {
    let base = site.content.settings.base_path.trim_end_matches('/');
    let below = link.url.strip_prefix(base).filter(|rest| rest.starts_with('/')).unwrap_or(&link.url);
    let own = match plan.pages[link.output].subject {
        Subject::Entry(entry) => Some(entry),
        _ => None,
    };
    let files = site.shown_files(own).map(|file| (&file.file, &*file.text)).chain(templates.files());
    let files: Vec<_> = files.chain(islands.iter().map(|(file, text)| (file, &**text))).collect();
    // A link to a file is written with the file's name, but with the same fragment.
    let fragment = below.find('#').map_or("", |at| &below[at..]);
    for form in [below, below.trim_end_matches('/'), fragment].iter().filter(|form| form.len() > 1) {
        for (file, text) in &files {
            if let Some(span) = written(text, form) {
                return Some(Place::new((*file).clone(), text, span));
            }
        }
    }
    None
}

/// Where a text writes an address as a whole: not as the beginning or end of a longer one.
fn written(text: &str, address: &str) -> Option<Range<usize>> {
    let part = |c: char| c.is_alphanumeric() || matches!(c, '/' | '-' | '_' | '.' | '%' | '#');
    text.match_indices(address).map(|(at, found)| at..at + found.len()).find(|span| {
        let after = &text[span.end..];
        let ends = !after.trim_start_matches('/').starts_with(part);
        ends && (address.starts_with('#') || !text[..span.start].ends_with(part))
    })
}

#[cfg(test)]
mod tests {
    use super::written;

    fn check(text: &str, address: &str, expected: Option<usize>) {
        assert_eq!(written(text, address).map(|span| span.start), expected, "{text:?} {address:?}");
    }

    #[test]
    fn an_address_is_found_where_it_is_written_as_a_whole() {
        check("[x](/Contakt/)", "/Contakt/", Some(4));
        check("href: /Contakt/", "/Contakt", Some(6));
        check("/Contakt/more then /Contakt.", "/Contakt", None);
        check("/Contakts and /Contakt", "/Contakt", Some(14));
        check("/a/Contakt", "/Contakt", None);
    }
}
