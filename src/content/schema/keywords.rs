//! The words a schema is made of: JSON Schema's and this generator's, and what each of them holds.

/// What stands after a keyword.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Holds {
    /// A schema of the same value: it narrows what the schema around it says.
    Same,
    /// A list of schemas of the same value.
    SameList,
    /// Schemas of the same value, by the key whose presence asks for them.
    SameByKey,
    /// A schema that is only asked whether it fits.
    Test,
    /// A schema of a part of the value.
    Part,
    /// A list of schemas of parts of the value.
    PartList,
    /// Schemas of parts of the value by key.
    PartByKey,
    /// Schemas that are referred to.
    Named,
    /// The name of a type, or several.
    Type,
    /// A number of things.
    Count,
    Number,
    Flag,
    Text,
    /// A list of texts.
    Texts,
    /// A list of values, at least one.
    Values,
    Pattern,
    Format,
    Reference,
    Anything,
}

/// Every keyword with what it holds.
pub(super) const KEYWORDS: [(&str, Holds); 61] = [
    ("type", Holds::Type),
    ("properties", Holds::PartByKey),
    ("required", Holds::Texts),
    ("items", Holds::Part),
    ("enum", Holds::Values),
    ("const", Holds::Anything),
    ("default", Holds::Anything),
    ("format", Holds::Format),
    ("reference", Holds::Text),
    ("env", Holds::Text),
    ("html", Holds::Flag),
    ("title", Holds::Text),
    ("description", Holds::Text),
    ("pattern", Holds::Pattern),
    ("minLength", Holds::Count),
    ("maxLength", Holds::Count),
    ("minimum", Holds::Number),
    ("maximum", Holds::Number),
    ("exclusiveMinimum", Holds::Number),
    ("exclusiveMaximum", Holds::Number),
    ("multipleOf", Holds::Number),
    ("minItems", Holds::Count),
    ("maxItems", Holds::Count),
    ("uniqueItems", Holds::Flag),
    ("prefixItems", Holds::PartList),
    ("contains", Holds::Test),
    ("minContains", Holds::Count),
    ("maxContains", Holds::Count),
    ("unevaluatedItems", Holds::Part),
    ("additionalProperties", Holds::Part),
    ("unevaluatedProperties", Holds::Part),
    ("patternProperties", Holds::PartByKey),
    ("propertyNames", Holds::Test),
    ("minProperties", Holds::Count),
    ("maxProperties", Holds::Count),
    ("dependentRequired", Holds::Anything),
    ("dependentSchemas", Holds::SameByKey),
    ("allOf", Holds::SameList),
    ("anyOf", Holds::SameList),
    ("oneOf", Holds::SameList),
    ("not", Holds::Test),
    ("if", Holds::Test),
    ("then", Holds::Same),
    ("else", Holds::Same),
    ("$ref", Holds::Reference),
    ("$defs", Holds::Named),
    ("definitions", Holds::Named),
    ("$schema", Holds::Text),
    ("$id", Holds::Text),
    ("$comment", Holds::Text),
    ("$anchor", Holds::Text),
    ("$dynamicRef", Holds::Text),
    ("$dynamicAnchor", Holds::Text),
    ("$vocabulary", Holds::Anything),
    ("examples", Holds::Values),
    ("deprecated", Holds::Flag),
    ("readOnly", Holds::Flag),
    ("writeOnly", Holds::Flag),
    ("contentEncoding", Holds::Text),
    ("contentMediaType", Holds::Text),
    ("contentSchema", Holds::Anything),
];

/// The formats that are checked.
pub(super) const FORMATS: [&str; 17] = [
    "date",
    "date-time",
    "markdown",
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

/// What the keyword holds, if it is one.
pub(super) fn holds(keyword: &str) -> Option<Holds> {
    KEYWORDS.iter().find(|(name, _)| *name == keyword).map(|&(_, holds)| holds)
}
