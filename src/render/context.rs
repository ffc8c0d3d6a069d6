//! What a template sees: the variables of one page, over what all pages of a build share.

use std::collections::BTreeMap;
use std::fmt;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use minijinja::value::{Enumerator, Object};
use minijinja::{Environment, State, Value};
use rustc_hash::FxHashMap;
use serde_json::Value as Json;

use super::island::{Islands, OnPage};
use super::page::PageView;
use super::{paginator, values};
use crate::asset::derive::Derived;
use crate::diagnostic::Diagnostic;
use crate::plan::{PageIndex, Plan, Subject, Term, terms};
use crate::route;
use crate::site::{EntryIndex, Site};
use crate::template::{Names, Templates};

/// What all pages of a build share: the site, the plan, and values converted once.
pub struct Shared {
    pub site: Arc<Site>,
    pub plan: Arc<Plan>,
    pub islands: Arc<Islands>,
    settings: Value,
    now: Value,
    data: BTreeMap<String, DataValue>,
    terms: Mutex<FxHashMap<(String, String), Terms>>,
    term_pages: OnceLock<FxHashMap<(String, String, String), PageIndex>>,
    names: OnceLock<Names>,
}

/// The terms of one field.
type Terms = Arc<Vec<Arc<Term>>>;

/// A data file: converted once, unless it refers to entries, which are views made for one page.
enum DataValue {
    Plain(Value),
    Linked(Vec<(String, EntryIndex)>),
}

/// The root of a page's variables; also how functions know which page they are called on.
pub struct Context {
    pub shared: Arc<Shared>,
    pub environment: Arc<Environment<'static>>,
    pub templates: Arc<Templates>,
    pub page: PageIndex,
    /// Mistakes in the content that this page shows.
    pub content: Mutex<Vec<Diagnostic>>,
    /// Failures of the components that it shows.
    pub failures: Mutex<Vec<Diagnostic>>,
    /// The files that it needs, to be made from others.
    pub derived: Mutex<Vec<Derived>>,
    /// The islands that it shows.
    pub on_page: Mutex<OnPage>,
}

/// The variables of every page.
const VARIABLES: &[&str] = &["data", "now", "page", "paginator", "site"];

/// What `site` holds.
const SETTINGS: &[&str] = &["base_url", "description", "language", "time_zone", "title"];

/// The variable under which functions find the context.
const SELF: &str = "__context";

impl Shared {
    pub fn new(site: Arc<Site>, plan: Arc<Plan>, islands: Arc<Islands>) -> (Self, Vec<Diagnostic>) {
        let settings = &site.content.settings;
        let base_url = format!("{}{}", settings.origin, settings.base_path);
        let settings = minijinja::context! {
            title => settings.title.as_str(),
            base_url => base_url,
            language => settings.language.as_str(),
            time_zone => settings.zone_name.as_str(),
            description => settings.description.as_str(),
        };
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
        let now = Value::from(site.now.strftime("%Y-%m-%dT%H:%M:%S%:z").to_string());
        let shared = Self {
            site,
            plan,
            islands,
            settings,
            now,
            data,
            terms: Mutex::default(),
            term_pages: OnceLock::new(),
            names: OnceLock::new(),
        };
        (shared, diagnostics)
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
    pub fn term_page(&self, term: &Term) -> Option<PageIndex> {
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
        pages.get(&(term.collection.clone(), term.field.clone(), term.slug.clone())).copied()
    }

    /// The address of a route on this host.
    pub fn url(&self, route: &str) -> String {
        route::url(&self.site.content.settings.base_path, route)
    }

    /// The address for a link written as a route, with whatever query and fragment follow it. A route that is not there is
    /// written as it is: the check of the finished pages reports it.
    pub fn link(&self, target: &str) -> String {
        let (path, rest) = target.split_at(target.find(['#', '?']).unwrap_or(target.len()));
        let url = if self.plan.at(path).is_some() { self.url(path) } else { self.url(&self.meant(path)) };
        if rest.is_empty() { url } else { url + rest }
    }

    /// The route or file that a path written in another form means, or the path itself.
    fn meant(&self, path: &str) -> String {
        if let Some(asset) = self.site.assets.find(path).filter(|asset| !asset.is_source) {
            return format!("/{}", asset.published);
        }
        // A folder's address in its one form is not there: nothing is gained by giving it that form again.
        let settled = path.ends_with('/') && !path.contains("//");
        let planned = || route::normalize(path).ok().filter(|route| self.plan.at(route).is_some());
        Some(path).filter(|_| !settled).and_then(|_| planned()).unwrap_or_else(|| path.to_owned())
    }

    /// The address of a route with scheme and host.
    pub fn permalink(&self, route: &str) -> String {
        format!("{}{}", self.site.content.settings.origin, self.url(route))
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

impl Context {
    /// The context of the page that a function or filter was called on.
    pub fn of(state: &State) -> Result<Arc<Self>, minijinja::Error> {
        state.lookup(SELF).and_then(|value| value.downcast_object::<Self>()).ok_or_else(|| {
            minijinja::Error::new(minijinja::ErrorKind::InvalidOperation, "this is known only while a page is rendered")
        })
    }

    pub fn report(&self, diagnostic: Diagnostic) {
        self.content.lock().unwrap_or_else(PoisonError::into_inner).push(diagnostic);
    }

    /// Takes note of a mistake in a template that leaves the rest of the page whole.
    pub fn fail(&self, diagnostic: Diagnostic) {
        self.failures.lock().unwrap_or_else(PoisonError::into_inner).push(diagnostic);
    }

    /// Asks for a file that is made from others, and gives its route.
    pub fn derive(&self, derived: Derived) -> String {
        let route = format!("/{}", derived.published);
        let mut all = self.derived.lock().unwrap_or_else(PoisonError::into_inner);
        if all.iter().all(|known| known.published != derived.published) {
            all.push(derived);
        }
        route
    }

    /// Does something with what is known of this page's islands.
    pub fn islands<T>(&self, change: impl FnOnce(&mut OnPage) -> T) -> T {
        change(&mut self.on_page.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// The entry whose page is being rendered.
    pub fn entry(&self) -> Option<EntryIndex> {
        match self.shared.plan.pages[self.page].subject {
            Subject::Entry(entry) => Some(entry),
            _ => None,
        }
    }

    /// The route of the page being rendered.
    pub fn route(&self) -> &str {
        &self.shared.plan.pages[self.page].route
    }
}

impl Object for Context {
    fn get_value(self: &Arc<Self>, key: &Value) -> Option<Value> {
        match key.as_str()? {
            "page" => Some(PageView::value(self, self.page)),
            "site" => Some(self.shared.settings.clone()),
            "data" => Some(Value::from_object(Data(self.clone()))),
            "paginator" => Some(paginator::value(self)),
            "now" => Some(self.shared.now.clone()),
            SELF => Some(Value::from_dyn_object(self.clone())),
            _ => None,
        }
    }

    fn enumerate(self: &Arc<Self>) -> Enumerator {
        Enumerator::Str(VARIABLES)
    }
}

/// The data files by name.
struct Data(Arc<Context>);

impl Object for Data {
    fn get_value(self: &Arc<Self>, key: &Value) -> Option<Value> {
        let name = key.as_str()?;
        let shared = &self.0.shared;
        Some(match shared.data.get(name)? {
            DataValue::Plain(value) => value.clone(),
            DataValue::Linked(references) => {
                values::convert(&self.0, &shared.site.content.data.get(name)?.value, references)
            }
        })
    }

    fn enumerate(self: &Arc<Self>) -> Enumerator {
        Enumerator::Values(self.0.shared.data.keys().map(|name| Value::from(name.as_str())).collect())
    }
}

impl fmt::Debug for Context {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the context of {}", self.route())
    }
}

impl fmt::Debug for Data {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("data")
    }
}
