//! Schemas as TypeScript: what islands may read of the content, and what they accept as props, for `tsc` to hold them to.
//!
//! Each collection becomes an interface of its entries on top of what all entries have (`Entry`), each data file one of its own, each of their definitions another.
//! The types are those of values as templates get them: completed, so that a field which may be absent is `null`.

use std::collections::BTreeSet;
use std::fmt::Write;

use serde_json::{Map, Value};

use crate::content::locate::escape;
use crate::content::schema::{Schema, is_html};

/// A schema by its name.
pub type Named<'s> = (String, &'s Schema);

/// The `.d.ts` file of the content. `entry` is the schema of what every entry may have: `ArticlesEntry` for the collection `articles`, `NavigationData` for the
/// data file `navigation`.
pub fn of_content(entry: &Schema, collections: &[Named], data: &[Named]) -> String {
    let mut file = File::default();
    let base = file.free_name(ENTRY);
    let entries = file.free_names(collections, "Entry");
    let files = file.free_names(data, "Data");
    if !collections.is_empty() {
        file.document(&base, entry.normalized(), "What every entry has.", Absent::Null, &Own::every());
    }
    for ((collection, schema), name) in collections.iter().zip(entries) {
        let about = format!("An entry of the collection `{collection}`.");
        let own = Own::of(collection, &base, schema.normalized(), entry.normalized());
        file.document(&name, schema.normalized(), &about, Absent::Null, &own);
    }
    for ((data, schema), name) in data.iter().zip(files) {
        file.document(&name, schema.normalized(), &format!("The data file `{data}`."), Absent::Null, &Own::default());
    }
    file.whole()
}

/// The `.d.ts` file of the islands' props: `CounterProps` for those of the island `Counter`.
pub fn of_props(props: &[Named]) -> String {
    let mut file = File::default();
    let names = file.free_names(props, "Props");
    for ((island, schema), name) in props.iter().zip(names) {
        let about = format!("The props of the island `{island}`.");
        file.document(&name, schema.normalized(), &about, Absent::Undefined, &Own::default());
    }
    file.whole()
}

/// The interface of what every entry has.
const ENTRY: &str = "Entry";

/// What an interface has beside the fields of its schema.
#[derive(Default)]
struct Own {
    /// The interface that it is on top of.
    extends: Option<String>,
    /// Fields of the schema that are that one's already.
    inherited: BTreeSet<String>,
    /// Fields before the schema's.
    fields: Vec<(&'static str, String)>,
}

impl Own {
    /// That of every entry.
    fn every() -> Self {
        let [text, address] = ["string", "string | null"].map(str::to_owned);
        let fields = vec![("id", text.clone()), ("slug", text.clone()), ("collection", text), ("url", address)];
        Self { fields, ..Self::default() }
    }

    /// That of the entries of one collection, by its schema and that of all.
    fn of(collection: &str, base: &str, schema: &Value, every: &Value) -> Self {
        let required = |schema: &Value, name: &str| {
            schema.get("required").and_then(Value::as_array).is_some_and(|names| names.iter().any(|n| n == name))
        };
        let common = every.get("properties").and_then(Value::as_object).into_iter().flatten();
        let is_inherited = |name: &str, of_all: &Value| {
            let here = schema.get("properties").and_then(|properties| properties.get(name));
            here.is_none_or(|here| here == of_all) && required(schema, name) == required(every, name)
        };
        let (inherited, other): (Vec<_>, Vec<_>) = common.partition(|(name, of_all)| is_inherited(name, of_all));
        let other: Vec<String> = other.iter().map(|(name, _)| literal(&name.as_str().into())).collect();
        let extends = if other.is_empty() { base.to_owned() } else { format!("Omit<{base}, {}>", other.join(" | ")) };
        // What is computed is the same for every entry, whatever a schema says of it.
        let computed = Self::every().fields.into_iter().map(|(name, _)| name.to_owned());
        Self {
            extends: Some(extends),
            inherited: inherited.iter().map(|(name, _)| (*name).clone()).chain(computed).collect(),
            fields: vec![("collection", literal(&collection.into()))],
        }
    }

    /// Is it there without the schema?
    fn has(&self, name: &str) -> bool {
        self.inherited.contains(name) || self.fields.iter().any(|(field, _)| *field == name)
    }
}

/// What a field that is not given reads as.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Absent {
    Null,
    Undefined,
}

#[derive(Default)]
struct File {
    text: String,
    /// Some type is HTML.
    html: bool,
    taken: BTreeSet<String>,
}

impl File {
    fn free_name(&mut self, wanted: &str) -> String {
        let mut name = wanted.to_owned();
        let mut number = 2;
        while !self.taken.insert(name.clone()) {
            name = format!("{wanted}{number}");
            number += 1;
        }
        name
    }

    /// The names of schemas, before any of their definitions takes one.
    fn free_names(&mut self, schemas: &[Named], ending: &str) -> Vec<String> {
        schemas.iter().map(|(name, _)| self.free_name(&format!("{}{ending}", pascal(name)))).collect()
    }

    /// Its text, with what it imports.
    fn whole(self) -> String {
        let import = if self.html { "\nimport type { Html } from \"site\";\n" } else { "" };
        format!("// Made by `site` from the site's schemas. Changes here are lost.\n{import}{}", self.text)
    }

    fn document(&mut self, name: &str, root: &Value, about: &str, absent: Absent, own: &Own) {
        let mut definitions = Vec::new();
        for key in ["$defs", "definitions"] {
            for (definition, schema) in root.get(key).and_then(Value::as_object).into_iter().flatten() {
                let name = self.free_name(&format!("{name}{}", pascal(definition)));
                definitions.push((format!("#/{key}/{}", escape(definition)), name, schema));
            }
        }
        let names = definitions.iter().map(|(target, name, _)| (target.clone(), name.clone()));
        self.html |= holds_html(root);
        let types = Types { root, absent, refs: names.chain([("#".to_owned(), name.to_owned())]).collect() };
        let about =
            root.get("description").and_then(Value::as_str).map_or(about.to_owned(), |d| format!("{about} {d}"));
        self.declare(&types, name, root, &about, own);
        for (_, name, schema) in &definitions {
            let about = schema.get("description").and_then(Value::as_str).unwrap_or_default();
            self.declare(&types, name, schema, about, &Own::default());
        }
    }

    /// An interface for an object, another type for anything else.
    fn declare(&mut self, types: &Types<'_>, name: &str, schema: &Value, about: &str, own: &Own) {
        self.text.push('\n');
        comment(&mut self.text, about, 0);
        let text = &mut self.text;
        let plain = schema.as_object().filter(|map| !map.keys().any(|key| combines(key)));
        let _ = match plain.filter(|_| is_mapping(schema) || !own.fields.is_empty()) {
            Some(map) => {
                let extends = own.extends.as_ref().map(|base| format!("extends {base} ")).unwrap_or_default();
                writeln!(text, "export interface {name} {extends}{}", types.object(map, own, 0))
            }
            None if own.fields.is_empty() => writeln!(text, "export type {name} = {};", types.of(schema, 0)),
            None => {
                let entry = types.object(&Map::from_iter([("additionalProperties".to_owned(), false.into())]), own, 0);
                let base = own.extends.as_ref().map(|base| format!("{base} & ")).unwrap_or_default();
                writeln!(text, "export type {name} = {base}{entry} & {};", bracketed(&types.of(schema, 0), '|'))
            }
        };
    }
}

/// The types of one schema's parts.
struct Types<'a> {
    root: &'a Value,
    absent: Absent,
    /// The names of what `$ref`s lead to.
    refs: Vec<(String, String)>,
}

impl Types<'_> {
    fn of(&self, schema: &Value, depth: usize) -> String {
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
        if let Some(Value::String(target)) = map.get("$ref") {
            let name = self.refs.iter().find(|(known, _)| known == target).map(|(_, name)| name.clone());
            all.push(name.unwrap_or_else(|| "unknown".to_owned()));
        }
        if map.contains_key("properties") || (map.contains_key("type") && !map.keys().any(|key| combines(key))) {
            all.push(self.by_type(map, depth));
        }
        for schema in map.get("allOf").and_then(Value::as_array).into_iter().flatten() {
            all.push(self.of(schema, depth));
        }
        for choice in ["anyOf", "oneOf"] {
            if let Some(Value::Array(schemas)) = map.get(choice) {
                all.push(union(schemas.iter().map(|schema| self.of(schema, depth))));
            }
        }
        all.retain(|of| of != "unknown");
        match &all[..] {
            [] if map.contains_key("type") => self.by_type(map, depth),
            [] => "unknown".to_owned(),
            [only] => only.clone(),
            several => several.iter().map(|of| bracketed(of, '|')).collect::<Vec<_>>().join(" & "),
        }
    }

    fn by_type(&self, map: &Map<String, Value>, depth: usize) -> String {
        let one = |name: &str| match name {
            "string" => "string".to_owned(),
            "number" | "integer" => "number".to_owned(),
            "boolean" => "boolean".to_owned(),
            "null" => "null".to_owned(),
            "array" => self.list(map, depth),
            "object" => self.object(map, &Own::default(), depth),
            _ => "unknown".to_owned(),
        };
        match map.get("type") {
            Some(Value::String(name)) => one(name),
            Some(Value::Array(names)) => union(names.iter().filter_map(Value::as_str).map(one)),
            _ if map.contains_key("properties") => self.object(map, &Own::default(), depth),
            _ => "unknown".to_owned(),
        }
    }

    fn list(&self, map: &Map<String, Value>, depth: usize) -> String {
        let items = map.get("items").map(|items| self.of(items, depth));
        match map.get("prefixItems").and_then(Value::as_array) {
            None => format!("{}[]", bracketed(&items.unwrap_or_else(|| "unknown".to_owned()), ' ')),
            Some(prefix) => {
                let mut parts: Vec<String> =
                    prefix.iter().map(|schema| format!("{}?", bracketed(&self.of(schema, depth), ' '))).collect();
                let rest = items.unwrap_or_else(|| "unknown".to_owned());
                parts.extend((rest != "never").then(|| format!("...{}[]", bracketed(&rest, ' '))));
                format!("[{}]", parts.join(", "))
            }
        }
    }

    fn object(&self, map: &Map<String, Value>, own: &Own, depth: usize) -> String {
        let empty = Map::new();
        let properties = map.get("properties").and_then(Value::as_object).unwrap_or(&empty);
        let others = match map.get("additionalProperties") {
            // Closed by a schema around it, or by `unevaluatedProperties`.
            None if !properties.is_empty() || map.contains_key("unevaluatedProperties") => None,
            Some(Value::Bool(false)) => map.get("patternProperties").map(|_| "unknown".to_owned()),
            None | Some(Value::Bool(true)) => Some("unknown".to_owned()),
            Some(schema) if properties.is_empty() && own.fields.is_empty() => Some(self.of(schema, depth + 1)),
            Some(_) => Some("unknown".to_owned()),
        };
        if properties.is_empty() && own.fields.is_empty() {
            return others.map_or_else(|| "Record<string, never>".to_owned(), |of| format!("Record<string, {of}>"));
        }
        let mut text = "{\n".to_owned();
        let indent = "  ".repeat(depth + 1);
        for (name, of) in &own.fields {
            let _ = writeln!(text, "{indent}{name}: {of};");
        }
        for (name, schema) in properties.iter().filter(|(name, _)| !own.has(name)) {
            comment(&mut text, schema.get("description").and_then(Value::as_str).unwrap_or_default(), depth + 1);
            let mut of = self.of(schema, depth + 1);
            let maybe = !self.is_always_there(map, name, schema);
            if maybe && self.absent == Absent::Null && of != "unknown" && !of.split(" | ").any(|part| part == "null") {
                of.push_str(" | null");
            }
            let mark = if maybe && self.absent == Absent::Undefined { "?" } else { "" };
            let _ = writeln!(text, "{indent}{}{mark}: {of};", key(name));
        }
        if let Some(of) = others {
            let _ = writeln!(text, "{indent}[key: string]: {of};");
        }
        text + &"  ".repeat(depth) + "}"
    }

    fn is_always_there(&self, map: &Map<String, Value>, name: &str, schema: &Value) -> bool {
        let target = schema.get("$ref").and_then(Value::as_str).and_then(|r| self.root.pointer(r.strip_prefix('#')?));
        let required = map.get("required").and_then(Value::as_array);
        required.is_some_and(|names| names.iter().any(|n| n == name))
            || [Some(schema), target]
                .into_iter()
                .flatten()
                .any(|schema| schema.get("default").is_some_and(|d| !d.is_null()))
    }
}

/// Whether HTML is anywhere in the schema.
fn holds_html(schema: &Value) -> bool {
    let within = |mut values: Box<dyn Iterator<Item = &Value> + '_>| values.any(holds_html);
    is_html(schema)
        || match schema {
            Value::Object(map) => within(Box::new(map.values())),
            Value::Array(items) => within(Box::new(items.iter())),
            _ => false,
        }
}

fn combines(keyword: &str) -> bool {
    matches!(keyword, "allOf" | "anyOf" | "oneOf" | "$ref" | "enum" | "const")
}

fn is_mapping(schema: &Value) -> bool {
    schema.get("properties").is_some() && schema.get("type").is_none_or(|kind| kind == "object")
}

fn comment(text: &mut String, words: &str, depth: usize) {
    let words = words.split_whitespace().collect::<Vec<_>>().join(" ").replace("*/", "* /");
    if !words.is_empty() {
        let _ = writeln!(text, "{}/** {words} */", "  ".repeat(depth));
    }
}

/// Each type once.
fn union(types: impl Iterator<Item = String>) -> String {
    let mut unlike: Vec<String> = Vec::new();
    for of in types {
        if !unlike.contains(&of) {
            unlike.push(of);
        }
    }
    if unlike.iter().any(|of| of == "unknown") { "unknown".to_owned() } else { unlike.join(" | ") }
}

/// In round brackets where an operator with the sign within would fall apart.
fn bracketed(of: &str, sign: char) -> String {
    let is_one = of.starts_with('{') && of.matches('{').count() == of.matches('}').count() && of.ends_with('}');
    let simple = is_one && !of.contains("} | ") && !of.contains("} & ");
    if of.contains(sign) && !simple { format!("({of})") } else { of.to_owned() }
}

fn literal(value: &Value) -> String {
    match value {
        Value::Array(_) | Value::Object(_) => "unknown".to_owned(),
        // JSON is TypeScript but for two line breaks.
        simple => simple.to_string().replace('\u{2028}', "\\u2028").replace('\u{2029}', "\\u2029"),
    }
}

fn key(name: &str) -> String {
    let mut characters = name.chars();
    let is_name = characters.next().is_some_and(|c| c.is_ascii_alphabetic() || "_$".contains(c))
        && characters.all(|c| c.is_ascii_alphanumeric() || "_$".contains(c));
    if is_name { name.to_owned() } else { literal(&name.into()) }
}

/// `case-studies` → `CaseStudies`.
fn pascal(name: &str) -> String {
    let mut out = String::new();
    for word in name.split(|c: char| !c.is_ascii_alphanumeric()).filter(|word| !word.is_empty()) {
        out.push_str(&word[..1].to_ascii_uppercase());
        out.push_str(&word[1..]);
    }
    if out.starts_with(|c: char| c.is_ascii_digit()) { format!("_{out}") } else { out }
}

#[cfg(test)]
mod tests;
