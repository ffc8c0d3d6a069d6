//! Functions on JSON pointers (RFC 6901): splitting, joining, escaping and comparing.

use std::borrow::Cow;

use serde_json::Value;

/// Returns the segments of a JSON pointer, unescaped.
pub fn segments(pointer: &str) -> impl Iterator<Item = Cow<'_, str>> {
    pointer.split('/').skip(1).map(unescape)
}

/// Splits the pointer of a value into the pointer of its mapping or list, and its key or number. Returns `None` for the
/// whole document.
pub fn split_last(pointer: &str) -> Option<(&str, Cow<'_, str>)> {
    Some((pointer.rsplit_once('/')?.0, segments(pointer).last()?))
}

/// Lists a pointer and the pointers of the values around it, the innermost first: `/a/0`, `/a` and the empty pointer.
pub fn ancestors(pointer: &str) -> impl Iterator<Item = &str> {
    std::iter::successors(Some(pointer), |at| Some(at.rsplit_once('/')?.0))
}

pub fn join(pointer: &str, segment: &str) -> String {
    [pointer, "/", &escape(segment)].concat()
}

/// Escapes a key as a segment of a JSON pointer.
pub fn escape(segment: &str) -> Cow<'_, str> {
    if segment.contains(['~', '/']) {
        return Cow::Owned(segment.replace('~', "~0").replace('/', "~1"));
    }
    Cow::Borrowed(segment)
}

/// Returns the key that a segment of a JSON pointer stands for.
pub fn unescape(segment: &str) -> Cow<'_, str> {
    if segment.contains('~') {
        return Cow::Owned(segment.replace("~1", "/").replace("~0", "~"));
    }
    Cow::Borrowed(segment)
}

/// Whether `pointer` is `ancestor` or leads to a value inside it.
pub fn is_within(pointer: &str, ancestor: &str) -> bool {
    pointer.strip_prefix(ancestor).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
}

/// Whether `pointer` leads to the top-level field `key` or to a value inside it.
pub fn is_in_field(pointer: &str, key: &str) -> bool {
    pointer.strip_prefix('/').is_some_and(|rest| is_within(rest, &escape(key)))
}

/// Lists the fields or items directly inside the value at `pointer`, each with its own pointer.
pub fn children<'v>(pointer: &str, value: &'v Value) -> Vec<(String, &'v Value)> {
    match value {
        Value::Object(fields) => fields.iter().map(|(key, field)| (join(pointer, key), field)).collect(),
        Value::Array(items) => (0..).zip(items).map(|(index, item)| (format!("{pointer}/{index}"), item)).collect(),
        _ => Vec::new(),
    }
}

/// Lists a value and all values inside it in the order of the document, each with its pointer.
pub fn all_values(document: &Value) -> Vec<(String, &Value)> {
    let mut found = Vec::new();
    let mut unvisited = vec![(String::new(), document)];
    while let Some((pointer, value)) = unvisited.pop() {
        unvisited.extend(children(&pointer, value).into_iter().rev());
        found.push((pointer, value));
    }
    found
}

#[cfg(test)]
mod tests {
    use super::{is_in_field, join, segments};

    #[test]
    fn pointers_are_in_their_top_level_field_only() {
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
            assert_eq!(is_in_field(pointer, key), expected, "{pointer} {key}");
        }
    }

    #[test]
    fn pointers_escape_slash_and_tilde() {
        let pointer = join(&join("", "a/b"), "~1");
        assert_eq!(pointer, "/a~1b/~01");
        assert_eq!(segments(&pointer).collect::<Vec<_>>(), ["a/b", "~1"]);
    }
}
