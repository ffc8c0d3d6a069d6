//! Everything that pages are made from, as one build found it: the site, the plan, the templates.
//!
//! Pages look at it through a `View`, which notes what they read. Nobody else asks a world for anything but where a mistake
//! is told of.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use jiff::Zoned;
use minijinja::Value;
use rustc_hash::FxHashMap;
use serde_json::Value as Json;

use super::context::VARIABLES;
use super::data::SETTINGS;
use super::island::Islands;
use super::written::Values;
use super::{paginator, values};
use crate::content::collection::Sort;
use crate::diagnostic::Diagnostic;
use crate::plan::{PageIndex, Plan, Subject, Term, terms};
use crate::route;
use crate::site::{EntryIndex, Site};
use crate::template::{Names, Templates};

/// What all pages of a build share; what is asked for often is made once.
pub struct World {
    site: Arc<Site>,
    plan: Arc<Plan>,
    templates: Arc<Templates>,
    islands: Arc<Islands>,
    data: BTreeMap<String, DataValue>,
    /// Of each entry, the lists and mappings that refer to no others: what a template asks them for, it mostly asks more than once.
    entries: Box<[OnceLock<Value>]>,
    terms: Mutex<FxHashMap<(String, String), Terms>>,
    term_pages: OnceLock<FxHashMap<(String, String, String), PageIndex>>,
    names: OnceLock<Names>,
    /// Whether a page shows what time it is.
    shows_time: AtomicBool,
    values: Values,
}

/// The terms of one field.
pub type Terms = Arc<Vec<Arc<Term>>>;

/// A data file: converted once, unless it refers to entries, which are views made for one page.
pub enum DataValue {
    Plain(Value),
    Linked(Vec<(String, EntryIndex)>),
}

/// A field of an entry.
pub struct Field<'a> {
    pub json: &'a Json,
    /// What the references of all fields lead to.
    pub references: &'a [(String, EntryIndex)],
    /// As a template's value, where that is made once for all pages.
    pub made: Option<Value>,
}

/// Whether it is worth keeping what was made of it: a text, a number takes no longer to make than to find.
fn has_parts(json: &Json) -> bool {
    matches!(json, Json::Array(_) | Json::Object(_))
}

impl World {
    /// The diagnostics are those of the data files' references.
    pub fn new(
        site: Arc<Site>,
        plan: Arc<Plan>,
        templates: Arc<Templates>,
        islands: Arc<Islands>,
    ) -> (Self, Vec<Diagnostic>) {
        let mut diagnostics = Vec::new();
        let mut data = BTreeMap::new();
        for (name, file) in &site.content.data {
            let (references, problems) = site.resolve_data(file);
            diagnostics.extend(problems);
            let value = if references.is_empty() {
                DataValue::Plain(values::plain(&file.value))
            } else {
                DataValue::Linked(references)
            };
            data.insert(name.clone(), value);
        }
        let entries = site.entries().iter().map(|_| OnceLock::new()).collect();
        let (terms, term_pages, names) = (Mutex::default(), OnceLock::new(), OnceLock::new());
        let (shows_time, values) = (AtomicBool::new(false), Values::default());
        let world =
            Self { site, plan, templates, islands, data, entries, terms, term_pages, names, shows_time, values };
        (world, diagnostics)
    }

    pub fn site(&self) -> &Arc<Site> {
        &self.site
    }

    /// The build's one "now", which a page asks for.
    pub(super) fn now(&self) -> &Zoned {
        self.shows_time.store(true, Ordering::Relaxed);
        &self.site.now
    }

    /// Whether a page has asked for it: then the same inputs make another page at another time.
    pub fn shows_time(&self) -> bool {
        self.shows_time.load(Ordering::Relaxed)
    }

    /// The texts of the content, for mistakes.
    pub(super) fn values(&self) -> &Values {
        &self.values
    }

    pub fn plan(&self) -> &Arc<Plan> {
        &self.plan
    }

    pub fn templates(&self) -> &Arc<Templates> {
        &self.templates
    }

    pub fn islands(&self) -> &Arc<Islands> {
        &self.islands
    }

    pub fn data(&self, name: &str) -> Option<&DataValue> {
        self.data.get(name)
    }

    /// What the references of a data file lead to.
    pub fn data_references(&self, name: &str) -> &[(String, EntryIndex)] {
        match self.data.get(name) {
            Some(DataValue::Linked(references)) => references,
            _ => &[],
        }
    }

    /// A field of an entry as a template's value, if it is made for all pages.
    pub fn made_field(&self, entry: EntryIndex, key: &str, json: &Json) -> Option<Value> {
        if !has_parts(json) {
            return None;
        }
        let made = self.entries[entry].get_or_init(|| {
            let references = self.site.references(entry);
            let refers = |key: &str| references.iter().any(|(at, _)| values::is_below(at, key));
            let fields = self.site.entry(entry).fields.iter();
            let fields = fields.filter(|(key, field)| has_parts(field) && !refers(key));
            Value::from_pairs(fields.map(|(key, field)| (key.as_str(), values::plain(field))))
        });
        made.get_attr(key).ok().filter(|value| !value.is_undefined())
    }

    /// Where the page of an entry is.
    pub fn route_of(&self, entry: Option<EntryIndex>) -> Option<&str> {
        entry.and_then(|entry| self.plan.of_entry(entry)).map(|page| &*self.plan.pages[page].route)
    }

    /// The entries of a collection, in its order or in that of a field: `take` of them after `skip`.
    pub fn listed(&self, collection: &str, sort: Option<&str>, skip: usize, take: usize) -> Option<Vec<EntryIndex>> {
        let order = self.site.order(self.site.collection(collection)?);
        let part = |order: &[EntryIndex]| order.iter().copied().skip(skip).take(take).collect();
        Some(match sort {
            Some(sort) => part(&self.site.sorted(order, &Sort::parse(sort))),
            None => part(order),
        })
    }

    /// Whether entries of a collection may have a field in their front matter.
    pub fn may_have(&self, collection: &str, field: &str) -> bool {
        let collection = self.site.collection(collection).map(|at| &self.site.collections()[at]);
        collection.is_some_and(|collection| collection.schema.may_have(field))
    }

    /// The terms of a field, gathered once a build.
    pub fn terms(&self, collection: &str, field: &str) -> Terms {
        let mut known = self.terms.lock().unwrap_or_else(PoisonError::into_inner);
        known
            .entry((collection.to_owned(), field.to_owned()))
            .or_insert_with(|| Arc::new(terms(&self.site, collection, field)))
            .clone()
    }

    /// The (first) page that `for_each` makes of a term.
    pub fn term_page(&self, collection: &str, field: &str, slug: &str) -> Option<PageIndex> {
        let pages = self.term_pages.get_or_init(|| {
            let mut pages = FxHashMap::default();
            for (index, page) in self.plan.pages.iter().enumerate() {
                if let Subject::Declared { term: Some(term), .. } = &page.subject {
                    let key = (term.collection.clone(), term.field.clone(), term.slug.clone());
                    pages.entry(key).or_insert(index);
                }
            }
            pages
        });
        pages.get(&(collection.to_owned(), field.to_owned(), slug.to_owned())).copied()
    }

    /// The route or file that a path means. One that is not there stays as it is written: the check of the finished pages
    /// reports it.
    pub fn leads_to<'a>(&self, path: &'a str) -> Cow<'a, str> {
        if self.plan.at(path).is_some() {
            return Cow::Borrowed(path);
        }
        if let Some(asset) = self.site.assets.find(path).filter(|asset| !asset.is_source) {
            return Cow::Owned(format!("/{}", asset.published));
        }
        // A folder's address in its one form is not there: nothing is gained by giving it that form again.
        let settled = path.ends_with('/') && !path.contains("//");
        let planned = || route::normalize(path).ok().filter(|route| self.plan.at(route).is_some());
        Some(path).filter(|_| !settled).and_then(|_| planned()).map_or(Cow::Borrowed(path), Cow::Owned)
    }

    /// Names that templates may have meant: variables, functions, filters, and the fields of all content.
    pub fn names(&self) -> &Names {
        self.names.get_or_init(|| self.gather_names())
    }

    fn gather_names(&self) -> Names {
        let content = &self.site.content;
        let schemas = content.collections.iter().map(|c| &*c.schema).chain(content.data.values().map(|d| &*d.schema));
        let mut fields: Vec<String> = schemas.flat_map(|schema| schema.names().map(str::to_owned)).collect();
        content.entries.iter().for_each(|entry| entry.fields.values().for_each(|value| keys(value, &mut fields)));
        fields.extend(content.entries.iter().flat_map(|entry| entry.fields.keys().cloned()));
        content.data.values().for_each(|data| keys(&data.value, &mut fields));
        fields.extend([super::entry::FIELDS, super::page::FIELDS].concat().into_iter().map(str::to_owned));
        fields.sort();
        fields.dedup();
        let owned = |names: &[&str]| names.iter().map(|name| (*name).to_owned()).collect::<Vec<_>>();
        let parts = [
            ("site", owned(SETTINGS)),
            ("paginator", owned(paginator::FIELDS)),
            ("data", content.data.keys().cloned().collect()),
        ];
        Names {
            variables: owned(VARIABLES),
            parts: parts.into(),
            fields,
            functions: super::functions::NAMES,
            filters: super::filters::NAMES,
        }
    }
}

/// The keys of a value, at every depth.
fn keys(value: &Json, found: &mut Vec<String>) {
    match value {
        Json::Object(map) => {
            for (key, value) in map {
                found.push(key.clone());
                keys(value, found);
            }
        }
        Json::Array(items) => items.iter().for_each(|item| keys(item, found)),
        _ => {}
    }
}
