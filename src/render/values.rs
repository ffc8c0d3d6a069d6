//! The conversion of values of the content to template values: references become entries, and origins are recorded.

use std::fmt::Write as _;
use std::sync::Arc;

use minijinja::Value;
use minijinja::value::{Enumerator, Object, Serde};
use serde_json::Value as Json;

use super::page_context::PageContext;
use super::trace::{FailedLookup, Origin, OriginTrace};
use crate::markdown::ComponentAttribute;
use crate::site::EntryIndex;
use crate::snapshot::ContentValue;
use crate::source::SourceFile;
use crate::yaml::pointer::{escape, join};

/// An entry as a template value, whose fields `views` reads on access.
#[derive(Debug)]
pub struct EntryView {
    pub context: Arc<PageContext>,
    pub index: EntryIndex,
}

impl EntryView {
    pub fn value(context: &Arc<PageContext>, index: EntryIndex) -> Value {
        Value::from_object(Self { context: context.clone(), index })
    }

    pub fn list(context: &Arc<PageContext>, entries: impl IntoIterator<Item = EntryIndex>) -> Value {
        entries.into_iter().map(|index| Self::value(context, index)).collect()
    }
}

/// Converts a value of the content. `references` are those of the whole file, by their JSON pointers. If `origin` is an
/// `Origin::Value`, each text gets an origin with its own pointer; otherwise all texts get `origin`.
pub fn convert(
    context: &Arc<PageContext>,
    json: &Json,
    references: &[(String, EntryIndex)],
    origin: impl FnOnce() -> Option<Origin>,
) -> Value {
    if references.is_empty() && context.trace.is_none() {
        return Value::from(Serde(json));
    }
    let origin = origin();
    let mut pointer = if let Some(Origin::Value(_, pointer)) = &origin { pointer.clone() } else { String::new() };
    Converter { context, references, origin }.convert(json, &mut pointer)
}

/// Converts the value of an attribute of a tag. `source` is the file with the tag, or `None` if the tag is in a text
/// for the filter `markdown`.
pub fn convert_attribute(
    context: &Arc<PageContext>,
    attribute: &ComponentAttribute,
    source: Option<&Arc<SourceFile>>,
) -> Value {
    convert(context, &attribute.value, &[], || Some(Origin::Bytes(source?.clone(), attribute.span.clone())))
}

/// Converts one field of an entry or a data file. `field.converted`, the value for all pages, has no origins, so each
/// traced page converts the field itself, once.
pub fn convert_field(context: &Arc<PageContext>, key: &str, field: ContentValue, file: &Arc<SourceFile>) -> Value {
    let ContentValue { json, references, converted } = field;
    let convert = || convert(context, json, references, || Some(Origin::Value(file.clone(), join("", key))));
    match &context.trace {
        Some(trace) => {
            let value = trace.convert_once(&file.file, key, convert);
            trace.record_lookup(&value, file, join("", key));
            value
        }
        None => converted.unwrap_or_else(convert),
    }
}

struct Converter<'a> {
    context: &'a Arc<PageContext>,
    references: &'a [(String, EntryIndex)],
    origin: Option<Origin>,
}

impl Converter<'_> {
    fn convert(&self, json: &Json, pointer: &mut String) -> Value {
        let length = pointer.len();
        match json {
            Json::String(text) => match self.references.iter().find(|(at, _)| at == pointer) {
                Some((_, entry)) => EntryView::value(self.context, *entry),
                None => self.text(text, pointer),
            },
            Json::Array(items) => items
                .iter()
                .enumerate()
                .map(|(index, item)| {
                    // Writing to a String cannot fail.
                    let _ = write!(pointer, "/{index}");
                    let value = self.convert(item, pointer);
                    pointer.truncate(length);
                    value
                })
                .collect(),
            Json::Object(fields) => {
                let fields = Value::from_pairs(fields.iter().map(|(key, field)| {
                    pointer.push('/');
                    pointer.push_str(&escape(key));
                    let value = self.convert(field, pointer);
                    pointer.truncate(length);
                    (key.as_str(), value)
                }));
                self.mapping(fields, pointer)
            }
            _ => Value::from(Serde(json)),
        }
    }

    fn mapping(&self, fields: Value, pointer: &str) -> Value {
        match (&self.context.trace, &self.origin) {
            (Some(trace), Some(Origin::Value(file, _))) => {
                let (trace, file, pointer) = (trace.clone(), file.clone(), pointer.to_owned());
                Value::from_object(TracedMapping { fields, trace, file, pointer })
            }
            _ => fields,
        }
    }

    fn text(&self, text: &str, pointer: &str) -> Value {
        self.context.text(text, || match &self.origin {
            Some(Origin::Value(file, _)) => Some(Origin::Value(file.clone(), pointer.to_owned())),
            origin => origin.clone(),
        })
    }
}

/// A mapping of a traced page, which records the keys that templates look up, missing ones too.
#[derive(Debug)]
struct TracedMapping {
    fields: Value,
    trace: Arc<OriginTrace>,
    file: Arc<SourceFile>,
    pointer: String,
}

impl Object for TracedMapping {
    fn get_value(self: &Arc<Self>, key: &Value) -> Option<Value> {
        let found = self.fields.get_item(key).ok().filter(|value| !value.is_undefined());
        match (&found, key.as_str()) {
            (Some(value), Some(key)) => self.trace.record_lookup(value, &self.file, join(&self.pointer, key)),
            (None, Some(key)) => self.trace.record_failed_lookup(FailedLookup {
                key: key.to_owned(),
                file: self.file.clone(),
                pointer: self.pointer.clone(),
                keys: self.fields.clone(),
                data_file: None,
            }),
            _ => {}
        }
        found
    }

    fn enumerate(self: &Arc<Self>) -> Enumerator {
        Enumerator::Values(self.fields.try_iter().into_iter().flatten().collect())
    }
}
