//! The files of content that can be edited, and what their schemas say about their values.

use std::mem;
use std::path::Path;
use std::sync::Arc;

use serde_json::{Value, json};

use crate::config::Config;
use crate::content::entry::TITLE_FIELDS;
use crate::diagnostic::Diagnostic;
use crate::fs;
use crate::markdown::MarkdownOptions;
use crate::schema::{Schema, SchemaField};
use crate::site::{EntryIndex, Site};
use crate::source::SourceFile;
use crate::unicode::into_nfc;
use crate::yaml::pointer::{join, segments, split_last};

/// The settings that can be edited. Developers change the others.
const EDITED_SETTINGS: &[&str] = &["title", "description"];

/// What a file holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ContentRole<'a> {
    Entry(EntryIndex),
    Data(&'a str),
    Settings,
    /// What the last build did not read, such as an entry that is to be created.
    New,
}

/// A file of content, with the schema of its values.
#[derive(Clone, Copy)]
pub struct ContentFile<'a> {
    pub source: &'a Arc<SourceFile>,
    pub schema: &'a Schema,
    pub role: ContentRole<'a>,
    pub markdown: &'a MarkdownOptions,
}

impl<'a> ContentFile<'a> {
    pub fn new(site: &'a Site, source: &'a Arc<SourceFile>, schema: &'a Schema, role: ContentRole<'a>) -> Self {
        Self { source, schema, role, markdown: site.content.markdown_of(source) }
    }

    /// Finds the entry, data file or settings with this path, such as `content/team/ada.yaml`.
    pub fn find(site: &'a Site, file: &str) -> Option<Self> {
        let entry = site.entry_by_file(file).map(|index| Self::of_entry(site, index));
        entry.or_else(|| Self::all_but_entries(site).find(|other| &*other.source.file == file))
    }

    /// Lists the files of all entries, all data files, and the settings.
    pub fn all(site: &'a Site) -> impl Iterator<Item = Self> {
        (0..site.entries().len()).map(|index| Self::of_entry(site, index)).chain(Self::all_but_entries(site))
    }

    fn of_entry(site: &'a Site, index: EntryIndex) -> Self {
        let entry = site.entry(index);
        Self::new(site, &entry.file, &entry.schema, ContentRole::Entry(index))
    }

    /// Lists the data files of all languages, and the settings.
    fn all_but_entries(site: &'a Site) -> impl Iterator<Item = Self> {
        let content = &site.content;
        let data =
            content.all_data().map(|(name, data)| Self::new(site, &data.file, &data.schema, ContentRole::Data(name)));
        let schema = &content.built_in.settings;
        data.chain([Self::new(site, &content.settings.file, schema, ContentRole::Settings)])
    }

    /// Returns the name of the file's content, such as the title of an entry.
    pub fn title(&self, site: &Site) -> String {
        match self.role {
            ContentRole::Settings => "The whole site".to_owned(),
            ContentRole::Data(name) => in_words(name),
            ContentRole::Entry(index) => entry_title(site, index),
            ContentRole::New => String::new(),
        }
    }

    /// Says why the value at `pointer` can't be edited: it is a setting for developers, or an environment variable sets
    /// it. Returns `None` for other values.
    pub fn why_uneditable(&self, pointer: &str, config: &Config) -> Option<String> {
        let is_settings = self.role == ContentRole::Settings;
        if is_settings && !EDITED_SETTINGS.contains(&segments(pointer).next().as_deref().unwrap_or_default()) {
            return Some("A developer changes this in content/site.yaml.".to_owned());
        }
        let (parent, key) = pointer.rsplit_once('/')?;
        let variables = self.schema.variables_in(parent);
        let variable =
            variables.get(key).filter(|name| config.variable(name).is_some_and(|value| !value.is_empty()))?;
        Some(format!("The environment variable {variable} sets this."))
    }

    /// Returns the fields that the mapping at `pointer` may have, in the schema's order.
    pub fn fields(&self, document: &Value, pointer: &str) -> Vec<SchemaField<'a>> {
        self.schema.shape.fields_at(pointer, Some(document))
    }

    /// Returns the field at `pointer`, if the mapping around it may have this field.
    pub fn field(&self, document: &Value, pointer: &str) -> Option<SchemaField<'a>> {
        let (parent, key) = split_last(pointer)?;
        self.fields(document, parent).into_iter().find(|field| field.name == key)
    }

    /// Whether the document lacks a list at `pointer` that the schema allows.
    pub fn lacks_list(&self, document: &Value, pointer: &str) -> bool {
        self.lacks(document, pointer, "items", "array")
    }

    pub fn lacks_mapping(&self, document: &Value, pointer: &str) -> bool {
        self.lacks(document, pointer, "properties", "object")
    }

    /// Returns the mapping at `pointer` if the document may do without it.
    pub fn find_removable<'v>(&self, document: &'v Value, pointer: &str) -> Option<&'v Value> {
        let mapping = document.pointer(pointer).filter(|value| value.is_object() && self.is_yaml())?;
        self.field(document, pointer).is_some_and(|field| !field.is_required).then_some(mapping)
    }

    /// Whether the document lacks a value at `pointer` that the schema allows and describes with `keyword`, such as
    /// `items`. If the schema names types, `value_type` has to be one of them.
    fn lacks(&self, document: &Value, pointer: &str, keyword: &str, value_type: &str) -> bool {
        let parts = self.schema.parts_at(pointer);
        document.pointer(pointer).is_none()
            && self.field(document, pointer).is_some()
            && parts.iter().any(|part| part.get(keyword).is_some())
            && parts.iter().filter_map(|part| part.get("type")).all(|names| type_names(names).contains(&value_type))
    }

    /// Adds an empty list at `pointer` if the document lacks it, so that it can be shown and get items.
    pub fn add_lacking_list(&self, document: &mut Value, pointer: &str) {
        if self.lacks_list(document, pointer) {
            *document = with_value(mem::take(document), pointer, &json!([]));
        }
    }

    /// Whether the list at `pointer` may be absent. A list with default items may not: without its key it would have
    /// these items.
    pub fn may_be_absent(&self, document: &Value, pointer: &str) -> bool {
        let has_items = |default: &Value| default.as_array().is_some_and(|items| !items.is_empty());
        self.field(document, pointer).is_some_and(|field| !field.is_required && !field.default.is_some_and(has_items))
    }

    /// Returns the minimum number of items of the list at `pointer`. A list that may be absent may lose its only item.
    pub fn fewest_items(&self, document: &Value, pointer: &str) -> u64 {
        let least = self.schema.parts_at(pointer).iter().find_map(|part| part.get("minItems")?.as_u64()).unwrap_or(0);
        if least == 1 && self.may_be_absent(document, pointer) { 0 } else { least }
    }

    /// Returns the `value` to be written at `pointer`, with all fields in the schema's order.
    pub fn in_schema_order(&self, document: &Value, pointer: &str, value: &Value) -> Value {
        let whole = with_value(document.clone(), pointer, value);
        let inner = |key: &str, value: &Value| self.in_schema_order(&whole, &join(pointer, key), value);
        match value {
            Value::Object(fields) => {
                let names: Vec<&str> = self.fields(&whole, pointer).iter().map(|field| field.name).collect();
                let mut sorted: Vec<_> = fields.iter().collect();
                sorted.sort_by_key(|(key, _)| names.iter().position(|name| name == key).unwrap_or(names.len()));
                sorted.into_iter().map(|(key, value)| (key.clone(), inner(key, value))).collect()
            }
            Value::Array(items) => {
                items.iter().enumerate().map(|(number, item)| inner(&number.to_string(), item)).collect()
            }
            other => other.clone(),
        }
    }

    /// Whether values of the file can be changed: the file is YAML, or Markdown, whose front matter is YAML.
    pub fn is_yaml(&self) -> bool {
        self.source.path.ends_with(".yaml") || self.source.path.ends_with(".md")
    }
}

/// Returns the document with another value at a pointer. `null` removes a key of a mapping.
pub fn with_value(mut document: Value, at: &str, to: &Value) -> Value {
    if document.is_null() {
        document = Value::Object(serde_json::Map::new());
    }
    let Some((parent, key)) = split_last(at) else { return document };
    match (document.pointer_mut(parent), to) {
        (Some(Value::Object(fields)), Value::Null) => _ = fields.shift_remove(&*key),
        (Some(Value::Object(fields)), to) => _ = fields.insert(key.into_owned(), to.clone()),
        _ => {
            if let Some(current) = document.pointer_mut(at) {
                *current = to.clone();
            }
        }
    }
    document
}

/// Checks that a path leads through no symbolic link, as files behind such a link belong to another folder. The path is
/// relative to the site's root and may lead out of the root by `..`.
pub fn check_no_link(config: &Config, path: &str) -> Result<(), Diagnostic> {
    let expected = fs::resolve_dots(&fs::resolve(&config.root).join(path));
    // The disk may hold names in another Unicode normal form.
    let composed = |path: &Path| into_nfc(path.to_string_lossy().into_owned());
    if composed(&fs::resolve(&config.path(path))) == composed(&expected) {
        return Ok(());
    }
    Err(Diagnostic::error("edit-link", format!("`{path}` is reached through a link"))
        .help("change what the link leads to with another program"))
}

/// Returns the text that names an entry, or else its id.
pub fn entry_title(site: &Site, index: EntryIndex) -> String {
    let entry = site.entry(index);
    let own = title_field(&entry.schema).and_then(|field| entry.text(field));
    own.or_else(|| entry.title()).unwrap_or(&entry.id).to_owned()
}

/// Returns the field that names entries: `title` or `name`, or else the first required text. Of `title` and `name`, the
/// one that the schema lists first counts, as the `title` of a person may be a job.
pub fn title_field(schema: &Schema) -> Option<&str> {
    let is_text = |name: &str| is_plain_text(schema, &join("", name));
    let named = schema.fields().find(|field| TITLE_FIELDS.contains(&field.name));
    let named = named.or_else(|| schema.fields().find(|field| field.is_required && is_text(field.name)));
    named.map(|field| field.name)
}

/// Whether the schema allows any text at `pointer`: it has no `enum`, `format` or `reference`.
pub fn is_plain_text(schema: &Schema, pointer: &str) -> bool {
    let parts = schema.parts_at(pointer);
    let has = |keyword: &str| parts.iter().any(|part| part.get(keyword).is_some());
    let is_text = parts.iter().filter_map(|part| part.get("type")).any(|names| type_names(names).contains(&"string"));
    is_text && !["enum", "format", "reference"].into_iter().any(has)
}

/// Returns the types in the `value` of a schema's keyword `type`.
pub fn type_names(value: &Value) -> Vec<&str> {
    match value {
        Value::Array(names) => names.iter().filter_map(Value::as_str).collect(),
        name => name.as_str().into_iter().collect(),
    }
}

/// Turns a key into words: `image_alt` → `Image alt`.
pub fn in_words(key: &str) -> String {
    let words = key.replace(['_', '-'], " ");
    let mut characters = words.chars();
    characters.next().map_or_else(String::new, |first| first.to_uppercase().chain(characters).collect())
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::title_field;
    use crate::schema::Schema;

    #[test]
    fn the_first_of_title_and_name_names_entries() {
        let check = |schema: Value, expected: Option<&str>| {
            assert_eq!(title_field(&Schema::built_in(schema, None)), expected);
        };
        let text = json!({ "type": "string" });
        check(json!({ "properties": { "name": text, "title": text } }), Some("name"));
        check(json!({ "properties": { "intro": text, "title": text, "name": text } }), Some("title"));
        let properties = json!({ "note": text, "kind": { "type": "string", "enum": ["a"] }, "question": text });
        check(json!({ "required": ["kind", "question"], "properties": properties }), Some("question"));
        check(json!({ "properties": { "note": text } }), None);
    }
}
