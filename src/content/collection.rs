//! A collection: the folder, its entries' route, template and order, and what an entry may hold.

use std::sync::{Arc, OnceLock};

use serde::Deserialize;
use serde_json::{Map, Value, json};

use super::built_in::BuiltIn;
use super::document;
use super::locate::Part;
use super::schema::Schema;
use crate::diagnostic::{Diagnostic, Place, did_you_mean};
use crate::source::SourceFile;

/// What `_collection.yaml` says.
#[derive(Debug)]
pub struct Collection {
    /// The folder below `content/`: `articles`.
    pub name: String,
    /// Its `_collection.yaml`.
    pub file: Arc<SourceFile>,
    /// The pattern of its entries' addresses; none for entries that are data only.
    pub route: Option<String>,
    pub template: Option<String>,
    pub sort: Option<Sort>,
    /// What is known of its entries' endpoints, if they are forms.
    pub forms: Option<FormSettings>,
    /// What an entry holds, the keys that every entry may have included.
    pub schema: Arc<Schema>,
}

impl Collection {
    /// Where something stands in its `_collection.yaml`.
    pub fn place_of(&self, pointer: &str, part: Part) -> Place {
        document::whole(&self.file).place_of(pointer, part)
    }
}

/// What a collection of forms says of them: where in the data files their endpoints and keys are, as `settings.endpoints`.
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
    /// Reads `date` or `-date`.
    pub fn parse(text: &str) -> Self {
        match text.strip_prefix('-') {
            Some(field) => Self { field: field.to_owned(), descending: true },
            None => Self { field: text.to_owned(), descending: false },
        }
    }
}

/// The file that makes a folder a collection.
pub const FILE: &str = "_collection.yaml";

/// Names that templates read from an entry and that its front matter can't take.
const COMPUTED: [&str; 10] =
    ["collection", "content", "id", "next", "permalink", "previous", "source", "toc", "url", "words"];

/// The schema of `_collection.yaml`.
pub fn schema() -> Schema {
    document::built_in_schema(include_str!("collection.schema.yaml"))
}

/// The schemas of the program's own that a collection's is on top of.
#[derive(Debug)]
pub struct Common {
    /// The keys that every entry may have.
    entry: Schema,
    /// Those and a form's; made where a site has forms.
    form: OnceLock<Schema>,
}

impl Default for Common {
    fn default() -> Self {
        Self { entry: entry_schema(), form: OnceLock::new() }
    }
}

/// The schema of the keys that every entry may have.
pub fn entry_schema() -> Schema {
    document::built_in_schema(include_str!("entry.schema.yaml"))
}

impl Common {
    fn form(&self) -> &Schema {
        self.form.get_or_init(|| document::built_in_schema_on(&self.entry, include_str!("forms/form.schema.yaml")))
    }
}

/// Reads `_collection.yaml` of the folder `name`. A file that can't be read still gives a collection, open to anything,
/// so that its entries are looked at too. The value is its schema as written.
pub fn read(name: &str, file: &Arc<SourceFile>, built_in: &BuiltIn) -> (Collection, Value, Vec<Diagnostic>) {
    let source = document::whole(file);
    let (value, mut diagnostics) = document::read(&source, &built_in.collection, &file.file);
    let value = value.unwrap_or_default();
    let text = |key: &str| value.get(key).and_then(Value::as_str).map(str::to_owned);
    // Without a schema, or with one that can't be used, entries may hold anything.
    let open = json!({ "additionalProperties": true });
    let forms = value.get("forms").and_then(|forms| FormSettings::deserialize(forms).ok());
    let (common, without) = match &forms {
        Some(_) => (built_in.common.form(), &Value::Object(Map::new())),
        None => (&built_in.common.entry, &open),
    };
    let raw = value.get("schema").filter(|raw| raw.is_object()).unwrap_or(without);
    let schema = common.with(raw, &source, "/schema").unwrap_or_else(|problems| {
        diagnostics.extend(problems);
        Schema::open()
    });
    let named = raw.get("properties").and_then(Value::as_object).into_iter().flat_map(Map::keys);
    for key in named.filter(|key| COMPUTED.contains(&key.as_str())) {
        let pointer = format!("/schema/properties/{key}");
        diagnostics.push(
            Diagnostic::error("reserved-name", format!("the field name `{key}` is taken"))
                .at(source.place_of(&pointer, Part::Key))
                .label("every entry has this field already, made by the generator")
                .help("give the field another name"),
        );
    }
    let route = text("route");
    if let (Some(_), None) = (&route, text("template")) {
        diagnostics.push(
            Diagnostic::error("missing-field", format!("the collection `{name}` has a route and no template"))
                .at(source.place_of("/route", Part::Key))
                .label("its entries are pages")
                .help("add a line such as `template: page.html`"),
        );
    }
    let sort = text("sort").as_deref().map(Sort::parse);
    if let Some(field) = sort.as_ref().map(|sort| sort.field.as_str()).filter(|field| !schema.may_have(field)) {
        diagnostics.push(
            Diagnostic::error("unknown-field", format!("entries of `{name}` have no field `{field}` to sort by"))
                .at(source.place_of("/sort", Part::Value))
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
