//! The translations of pages: which pages show the same in another language.

use std::sync::Arc;

use super::page_plan::{DeclaredFor, PageIndex, PageSubject, Plan, PlannedPage};
use super::terms::Term;
use crate::site::{EntryIndex, Site};

/// For each page, the pages that show the same, one for each language, in the order of the languages.
#[derive(Debug)]
pub struct PageTranslations(Vec<Arc<[PageIndex]>>);

/// What translations of a page have in common:
///
/// 1. the index of the declaration; `None` for the page of an entry
/// 2. the id of the page's entry or of its term's entry, or the name of a term without an entry; `None` for a page
///    declared for the site
/// 3. the number within a paginated list; `None` for a page that is not paginated
type CommonSubject<'a> = (Option<usize>, Option<&'a str>, Option<usize>);

impl PageTranslations {
    pub fn new(site: &Site, plan: &Plan) -> Self {
        let subject = |(index, page)| Some((common_subject(site, page)?, page.language, index));
        let mut pages: Vec<_> = plan.pages.iter().enumerate().filter_map(subject).collect();
        pages.sort_unstable();
        let mut translations = vec![Arc::default(); plan.pages.len()];
        for group in pages.chunk_by(|(subject, ..), (other, ..)| subject == other) {
            let mut in_languages: Vec<PageIndex> = group.iter().map(|(.., page)| *page).collect();
            in_languages.dedup_by_key(|page| plan.pages[*page].language);
            let in_languages: Arc<[PageIndex]> = in_languages.into();
            group.iter().for_each(|(.., page)| translations[*page] = in_languages.clone());
        }
        Self(translations)
    }

    /// Lists the translations of a page, the page itself included. An alias has none.
    pub fn of(&self, page: PageIndex) -> &[PageIndex] {
        self.0.get(page).map_or(&[], |pages| &pages[..])
    }
}

fn common_subject<'a>(site: &'a Site, page: &'a PlannedPage) -> Option<CommonSubject<'a>> {
    let id = |entry: EntryIndex| &*site.entry(entry).id;
    let term_name = |term: &'a Term| term.entry.map_or(term.name.as_str(), id);
    let (declared, name) = match &page.subject {
        PageSubject::Entry(entry) => (None, Some(id(*entry))),
        PageSubject::Declared { index, made_for } => {
            let name = match made_for {
                DeclaredFor::Site => None,
                DeclaredFor::Term(term) => Some(term_name(term)),
                DeclaredFor::Entry(entry) => Some(id(*entry)),
            };
            (Some(*index), name)
        }
        PageSubject::Alias { .. } => return None,
    };
    Some((declared, name, page.slice.as_ref().map(|slice| slice.number)))
}
