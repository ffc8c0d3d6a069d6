//! The reads of pages: the page at a route, all pages, and where links lead.

use std::sync::Arc;

use memchr::memchr2;
use serde_json::Value as Json;

use super::settings::ReadSettings;
use crate::config::CONTENT;
use crate::content::site_language::SiteLanguage;
use crate::site::plan::{DeclaredFor, PageIndex, PageSubject, PlannedPage};
use crate::snapshot::family::{DurableParts, FamilyRead, FingerprintHasher, Record};
use crate::snapshot::snapshot::Snapshot;
use crate::unicode::nfc;

/// A read of the page plan.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum PageRead {
    /// The route of a term's page.
    TermPage { collection: Box<str>, field: Box<str>, slug: Box<str> },
    /// The template, subject, slice and language of the page at a route, and the tags of all languages.
    At(Arc<str>),
    /// The routes, languages and subjects of all documents: HTML pages other than aliases.
    All,
    /// The translations of the page at a route.
    Translations(Arc<str>),
    /// The route or file that a path leads to.
    Link(Box<str>),
}

pub trait ReadPages: Record<PageRead> + ReadSettings {
    /// Returns the URL for a link that is written as a route, perhaps with a query and a fragment.
    fn link(&self, target: &str) -> String {
        let target = &*nfc(target);
        let (path, rest) = target.split_at(memchr2(b'#', b'?', target.as_bytes()).unwrap_or(target.len()));
        let url = self.url(&self.record(|| PageRead::Link(path.into())).resolve_path(path));
        if rest.is_empty() { url } else { url + rest }
    }

    fn term_url(&self, collection: &str, field: &str, slug: &str) -> Option<String> {
        self.record(|| PageRead::TermPage { collection: collection.into(), field: field.into(), slug: slug.into() });
        Some(self.url(self.snapshot().term_route(collection, field, slug)?))
    }

    fn page_at(&self, route: &Arc<str>) -> Option<PageIndex> {
        self.record(|| PageRead::At(route.clone())).plan().page_at(route)
    }

    /// Returns a page whose index is known from a recorded read. Records no read itself.
    fn page(&self, index: PageIndex) -> &PlannedPage {
        &self.snapshot().plan().pages[index]
    }

    /// Returns a field of a declared page whose index is known from a recorded read. Records no read itself.
    fn declared_field(&self, index: usize, key: &str) -> Option<&Json> {
        self.snapshot().site().content.settings.pages[index].fields.get(key)
    }

    /// Lists a page and its translations, each with its language. Empty for an alias, and if the site has one language.
    fn translations(&self, index: PageIndex) -> Vec<(PageIndex, &SiteLanguage)> {
        let (snapshot, plan) = (self.snapshot(), self.snapshot().plan());
        self.record(|| PageRead::Translations(plan.pages[index].route.clone()));
        let pages = snapshot.translations(index).iter();
        pages.map(|&page| (page, snapshot.language_of(&plan.pages[page]))).collect()
    }

    /// Returns the tag of the language of a page that is known from a recorded read. Records no read itself.
    fn language_tag(&self, page: &PlannedPage) -> &str {
        &self.snapshot().language_of(page).tag
    }

    /// Lists all documents: HTML pages other than aliases.
    fn documents(&self) -> impl Iterator<Item = PageIndex> {
        let pages = self.record(|| PageRead::All).plan().pages.iter().enumerate();
        pages.filter(|(_, page)| page.is_document()).map(|(index, _)| index)
    }
}

impl FamilyRead for PageRead {
    fn hash_result(&self, snapshot: &Snapshot, hasher: &mut FingerprintHasher) {
        let plan = snapshot.plan();
        match self {
            Self::TermPage { collection, field, slug } => hasher.add(snapshot.term_route(collection, field, slug)),
            Self::At(route) => {
                if let Some(page) = plan.page_at(route) {
                    let page = &plan.pages[page];
                    // `ReadEntries` reads the tags of all languages without recording, as every page records this read.
                    let languages = &snapshot.site().content.settings.languages;
                    languages.iter().for_each(|language| hasher.add(&language.tag));
                    // The page check reads the page's language.
                    hasher.add(page.language);
                    hasher.add(&page.template);
                    hash_subject(snapshot, &page.subject, hasher);
                    if let Some(slice) = &page.slice {
                        hasher.add((slice.number, slice.size, slice.count, slice.items.len(), &slice.first_route));
                        hasher.add_entries(snapshot, Some(slice.shown()));
                    }
                }
            }
            Self::All => {
                for page in plan.documents() {
                    hasher.add((&page.route, page.language));
                    hash_subject(snapshot, &page.subject, hasher);
                }
            }
            Self::Translations(route) => {
                for page in plan.page_at(route).into_iter().flat_map(|page| snapshot.translations(page)) {
                    let page = &plan.pages[*page];
                    let language = snapshot.language_of(page);
                    hasher.add((&page.route, &language.tag, &language.name));
                }
            }
            Self::Link(path) => hasher.add(snapshot.resolve_path(path)),
        }
    }

    fn is_durable(&self, parts: &DurableParts) -> bool {
        match self {
            Self::TermPage { .. } => parts.plan,
            Self::At(_) | Self::All | Self::Translations(_) => parts.index && parts.plan && parts.settings,
            Self::Link(_) => parts.plan && parts.assets,
        }
    }

    fn describe(&self, snapshot: &Snapshot) -> (String, String) {
        let settings = || format!("{CONTENT}/site.yaml");
        match self {
            Self::TermPage { slug, .. } => (settings(), format!("the page of the term `{slug}`")),
            Self::At(route) => {
                (file_of_page(snapshot, route).unwrap_or_else(settings), "what the page is made from".to_owned())
            }
            Self::All => (format!("{CONTENT}/"), "which pages there are".to_owned()),
            Self::Translations(route) => {
                (file_of_page(snapshot, route).unwrap_or_else(settings), "in which languages the page is".to_owned())
            }
            Self::Link(path) => match file_of_page(snapshot, &snapshot.resolve_path(path)) {
                Some(file) => (file, "its address".to_owned()),
                None => (settings(), format!("where {path} leads")),
            },
        }
    }
}

fn hash_subject(snapshot: &Snapshot, subject: &PageSubject, hasher: &mut FingerprintHasher) {
    match subject {
        PageSubject::Entry(entry) => {
            hasher.add(0_u8);
            hasher.add_entry(snapshot, Some(*entry));
        }
        PageSubject::Declared { index, made_for } => {
            hasher.add(1_u8);
            hasher.add_json(&snapshot.site().content.settings.pages[*index].fields);
            match made_for {
                DeclaredFor::Site => {}
                DeclaredFor::Entry(entry) => hasher.add_entry(snapshot, Some(*entry)),
                DeclaredFor::Term(term) => {
                    hasher.add((&term.collection, &term.field));
                    hasher.add_term(snapshot, term);
                }
            }
        }
        PageSubject::Alias { to, .. } => hasher.add((2_u8, to)),
    }
}

fn file_of_page(snapshot: &Snapshot, route: &str) -> Option<String> {
    match snapshot.plan().pages[snapshot.plan().page_at(route)?].subject {
        PageSubject::Entry(entry) => Some(snapshot.site().entry(entry).file.file.to_string()),
        _ => None,
    }
}
