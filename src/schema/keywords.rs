//! The keywords of schemas: those of JSON Schema and our own, each with the kind of value that it takes.

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum KeywordValue {
    Schema,
    /// A list of schemas, at least one.
    SchemaList,
    /// Schemas by names: keys, patterns of keys, or the names that `$ref`s refer to.
    SchemasByName,
    Type,
    /// A whole number that is not negative.
    Count,
    Number,
    Flag,
    Text,
    Texts,
    /// A list of values, at least one.
    Values,
    Format,
    RefTarget,
    /// The source of a value for a field without a value: `heading`.
    ValueSource,
    Anything,
}

/// Every keyword, by the kind of value that it takes. Keywords are separated by spaces.
const KEYWORDS: [(KeywordValue, &str); 14] = [
    (
        KeywordValue::Schema,
        "items contains unevaluatedItems additionalProperties unevaluatedProperties propertyNames not if then else \
         contentSchema",
    ),
    (KeywordValue::SchemaList, "allOf anyOf oneOf prefixItems"),
    (KeywordValue::SchemasByName, "properties patternProperties dependentSchemas $defs definitions"),
    (KeywordValue::Type, "type"),
    (KeywordValue::Count, "minLength maxLength minItems maxItems minContains maxContains minProperties maxProperties"),
    (KeywordValue::Number, "minimum maximum exclusiveMinimum exclusiveMaximum multipleOf"),
    (KeywordValue::Flag, "html uniqueItems deprecated readOnly writeOnly"),
    (
        KeywordValue::Text,
        "reference env title description pattern contentEncoding contentMediaType $schema $id $comment $anchor \
         $dynamicRef $dynamicAnchor",
    ),
    (KeywordValue::Texts, "required"),
    (KeywordValue::Values, "enum examples"),
    (KeywordValue::Format, "format"),
    (KeywordValue::RefTarget, "$ref"),
    (KeywordValue::ValueSource, "from"),
    (KeywordValue::Anything, "const default dependentRequired $vocabulary"),
];

pub(super) fn keywords() -> impl Iterator<Item = &'static str> {
    KEYWORDS.iter().flat_map(|(_, keywords)| keywords.split(' '))
}

/// Returns the kind of value that the keyword takes; `None` for an unknown keyword.
pub(super) fn keyword_value(keyword: &str) -> Option<KeywordValue> {
    KEYWORDS.iter().find(|(_, keywords)| keywords.split(' ').any(|known| known == keyword)).map(|&(value, _)| value)
}

/// The keywords whose schemas apply to the same value as the schema around them. `$ref` and `allOf` always apply; the
/// others apply to some values only.
pub(super) const SAME_VALUE: [&str; 7] = ["$ref", "allOf", "anyOf", "oneOf", "then", "else", "dependentSchemas"];

/// The keywords whose schemas only test a value, its items or its keys.
pub(super) const CONDITIONS: [&str; 4] = ["if", "not", "contains", "propertyNames"];

/// The keywords that hold definitions, at the top of a schema.
pub(super) const DEFINITIONS: [&str; 2] = ["$defs", "definitions"];

/// The keywords that list alternatives, one of which a value has to fit.
pub(super) const CHOICES: [&str; 2] = ["anyOf", "oneOf"];

/// The value of `from`: a field without a value takes the text of the first heading of level 1.
pub(super) const HEADING: &str = "heading";

/// The format of a text that names a file, beside the entry or in `public/`.
pub(super) const FILE: &str = "file";

/// The format of a text in Markdown.
pub const MARKDOWN: &str = "markdown";

/// The format of a text that names a picture in `public/`.
pub const IMAGE: &str = "image";

/// The formats that a schema may name, separated by spaces.
pub(super) const FORMATS: &str = "date date-time markdown file image email uri uri-reference uri-template time \
    duration hostname ipv4 ipv6 iri iri-reference json-pointer regex uuid";
