//! Excerpts of a schema: schemas made of its parts. They check values that are not at their usual pointers, such as the
//! schema's own defaults.

use serde_json::{Value, json};

use super::inner_schemas::for_each_ref;
use super::keywords::DEFINITIONS;
use crate::yaml::pointer::{is_within, segments};

/// Returns a document that holds only the defaults of the schema `whole`, at their pointers in the schema's file, and
/// an excerpt for this document. For `items: { type: integer, default: few }`, the excerpt requires an integer at
/// `/items/default`. `defaults` are the pointers of the defaults, each with the schema around the default.
pub(super) fn of_defaults(whole: &Value, defaults: &[(String, Value)]) -> (Value, Value) {
    let (mut document, mut excerpt) = (Value::Null, Value::Null);
    for (pointer, schema) in defaults {
        let (mut value, mut part) = (&mut document, &mut excerpt);
        for key in segments(pointer) {
            value = &mut value[&*key];
            part["additionalProperties"] = true.into();
            part = &mut part["properties"][&*key];
        }
        *value = schema["default"].clone();
        *part = schema.clone();
    }
    add_ref_targets(&mut excerpt, whole);
    (document, excerpt)
}

/// Returns the schema of a document that holds, under `key`, a value of the schema `whole`. The fields that `whole`
/// itself requires may be missing.
pub(super) fn under_key(whole: &Value, key: &str) -> Value {
    let mut part = without_definitions(whole);
    if let Value::Object(part) = &mut part {
        part.shift_remove("required");
    }
    let mut excerpt = json!({ "additionalProperties": true, "properties": { key: part } });
    add_ref_targets(&mut excerpt, whole);
    excerpt
}

/// Adds the definitions of `whole` to an excerpt. If a `$ref` of the excerpt leads to another part of `whole`, a copy
/// of `whole` becomes a definition too.
fn add_ref_targets(excerpt: &mut Value, whole: &Value) {
    for key in DEFINITIONS {
        if let Some(definitions) = whole.get(key) {
            excerpt[key] = definitions.clone();
        }
    }
    if redirect_to_copy(excerpt) {
        let mut copy = without_definitions(whole);
        redirect_to_copy(&mut copy);
        excerpt["$defs"]["whole:"] = copy;
    }
}

/// Makes each `$ref` with a pointer outside of the definitions lead into the copy of the whole schema. Returns whether
/// there is such a `$ref`.
fn redirect_to_copy(schema: &mut Value) -> bool {
    let mut is_any_changed = false;
    for_each_ref(schema, &mut |target| {
        let is_pointer = target == "#" || target.starts_with("#/");
        if is_pointer && !DEFINITIONS.iter().any(|key| is_within(target, &format!("#/{key}"))) {
            target.insert_str(1, "/$defs/whole:");
            is_any_changed = true;
        }
    });
    is_any_changed
}

fn without_definitions(schema: &Value) -> Value {
    let mut rest = schema.clone();
    if let Value::Object(map) = &mut rest {
        map.retain(|keyword, _| !DEFINITIONS.contains(&keyword.as_str()));
    }
    rest
}
