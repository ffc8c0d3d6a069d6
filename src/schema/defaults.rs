//! The check of a schema's defaults. An invalid default is reported once, in the schema, and not in every document that
//! lacks the value.
//!
//! The file of a schema is checked as a document, by a second schema. For `items: { type: integer, default: few }`, the
//! second schema requires an integer at `/items/default`.

use serde_json::{Map, Value, json};

use super::keywords::{KeywordValue, keyword_value};
use crate::yaml::pointer::segments;

/// Returns a document that holds the schema `raw` at `pointer`, as its file does, and the second schema, which the
/// document has to fit; `None` if there are no defaults.
pub(super) fn as_document(raw: &Value, pointer: &str) -> Option<(Value, Value)> {
    let (mut document, mut expected) = (raw.clone(), schema_of_defaults(raw)?);
    for key in segments(pointer).collect::<Vec<_>>().iter().rev() {
        document = json!({ &**key: document });
        expected = open(&json!({ &**key: expected }));
    }
    // The schemas around defaults have `$ref`s to definitions.
    for definitions in ["$defs", "definitions"] {
        if let (Some(found), Value::Object(expected)) = (raw.get(definitions), &mut expected) {
            expected.insert(definitions.to_owned(), found.clone());
        }
    }
    Some((document, expected))
}

/// Returns the schema of a mapping with these properties and any others.
fn open(properties: &Value) -> Value {
    json!({ "properties": properties, "additionalProperties": true })
}

/// Returns the schema that `schema` itself has to fit as a document: it requires that each default fits the schema
/// around it. Returns `None` if there are no defaults.
fn schema_of_defaults(schema: &Value) -> Option<Value> {
    let keyword = |(keyword, value): (&String, &Value)| {
        let below = match (keyword_value(keyword)?, value) {
            (KeywordValue::SameValue | KeywordValue::Condition | KeywordValue::Child, _) => schema_of_defaults(value),
            (KeywordValue::SameList | KeywordValue::ChildList, Value::Array(list)) => {
                let found: Vec<_> = list.iter().map(schema_of_defaults).collect();
                let has_defaults = found.iter().any(Option::is_some);
                let items = found.into_iter().map(|item| item.unwrap_or(Value::Bool(true)));
                has_defaults.then(|| json!({ "prefixItems": items.collect::<Vec<_>>() }))
            }
            (KeywordValue::SameByKey | KeywordValue::ChildByKey | KeywordValue::Definitions, Value::Object(map)) => {
                open_if_any(map.iter().filter_map(|(key, part)| Some((key.clone(), schema_of_defaults(part)?))))
            }
            // A default of null means that there is no default.
            (KeywordValue::Anything, value) if keyword == "default" && !value.is_null() => Some(schema.clone()),
            _ => None,
        };
        Some((keyword.clone(), below?))
    };
    open_if_any(schema.as_object()?.iter().filter_map(keyword))
}

/// Returns the schema of a mapping with these properties and any others; `None` if there are no properties.
fn open_if_any(properties: impl Iterator<Item = (String, Value)>) -> Option<Value> {
    let properties: Map<_, _> = properties.collect();
    (!properties.is_empty()).then(|| open(&properties.into()))
}
