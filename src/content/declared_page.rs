//! The pages that the settings declare: each one page, or pages for the values of a field, for entries or for parts of a list.

use serde::Deserialize;
use serde_json::{Map, Value};

use crate::diagnostic::Diagnostic;

/// A page that the settings declare.
#[derive(Debug, Clone)]
pub struct DeclaredPage {
    pub route: String,
    pub template: String,
    pub for_each: Option<ForEach>,
    pub paginate: Option<Paginate>,
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

/// A declaration as the settings have it.
#[derive(Deserialize)]
pub(super) struct PageDeclaration {
    route: String,
    template: String,
    for_each: Option<ForEach>,
    paginate: Option<Paginate>,
    #[serde(flatten)]
    rest: Map<String, Value>,
}

impl PageDeclaration {
    /// Makes the declaration at an index of the settings' list.
    pub fn declared(self, index: usize) -> DeclaredPage {
        DeclaredPage {
            route: self.route,
            template: self.template,
            for_each: self.for_each,
            paginate: self.paginate,
            fields: self.rest,
            pointer: format!("/pages/{index}"),
        }
    }
}
