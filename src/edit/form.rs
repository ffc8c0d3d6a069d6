//! The form of a mapping, a list or a text in Markdown: its fields with their inputs and limits, and the parts with
//! forms of their own.

use rustc_hash::FxHashSet;
use serde::Serialize;
use serde_json::Value;

use super::change::{ShownItem, is_item};
use super::content_file::{ContentFile, ContentRole, entry_title, in_words, type_names};
use super::labels::{self, LabelledPart};
use super::list_form::ListForm;
use super::sample::sample_around;
use super::uses::EntryUse;
use super::workspace::Workspace;
use crate::markdown::{ContainerKind, TextBlockKind};
use crate::route::path_below;
use crate::schema::{IMAGE, MARKDOWN, SchemaField};
use crate::site::EntryIndex;
use crate::yaml::ParsedDocument;
use crate::yaml::pointer::{ancestors, join, split_last};

/// A form, as the browser gets it.
#[derive(Debug, Default, Serialize)]
pub struct EditForm {
    pub file: String,
    /// The pointer of the mapping or the list, or `#` and the number of the text in Markdown.
    pub at: String,
    /// The name of the file's content, such as the title of an entry.
    pub title: String,
    /// The parts around the form's value, from the outermost, and this value itself.
    pub trail: Vec<LabelledPart>,
    pub fields: Vec<EditField>,
    pub parts: Vec<LabelledPart>,
    /// The mappings that the file lacks. Each has the form of a new value (`BlankForm`).
    pub absent_parts: Vec<LabelledPart>,
    /// The list that the form shows, or of which it shows an item.
    pub list: Option<ListForm>,
    /// The mapping that the form shows, if the file may do without it.
    pub removable: Option<Value>,
    /// The outermost list item that is or contains the value at `at`.
    pub item: Option<ShownItem>,
    /// The text in Markdown that the form shows.
    pub block: Option<FormBlock>,
    /// The collection of the entry that the form shows, if entries can be added to it.
    pub collection: Option<String>,
    /// Whether the form is that of an entry whose address can be changed.
    pub is_renamable: bool,
    /// The route of the entry's page.
    pub page: Option<String>,
}

/// A text in Markdown that a form shows.
#[derive(Debug, Serialize)]
pub struct FormBlock {
    pub kind: TextBlockKind,
    /// The level of a heading.
    pub level: Option<u8>,
    /// The kinds of texts that can be added below.
    pub below: Vec<TextBlockKind>,
    /// The outermost list, quotation or table around the text. Paragraphs and headings can be added below it.
    pub container: Option<ContainerKind>,
    /// The links to a heading, which change with its text.
    pub links: Vec<EntryUse>,
}

/// A value of a form, with its input and limits, or with the reason why it can't be edited.
#[derive(Debug, Default, Serialize)]
pub struct EditField {
    pub at: String,
    pub label: String,
    pub help: Option<String>,
    pub kind: FieldKind,
    pub value: Value,
    pub choices: Vec<FieldChoice>,
    /// The least number, or the fewest items of a list.
    pub minimum: Option<Value>,
    pub maximum: Option<Value>,
    /// Why the value can't be changed here.
    pub fixed: Option<String>,
    /// The value with the tag `!sample` that is or contains this value.
    pub sample: Option<LabelledPart>,
    /// Whether the value may be absent: an empty field removes it.
    pub is_optional: bool,
    pub is_markdown: bool,
    /// Whether the value may have several paragraphs: it is Markdown, and not the text of one block.
    pub has_paragraphs: bool,
    /// Whether an empty field is refused.
    pub is_required: bool,
    /// The value that applies if the field is absent.
    pub default: Value,
    /// Whether the form shows the field under *More*: a common field that the entry lacks, or that developers change.
    pub is_under_more: bool,
}

impl EditField {
    /// Makes a text field a field for pictures if one of the `neighbours` is the path of a picture.
    pub fn offer_pictures<'v>(&mut self, neighbours: impl IntoIterator<Item = &'v Value>) {
        let mut texts = neighbours.into_iter().filter_map(Value::as_str);
        if self.kind == FieldKind::Text && texts.any(|text| text.starts_with('/') && is_picture(text)) {
            self.kind = FieldKind::Picture;
        }
    }
}

/// The input of a field.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum FieldKind {
    #[default]
    Text,
    Number,
    Switch,
    Choice,
    Date,
    Picture,
    Link,
    /// A list of texts, each in a line.
    Lines,
    Code,
}

#[derive(Debug, PartialEq, Eq, Serialize)]
pub struct FieldChoice {
    pub value: Value,
    pub label: String,
}

/// The keywords of lists and mappings.
const STRUCTURE_KEYWORDS: &[&str] = &["items", "prefixItems", "properties", "additionalProperties"];

const LINK_STARTS: &[&str] = &["/", "https://", "http://", "mailto:", "tel:"];

/// The common fields of entries that people edit. Developers change the others, such as `route`.
const EDITED_COMMON_FIELDS: &[&str] = &["draft", "date", "expires"];

/// The builder of forms for one file.
pub struct FormBuilder<'a> {
    pub workspace: &'a Workspace<'a>,
    pub file: &'a ContentFile<'a>,
    pub document: ParsedDocument,
}

impl FormBuilder<'_> {
    /// Builds the form of the mapping or list at `pointer`. If there is none, the innermost one around it is shown.
    pub fn build_form(&self, pointer: &str) -> Option<EditForm> {
        let root = &self.document.value;
        let at = ancestors(pointer).find(|at| matches!(root.pointer(at), Some(Value::Object(_) | Value::Array(_))))?;
        let schema_fields = self.file.fields(root, at);
        let (mut fields, mut parts, mut absent_parts) = (Vec::new(), Vec::new(), Vec::new());
        let part = |at: String| LabelledPart { label: labels::of_value(self.file.schema, root, &at), at };
        let can_be_added = |at: &str| self.file.is_yaml() && self.workspace.check_editable(self.file, at).is_ok();
        for child in child_pointers(root.pointer(at)?, at, &schema_fields) {
            let schema_field = schema_fields.iter().find(|field| join(at, field.name) == child);
            let is_for_developers = schema_field.is_some_and(|field| self.is_for_developers(at, field.name));
            match root.pointer(&child) {
                Some(Value::Object(_) | Value::Array(_)) => parts.push(part(child)),
                Some(value) => {
                    let field = self.build_field(child, value, schema_field);
                    let is_unknown = value.is_null() && schema_field.is_none();
                    let empty = is_unknown.then_some("This is empty. A developer fills it in.");
                    let reason = is_for_developers.then_some("A developer changes this.").or(empty);
                    let fixed = field.fixed.or_else(|| reason.map(str::to_owned));
                    fields.push(EditField { fixed, is_under_more: is_for_developers, ..field });
                }
                None if is_for_developers || !can_be_added(&child) => {}
                None if self.file.lacks_list(root, &child) => parts.push(part(child)),
                None if self.file.lacks_mapping(root, &child) => absent_parts.push(part(child)),
                None => fields.extend(schema_field.and_then(|field| self.build_absent_field(at, child, field))),
            }
        }
        if self.file.role == ContentRole::Settings && at.is_empty() {
            fields.retain(|field| field.fixed.is_none());
            parts.clear();
            absent_parts.clear();
        }
        let trail = labels::trail(self.file.schema, root, at);
        Some(EditForm { trail, fields, parts, absent_parts, ..self.empty_form(at) })
    }

    pub fn empty_form(&self, at: &str) -> EditForm {
        let (file, title) = (self.file.source.file.to_string(), self.file.title(self.workspace.site()));
        EditForm { file, at: at.to_owned(), title, ..EditForm::default() }
    }

    /// Builds the empty field of a new value at `at`, whatever its type.
    pub fn build_blank_field(&self, at: &str) -> Option<EditField> {
        let (parent, key) = split_last(at)?;
        let schema_fields = self.file.fields(&self.document.value, parent);
        let schema_field = schema_fields.iter().find(|field| field.name == key);
        Some(self.build_field(at.to_owned(), &Value::Null, schema_field))
    }

    /// Builds the field of a value that the mapping at `at` lacks; `None` for lists, mappings and fixed fields.
    fn build_absent_field(&self, at: &str, child: String, schema_field: &SchemaField<'_>) -> Option<EditField> {
        let name = schema_field.name;
        let allows_scalars = |part: &&Value| {
            let types = part.get("type").map_or_else(Vec::new, type_names);
            (types.is_empty() || types.iter().any(|name| matches!(*name, "string" | "number" | "integer" | "boolean")))
                && STRUCTURE_KEYWORDS.iter().all(|keyword| part.get(*keyword).is_none())
        };
        if !self.file.schema.parts_at(&child).iter().all(allows_scalars) {
            return None;
        }
        let mut field = self.build_field(child, &Value::Null, Some(schema_field));
        field.offer_pictures(self.values_beside(at, name));
        field.is_under_more = self.is_common(at, name);
        Some(field).filter(|field| field.fixed.is_none())
    }

    /// Returns the values that a field has in the items of the same list, or in the entries of the same collection.
    fn values_beside<'b>(&'b self, at: &'b str, name: &'b str) -> impl Iterator<Item = &'b Value> {
        let list = at.rsplit_once('/').and_then(|(list, _)| self.document.value.pointer(list)?.as_array());
        let items = list.into_iter().flatten().filter_map(move |item| item.get(name));
        let site = self.workspace.site();
        let entry = site.entry_by_file(&self.file.source.file).filter(|_| at.is_empty());
        let entries = entry.into_iter().flat_map(|entry| {
            let collection = site.entry(entry).collection;
            site.entries().iter().filter(move |entry| entry.collection == collection)
        });
        items.chain(entries.filter_map(move |entry| entry.fields.get(name)))
    }

    /// Whether every entry may have the field.
    fn is_common(&self, at: &str, name: &str) -> bool {
        let is_of_entry = at.is_empty() && matches!(self.file.role, ContentRole::Entry(_) | ContentRole::New);
        is_of_entry && self.workspace.site().content.built_in.entry.field_names().any(|common| common == name)
    }

    fn is_for_developers(&self, at: &str, name: &str) -> bool {
        self.is_common(at, name) && !EDITED_COMMON_FIELDS.contains(&name)
    }

    fn build_field(&self, at: String, value: &Value, schema_field: Option<&SchemaField<'_>>) -> EditField {
        let parts = self.file.schema.parts_of_field(&at, &self.document.value);
        let keyword = |name: &str| parts.iter().find_map(|part| part.get(name));
        let kind = self.choose_kind(value, &parts);
        let fixed = self.file.why_uneditable(&at, self.workspace.config).or_else(|| {
            let is_discriminator = kind == FieldKind::Text && keyword("const").is_some();
            let reason = if is_discriminator {
                Some("A developer changes this: the other fields depend on it.")
            } else if !self.file.is_yaml() {
                Some("Only files in YAML can be changed here.")
            } else {
                None
            };
            reason.map(str::to_owned)
        });
        let choices = if kind == FieldKind::Choice { self.list_choices(&parts) } else { Vec::new() };
        let sample = sample_around(&self.document.samples, &at).map(|sample| LabelledPart {
            at: sample.to_owned(),
            label: labels::path(self.file.schema, &self.document.value, sample),
        });
        let is_item = is_item(&self.document.value, &at);
        let is_markdown = keyword("format").is_some_and(|format| format == MARKDOWN);
        EditField {
            label: labels::of_value(self.file.schema, &self.document.value, &at),
            help: keyword("description").and_then(Value::as_str).map(str::to_owned),
            kind,
            value: value.clone(),
            choices,
            minimum: keyword("minimum").or_else(|| keyword("minItems")).cloned(),
            maximum: keyword("maximum").cloned(),
            at,
            fixed,
            sample,
            is_optional: schema_field.is_some_and(|field| !field.is_required),
            is_markdown,
            has_paragraphs: is_markdown,
            // An item can be removed, but not left empty.
            is_required: schema_field.map_or(is_item, |field| field.is_required),
            default: schema_field.and_then(|field| field.default).cloned().unwrap_or_default(),
            is_under_more: false,
        }
    }

    fn choose_kind(&self, value: &Value, parts: &[&Value]) -> FieldKind {
        let has = |name: &str| parts.iter().any(|part| part.get(name).is_some());
        let format = parts.iter().find_map(|part| part.get("format")?.as_str());
        let types = parts.iter().find_map(|part| part.get("type")).map_or_else(Vec::new, type_names);
        let is_number = ["number", "integer"].iter().any(|name| types.contains(name)) && !types.contains(&"string");
        let text = value.as_str().unwrap_or_default();
        match value {
            _ if has("enum") || has("reference") => FieldKind::Choice,
            Value::Bool(_) => FieldKind::Switch,
            Value::Number(_) => FieldKind::Number,
            Value::Null if types.contains(&"boolean") => FieldKind::Switch,
            Value::Null if is_number => FieldKind::Number,
            _ if format == Some("date") => FieldKind::Date,
            _ if format == Some(IMAGE) => FieldKind::Picture,
            _ if is_picture(text) && self.workspace.site().assets.find(text).is_some() => FieldKind::Picture,
            _ if !text.contains('\n') && LINK_STARTS.iter().any(|start| text.starts_with(start)) => FieldKind::Link,
            _ => FieldKind::Text,
        }
    }

    /// Returns the values to choose among: those that each part of the schema lists, or else the entries to which the
    /// part refers.
    fn list_choices(&self, parts: &[&Value]) -> Vec<FieldChoice> {
        let mut choices = Vec::new();
        for part in parts {
            if let Some(values) = part.get("enum").and_then(Value::as_array) {
                let label = |value: &Value| value.as_str().map_or_else(|| value.to_string(), in_words);
                choices.extend(values.iter().map(|value| FieldChoice { value: value.clone(), label: label(value) }));
            } else if let Some(name) = part.get("reference").and_then(Value::as_str) {
                choices.extend(self.list_entries(name));
            }
        }
        let mut seen = FxHashSet::default();
        choices.retain(|choice| seen.insert(choice.value.clone()));
        choices
    }

    fn list_entries(&self, name: &str) -> Vec<FieldChoice> {
        let site = self.workspace.site();
        let Some(collection) = site.listable(name) else { return Vec::new() };
        let choice = |&index: &EntryIndex| {
            let id = &*site.entry(index).id;
            FieldChoice { value: path_below(id, name).unwrap_or(id).into(), label: entry_title(site, index) }
        };
        site.order(collection).iter().map(choice).collect()
    }
}

/// Whether a path has the extension of a picture.
pub fn is_picture(path: &str) -> bool {
    let extension = path.rsplit_once('.').map(|(_, extension)| extension.to_ascii_lowercase());
    matches!(extension.as_deref(), Some("svg" | "png" | "jpg" | "jpeg" | "webp" | "avif" | "gif"))
}

/// Returns the pointers of the fields or items of a value. An absent field follows its predecessor in the schema.
fn child_pointers(value: &Value, at: &str, schema_fields: &[SchemaField<'_>]) -> Vec<String> {
    let fields = match value {
        Value::Object(fields) => fields,
        Value::Array(items) => return (0..items.len()).map(|item| join(at, &item.to_string())).collect(),
        _ => return Vec::new(),
    };
    let mut names: Vec<&str> = fields.keys().map(String::as_str).collect();
    let mut next = 0;
    for field in schema_fields {
        match names.iter().position(|name| *name == field.name) {
            Some(found) => next = found + 1,
            None => {
                names.insert(next, field.name);
                next += 1;
            }
        }
    }
    names.into_iter().map(|name| join(at, name)).collect()
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::{SchemaField, child_pointers};

    #[test]
    fn absent_fields_come_after_those_before_them_in_the_schema() {
        let names = ["a", "b", "c", "d", "e"];
        let known = names.map(|name| SchemaField { name, is_required: false, reference: None, default: None });
        let value = json!({ "x": 1, "d": 2, "b": 3, "y": 4 });
        assert_eq!(child_pointers(&value, "/m", &known), ["/m/a", "/m/x", "/m/d", "/m/e", "/m/b", "/m/c", "/m/y"]);
    }
}
