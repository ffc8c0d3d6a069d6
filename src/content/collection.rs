//! A collection: a folder of entries with `_collection.yaml`, which sets their route, template, order and schema.

use std::sync::{Arc, OnceLock};

use serde::Deserialize;
use serde_json::{Map, Value, json};

use super::document;
use crate::config::CONTENT;
use crate::diagnostic::{Diagnostic, Place, did_you_mean};
use crate::schema::Schema;
use crate::source::SourceFile;
use crate::yaml::tree::PairSide;

/// A collection as its `_collection.yaml` describes it.
#[derive(Debug)]
pub struct Collection {
    /// The folder below `content/`: `articles`.
    pub name: String,
    /// Its `_collection.yaml`.
    pub file: Arc<SourceFile>,
    /// The pattern of its entries' routes. Without a route, entries are data only.
    pub route: Option<String>,
    pub template: Option<String>,
    pub sort: Option<Sort>,
    /// Where its entries' endpoints are found, if the entries are forms.
    pub forms: Option<FormSettings>,
    /// The schema of its entries, including the keys that every entry may have.
    pub schema: Arc<Schema>,
}

impl Collection {
    /// Returns the id of an entry within the collection: `articles/SixPillars` → `SixPillars`. Empty for its own section.
    pub fn name_of<'i>(&self, id: &'i str) -> &'i str {
        id[self.name.len()..].trim_start_matches('/')
    }

    /// Returns the place of a value in its `_collection.yaml`.
    pub fn place_of(&self, pointer: &str, part: PairSide) -> Place {
        document::yaml_source(&self.file).place_of(pointer, part)
    }
}

/// The data files' mappings of endpoints and keys for the forms of a collection, written as `settings.endpoints`.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub struct FormSettings {
    pub endpoints: String,
    pub keys: Option<String>,
}

/// An order: a field, ascending or descending.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Sort {
    pub field: String,
    pub descending: bool,
}

impl Sort {
    /// Parses `date` or `-date`.
    pub fn parse(text: &str) -> Self {
        match text.strip_prefix('-') {
            Some(field) => Self { field: field.to_owned(), descending: true },
            None => Self { field: text.to_owned(), descending: false },
        }
    }
}

/// The file that makes a folder a collection.
pub const FILE: &str = crate::schema::COLLECTION_FILE;

/// Fields that the generator adds to each entry, so that front matter can't define them.
const COMPUTED_FIELDS: [&str; 10] =
    ["collection", "content", "id", "next", "permalink", "previous", "source", "toc", "url", "words"];

/// Returns the schema of `_collection.yaml`.
pub fn schema() -> Schema {
    document::built_in_schema(include_str!("collection.schema.yaml"))
}

/// The built-in schemas that a collection's own schema extends.
#[derive(Debug)]
pub struct EntrySchemas {
    /// The keys that every entry may have.
    entry: Schema,
    /// The keys of every entry and those of forms. Compiled only for sites with forms.
    form: OnceLock<Schema>,
}

impl Default for EntrySchemas {
    fn default() -> Self {
        Self { entry: entry_schema(), form: OnceLock::new() }
    }
}

/// Returns the schema of the keys that every entry may have.
pub fn entry_schema() -> Schema {
    document::built_in_schema(include_str!("entry.schema.yaml"))
}

impl EntrySchemas {
    fn form(&self) -> &Schema {
        self.form.get_or_init(|| document::built_in_schema_on(&self.entry, include_str!("forms/form.schema.yaml")))
    }
}

/// Reads the `_collection.yaml` of the folder `name`, checked by `schema`. Returns the collection and its schema as
/// written. An invalid file gives a collection that allows anything, so that its entries are checked too.
pub fn read(
    name: &str,
    file: &Arc<SourceFile>,
    schema: &Schema,
    entry_schemas: &EntrySchemas,
) -> (Collection, Value, Vec<Diagnostic>) {
    let source = document::yaml_source(file);
    let (value, mut diagnostics) = document::read(&source, schema, &file.file);
    let value = value.unwrap_or_default();
    let text = |key: &str| value.get(key).and_then(Value::as_str).map(str::to_owned);
    // Without a usable schema, entries may hold anything.
    let open = json!({ "additionalProperties": true });
    let forms = value.get("forms").and_then(|forms| FormSettings::deserialize(forms).ok());
    let (base, default) = match &forms {
        Some(_) => (entry_schemas.form(), &Value::Object(Map::new())),
        None => (&entry_schemas.entry, &open),
    };
    let raw = value.get("schema").filter(|raw| raw.is_object()).unwrap_or(default);
    let schema = base.extended_with(raw, &source, "/schema").map(|schema| schema.in_file(file.file.clone()));
    let schema = schema.unwrap_or_else(|problems| {
        diagnostics.extend(problems);
        Schema::open()
    });
    let fields = raw.get("properties").and_then(Value::as_object).into_iter().flat_map(Map::keys);
    for key in fields.filter(|key| COMPUTED_FIELDS.contains(&key.as_str())) {
        let pointer = format!("/schema/properties/{key}");
        diagnostics.push(
            Diagnostic::error("reserved-name", format!("the field name `{key}` is taken"))
                .at(source.place_of(&pointer, PairSide::Key))
                .label("every entry has this field already, made by the generator")
                .help("give the field a different name"),
        );
    }
    let route = text("route");
    if let (Some(_), None) = (&route, text("template")) {
        diagnostics.push(
            Diagnostic::error("missing-field", format!("the collection `{name}` has a route and no template"))
                .at(source.place_of("/route", PairSide::Key))
                .label("its entries are pages")
                .help("add a line such as `template: page.html`"),
        );
    }
    if value.get("folder").is_some() && !file.file.starts_with(CONTENT) {
        diagnostics.push(
            Diagnostic::error("bad-folder", "`folder` is read in `content/` alone")
                .at(source.place_of("/folder", PairSide::Key))
                .label("this file is elsewhere")
                .help("name the folder in a `_collection.yaml` below `content/`"),
        );
    }
    let sort = text("sort").as_deref().map(Sort::parse);
    if let Some(field) = sort.as_ref().map(|sort| sort.field.as_str()).filter(|field| !schema.may_have(field)) {
        diagnostics.push(
            Diagnostic::error("unknown-field", format!("entries of `{name}` have no field `{field}` to sort by"))
                .at(source.place_of("/sort", PairSide::Value))
                .label(did_you_mean(field, schema.names(), "not a field of the schema"))
                .help("`sort` names a field of the schema, with `-` before it for the greatest first"),
        );
    }
    let collection = Collection {
        name: name.to_owned(),
        file: file.clone(),
        route,
        template: text("template"),
        sort,
        forms,
        schema: Arc::new(schema),
    };
    (collection, raw.clone(), diagnostics)
}
