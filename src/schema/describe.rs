//! The descriptions of schemas and values in messages.

use serde_json::Value;

use super::formats::LOCAL_DATE_TIME;
use super::keywords::{CHOICES, FILE, IMAGE, MARKDOWN};
use super::normalize::{SLOT, is_html};
use super::same_value::resolve_ref;
use super::value_type::ValueType;

/// Describes the values that a schema accepts: "a string", "a list of dates".
pub(super) fn expected(schema: &Value, root: &Value) -> String {
    expected_to_depth(schema, root, MAX_DEPTH)
}

/// The number of nested `$ref`s and alternatives that a description follows: in a recursive schema, they have no end.
const MAX_DEPTH: usize = 4;

fn expected_to_depth(schema: &Value, root: &Value, depth: usize) -> String {
    let Some(depth) = depth.checked_sub(1) else { return "a value".to_owned() };
    if is_html(schema) {
        return "HTML".to_owned();
    }
    if let Some(value) = schema.get("const") {
        return literal(value);
    }
    if let Some(Value::Array(options)) = schema.get("enum") {
        return one_of(options);
    }
    if let Some(format) = schema.get("format").and_then(Value::as_str) {
        return format_phrase(format);
    }
    let types = ValueType::types_of(schema);
    // The alternatives of a string say more than its type.
    let has_choice = types[..] == [ValueType::String] && CHOICES.iter().any(|choice| schema.get(choice).is_some());
    if !types.is_empty() && !has_choice {
        return either(types.iter().map(|value_type| match (value_type, schema.get("items")) {
            (ValueType::List, Some(items)) if items.is_object() => format!("a list of {}", plural(items, root)),
            _ => value_type.phrase().to_owned(),
        }));
    }
    if let Some(target) = resolve_ref(root, schema) {
        return expected_to_depth(target, root, depth);
    }
    for choice in CHOICES {
        if let Some(Value::Array(schemas)) = schema.get(choice) {
            return either(schemas.iter().map(|schema| expected_to_depth(schema, root, depth)));
        }
    }
    match schema.get("allOf").and_then(|all| all.get(0)) {
        Some(first) => expected_to_depth(first, root, depth),
        None => "another value".to_owned(),
    }
}

/// Describes the items of a list by their schema: "dates", "strings".
fn plural(schema: &Value, root: &Value) -> String {
    let schema = resolve_ref(root, schema).unwrap_or(schema);
    match (schema.get("format").and_then(Value::as_str), ValueType::types_of(schema).first()) {
        (Some("date"), _) => "dates".to_owned(),
        (_, Some(value_type)) => value_type.plural().to_owned(),
        _ => "values".to_owned(),
    }
}

/// The formats that have an example, each with a noun and the example.
const EXAMPLES: [(&str, &str, &str); 4] = [
    ("date", "a date", "2023-06-16"),
    (LOCAL_DATE_TIME, "a date and time", "2023-06-16T10:00"),
    ("email", "an e-mail address", "name@example.com"),
    ("uri", "a full address", "https://example.com/"),
];

fn format_phrase(format: &str) -> String {
    if let Some((_, noun, example)) = EXAMPLES.iter().find(|(known, ..)| *known == format) {
        return format!("{noun} such as `{example}`");
    }
    match format {
        MARKDOWN => "a string in Markdown".to_owned(),
        FILE => "the name of a file".to_owned(),
        IMAGE => "the name of a picture".to_owned(),
        other => format!("a string in the format `{other}`"),
    }
}

/// Joins descriptions, each once: "a string, a number or a list of strings".
pub(super) fn either(descriptions: impl Iterator<Item = String>) -> String {
    match distinct(descriptions).split_last() {
        Some((last, [])) => last.clone(),
        Some((last, before)) => format!("{} or {last}", before.join(", ")),
        None => "a value".to_owned(),
    }
}

pub(super) fn distinct<T: PartialEq>(items: impl Iterator<Item = T>) -> Vec<T> {
    items.fold(Vec::new(), |mut different, item| {
        if !different.contains(&item) {
            different.push(item);
        }
        different
    })
}

/// Lists allowed values: "one of `a`, `b`".
pub(super) fn one_of(options: &[Value]) -> String {
    match options {
        [only] => literal(only),
        _ => format!("one of {}", options.iter().map(literal).collect::<Vec<_>>().join(", ")),
    }
}

/// Formats a constant in backticks.
pub(super) fn literal(value: &Value) -> String {
    match value {
        Value::String(text) => format!("`{text}`"),
        other => format!("`{other}`"),
    }
}

/// The length in characters of the longest text that a message shows. A longer text would hide the message.
const MAX_SHOWN_CHARACTERS: usize = 40;

/// Describes a value. A short number or string is shown: "the number `1.10`". `written` is the value's source text.
pub(super) fn actual(value: &Value, written: Option<&str>) -> String {
    let text = match value {
        Value::String(text) => text.as_str(),
        _ => written.unwrap_or_default(),
    };
    let is_short = !text.contains('\n') && text.chars().count() <= MAX_SHOWN_CHARACTERS;
    let shown = Some(text).filter(|text| !text.is_empty() && is_short);
    match value {
        Value::Null => "empty".to_owned(),
        Value::Bool(value) => format!("`{value}`"),
        Value::Number(number) => format!("the number `{}`", shown.map_or_else(|| number.to_string(), str::to_owned)),
        Value::String(_) => shown.map_or_else(|| "a string".to_owned(), |text| format!("the text `{text}`")),
        Value::Array(_) => "a list".to_owned(),
        Value::Object(map) if map.contains_key(SLOT) => "HTML".to_owned(),
        Value::Object(_) => "a mapping".to_owned(),
    }
}

/// Returns a line of YAML that sets the field, for an author to complete.
pub(super) fn example(name: &str, schema: &Value, root: &Value) -> String {
    let schema = resolve_ref(root, schema).unwrap_or(schema);
    let first = schema.get("const").or_else(|| schema.get("enum").and_then(|options| options.get(0)));
    let alternative = schema.get("anyOf").and_then(|any| any.get(0)?.get("format"));
    let format = schema.get("format").or(alternative).and_then(Value::as_str);
    let example = EXAMPLES.iter().find(|(known, ..)| format == Some(known));
    let value = match (first, example, ValueType::types_of(schema).first()) {
        (Some(value), ..) => value.as_str().map_or_else(|| value.to_string(), str::to_owned),
        (_, Some((.., example)), _) => (*example).to_owned(),
        (.., Some(ValueType::Number | ValueType::Integer)) => "10".to_owned(),
        (.., Some(ValueType::Boolean)) => "true".to_owned(),
        (.., Some(ValueType::List)) => "[…]".to_owned(),
        (.., Some(ValueType::Mapping)) => "{ … }".to_owned(),
        _ => "…".to_owned(),
    };
    format!("{name}: {value}")
}

#[cfg(test)]
mod tests {
    use super::{example, expected};
    use serde_json::Value;

    fn check(schema: &str, description: &str, line: &str) {
        let schema: Value = serde_yaml::from_str(schema).unwrap();
        assert_eq!((expected(&schema, &schema).as_str(), example("x", &schema, &schema).as_str()), (description, line));
    }

    #[test]
    fn schemas_have_descriptions_and_examples() {
        check("type: string", "a string", "x: …");
        check("{ type: string, format: date }", "a date such as `2023-06-16`", "x: 2023-06-16");
        check("type: [integer, 'null']", "a whole number or nothing", "x: 10");
        check("{ type: array, items: { type: string } }", "a list of strings", "x: […]");
        check("enum: [a, b]", "one of `a`, `b`", "x: a");
        check("const: 3", "`3`", "x: 3");
        check("anyOf: [{ type: string }, { type: array }]", "a string or a list", "x: …");
        check("{ $ref: '#/$defs/a', $defs: { a: { type: boolean } } }", "true or false", "x: true");
        check("{ $ref: '#' }", "a value", "x: …");
    }
}
