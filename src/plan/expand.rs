//! From entries, declarations and aliases to pages: patterns filled, terms and shares spread out.

use std::cell::OnceCell;
use std::collections::BTreeMap;
use std::sync::Arc;

use serde_json::Value;

use super::{Candidate, Origin, Page, Planner, Slice, Subject, Term};
use crate::content::collection::Collection;
use crate::content::entry::Entry;
use crate::content::locate::Part;
use crate::content::settings::Paginate;
use crate::diagnostic::{Diagnostic, Place, did_you_mean};
use crate::route;
use crate::site::{EntryIndex, Site};
use crate::template;

impl Planner<'_> {
    /// One page for each published entry that has a route, or several where it is paginated.
    pub(super) fn entries(&mut self) {
        let site = self.site;
        let usable: Vec<bool> = site.collections().iter().map(|collection| self.check_pattern(collection)).collect();
        for index in site.published() {
            let entry = site.entry(index);
            let collection = &site.collections()[entry.collection];
            let own_route = entry.text("route");
            let Some(pattern) = own_route.or(collection.route.as_deref()) else { continue };
            let Some(template) = entry.text("template").or(collection.template.as_deref()) else {
                // Where the collection has the route, the mistake is the collection's, and told.
                if own_route.is_some() {
                    self.diagnostics.push(
                        Diagnostic::error("missing-template", "this entry has an address and no template")
                            .at(entry.place_of("/route", Part::Key))
                            .label("makes it a page")
                            .help("add a line such as `template: page.html`"),
                    );
                }
                continue;
            };
            let origin = Origin::Entry(index);
            let route = match route::fill(pattern, |name| placeholder(site, entry, name)) {
                Ok(route) => route::normalize(&route),
                Err(_) if own_route.is_none() && !usable[entry.collection] => continue,
                Err(name) => {
                    let diagnostic = unfilled(&name, pattern, own_route.is_some()).at(self.place(&origin));
                    self.diagnostics.push(diagnostic);
                    continue;
                }
            };
            if own_route.is_none() && !usable[entry.collection] {
                continue;
            }
            let items = entry.paginate().and_then(|paginate| {
                let place = |key: &str| entry.place_of(&format!("/paginate{key}"), Part::Value);
                self.items(&paginate, None, &place)
            });
            self.add(route, template, &Subject::Entry(index), items, origin);
        }
    }

    /// Whether a collection's pattern can be a route; reports once what its entries would report each.
    fn check_pattern(&mut self, collection: &Collection) -> bool {
        let Some(pattern) = &collection.route else { return true };
        let unknown = OnceCell::new();
        let filled = route::fill(pattern, |name| {
            if !DATED.contains(&name) && name != "slug" && !collection.schema.may_have(name) {
                unknown.get_or_init(|| name.to_owned());
            }
            Some("x".to_owned())
        });
        let route = filled.unwrap_or_default();
        let diagnostic = if let Some(name) = unknown.into_inner() {
            let names = collection.schema.names().chain(DATED).chain(["slug"]);
            Diagnostic::error("bad-route", format!("entries of `{}` have no field `{name}`", collection.name))
                .label(did_you_mean(&name, names, "`{…}` takes a field of the schema"))
                .help("a pattern takes `{slug}`, `{year}`, `{month}`, `{day}` and the fields of the schema")
        } else {
            let unclosed = route.contains('{').then(|| "a `{` is never closed".to_owned());
            let Some(message) = unclosed.or_else(|| route::normalize(&route).err()) else { return true };
            Diagnostic::error("bad-route", message).label("not a pattern of addresses").help(LOOKS)
        };
        self.diagnostics.push(diagnostic.at(collection.place_of("/route", Part::Value)));
        false
    }

    /// The pages of the settings.
    pub(super) fn declared(&mut self) {
        let site = self.site;
        for (index, declared) in site.content.settings.pages.iter().enumerate() {
            let origin = Origin::Settings(declared.pointer.clone());
            let place = |key: &str| site.content.settings.place_of(&format!("{}{key}", declared.pointer), Part::Value);
            let terms = match &declared.for_each {
                None => vec![None],
                Some(each) => {
                    match site.collection(&each.collection) {
                        None => self.unknown_collection(&each.collection, place("/for_each/collection")),
                        Some(at) => self.check_field(at, &each.field, place("/for_each/field")),
                    }
                    terms(site, &each.collection, &each.field).into_iter().map(Some).collect()
                }
            };
            for term in terms {
                let filled = route::fill(&declared.route, |name| {
                    term.as_ref().filter(|_| name == "term").map(|term: &Arc<Term>| term.slug.clone())
                })
                .map_err(|name| format!("`{{{name}}}` has no value here; `{{term}}` has, with `for_each`"));
                let place = |key: &str| place(&format!("/paginate{key}"));
                let items =
                    declared.paginate.as_ref().and_then(|paginate| self.items(paginate, term.as_deref(), &place));
                let subject = Subject::Declared { index, term };
                self.add(
                    filled.and_then(|r| route::normalize(&r)),
                    &declared.template,
                    &subject,
                    items,
                    origin.clone(),
                );
            }
        }
    }

    /// A redirect page for each alias of an entry that has a page.
    pub(super) fn aliases(&mut self) {
        let site = self.site;
        let targets: BTreeMap<EntryIndex, Arc<str>> = self
            .candidates
            .iter()
            .rev()
            .filter_map(|c| match c.page.subject {
                Subject::Entry(entry) if site.entry(entry).aliases().next().is_some() => {
                    Some((entry, c.page.route.clone()))
                }
                _ => None,
            })
            .collect();
        for (index, to) in targets {
            for (number, alias) in site.entry(index).aliases().enumerate() {
                let subject = Subject::Alias { to: to.clone() };
                self.add(route::normalize(alias), template::ALIAS, &subject, None, Origin::Alias(index, number));
            }
        }
    }

    fn add(
        &mut self,
        route: Result<String, String>,
        template: &str,
        subject: &Subject,
        items: Option<(Vec<EntryIndex>, usize)>,
        origin: Origin,
    ) {
        let first: Arc<str> = match route {
            Ok(route) => route.into(),
            Err(message) => {
                let diagnostic =
                    Diagnostic::error("bad-route", message).at(self.place(&origin)).label("not an address").help(LOOKS);
                self.diagnostics.push(diagnostic);
                return;
            }
        };
        let page = |route: Arc<str>, slice| Page {
            output: route::output_path(&route),
            route,
            template: template.to_owned(),
            subject: subject.clone(),
            slice,
        };
        let Some((items, size)) = items else {
            self.candidates.push(Candidate { page: page(first, None), origin });
            return;
        };
        let count = items.len().div_ceil(size).max(1);
        let items = Arc::new(items);
        for number in 1..=count {
            let slice = Slice { items: items.clone(), size, number, count, first: first.clone() };
            let page = page(route::page(&first, number).into(), Some(slice));
            self.candidates.push(Candidate { page, origin: origin.clone() });
        }
    }

    /// What a paginated page shares out: a collection in its order, or the term's entries.
    fn items(
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

    fn unknown_collection(&mut self, name: &str, place: Place) {
        let names = self.site.collections().iter().map(|c| c.name.as_str());
        let label = did_you_mean(name, names, "no folder of content/ with a _collection.yaml has this name");
        let message = format!("there is no collection `{name}`");
        let diagnostic = Diagnostic::error("unknown-collection", message).at(place).label(label);
        self.diagnostics.push(diagnostic);
    }

    /// A field that no entry can have gives no pages, silently.
    fn check_field(&mut self, collection: usize, field: &str, place: Place) {
        let collection = &self.site.collections()[collection];
        if collection.schema.may_have(field) {
            return;
        }
        let message = format!("entries of `{}` have no field `{field}`", collection.name);
        let label = did_you_mean(field, collection.schema.names(), "not a field of its schema");
        self.diagnostics.push(Diagnostic::error("unknown-field", message).at(place).label(label));
    }
}

/// The parts of a route that come from an entry's date.
const DATED: [&str; 3] = ["year", "month", "day"];

const LOOKS: &str = "an address looks like `/AboutUs/`, a pattern like `/blog/{slug}/`";

/// An entry lacks what its route takes.
fn unfilled(name: &str, pattern: &str, is_own: bool) -> Diagnostic {
    let (field, example) = if DATED.contains(&name) { ("date", "2023-06-16") } else { (name, "…") };
    let message = format!("this entry has no `{field}`, which its route `{pattern}` takes");
    let otherwise = if is_own { "write the address out" } else { "give it a `route` of its own" };
    Diagnostic::error("bad-route", message)
        .label(format!("`{{{name}}}` stands for nothing here"))
        .help(format!("add a line `{field}: {example}`, or {otherwise}"))
}

/// The value of `{name}` in an entry's route.
fn placeholder(site: &Site, entry: &Entry, name: &str) -> Option<String> {
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
            Value::String(text) => Some(route::slug(text)),
            Value::Number(number) => Some(number.to_string()),
            _ => None,
        },
    }
    .filter(|value| !value.is_empty())
}

/// The values of a field over a collection, by name, each with its entries, newest first.
pub fn terms(site: &Site, collection: &str, field: &str) -> Vec<Arc<Term>> {
    let Some(at) = site.collection(collection) else { return Vec::new() };
    let mut by_name: BTreeMap<&str, Vec<EntryIndex>> = BTreeMap::new();
    for &index in site.newest(at) {
        let values = match site.entry(index).fields.get(field) {
            Some(Value::Array(values)) => values.as_slice(),
            Some(value) => std::slice::from_ref(value),
            None => &[],
        };
        for name in values.iter().filter_map(Value::as_str) {
            let entries = by_name.entry(name).or_default();
            if entries.last() != Some(&index) {
                entries.push(index);
            }
        }
    }
    by_name
        .into_iter()
        .map(|(name, entries)| {
            Arc::new(Term {
                collection: collection.to_owned(),
                field: field.to_owned(),
                name: name.to_owned(),
                slug: route::slug(name),
                entries,
            })
        })
        .collect()
}
