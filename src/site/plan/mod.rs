//! The page plan: all pages with their routes, output paths and templates.
//!
//! 1. `pages`: pages of entries and redirect pages for aliases; `declared`: pages declared in the settings, for terms
//!    (`terms`) or entries.
//! 2. `collisions`: reject pages whose output path is taken or invalid.
//! 3. `ledger`: compare the routes with those published before.

mod collisions;
mod declared;
mod ledger;
mod pages;
mod terms;

use std::sync::Arc;

use rustc_hash::{FxHashMap, FxHashSet};

use crate::diagnostic::{Diagnostic, Place, did_you_mean};
use crate::site::{EntryIndex, Site};
use crate::yaml::tree::PairSide;

pub use ledger::{FILE as LEDGER_FILE, Ledger, check as check_ledger};
pub use terms::{Term, terms};

/// An index into [`Plan::pages`].
pub type PageIndex = usize;

/// Every page of the site.
#[derive(Debug, Default)]
pub struct Plan {
    /// By route.
    pub pages: Vec<PlannedPage>,
    by_route: FxHashMap<Arc<str>, PageIndex>,
    /// The page of each entry; for a paginated entry the first.
    page_of_entry: Vec<Option<PageIndex>>,
}

/// One page to be rendered.
#[derive(Debug, Clone)]
pub struct PlannedPage {
    pub route: Arc<str>,
    /// Relative to the output folder.
    pub output: String,
    pub template: String,
    pub subject: PageSubject,
    /// The items of a paginated page.
    pub slice: Option<PaginatorSlice>,
    /// The page is an alias whose output path differs from another's only in case. It is not written to disks that
    /// ignore case.
    pub is_case_duplicate: bool,
}

/// What a page shows.
#[derive(Debug, Clone)]
pub enum PageSubject {
    Entry(EntryIndex),
    /// A page declared in the settings, by its index there.
    Declared {
        index: usize,
        each: DeclaredFor,
    },
    /// A redirect to a route.
    Alias {
        to: Arc<str>,
    },
}

/// What `for_each` makes a declared page for.
#[derive(Debug, Clone)]
pub enum DeclaredFor {
    /// The declaration makes one page.
    Site,
    Term(Arc<Term>),
    Entry(EntryIndex),
}

/// Page `number` (from 1) of `count` of a list.
#[derive(Debug, Clone)]
pub struct PaginatorSlice {
    pub items: Arc<Vec<EntryIndex>>,
    pub size: usize,
    pub number: usize,
    pub count: usize,
    /// The route of page 1.
    pub first: Arc<str>,
}

impl PaginatorSlice {
    /// The items of this page.
    pub fn shown(&self) -> &[EntryIndex] {
        let start = (self.number - 1) * self.size;
        &self.items[start.min(self.items.len())..(start + self.size).min(self.items.len())]
    }
}

impl Plan {
    /// Plans every page. `names` are those of the templates.
    pub fn new(site: &Site, has_template: &dyn Fn(&str) -> bool, names: &[&str]) -> (Self, Vec<Diagnostic>) {
        let mut planner = Planner { site, candidates: Vec::new(), diagnostics: Vec::new() };
        planner.add_entries();
        planner.add_declared();
        planner.add_aliases();
        planner.check_templates(has_template, names);
        planner.reject_collisions()
    }

    /// The page at a route.
    pub fn page_at(&self, route: &str) -> Option<PageIndex> {
        self.by_route.get(route).copied()
    }

    /// The page of an entry; for a paginated one, its first.
    pub fn page_of_entry(&self, entry: EntryIndex) -> Option<PageIndex> {
        self.page_of_entry.get(entry).copied().flatten()
    }

    /// Whether a page may show many entries: it is declared or paginated.
    pub fn is_list(&self, page: PageIndex) -> bool {
        let page = &self.pages[page];
        let is_of_entry = matches!(page.subject, PageSubject::Declared { each: DeclaredFor::Entry(_), .. });
        page.slice.is_some() || !is_of_entry && matches!(page.subject, PageSubject::Declared { .. })
    }

    /// The pages that are documents.
    pub fn documents(&self) -> impl Iterator<Item = &PlannedPage> {
        self.pages.iter().filter(|page| page.is_document())
    }
}

impl PlannedPage {
    /// Whether the page is an HTML document: neither an alias nor a file such as a feed.
    pub fn is_document(&self) -> bool {
        self.output.ends_with(".html") && !matches!(self.subject, PageSubject::Alias { .. })
    }
}

/// A page before the check for collisions.
struct Candidate {
    page: PlannedPage,
    source: PageSource,
}

/// The text that asks for a page, where its mistakes are reported.
#[derive(Clone)]
enum PageSource {
    Entry(EntryIndex),
    /// An alias of an entry, by its index in the list.
    Alias(EntryIndex, usize),
    /// A JSON pointer into the settings.
    Settings(String),
}

/// The state of planning.
struct Planner<'a> {
    site: &'a Site,
    candidates: Vec<Candidate>,
    diagnostics: Vec<Diagnostic>,
}

impl Planner<'_> {
    /// The place that determines a page's route.
    fn place(&self, source: &PageSource) -> Place {
        match source {
            PageSource::Entry(entry) => {
                let entry = self.site.entry(*entry);
                match ["route", "slug"].into_iter().find(|key| entry.text(key).is_some()) {
                    Some(key) => entry.place_of(&format!("/{key}"), PairSide::Value),
                    None => Place::file(entry.file.file.clone()),
                }
            }
            PageSource::Alias(entry, number) => {
                self.site.entry(*entry).place_of(&format!("/aliases/{number}"), PairSide::Value)
            }
            PageSource::Settings(pointer) => {
                self.site.content.settings.place_of(&format!("{pointer}/route"), PairSide::Value)
            }
        }
    }

    /// Reports missing templates, once for each place that names one.
    fn check_templates(&mut self, has_template: &dyn Fn(&str) -> bool, names: &[&str]) {
        let mut seen: FxHashSet<(usize, String)> = FxHashSet::default();
        let mut found = Vec::new();
        for Candidate { page, source } in &self.candidates {
            if has_template(&page.template) {
                continue;
            }
            let place = match source {
                PageSource::Entry(index) | PageSource::Alias(index, _) => {
                    let entry = self.site.entry(*index);
                    if entry.text("template").is_some() {
                        entry.place_of("/template", PairSide::Value)
                    } else if seen.insert((entry.collection, page.template.clone())) {
                        self.site.collections()[entry.collection].place_of("/template", PairSide::Value)
                    } else {
                        continue;
                    }
                }
                PageSource::Settings(pointer) => {
                    self.site.content.settings.place_of(&format!("{pointer}/template"), PairSide::Value)
                }
            };
            found.push(
                Diagnostic::error("unknown-template", format!("there is no template `{}`", page.template))
                    .at(place)
                    .label(did_you_mean(&page.template, names.iter().copied(), "no such file in templates/"))
                    .help(format!("make the file templates/{} or name one that is there", page.template)),
            );
        }
        self.diagnostics.append(&mut found);
    }
}
