//! The pages that the settings declare: one each, or one for each term or entry of a collection.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use serde_json::Value;

use super::pages::route_part;
use super::{DeclaredFor, PageSource, PageSubject, Planner, Term, terms};
use crate::content::entry::unspeakable;
use crate::content::settings::{DeclaredPage, ForEach, Period};
use crate::diagnostic::{Diagnostic, Place, did_you_mean};
use crate::site::EntryIndex;
use crate::unicode::nfc;
use crate::yaml::pointer::escape;
use crate::yaml::tree::PairSide;
use crate::{content, route};

/// The routes of entries' pages.
type EntryRoutes = BTreeMap<EntryIndex, Arc<str>>;

impl Planner<'_> {
    /// Adds the pages declared in the settings.
    pub(super) fn add_declared(&mut self) {
        let site = self.site;
        let routes = self.entry_routes();
        let mut reported_terms = BTreeSet::new();
        for (index, declared) in site.content.settings.pages.iter().enumerate() {
            let place =
                |key: &str| site.content.settings.place_of(&format!("{}{key}", declared.pointer), PairSide::Value);
            for each in self.subjects(declared, &place) {
                if let DeclaredFor::Term(term) = &each
                    && term.slug.is_empty()
                    && declared.route.contains("{term}")
                {
                    if reported_terms.insert((term.collection.clone(), term.field.clone(), term.name.clone())) {
                        let diagnostic = self.term_without_slug(term);
                        self.diagnostics.push(diagnostic);
                    }
                    continue;
                }
                let filled = match self.declared_route(declared, &each, &routes) {
                    Err(name) if name == "route" && matches!(each, DeclaredFor::Entry(_)) => continue,
                    filled => filled.map_err(|name| without_value(&name, &each)),
                };
                let term = if let DeclaredFor::Term(term) = &each { Some(&**term) } else { None };
                let place = |key: &str| place(&format!("/paginate{key}"));
                let items = declared.paginate.as_ref().and_then(|paginate| self.items(paginate, term, &place));
                let source = PageSource::Settings(declared.pointer.clone());
                let route = filled.and_then(|route| route::normalize(&route));
                self.add(route, &declared.template, &PageSubject::Declared { index, each }, items, source);
            }
        }
    }

    /// Returns the routes of entries' pages; of a paginated page the first.
    fn entry_routes(&self) -> EntryRoutes {
        let pages = self.candidates.iter().rev();
        pages
            .filter_map(|candidate| match candidate.page.subject {
                PageSubject::Entry(entry) => Some((entry, candidate.page.route.clone())),
                _ => None,
            })
            .collect()
    }

    /// Returns what a declaration makes pages for, and reports what it names and does not exist.
    fn subjects(&mut self, declared: &DeclaredPage, place: &dyn Fn(&str) -> Place) -> Vec<DeclaredFor> {
        let site = self.site;
        let Some(each) = &declared.for_each else { return vec![DeclaredFor::Site] };
        let Some(at) = site.collection(&each.collection) else {
            self.unknown_collection(&each.collection, place("/for_each/collection"));
            return Vec::new();
        };
        let Some(field) = each.field() else {
            self.check_entry_pattern(at, declared, place("/route"));
            return site.order(at).iter().map(|&entry| DeclaredFor::Entry(entry)).collect();
        };
        self.check_field(at, field, each, place);
        if let Some(by) = each.by.filter(|&by| !takes_period(&declared.route, by)) {
            let (name, pattern) = match by {
                Period::Year => ("years", "/{year}/"),
                Period::Month => ("months", "/{year}/{month}/"),
            };
            let diagnostic = Diagnostic::error("bad-route", format!("all {name} would have one address"))
                .at(place("/route"))
                .label(format!("a page for each of the {name} needs a part for them"))
                .help(format!("such as `{pattern}`"));
            self.diagnostics.push(diagnostic);
            return Vec::new();
        }
        terms(site, &each.collection, field, each.by).into_iter().map(DeclaredFor::Term).collect()
    }

    /// Fills the pattern of a declaration.
    ///
    /// # Errors
    /// The first name without a value.
    fn declared_route(
        &self,
        declared: &DeclaredPage,
        each: &DeclaredFor,
        routes: &EntryRoutes,
    ) -> Result<String, String> {
        route::fill(&declared.route, |name| match each {
            DeclaredFor::Site => None,
            DeclaredFor::Term(term) => term.route_part(name),
            DeclaredFor::Entry(entry) if name == "route" => routes.get(entry).map(ToString::to_string),
            DeclaredFor::Entry(entry) => route_part(self.site, self.site.entry(*entry), name),
        })
    }

    /// Reports a pattern of further pages of entries that takes their route, where they have none.
    fn check_entry_pattern(&mut self, collection: usize, declared: &DeclaredPage, place: Place) {
        let collection = &self.site.collections()[collection];
        if declared.route.contains("{route}") && collection.route.is_none() {
            let message = format!("entries of `{}` have no page whose route could be taken", collection.name);
            let help = format!("name a field, such as `/{}/{{slug}}/`", collection.name);
            self.diagnostics.push(Diagnostic::error("bad-route", message).at(place).label("`{route}`").help(help));
        }
    }

    /// Reports a field that no entry can have, or that is no date where one is needed: it would silently give no pages.
    fn check_field(&mut self, collection: usize, field: &str, each: &ForEach, place: &dyn Fn(&str) -> Place) {
        let collection = &self.site.collections()[collection];
        let key = if each.field.is_some() { "/for_each/field" } else { "/for_each/by" };
        let diagnostic = if !collection.schema.may_have(field) {
            let message = format!("entries of `{}` have no field `{field}`", collection.name);
            let label = did_you_mean(field, collection.schema.names(), "not a field of its schema");
            Diagnostic::error("unknown-field", message).label(label)
        } else if each.by.is_some() && !collection.schema.is_date(field) {
            content::settings::not_a_date(&collection.name, field)
        } else {
            return;
        };
        self.diagnostics.push(diagnostic.at(place(key)));
    }

    /// Reports a term that no address can be made of, at the first entry that has it.
    fn term_without_slug(&self, term: &Term) -> Diagnostic {
        let diagnostic = if self.site.content.settings.slug(&term.name).is_none() {
            unspeakable(&term.name)
        } else {
            let message =
                format!("the term `{}` of `{}` has no letter or digit to make an address of", term.name, term.field);
            Diagnostic::error("bad-term", message)
                .label("its page would have no address of its own")
                .help("write the term with letters or digits, or take it out")
        };
        let others = self.entries_of(term).into_iter().skip(1).map(|index| self.site.entry(index));
        let diagnostic = diagnostic.at(self.place_of_term(term));
        others.fold(diagnostic, |diagnostic, entry| diagnostic.note(format!("{} has it too", entry.file.file)))
    }

    /// The entries that have a term, by id.
    pub(super) fn entries_of(&self, term: &Term) -> Vec<EntryIndex> {
        let mut entries = term.entries.clone();
        entries.sort_by_key(|&index| &self.site.entry(index).id);
        entries
    }

    /// The place of a term in the first entry that has it.
    pub(super) fn place_of_term(&self, term: &Term) -> Place {
        let Some(&index) = self.entries_of(term).first() else {
            return Place::file(self.site.content.settings.file().file.clone());
        };
        let entry = self.site.entry(index);
        let field = escape(&term.field);
        let is_term = |value: &Value| value.as_str().is_some_and(|text| nfc(text) == term.name);
        let Some(value) = entry.fields.get(&term.field) else { return self.place(&PageSource::Entry(index)) };
        let mut references = self.site.references_in(index, &term.field);
        if let Some((pointer, _)) = references.find(|(_, to)| Some(*to) == term.entry) {
            return entry.place_of(pointer, PairSide::Value);
        }
        let at = value.as_array().and_then(|list| list.iter().position(is_term));
        let at = at.map_or_else(String::new, |at| format!("/{at}"));
        entry.place_of(&format!("/{field}{at}"), PairSide::Value)
    }
}

/// Whether a pattern gives each period an address of its own.
fn takes_period(pattern: &str, by: Period) -> bool {
    let takes = |name: &str| pattern.contains(&format!("{{{name}}}"));
    takes("term") || (takes("year") && (by == Period::Year || takes("month")))
}

/// Says that a name in a pattern has no value.
fn without_value(name: &str, each: &DeclaredFor) -> String {
    let names = match each {
        DeclaredFor::Site => "`{term}` has, with `for_each`",
        DeclaredFor::Term(term) => match term.by {
            None => "`{term}` has",
            Some(Period::Year) => "`{year}` has",
            Some(Period::Month) => "`{year}` and `{month}` have",
        },
        DeclaredFor::Entry(_) => "`{route}`, `{slug}`, `{year}`, `{month}`, `{day}` and the entry's fields may have",
    };
    format!("`{{{name}}}` has no value here; {names}")
}
