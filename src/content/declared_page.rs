//! The pages that the settings declare: each one page, or pages for the values of a field, for entries or for parts of a list.

use serde::Deserialize;
use serde_json::{Map, Value};

use super::site_language::{LanguageIndex, SiteLanguage};
use crate::diagnostic::{Diagnostic, did_you_mean};
use crate::yaml::DocumentSource;
use crate::yaml::tree::PairSide;

/// A page that the settings declare.
#[derive(Debug, Clone)]
pub struct DeclaredPage {
    pub route: String,
    pub template: String,
    pub for_each: Option<ForEach>,
    pub paginate: Option<Paginate>,
    pub languages: PageLanguages,
    /// The declaration's other keys: `page` in its template.
    pub fields: Map<String, Value>,
    /// The JSON pointer of the declaration in the settings.
    pub pointer: String,
}

/// One page for each value of a field, or one more page for each entry.
#[derive(Debug, Clone, Deserialize)]
pub struct ForEach {
    pub collection: String,
    pub field: Option<String>,
    pub by: Option<Period>,
}

impl ForEach {
    /// Returns the field whose values get pages; `None` if the entries do.
    pub fn field(&self) -> Option<&str> {
        self.field.as_deref().or(self.by.map(|_| "date"))
    }
}

/// A period of time by which dates are grouped.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Period {
    Year,
    Month,
}

impl Period {
    /// Every period, by its name in settings and templates.
    pub const ALL: [(&'static str, Self); 2] = [("year", Self::Year), ("month", Self::Month)];
}

/// Reports a field that is grouped by periods and holds no dates.
pub fn not_a_date(collection: &str, field: &str) -> Diagnostic {
    Diagnostic::error("not-a-date", format!("the field `{field}` of `{collection}` is not a date"))
        .label("only dates have years and months")
        .help(format!("give it `format: date` in content/{collection}/_collection.yaml, or name another field"))
}

/// One page for every `size` entries.
#[derive(Debug, Clone, Deserialize)]
pub struct Paginate {
    /// `None` if `for_each` selects the entries.
    #[serde(default)]
    pub collection: Option<String>,
    pub size: usize,
}

/// The languages in which a declaration makes pages.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(untagged)]
pub enum PageLanguages {
    #[default]
    First,
    /// `all`
    All(String),
    Tags(Vec<String>),
}

impl PageLanguages {
    pub fn contains(&self, language: LanguageIndex, tag: &str) -> bool {
        match self {
            Self::First => language == 0,
            Self::All(_) => true,
            Self::Tags(tags) => tags.iter().any(|known| known == tag),
        }
    }
}

/// A declaration as the settings have it.
#[derive(Deserialize)]
pub(super) struct PageDeclaration {
    route: String,
    template: String,
    for_each: Option<ForEach>,
    paginate: Option<Paginate>,
    #[serde(default)]
    languages: PageLanguages,
    #[serde(flatten)]
    rest: Map<String, Value>,
}

impl PageDeclaration {
    /// The tags of the languages that it names.
    pub fn language_tags(&self) -> &[String] {
        match &self.languages {
            PageLanguages::Tags(tags) => tags,
            _ => &[],
        }
    }

    /// Makes the declaration at an index of the settings' list.
    pub fn declared(self, index: usize) -> DeclaredPage {
        DeclaredPage {
            route: self.route,
            template: self.template,
            for_each: self.for_each,
            paginate: self.paginate,
            languages: self.languages,
            fields: self.rest,
            pointer: format!("/pages/{index}"),
        }
    }
}

/// Reports languages of declared pages that the site does not have.
pub(super) fn unknown_languages(
    pages: &[PageDeclaration],
    languages: &[SiteLanguage],
    source: &DocumentSource,
) -> Vec<Diagnostic> {
    let known = || languages.iter().map(|language| language.tag.as_str());
    let named = pages.iter().enumerate().flat_map(|(page, declared)| {
        declared.language_tags().iter().enumerate().map(move |(at, tag)| (format!("/pages/{page}/languages/{at}"), tag))
    });
    let unknown = named.filter(|(_, tag)| known().all(|known| known != *tag));
    let report = |(pointer, tag): (String, &String)| {
        Diagnostic::error("unknown-language", format!("the site has no language `{tag}`"))
            .at(source.place_of(&pointer, PairSide::Value))
            .label(did_you_mean(tag, known(), "not in `languages`"))
            .help("add it to `languages`, or name one that is there")
    };
    unknown.map(report).collect()
}
