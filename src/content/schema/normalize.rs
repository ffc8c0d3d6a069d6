//! A schema as written becomes standard JSON Schema: objects are closed, implied types are spelled out.
//!
//! A closed object is one that names `properties` and doesn't say what else it may hold. Where all its names stand in one
//! place, that is `additionalProperties: false`; where they come together from several schemas of the same value (`allOf`,
//! `$ref` beside `properties`, …), it is `unevaluatedProperties: false` on the outermost. What only tests (`if`, `not`)
//! stays as it is.

use rustc_hash::FxHashSet;

use serde_json::{Map, Value};

use super::formats::LOCAL_DATE_TIME;
use super::keywords::{Holds, holds};

/// The standard schema that means what `raw` means.
pub(super) fn normalize(raw: &Value) -> Value {
    let mut walk = Walk { root: raw, shared: FxHashSet::default(), composed: FxHashSet::default() };
    // The first walk only learns which definitions are parts of others; those stay open and are closed where they are used.
    let first = walk.schema(raw, Closing::Here);
    if walk.composed.is_empty() {
        return first;
    }
    walk.shared = std::mem::take(&mut walk.composed);
    walk.schema(raw, Closing::Here)
}

/// Where an object with `properties` is closed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Closing {
    /// It stands for a value of its own.
    Here,
    /// A schema around it, of the same value, is.
    Outside,
    /// Nothing in it is.
    Never,
}

struct Walk<'a> {
    root: &'a Value,
    /// The `$ref`s whose definitions are parts of other schemas.
    shared: FxHashSet<String>,
    composed: FxHashSet<String>,
}

impl Walk<'_> {
    fn schema(&mut self, schema: &Value, closing: Closing) -> Value {
        let Value::Object(map) = schema else { return schema.clone() };
        if map.get("html") == Some(&Value::Bool(true)) {
            return html(map);
        }
        let pure_ref = !map.keys().any(|k| narrows(k) || is_names(k));
        if let Some(Value::String(target)) = map.get("$ref")
            && (closing == Closing::Outside || !pure_ref)
        {
            self.composed.insert(target.clone());
        }
        // A choice with nothing beside it: each alternative is the whole value.
        let choice_only =
            !map.contains_key("$ref") && !map.keys().any(|k| is_names(k) || (narrows(k) && !is_choice(k)));
        let mut out = Map::with_capacity(map.len() + 2);
        if map.contains_key("properties") && !map.contains_key("type") {
            out.insert("type".to_owned(), "object".into());
        } else if map.contains_key("reference") && !map.contains_key("type") {
            out.insert("type".to_owned(), "string".into());
        }
        for (key, value) in map {
            let same = match closing {
                Closing::Never => Closing::Never,
                Closing::Here if choice_only && is_choice(key) => Closing::Here,
                Closing::Here | Closing::Outside => Closing::Outside,
            };
            if let Some(value) = self.keyword(key, value, same, closing) {
                out.insert(key.clone(), value);
            }
        }
        if closing == Closing::Here
            && let Some(keyword) = self.closes(map, pure_ref, choice_only)
        {
            out.insert(keyword.to_owned(), false.into());
        }
        Value::Object(out)
    }

    fn keyword(&mut self, key: &str, value: &Value, same: Closing, around: Closing) -> Option<Value> {
        let part = if around == Closing::Never { Closing::Never } else { Closing::Here };
        Some(match (holds(key)?, value) {
            _ if matches!(key, "reference" | "env" | "$schema" | "$id") => return None,
            (Holds::Same, _) => self.schema(value, same),
            (Holds::SameList, Value::Array(list)) => list.iter().map(|s| self.schema(s, same)).collect(),
            (Holds::SameByKey, Value::Object(map)) => self.each(map, |_| same),
            (Holds::Test, _) => self.schema(value, Closing::Never),
            (Holds::Part, _) => self.schema(value, part),
            (Holds::PartList, Value::Array(list)) => list.iter().map(|s| self.schema(s, part)).collect(),
            (Holds::PartByKey, Value::Object(map)) => self.each(map, |_| part),
            (Holds::Named, Value::Object(map)) => {
                let shared = self.shared.clone();
                self.each(map, |name| {
                    if shared.contains(&format!("#/{key}/{name}")) { Closing::Outside } else { Closing::Here }
                })
            }
            (Holds::Format, Value::String(name)) if name == "date-time" => LOCAL_DATE_TIME.into(),
            _ => value.clone(),
        })
    }

    fn each(&mut self, map: &Map<String, Value>, closing: impl Fn(&str) -> Closing) -> Value {
        map.iter().map(|(name, schema)| (name.clone(), self.schema(schema, closing(name)))).collect()
    }

    /// The keyword that closes the object, if it is to be closed.
    fn closes(&self, map: &Map<String, Value>, pure_ref: bool, choice_only: bool) -> Option<&'static str> {
        if map.contains_key("additionalProperties") || map.contains_key("unevaluatedProperties") {
            return None;
        }
        let shared = map.get("$ref").and_then(Value::as_str).is_some_and(|target| self.shared.contains(target));
        if (pure_ref && !shared && map.contains_key("$ref")) || (choice_only && map.keys().any(|k| is_choice(k))) {
            return None;
        }
        let elsewhere = self.names_elsewhere(map, &mut Vec::new());
        match (map.contains_key("properties"), elsewhere) {
            (_, true) => Some("unevaluatedProperties"),
            (true, false) => Some("additionalProperties"),
            (false, false) => None,
        }
    }

    /// Whether a schema of the same value beside or below this one names properties.
    fn names_elsewhere<'m>(&'m self, map: &'m Map<String, Value>, seen: &mut Vec<&'m str>) -> bool {
        map.iter().any(|(key, value)| match (holds(key), value) {
            (Some(Holds::Same), _) => self.names(value, seen),
            (Some(Holds::SameList), Value::Array(list)) => list.iter().any(|s| self.names(s, seen)),
            (Some(Holds::SameByKey), Value::Object(map)) => map.values().any(|s| self.names(s, seen)),
            (Some(Holds::Reference), Value::String(target)) if !seen.contains(&target.as_str()) => {
                seen.push(target);
                resolve(self.root, target).is_some_and(|s| self.names(s, seen))
            }
            _ => false,
        })
    }

    fn names<'m>(&'m self, schema: &'m Value, seen: &mut Vec<&'m str>) -> bool {
        schema.as_object().is_some_and(|map| map.keys().any(|k| is_names(k)) || self.names_elsewhere(map, seen))
    }
}

/// HTML of the page that a template gives an island: what travels is the number of the slot it stands in.
fn html(map: &Map<String, Value>) -> Value {
    let mut out = Map::new();
    out.extend(["title", "description"].iter().filter_map(|key| Some(((*key).to_owned(), map.get(*key)?.clone()))));
    out.insert("type".to_owned(), "object".into());
    out.insert("properties".to_owned(), serde_json::json!({ SLOT: { "type": "integer" } }));
    out.insert("required".to_owned(), serde_json::json!([SLOT]));
    out.insert("additionalProperties".to_owned(), false.into());
    Value::Object(out)
}

/// What stands for HTML where values are data.
pub(super) const SLOT: &str = "$slot";

/// Whether a standard schema is that of HTML.
pub fn is_html(schema: &Value) -> bool {
    schema.get("properties").is_some_and(|properties| properties.get(SLOT).is_some())
}

/// The schema that a `$ref` within `root` leads to.
pub(super) fn resolve<'r>(root: &'r Value, reference: &str) -> Option<&'r Value> {
    root.pointer(reference.strip_prefix('#')?)
}

fn is_names(keyword: &str) -> bool {
    matches!(keyword, "properties" | "patternProperties" | "additionalProperties" | "unevaluatedProperties")
}

fn is_choice(keyword: &str) -> bool {
    matches!(keyword, "anyOf" | "oneOf")
}

/// Another schema of the same value.
fn narrows(keyword: &str) -> bool {
    matches!(holds(keyword), Some(Holds::Same | Holds::SameList | Holds::SameByKey))
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
    fn what_is_said_to_be_open_stays_open() {
        check(
            "{ properties: { a: {} }, additionalProperties: true }",
            &json!({"type": "object", "properties": {"a": {}}, "additionalProperties": true}),
        );
        check("{ type: object }", &json!({"type": "object"}));
        check("{}", &json!({}));
    }

    #[test]
    fn own_keywords_are_left_out() {
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
    fn alternatives_are_closed_each_for_itself() {
        check(
            "oneOf: [{ properties: { a: {} } }, { type: string }]",
            &json!({"oneOf": [{"type": "object", "properties": {"a": {}}, "additionalProperties": false},
                {"type": "string"}]}),
        );
    }

    #[test]
    fn definitions_are_closed_where_they_are_whole() {
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
    fn tests_are_left_as_they_are() {
        check(
            "{ if: { properties: { a: { properties: { b: {} } } } } }",
            &json!({"if": {"type": "object", "properties": {"a": {"type": "object", "properties": {"b": {}}}}}}),
        );
    }
}
