//! The translation of a schema as written into standard JSON Schema: objects are closed, implied types are added.
//!
//! An object is closed if its schema has `properties` and does not say what else the object may hold. If all names of
//! properties are in one schema, `additionalProperties: false` closes it. If they come from several schemas of the same
//! value (`allOf`, `$ref` beside `properties`, …), `unevaluatedProperties: false` on the outermost schema closes it.
//! Conditions (`if`, `not`) are not closed.

use rustc_hash::FxHashSet;
use serde_json::{Map, Value, json};

use super::formats::LOCAL_DATE_TIME;
use super::keywords::{CHOICES, CONDITIONS, DEFINITIONS, KeywordValue, SAME_VALUE, keyword_value};
use super::same_value::{all_same_value_schemas, ref_target};
use crate::yaml::pointer::join;

/// Returns the standard schema with the meaning of `raw`.
pub(super) fn normalize(raw: &Value) -> Value {
    // A definition that another schema extends stays open: it is closed where it is used. Each pass finds such
    // definitions. If an open definition is only a `$ref`, the next pass opens the target of the `$ref` too.
    let mut open = FxHashSet::default();
    loop {
        let mut normalizer = Normalizer { root: raw, open: &open, extended: FxHashSet::default() };
        let normalized = normalizer.normalize_schema(raw, Closing::Here);
        let extended = normalizer.extended;
        if extended.is_subset(&open) {
            return normalized;
        }
        open.extend(extended);
    }
}

/// The place at which an object with `properties` is closed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Closing {
    /// At the schema itself: it describes a whole value.
    Here,
    /// At a schema around it that applies to the same value.
    Outside,
    /// Nowhere: the schema is a condition.
    Never,
}

/// The state of one pass. Definitions are named by `#` and their pointers, as in `$ref`.
struct Normalizer<'a> {
    root: &'a Value,
    /// The definitions that stay open, because earlier passes found that other schemas extend them.
    open: &'a FxHashSet<String>,
    /// The definitions found so far that other schemas extend.
    extended: FxHashSet<String>,
}

impl Normalizer<'_> {
    /// Returns the standard form of a schema whose object is closed at `closing`.
    fn normalize_schema(&mut self, schema: &Value, closing: Closing) -> Value {
        let Value::Object(map) = schema else { return schema.clone() };
        if map.get("html") == Some(&Value::Bool(true)) {
            return html_slot(map);
        }
        // The target of a `$ref` is extended by properties beside the `$ref`, and by an outer schema of the same value.
        // The target of a `$ref` in a condition stays open too.
        if let Some(target) = ref_target(self.root, schema)
            && (closing != Closing::Here || !takes_properties_only_from(map, &["$ref"]))
        {
            self.extended.insert(target);
        }
        let mut out = Map::with_capacity(map.len() + 2);
        if map.contains_key("properties") && !map.contains_key("type") {
            out.insert("type".to_owned(), "object".into());
        } else if map.contains_key("reference") && !map.contains_key("type") {
            out.insert("type".to_owned(), "string".into());
        }
        // If there are only alternatives, each of them describes the whole value.
        let of_same_value = if closing == Closing::Here && takes_properties_only_from(map, &CHOICES) {
            closing
        } else {
            Closing::Outside
        };
        for (key, value) in map {
            let open = self.open;
            let closing_of = |name: &str| match &**key {
                key if DEFINITIONS.contains(&key) && open.contains(&join(&format!("#/{key}"), name)) => {
                    Closing::Outside
                }
                key if DEFINITIONS.contains(&key) => Closing::Here,
                _ if closing == Closing::Never => Closing::Never,
                key if CONDITIONS.contains(&key) => Closing::Never,
                key if SAME_VALUE.contains(&key) => of_same_value,
                _ => Closing::Here,
            };
            let normalized = match (keyword_value(key), value) {
                _ if matches!(&**key, "reference" | "env" | "from" | "$schema" | "$id") => continue,
                (None, _) => continue,
                // With `{ not: {} }`, the error is about the keys. With `false`, it would be about the whole mapping.
                (_, Value::Bool(false)) if key == "propertyNames" => json!({ "not": {} }),
                (Some(KeywordValue::Schema), _) => self.normalize_schema(value, closing_of("")),
                (Some(KeywordValue::SchemaList), Value::Array(list)) => {
                    list.iter().map(|schema| self.normalize_schema(schema, closing_of(""))).collect()
                }
                (Some(KeywordValue::SchemasByName), Value::Object(map)) => map
                    .iter()
                    .map(|(name, schema)| (name.clone(), self.normalize_schema(schema, closing_of(name))))
                    .collect(),
                _ if key == "format" && value == "date-time" => LOCAL_DATE_TIME.into(),
                _ => value.clone(),
            };
            out.insert(key.clone(), normalized);
        }
        if closing == Closing::Here
            && let Some(keyword) = self.closing_keyword(schema)
        {
            out.insert(keyword.to_owned(), false.into());
        }
        Value::Object(out)
    }

    /// Returns the keyword that closes the object; `None` if it stays open or is closed elsewhere.
    fn closing_keyword(&self, schema: &Value) -> Option<&'static str> {
        let map = schema.as_object()?;
        if map.contains_key("additionalProperties") || map.contains_key("unevaluatedProperties") {
            return None;
        }
        let leads_to_open = ref_target(self.root, schema).is_some_and(|target| self.open.contains(&target));
        if takes_properties_only_from(map, &CHOICES) || takes_properties_only_from(map, &["$ref"]) && !leads_to_open {
            return None;
        }
        let inside = all_same_value_schemas(self.root, schema);
        let has_names = |map: &Map<String, Value>| PROPERTY_KEYWORDS.iter().any(|keyword| map.contains_key(*keyword));
        match (map.contains_key("properties"), inside.into_iter().filter_map(Value::as_object).any(has_names)) {
            (_, true) => Some("unevaluatedProperties"),
            (true, false) => Some("additionalProperties"),
            (false, false) => None,
        }
    }
}

/// Whether a schema gets properties from at least one of `keywords`, and from no other keyword.
fn takes_properties_only_from(map: &Map<String, Value>, keywords: &[&str]) -> bool {
    let describes =
        |keyword: &&String| SAME_VALUE.contains(&keyword.as_str()) || PROPERTY_KEYWORDS.contains(&keyword.as_str());
    let mut describing = map.keys().filter(describes).peekable();
    describing.peek().is_some() && describing.all(|keyword| keywords.contains(&keyword.as_str()))
}

/// Returns the standard schema of an HTML prop, whose value is the number of a slot: `{ $slot: 0 }`.
fn html_slot(map: &Map<String, Value>) -> Value {
    let mut out = Map::new();
    out.extend(["title", "description"].iter().filter_map(|key| Some(((*key).to_owned(), map.get(*key)?.clone()))));
    out.insert("type".to_owned(), "object".into());
    out.insert("properties".to_owned(), json!({ SLOT: { "type": "integer" } }));
    out.insert("required".to_owned(), json!([SLOT]));
    out.insert("additionalProperties".to_owned(), false.into());
    Value::Object(out)
}

/// The key of the slot's number in an HTML prop.
pub(super) const SLOT: &str = "$slot";

/// Whether a standard schema describes HTML.
pub fn is_html(schema: &Value) -> bool {
    schema.get("properties").is_some_and(|properties| properties.get(SLOT).is_some())
}

/// The keywords that say which properties an object may have.
const PROPERTY_KEYWORDS: [&str; 4] =
    ["properties", "patternProperties", "additionalProperties", "unevaluatedProperties"];

#[cfg(test)]
mod tests {
    use super::normalize;
    use serde_json::{Value, json};

    fn check(raw: &str, expected: &Value) {
        let raw = serde_yaml::from_str(raw).unwrap();
        assert_eq!(&normalize(&raw), expected, "{raw}");
    }

    #[test]
    fn objects_are_closed_at_every_depth() {
        check(
            "properties: { a: { properties: { b: {} } }, c: { items: { properties: { d: {} } } } }",
            &json!({"type": "object", "additionalProperties": false, "properties": {
                "a": {"type": "object", "additionalProperties": false, "properties": {"b": {}}},
                "c": {"items": {"type": "object", "additionalProperties": false, "properties": {"d": {}}}},
            }}),
        );
    }

    #[test]
    fn objects_declared_open_stay_open() {
        check(
            "{ properties: { a: {} }, additionalProperties: true }",
            &json!({"type": "object", "properties": {"a": {}}, "additionalProperties": true}),
        );
        check("{ type: object }", &json!({"type": "object"}));
        check("{}", &json!({}));
    }

    #[test]
    fn our_own_keywords_are_removed() {
        check(
            "{ reference: team, env: X, title: T, description: D }",
            &json!({"type": "string", "title": "T", "description": "D"}),
        );
    }

    #[test]
    fn parts_of_one_object_are_closed_together() {
        check(
            "{ allOf: [{ properties: { a: {} } }], properties: { b: {} } }",
            &json!({"type": "object", "allOf": [{"type": "object", "properties": {"a": {}}}], "properties": {"b": {}},
                "unevaluatedProperties": false}),
        );
        check(
            "{ properties: { a: {}, b: {} }, anyOf: [{ required: [a] }, { required: [b] }] }",
            &json!({"type": "object", "properties": {"a": {}, "b": {}},
                "anyOf": [{"required": ["a"]}, {"required": ["b"]}], "additionalProperties": false}),
        );
    }

    #[test]
    fn each_alternative_is_closed() {
        check(
            "oneOf: [{ properties: { a: {} } }, { type: string }]",
            &json!({"oneOf": [{"type": "object", "properties": {"a": {}}, "additionalProperties": false},
                {"type": "string"}]}),
        );
    }

    #[test]
    fn definitions_are_closed_unless_they_are_extended() {
        check(
            "{ $defs: { l: { properties: { a: {} } } }, items: { $ref: '#/$defs/l' } }",
            &json!({"$defs": {"l": {"type": "object", "properties": {"a": {}}, "additionalProperties": false}},
                "items": {"$ref": "#/$defs/l"}}),
        );
        check(
            "{ $defs: { l: { properties: { a: {} } } }, items: { $ref: '#/$defs/l', properties: { b: {} } }, not: { $ref: '#/$defs/l' } }",
            &json!({"$defs": {"l": {"type": "object", "properties": {"a": {}}}},
                "items": {"type": "object", "$ref": "#/$defs/l", "properties": {"b": {}}, "unevaluatedProperties": false},
                "not": {"$ref": "#/$defs/l"}}),
        );
        check(
            "{ $defs: { l: { properties: { a: {} } }, m: { $ref: '#/$defs/l' } },
                items: { $ref: '#/$defs/m', properties: { b: {} } } }",
            &json!({"$defs": {"l": {"type": "object", "properties": {"a": {}}}, "m": {"$ref": "#/$defs/l"}},
                "items": {"type": "object", "$ref": "#/$defs/m", "properties": {"b": {}},
                    "unevaluatedProperties": false}}),
        );
        check(
            "{ $defs: { l/m: { properties: { a: {} } } }, $ref: '#/$defs/l~1m', properties: { b: {} } }",
            &json!({"$defs": {"l/m": {"type": "object", "properties": {"a": {}}}},
                "type": "object", "$ref": "#/$defs/l~1m", "properties": {"b": {}}, "unevaluatedProperties": false}),
        );
        check(
            "{ $defs: { l: { $anchor: x, properties: { a: {} } } }, $ref: '#x', properties: { b: {} } }",
            &json!({"$defs": {"l": {"type": "object", "$anchor": "x", "properties": {"a": {}}}},
                "type": "object", "$ref": "#x", "properties": {"b": {}}, "unevaluatedProperties": false}),
        );
    }

    #[test]
    fn conditions_stay_as_they_are() {
        check(
            "{ if: { properties: { a: { properties: { b: {} } } } } }",
            &json!({"if": {"type": "object", "properties": {"a": {"type": "object", "properties": {"b": {}}}}}}),
        );
        check(
            "{ $defs: { l: { properties: { a: {} } } }, if: { $ref: '#/$defs/l' }, items: { $ref: '#/$defs/l' } }",
            &json!({"$defs": {"l": {"type": "object", "properties": {"a": {}}}}, "if": {"$ref": "#/$defs/l"},
                "items": {"$ref": "#/$defs/l", "unevaluatedProperties": false}}),
        );
    }
}
