//! From content's values to template values, with references turned into the entries they name.

use std::fmt::Write as _;
use std::sync::Arc;

use minijinja::Value;
use serde_json::Value as Json;

use super::context::Context;
use super::entry::EntryView;
use crate::site::EntryIndex;

/// Converts a value whose references are known by their JSON pointers within it.
pub fn convert(context: &Arc<Context>, json: &Json, references: &[(String, EntryIndex)]) -> Value {
    if references.is_empty() { plain(json) } else { linked(context, json, references, &mut String::new()) }
}

/// Converts one field of an entry; the references' pointers begin at the entry.
pub fn convert_field(context: &Arc<Context>, key: &str, json: &Json, references: &[(String, EntryIndex)]) -> Value {
    if references.is_empty() { plain(json) } else { linked(context, json, references, &mut format!("/{key}")) }
}

/// Converts a value without references.
pub fn plain(json: &Json) -> Value {
    match json {
        Json::Null => Value::from(()),
        Json::Bool(value) => Value::from(*value),
        Json::Number(number) => match (number.as_i64(), number.as_u64()) {
            (Some(whole), _) => Value::from(whole),
            (None, Some(whole)) => Value::from(whole),
            (None, None) => Value::from(number.as_f64().unwrap_or_default()),
        },
        Json::String(text) => Value::from(text.as_str()),
        Json::Array(items) => items.iter().map(plain).collect(),
        Json::Object(fields) => Value::from_pairs(fields.iter().map(|(key, field)| (key.as_str(), plain(field)))),
    }
}

fn linked(context: &Arc<Context>, json: &Json, references: &[(String, EntryIndex)], pointer: &mut String) -> Value {
    let length = pointer.len();
    match json {
        Json::String(_) => references
            .iter()
            .find(|(at, _)| at == pointer)
            .map_or_else(|| plain(json), |(_, entry)| EntryView::value(context, *entry)),
        Json::Array(items) => items
            .iter()
            .enumerate()
            .map(|(index, item)| {
                // A String takes anything that is written to it.
                let _ = write!(pointer, "/{index}");
                let value = linked(context, item, references, pointer);
                pointer.truncate(length);
                value
            })
            .collect(),
        Json::Object(fields) => Value::from_pairs(fields.iter().map(|(key, field)| {
            pointer.push('/');
            pointer.push_str(&key.replace('~', "~0").replace('/', "~1"));
            let value = linked(context, field, references, pointer);
            pointer.truncate(length);
            (key.as_str(), value)
        })),
        _ => plain(json),
    }
}
