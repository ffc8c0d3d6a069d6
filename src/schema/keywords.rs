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

/// Defines the list of all keywords and the function that returns the kind of value of each.
macro_rules! keywords {
    ($($name:literal => $value:ident),* $(,)?) => {
        /// Every keyword.
        pub(super) const KEYWORDS: &[&str] = &[$($name),*];

        /// Returns the kind of value that the keyword takes; `None` for an unknown keyword.
        pub(super) fn keyword_value(keyword: &str) -> Option<KeywordValue> {
            Some(match keyword {
                $($name => KeywordValue::$value,)*
                _ => return None,
            })
        }
    };
}

keywords! {
    "type" => Type,
    "properties" => ChildByKey,
    "required" => Texts,
    "items" => Child,
    "enum" => Values,
    "const" => Anything,
    "default" => Anything,
    "format" => Format,
    "reference" => Text,
    "env" => Text,
    "from" => ValueSource,
    "html" => Flag,
    "title" => Text,
    "description" => Text,
    "pattern" => Text,
    "minLength" => Count,
    "maxLength" => Count,
    "minimum" => Number,
    "maximum" => Number,
    "exclusiveMinimum" => Number,
    "exclusiveMaximum" => Number,
    "multipleOf" => Number,
    "minItems" => Count,
    "maxItems" => Count,
    "uniqueItems" => Flag,
    "prefixItems" => ChildList,
    "contains" => Condition,
    "minContains" => Count,
    "maxContains" => Count,
    "unevaluatedItems" => Child,
    "additionalProperties" => Child,
    "unevaluatedProperties" => Child,
    "patternProperties" => ChildByKey,
    "propertyNames" => Condition,
    "minProperties" => Count,
    "maxProperties" => Count,
    "dependentRequired" => Anything,
    "dependentSchemas" => SameByKey,
    "allOf" => SameList,
    "anyOf" => SameList,
    "oneOf" => SameList,
    "not" => Condition,
    "if" => Condition,
    "then" => SameValue,
    "else" => SameValue,
    "$ref" => RefTarget,
    "$defs" => Definitions,
    "definitions" => Definitions,
    "$schema" => Text,
    "$id" => Text,
    "$comment" => Text,
    "$anchor" => Text,
    "$dynamicRef" => Text,
    "$dynamicAnchor" => Text,
    "$vocabulary" => Anything,
    "examples" => Values,
    "deprecated" => Flag,
    "readOnly" => Flag,
    "writeOnly" => Flag,
    "contentEncoding" => Text,
    "contentMediaType" => Text,
    "contentSchema" => Anything,
}

/// The value of `from`: a field without a value takes the text of the first heading of level 1.
pub(super) const HEADING: &str = "heading";

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
