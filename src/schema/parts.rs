//! The parts of a schema that may apply to one value: found by its JSON pointer, through references and alternatives.

use serde_json::{Map, Value};

use super::normalize::resolve_ref;
use crate::yaml::pointer::segments;

/// The keywords with a schema or a list of schemas that apply to the same value, those that always apply first.
const SAME_VALUE: &[&str] = &["allOf", "anyOf", "oneOf", "then", "else"];
/// The most parts that are followed, so that a recursive schema ends.
const MAX_PARTS: usize = 200;

/// Returns the parts of `root` that may apply to the value at `pointer`, those that always do first.
pub(super) fn parts_at<'s>(root: &'s Value, pointer: &str) -> Vec<&'s Value> {
    let mut parts = add_same_value(root, vec![root]);
    for segment in segments(pointer) {
        let next = parts.iter().filter_map(|part| child(part, &segment)).collect();
        parts = add_same_value(root, next);
    }
    parts
}

/// Adds the schemas that apply to the same value as one of `parts`.
fn add_same_value<'s>(root: &'s Value, mut parts: Vec<&'s Value>) -> Vec<&'s Value> {
    let mut at = 0;
    while at < parts.len() && parts.len() < MAX_PARTS {
        let part = parts[at];
        at += 1;
        let target = resolve_ref(root, part);
        let others = SAME_VALUE.iter().filter_map(|keyword| part.get(*keyword));
        let others =
            others.flat_map(|schemas| schemas.as_array().map_or_else(|| vec![schemas], |all| all.iter().collect()));
        let dependent = part.get("dependentSchemas").and_then(Value::as_object);
        parts.extend(target.into_iter().chain(others).chain(dependent.into_iter().flat_map(Map::values)));
    }
    parts
}

/// Returns the schema of a field or an item.
fn child<'s>(part: &'s Value, segment: &str) -> Option<&'s Value> {
    let item = || {
        let number: usize = segment.parse().ok()?;
        let first = part.get("prefixItems").and_then(|items| items.get(number));
        first.or_else(|| part.get("items").filter(|items| items.is_object()))
    };
    let field = part.get("properties").and_then(|fields| fields.get(segment));
    field.or_else(item).or_else(|| part.get("additionalProperties").filter(|more| more.is_object()))
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
                "block": { "oneOf": [{ "properties": { "kind": { "const": "a" } } }, { "properties": { "kind": { "const": "b" } } }] }
            },
            "additionalProperties": { "type": "integer" }
        });
        let check = |pointer: &str, expected: &[Value]| {
            assert_eq!(parts_at(&schema, pointer), expected.iter().collect::<Vec<_>>(), "{pointer}");
        };
        check("/buttons/3/label", &[json!({ "title": "Label" })]);
        check("/sale/unit", &[json!({ "const": "kg" })]);
        check("/block/kind", &[json!({ "const": "a" }), json!({ "const": "b" })]);
        check("/other", &[json!({ "type": "integer" })]);
        check("/buttons/x/y", &[]);
    }

    #[test]
    fn recursive_schemas_end() {
        let schema = json!({ "$ref": "#" });
        assert!(parts_at(&schema, "/a").is_empty());
    }
}
