//! The check of defaults: treats a schema as a document, in which each `default` has to fit the schema around it.
//!
//! For this, a second schema is built, which describes the first one. So an invalid default is reported once, at its
//! own place, and not wherever a value is left out.

use serde_json::{Map, Value, json};

use super::keywords::{KeywordValue, keyword_value};
use crate::yaml::pointer::segments;

/// Returns a document that holds the schema `raw` at `pointer`, as its file does, and the schema that this document has
/// to fit; `None` if there are no defaults.
pub(super) fn as_document(raw: &Value, pointer: &str) -> Option<(Value, Value)> {
    let (mut expected, mut document) = (schema_of(raw)?, raw.clone());
    for key in segments(pointer).collect::<Vec<_>>().iter().rev() {
        expected = open(&Map::from_iter([(key.clone().into_owned(), expected)]));
        document = json!({ &**key: document });
    }
    for definitions in ["$defs", "definitions"] {
        if let (Some(found), Value::Object(expected)) = (raw.get(definitions), &mut expected) {
            expected.insert(definitions.to_owned(), found.clone());
        }
    }
    Some((document, expected))
}

/// Returns the schema of a mapping with these properties and any others.
fn open(properties: &Map<String, Value>) -> Value {
    json!({ "properties": properties, "additionalProperties": true })
}

/// Returns the schema that `schema`, as a document, has to fit; `None` if it has no defaults.
fn schema_of(schema: &Value) -> Option<Value> {
    let map = schema.as_object()?;
    let by_key = |map: &Map<String, Value>| {
        let found: Map<_, _> = map.iter().filter_map(|(key, part)| Some((key.clone(), schema_of(part)?))).collect();
        (!found.is_empty()).then(|| open(&found))
    };
    let keyword = |(keyword, value): (&String, &Value)| {
        let below = match (keyword_value(keyword)?, value) {
            (KeywordValue::SameValue | KeywordValue::Condition | KeywordValue::Child, _) => schema_of(value),
            (KeywordValue::SameList | KeywordValue::ChildList, Value::Array(list)) => {
                let found: Vec<_> = list.iter().map(schema_of).collect();
                let has_defaults = found.iter().any(Option::is_some);
                let items = found.into_iter().map(|item| item.unwrap_or(Value::Bool(true)));
                has_defaults.then(|| json!({ "prefixItems": items.collect::<Vec<_>>() }))
            }
            (KeywordValue::SameByKey | KeywordValue::ChildByKey | KeywordValue::Definitions, Value::Object(map)) => {
                by_key(map)
            }
            // A default of null means that there is no default.
            (KeywordValue::Anything, value) if keyword == "default" && !value.is_null() => Some(schema.clone()),
            _ => None,
        };
        Some((keyword.clone(), below?))
    };
    let found: Map<_, _> = map.iter().filter_map(keyword).collect();
    (!found.is_empty()).then(|| open(&found))
}
