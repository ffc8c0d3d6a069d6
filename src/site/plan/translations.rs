//! The translations of pages: which pages show the same in another language.

use rustc_hash::FxHashMap;

use super::page_plan::{DeclaredFor, PageIndex, PageSubject, Plan, PlannedPage};
use super::terms::Term;
use crate::site::{EntryIndex, Site};

/// The pages that show the same in several languages.
#[derive(Debug)]
pub struct PageTranslations {
    /// The index in `groups` of each page.
    group_of: Vec<Option<usize>>,
    /// In the order of the languages.
    groups: Vec<Vec<PageIndex>>,
}

/// What the pages of one group have in common.
#[derive(PartialEq, Eq, Hash)]
struct CommonSubject<'a> {
    /// The declaration, unless the page is an entry's own.
    declared: Option<usize>,
    /// The id of the entry; for a term, the id of the entry that it refers to, or else its name.
    name: Option<&'a str>,
    /// The number within a paginated list.
    number: Option<usize>,
}

impl PageTranslations {
    pub fn new(site: &Site, plan: &Plan) -> Self {
        let mut groups: Vec<Vec<PageIndex>> = Vec::new();
        let mut known: FxHashMap<CommonSubject<'_>, usize> = FxHashMap::default();
        let add_to_group = |(index, page)| {
            let subject = common_subject(site, page)?;
            let group = *known.entry(subject).or_insert_with(|| {
                groups.push(Vec::new());
                groups.len() - 1
            });
            groups[group].push(index);
            Some(group)
        };
        let group_of = plan.pages.iter().enumerate().map(add_to_group).collect();
        for group in &mut groups {
            group.sort_by_key(|&page| plan.pages[page].language);
            group.dedup_by_key(|page| plan.pages[*page].language);
        }
        Self { group_of, groups }
    }

    /// Lists the translations of a page, the page itself included. An alias has none.
    pub fn of(&self, page: PageIndex) -> &[PageIndex] {
        self.group_of.get(page).copied().flatten().map_or(&[], |group| &self.groups[group])
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
    Some(CommonSubject { declared, name, number: page.slice.as_ref().map(|slice| slice.number) })
}
