//! A collection: a folder of entries with `_collection.yaml`, which sets their route, template and order. Its schema
//! extends the schema of its parent or, without a parent, the built-in schema of forms or of entries.

use std::sync::Arc;

use serde::Deserialize;
use serde_json::{Map, Value, json};

use super::built_in_schemas::BuiltInSchemas;
use super::declared_page::not_a_date;
use super::document;
use super::entry_file::EntryRole;
use super::route_pattern::RoutePattern;
use crate::config::CONTENT;
use crate::diagnostic::{Diagnostic, Place, did_you_mean};
use crate::route;
use crate::schema::{Schema, SharedDefinitions};
use crate::source::{SourceFile, entry_folder_path};
use crate::yaml::DocumentSource;
use crate::yaml::tree::PairSide;

/// A collection as its `_collection.yaml` describes it.
#[derive(Debug)]
pub struct Collection {
    /// The folder below `content/`: `articles`.
    pub name: String,
    /// Its `_collection.yaml`.
    pub file: Arc<SourceFile>,
    /// The collection of the nearest folder around it.
    pub enclosing: Option<Arc<Collection>>,
    /// The collection that this one extends: `enclosing`, or none. Keys that `file` does not set are inherited.
    pub parent: Option<Arc<Collection>>,
    /// The keys that `file` sets.
    own: Map<String, Value>,
    /// JSON pointers of the values in `file` with the tag `!sample`.
    pub samples: Vec<String>,
    /// The pattern of its entries' routes. Without a pattern, only entries with a field `route` have pages.
    pub route: Option<RoutePattern>,
    pub template: Option<String>,
    /// The field that is its entries' date.
    pub date_field: String,
    /// The order of its entries; `None` if they are sorted by id.
    pub sort: Option<Sort>,
    /// Whether lists follow the tree: folder by folder, each section before the entries below it.
    pub is_tree: bool,
    /// Where the endpoints of its entries are found; `None` if the entries are not forms.
    pub forms: Option<FormSettings>,
    /// The schema of its entries, including the keys that every entry may have.
    pub schema: Arc<Schema>,
    /// The schema of its sections; `None` if there are no sections.
    pub section_schema: Option<Arc<Schema>>,
}

impl Collection {
    /// Returns the part of an entry's id below the collection: `articles/SixPillars` → `SixPillars`. Empty for the
    /// collection's own section.
    pub fn path_within<'i>(&self, id: &'i str) -> &'i str {
        route::path_below(id, &self.name).unwrap_or_default()
    }

    /// Returns the name from which a slug is made, for an entry without the field `slug`: the entry's path below the
    /// collection that sets the route, or below this one if none does.
    pub fn name_for_slug<'i>(&self, id: &'i str) -> &'i str {
        if self.route.is_some() { self.owner_of("route").path_within(id) } else { self.path_within(id) }
    }

    /// Returns the place of a value in the file that sets it: the `_collection.yaml` of this collection or an ancestor.
    pub fn place_of(&self, pointer: &str, side: PairSide) -> Place {
        let key = pointer.split('/').nth(1).unwrap_or_default();
        document::whole_file(&self.owner_of(key).file).place_of(pointer, side)
    }

    /// Returns the collection whose file sets a key for this one: itself, or an ancestor. If none sets the key, returns
    /// the outermost ancestor.
    pub fn owner_of(&self, key: &str) -> &Self {
        match &self.parent {
            Some(parent) if !self.own.contains_key(key) => parent.owner_of(key),
            _ => self,
        }
    }

    /// Returns the path, from the root, of the folder outside of `content/` that the key `folder` names.
    pub fn entry_folder(&self) -> Option<String> {
        Some(entry_folder_path(&self.name, self.own.get("folder")?.as_str()?))
    }

    /// Returns the value of a key, which may be inherited.
    fn key(&self, key: &str) -> Option<&Value> {
        self.owner_of(key).own.get(key)
    }

    /// Returns the collections that this one extends, from its parent outwards.
    pub fn ancestors(&self) -> impl Iterator<Item = &Self> {
        std::iter::successors(self.parent.as_deref(), |ancestor| ancestor.parent.as_deref())
    }

    /// Returns the outermost ancestor, or this collection if it has none.
    pub fn outermost(&self) -> &Self {
        self.ancestors().last().unwrap_or(self)
    }

    /// Whether lists of its entries hold sections too: only in a tree without the key `section`.
    pub fn lists_sections(&self) -> bool {
        self.is_tree && self.key("section").is_none()
    }

    /// Returns the schemas in its file, each with its JSON pointer in the file.
    pub fn own_schemas(&self) -> impl Iterator<Item = (&'static str, &Value)> {
        let of_sections = self.own.get("section").and_then(|section| section.get("schema"));
        let schemas = [("/schema", self.own.get("schema")), ("/section/schema", of_sections)];
        schemas.into_iter().filter_map(|(pointer, schema)| Some((pointer, schema?)))
    }

    /// Returns the schema of an entry, by its role.
    pub fn schema_of(&self, role: EntryRole) -> &Arc<Schema> {
        self.section_schema.as_ref().filter(|_| role == EntryRole::Section).unwrap_or(&self.schema)
    }

    /// Returns the template of an entry that sets none, and its JSON pointer for [`Self::place_of`].
    pub fn template_of(&self, role: EntryRole) -> Option<(&str, &'static str)> {
        let settings = self.key("section").filter(|_| role == EntryRole::Section);
        match settings.and_then(|settings| settings.get("template")?.as_str()) {
            Some(of_sections) => Some((of_sections, "/section/template")),
            None => Some((self.template.as_deref()?, "/template")),
        }
    }
}

/// The paths of two mappings in the data files: the URLs of endpoints, and the access keys for the URLs' queries. The
/// path `settings.endpoints` leads to the mapping `endpoints` in `content/settings.yaml`.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub struct FormSettings {
    pub endpoints: String,
    pub keys: Option<String>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Sort {
    pub field: String,
    pub descending: bool,
}

impl Sort {
    /// Parses `date` or `-date`.
    pub fn parse(text: &str) -> Self {
        let field = text.strip_prefix('-');
        Self { field: field.unwrap_or(text).to_owned(), descending: field.is_some() }
    }
}

/// The file that makes a folder a collection.
pub const FILE: &str = crate::schema::COLLECTION_FILE;

/// Reports a name that no collection has. The caller adds the place.
pub fn unknown_collection<'n>(name: &str, collections: impl IntoIterator<Item = &'n str>) -> Diagnostic {
    let no_file = format!("there is no content/{name}/{FILE}");
    Diagnostic::error("unknown-collection", format!("there is no collection `{name}`")).label(did_you_mean(
        name,
        collections,
        &no_file,
    ))
}

/// Fields that the generator adds to each entry. The schemas of collections can't define them.
pub(super) const COMPUTED_FIELDS: [&str; 10] =
    ["collection", "content", "id", "next", "permalink", "previous", "source", "toc", "url", "words"];

/// The inputs of [`read`].
pub struct CollectionInputs<'a> {
    pub built_in: &'a BuiltInSchemas,
    /// The definitions that the collection's schemas may use.
    pub shared: &'a SharedDefinitions,
    /// The collection of the nearest folder around this one.
    pub enclosing: Option<&'a Arc<Collection>>,
    /// Whether there are sections in the folder or below it.
    pub has_sections: bool,
}

/// Reads the `_collection.yaml` of the folder `name`. A file that can't be parsed counts as empty, and a schema with
/// mistakes allows any fields: the entries are read nevertheless, and the mistakes in their text are reported too.
pub fn read(name: &str, file: &Arc<SourceFile>, inputs: &CollectionInputs) -> (Collection, Vec<Diagnostic>) {
    let source = document::whole_file(file);
    let (document, mut diagnostics) = document::read(&source, &inputs.built_in.collection);
    let (mut value, samples) = document.map(|document| (document.value, document.samples)).unwrap_or_default();
    let mut own = value.as_object_mut().map(std::mem::take).unwrap_or_default();
    // `document::read` has added the absent keys as null.
    own.retain(|_, value| !value.is_null());
    let extends = own.get("extends") != Some(&Value::Bool(false));
    let parent = inputs.enclosing.filter(|_| extends).cloned();
    let key = |key: &str| own.get(key).or_else(|| parent.as_ref()?.key(key));
    let date_field: String = deserialize(key("date")).unwrap_or_else(|| "date".to_owned());
    let is_tree = key("order").is_some();
    let newest_first = || Sort { field: date_field.clone(), descending: true };
    let mut collection = Collection {
        name: name.to_owned(),
        file: file.clone(),
        route: deserialize(key("route")),
        template: deserialize(key("template")),
        sort: deserialize(key("sort")).map(Sort::parse).or_else(|| (!is_tree).then(newest_first)),
        date_field,
        is_tree,
        forms: deserialize(key("forms")),
        schema: Arc::new(Schema::open()),
        section_schema: None,
        enclosing: inputs.enclosing.cloned(),
        parent,
        own,
        samples,
    };
    compile_schemas(&mut collection, &source, inputs, &mut diagnostics);
    diagnostics.extend(check(&collection));
    (collection, diagnostics)
}

/// Deserializes the value of a key; `None` if it is absent, or invalid, which the schema reports.
fn deserialize<'v, T: Deserialize<'v>>(value: Option<&'v Value>) -> Option<T> {
    T::deserialize(value?).ok()
}

/// Compiles the schemas of a collection's entries and sections.
fn compile_schemas(
    collection: &mut Collection,
    source: &DocumentSource,
    inputs: &CollectionInputs,
    diagnostics: &mut Vec<Diagnostic>,
) {
    let CollectionInputs { built_in, shared, .. } = inputs;
    let Collection { parent, forms, own, .. } = &*collection;
    let compile =
        |base: &Schema, raw: &Value, pointer: &str| Schema::compile(&shared.add_to(raw), source, pointer, Some(base));
    let mut extend = |base: &Schema, raw: &Value, pointer: &str| {
        let compiled = compile(base, raw, pointer).map_err(|found| diagnostics.extend(found));
        Arc::new(compiled.unwrap_or_else(|()| Schema::open()))
    };
    let own_schema = own.get("schema").filter(|raw| raw.is_object());
    let raw = match own_schema {
        Some(own) => own.clone(),
        None if parent.is_some() || forms.is_some() => json!({}),
        // Without any schema, entries may hold anything.
        None => json!({ "additionalProperties": true }),
    };
    let schema = match (own_schema, parent) {
        (None, Some(parent)) => parent.schema.clone(),
        (_, Some(parent)) => extend(&parent.schema, &raw, "/schema"),
        (_, None) if forms.is_some() => extend(&built_in.compile_form(), &raw, "/schema"),
        (_, None) => extend(&built_in.entry, &raw, "/schema"),
    };
    if inputs.has_sections {
        let inherited = parent.as_ref().and_then(|parent| parent.section_schema.as_ref());
        let base = inherited.cloned().unwrap_or_else(|| Arc::new(built_in.compile_section()));
        let is_given = collection.ancestors().any(|ancestor| raw_section_schema(&ancestor.own).is_some());
        collection.section_schema = Some(match (raw_section_schema(own), inherited) {
            (Some(own), _) => extend(&base, own, "/section/schema"),
            // An ancestor gives sections a schema of their own, so they do not get `raw`, the fields of entries.
            (None, Some(inherited)) if is_given => inherited.clone(),
            // The mistakes in `raw` were reported above, with the schema of entries.
            (None, _) => Arc::new(compile(&base, &raw, "/schema").unwrap_or_else(|_| Schema::open())),
        });
    }
    collection.schema = schema;
}

fn raw_section_schema(own: &Map<String, Value>) -> Option<&Value> {
    own.get("section")?.get("schema").filter(|raw| raw.is_object())
}

/// Reports the fields of an entry's schema that have the name of a computed field. The schema is at `pointer` in its
/// file.
pub fn find_reserved_names(schema: &Value, source: &DocumentSource, pointer: &str) -> Vec<Diagnostic> {
    let fields = schema.get("properties").and_then(Value::as_object).into_iter().flat_map(Map::keys);
    let report = |key: &String| {
        Diagnostic::error("reserved-name", format!("the field name `{key}` is taken"))
            .at(source.place_of(&format!("{pointer}/properties/{key}"), PairSide::Key))
            .label("every entry has this field already, made by the generator")
            .help("give the field a different name")
    };
    fields.filter(|key| COMPUTED_FIELDS.contains(&key.as_str())).map(report).collect()
}

/// Reports the mistakes that the built-in schema of `_collection.yaml` can't find.
fn check(collection: &Collection) -> Vec<Diagnostic> {
    let Collection { name, own, .. } = collection;
    let source = document::whole_file(&collection.file);
    let place = |pointer: &str, side| source.place_of(pointer, side);
    let names = collection.own_schemas().map(|(pointer, schema)| find_reserved_names(schema, &source, pointer));
    let mut diagnostics: Vec<Diagnostic> = names.flatten().collect();
    if own.contains_key("route") && collection.route.is_some() && collection.template.is_none() {
        diagnostics.push(
            Diagnostic::error("missing-field", format!("the collection `{name}` has a route and no template"))
                .at(place("/route", PairSide::Key))
                .label("its entries are pages")
                .help("add a line such as `template: page.html`"),
        );
    }
    if own.contains_key("folder") && !route::is_within(&collection.file.file, CONTENT) {
        diagnostics.push(
            Diagnostic::error("bad-folder", "`folder` is read in `content/` alone")
                .at(place("/folder", PairSide::Key))
                .label("this file is elsewhere")
                .help("name the folder in a `_collection.yaml` below `content/`"),
        );
    }
    let sort_help = "`sort` names a field of the schema, with `-` before it for the greatest first";
    let sort = collection.sort.iter().map(|sort| ("sort", &sort.field, sort_help));
    let date = ("date", &collection.date_field, "`date` names the field of the schema that is the entries' date");
    for (key, field, help) in sort.chain([date]).filter(|(key, ..)| own.contains_key(*key)) {
        let place = place(&format!("/{key}"), PairSide::Value);
        if !collection.schema.may_have(field) {
            let label = did_you_mean(field, collection.schema.field_names(), "not a field of the schema");
            let diagnostic = Diagnostic::error("unknown-field", format!("entries of `{name}` have no field `{field}`"));
            diagnostics.push(diagnostic.at(place).label(label).help(help));
        } else if key == "date" && !collection.schema.is_date(field) {
            diagnostics.push(not_a_date(name, field).at(place));
        }
    }
    diagnostics
}
