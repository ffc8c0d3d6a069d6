//! The list of the schemas inside a schema. Values of keywords that take data, such as `default`, hold no schemas.

use serde_json::Value;

use super::keywords::{KeywordValue, keyword_value};
use crate::yaml::pointer::{children, join};

/// Lists a schema and all schemas inside it in the order of the document, each with its pointer.
pub fn all_schemas(root: &Value) -> Vec<(String, &Value)> {
    let mut found = Vec::new();
    let mut unvisited = vec![(String::new(), root)];
    while let Some((pointer, schema)) = unvisited.pop() {
        let keywords = schema.as_object().into_iter().flatten();
        let inner =
            keywords.filter_map(|(key, value)| Some(schemas_in(keyword_value(key)?, value, &join(&pointer, key))));
        unvisited.extend(inner.flatten().collect::<Vec<_>>().into_iter().rev());
        found.push((pointer, schema));
    }
    found
}

/// Lists the schemas directly in the value of a keyword, each with its pointer. `takes` is the kind of value that the
/// keyword takes, and `at` is the pointer of the value.
pub(super) fn schemas_in<'s>(takes: KeywordValue, value: &'s Value, at: &str) -> Vec<(String, &'s Value)> {
    match takes {
        KeywordValue::Schema => vec![(at.to_owned(), value)],
        KeywordValue::SchemaList | KeywordValue::SchemasByName => children(at, value),
        _ => Vec::new(),
    }
}

/// Calls `visit` with the target of each `$ref` in a schema.
pub(super) fn for_each_ref(schema: &mut Value, visit: &mut dyn FnMut(&mut String)) {
    let with_ref = all_schemas(schema).into_iter().filter(|(_, schema)| schema.get("$ref").is_some());
    let pointers: Vec<String> = with_ref.map(|(pointer, _)| join(&pointer, "$ref")).collect();
    for pointer in pointers {
        if let Some(Value::String(target)) = schema.pointer_mut(&pointer) {
            visit(target);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::all_schemas;
    use serde_json::Value;

    #[test]
    fn data_holds_no_schemas() {
        let schema: Value = serde_yaml::from_str(
            "{ default: { items: {} }, const: { items: {} }, enum: [{ items: {} }], examples: [{ items: {} }],
               properties: { default: { not: {} } }, allOf: [true], x: { items: {} } }",
        )
        .unwrap();
        let pointers: Vec<String> = all_schemas(&schema).into_iter().map(|(pointer, _)| pointer).collect();
        assert_eq!(pointers, ["", "/properties/default", "/properties/default/not", "/allOf/0"]);
    }
}
