//! The types of JSON Schema and their names in messages.

use serde_json::{Number, Value};

/// A type of JSON Schema, named as in messages: an `array` is a `List`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum ValueType {
    String,
    Number,
    Integer,
    Boolean,
    List,
    Mapping,
    Null,
}

/// Each type with its name in schemas, and the words for one value and for several in messages.
const NAMES: [(ValueType, &str, &str, &str); 7] = [
    (ValueType::String, "string", "a string", "strings"),
    (ValueType::Number, "number", "a number", "numbers"),
    (ValueType::Integer, "integer", "a whole number", "whole numbers"),
    (ValueType::Boolean, "boolean", "true or false", "values"),
    (ValueType::List, "array", "a list", "lists"),
    (ValueType::Mapping, "object", "a mapping", "mappings"),
    (ValueType::Null, "null", "nothing", "values"),
];

impl ValueType {
    pub fn named(name: &str) -> Option<Self> {
        NAMES.iter().find(|(_, n, ..)| *n == name).map(|&(value_type, ..)| value_type)
    }

    pub fn names() -> impl Iterator<Item = &'static str> {
        NAMES.iter().map(|&(_, name, ..)| name)
    }

    /// Returns what to write after `type:` for a type that other languages call `name`. Some types need a format too.
    pub fn meant_by(name: &str) -> Option<&'static str> {
        Some(match &*name.to_lowercase() {
            "text" | "str" => "string",
            "markdown" => "string, format: markdown",
            "date" => "string, format: date",
            "datetime" => "string, format: date-time",
            "url" => "string, format: uri",
            "int" => "integer",
            "float" | "double" | "decimal" => "number",
            "bool" => "boolean",
            "list" | "sequence" => "array",
            "map" | "mapping" | "dict" => "object",
            _ => return None,
        })
    }

    /// Returns the type in words, as in "a string".
    pub fn phrase(self) -> &'static str {
        NAMES.iter().find(|(value_type, ..)| *value_type == self).map_or("a value", |&(.., phrase, _)| phrase)
    }

    /// Returns the plural in words, as in "strings".
    pub fn plural(self) -> &'static str {
        NAMES.iter().find(|(value_type, ..)| *value_type == self).map_or("values", |&(.., plural)| plural)
    }

    pub fn matches(self, value: &Value) -> bool {
        match self {
            ValueType::String => value.is_string(),
            ValueType::Number => value.is_number(),
            ValueType::Integer => value.as_f64().is_some_and(|n| n.fract() == 0.0),
            ValueType::Boolean => value.is_boolean(),
            ValueType::List => value.is_array(),
            ValueType::Mapping => value.is_object(),
            ValueType::Null => value.is_null(),
        }
    }

    /// Returns the types that a schema's `type` names; empty without `type`.
    pub fn types_of(schema: &Value) -> Vec<Self> {
        match schema.get("type") {
            Some(Value::String(name)) => ValueType::named(name).into_iter().collect(),
            Some(Value::Array(names)) => names.iter().filter_map(|n| ValueType::named(n.as_str()?)).collect(),
            _ => Vec::new(),
        }
    }

    /// Parses a text as a number or boolean, by the first of `types` that accepts the text. Other types are ignored.
    pub fn parse(types: &[Self], text: &str) -> Option<Value> {
        let integer = || text.parse::<i64>().map(Value::from).or_else(|_| text.parse::<u64>().map(Value::from)).ok();
        types.iter().find_map(|value_type| match value_type {
            ValueType::Integer => integer(),
            ValueType::Number => integer().or_else(|| Number::from_f64(text.parse().ok()?).map(Value::Number)),
            ValueType::Boolean => text.parse::<bool>().ok().map(Value::Bool),
            _ => None,
        })
    }
}

/// Converts a text to the number or boolean that the types ask for; `None` if it is neither, or if a text is allowed.
/// `1.5` is converted although a whole number is asked for, so that the check reports a number and not a text.
pub(super) fn convert_cell(text: &str, types: &[ValueType]) -> Option<Value> {
    let text = text.trim();
    let number = || types.contains(&ValueType::Integer).then(|| ValueType::parse(&[ValueType::Number], text))?;
    if types.contains(&ValueType::String) { None } else { ValueType::parse(types, text).or_else(number) }
}
