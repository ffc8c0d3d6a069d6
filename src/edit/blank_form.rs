//! The form of a new value: an item of a list, a mapping that a file lacks, or an entry. The form also asks
//! for the fields that the schema requires inside the value.

use serde::Serialize;
use serde_json::{Value, json};

use super::content_file::{is_plain_text, with_value};
use super::form::{EditField, FieldKind, FormBuilder};
use super::refused::Refused;
use super::workspace::Workspace;
use crate::schema::Schema;
use crate::yaml::pointer::join;

/// The maximum number of levels of required mappings and lists. A schema that refers to itself may have levels without
/// end.
const MAX_DEPTH: usize = 6;
/// The maximum number of items with which a required list begins. A schema may ask for any number.
const MAX_ITEMS: u64 = 6;

#[derive(Debug, Serialize)]
pub struct BlankForm {
    /// The pointer of the value; empty for an entry.
    pub at: String,
    /// The `description` of the value in the schema.
    pub help: Option<String>,
    /// The fields, required ones first. Their pointers are relative to the value.
    pub fields: Vec<EditField>,
    /// The value before anything is filled in.
    pub base: Value,
}

/// Builds the form of the new item `number` of the list at `pointer` or, without a number, of the mapping at `pointer`,
/// which the file lacks.
pub fn build_blank_value(
    workspace: &Workspace<'_>,
    file: &str,
    pointer: &str,
    number: Option<usize>,
) -> Result<BlankForm, Refused> {
    let file = workspace.open(file)?;
    let (content, mut document) = (&file.content, file.parse()?);
    let (at, neighbour) = match number {
        Some(number) => {
            content.add_lacking_list(&mut document.value, pointer);
            let items = document.value.pointer_mut(pointer).and_then(Value::as_array_mut).ok_or(Refused::NotFound)?;
            let number = number.min(items.len());
            let neighbour = items.get(number.saturating_sub(1)).cloned().unwrap_or_default();
            items.insert(number, Value::Null);
            (join(pointer, &number.to_string()), neighbour)
        }
        None if content.lacks_mapping(&document.value, pointer) => {
            document.value = with_value(document.value, pointer, &json!({}));
            (pointer.to_owned(), Value::Null)
        }
        None => return Err(Refused::NotFound),
    };
    build_blank_form(FormBuilder { workspace, file: content, document }, &at, &neighbour).ok_or(Refused::NotFound)
}

/// Builds the form of the new value at `at`, where the document has an empty value. The fields that the schema
/// fixes, such as the type of a block, are taken over from the `neighbour`.
pub fn build_blank_form(mut builder: FormBuilder<'_>, at: &str, neighbour: &Value) -> Option<BlankForm> {
    *builder.document.value.pointer_mut(at)? = initial_value(builder.file.schema, at, neighbour);
    add_required(&mut builder, at, 0);
    let base = builder.document.value.pointer(at)?.clone();
    let mut fields = Vec::new();
    if base.is_object() {
        collect_fields(&builder, at, "", &mut fields);
    } else {
        fields.push(builder.build_blank_field(at)?);
    }
    fields.sort_by_key(|field| field.is_optional);
    for field in &mut fields {
        field.at = field.at[at.len()..].to_owned();
        field.offer_pictures(neighbour.pointer(&field.at));
    }
    let parts = builder.file.schema.parts_at(at);
    let help = parts.iter().find_map(|part| part.get("description")?.as_str()).map(str::to_owned);
    Some(BlankForm { at: at.to_owned(), help, fields, base })
}

fn initial_value(schema: &Schema, at: &str, neighbour: &Value) -> Value {
    let is_constant = |name: &str| schema.parts_at(&join(at, name)).iter().any(|part| part.get("const").is_some());
    match neighbour {
        Value::Object(fields) => fields
            .iter()
            .filter(|(name, _)| is_constant(name))
            .map(|(name, value)| (name.clone(), value.clone()))
            .collect(),
        _ if is_mapping(schema, at) => json!({}),
        _ => Value::Null,
    }
}

fn is_mapping(schema: &Schema, at: &str) -> bool {
    schema.parts_at(at).iter().any(|part| part.get("properties").is_some())
}

/// Adds the required mappings and lists inside the mapping at `at`, which is `depth` levels deep.
fn add_required(builder: &mut FormBuilder<'_>, at: &str, depth: usize) {
    if depth == MAX_DEPTH {
        return;
    }
    let fields = builder.file.fields(&builder.document.value, at);
    for field in fields.iter().filter(|field| field.is_required) {
        let child = join(at, field.name);
        let Some(value) = required_value(builder.file.schema, &child) else { continue };
        let inside: Vec<String> = match &value {
            Value::Array(items) => (0..items.len()).map(|number| join(&child, &number.to_string())).collect(),
            _ => vec![child],
        };
        if let Some(Value::Object(fields)) = builder.document.value.pointer_mut(at) {
            fields.insert(field.name.to_owned(), value);
        }
        inside.iter().for_each(|inner| add_required(builder, inner, depth + 1));
    }
}

/// Returns the value with which a required mapping or list begins; `None` for other values.
fn required_value(schema: &Schema, at: &str) -> Option<Value> {
    if is_mapping(schema, at) {
        return Some(json!({}));
    }
    let parts = schema.parts_at(at);
    if !parts.iter().any(|part| part.get("items").is_some()) {
        return None;
    }
    let least = parts.iter().find_map(|part| part.get("minItems")?.as_u64()).unwrap_or(0);
    let has_mappings = is_mapping(schema, &join(at, "0"));
    let count = if has_mappings { least.min(MAX_ITEMS) } else { 0 };
    Some((0..count).map(|_| json!({})).collect())
}

/// Collects the fields of a mapping and of the mappings and lists inside it. `prefix` comes before their labels.
fn collect_fields(builder: &FormBuilder<'_>, at: &str, prefix: &str, fields: &mut Vec<EditField>) {
    let Some(form) = builder.build_form(at) else { return };
    let own = form.fields.into_iter().filter(|field| field.fixed.is_none());
    // Of the absent common fields, only `draft` and `date` are asked for.
    let own = own.filter(|field| !field.is_under_more || matches!(&*field.at, "/draft" | "/date"));
    fields.extend(own.map(|field| EditField { label: format!("{prefix}{}", field.label), ..field }));
    let schema = builder.file.schema;
    for part in form.parts {
        let label = format!("{prefix}{}", part.label);
        let first_item = join(&part.at, "0");
        match builder.document.value.pointer(&part.at) {
            Some(Value::Array(items)) if !items.is_empty() => {
                for number in 0..items.len() {
                    let prefix = format!("{label} › {} › ", number + 1);
                    collect_fields(builder, &join(&part.at, &number.to_string()), &prefix, fields);
                }
            }
            Some(Value::Object(_)) => collect_fields(builder, &part.at, &format!("{label} › "), fields),
            // A list of mappings that needs no item begins empty. Its items are added in the form of the list.
            Some(_) if is_mapping(schema, &first_item) => {}
            // Of the absent lists, only those of plain texts are asked for.
            None if !is_plain_text(schema, &first_item) => {}
            _ => fields.extend(lines_field(builder, &part.at, prefix)),
        }
    }
}

/// Builds the field of a list without items, which is filled in as lines of text.
fn lines_field(builder: &FormBuilder<'_>, at: &str, prefix: &str) -> Option<EditField> {
    let field = builder.build_blank_field(at)?;
    Some(EditField { label: format!("{prefix}{}", field.label), kind: FieldKind::Lines, ..field })
}
