//! The setting `pages`: declarations of a single page, or of pages for the values of a field, for entries, or for the
//! parts of a list.

use serde::Deserialize;
use serde_json::{Map, Value};

use super::conditions::Conditions;
use super::route_pattern::RoutePattern;
use super::site_language::{LanguageIndex, SiteLanguage, unknown_language};
use crate::diagnostic::Diagnostic;
use crate::yaml::DocumentSource;
use crate::yaml::tree::PairSide;

/// A declaration of pages in the settings.
#[derive(Debug, Clone, Deserialize)]
pub struct DeclaredPage {
    pub route: RoutePattern,
    pub template: String,
    pub for_each: Option<ForEach>,
    pub paginate: Option<Paginate>,
    #[serde(default)]
    pub languages: PageLanguages,
    /// The other keys of the declaration, which its template reads as `page`.
    #[serde(flatten)]
    pub fields: Map<String, Value>,
}

/// A page for each value of a field, or a further page for each entry.
#[derive(Debug, Clone, Deserialize)]
pub struct ForEach {
    pub collection: String,
    pub field: Option<String>,
    pub by: Option<Period>,
    #[serde(rename = "where")]
    pub conditions: Option<Conditions>,
}

impl ForEach {
    /// Returns the field whose values get pages; `None` if each entry gets a page. `date_field` is the field that is
    /// the date of the collection's entries.
    pub fn field<'a>(&'a self, date_field: &'a str) -> Option<&'a str> {
        self.field.as_deref().or(self.by.map(|_| date_field))
    }

    /// Whether each entry gets a page, and not each value of a field.
    pub fn is_for_entries(&self) -> bool {
        self.field.is_none() && self.by.is_none()
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

/// Reports a field that holds no dates where dates are needed.
pub fn not_a_date(collection: &str, field: &str) -> Diagnostic {
    Diagnostic::error("not-a-date", format!("the field `{field}` of `{collection}` is not a date"))
        .label("a date is needed here")
        .help(format!("give it `format: date` in content/{collection}/_collection.yaml, or name another field"))
}

/// A page for every `size` entries.
#[derive(Debug, Clone, Deserialize)]
pub struct Paginate {
    /// `None` if `for_each` selects the entries.
    pub collection: Option<String>,
    pub size: usize,
    #[serde(rename = "where")]
    pub conditions: Option<Conditions>,
}

/// The languages in which a declaration makes pages.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(untagged)]
pub enum PageLanguages {
    #[default]
    First,
    /// The word `all`.
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

/// Reports languages that the site does not have, and routes by language that lack the first language.
pub(super) fn check(pages: &[DeclaredPage], languages: &[SiteLanguage], source: &DocumentSource) -> Vec<Diagnostic> {
    let mut diagnostics = Vec::new();
    for (index, page) in pages.iter().enumerate() {
        let tags = if let PageLanguages::Tags(tags) = &page.languages { &tags[..] } else { &[] };
        for (at, tag) in tags.iter().enumerate() {
            if let Some(unknown) = unknown_language(tag, languages) {
                let pointer = format!("/pages/{index}/languages/{at}");
                diagnostics.push(unknown.at(source.place_of(&pointer, PairSide::Value)));
            }
        }
        let place = |key: &str, side| source.place_of(&format!("/pages/{index}/route{key}"), side);
        diagnostics.extend(page.route.check(languages, &place));
    }
    diagnostics
}
