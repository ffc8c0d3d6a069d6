//! The pages that the settings declare: an item of `pages` declares one page, or a page for each term or entry of a
//! collection.

use std::sync::Arc;

use super::page_plan::{DeclaredFor, PageSubject};
use super::pages::route_part;
use super::planner::{Planner, field_mistake};
use super::terms::{Term, collect_terms};
use crate::content::declared_page::{DeclaredPage, ForEach, Period};
use crate::content::entry::{Entry, no_slug};
use crate::diagnostic::{Diagnostic, Place};
use crate::route;
use crate::site::{EntryIndex, Site};
use crate::yaml::tree::PairSide;

pub fn add_declared(planner: &mut Planner) {
    let site = planner.site;
    let routes = planner.entry_routes();
    for (index, declared) in site.content.settings.pages.iter().enumerate() {
        if !has_pages_in_language(site, declared) {
            continue;
        }
        let Some(pattern) = site.route_pattern(&declared.route) else { continue };
        for made_for in list_declared_for(planner, index, &pattern) {
            if let Some(term) = made_for.term().filter(|term| term.slug.is_empty() && pattern.contains("{term}")) {
                planner.diagnostics.push(term_without_slug(planner, term));
                continue;
            }
            let value = |name: &str| match &made_for {
                DeclaredFor::Site => None,
                DeclaredFor::Term(term) => term.route_part(name),
                DeclaredFor::Entry(entry) if name == "route" => routes.get(entry).map(ToString::to_string),
                DeclaredFor::Entry(entry) => route_part(site, site.entry(*entry), name),
            };
            let route = match route::fill(&pattern, value) {
                Ok(route) => route::normalize(&route),
                // An entry without a page has no `{route}`, and gets no declared page.
                Err(name) if name == "route" && matches!(made_for, DeclaredFor::Entry(_)) => continue,
                Err(name) => Err(without_value(&name, &made_for)),
            };
            let subject = PageSubject::Declared { index, made_for };
            planner.add_pages(route, &declared.template, &subject, declared.paginate.as_ref());
        }
    }
}

/// Whether a declaration makes pages in the site's language. A page for an entry is always in the entry's language,
/// whatever the key `languages` says.
fn has_pages_in_language(site: &Site, declared: &DeclaredPage) -> bool {
    let is_for_entries = declared.for_each.as_ref().is_some_and(ForEach::is_for_entries);
    is_for_entries || declared.languages.contains(site.language, &site.site_language().tag)
}

/// Lists what the pages of the declaration `index` are made for. Reports mistakes in `for_each`, and a route pattern
/// that does not suit it.
fn list_declared_for(planner: &mut Planner, index: usize, pattern: &str) -> Vec<DeclaredFor> {
    let site = planner.site;
    let settings = &site.content.settings;
    let place = |key: &str| settings.place_of(&format!("/pages/{index}{key}"), PairSide::Value);
    let route_place = || settings.place_of_page_route(index, site.language);
    let Some(for_each) = &settings.pages[index].for_each else { return vec![DeclaredFor::Site] };
    let Some(listable) = site.listable(&for_each.collection) else {
        planner.report_unknown_collection(&for_each.collection, place("/for_each/collection"));
        return Vec::new();
    };
    let collection = listable.collection;
    let mut entries = site.order(listable).into_owned();
    let subject = PageSubject::Declared { index, made_for: DeclaredFor::Site };
    planner.retain_matching(
        &mut entries,
        &for_each.collection,
        for_each.conditions.as_ref(),
        &subject,
        "for_each/where",
    );
    let Some(field) = for_each.field(&site.collections()[collection].date_field) else {
        check_entry_pattern(planner, collection, pattern, route_place());
        let is_in_language = |entry: &EntryIndex| site.entry(*entry).language == site.language;
        return entries.into_iter().filter(is_in_language).map(DeclaredFor::Entry).collect();
    };
    if let Some(mistake) = field_mistake(site, &for_each.collection, field, for_each.by.is_some()) {
        let key = if for_each.field.is_some() { "/for_each/field" } else { "/for_each/by" };
        planner.diagnostics.push(mistake.at(place(key)));
    }
    if let Some(by) = for_each.by.filter(|&by| !takes_period(pattern, by)) {
        let (name, pattern) = match by {
            Period::Year => ("years", "/{year}/"),
            Period::Month => ("months", "/{year}/{month}/"),
        };
        let diagnostic = Diagnostic::error("bad-route", format!("all {name} would have one address"))
            .at(route_place())
            .label(format!("a page for each of the {name} needs a part for them"))
            .help(format!("such as `{pattern}`"));
        planner.diagnostics.push(diagnostic);
        return Vec::new();
    }
    let terms = collect_terms(site, &for_each.collection, &entries, field, for_each.by);
    terms.into_iter().map(DeclaredFor::Term).collect()
}

/// Reports `{route}` in the pattern of pages that are declared for each entry, if neither the collection nor any of its
/// entries has a route.
fn check_entry_pattern(planner: &mut Planner, collection: usize, pattern: &str, place: Place) {
    let site = planner.site;
    let collection = &site.collections()[collection];
    let has_route = |entry: &Arc<Entry>| {
        let own = &site.collections()[entry.collection];
        let is_listed = own.name == collection.name || own.ancestors().any(|outer| outer.name == collection.name);
        is_listed && (own.route.is_some() || entry.text("route").is_some())
    };
    if pattern.contains("{route}") && collection.route.is_none() && !site.entries().iter().any(has_route) {
        let message = format!("entries of `{}` have no page whose route could be taken", collection.name);
        let help = format!("name a field, such as `/{}/{{slug}}/`", collection.name);
        planner.diagnostics.push(Diagnostic::error("bad-route", message).at(place).label("`{route}`").help(help));
    }
}

/// Reports a term without a slug, at the first entry that has the term.
fn term_without_slug(planner: &Planner, term: &Term) -> Diagnostic {
    let diagnostic = if planner.site.content.settings.slug(&term.name, planner.site.language).is_none() {
        no_slug(&term.name)
    } else {
        let message =
            format!("the term `{}` of `{}` has no letter or digit to make an address of", term.name, term.field);
        Diagnostic::error("bad-term", message)
            .label("its page would have no address of its own")
            .help("write the term with letters or digits, or take it out")
    };
    let others = planner.entries_of(term).into_iter().skip(1).map(|index| planner.site.entry(index));
    let diagnostic = diagnostic.at(planner.place_of_term(term));
    others.fold(diagnostic, |diagnostic, entry| diagnostic.note(format!("{} has it too", entry.file.file)))
}

/// Whether a pattern gives each period a route of its own: `/{year}/` does for years, and not for months.
fn takes_period(pattern: &str, by: Period) -> bool {
    let takes = |name: &str| pattern.contains(&format!("{{{name}}}"));
    takes("term") || (takes("year") && (by == Period::Year || takes("month")))
}

/// Says that a name in a pattern has no value.
fn without_value(name: &str, made_for: &DeclaredFor) -> String {
    let names = match made_for {
        DeclaredFor::Site => "`{term}` has, with `for_each`",
        DeclaredFor::Term(term) => match term.period {
            None => "`{term}` has",
            Some(Period::Year) => "`{year}` has",
            Some(Period::Month) => "`{year}` and `{month}` have",
        },
        DeclaredFor::Entry(_) => "`{route}`, `{slug}`, `{year}`, `{month}`, `{day}` and the entry's fields may have",
    };
    format!("`{{{name}}}` has no value here; {names}")
}
