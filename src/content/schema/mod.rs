//! Schemas: JSON Schema written in YAML, with closed objects, references, values from the environment and defaults.
//!
//! 1. `lint` finds the mistakes of the schema itself.
//! 2. `normalize` makes it standard JSON Schema, which the crate `jsonschema` compiles and checks values by.
//! 3. `shape` compiles what else is asked of it: which fields there are, what an absent one reads as, which are references.
//! 4. `check` turns what the validator finds into messages.

mod check;
mod choice;
mod env;
mod formats;
mod keywords;
mod kind;
mod lint;
mod merge;
mod normalize;
mod shape;
mod values;
mod words;

use std::collections::BTreeMap;

use jsonschema::{Draft, Validator};
use serde_json::{Value, json};

use crate::content::yaml::{Document, YamlSource};
use crate::diagnostic::Diagnostic;
use env::Variable;
pub use normalize::is_html;
use shape::Shape;

/// A compiled schema.
#[derive(Debug)]
pub struct Schema {
    raw: Value,
    normalized: Value,
    validator: Validator,
    shape: Shape,
    variables: Vec<Variable>,
}

/// A field at the top of an entry or data file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Field<'s> {
    pub name: &'s str,
    pub required: bool,
    /// The collection whose entry it names.
    pub reference: Option<&'s str>,
    /// A line of YAML that gives it, such as `title: …`.
    pub example: String,
}

impl Schema {
    /// Compiles a schema as written: the value under `schema:` of a collection, or a whole `X.schema.yaml`. `pointer` is
    /// where it stands in its file, such as `/schema`, or nothing for the whole.
    pub fn compile(raw: &Value, source: &YamlSource<'_>, pointer: &str) -> Result<Self, Vec<Diagnostic>> {
        lint::lint(raw, source, pointer)?;
        Self::build(raw.clone()).map_err(|why| vec![lint::refused(source, pointer, &why)])
    }

    /// A schema as written on top of this one: the properties and requirements of both, closed over the union. Where both
    /// define a property, the one on top counts; where this one is open, the union is. Compiling is what costs, so it is
    /// done once, for the union.
    pub fn with(&self, raw: &Value, source: &YamlSource<'_>, pointer: &str) -> Result<Self, Vec<Diagnostic>> {
        lint::lint(raw, source, pointer)?;
        Self::build(merge::merge(&self.raw, raw)).map_err(|why| vec![lint::refused(source, pointer, &why)])
    }

    /// The schema of what has none: anything goes.
    ///
    /// # Panics
    ///
    /// Never: the schema is the same each time.
    pub fn open() -> Self {
        Self::build(json!({ "additionalProperties": true })).expect("the open schema compiles")
    }

    fn build(raw: Value) -> Result<Self, jsonschema::ValidationError<'static>> {
        let normalized = normalize::normalize(&raw);
        let validator = jsonschema::options()
            .with_draft(Draft::Draft202012)
            .offline()
            .should_validate_formats(true)
            .with_format("date", formats::is_date)
            .with_format(formats::LOCAL_DATE_TIME, formats::is_date_time)
            .with_format("markdown", |_: &str| true)
            .build(&normalized)?;
        let shape = Shape::of(&raw);
        let variables = env::variables(&shape);
        Ok(Self { raw, normalized, validator, shape, variables })
    }

    /// Everything that is wrong with a value. `what` names the schema in messages: "the collection `articles`".
    pub fn check(&self, value: &Value, source: &YamlSource<'_>, what: &str) -> Vec<Diagnostic> {
        if self.validator.is_valid(value) {
            return Vec::new();
        }
        check::explain(self, value, source, what)
    }

    /// Gives every named field that is absent its default, or else null, at every depth.
    pub fn complete(&self, value: &mut Value) {
        self.shape.complete(value);
    }

    /// Calls `found` with the pointer, collection and id of each reference in the value.
    pub fn references(&self, value: &Value, found: &mut dyn FnMut(&str, &str, &str)) {
        self.shape.references(value, found);
    }

    pub fn has_references(&self) -> bool {
        self.shape.has_references()
    }

    /// Puts the environment's values where `env` asks for them; they are no samples. `lookup` gives a variable's text; an
    /// empty one counts as not set.
    pub fn apply_env(&self, document: &mut Document, lookup: &dyn Fn(&str) -> Option<String>) -> Vec<Diagnostic> {
        env::apply(self, document, lookup)
    }

    /// The environment variables that may set the fields of a mapping, by the field's name.
    pub fn variables_below(&self, pointer: &str) -> BTreeMap<&str, &str> {
        self.variables.iter().filter_map(|variable| variable.below(pointer)).collect()
    }

    /// As it is written.
    pub fn raw(&self) -> &Value {
        &self.raw
    }

    /// The standard JSON Schema, for editors.
    pub fn normalized(&self) -> &Value {
        &self.normalized
    }

    /// The fields at the top, in the schema's order.
    pub fn fields(&self) -> impl Iterator<Item = Field<'_>> {
        self.shape.root().into_iter().flat_map(move |root| {
            root.fields.iter().map(move |field| Field {
                name: &field.name,
                required: root.required.contains(&field.name),
                reference: self.shape.node_of(field).reference.as_deref(),
                example: words::example(
                    &field.name,
                    self.normalized.get("properties").and_then(|p| p.get(&field.name)).unwrap_or(&Value::Null),
                    &self.normalized,
                ),
            })
        })
    }

    /// Whether it takes fields that it does not name.
    pub fn is_open(&self) -> bool {
        self.raw.get("additionalProperties").is_some_and(|more| *more != Value::Bool(false))
            || self.raw.get("patternProperties").is_some()
    }

    /// The names of the fields at the top, those of its alternatives included.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.shape.names_at(&[]).into_iter()
    }

    /// Whether a value may have this field at the top: one that it names, or any where it is open.
    pub fn may_have(&self, field: &str) -> bool {
        self.is_open() || self.names().any(|name| name == field)
    }

    /// Whether the field at the top is a date, or a date and time.
    pub fn is_date(&self, name: &str) -> bool {
        self.has_format(name, &["date", "date-time"])
    }

    /// Whether the field at the top is Markdown.
    pub fn is_markdown(&self, name: &str) -> bool {
        self.has_format(name, &["markdown"])
    }

    fn has_format(&self, name: &str, formats: &[&str]) -> bool {
        let field = self.shape.root().and_then(|root| root.fields.iter().find(|field| field.name == name));
        field.is_some_and(|field| self.shape.has_format(field, formats))
    }

    /// Whether nothing is wrong at the pointer or below it, whatever is wrong elsewhere.
    fn fits_at(&self, value: &Value, pointer: &str) -> bool {
        self.validator.iter_errors(value).all(|error| {
            let rest = error.instance_path().as_str().strip_prefix(pointer);
            !rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::Schema;
    use crate::content::typescript::{of_content, of_props};
    use crate::content::yaml::{YamlSource, parse};
    use proptest::prelude::*;
    use serde_json::{Value, json};
    use std::sync::Arc;

    /// A schema without mistakes.
    #[track_caller]
    pub fn compile(yaml: &str) -> Schema {
        let file: Arc<str> = "a.schema.yaml".into();
        let source = YamlSource::whole(&file, yaml);
        Schema::compile(&parse(&source).unwrap().value, &source, "").unwrap()
    }

    #[track_caller]
    fn valid(schema: &Schema, yaml: &str, expected: bool) {
        let value: Value = serde_yaml::from_str(yaml).unwrap();
        let file: Arc<str> = "a.yaml".into();
        let found = schema.check(&value, &YamlSource::whole(&file, yaml), "this");
        assert_eq!(found.is_empty(), expected, "{yaml}: {found:#?}");
    }

    #[test]
    fn objects_are_closed_unless_opened() {
        let schema =
            compile("properties: { a: {}, b: { properties: { c: {} } }, d: { items: { properties: { e: {} } } } }");
        for (yaml, expected) in [
            ("a: 1", true),
            ("x: 1", false),
            ("b: { c: 1 }", true),
            ("b: { x: 1 }", false),
            ("d: [{ e: 1 }]", true),
            ("d: [{ x: 1 }]", false),
        ] {
            valid(&schema, yaml, expected);
        }
        valid(&compile("{ properties: { a: {} }, additionalProperties: true }"), "x: 1", true);
        valid(&Schema::open(), "x: [1]", true);
    }

    fn on(base: &Schema, yaml: &str) -> Schema {
        let file: Arc<str> = "a.schema.yaml".into();
        let source = YamlSource::whole(&file, yaml);
        base.with(&parse(&source).unwrap().value, &source, "").unwrap()
    }

    #[test]
    fn an_own_schema_adds_to_the_collections() {
        let base = compile("{ required: [title], properties: { title: { type: string } } }");
        let merged = on(&base, "{ required: [price], properties: { price: { type: number } } }");
        valid(&merged, "{ title: a, price: 1 }", true);
        valid(&merged, "{ title: a }", false);
        valid(&merged, "{ price: 1 }", false);
        valid(&merged, "{ title: a, price: 1, x: 1 }", false);
        assert_eq!(merged.names().collect::<Vec<_>>(), ["price", "title"]);
        let open = on(&Schema::open(), "{ required: [title], properties: { title: { type: string } } }");
        valid(&open, "{ title: a, x: 1 }", true);
        valid(&open, "{ title: 1 }", false);
    }

    #[test]
    fn formats_are_checked() {
        let schema = compile(
            "properties: { d: { format: date }, t: { format: date-time }, m: { format: markdown },
               e: { format: email }, u: { format: uri } }",
        );
        for (yaml, expected) in [
            ("d: 2023-06-16", true),
            ("d: 2023-02-30", false),
            ("t: 2023-06-16T10:00", true),
            ("t: 2023-06-16T10:00+05:30", true),
            ("t: soon", false),
            ("m: '*any*'", true),
            ("e: a@example.com", true),
            ("e: nobody", false),
            ("u: https://example.com/", true),
            ("u: example", false),
        ] {
            valid(&schema, yaml, expected);
        }
    }

    #[test]
    fn callers_learn_what_the_fields_are() {
        let schema = compile(
            "{ required: [title], properties: { title: { type: string }, date: { type: string, format: date },
               when: { anyOf: [{ format: date }, { format: date-time }] }, by: { reference: team },
               intro: { format: markdown } } }",
        );
        assert_eq!(schema.names().collect::<Vec<_>>(), ["title", "date", "when", "by", "intro"]);
        assert!(schema.is_date("date") && schema.is_date("when") && !schema.is_date("title") && !schema.is_date("x"));
        assert!(schema.is_markdown("intro") && !schema.is_markdown("title"));
        let fields: Vec<_> = schema.fields().map(|f| (f.required, f.reference, f.example)).collect();
        assert_eq!(fields[0], (true, None, "title: …".to_owned()));
        assert_eq!(fields[1], (false, None, "date: 2023-06-16".to_owned()));
        assert_eq!(fields[3], (false, Some("team"), "by: …".to_owned()));
    }

    proptest! {
        #[test]
        fn any_schema_compiles_or_is_refused_and_merges(parts in prop::collection::vec(0..SNIPPETS.len(), 1..5), value in 0..VALUES.len()) {
            let yaml = parts.iter().fold("{}".to_owned(), |inner, &part| SNIPPETS[part].replace('%', &inner));
            let file: Arc<str> = "a.schema.yaml".into();
            let source = YamlSource::whole(&file, &yaml);
            match Schema::compile(&parse(&source).unwrap().value, &source, "") {
                Err(found) => prop_assert!(found.iter().all(|d| d.place.as_ref().is_some_and(|p| p.line > 0))),
                Ok(schema) => {
                    let mut value = serde_yaml::from_str(VALUES[value]).unwrap();
                    let source = YamlSource::whole(&file, VALUES[0]);
                    let found = schema.check(&value, &source, "x");
                    prop_assert!(value.is_null() || found.is_empty() == schema.validator.is_valid(&value), "{yaml} {value}");
                    schema.complete(&mut value);
                    schema.references(&value, &mut |_, _, _| {});
                    for merged in [on(&schema, "additionalProperties: true"), on(&Schema::open(), &yaml), on(&schema, &yaml)] {
                        merged.check(&value, &source, "x");
                    }
                    of_content(&Schema::open(), &[("a".to_owned(), &schema)], &[("b".to_owned(), &schema)]);
                    of_props(&[("C".to_owned(), &schema)]);
                }
            }
        }
    }

    /// Schemas around another one, at `%`.
    const SNIPPETS: [&str; 14] = [
        "{ properties: { a: % } }",
        "{ properties: { a: %, b: { type: string } }, required: [b] }",
        "{ items: % }",
        "{ allOf: [%, { properties: { b: { default: 1 } } }] }",
        "{ anyOf: [%, { type: string }] }",
        "{ oneOf: [%, { properties: { a: { const: x } } }] }",
        "{ $defs: { d: % }, $ref: '#/$defs/d' }",
        "{ $defs: { d: { properties: { a: { $ref: '#/$defs/d' }, b: % } } }, $ref: '#/$defs/d', properties: { c: {} } }",
        "{ if: %, then: { required: [a] }, else: { properties: { b: { enum: [1] } } } }",
        "{ not: % }",
        "{ additionalProperties: % }",
        "{ patternProperties: { '^a': % }, properties: { b: {} } }",
        "{ prefixItems: [%], items: { reference: team }, properties: { a: { $ref: '#' } } }",
        "{ dependentSchemas: { a: % }, properties: { a: { format: date, minLength: 2 } } }",
    ];

    const VALUES: [&str; 6] = [
        "{ a: { a: [1, x], b: 2 }, b: x, c: { d: 1 } }",
        "[{ a: 1 }, x]",
        "x",
        "{ a: x }",
        "{ b: 1, a: { a: {} } }",
        "~",
    ];

    #[test]
    fn the_standard_schema_has_none_of_our_words() {
        let schema =
            compile("properties: { by: { reference: team, env: BY, description: Who }, t: { format: date-time } }");
        assert_eq!(
            schema.normalized(),
            &json!({"type": "object", "additionalProperties": false, "properties": {
                "by": {"type": "string", "description": "Who"}, "t": {"format": "local-date-time"}}})
        );
    }
}
