//! The check of a schema's defaults. An invalid default is reported once, in the schema, and not in every document that
//! lacks the value.
//!
//! The defaults are checked like the values of a document, at their pointers in the schema's file, by a second schema.
//! For `items: { type: integer, default: few }`, the second schema requires an integer at `/items/default`.

use serde_json::Value;

use super::keywords::DEFINITIONS;
use crate::yaml::pointer::segments;

/// Returns the document, which holds only the defaults of the schema `raw`, with the second schema. `defaults` are the
/// pointers of the defaults, each with the schema around the default.
pub(super) fn as_document(raw: &Value, defaults: &[(String, Value)]) -> (Value, Value) {
    let (mut document, mut expected) = (Value::Null, Value::Null);
    for (pointer, schema) in defaults {
        let (mut value, mut part) = (&mut document, &mut expected);
        for key in segments(pointer) {
            value = &mut value[&*key];
            part["additionalProperties"] = true.into();
            part = &mut part["properties"][&*key];
        }
        *value = schema["default"].clone();
        *part = schema.clone();
    }
    // The schemas around defaults have `$ref`s to definitions.
    for definitions in DEFINITIONS {
        if let Some(found) = raw.get(definitions) {
            expected[definitions] = found.clone();
        }
    }
    (document, expected)
}
