//! `Schema`, a compiled schema. It checks values, sets values from the environment, and lists the fields.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::sync::Arc;

use jsonschema::{Draft, ValidationError, Validator};
use serde_json::{Map, Value, json};

use super::env::Variable;
use super::finding::{MessageContext, ValueNames};
use super::keywords::{FILE, HEADING};
use super::shape::{SchemaField, Shape, ShapeNode};
use super::{env, excerpt, formats, lint, merge, normalize, shape_builder, validate};
use crate::diagnostic::Diagnostic;
use crate::yaml::pointer::{join, split_last};
use crate::yaml::{DocumentSource, ParsedDocument};

/// The file that makes a folder of content a collection. It holds the schema of the collection's entries.
pub const COLLECTION_FILE: &str = "_collection.yaml";

#[derive(Debug)]
pub struct Schema {
    /// The schema as written, with copies of the shared definitions that it uses. If the schema extends another, the
    /// union of both.
    pub raw: Value,
    /// The schema as standard JSON Schema.
    pub normalized: Value,
    pub(super) validator: Validator,
    pub shape: Shape,
    /// The top-level fields that hold the name of a file, or a list of such names.
    pub file_fields: Vec<String>,
    /// Whether values may have references.
    pub has_references: bool,
    variables: Vec<Variable>,
    /// The file that holds the schema; `None` for a schema that comes from no file of the site.
    pub file: Option<Arc<str>>,
}

impl Schema {
    /// Compiles a schema as written: the value under `schema:` of a collection, or a whole `X.schema.yaml`. `pointer`
    /// is the schema's place in its file, such as `/schema`, or empty for the whole file.
    ///
    /// With a `base`, the result has the properties and required names of both. If both define a property, `raw` wins;
    /// if the property has `properties` in both, its two schemas are merged. An open `base` makes the result open,
    /// unless `raw` has `additionalProperties` too.
    ///
    /// # Errors
    /// Fails if the schema has mistakes, or if one of its defaults is invalid.
    pub fn compile(
        raw: &Value,
        source: &DocumentSource<'_>,
        pointer: &str,
        base: Option<&Self>,
    ) -> Result<Self, Vec<Diagnostic>> {
        let inherited: Vec<&str> = base.into_iter().flat_map(Self::field_names).collect();
        let defaults = lint::lint(raw, source, pointer, &inherited)?;
        let whole = base.map_or_else(|| raw.clone(), |base| merge::merge(&base.raw, raw));
        lint::check_merged_refs(&whole, raw, source, pointer)?;
        let schema = Self::build(whole).map_err(|error| vec![lint::explain_compile_error(source, pointer, &error)])?;
        let found = if defaults.is_empty() {
            Vec::new()
        } else {
            let (document, expected) = excerpt::of_defaults(raw, &defaults);
            // A `$ref` to an `$anchor` may lead nowhere in the excerpt. Then no default is checked.
            Self::build(expected)
                .map_or_else(|_| Vec::new(), |schema| schema.check(&document, source, "the schema", &[]))
        };
        if found.is_empty() { Ok(Self { file: Some(source.file.clone()), ..schema }) } else { Err(found) }
    }

    /// Returns the schema for content without a schema: every value is valid.
    pub fn open() -> Self {
        Self::build(json!({ "additionalProperties": true })).expect("the open schema compiles")
    }

    /// Compiles a built-in schema, as an extension of `base` if there is one, without looking for mistakes in it.
    pub fn built_in(raw: Value, base: Option<&Self>) -> Self {
        let whole = if let Some(base) = base { merge::merge(&base.raw, &raw) } else { raw };
        Self::build(whole).unwrap_or_else(|_| Self::open())
    }

    /// Compiles a schema without looking for mistakes in it.
    fn build(raw: Value) -> Result<Self, ValidationError<'static>> {
        let normalized = normalize::normalize(&raw);
        let validator = jsonschema::options()
            .with_draft(Draft::Draft202012)
            .should_validate_formats(true)
            .with_format("date", formats::is_date)
            .with_format(formats::LOCAL_DATE_TIME, formats::is_date_time)
            .build(&normalized)?;
        let shape = shape_builder::build(&raw);
        let has_references = shape.nodes.iter().any(|node| node.reference.is_some());
        let (file_fields, variables) = (find_file_fields(&shape), env::find_variables(&shape));
        Ok(Self { raw, normalized, validator, shape, file_fields, has_references, variables, file: None })
    }

    /// Finds every mistake in a value. `schema_name` names the schema in messages: "the collection `articles`". In the
    /// values at the pointers `samples`, some mistakes are only warnings.
    pub fn check(
        &self,
        value: &Value,
        source: &DocumentSource<'_>,
        schema_name: &str,
        samples: &[String],
    ) -> Vec<Diagnostic> {
        self.diagnose(value, source, schema_name, samples, ValueNames::Short, None)
    }

    /// Finds every mistake in the fields `values`, which are under `key` in the source: `defaults: { draft: true }`.
    /// `values` may lack required fields.
    pub fn check_part(
        &self,
        key: &str,
        values: &Map<String, Value>,
        source: &DocumentSource<'_>,
        schema_name: &str,
    ) -> Vec<Diagnostic> {
        // A `$ref` to an `$anchor` may lead nowhere in the excerpt. Then mistakes are reported where values are used.
        let Ok(schema) = Self::build(excerpt::under_key(&self.raw, key)) else { return Vec::new() };
        let schema = Self { file: self.file.clone(), ..schema };
        let document = json!({ key: values });
        schema.diagnose(&document, source, schema_name, &[], ValueNames::Short, Some(&join("", key)))
    }

    /// Finds every mistake in the props of an island. Messages name a prop by its whole path: `options[1].price`.
    pub fn check_props(&self, props: &Value, source: &DocumentSource<'_>, schema_name: &str) -> Vec<Diagnostic> {
        self.diagnose(props, source, schema_name, &[], ValueNames::Path, None)
    }

    /// Finds every mistake in a value. The mapping at the pointer `partial` may lack required fields.
    fn diagnose(
        &self,
        value: &Value,
        source: &DocumentSource<'_>,
        schema_name: &str,
        samples: &[String],
        value_names: ValueNames,
        partial: Option<&str>,
    ) -> Vec<Diagnostic> {
        if self.validator.is_valid(value) {
            return Vec::new();
        }
        let (root, shape, tree) = (&self.normalized, &self.shape, source.tree());
        let context = MessageContext { root, shape, document: value, source, schema_name, tree, value_names, partial };
        let mut found = validate::diagnose(&context, &self.validator, samples);
        if let Some(file) = &self.file {
            // Authors know a collection's file. The note names it only for an unknown key, which they may want to add
            // there.
            let is_collection = file.ends_with(COLLECTION_FILE);
            let affected = found.iter_mut().filter(|diagnostic| !is_collection || diagnostic.code == "unknown-key");
            affected.for_each(|diagnostic| diagnostic.notes.push(format!("by the schema in {file}")));
        }
        found
    }

    /// Sets the properties with `env` from the environment. A value that is set loses its tag `!sample`. `lookup`
    /// returns a variable's text; an empty text counts as not set. Returns a diagnostic for each variable that is
    /// refused.
    pub fn apply_env(&self, document: &mut ParsedDocument, lookup: &dyn Fn(&str) -> Option<String>) -> Vec<Diagnostic> {
        env::apply_variables(&self.validator, &self.variables, document, lookup)
    }

    /// Returns the environment variables that set fields of the mapping at `pointer`, by field.
    pub fn variables_in(&self, pointer: &str) -> BTreeMap<Cow<'_, str>, &str> {
        let fields = self.variables.iter().filter_map(|variable| {
            let (above, field) = split_last(&variable.pointer)?;
            (above == pointer).then_some((field, &*variable.name))
        });
        fields.collect()
    }

    /// Returns the field with `from: heading`. If an entry does not set the field, its value is the text of the entry's
    /// first heading of level 1.
    pub fn heading_field(&self) -> Option<&str> {
        let mut properties = self.raw.get("properties")?.as_object()?.iter();
        let (name, _) = properties.find(|(_, schema)| schema.get("from").is_some_and(|from| from == HEADING))?;
        Some(name)
    }

    /// Returns the parts of the schema as written that may apply to the value at `pointer`. A part comes before the
    /// parts inside it, and the parts that always apply come before alternatives.
    pub fn parts_at(&self, pointer: &str) -> Vec<&Value> {
        self.parts_of(self.shape.nodes_at(pointer, None))
    }

    /// Returns the parts of the schema as written that may apply at `pointer`, whatever value is set there. The values
    /// around it in `document` decide between alternatives. The parts have the order of [`Self::parts_at`].
    pub fn parts_of_field(&self, pointer: &str, document: &Value) -> Vec<&Value> {
        self.parts_of(self.shape.nodes_of_field(pointer, document))
    }

    fn parts_of(&self, nodes: Vec<&ShapeNode>) -> Vec<&Value> {
        let schemas = nodes.into_iter().flat_map(|node| &node.schemas);
        schemas.filter_map(|schema| self.raw.pointer(schema)).collect()
    }

    /// Returns the top-level fields, in the schema's order.
    pub fn fields(&self) -> impl Iterator<Item = SchemaField<'_>> {
        self.shape.fields_of(self.shape.root())
    }

    /// Returns the names of the top-level fields, those of the schema's alternatives included.
    pub fn field_names(&self) -> impl Iterator<Item = &str> {
        self.shape.fields_at("", None).into_iter().map(|field| field.name)
    }

    /// Whether values may have this top-level field: the schema names the field or allows other keys.
    pub fn may_have(&self, field: &str) -> bool {
        let other_keys = self.raw.get("additionalProperties").or_else(|| self.raw.get("unevaluatedProperties"));
        other_keys.is_some_and(|schema| *schema != Value::Bool(false))
            || self.raw.get("patternProperties").is_some()
            || self.field_names().any(|name| name == field)
    }

    /// Whether the top-level field, or an alternative for it, is a date, or a date and time.
    pub fn is_date(&self, name: &str) -> bool {
        let nodes = self.shape.nodes_at(&join("", name), None);
        nodes.iter().any(|node| matches!(node.format.as_deref(), Some("date" | "date-time")))
    }
}

fn find_file_fields(shape: &Shape) -> Vec<String> {
    let is_file = |node: &ShapeNode| node.format.as_deref() == Some(FILE);
    let fields = shape.root().fields.iter().filter(|field| {
        let node = &shape.nodes[field.node];
        is_file(node) || node.items.is_some_and(|items| is_file(&shape.nodes[items]))
    });
    fields.map(|field| field.name.clone()).collect()
}
