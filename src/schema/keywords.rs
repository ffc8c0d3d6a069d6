//! The keywords of schemas: those of JSON Schema and our own, each with the kind of value that it takes.

/// The kind of value that a keyword takes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum KeywordValue {
    /// A schema that applies to the same value as the schema around it.
    SameValue,
    /// A list of schemas that apply to the same value.
    SameList,
    /// Schemas that apply to the same value, by the key whose presence makes them apply.
    SameByKey,
    /// A schema against which the value, its items or its keys are only tested.
    Condition,
    /// A schema that applies to a field or item of the value.
    Child,
    /// A list of schemas that apply to the first items of the value.
    ChildList,
    /// Schemas that apply to fields of the value, by key or pattern.
    ChildByKey,
    /// Schemas by the names with which `$ref`s refer to them.
    Definitions,
    /// The name of a type, or several.
    Type,
    /// A whole number that is not negative.
    Count,
    Number,
    /// True or false.
    Flag,
    Text,
    /// A list of texts.
    Texts,
    /// A list of values, at least one.
    Values,
    /// One of `FORMATS`.
    Format,
    /// The target of a `$ref`.
    RefTarget,
    /// The source of a value for a field that has none: `heading`.
    ValueSource,
    Anything,
}

/// Every keyword, with the kind of value that it takes.
pub(super) const KEYWORDS: [(&str, KeywordValue); 62] = [
    ("type", KeywordValue::Type),
    ("properties", KeywordValue::ChildByKey),
    ("required", KeywordValue::Texts),
    ("items", KeywordValue::Child),
    ("enum", KeywordValue::Values),
    ("const", KeywordValue::Anything),
    ("default", KeywordValue::Anything),
    ("format", KeywordValue::Format),
    ("reference", KeywordValue::Text),
    ("env", KeywordValue::Text),
    ("from", KeywordValue::ValueSource),
    ("html", KeywordValue::Flag),
    ("title", KeywordValue::Text),
    ("description", KeywordValue::Text),
    ("pattern", KeywordValue::Text),
    ("minLength", KeywordValue::Count),
    ("maxLength", KeywordValue::Count),
    ("minimum", KeywordValue::Number),
    ("maximum", KeywordValue::Number),
    ("exclusiveMinimum", KeywordValue::Number),
    ("exclusiveMaximum", KeywordValue::Number),
    ("multipleOf", KeywordValue::Number),
    ("minItems", KeywordValue::Count),
    ("maxItems", KeywordValue::Count),
    ("uniqueItems", KeywordValue::Flag),
    ("prefixItems", KeywordValue::ChildList),
    ("contains", KeywordValue::Condition),
    ("minContains", KeywordValue::Count),
    ("maxContains", KeywordValue::Count),
    ("unevaluatedItems", KeywordValue::Child),
    ("additionalProperties", KeywordValue::Child),
    ("unevaluatedProperties", KeywordValue::Child),
    ("patternProperties", KeywordValue::ChildByKey),
    ("propertyNames", KeywordValue::Condition),
    ("minProperties", KeywordValue::Count),
    ("maxProperties", KeywordValue::Count),
    ("dependentRequired", KeywordValue::Anything),
    ("dependentSchemas", KeywordValue::SameByKey),
    ("allOf", KeywordValue::SameList),
    ("anyOf", KeywordValue::SameList),
    ("oneOf", KeywordValue::SameList),
    ("not", KeywordValue::Condition),
    ("if", KeywordValue::Condition),
    ("then", KeywordValue::SameValue),
    ("else", KeywordValue::SameValue),
    ("$ref", KeywordValue::RefTarget),
    ("$defs", KeywordValue::Definitions),
    ("definitions", KeywordValue::Definitions),
    ("$schema", KeywordValue::Text),
    ("$id", KeywordValue::Text),
    ("$comment", KeywordValue::Text),
    ("$anchor", KeywordValue::Text),
    ("$dynamicRef", KeywordValue::Text),
    ("$dynamicAnchor", KeywordValue::Text),
    ("$vocabulary", KeywordValue::Anything),
    ("examples", KeywordValue::Values),
    ("deprecated", KeywordValue::Flag),
    ("readOnly", KeywordValue::Flag),
    ("writeOnly", KeywordValue::Flag),
    ("contentEncoding", KeywordValue::Text),
    ("contentMediaType", KeywordValue::Text),
    ("contentSchema", KeywordValue::Anything),
];

/// Returns the kind of value that the keyword takes; `None` for an unknown keyword.
pub(super) fn keyword_value(keyword: &str) -> Option<KeywordValue> {
    KEYWORDS.iter().find(|(known, _)| *known == keyword).map(|&(_, value)| value)
}

/// The value of `from`: a field without a value takes the text of the first heading of level 1.
pub(super) const HEADING: &str = "heading";

/// The keywords that hold definitions, at the top of a schema.
pub(super) const DEFINITIONS: [&str; 2] = ["$defs", "definitions"];

/// The keywords that hold alternatives.
pub(super) const CHOICES: [&str; 2] = ["anyOf", "oneOf"];

/// The format of a text that names a file, beside the entry or in `public/`.
pub(super) const FILE: &str = "file";

/// The format of a text in Markdown.
pub const MARKDOWN: &str = "markdown";

/// The format of a text that names a picture in `public/`.
pub const IMAGE: &str = "image";

/// The formats that a schema may name.
pub(super) const FORMATS: [&str; 19] = [
    "date",
    "date-time",
    MARKDOWN,
    FILE,
    IMAGE,
    "email",
    "uri",
    "uri-reference",
    "uri-template",
    "time",
    "duration",
    "hostname",
    "ipv4",
    "ipv6",
    "iri",
    "iri-reference",
    "json-pointer",
    "regex",
    "uuid",
];
