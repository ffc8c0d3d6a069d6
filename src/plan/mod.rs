//! The plan: every page there will be, its route, its output path, its template; what two pages can't share.
//!
//! Pages come from entries, from the settings' `pages` (one each, or one a term, or one for every few entries) and from
//! aliases. Sitemap, feeds, tag pages, the 404 and alias pages are pages like any other.

mod expand;
mod ledger;
mod places;

use std::sync::Arc;

use rustc_hash::{FxHashMap, FxHashSet};

use crate::content::locate::Part;
use crate::diagnostic::{Diagnostic, Place, did_you_mean};
use crate::site::{EntryIndex, Site};

pub use expand::terms;
pub use ledger::{FILE as LEDGER_FILE, Ledger, check as check_ledger};

/// A page's place in [`Plan::pages`].
pub type PageIndex = usize;

/// Every page of the site.
#[derive(Debug, Default)]
pub struct Plan {
    /// By route.
    pub pages: Vec<Page>,
    by_route: FxHashMap<Arc<str>, PageIndex>,
    /// For each entry, the (first) page it makes.
    of_entry: Vec<Option<PageIndex>>,
}

/// One page to be rendered.
#[derive(Debug, Clone)]
pub struct Page {
    pub route: Arc<str>,
    /// Relative to the output folder.
    pub output: String,
    pub template: String,
    pub subject: Subject,
    /// On a paginated page, its share of the items.
    pub slice: Option<Slice>,
}

/// What a page is made from.
#[derive(Debug, Clone)]
pub enum Subject {
    Entry(EntryIndex),
    /// A page of the settings, by its place there.
    Declared {
        index: usize,
        term: Option<Arc<Term>>,
    },
    /// A redirect to a route.
    Alias {
        to: Arc<str>,
    },
}

/// One value of a field, and the entries that have it, newest first.
#[derive(Debug)]
pub struct Term {
    pub collection: String,
    pub field: String,
    pub name: String,
    pub slug: String,
    pub entries: Vec<EntryIndex>,
}

/// A share of a list: page `number` (from 1) of `count`.
#[derive(Debug, Clone)]
pub struct Slice {
    pub items: Arc<Vec<EntryIndex>>,
    pub size: usize,
    pub number: usize,
    pub count: usize,
    /// The route of page 1.
    pub first: Arc<str>,
}

impl Slice {
    /// The items of this page.
    pub fn shown(&self) -> &[EntryIndex] {
        let start = (self.number - 1) * self.size;
        &self.items[start.min(self.items.len())..(start + self.size).min(self.items.len())]
    }
}

impl Plan {
    /// Plans every page. `templates` are the names there are.
    pub fn new(site: &Site, templates: &dyn Fn(&str) -> bool, names: &[&str]) -> (Self, Vec<Diagnostic>) {
        let mut planner = Planner { site, candidates: Vec::new(), diagnostics: Vec::new() };
        planner.entries();
        planner.declared();
        planner.aliases();
        planner.check_templates(templates, names);
        planner.settle()
    }

    pub fn at(&self, route: &str) -> Option<PageIndex> {
        self.by_route.get(route).copied()
    }

    /// The page of an entry; for a paginated one, its first.
    pub fn of_entry(&self, entry: EntryIndex) -> Option<PageIndex> {
        self.of_entry.get(entry).copied().flatten()
    }

    /// Whether a page may show many entries: it is no entry's own, or it is a share of a list.
    pub fn is_list(&self, page: PageIndex) -> bool {
        let page = &self.pages[page];
        page.slice.is_some() || matches!(page.subject, Subject::Declared { .. })
    }

    /// Pages that are documents: neither aliases nor files such as feeds.
    pub fn documents(&self) -> impl Iterator<Item = &Page> {
        self.pages.iter().filter(|page| page.is_document())
    }
}

impl Page {
    /// Whether it is HTML of its own: no alias, no feed or other file.
    pub fn is_document(&self) -> bool {
        self.output.ends_with(".html") && !matches!(self.subject, Subject::Alias { .. })
    }
}

/// A page with the place to blame for it.
struct Candidate {
    page: Page,
    origin: Origin,
}

/// What asked for a page.
#[derive(Clone)]
enum Origin {
    Entry(EntryIndex),
    /// One of an entry's aliases, by its place among them.
    Alias(EntryIndex, usize),
    /// A JSON pointer into the settings.
    Settings(String),
}

/// Gathers the pages, then settles what two of them can't share.
struct Planner<'a> {
    site: &'a Site,
    candidates: Vec<Candidate>,
    diagnostics: Vec<Diagnostic>,
}

impl Planner<'_> {
    /// What gave a page its address.
    fn place(&self, origin: &Origin) -> Place {
        match origin {
            Origin::Entry(entry) => {
                let entry = self.site.entry(*entry);
                match ["route", "slug"].into_iter().find(|key| entry.text(key).is_some()) {
                    Some(key) => entry.place_of(&format!("/{key}"), Part::Value),
                    None => Place::file(entry.file.file.clone()),
                }
            }
            Origin::Alias(entry, number) => {
                self.site.entry(*entry).place_of(&format!("/aliases/{number}"), Part::Value)
            }
            Origin::Settings(pointer) => self.site.content.settings.place_of(&format!("{pointer}/route"), Part::Value),
        }
    }

    /// Reports each template that is not there, once for each place that names it.
    fn check_templates(&mut self, exists: &dyn Fn(&str) -> bool, names: &[&str]) {
        let mut seen: FxHashSet<(usize, String)> = FxHashSet::default();
        let mut found = Vec::new();
        for Candidate { page, origin } in &self.candidates {
            if exists(&page.template) {
                continue;
            }
            let place = match origin {
                Origin::Entry(index) | Origin::Alias(index, _) => {
                    let entry = self.site.entry(*index);
                    if entry.text("template").is_some() {
                        entry.place_of("/template", Part::Value)
                    } else if seen.insert((entry.collection, page.template.clone())) {
                        self.site.collections()[entry.collection].place_of("/template", Part::Value)
                    } else {
                        continue;
                    }
                }
                Origin::Settings(pointer) => {
                    self.site.content.settings.place_of(&format!("{pointer}/template"), Part::Value)
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
