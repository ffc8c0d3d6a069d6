//! The files of `content/`, with which the tests compare pages.

use std::path::{Path, PathBuf};

use serde_yaml::Value;

/// The day on which the site is built: so far off that every entry with a date is published.
pub const DAY: &str = "2100-01-01";

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("content")
}

/// Reads a data file, or the front matter of an entry.
pub fn file(path: &str) -> Value {
    let path = folder().join(path);
    let text = std::fs::read_to_string(&path).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
    let is_markdown = path.extension().is_some_and(|e| e == "md");
    let front_matter = || text.strip_prefix("---")?.split_once("\n---").map(|(yaml, _)| yaml);
    let yaml = if is_markdown { front_matter().expect("front matter") } else { &text };
    serde_yaml::from_str(yaml).unwrap_or_else(|e| panic!("{}: {e}", path.display()))
}

/// Returns the value at a dotted path of keys; null if there is none.
pub fn value(path: &str, keys: &str) -> Value {
    let file = file(path);
    keys.split('.').fold(&file, |value, key| value.get(key).unwrap_or(&Value::Null)).clone()
}

/// Returns the text at a dotted path of keys.
pub fn text(path: &str, keys: &str) -> String {
    value(path, keys).as_str().unwrap_or_else(|| panic!("{path}: no text {keys}")).to_owned()
}

/// Returns the number of items of a list.
pub fn items(path: &str, keys: &str) -> usize {
    value(path, keys).as_sequence().unwrap_or_else(|| panic!("{path}: no list {keys}")).len()
}

/// Reads the published entries of a collection, by slug.
pub fn entries(collection: &str) -> Vec<(String, Value)> {
    let files = std::fs::read_dir(folder().join(collection)).expect("a collection");
    let names = files.map(|file| file.expect("a file").file_name().into_string().expect("text"));
    let entries = names.filter(|name| !name.starts_with('_') && !name.contains(".schema.")).map(|name| {
        let slug = name.split('.').next().expect("a name").to_owned();
        (slug, file(&format!("{collection}/{name}")))
    });
    let is_published = |entry: &Value| {
        let expires = entry.get("expires").and_then(Value::as_str);
        entry.get("draft").and_then(Value::as_bool) != Some(true) && expires.is_none_or(|day| day > DAY)
    };
    entries.filter(|(_, entry)| is_published(entry)).collect()
}

/// Returns the number of entries whose field has this value.
pub fn entries_with(collection: &str, field: &str, expected: &str) -> usize {
    entries(collection).iter().filter(|(_, entry)| entry.get(field).and_then(Value::as_str) == Some(expected)).count()
}
