//! The planned pages, with lookups by route and by entry.

use std::collections::BTreeMap;
use std::sync::Arc;

use rustc_hash::FxHashMap;

use super::terms::Term;
use crate::content::site_language::LanguageIndex;
use crate::site::EntryIndex;

/// An index into [`Plan::pages`].
pub type PageIndex = usize;

/// Every page of the site.
#[derive(Debug, Default, PartialEq)]
pub struct Plan {
    /// In the order of their routes.
    pub pages: Vec<PlannedPage>,
    by_route: FxHashMap<Arc<str>, PageIndex>,
    page_of_entry: Vec<Option<PageIndex>>,
    /// The output paths of the attachments that are published, by their keys among the assets.
    pub attachments: BTreeMap<Arc<str>, String>,
}

/// One page to be rendered.
#[derive(Debug, Clone, PartialEq)]
pub struct PlannedPage {
    pub route: Arc<str>,
    /// Relative to the output folder.
    pub output: String,
    pub template: String,
    pub subject: PageSubject,
    /// The part of a paginated list that the page shows.
    pub slice: Option<PaginatorSlice>,
    pub language: LanguageIndex,
    /// Whether the page is an alias whose output path differs only in case from that of an earlier page or a file. On
    /// disks that ignore case, the alias is not written.
    pub is_case_duplicate: bool,
}

/// What a page shows.
#[derive(Debug, Clone, PartialEq)]
pub enum PageSubject {
    Entry(EntryIndex),
    /// A page that the item `index` of the setting `pages` declares.
    Declared {
        index: usize,
        made_for: DeclaredFor,
    },
    /// A redirect from the item `index` of an entry's `aliases`.
    Alias {
        /// The route of the entry's page.
        to: Arc<str>,
        entry: EntryIndex,
        index: usize,
    },
}

/// What a declared page is made for: the site or, with `for_each`, a term or an entry.
#[derive(Debug, Clone, PartialEq)]
pub enum DeclaredFor {
    Site,
    Term(Arc<Term>),
    Entry(EntryIndex),
}

impl PageSubject {
    pub fn term(&self) -> Option<&Arc<Term>> {
        if let Self::Declared { made_for, .. } = self { made_for.term() } else { None }
    }
}

impl DeclaredFor {
    pub fn term(&self) -> Option<&Arc<Term>> {
        if let Self::Term(term) = self { Some(term) } else { None }
    }
}

/// One page of a list: `number` (from 1) of `count`.
#[derive(Debug, Clone, PartialEq)]
pub struct PaginatorSlice {
    /// All items of the list.
    pub items: Arc<Vec<EntryIndex>>,
    /// How many items a page shows.
    pub size: usize,
    pub number: usize,
    pub count: usize,
    /// The route of page 1.
    pub first_route: Arc<str>,
}

impl PaginatorSlice {
    /// Returns the items of this page.
    pub fn shown(&self) -> &[EntryIndex] {
        self.items.chunks(self.size).nth(self.number - 1).unwrap_or_default()
    }
}

impl Plan {
    /// Indexes `pages`, which are sorted by their routes.
    pub(super) fn new(pages: Vec<PlannedPage>, attachments: BTreeMap<Arc<str>, String>, entry_count: usize) -> Self {
        let mut page_of_entry = vec![None; entry_count];
        let mut by_route = FxHashMap::default();
        for (index, page) in pages.iter().enumerate() {
            if let PageSubject::Entry(entry) = page.subject {
                // Page 1 of a list sorts before the others, so the first page of a paginated entry is kept.
                page_of_entry[entry].get_or_insert(index);
            }
            by_route.insert(page.route.clone(), index);
        }
        Self { pages, by_route, page_of_entry, attachments }
    }

    pub fn page_at(&self, route: &str) -> Option<PageIndex> {
        self.by_route.get(route).copied()
    }

    /// Returns the page of an entry; the first page of a paginated entry.
    pub fn page_of_entry(&self, entry: EntryIndex) -> Option<PageIndex> {
        self.page_of_entry.get(entry).copied().flatten()
    }

    /// Whether a page may show many entries: it is paginated, or declared for the site or a term.
    pub fn is_list(&self, page: PageIndex) -> bool {
        let page = &self.pages[page];
        page.slice.is_some()
            || matches!(page.subject, PageSubject::Declared { made_for: DeclaredFor::Site | DeclaredFor::Term(_), .. })
    }

    pub fn documents(&self) -> impl Iterator<Item = &PlannedPage> {
        self.pages.iter().filter(|page| page.is_document())
    }
}

impl PlannedPage {
    /// Whether the page is page 1 of a paginated list, or not paginated.
    pub fn is_first(&self) -> bool {
        self.slice.as_ref().is_none_or(|slice| slice.number == 1)
    }

    pub fn is_alias(&self) -> bool {
        matches!(self.subject, PageSubject::Alias { .. })
    }

    /// Whether the page is an HTML document: neither an alias nor a file such as a feed.
    pub fn is_document(&self) -> bool {
        self.output.ends_with(".html") && !self.is_alias()
    }
}
