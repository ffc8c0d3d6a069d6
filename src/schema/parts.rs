//! The parts of a schema that may apply to one value: found by its JSON pointer, through references and alternatives.

use serde_json::{Value, json};

use super::keywords::{KeywordValue, SAME_VALUE, keyword_value};
use crate::yaml::pointer::segments;

/// Returns the parts of `root` that may apply to the value at `pointer`. `Schema::parts_at` states their order.
pub(super) fn parts_at<'s>(root: &'s Value, pointer: &str) -> Vec<&'s Value> {
    let mut parts = with_same_value(root, vec![root]);
    for segment in segments(pointer) {
        let next = parts.iter().filter_map(|part| child(part, &segment)).collect();
        parts = with_same_value(root, next);
    }
    parts
}

/// Adds the schemas inside `schemas` that apply to the same value, at any depth, each once.
pub(super) fn with_same_value<'s>(root: &'s Value, mut schemas: Vec<&'s Value>) -> Vec<&'s Value> {
    let mut at = 0;
    while let Some(&schema) = schemas.get(at) {
        for other in same_value_schemas(root, schema) {
            if !schemas.iter().any(|known| std::ptr::eq(*known, other)) {
                schemas.push(other);
            }
        }
        at += 1;
    }
    schemas
}

/// Returns the schemas directly inside a schema that apply to the same value, and the target of its `$ref`.
pub(super) fn same_value_schemas<'s>(root: &'s Value, schema: &'s Value) -> Vec<&'s Value> {
    let keywords = SAME_VALUE.iter().filter_map(|&keyword| Some((keyword_value(keyword)?, schema.get(keyword)?)));
    let schemas = keywords.flat_map(|found| match found {
        (KeywordValue::RefTarget, Value::String(target)) => resolve(root, target).into_iter().collect(),
        (KeywordValue::SchemaList, Value::Array(list)) => list.iter().collect(),
        (KeywordValue::SchemasByName, Value::Object(map)) => map.values().collect(),
        (KeywordValue::Schema, schema) => vec![schema],
        _ => Vec::new(),
    });
    schemas.collect()
}

/// Returns the schema within `root` that the `$ref` of `schema` leads to.
pub(super) fn resolve_ref<'r>(root: &'r Value, schema: &Value) -> Option<&'r Value> {
    resolve(root, schema.get("$ref")?.as_str()?)
}

/// Returns the schema within `root` that a target such as `#/$defs/link` names.
pub(super) fn resolve<'r>(root: &'r Value, target: &str) -> Option<&'r Value> {
    root.pointer(target.strip_prefix('#')?)
}

/// Returns the schema of the field or item that a segment of a pointer names.
fn child<'s>(part: &'s Value, segment: &str) -> Option<&'s Value> {
    let schema_of = |keyword: &str| part.get(keyword).filter(|schema| schema.is_object());
    let item = || {
        let number: usize = segment.parse().ok()?;
        let first = part.get("prefixItems").and_then(|items| items.get(number));
        first.or_else(|| schema_of("items")).or_else(|| schema_of("unevaluatedItems"))
    };
    let fits = |pattern: &str| {
        let validator = jsonschema::validator_for(&json!({ "pattern": pattern }));
        validator.is_ok_and(|validator| validator.is_valid(&segment.into()))
    };
    let by_pattern = || {
        let (_, schema) = part.get("patternProperties")?.as_object()?.iter().find(|(pattern, _)| fits(pattern))?;
        Some(schema)
    };
    let other_key = || schema_of("additionalProperties").or_else(|| schema_of("unevaluatedProperties"));
    let field = part.get("properties").and_then(|fields| fields.get(segment));
    field.or_else(item).or_else(by_pattern).or_else(other_key)
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::parts_at;

    #[test]
    fn parts_are_found_through_references_and_alternatives() {
        let schema = json!({
            "$defs": { "button": { "properties": { "label": { "title": "Label" } } } },
            "properties": {
                "buttons": { "items": { "$ref": "#/$defs/button" } },
                "sale": { "dependentSchemas": { "price": { "properties": { "unit": { "const": "kg" } } } } },
                "sizes": { "unevaluatedProperties": { "unevaluatedItems": { "const": 1 } } },
                "block": { "oneOf": [{ "properties": { "kind": { "const": "a" } } }, { "properties": { "kind": { "const": "b" } } }] }
            },
            "patternProperties": { "^x-": { "type": "string" } },
            "additionalProperties": { "type": "integer" }
        });
        let check = |pointer: &str, expected: &[Value]| {
            assert_eq!(parts_at(&schema, pointer), expected.iter().collect::<Vec<_>>(), "{pointer}");
        };
        check("/buttons/3/label", &[json!({ "title": "Label" })]);
        check("/sale/unit", &[json!({ "const": "kg" })]);
        check("/block/kind", &[json!({ "const": "a" }), json!({ "const": "b" })]);
        check("/sizes/large/0", &[json!({ "const": 1 })]);
        check("/x-y", &[json!({ "type": "string" })]);
        check("/other", &[json!({ "type": "integer" })]);
        check("/buttons/x/y", &[]);
    }

    #[test]
    fn recursive_schemas_end() {
        let schema = json!({ "$ref": "#" });
        assert!(parts_at(&schema, "/a").is_empty());
    }
}
