//! The types of JSON Schema, and what editors call them.

use serde_json::Value;

/// A type of value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    Text,
    Number,
    Integer,
    Boolean,
    List,
    Mapping,
    Null,
}

/// The names that schemas give the types, and what each is called in a message.
const NAMES: [(Kind, &str, &str); 7] = [
    (Kind::Text, "string", "a text"),
    (Kind::Number, "number", "a number"),
    (Kind::Integer, "integer", "a whole number"),
    (Kind::Boolean, "boolean", "true or false"),
    (Kind::List, "array", "a list"),
    (Kind::Mapping, "object", "a mapping"),
    (Kind::Null, "null", "nothing"),
];

/// What people write who know these types by another name.
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

impl Kind {
    pub fn named(name: &str) -> Option<Self> {
        NAMES.iter().find(|(_, n, _)| *n == name).map(|&(kind, ..)| kind)
    }

    /// The names that a schema may use.
    pub fn names() -> impl Iterator<Item = &'static str> {
        NAMES.iter().map(|&(_, name, _)| name)
    }

    /// The name that was meant by one from elsewhere.
    pub fn meant_by(name: &str) -> Option<&'static str> {
        let name = name.to_lowercase();
        OTHER_NAMES.iter().find(|(other, _)| *other == name).map(|&(_, meant)| meant)
    }

    /// "a text".
    pub fn words(self) -> &'static str {
        NAMES.iter().find(|(kind, ..)| *kind == self).map_or("a value", |&(.., words)| words)
    }

    /// Several of them: "texts".
    pub fn plural(self) -> &'static str {
        match self {
            Kind::Text => "texts",
            Kind::Number => "numbers",
            Kind::Integer => "whole numbers",
            Kind::List => "lists",
            Kind::Mapping => "mappings",
            Kind::Boolean | Kind::Null => "values",
        }
    }

    pub fn fits(self, value: &Value) -> bool {
        match self {
            Kind::Text => value.is_string(),
            Kind::Number => value.is_number(),
            Kind::Integer => value.as_f64().is_some_and(|n| n.fract() == 0.0),
            Kind::Boolean => value.is_boolean(),
            Kind::List => value.is_array(),
            Kind::Mapping => value.is_object(),
            Kind::Null => value.is_null(),
        }
    }

    /// The types that a schema's `type` names.
    pub fn of(schema: &Value) -> Vec<Self> {
        match schema.get("type") {
            Some(Value::String(name)) => Kind::named(name).into_iter().collect(),
            Some(Value::Array(names)) => names.iter().filter_map(|n| Kind::named(n.as_str()?)).collect(),
            _ => Vec::new(),
        }
    }
}
