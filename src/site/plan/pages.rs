//! The pages of entries and of aliases, with their routes filled in.

use std::cell::OnceCell;
use std::collections::BTreeMap;
use std::sync::Arc;

use serde_json::Value;

use super::{Candidate, PageSource, PageSubject, PaginatorSlice, PlannedPage, Planner, Term};
use crate::content::collection::Collection;
use crate::content::entry::{Entry, unspeakable};
use crate::content::settings::Paginate;
use crate::diagnostic::{Diagnostic, Place, did_you_mean};
use crate::site::{EntryIndex, Site};
use crate::unicode::nfc;
use crate::yaml::pointer::escape;
use crate::yaml::tree::PairSide;
use crate::{route, template};

impl Planner<'_> {
    /// Adds the page of each published entry that has a route, or its pages if it is paginated.
    pub(super) fn add_entries(&mut self) {
        let site = self.site;
        let is_usable: Vec<bool> = site.collections().iter().map(|collection| self.check_pattern(collection)).collect();
        for index in site.published() {
            let entry = site.entry(index);
            let collection = &site.collections()[entry.collection];
            let own_route = entry.text("route");
            let Some(pattern) = own_route.or(collection.route.as_deref()) else { continue };
            let Some(template) = entry.text("template").or(collection.template.as_deref()) else {
                // For a route of the collection, the missing template is reported there.
                if own_route.is_some() {
                    self.diagnostics.push(
                        Diagnostic::error("missing-template", "this entry has an address and no template")
                            .at(entry.place_of("/route", PairSide::Key))
                            .label("makes it a page")
                            .help("add a line such as `template: page.html`"),
                    );
                }
                continue;
            };
            let source = PageSource::Entry(index);
            let route = match route::fill(pattern, |name| route_part(site, entry, name)) {
                Ok(route) => route::normalize(&route),
                Err(_) if own_route.is_none() && !is_usable[entry.collection] => continue,
                Err(name) => {
                    let diagnostic = match entry.text(&name).filter(|_| !DATE_PARTS.contains(&name.as_str())) {
                        Some(text) => {
                            unspeakable(text).at(entry.place_of(&format!("/{}", escape(&name)), PairSide::Value))
                        }
                        None => missing_route_field(&name, pattern, own_route.is_some()).at(self.place(&source)),
                    };
                    self.diagnostics.push(diagnostic);
                    continue;
                }
            };
            if own_route.is_none() && !is_usable[entry.collection] {
                continue;
            }
            let items = entry.paginate().and_then(|paginate| {
                let place = |key: &str| entry.place_of(&format!("/paginate{key}"), PairSide::Value);
                self.items(&paginate, None, &place)
            });
            self.add(route, template, &PageSubject::Entry(index), items, source);
        }
    }

    /// Checks the route pattern of a collection; false if its entries can have no route. Reports once what would
    /// otherwise be reported for each entry.
    fn check_pattern(&mut self, collection: &Collection) -> bool {
        let Some(pattern) = &collection.route else { return true };
        let unknown = OnceCell::new();
        let filled = route::fill(pattern, |name| {
            if !DATE_PARTS.contains(&name) && name != "slug" && !collection.schema.may_have(name) {
                unknown.get_or_init(|| name.to_owned());
            }
            Some("x".to_owned())
        });
        let route = filled.unwrap_or_default();
        let diagnostic = if let Some(name) = unknown.into_inner() {
            let names = collection.schema.names().chain(DATE_PARTS).chain(["slug"]);
            Diagnostic::error("bad-route", format!("entries of `{}` have no field `{name}`", collection.name))
                .label(did_you_mean(&name, names, "`{…}` takes a field of the schema"))
                .help("a pattern takes `{slug}`, `{year}`, `{month}`, `{day}` and the fields of the schema")
        } else {
            let unclosed = route.contains('{').then(|| "a `{` is never closed".to_owned());
            let Some(message) = unclosed.or_else(|| route::normalize(&route).err()) else { return true };
            Diagnostic::error("bad-route", message).label("not a pattern of addresses").help(ROUTE_HELP)
        };
        self.diagnostics.push(diagnostic.at(collection.place_of("/route", PairSide::Value)));
        false
    }

    /// Adds a redirect page for each alias of an entry that has a page.
    pub(super) fn add_aliases(&mut self) {
        let site = self.site;
        let targets: BTreeMap<EntryIndex, Arc<str>> = self
            .candidates
            .iter()
            .rev()
            .filter_map(|c| match c.page.subject {
                PageSubject::Entry(entry) if site.entry(entry).aliases().next().is_some() => {
                    Some((entry, c.page.route.clone()))
                }
                _ => None,
            })
            .collect();
        for (index, to) in targets {
            for (number, alias) in site.entry(index).aliases().enumerate() {
                let subject = PageSubject::Alias { to: to.clone() };
                self.add(route::normalize(alias), template::ALIAS, &subject, None, PageSource::Alias(index, number));
            }
        }
    }

    /// Adds a page, or the pages of a paginated list.
    pub(super) fn add(
        &mut self,
        route: Result<String, String>,
        template: &str,
        subject: &PageSubject,
        items: Option<(Vec<EntryIndex>, usize)>,
        source: PageSource,
    ) {
        let first: Arc<str> = match route {
            Ok(route) => route.into(),
            Err(message) => {
                let diagnostic = Diagnostic::error("bad-route", message)
                    .at(self.place(&source))
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
            is_case_duplicate: false,
        };
        let Some((items, size)) = items else {
            self.candidates.push(Candidate { page: page(first, None), source });
            return;
        };
        let count = items.len().div_ceil(size).max(1);
        let items = Arc::new(items);
        for number in 1..=count {
            let slice = PaginatorSlice { items: items.clone(), size, number, count, first: first.clone() };
            let page = page(route::page(&first, number).into(), Some(slice));
            self.candidates.push(Candidate { page, source: source.clone() });
        }
    }

    /// The items of a paginated page and the number on each page: a collection in its order, or the entries of a term.
    pub(super) fn items(
        &mut self,
        paginate: &Paginate,
        term: Option<&Term>,
        place: &dyn Fn(&str) -> Place,
    ) -> Option<(Vec<EntryIndex>, usize)> {
        let items = match (&paginate.collection, term) {
            (Some(name), _) => match self.site.collection(name) {
                Some(at) => self.site.order(at).to_vec(),
                None => {
                    self.unknown_collection(name, place("/collection"));
                    return None;
                }
            },
            (None, Some(term)) => term.entries.clone(),
            (None, None) => {
                let diagnostic = Diagnostic::error("missing-field", "`paginate` does not say of which collection")
                    .at(place(""))
                    .label("entries of which collection?")
                    .help("add `collection: NAME` to it");
                self.diagnostics.push(diagnostic);
                return None;
            }
        };
        Some((items, paginate.size.max(1)))
    }

    pub(super) fn unknown_collection(&mut self, name: &str, place: Place) {
        let names = self.site.collections().iter().map(|c| c.name.as_str());
        let label = did_you_mean(name, names, &format!("there is no content/{name}/_collection.yaml"));
        let message = format!("there is no collection `{name}`");
        let diagnostic = Diagnostic::error("unknown-collection", message).at(place).label(label);
        self.diagnostics.push(diagnostic);
    }
}

/// The placeholders of a route that an entry's date fills.
const DATE_PARTS: [&str; 3] = ["year", "month", "day"];

const ROUTE_HELP: &str = "an address looks like `/AboutUs/`, a pattern like `/blog/{slug}/`";

/// Reports an entry without the field that its route contains.
fn missing_route_field(name: &str, pattern: &str, is_own: bool) -> Diagnostic {
    let (field, example) = if DATE_PARTS.contains(&name) { ("date", "2023-06-16") } else { (name, "…") };
    let message = format!("this entry has no `{field}`, which its route `{pattern}` takes");
    let otherwise = if is_own { "write the address out" } else { "give it a `route` of its own" };
    Diagnostic::error("bad-route", message)
        .label(format!("`{{{name}}}` stands for nothing here"))
        .help(format!("add a line `{field}: {example}`, or {otherwise}"))
}

/// The value of `{name}` in an entry's route.
pub(super) fn route_part(site: &Site, entry: &Entry, name: &str) -> Option<String> {
    let date = |pattern: &str| {
        let moment = entry.date?.to_zoned(site.content.settings.zone.clone());
        crate::date::format(&moment, pattern).ok()
    };
    match name {
        "slug" => Some(entry.slug.clone()),
        "year" => date("%Y"),
        "month" => date("%m"),
        "day" => date("%d"),
        field => match entry.fields.get(field)? {
            Value::String(text) => site.content.settings.slug(text),
            Value::Number(number) => Some(number.to_string()),
            _ => None,
        },
    }
    .filter(|value| !value.is_empty())
}
