//! The form of what is to be made: an item of a list, or an entry. Its fields stand together, also those of the mappings inside it,
//! and nothing is written before all that is required is there.

use serde::Serialize;
use serde_json::{Map, Value};

use super::content_file::ContentFile;
use super::form::{EditField, FieldKind, FormMaker};
use crate::config::Config;
use crate::site::Site;
use crate::yaml::ParsedDocument;
use crate::yaml::pointer::{join, segments};

/// The nesting of required mappings and lists, which would not end for a schema that refers to itself.
const MAX_DEPTH: usize = 6;

/// The form of what is to be made.
#[derive(Debug, Serialize)]
pub struct BlankForm {
    /// The pointer of the item; empty for an entry.
    pub at: String,
    /// The fields, those that are required first. The pointers begin at the item.
    pub fields: Vec<EditField>,
    /// What stands in the value before anything is filled in.
    pub base: Value,
}

/// The maker of blank forms for one file.
pub struct BlankMaker<'a> {
    pub site: &'a Site,
    pub config: &'a Config,
    pub file: &'a ContentFile<'a>,
    /// The document with an empty value at the place of the new one.
    pub document: ParsedDocument,
}

impl BlankMaker<'_> {
    /// Makes the form of the new value at `at`. `like` is a neighbour: its constants decide which fields there are.
    pub fn form(mut self, at: &str, like: &Value) -> Option<BlankForm> {
        let constants = self.constants(at, like);
        *self.document.value.pointer_mut(at)? = constants;
        self.add_required(at, 0);
        let base = self.document.value.pointer(at)?.clone();
        let mut fields = Vec::new();
        if base.is_object() {
            self.collect(at, "", &mut fields);
        } else {
            let field = self.maker().blank_field(at)?;
            fields.push(field);
        }
        fields.sort_by_key(|field| field.is_optional);
        for field in &mut fields {
            field.at = field.at[at.len()..].to_owned();
        }
        Some(BlankForm { at: at.to_owned(), fields, base: without_nulls(base) })
    }

    fn maker(&self) -> FormMaker<'_> {
        FormMaker { site: self.site, config: self.config, file: self.file, document: &self.document }
    }

    /// Returns a mapping of a neighbour's constants; `null` if the neighbour is none, and the schema wants none.
    fn constants(&self, at: &str, like: &Value) -> Value {
        let is_constant =
            |name: &str| self.file.schema.parts_at(&join(at, name)).iter().any(|part| part.get("const").is_some());
        match like {
            Value::Object(fields) => fields
                .iter()
                .filter(|(name, _)| is_constant(name))
                .map(|(name, value)| (name.clone(), value.clone()))
                .collect(),
            _ if self.is_mapping(at) => Value::Object(Map::new()),
            _ => Value::Null,
        }
    }

    fn is_mapping(&self, at: &str) -> bool {
        self.file.schema.parts_at(at).iter().any(|part| part.get("properties").is_some())
    }

    /// Adds the required mappings and lists inside a mapping.
    fn add_required(&mut self, at: &str, depth: usize) {
        let required: Vec<String> = self
            .file
            .fields(&self.document.value, at)
            .iter()
            .filter(|field| field.is_required)
            .map(|field| join(at, field.name))
            .collect();
        for child in required.iter().filter(|_| depth < MAX_DEPTH) {
            let parts = self.file.schema.parts_at(child);
            let least = parts.iter().find_map(|part| part.get("minItems")?.as_u64()).unwrap_or(0);
            let item = join(child, "0");
            let value = if self.is_mapping(child) {
                Value::Object(Map::new())
            } else if parts.iter().any(|part| part.get("items").is_some()) {
                let count = usize::try_from(least).unwrap_or(0).min(MAX_DEPTH);
                let count = if self.is_mapping(&item) { count } else { 0 };
                Value::Array(vec![Value::Object(Map::new()); count])
            } else {
                continue;
            };
            let inside: Vec<String> = match &value {
                Value::Array(items) => (0..items.len()).map(|number| join(child, &number.to_string())).collect(),
                _ => vec![child.clone()],
            };
            let key = segments(child).last().unwrap_or_default().into_owned();
            if let Some(Value::Object(fields)) = self.document.value.pointer_mut(at) {
                fields.insert(key, value);
            }
            inside.iter().for_each(|inner| self.add_required(inner, depth + 1));
        }
    }

    /// Collects the fields of a mapping and of those inside it, of which only the required ones are there.
    fn collect(&self, at: &str, before: &str, fields: &mut Vec<EditField>) {
        let Some(form) = self.maker().form(at) else { return };
        let own = form.fields.into_iter().filter(|field| field.fixed.is_none());
        let own = own.filter(|field| !field.is_further || matches!(&*field.at, "/draft" | "/date"));
        fields.extend(own.map(|field| EditField { label: format!("{before}{}", field.label), ..field }));
        for part in form.parts {
            let label = format!("{before}{}", part.label);
            match self.document.value.pointer(&part.at) {
                Some(Value::Array(items)) if items.is_empty() => {
                    let field = self.maker().blank_field(&part.at);
                    fields.extend(field.map(|field| EditField { label, kind: FieldKind::Lines, ..field }));
                }
                Some(Value::Array(items)) => {
                    for number in 0..items.len() {
                        self.collect(
                            &join(&part.at, &number.to_string()),
                            &format!("{label} › {} › ", number + 1),
                            fields,
                        );
                    }
                }
                _ => self.collect(&part.at, &format!("{label} › "), fields),
            }
        }
    }
}

/// Leaves out what is not filled in.
fn without_nulls(value: Value) -> Value {
    match value {
        Value::Object(fields) => fields
            .into_iter()
            .filter(|(_, value)| !value.is_null())
            .map(|(key, value)| (key, without_nulls(value)))
            .collect(),
        other => other,
    }
}
