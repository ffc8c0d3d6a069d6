//! `Snapshot`: the site, the page plan, the templates and the islands of one build.
//!
//! Templates read the snapshot through `Tracked`, which records the reads of a page. Code that makes diagnostics reads
//! the snapshot directly.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::sync::{Arc, OnceLock};

use minijinja::Value;
use minijinja::value::Serde;
use parking_lot::Mutex;
use rustc_hash::FxHashMap;
use serde_json::Value as Json;

use super::islands::Islands;
use crate::asset::Asset;
use crate::content::collection::Sort;
use crate::content::declared_page::Period;
use crate::content::site_language::{LanguageIndex, SiteLanguage};
use crate::diagnostic::Diagnostic;
use crate::history::History;
use crate::route;
use crate::site::plan::{PageIndex, PageTranslations, Plan, PlannedPage, Term, collect_terms};
use crate::site::{EntryIndex, Site};
use crate::template::Templates;
use crate::yaml::pointer::is_in_field;

/// The collection, the field and the period of terms.
type TermsKey = (String, String, Option<Period>);

/// Everything that the pages of one language are rendered from. Values that many pages read are converted to template
/// values once.
pub struct Snapshot {
    /// The site in the first language.
    first_site: Arc<Site>,
    language: LanguageIndex,
    /// The snapshots for the other languages. Only the snapshot for the first language has them.
    other_languages: Vec<Arc<Self>>,
    plan: Arc<Plan>,
    templates: Arc<Templates>,
    islands: Arc<Islands>,
    history: Arc<History>,
    data: BTreeMap<String, ConvertedData>,
    /// For each entry, the template values of its lists and mappings without references, which many pages may read.
    converted_fields: Box<[OnceLock<Value>]>,
    terms: Mutex<FxHashMap<TermsKey, Terms>>,
    /// The route of the first page of each term, by collection, field and slug.
    term_routes: OnceLock<FxHashMap<(String, String, String), Arc<str>>>,
    page_translations: OnceLock<PageTranslations>,
}

/// Which entries of a collection are listed, and in which order.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Selection {
    /// All entries, in the collection's order.
    All,
    /// All entries, in the order of a field: by `date`, or by `-date` in the reverse order.
    SortedBy(Box<str>),
    NewestFirst,
    /// The entries directly below the collection or section.
    Top,
}

pub type Terms = Arc<Vec<Arc<Term>>>;

struct ConvertedData {
    /// The template value; `None` if the file has references. References become entries, and the template value of an
    /// entry records the reads of one page, so each page converts such a file itself.
    value: Option<Value>,
    /// The entries that the file's references lead to, by JSON pointer.
    references: Vec<(String, EntryIndex)>,
}

/// A data file, or a field of a data file or entry.
pub struct ContentValue<'a> {
    pub json: &'a Json,
    /// The entries that the references of the whole file lead to, by JSON pointer.
    pub references: &'a [(String, EntryIndex)],
    /// The template value, if it is converted once for all pages.
    pub converted: Option<Value>,
}

impl ContentValue<'_> {
    pub fn field(self, key: &str) -> Option<Self> {
        let converted = self.converted.and_then(|value| value.get_attr(key).ok());
        Some(Self { json: self.json.get(key)?, converted, ..self })
    }
}

/// Whether the template value is worth caching. A text or a number is converted as fast as it is found in the cache.
fn is_worth_caching(json: &Json) -> bool {
    matches!(json, Json::Array(_) | Json::Object(_))
}

/// Converts the data files of a language, and resolves their references.
fn convert_data(site: &Site) -> (BTreeMap<String, ConvertedData>, Vec<Diagnostic>) {
    let mut data = BTreeMap::new();
    let mut diagnostics = Vec::new();
    for name in site.content.data[0].keys() {
        let Some(file) = site.content.data_in(site.language, name) else { continue };
        let (references, dangling) = site.resolve_data(file);
        // A file without a translation is the same in all languages: its mistakes are reported for the first only.
        if site.content.data[site.language].contains_key(name) {
            diagnostics.extend(dangling);
        }
        let value = references.is_empty().then(|| Value::from(Serde(&file.value)));
        data.insert(name.clone(), ConvertedData { value, references });
    }
    (data, diagnostics)
}

impl Snapshot {
    /// Creates a snapshot, and resolves the references of data files. Dangling references are reported.
    pub fn new(
        site: &Arc<Site>,
        plan: &Arc<Plan>,
        templates: &Arc<Templates>,
        islands: &Arc<Islands>,
        history: &Arc<History>,
    ) -> (Self, Vec<Diagnostic>) {
        let mut diagnostics = Vec::new();
        let mut in_language = |language: LanguageIndex| {
            let (data, dangling) = convert_data(site.in_language(language));
            diagnostics.extend(dangling);
            Self {
                first_site: site.clone(),
                language,
                other_languages: Vec::new(),
                plan: plan.clone(),
                templates: templates.clone(),
                islands: islands.clone(),
                history: history.clone(),
                data,
                converted_fields: site.entries().iter().map(|_| OnceLock::new()).collect(),
                terms: Mutex::default(),
                term_routes: OnceLock::new(),
                page_translations: OnceLock::new(),
            }
        };
        let mut snapshot = in_language(0);
        let others = 1..snapshot.first_site.content.settings.languages.len();
        snapshot.other_languages = others.map(|language| Arc::new(in_language(language))).collect();
        (snapshot, diagnostics)
    }

    /// Returns the snapshot for the pages of a language; `None` if the site does not have the language. Works only on
    /// the snapshot for the first language, which holds the others.
    pub fn in_language(self: &Arc<Self>, language: LanguageIndex) -> Option<&Arc<Self>> {
        if language == 0 { Some(self) } else { self.other_languages.get(language - 1) }
    }

    /// Returns the site as pages of the language see it.
    pub fn site(&self) -> &Site {
        self.first_site.in_language(self.language)
    }

    pub fn history(&self) -> &Arc<History> {
        &self.history
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

    pub fn data(&self, name: &str) -> Option<ContentValue<'_>> {
        let site = self.site();
        let json = &site.content.data_in(site.language, name)?.value;
        let ConvertedData { value, references } = self.data.get(name)?;
        Some(ContentValue { json, references, converted: value.clone() })
    }

    /// Returns a field of an entry as a template value, if it is converted once for all pages.
    pub fn converted_field(&self, entry: EntryIndex, key: &str, json: &Json) -> Option<Value> {
        if !is_worth_caching(json) {
            return None;
        }
        let converted = self.converted_fields[entry].get_or_init(|| {
            let references = self.site().references(entry);
            let refers = |key: &str| references.iter().any(|(at, _)| is_in_field(at, key));
            let fields = self.site().entry(entry).fields.iter();
            let fields = fields.filter(|(key, field)| is_worth_caching(field) && !refers(key));
            Value::from_pairs(fields.map(|(key, field)| (key.as_str(), Value::from(Serde(field)))))
        });
        converted.get_attr(key).ok().filter(|value| !value.is_undefined())
    }

    pub fn route_of(&self, entry: EntryIndex) -> Option<&str> {
        self.plan.page_of_entry(entry).map(|page| &*self.plan.pages[page].route)
    }

    /// Lists the published files of `public/` and attachments, each with its key, its output path and its asset.
    pub fn published_files(&self) -> impl Iterator<Item = (&str, &str, &Arc<Asset>)> {
        let assets = &self.first_site.assets;
        let files = assets.published().map(|(path, asset)| (path, asset.output_path.as_str(), asset));
        let attachments = self.plan.attachments.iter();
        files.chain(attachments.filter_map(|(key, path)| Some((&**key, path.as_str(), assets.find(key)?))))
    }

    /// Selects entries of a collection or section. Leaves out the first `skip`, and returns at most `take` of the rest.
    pub fn listed(&self, collection: &str, selection: &Selection, skip: usize, take: usize) -> Option<Vec<EntryIndex>> {
        let site = self.site();
        let listable = site.listable(collection)?;
        let selected = match selection {
            Selection::All => site.order(listable),
            Selection::SortedBy(sort) => site.sorted(&site.order(listable), &Sort::parse(sort)).into(),
            Selection::NewestFirst => site.newest(listable),
            Selection::Top => site.top_entries(listable).into(),
        };
        Some(selected.iter().copied().skip(skip).take(take).collect())
    }

    /// Returns the terms of a field, collected once per build. With `by`, they are the periods of its dates: `2024`.
    pub fn terms(&self, collection: &str, field: &str, by: Option<Period>) -> Terms {
        let site = self.site();
        let collect = || {
            let entries = site.listable(collection).map(|listable| site.order(listable)).unwrap_or_default();
            Arc::new(collect_terms(site, collection, &entries, field, by))
        };
        let mut known = self.terms.lock();
        known.entry((collection.to_owned(), field.to_owned(), by)).or_insert_with(collect).clone()
    }

    /// Returns the term that a text names.
    pub fn term(&self, collection: &str, field: &str, text: &str) -> Option<Arc<Term>> {
        self.terms(collection, field, None).iter().find(|term| term.is_named(self.site(), text)).cloned()
    }

    /// Returns the route of the page that `for_each` creates for a term; of several pages, the first.
    pub fn term_route(&self, collection: &str, field: &str, slug: &str) -> Option<&str> {
        let routes = self.term_routes.get_or_init(|| {
            // In reverse order: the first of several pages for a term is collected last and replaces the others.
            let pages = self.plan.pages.iter().rev().filter(|page| page.language == self.language);
            let terms = pages.filter_map(|page| Some((page.subject.term()?, &page.route)));
            let key = |term: &Term| (term.collection.clone(), term.field.clone(), term.slug.clone());
            terms.map(|(term, route)| (key(term), route.clone())).collect()
        });
        routes.get(&(collection.to_owned(), field.to_owned(), slug.to_owned())).map(|route| &**route)
    }

    pub fn language_of(&self, page: &PlannedPage) -> &SiteLanguage {
        &self.first_site.content.settings.languages[page.language]
    }

    /// Lists a page and its translations, in the order of the languages. Empty for an alias, and if the site has one
    /// language.
    pub fn translations(&self, page: PageIndex) -> &[PageIndex] {
        if self.first_site.content.settings.languages.len() == 1 {
            return &[];
        }
        self.page_translations.get_or_init(|| PageTranslations::new(&self.first_site, &self.plan)).of(page)
    }

    /// Resolves a path, which may have percent escapes, to a route or a file. A path that leads nowhere is only
    /// decoded: the page check reports it.
    pub fn resolve_path<'a>(&self, path: &'a str) -> Cow<'a, str> {
        if self.plan.page_at(path).is_some() {
            return Cow::Borrowed(path);
        }
        if let Some(found) = self.find_route_or_file(path) {
            return Cow::Owned(found);
        }
        match route::decode(path) {
            Cow::Owned(decoded) => Cow::Owned(self.find_route_or_file(&decoded).unwrap_or(decoded)),
            undecoded @ Cow::Borrowed(_) => undecoded,
        }
    }

    /// Finds the published file or the page at a path; the path of a page may lack its last slash. Returns the file's
    /// output path with a slash before it, or the page's route.
    fn find_route_or_file(&self, path: &str) -> Option<String> {
        if let Some(asset) = self.site().assets.find(path).filter(|asset| !asset.is_unpublished) {
            return Some(format!("/{}", asset.output_path));
        }
        route::normalize(path).ok().filter(|route| self.plan.page_at(route).is_some())
    }
}
