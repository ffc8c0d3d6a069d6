//! The types of JSON Schema and their names in messages.

use serde_json::Value;

/// A type of JSON Schema, by its name in messages.
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

/// Each type with its name in schemas and in messages.
const NAMES: [(ValueType, &str, &str); 7] = [
    (ValueType::String, "string", "a string"),
    (ValueType::Number, "number", "a number"),
    (ValueType::Integer, "integer", "a whole number"),
    (ValueType::Boolean, "boolean", "true or false"),
    (ValueType::List, "array", "a list"),
    (ValueType::Mapping, "object", "a mapping"),
    (ValueType::Null, "null", "nothing"),
];

/// The names of types in other languages, with the names that JSON Schema uses.
const OTHER_NAMES: [(&str, &str); 16] = [
    ("text", "string"),
    ("str", "string"),
    ("markdown", "string"),
    ("date", "string"),
    ("datetime", "string"),
    ("url", "string"),
    ("int", "integer"),
    ("float", "number"),
    ("double", "number"),
    ("decimal", "number"),
    ("bool", "boolean"),
    ("list", "array"),
    ("sequence", "array"),
    ("map", "object"),
    ("mapping", "object"),
    ("dict", "object"),
];

impl ValueType {
    /// Returns the type with this name in schemas.
    pub fn named(name: &str) -> Option<Self> {
        NAMES.iter().find(|(_, n, _)| *n == name).map(|&(value_type, ..)| value_type)
    }

    /// Returns the names of all types in schemas.
    pub fn names() -> impl Iterator<Item = &'static str> {
        NAMES.iter().map(|&(_, name, _)| name)
    }

    /// Returns the name that JSON Schema uses for the type that other languages call `name`.
    pub fn meant_by(name: &str) -> Option<&'static str> {
        let name = name.to_lowercase();
        OTHER_NAMES.iter().find(|(other, _)| *other == name).map(|&(_, meant)| meant)
    }

    /// Returns the type in words, as in "a string".
    pub fn phrase(self) -> &'static str {
        NAMES.iter().find(|(value_type, ..)| *value_type == self).map_or("a value", |&(.., phrase)| phrase)
    }

    /// Returns the plural in words, as in "strings".
    pub fn plural(self) -> &'static str {
        match self {
            ValueType::String => "strings",
            ValueType::Number => "numbers",
            ValueType::Integer => "whole numbers",
            ValueType::List => "lists",
            ValueType::Mapping => "mappings",
            ValueType::Boolean | ValueType::Null => "values",
        }
    }

    /// Whether the value has this type.
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

    /// Returns the types that a schema's `type` names; empty if it has none.
    pub fn types_of(schema: &Value) -> Vec<Self> {
        match schema.get("type") {
            Some(Value::String(name)) => ValueType::named(name).into_iter().collect(),
            Some(Value::Array(names)) => names.iter().filter_map(|n| ValueType::named(n.as_str()?)).collect(),
            _ => Vec::new(),
        }
    }
}
