//! A collection: a folder of entries with `_collection.yaml`, which sets their route, template and order. Its schema
//! extends a built-in schema: that of forms, or that of other entries.

use std::sync::Arc;

use serde::Deserialize;
use serde_json::{Map, Value, json};

use super::built_in_schemas::BuiltInSchemas;
use super::document;
use super::entry_file::EntryRole;
use super::route_pattern::RoutePattern;
use crate::config::CONTENT;
use crate::diagnostic::{Diagnostic, Place, did_you_mean};
use crate::route;
use crate::schema::{Schema, SharedDefinitions};
use crate::source::SourceFile;
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
    /// The collection that this one extends: `enclosing`, or none. Keys that `file` does not set are inherited from it.
    pub parent: Option<Arc<Collection>>,
    /// The keys that `file` sets.
    own_keys: Vec<String>,
    /// The pattern of its entries' routes. Without a route, entries are data only.
    pub route: Option<RoutePattern>,
    pub template: Option<String>,
    pub sort: Option<Sort>,
    /// Whether lists follow the tree: folder by folder, each section before the entries below it.
    pub is_tree: bool,
    /// Set if sections differ from other entries.
    pub section: Option<SectionSettings>,
    /// Where its entries' endpoints are found, if the entries are forms.
    pub forms: Option<FormSettings>,
    /// The schema of its entries as written in its file.
    pub raw_schema: Value,
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
    /// collection that sets the route.
    pub fn name_for_slug<'i>(&self, id: &'i str) -> &'i str {
        if self.route.is_some() { self.owner_of("route").path_within(id) } else { self.path_within(id) }
    }

    /// Returns the place of a value in the `_collection.yaml` that sets it: that of this collection, or of an ancestor.
    pub fn place_of(&self, pointer: &str, part: PairSide) -> Place {
        let key = pointer.split('/').nth(1).unwrap_or_default();
        document::whole_file(&self.owner_of(key).file).place_of(pointer, part)
    }

    /// Returns the collection whose file sets a key for this one: itself, or an ancestor.
    pub fn owner_of(&self, key: &str) -> &Self {
        match &self.parent {
            Some(parent) if !self.own_keys.iter().any(|own| own == key) => parent.owner_of(key),
            _ => self,
        }
    }

    /// Returns the collections that it extends, from its parent outwards.
    pub fn ancestors(&self) -> impl Iterator<Item = &Self> {
        std::iter::successors(self.parent.as_deref(), |ancestor| ancestor.parent.as_deref())
    }

    /// Returns the outermost ancestor; itself if there is none.
    pub fn outermost(&self) -> &Self {
        self.ancestors().last().unwrap_or(self)
    }

    /// Whether lists of its entries hold sections too: only in a tree whose sections are like other entries.
    pub fn lists_sections(&self) -> bool {
        self.is_tree && self.section.is_none()
    }

    /// Returns the schema of an entry, by its role.
    pub fn schema_of(&self, role: EntryRole) -> &Arc<Schema> {
        self.section_schema.as_ref().filter(|_| role == EntryRole::Section).unwrap_or(&self.schema)
    }

    /// Returns the template of an entry that sets none, by its role.
    pub fn template_of(&self, role: EntryRole) -> Option<&str> {
        self.section_template(role).or(self.template.as_deref())
    }

    /// Returns the JSON pointer of the template that [`Self::template_of`] returns, for [`Self::place_of`].
    pub fn template_pointer(&self, role: EntryRole) -> &'static str {
        if self.section_template(role).is_some() { "/section/template" } else { "/template" }
    }

    /// Returns the template that only sections have; `None` for other entries.
    fn section_template(&self, role: EntryRole) -> Option<&str> {
        self.section.as_ref().filter(|_| role == EntryRole::Section)?.template.as_deref()
    }
}

/// The settings in which sections differ from other entries.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub struct SectionSettings {
    pub template: Option<String>,
    /// The schema of sections as written; `None` if they have that of other entries.
    schema: Option<Value>,
}

/// The mappings in data files that hold the URLs of endpoints, and the access keys that their queries contain.
/// `settings.endpoints` is the mapping `endpoints` in `content/settings.yaml`.
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
        let field = text.strip_prefix('-');
        Self { field: field.unwrap_or(text).to_owned(), descending: field.is_some() }
    }
}

/// The file that makes a folder a collection.
pub const FILE: &str = crate::schema::COLLECTION_FILE;

/// Fields that the generator adds to each entry, so that front matter can't define them.
const COMPUTED_FIELDS: [&str; 10] =
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

/// Reads the `_collection.yaml` of the folder `name`. An invalid file gives a collection that allows anything, so that
/// its entries are checked too.
pub fn read(name: &str, file: &Arc<SourceFile>, inputs: &CollectionInputs) -> (Collection, Vec<Diagnostic>) {
    let source = document::whole_file(file);
    let (value, mut diagnostics) = document::read(&source, &inputs.built_in.collection, &file.file);
    let mut value = value.unwrap_or_default();
    // The schema completes absent keys with null.
    value.as_object_mut().into_iter().for_each(|keys| keys.retain(|_, value| !value.is_null()));
    let own_keys = value.as_object().into_iter().flat_map(Map::keys).cloned().collect();
    let extends = value.get("extends").and_then(Value::as_bool).unwrap_or(true);
    let parent = inputs.enclosing.filter(|_| extends).cloned();
    let (route, forms, section) = (read_key(&value, "route"), read_key(&value, "forms"), read_key(&value, "section"));
    let (template, sort) = (read_key(&value, "template"), read_key::<String>(&value, "sort"));
    let sort = sort.as_deref().map(Sort::parse);
    let is_tree = value.get("order").is_some();
    let mut collection = Collection {
        name: name.to_owned(),
        file: file.clone(),
        route: route.or_else(|| parent.as_ref().and_then(|parent| parent.route.clone())),
        template: template.or_else(|| parent.as_ref().and_then(|parent| parent.template.clone())),
        sort: sort.or_else(|| parent.as_ref().and_then(|parent| parent.sort.clone())),
        is_tree: is_tree || parent.as_ref().is_some_and(|parent| parent.is_tree),
        section: section.or_else(|| parent.as_ref().and_then(|parent| parent.section.clone())),
        forms: forms.or_else(|| parent.as_ref().and_then(|parent| parent.forms.clone())),
        raw_schema: Value::Null,
        schema: Arc::new(Schema::open()),
        section_schema: None,
        enclosing: inputs.enclosing.cloned(),
        parent,
        own_keys,
    };
    let compiler = SchemaCompiler { inputs, source: &source, value: &value };
    diagnostics.extend(compiler.compile(&mut collection));
    diagnostics.extend(check(&collection, &value));
    (collection, diagnostics)
}

/// Reads the value of a key; `None` if it is absent, or invalid, which the schema reports.
fn read_key<'v, T: Deserialize<'v>>(value: &'v Value, key: &str) -> Option<T> {
    T::deserialize(value.get(key)?).ok()
}

/// The compiler of a collection's schemas.
struct SchemaCompiler<'a> {
    inputs: &'a CollectionInputs<'a>,
    source: &'a DocumentSource<'a>,
    /// The file's value.
    value: &'a Value,
}

impl SchemaCompiler<'_> {
    /// Compiles the schemas of entries and of sections.
    fn compile(&self, collection: &mut Collection) -> Vec<Diagnostic> {
        let base = match (&collection.parent, &collection.forms) {
            (Some(parent), _) => &*parent.schema,
            (None, Some(_)) => self.inputs.built_in.form(),
            (None, None) => &self.inputs.built_in.entry,
        };
        let own = self.value.get("schema").filter(|raw| raw.is_object());
        let raw = match own {
            Some(own) => own.clone(),
            None if collection.parent.is_some() || collection.forms.is_some() => json!({}),
            // Without any schema, entries may hold anything.
            None => json!({ "additionalProperties": true }),
        };
        let mut problems = Vec::new();
        collection.schema = match (own, &collection.parent) {
            (None, Some(parent)) => parent.schema.clone(),
            _ => Arc::new(self.extend(base, &raw, "/schema", &mut problems)),
        };
        if self.inputs.has_sections {
            collection.section_schema = Some(self.compile_sections(collection, &raw, &mut problems));
        }
        collection.raw_schema = raw;
        problems
    }

    /// Compiles the schema of sections: the one under `section`, or else that of entries, `raw`.
    fn compile_sections(&self, collection: &Collection, raw: &Value, problems: &mut Vec<Diagnostic>) -> Arc<Schema> {
        let inherited = collection.parent.as_ref().and_then(|parent| parent.section_schema.as_ref());
        let base = inherited.map_or_else(|| self.inputs.built_in.section(), |inherited| &**inherited);
        if let Some(own) = self.value.pointer("/section/schema").filter(|raw| raw.is_object()) {
            return Arc::new(self.extend(base, own, "/section/schema", problems));
        }
        let inherits_section_schema =
            collection.section.as_ref().is_some_and(|section| section.schema.as_ref().is_some_and(Value::is_object));
        if let Some(inherited) = inherited.filter(|_| inherits_section_schema) {
            // The inherited schema is for sections only: the fields of `raw`, which is for entries, are not added.
            return inherited.clone();
        }
        // `compile` has reported the mistakes in `raw`.
        Arc::new(self.extend(base, raw, "/schema", &mut Vec::new()))
    }

    /// Extends `base` by `raw`. If `raw` has mistakes, the result allows anything.
    fn extend(&self, base: &Schema, raw: &Value, pointer: &str, problems: &mut Vec<Diagnostic>) -> Schema {
        Schema::compile(&self.inputs.shared.add_to(raw), self.source, pointer, Some(base)).unwrap_or_else(|found| {
            problems.extend(found);
            Schema::open()
        })
    }
}

/// Reports the mistakes that the built-in schema of `_collection.yaml` can't express: reserved names of fields, a route
/// without a template, `folder` in a file outside `content/`, an unknown field in `sort`.
fn check(collection: &Collection, value: &Value) -> Vec<Diagnostic> {
    let (mut diagnostics, name) = (Vec::new(), &collection.name);
    let place = |pointer: &str, side| document::whole_file(&collection.file).place_of(pointer, side);
    for schema in ["/schema", "/section/schema"] {
        let properties = value.pointer(&format!("{schema}/properties")).and_then(Value::as_object);
        for key in properties.into_iter().flat_map(Map::keys).filter(|key| COMPUTED_FIELDS.contains(&key.as_str())) {
            diagnostics.push(
                Diagnostic::error("reserved-name", format!("the field name `{key}` is taken"))
                    .at(place(&format!("{schema}/properties/{key}"), PairSide::Key))
                    .label("every entry has this field already, made by the generator")
                    .help("give the field a different name"),
            );
        }
    }
    if value.get("route").is_some() && collection.route.is_some() && collection.template.is_none() {
        diagnostics.push(
            Diagnostic::error("missing-field", format!("the collection `{name}` has a route and no template"))
                .at(place("/route", PairSide::Key))
                .label("its entries are pages")
                .help("add a line such as `template: page.html`"),
        );
    }
    if value.get("folder").is_some() && !route::is_within(&collection.file.file, CONTENT) {
        diagnostics.push(
            Diagnostic::error("bad-folder", "`folder` is read in `content/` alone")
                .at(place("/folder", PairSide::Key))
                .label("this file is elsewhere")
                .help("name the folder in a `_collection.yaml` below `content/`"),
        );
    }
    let sort = collection.sort.as_ref().filter(|_| value.get("sort").is_some());
    if let Some(field) = sort.map(|sort| sort.field.as_str()).filter(|field| !collection.schema.may_have(field)) {
        diagnostics.push(
            Diagnostic::error("unknown-field", format!("entries of `{name}` have no field `{field}` to sort by"))
                .at(place("/sort", PairSide::Value))
                .label(did_you_mean(field, collection.schema.names(), "not a field of the schema"))
                .help("`sort` names a field of the schema, with `-` before it for the greatest first"),
        );
    }
    diagnostics
}
