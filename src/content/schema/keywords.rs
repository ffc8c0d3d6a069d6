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

/// Makes the list of all keywords, and the function that tells what one of them holds.
macro_rules! keywords {
    ($($name:literal => $holds:ident),* $(,)?) => {
        /// Every keyword.
        pub(super) const KEYWORDS: &[&str] = &[$($name),*];

        /// What the keyword holds, if it is one.
        pub(super) fn holds(keyword: &str) -> Option<Holds> {
            Some(match keyword {
                $($name => Holds::$holds,)*
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
    "$defs" => Named,
    "definitions" => Named,
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
