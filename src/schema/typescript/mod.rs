//! The writer of schemas as TypeScript declarations: the content that islands may read and the props that they accept.
//!
//! Each collection becomes a type that extends `Entry`, the fields of all entries; each data file and each definition
//! becomes a type of its own. In content, an absent field is `null`; an absent prop is `undefined`.

mod syntax;

#[cfg(test)]
mod tests;

use std::collections::BTreeSet;
use std::fmt::Write;

use serde_json::{Map, Value};

use super::compiled::Schema;
use super::inner_schemas::all_schemas;
use super::keywords::{CHOICES, DEFINITIONS};
use super::normalize::is_html;
use super::same_value::{all_same_value_schemas, ref_target, resolve, resolve_ref};
use super::shared::shared_name;
use crate::yaml::pointer::{join, split_last};
use syntax::{field_name, has_null, literal, parenthesized, pascal_case, union, write_comment};

/// A schema with the name of its collection, data file or island.
pub type NamedSchema<'s> = (String, &'s Schema);

/// Returns the `.d.ts` file of the content: `ArticlesEntry` for the collection `articles`, `NavigationData` for the
/// data file `navigation`. `entry` is the schema of the fields that every entry may have.
pub fn declare_content(entry: &Schema, collections: &[NamedSchema], data: &[NamedSchema]) -> String {
    let mut file = Declarations::new();
    file.reserve_name(ENTRY);
    let entry_names = file.reserve_names(collections, "Entry");
    let data_names = file.reserve_names(data, "Data");
    if !collections.is_empty() {
        let base = BaseFields::of_every_entry();
        file.declare_document(ENTRY, &entry.normalized, "What every entry has.", Absent::Null, &base);
    }
    for ((collection, schema), name) in collections.iter().zip(entry_names) {
        let about = format!("An entry of the collection `{collection}`.");
        let base = BaseFields::of_collection(collection, &schema.normalized, &entry.normalized);
        file.declare_document(&name, &schema.normalized, &about, Absent::Null, &base);
    }
    for ((data_file, schema), name) in data.iter().zip(data_names) {
        let about = format!("The data file `{data_file}`.");
        file.declare_document(&name, &schema.normalized, &about, Absent::Null, &BaseFields::default());
    }
    file.into_text()
}

/// Returns the `.d.ts` file of the islands' props: `CounterProps` for the island `Counter`.
pub fn declare_props(props: &[NamedSchema]) -> String {
    let mut file = Declarations::new();
    let names = file.reserve_names(props, "Props");
    for ((island, schema), name) in props.iter().zip(names) {
        let about = format!("The props of the island `{island}`.");
        file.declare_document(&name, &schema.normalized, &about, Absent::Undefined, &BaseFields::default());
    }
    file.into_text()
}

/// The name of the interface with the fields of every entry.
const ENTRY: &str = "Entry";

/// The types that files use without declaring them.
const USED_NAMES: [&str; 3] = ["Html", "Omit", "Record"];

/// The part of an interface that does not come from its schema.
#[derive(Default)]
struct BaseFields {
    /// The extended interface.
    extends: Option<String>,
    /// The fields of the schema that are left out, because the extended interface has them.
    inherited: BTreeSet<String>,
    /// Fields to write before those of the schema.
    fields: Vec<(&'static str, String)>,
}

impl BaseFields {
    /// Returns the computed fields of every entry.
    fn of_every_entry() -> Self {
        let fields = [("id", "string"), ("slug", "string"), ("collection", "string"), ("url", "string | null")];
        Self { fields: fields.map(|(name, ty)| (name, ty.to_owned())).into(), ..Self::default() }
    }

    /// Returns the base of the entries of a collection with this schema. `entry_schema` has the fields of every entry.
    fn of_collection(collection: &str, schema: &Value, entry_schema: &Value) -> Self {
        // Computed fields are the same for every entry, whatever its schema says.
        let mut inherited: BTreeSet<String> =
            Self::of_every_entry().fields.into_iter().map(|(name, _)| name.to_owned()).collect();
        let mut redefined = Vec::new();
        for (name, property) in entry_schema.get("properties").and_then(Value::as_object).into_iter().flatten() {
            if inherited.contains(name) {
                continue;
            }
            let own = schema.get("properties").and_then(|properties| properties.get(name));
            let is_same = own.is_none_or(|own| own == property)
                && is_listed(name, schema.get("required")) == is_listed(name, entry_schema.get("required"));
            if is_same {
                inherited.insert(name.clone());
            } else {
                redefined.push(literal(&name.as_str().into()));
            }
        }
        let extends = match &*redefined {
            [] => ENTRY.to_owned(),
            _ => format!("Omit<{ENTRY}, {}>", redefined.join(" | ")),
        };
        Self { extends: Some(extends), inherited, fields: vec![("collection", literal(&collection.into()))] }
    }

    /// Whether the interface has the field already, so that the field of its schema is not written.
    fn has(&self, name: &str) -> bool {
        self.inherited.contains(name) || self.fields.iter().any(|(field, _)| *field == name)
    }
}

/// The value that an absent field is read as.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Absent {
    Null,
    Undefined,
}

/// A `.d.ts` file while it is written.
#[derive(Default)]
struct Declarations {
    text: String,
    /// Whether a type is HTML, so that the file imports `Html`.
    uses_html: bool,
    taken_names: BTreeSet<String>,
    shared: Vec<SharedType>,
}

/// The type of a definition that several schemas share, declared once.
struct SharedType {
    definition: String,
    schema: Value,
    name: String,
}

impl Declarations {
    fn new() -> Self {
        Self { taken_names: USED_NAMES.map(str::to_owned).into(), ..Self::default() }
    }

    /// Reserves a name, with a number if it is taken.
    fn reserve_name(&mut self, wanted: &str) -> String {
        let mut name = wanted.to_owned();
        let mut number = 2;
        while !self.taken_names.insert(name.clone()) {
            name = format!("{wanted}{number}");
            number += 1;
        }
        name
    }

    /// Reserves a name for each schema. Definitions get their names later, so a definition's name gets a number if a
    /// schema has the same name.
    fn reserve_names(&mut self, schemas: &[NamedSchema], ending: &str) -> Vec<String> {
        schemas.iter().map(|(name, _)| self.reserve_name(&format!("{}{ending}", pascal_case(name)))).collect()
    }

    fn into_text(self) -> String {
        let import = if self.uses_html { "\nimport type { Html } from \"site\";\n" } else { "" };
        format!("// Made by `site` from the site's schemas. Changes here are lost.\n{import}{}", self.text)
    }

    /// Declares a schema, its definitions, and its other parts that a `$ref` leads to.
    fn declare_document(&mut self, name: &str, root: &Value, about: &str, absent: Absent, base: &BaseFields) {
        let (mut refs, mut undeclared) = (vec![("#".to_owned(), name.to_owned())], Vec::new());
        let definitions = DEFINITIONS.iter().flat_map(|key| {
            let names = root.get(key).and_then(Value::as_object).into_iter().flat_map(Map::keys);
            names.map(move |name| join(&format!("#/{key}"), name))
        });
        let parts = all_schemas(root);
        let used = parts.iter().filter_map(|(_, part)| ref_target(root, part));
        for target in definitions.chain(used) {
            if refs.iter().all(|(known, _)| *known != target)
                && let (Some(schema), Some((_, key))) = (resolve(root, &target), split_last(&target))
            {
                let (type_name, is_new) = self.name_definition(name, &key, schema);
                undeclared.extend(is_new.then(|| (type_name.clone(), schema)));
                refs.push((target, type_name));
            }
        }
        self.uses_html |= parts.iter().any(|(_, part)| is_html(part));
        let types = TypeFormatter { root, absent, refs };
        self.declare(&types, name, root, &format!("{about} {}", description(root)), base);
        for (name, schema) in &undeclared {
            self.declare(&types, name, schema, description(schema), &BaseFields::default());
        }
    }

    /// Returns the name of a definition's type, and whether the type is still to be declared.
    fn name_definition(&mut self, document: &str, definition: &str, schema: &Value) -> (String, bool) {
        let Some(shared) = shared_name(definition) else {
            return (self.reserve_name(&format!("{document}{}", pascal_case(definition))), true);
        };
        if let Some(declared) = self.shared.iter().find(|ty| ty.definition == shared && ty.schema == *schema) {
            return (declared.name.clone(), false);
        }
        // A name without ASCII letters and digits, such as `_`, makes an empty type name.
        let name = match &*pascal_case(shared) {
            "" => self.reserve_name("Shared"),
            name => self.reserve_name(name),
        };
        self.shared.push(SharedType { definition: shared.to_owned(), schema: schema.clone(), name: name.clone() });
        (name, true)
    }

    fn declare(&mut self, types: &TypeFormatter<'_>, name: &str, schema: &Value, about: &str, base: &BaseFields) {
        self.text.push('\n');
        write_comment(&mut self.text, about, 0);
        let text = &mut self.text;
        let has_base = !base.fields.is_empty();
        let object = schema.as_object().filter(|map| !is_composed(map) && (is_mapping(schema) || has_base));
        let _ = if let Some(map) = object {
            let extends = base.extends.as_ref().map(|name| format!("extends {name} ")).unwrap_or_default();
            writeln!(text, "export interface {name} {extends}{}", types.format_object(map, base, 0))
        } else if has_base {
            // A composed type can't be an interface: it is intersected with an object of the base's fields.
            let closed: Map<String, Value> = Map::from_iter([("additionalProperties".to_owned(), false.into())]);
            let fields = types.format_object(&closed, base, 0);
            let extended = base.extends.as_ref().map(|name| format!("{name} & ")).unwrap_or_default();
            let own = parenthesized(&types.format_type(schema, 0), '|');
            writeln!(text, "export type {name} = {extended}{fields} & {own};")
        } else {
            writeln!(text, "export type {name} = {};", types.format_type(schema, 0))
        };
    }
}

/// The formatter of one schema and its parts as types.
struct TypeFormatter<'a> {
    root: &'a Value,
    absent: Absent,
    /// The targets of `$ref`s with the names of their types.
    refs: Vec<(String, String)>,
}

impl TypeFormatter<'_> {
    /// Formats the type of a schema, indented to `depth`.
    fn format_type(&self, schema: &Value, depth: usize) -> String {
        let Value::Object(map) = schema else {
            return if schema == &Value::Bool(false) { "never" } else { "unknown" }.to_owned();
        };
        if is_html(schema) {
            return "Html".to_owned();
        }
        if let Some(value) = map.get("const") {
            return literal(value);
        }
        if let Some(Value::Array(options)) = map.get("enum") {
            return union(options.iter().map(literal));
        }
        let mut all = Vec::new();
        if let Some(target) = ref_target(self.root, schema) {
            let name = self.refs.iter().find(|(known, _)| *known == target).map(|(_, name)| name.clone());
            all.push(name.unwrap_or_else(|| "unknown".to_owned()));
        }
        if map.contains_key("properties") || (map.contains_key("type") && !is_composed(map)) {
            all.push(self.format_named_type(map, depth));
        } else if self.has_conditional_fields(map) {
            all.push("Record<string, unknown>".to_owned());
        }
        for schema in map.get("allOf").and_then(Value::as_array).into_iter().flatten() {
            all.push(self.format_type(schema, depth));
        }
        for choice in CHOICES {
            if let Some(Value::Array(schemas)) = map.get(choice) {
                all.push(union(schemas.iter().map(|schema| self.format_type(schema, depth))));
            }
        }
        all.retain(|ty| ty != "unknown");
        match &all[..] {
            // Alternatives without types of their own, such as `{ format: date }`, only limit the `type`.
            [] if map.contains_key("type") => self.format_named_type(map, depth),
            [] => "unknown".to_owned(),
            [only] => only.clone(),
            several => several.iter().map(|ty| parenthesized(ty, '|')).collect::<Vec<_>>().join(" & "),
        }
    }

    /// Whether `then`, `else` or `dependentSchemas`, which apply to some values only, name fields.
    fn has_conditional_fields(&self, map: &Map<String, Value>) -> bool {
        let dependent = map.get("dependentSchemas").and_then(Value::as_object);
        let mut parts =
            ["then", "else"].iter().filter_map(|key| map.get(*key)).chain(dependent.into_iter().flat_map(Map::values));
        parts.any(|part| {
            all_same_value_schemas(self.root, part)
                .into_iter()
                .chain([part])
                .any(|part| part.get("properties").is_some())
        })
    }

    /// Formats the type that the keyword `type` names.
    fn format_named_type(&self, map: &Map<String, Value>, depth: usize) -> String {
        let one = |name: &str| match name {
            "string" | "number" | "boolean" | "null" => name.to_owned(),
            "integer" => "number".to_owned(),
            "array" => self.format_list(map, depth),
            "object" => self.format_object(map, &BaseFields::default(), depth),
            _ => "unknown".to_owned(),
        };
        match map.get("type") {
            Some(Value::String(name)) => one(name),
            Some(Value::Array(names)) => union(names.iter().filter_map(Value::as_str).map(one)),
            _ => "unknown".to_owned(),
        }
    }

    fn format_list(&self, map: &Map<String, Value>, depth: usize) -> String {
        let items = map.get("items").map_or_else(|| "unknown".to_owned(), |items| self.format_type(items, depth));
        let list = format!("{}[]", parenthesized(&items, ' '));
        let Some(Value::Array(prefix)) = map.get("prefixItems") else { return list };
        let first = prefix.iter().map(|schema| format!("{}?", parenthesized(&self.format_type(schema, depth), ' ')));
        let rest = (items != "never").then(|| format!("...{list}"));
        format!("[{}]", first.chain(rest).collect::<Vec<_>>().join(", "))
    }

    fn format_object(&self, map: &Map<String, Value>, base: &BaseFields, depth: usize) -> String {
        let empty = Map::new();
        let properties = map.get("properties").and_then(Value::as_object).unwrap_or(&empty);
        let has_names = !properties.is_empty() || !base.fields.is_empty();
        let other_keys = match map.get("additionalProperties").or_else(|| map.get("unevaluatedProperties")) {
            _ if self.has_conditional_fields(map) => Some("unknown".to_owned()),
            // The object is closed by the schema around it.
            None if !properties.is_empty() => None,
            Some(Value::Bool(false)) => map.get("patternProperties").map(|_| "unknown".to_owned()),
            Some(schema) if !has_names => Some(self.format_type(schema, depth + 1)),
            // In TypeScript, the named fields have to fit the type of other keys.
            _ => Some("unknown".to_owned()),
        };
        if !has_names {
            return format!("Record<string, {}>", other_keys.unwrap_or_else(|| "never".to_owned()));
        }
        let mut text = "{\n".to_owned();
        let indent = "  ".repeat(depth + 1);
        for (name, ty) in &base.fields {
            let _ = writeln!(text, "{indent}{name}: {ty};");
        }
        for (name, schema) in properties.iter().filter(|(name, _)| !base.has(name)) {
            write_comment(&mut text, description(schema), depth + 1);
            let mut ty = self.format_type(schema, depth + 1);
            let has_default = |schema: &Value| !schema["default"].is_null();
            let has_default = has_default(schema) || resolve_ref(self.root, schema).is_some_and(has_default);
            let may_be_absent = !has_default && !is_listed(name, map.get("required"));
            if may_be_absent && self.absent == Absent::Null && ty != "unknown" && !has_null(&ty) {
                ty.push_str(" | null");
            }
            let mark = if may_be_absent && self.absent == Absent::Undefined { "?" } else { "" };
            let _ = writeln!(text, "{indent}{}{mark}: {ty};", field_name(name));
        }
        if let Some(ty) = other_keys {
            let _ = writeln!(text, "{indent}[key: string]: {ty};");
        }
        text + &"  ".repeat(depth) + "}"
    }
}

fn description(schema: &Value) -> &str {
    schema["description"].as_str().unwrap_or_default()
}

/// Whether the name is in a list, such as the value of `required`.
fn is_listed(name: &str, names: Option<&Value>) -> bool {
    names.and_then(Value::as_array).is_some_and(|names| names.iter().any(|known| known == name))
}

/// Whether keywords other than `type` and `properties` name, list or combine types.
fn is_composed(map: &Map<String, Value>) -> bool {
    ["allOf", "anyOf", "oneOf", "$ref", "enum", "const"].iter().any(|keyword| map.contains_key(*keyword))
}

/// Whether the schema describes a mapping and nothing else.
fn is_mapping(schema: &Value) -> bool {
    schema.get("properties").is_some() && schema.get("type").is_some_and(|name| name == "object")
}
