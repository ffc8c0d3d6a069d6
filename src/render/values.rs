//! From content's values to template values, with references turned into the entries they name.

use std::borrow::Cow;
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
    if references.is_empty() {
        plain(json)
    } else {
        linked(context, json, references, &mut format!("/{}", escaped(key)))
    }
}

/// Whether a JSON pointer leads to the field `key`, or below it.
pub fn is_below(pointer: &str, key: &str) -> bool {
    let rest = pointer.strip_prefix('/').and_then(|pointer| pointer.strip_prefix(&*escaped(key)));
    rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
}

/// A key as it stands in a JSON pointer (RFC 6901).
fn escaped(key: &str) -> Cow<'_, str> {
    if key.contains(['~', '/']) { Cow::Owned(key.replace('~', "~0").replace('/', "~1")) } else { Cow::Borrowed(key) }
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
            pointer.push_str(&escaped(key));
            let value = linked(context, field, references, pointer);
            pointer.truncate(length);
            (key.as_str(), value)
        })),
        _ => plain(json),
    }
}

#[cfg(test)]
mod tests {
    use super::is_below;

    #[test]
    fn a_field_is_at_the_beginning_of_a_pointer() {
        for (pointer, key, expected) in [
            ("/author", "author", true),
            ("/authors/0", "authors", true),
            ("/authors/0", "author", false),
            ("/by/author", "author", false),
            ("/a~1b/c", "a/b", true),
            ("/a~0b", "a~b", true),
            ("/a/b", "a/b", false),
            ("", "a", false),
        ] {
            assert_eq!(is_below(pointer, key), expected, "{pointer} {key}");
        }
    }
}
