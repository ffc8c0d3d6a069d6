//! The translation of a schema as written into standard JSON Schema: objects are closed, implied types are added.
//!
//! An object is closed if its schema has `properties` and does not say what else the object may hold. If all names of
//! properties are in one schema, `additionalProperties: false` closes it. If they come from several schemas of the same
//! value (`allOf`, `$ref` beside `properties`, …), `unevaluatedProperties: false` on the outermost schema does.
//! Conditions (`if`, `not`) are not closed.

use rustc_hash::FxHashSet;

use serde_json::{Map, Value};

use super::formats::LOCAL_DATE_TIME;
use super::keywords::{KeywordValue, keyword_value};

/// Returns the standard schema with the meaning of `raw`.
pub(super) fn normalize(raw: &Value) -> Value {
    let mut normalizer = Normalizer { root: raw, shared: FxHashSet::default(), composed: FxHashSet::default() };
    // The first pass finds the definitions that are parts of other schemas. In the second pass these stay open: they
    // are closed where they are used.
    let first = normalizer.normalize_schema(raw, Closing::Here);
    if normalizer.composed.is_empty() {
        return first;
    }
    normalizer.shared = std::mem::take(&mut normalizer.composed);
    normalizer.normalize_schema(raw, Closing::Here)
}

/// The place at which an object with `properties` is closed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Closing {
    /// At the schema itself: it describes a whole value.
    Here,
    /// At a schema around it, of the same value.
    Outside,
    /// Nowhere: the schema is a condition.
    Never,
}

/// The state of one pass.
struct Normalizer<'a> {
    root: &'a Value,
    /// The targets of `$ref`s that the first pass found in `composed`; empty in the first pass.
    shared: FxHashSet<String>,
    /// The targets of `$ref`s, found in this pass, whose definitions are parts of other schemas.
    composed: FxHashSet<String>,
}

impl Normalizer<'_> {
    /// Returns the standard form of a schema whose object is closed at `closing`.
    fn normalize_schema(&mut self, schema: &Value, closing: Closing) -> Value {
        let Value::Object(map) = schema else { return schema.clone() };
        if map.get("html") == Some(&Value::Bool(true)) {
            return html_slot(map);
        }
        // Whether a `$ref` has nothing beside it that applies to the same value.
        let is_only_ref = !map.keys().any(|k| applies_to_same_value(k) || is_property_keyword(k));
        if let Some(Value::String(target)) = map.get("$ref")
            && (closing == Closing::Outside || !is_only_ref)
        {
            self.composed.insert(target.clone());
        }
        // Whether alternatives have nothing beside them, so that each describes the whole value.
        let is_only_choice = !map.contains_key("$ref")
            && !map.keys().any(|k| is_property_keyword(k) || (applies_to_same_value(k) && !is_choice(k)));
        let mut out = Map::with_capacity(map.len() + 2);
        if map.contains_key("properties") && !map.contains_key("type") {
            out.insert("type".to_owned(), "object".into());
        } else if map.contains_key("reference") && !map.contains_key("type") {
            out.insert("type".to_owned(), "string".into());
        }
        for (key, value) in map {
            let same = match closing {
                Closing::Never => Closing::Never,
                Closing::Here if is_only_choice && is_choice(key) => Closing::Here,
                Closing::Here | Closing::Outside => Closing::Outside,
            };
            if let Some(value) = self.normalize_keyword(key, value, same, closing) {
                out.insert(key.clone(), value);
            }
        }
        if closing == Closing::Here
            && let Some(keyword) = self.closing_keyword(schema, is_only_ref, is_only_choice)
        {
            out.insert(keyword.to_owned(), false.into());
        }
        Value::Object(out)
    }

    /// Returns the standard value of a keyword; `None` if the keyword is dropped. `same` is the closing of schemas of
    /// the same value, `around` that of the schema with the keyword.
    fn normalize_keyword(&mut self, key: &str, value: &Value, same: Closing, around: Closing) -> Option<Value> {
        let part = if around == Closing::Never { Closing::Never } else { Closing::Here };
        Some(match (keyword_value(key)?, value) {
            _ if matches!(key, "reference" | "env" | "from" | "$schema" | "$id") => return None,
            (KeywordValue::SameValue, _) => self.normalize_schema(value, same),
            (KeywordValue::SameList, Value::Array(list)) => {
                list.iter().map(|s| self.normalize_schema(s, same)).collect()
            }
            (KeywordValue::SameByKey, Value::Object(map)) => self.normalize_each(map, |_| same),
            (KeywordValue::Condition, _) => self.normalize_schema(value, Closing::Never),
            (KeywordValue::Child, _) => self.normalize_schema(value, part),
            (KeywordValue::ChildList, Value::Array(list)) => {
                list.iter().map(|s| self.normalize_schema(s, part)).collect()
            }
            (KeywordValue::ChildByKey, Value::Object(map)) => self.normalize_each(map, |_| part),
            (KeywordValue::Definitions, Value::Object(map)) => {
                let shared = self.shared.clone();
                self.normalize_each(map, |name| {
                    if shared.contains(&format!("#/{key}/{name}")) { Closing::Outside } else { Closing::Here }
                })
            }
            (KeywordValue::Format, Value::String(name)) if name == "date-time" => LOCAL_DATE_TIME.into(),
            _ => value.clone(),
        })
    }

    /// Normalizes the schema under each name; `closing` returns its closing by the name.
    fn normalize_each(&mut self, map: &Map<String, Value>, closing: impl Fn(&str) -> Closing) -> Value {
        map.iter().map(|(name, schema)| (name.clone(), self.normalize_schema(schema, closing(name)))).collect()
    }

    /// Returns the keyword that closes the object; `None` if it stays open or is closed elsewhere.
    fn closing_keyword(&self, schema: &Value, is_only_ref: bool, is_only_choice: bool) -> Option<&'static str> {
        let map = schema.as_object()?;
        if map.contains_key("additionalProperties") || map.contains_key("unevaluatedProperties") {
            return None;
        }
        let is_shared = map.get("$ref").and_then(Value::as_str).is_some_and(|target| self.shared.contains(target));
        if (is_only_ref && !is_shared && map.contains_key("$ref"))
            || (is_only_choice && map.keys().any(|k| is_choice(k)))
        {
            return None;
        }
        match (map.contains_key("properties"), self.has_names_elsewhere(schema)) {
            (_, true) => Some("unevaluatedProperties"),
            (true, false) => Some("additionalProperties"),
            (false, false) => None,
        }
    }

    /// Whether schemas inside this one that apply to the same value name properties.
    fn has_names_elsewhere(&self, schema: &Value) -> bool {
        let mut unvisited = same_value_schemas(self.root, schema);
        let mut seen = Vec::new();
        while let Some(next) = unvisited.pop() {
            if next.as_object().is_some_and(|map| map.keys().any(|k| is_property_keyword(k))) {
                return true;
            }
            if !seen.contains(&std::ptr::from_ref(next)) {
                seen.push(std::ptr::from_ref(next));
                unvisited.extend(same_value_schemas(self.root, next));
            }
        }
        false
    }
}

/// Returns the schemas in `schema` that apply to the same value, apart from conditions, and the target of its `$ref`.
pub(super) fn same_value_schemas<'v>(root: &'v Value, schema: &'v Value) -> Vec<&'v Value> {
    let keywords = schema.as_object().into_iter().flatten();
    keywords
        .flat_map(|(keyword, value)| match (keyword_value(keyword), value) {
            (Some(KeywordValue::SameValue), _) => vec![value],
            (Some(KeywordValue::SameList), Value::Array(list)) => list.iter().collect(),
            (Some(KeywordValue::SameByKey), Value::Object(map)) => map.values().collect(),
            (Some(KeywordValue::RefTarget), Value::String(target)) => resolve(root, target).into_iter().collect(),
            _ => Vec::new(),
        })
        .collect()
}

/// Returns the schema of a prop with HTML: the prop holds the number of the slot with the HTML.
fn html_slot(map: &Map<String, Value>) -> Value {
    let mut out = Map::new();
    out.extend(["title", "description"].iter().filter_map(|key| Some(((*key).to_owned(), map.get(*key)?.clone()))));
    out.insert("type".to_owned(), "object".into());
    out.insert("properties".to_owned(), serde_json::json!({ SLOT: { "type": "integer" } }));
    out.insert("required".to_owned(), serde_json::json!([SLOT]));
    out.insert("additionalProperties".to_owned(), false.into());
    Value::Object(out)
}

/// The key of the slot number in a prop with HTML.
pub(super) const SLOT: &str = "$slot";

/// Whether a standard schema describes HTML.
pub fn is_html(schema: &Value) -> bool {
    schema.get("properties").is_some_and(|properties| properties.get(SLOT).is_some())
}

/// Returns the schema within `root` that the `$ref` of `schema` leads to.
pub(super) fn resolve_ref<'r>(root: &'r Value, schema: &Value) -> Option<&'r Value> {
    resolve(root, schema.get("$ref")?.as_str()?)
}

/// Returns the schema within `root` that a target such as `#/$defs/link` names.
pub(super) fn resolve<'r>(root: &'r Value, target: &str) -> Option<&'r Value> {
    root.pointer(target.strip_prefix('#')?)
}

/// Whether the keyword says which properties an object may have.
fn is_property_keyword(keyword: &str) -> bool {
    matches!(keyword, "properties" | "patternProperties" | "additionalProperties" | "unevaluatedProperties")
}

/// Whether the keyword holds alternatives.
fn is_choice(keyword: &str) -> bool {
    matches!(keyword, "anyOf" | "oneOf")
}

/// Whether the keyword holds schemas of the same value.
fn applies_to_same_value(keyword: &str) -> bool {
    matches!(keyword_value(keyword), Some(KeywordValue::SameValue | KeywordValue::SameList | KeywordValue::SameByKey))
}

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
    fn definitions_are_closed_unless_they_are_parts() {
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
    }

    #[test]
    fn conditions_stay_as_they_are() {
        check(
            "{ if: { properties: { a: { properties: { b: {} } } } } }",
            &json!({"if": {"type": "object", "properties": {"a": {"type": "object", "properties": {"b": {}}}}}}),
        );
    }
}
