//! The keywords of schemas, JSON Schema's and our own, with the values that they take.

/// The kind of value that a keyword takes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum KeywordValue {
    /// A schema of the same value, which narrows the schema around it.
    Same,
    /// A list of schemas of the same value.
    SameList,
    /// Schemas of the same value, by the key whose presence makes them apply.
    SameByKey,
    /// A schema that is only a condition.
    Test,
    /// A schema of a part of the value.
    Part,
    /// A list of schemas of parts of the value.
    PartList,
    /// Schemas of parts of the value, by key.
    PartByKey,
    /// Schemas for `$ref`s to lead to.
    Definitions,
    /// The name of a type, or several.
    Type,
    /// A whole number that is not negative.
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
    "properties" => PartByKey,
    "required" => Texts,
    "items" => Part,
    "enum" => Values,
    "const" => Anything,
    "default" => Anything,
    "format" => Format,
    "reference" => Text,
    "env" => Text,
    "html" => Flag,
    "title" => Text,
    "description" => Text,
    "pattern" => Pattern,
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
    "prefixItems" => PartList,
    "contains" => Test,
    "minContains" => Count,
    "maxContains" => Count,
    "unevaluatedItems" => Part,
    "additionalProperties" => Part,
    "unevaluatedProperties" => Part,
    "patternProperties" => PartByKey,
    "propertyNames" => Test,
    "minProperties" => Count,
    "maxProperties" => Count,
    "dependentRequired" => Anything,
    "dependentSchemas" => SameByKey,
    "allOf" => SameList,
    "anyOf" => SameList,
    "oneOf" => SameList,
    "not" => Test,
    "if" => Test,
    "then" => Same,
    "else" => Same,
    "$ref" => Reference,
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
