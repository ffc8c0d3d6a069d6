//! The schemas inside a schema that apply to the same value, and the targets of `$ref`s.

use serde_json::Value;

use super::inner_schemas::all_schemas;
use super::keywords::{KeywordValue, SAME_VALUE, keyword_value};

/// Returns the schemas inside a schema that apply to the same value, at any depth, each once.
pub(super) fn all_same_value_schemas<'s>(root: &'s Value, schema: &'s Value) -> Vec<&'s Value> {
    let mut schemas = same_value_schemas(root, schema);
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

/// Returns the target of the `$ref` of `schema` as `#` and a pointer in `root`: `#/$defs/link`, also if the `$ref`
/// names an `$anchor`.
pub(super) fn ref_target(root: &Value, schema: &Value) -> Option<String> {
    Some(format!("#{}", target_pointer(root, schema.get("$ref")?.as_str()?)?))
}

/// Returns the schema within `root` that a target names: `#/$defs/link`, or `#link` by its `$anchor`.
pub(super) fn resolve<'r>(root: &'r Value, target: &str) -> Option<&'r Value> {
    root.pointer(&target_pointer(root, target)?)
}

/// Returns the pointer within `root` that a target stands for: `/$defs/link` for `#/$defs/link`, and for `#link` if the
/// schema at `/$defs/link` has `$anchor: link`.
pub(super) fn target_pointer(root: &Value, target: &str) -> Option<String> {
    let target = target.strip_prefix('#')?;
    if target.is_empty() || target.starts_with('/') {
        return Some(target.to_owned());
    }
    let is_named = |schema: &Value| ["$anchor", "$dynamicAnchor"].iter().any(|key| schema[*key] == target);
    all_schemas(root).into_iter().find(|(_, schema)| is_named(schema)).map(|(pointer, _)| pointer)
}
