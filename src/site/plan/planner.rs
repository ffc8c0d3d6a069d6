//! The state of planning: the pages so far and the diagnostics.

use std::collections::BTreeMap;
use std::sync::Arc;

use serde_json::Value;

use super::page_plan::{PageSubject, PaginatorSlice, PlannedPage};
use super::terms::Term;
use crate::content::collection::unknown_collection;
use crate::content::conditions::{Condition, Conditions};
use crate::content::declared_page::{Paginate, not_a_date};
use crate::content::site_language::LanguageIndex;
use crate::diagnostic::{Diagnostic, Place, did_you_mean};
use crate::route;
use crate::site::{EntryIndex, Site};
use crate::unicode::nfc;
use crate::yaml::pointer::escape;
use crate::yaml::tree::PairSide;

/// The help of diagnostics about routes.
pub const ROUTE_HELP: &str = "an address looks like `/AboutUs/`, a pattern like `/blog/{slug}/`";

pub struct Planner<'a> {
    /// The site in the language whose pages are being planned.
    pub site: &'a Site,
    /// The pages before the check for collisions.
    pub candidates: Vec<PlannedPage>,
    pub diagnostics: Vec<Diagnostic>,
}

impl Planner<'_> {
    /// Returns the route of each entry that has a planned page; for a paginated entry, the route of its first page.
    pub fn entry_routes(&self) -> BTreeMap<EntryIndex, Arc<str>> {
        // In reverse, so that the first page of a paginated entry replaces the others.
        let pages = self.candidates.iter().rev();
        pages
            .filter_map(|page| match page.subject {
                PageSubject::Entry(entry) => Some((entry, page.route.clone())),
                _ => None,
            })
            .collect()
    }

    /// Returns the place that determines the route of a page in a language.
    pub fn place_of(&self, subject: &PageSubject, language: LanguageIndex) -> Place {
        match subject {
            PageSubject::Entry(entry) => {
                let entry = self.site.entry(*entry);
                match ["route", "slug"].into_iter().find(|key| entry.text(key).is_some()) {
                    Some(key) => self.place_of_key(subject, key),
                    None => Place::file(entry.file.file.clone()),
                }
            }
            PageSubject::Alias { index, .. } => self.place_of_key(subject, &format!("aliases/{index}")),
            PageSubject::Declared { index, .. } => self.site.content.settings.place_of_page_route(*index, language),
        }
    }

    /// Returns the place of a key in the entry or the declaration that makes a page. `key` is a JSON pointer without
    /// its first slash.
    pub fn place_of_key(&self, subject: &PageSubject, key: &str) -> Place {
        match subject {
            PageSubject::Entry(entry) | PageSubject::Alias { entry, .. } => {
                self.site.entry(*entry).place_of(&format!("/{key}"), PairSide::Value)
            }
            PageSubject::Declared { index, .. } => {
                self.site.content.settings.place_of(&format!("/pages/{index}/{key}"), PairSide::Value)
            }
        }
    }

    /// Returns the place that names the template of a page: in the entry, its collection or the declaration.
    pub fn place_of_template(&self, subject: &PageSubject) -> Place {
        match subject {
            PageSubject::Entry(entry) if self.site.entry(*entry).text("template").is_none() => {
                let entry = self.site.entry(*entry);
                let collection = &self.site.collections()[entry.collection];
                let pointer = collection.template_of(entry.role).map_or("/template", |(_, pointer)| pointer);
                collection.place_of(pointer, PairSide::Value)
            }
            _ => self.place_of_key(subject, "template"),
        }
    }

    /// Adds a page or, with `paginate`, the pages of a list. `route` is the route of the page or of page 1, or a
    /// message that says why there is none.
    pub fn add_pages(
        &mut self,
        route: Result<String, String>,
        template: &str,
        subject: &PageSubject,
        paginate: Option<&Paginate>,
    ) {
        let items = paginate.and_then(|paginate| self.list_items(paginate, subject));
        let first_route: Arc<str> = match route {
            Ok(route) => route.into(),
            Err(message) => {
                let diagnostic = Diagnostic::error("bad-route", message)
                    .at(self.place_of(subject, self.site.language))
                    .label("not an address")
                    .help(ROUTE_HELP);
                self.diagnostics.push(diagnostic);
                return;
            }
        };
        let page = |route: Arc<str>, slice| PlannedPage {
            output: route::output_path(&route),
            route,
            template: nfc(template).into_owned(),
            subject: subject.clone(),
            slice,
            language: self.site.language,
            is_case_duplicate: false,
        };
        let Some((items, size)) = items else {
            self.candidates.push(page(first_route, None));
            return;
        };
        let count = items.len().div_ceil(size).max(1);
        let items = Arc::new(items);
        for number in 1..=count {
            let slice = PaginatorSlice { items: items.clone(), size, number, count, first_route: first_route.clone() };
            self.candidates.push(page(route::page(&first_route, number).into(), Some(slice)));
        }
    }

    /// Returns the items of a paginated list, and how many each page shows. The items are the entries of a collection
    /// in its order, or those of a term. Returns `None` if the collection is missing or unknown, which is reported.
    fn list_items(&mut self, paginate: &Paginate, subject: &PageSubject) -> Option<(Vec<EntryIndex>, usize)> {
        let site = self.site;
        let (name, mut items) = match (&paginate.collection, subject.term()) {
            (Some(name), _) => match site.listable(name) {
                Some(listable) => (name, site.order(listable).into_owned()),
                None => {
                    let place = self.place_of_key(subject, "paginate/collection");
                    self.report_unknown_collection(name, place);
                    return None;
                }
            },
            (None, Some(term)) => (&term.collection, term.entries.clone()),
            (None, None) => {
                let diagnostic = Diagnostic::error("missing-field", "`paginate` does not say of which collection")
                    .at(self.place_of_key(subject, "paginate"))
                    .label("entries of which collection?")
                    .help("add `collection: NAME` to it");
                self.diagnostics.push(diagnostic);
                return None;
            }
        };
        self.retain_matching(&mut items, name, paginate.conditions.as_ref(), subject, "paginate/where");
        Some((items, paginate.size.max(1)))
    }

    /// Keeps the entries of the list `name` that meet the conditions, which are at the key `key` of `subject`. Reports
    /// conditions that no entry can meet.
    pub fn retain_matching(
        &mut self,
        entries: &mut Vec<EntryIndex>,
        name: &str,
        conditions: Option<&Conditions>,
        subject: &PageSubject,
        key: &str,
    ) {
        let site = self.site;
        for (field, condition) in conditions.into_iter().flatten() {
            let mistake = field_mistake(site, name, field, matches!(condition, Condition::Within(_)));
            let place = || self.place_of_key(subject, &format!("{key}/{}", escape(field)));
            let mistake = mistake.map(|mistake| mistake.at(place()));
            self.diagnostics.extend(mistake);
            entries.retain(|&at| condition.is_met_by(site.entry(at).fields.get(field), &site.now));
        }
    }

    pub fn report_unknown_collection(&mut self, name: &str, place: Place) {
        let names = self.site.collections().iter().map(|collection| collection.name.as_str());
        self.diagnostics.push(unknown_collection(name, names).at(place));
    }

    /// Returns the entries that have a term, sorted by id.
    pub fn entries_of(&self, term: &Term) -> Vec<EntryIndex> {
        let mut entries = term.entries.clone();
        entries.sort_by_key(|&index| &self.site.entry(index).id);
        entries
    }

    /// Returns the place of a term in the first entry that has it.
    pub fn place_of_term(&self, term: &Term) -> Place {
        let Some(&index) = self.entries_of(term).first() else {
            return Place::file(self.site.content.settings.file.file.clone());
        };
        let entry = self.site.entry(index);
        let id = |index: EntryIndex| &self.site.entry(index).id;
        let mut references = self.site.references_in(index, &term.field);
        // `term.entry` may be a translation of the entry that `references_in` finds. Both have the same id.
        if let Some((pointer, _)) = references.find(|(_, to)| Some(id(*to)) == term.entry.map(id)) {
            return entry.place_of(pointer, PairSide::Value);
        }
        let Some(value) = entry.fields.get(&term.field) else {
            return self.place_of(&PageSubject::Entry(index), entry.language);
        };
        let is_term = |value: &Value| value.as_str().is_some_and(|text| nfc(text) == term.name);
        let item = value.as_array().and_then(|list| list.iter().position(is_term));
        let item = item.map_or_else(String::new, |at| format!("/{at}"));
        entry.place_of(&format!("/{}{item}", escape(&term.field)), PairSide::Value)
    }
}

/// Finds why a field selects no entries: no entry in the list `name` can have the field, or dates are needed and the
/// field holds none.
pub fn field_mistake(site: &Site, name: &str, field: &str, needs_dates: bool) -> Option<Diagnostic> {
    let schemas = site.listed_schemas(name);
    if !schemas.iter().any(|schema| schema.may_have(field)) {
        let message = format!("entries of `{name}` have no field `{field}`");
        let names = schemas.iter().flat_map(|schema| schema.field_names());
        let label = did_you_mean(field, names, "not a field of its schema");
        return Some(Diagnostic::error("unknown-field", message).label(label));
    }
    let lacks_dates = needs_dates && !schemas.iter().any(|schema| schema.is_date(field));
    lacks_dates.then(|| not_a_date(name, field))
}
