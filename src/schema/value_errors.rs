//! The explanations of errors in a single value: its type, format, length or limits.

use jsonschema::ValidationError;
use jsonschema::error::ValidationErrorKind as Error;
use serde_json::Value;

use super::describe;
use super::finding::{Finding, FindingKind, MessageContext};
use super::formats::{LOCAL_DATE_TIME, suggest_correction};
use super::value_type::ValueType;
use crate::diagnostic::units::count;
use crate::diagnostic::{Diagnostic, closest};
use crate::yaml::write_decimal_point;

/// The words that are true or false in YAML 1.1, and texts in YAML 1.2.
const OLD_BOOLEANS: [(&str, bool); 6] =
    [("yes", true), ("on", true), ("y", true), ("no", false), ("off", false), ("n", false)];

/// Returns the finding for an error about a value as a whole.
pub(super) fn explain(context: &MessageContext<'_>, error: &ValidationError<'_>) -> Finding {
    let pointer = error.instance_path().as_str();
    let around = context.schema_around(error);
    match error.kind() {
        Error::Type { .. } => {
            let wanted = describe::expected(around, context.root);
            report_wrong_type(context, pointer, &ValueType::types_of(around), &wanted)
        }
        Error::Enum { options } => {
            let options = options.as_array().map(Vec::as_slice).unwrap_or_default();
            report_not_one_of(context, pointer, options)
        }
        Error::Constant { expected_value } => report_not_one_of(context, pointer, std::slice::from_ref(expected_value)),
        Error::Format { format } => report_wrong_format(context, pointer, &[format]),
        kind => {
            let mut diagnostic = explain_limit(kind, &context.subject(pointer), context.value(pointer), around);
            if let Some(description) = around.get("description").and_then(Value::as_str) {
                diagnostic = diagnostic.note(description);
            }
            context.finding(pointer, FindingKind::Value, diagnostic)
        }
    }
}

/// Reports a value that has none of the types. `wanted` describes what is expected.
pub(super) fn report_wrong_type(
    context: &MessageContext<'_>,
    pointer: &str,
    types: &[ValueType],
    wanted: &str,
) -> Finding {
    let value = context.value(pointer);
    let hint = match value {
        // Quotes would make the number a text, but not a date.
        Value::Number(_) if wanted.starts_with("a date") => None,
        _ => find_hint(value, context.written_line(pointer), types),
    };
    let label = hint.unwrap_or_else(|| format!("expected {wanted}"));
    let mut diagnostic = Diagnostic::error("wrong-type", context.explain_mismatch(pointer, wanted)).label(label);
    if value.is_null() {
        diagnostic = diagnostic.help("write a value after the colon, or remove the line if none is needed");
    } else if pointer.is_empty() && types.contains(&ValueType::Mapping) {
        let without_space = value.as_str().and_then(|text| text.split_once(':')).filter(|(key, _)| !key.contains(' '));
        if let Some((key, rest)) = without_space {
            diagnostic.label = format!("a space is missing after the colon: `{key}: {}`", rest.trim());
        }
        diagnostic = diagnostic.help("each line is `key: value`");
    } else if types[..] == [ValueType::Mapping] {
        diagnostic = diagnostic.help("a mapping is lines of `key: value`, indented below its key");
    } else if types.contains(&ValueType::List) && !value.is_array() {
        diagnostic = diagnostic.help("a list is written in brackets, or below its key with `- ` before each item");
    }
    context.finding(pointer, FindingKind::Type, diagnostic)
}

/// Returns a hint such as "write `true`", if the wrong value shows what was meant. `written` is the source text.
fn find_hint(value: &Value, written: Option<&str>, types: &[ValueType]) -> Option<String> {
    let wants = |value_type| types.contains(&value_type);
    match value {
        Value::String(text) => {
            let old = OLD_BOOLEANS.iter().find(|(word, _)| text.eq_ignore_ascii_case(word));
            if let Some((_, value)) = old.filter(|_| wants(ValueType::Boolean)) {
                return Some(format!("write `{value}`"));
            }
            if let Some(value) = ValueType::parse(types, text) {
                // YAML reads `007` as a text even without quotes.
                let is_plain = written == Some(text.as_str());
                let hint =
                    if is_plain { format!("write `{value}`") } else { format!("write it without quotes: {text}") };
                return Some(hint);
            }
            if let Some(hint) = write_decimal_point(text).filter(|_| wants(ValueType::Number)) {
                return Some(hint);
            }
            written
                .filter(|_| wants(ValueType::List))
                .map(|written| format!("write it as a list: [{}]", as_list_item(text, written)))
        }
        Value::Number(_) | Value::Bool(_) if wants(ValueType::String) => {
            Some(format!("write it in quotes: \"{}\"", written?))
        }
        Value::Number(_) | Value::Bool(_) if wants(ValueType::List) => {
            Some(format!("write it as a list: [{}]", written?))
        }
        Value::Number(_) if wants(ValueType::Integer) => Some("a whole number has no decimals".to_owned()),
        Value::Array(_) | Value::Object(_)
            if wants(ValueType::String) && written.is_some_and(|w| w.starts_with(['[', '{'])) =>
        {
            Some(format!("a string with brackets goes in quotes: {}", Value::from(written?)))
        }
        Value::Array(list) => match &list[..] {
            [Value::String(only)] if wants(ValueType::String) => Some(format!("write it without the list: {only}")),
            _ => None,
        },
        _ => None,
    }
}

/// Writes a string as an item of a list in brackets.
fn as_list_item(text: &str, written: &str) -> String {
    if written.starts_with(['"', '\'']) {
        written.to_owned()
    } else if text.contains([',', '[', ']', '{', '}']) {
        Value::from(text).to_string()
    } else {
        text.to_owned()
    }
}

pub(super) fn report_not_one_of(context: &MessageContext<'_>, pointer: &str, options: &[Value]) -> Finding {
    let (value, written, wanted) = (context.value(pointer), context.written_line(pointer), describe::one_of(options));
    let strings = || options.iter().filter_map(Value::as_str);
    let guess = value.as_str().and_then(|text| closest(text, strings()));
    let label = match (guess, written) {
        (Some(guess), _) => format!("did you mean `{guess}`?"),
        (None, Some(written)) if !value.is_string() && strings().any(|text| text == written) => {
            format!("write it in quotes: \"{written}\"")
        }
        _ => format!("expected {wanted}"),
    };
    let diagnostic = Diagnostic::error("not-one-of", context.explain_mismatch(pointer, &wanted)).label(label);
    context.finding(pointer, FindingKind::Choice, diagnostic)
}

pub(super) fn report_wrong_format(context: &MessageContext<'_>, pointer: &str, formats: &[&str]) -> Finding {
    let text = context.value(pointer).as_str().unwrap_or_default();
    let subject = context.subject(pointer);
    let (allows_day, allows_time) = (formats.contains(&"date"), formats.contains(&LOCAL_DATE_TIME));
    let diagnostic = if allows_day || allows_time {
        // If both are allowed, a text longer than `2023-06-16` was meant to have a time.
        let label = suggest_correction(text, allows_time && (!allows_day || text.len() > 10));
        let what = if allows_day { "a date" } else { "a date and time" };
        Diagnostic::error("invalid-date", format!("{subject} is the text `{text}`, which is not {what}")).label(label)
    } else {
        let (what, label) = match formats {
            ["email"] => ("an e-mail address", "expected an address such as name@example.com".to_owned()),
            ["uri"] if text.starts_with('/') => {
                ("a full address", "begins with a scheme and host: https://example.com/…".to_owned())
            }
            ["uri"] if !text.is_ascii() => (
                "a full address",
                "in ASCII, a host with other letters begins with `xn--`, and `%…` stands for them".to_owned(),
            ),
            ["uri"] => ("a full address", "expected an address such as https://example.com/".to_owned()),
            _ => ("as expected", format!("expected the format `{}`", formats.join("` or `"))),
        };
        Diagnostic::error("invalid-format", format!("{subject} is the text `{text}`, which is not {what}")).label(label)
    };
    context.finding(pointer, FindingKind::Format, diagnostic)
}

/// Creates the diagnostic of a value that the schema does not allow.
pub(super) fn ruled_out(subject: &str) -> Diagnostic {
    Diagnostic::error("not-allowed", format!("{subject} is not allowed to be this"))
        .label("the schema rules this value out")
}

/// Creates the diagnostic for an error about a length, a range, a pattern or another limit. `around` is the schema with
/// the limit.
fn explain_limit(kind: &Error, subject: &str, value: &Value, around: &Value) -> Diagnostic {
    let characters = value.as_str().map_or(0, |text| text.chars().count() as u64);
    let items = value.as_array().map_or(0, Vec::len) as u64;
    let keys = value.as_object().map_or(0, serde_json::Map::len) as u64;
    let wrong_length =
        |problem: &str, label: &str| Diagnostic::error("wrong-length", format!("{subject} {problem}")).label(label);
    let out_of_range = |label: String| {
        Diagnostic::error("out-of-range", format!("{subject} is {value}, which is out of range")).label(label)
    };
    let too_few = |number: u64, limit: u64, noun: &str| {
        let label = format!("at least {} needed", count_with_verb(limit, noun));
        wrong_length(&format!("has too few {noun}s: {number}"), &label)
    };
    let too_many = |number: u64, limit: u64, noun: &str| {
        let label = format!("at most {} allowed", count_with_verb(limit, noun));
        wrong_length(&format!("has too many {noun}s: {number}"), &label)
    };
    match kind {
        Error::MinLength { .. } if characters == 0 => wrong_length("is an empty text", "write something here"),
        Error::MinLength { limit } => {
            let label = format!("at least {} are expected", count(*limit, "character"));
            wrong_length(&format!("is too short: {}", count(characters, "character")), &label)
        }
        Error::MaxLength { limit } => {
            let label = format!("the limit is {}", count(*limit, "character"));
            wrong_length(&format!("is too long: {}", count(characters, "character")), &label)
        }
        Error::MinItems { limit } => too_few(items, *limit, "item"),
        Error::MaxItems { limit } => too_many(items, *limit, "item"),
        Error::FalseSchema => wrong_length("is one item too many", "remove it"),
        Error::UnevaluatedItems { .. } => wrong_length("has more items than are allowed", "remove the last"),
        Error::MinProperties { limit } => too_few(keys, *limit, "key"),
        Error::MaxProperties { limit } => too_many(keys, *limit, "key"),
        Error::Minimum { limit } => out_of_range(format!("{limit} is the least")),
        Error::Maximum { limit } => out_of_range(format!("{limit} is the most")),
        Error::ExclusiveMinimum { limit } => out_of_range(format!("it must be more than {limit}")),
        Error::ExclusiveMaximum { limit } => out_of_range(format!("it must be less than {limit}")),
        Error::MultipleOf { multiple_of } => out_of_range(format!("it must be a multiple of {multiple_of}")),
        Error::Pattern { pattern } => Diagnostic::error(
            "wrong-pattern",
            format!("{subject} is {}, which does not have the expected form", describe::actual(value, None)),
        )
        .label(match (around.pointer("/examples/0"), required_prefix(pattern)) {
            (Some(example), _) => format!("expected a string such as {}", describe::literal(example)),
            (None, Some(prefix)) => format!("expected a string that begins with `{prefix}`"),
            (None, None) => format!("expected a string that fits the pattern `{pattern}`"),
        }),
        Error::UniqueItems => {
            Diagnostic::error("not-unique", format!("{subject} holds {} twice", repeated_item(value)))
                .label("each item may be given once")
        }
        Error::Not { .. } => ruled_out(subject),
        Error::Contains => Diagnostic::error("wrong-items", format!("{subject} does not hold the items it should"))
            .label("the schema asks for other items"),
        Error::OneOfMultipleValid { .. } => {
            Diagnostic::error("ambiguous", format!("{subject} fits several alternatives, where one is expected"))
                .label("leave out what belongs to another alternative")
        }
        other => Diagnostic::error("not-allowed", format!("{subject} is not what the schema expects"))
            .label(format!("see `{}` in the schema", other.keyword())),
    }
}

/// Returns the text with which values have to begin, if the pattern requires nothing else: `^/a` → `/a`.
fn required_prefix(pattern: &str) -> Option<&str> {
    pattern.strip_prefix('^').filter(|rest| !rest.is_empty() && !rest.contains(|c| r"\.+*?()|[]{}^$".contains(c)))
}

/// Describes the first repeated item of a list. A list or mapping as an item is only "one item".
fn repeated_item(value: &Value) -> String {
    let list = value.as_array().map(Vec::as_slice).unwrap_or_default();
    let repeated = list.iter().enumerate().find(|(index, item)| list[..*index].contains(item));
    match repeated {
        Some((_, item)) if !item.is_object() && !item.is_array() => describe::literal(item),
        _ => "one item".to_owned(),
    }
}

/// Formats a count with a verb: "1 item is", "2 items are".
fn count_with_verb(number: u64, noun: &str) -> String {
    format!("{} {}", count(number, noun), if number == 1 { "is" } else { "are" })
}

#[cfg(test)]
mod tests {
    use crate::schema::tests::{check, one};

    #[test]
    fn wrong_types_are_reported_with_a_hint() {
        let text = "{ type: string }";
        one(text, "x: 1.10\n", ("wrong-type", 1, 4, "1.10", &["the number `1.10`", "a string is", "quotes: \"1.10\""]));
        one(text, "x: true\n", ("wrong-type", 1, 4, "true", &["`true`", "\"true\""]));
        one(text, "x:\n", ("wrong-type", 1, 1, "x", &["`x` is empty", "a string", "remove the line"]));
        one(text, "x: [Draft]\n", ("wrong-type", 1, 4, "[Draft]", &["a list", "quotes: \"[Draft]\""]));
        one(text, "x: [\"a\"]\n", ("wrong-type", 1, 4, "[\"a\"]", &[r#"quotes: "[\"a\"]""#]));
        one(text, "x:\n  - a\n", ("wrong-type", 2, 3, "- a", &["without the list: a"]));
        one(text, "x:\n  a: b\n", ("wrong-type", 2, 3, "a: b", &["a mapping", "expected a string"]));
        let date = "{ type: string, format: date }";
        one(date, "x: 2023\n", ("wrong-type", 1, 4, "2023", &["expected a date such as `2023-06-16`"]));
        let yes = "{ type: boolean }";
        one(yes, "x: no\n", ("wrong-type", 1, 4, "no", &["the text `no`", "true or false", "write `false`"]));
        one(yes, "x: On\n", ("wrong-type", 1, 4, "On", &["write `true`"]));
        one(yes, "x: 'true'\n", ("wrong-type", 1, 4, "'true'", &["without quotes: true"]));
        one("{ type: number }", "x: '10'\n", ("wrong-type", 1, 4, "'10'", &["without quotes: 10"]));
        one("{ type: number }", "x: ten\n", ("wrong-type", 1, 4, "ten", &["expected a number"]));
        one("{ type: number }", "x: 4,5\n", ("wrong-type", 1, 4, "4,5", &["write `4.5`"]));
        one("{ type: integer }", "x: 1.5\n", ("wrong-type", 1, 4, "1.5", &["no decimals"]));
        one("{ type: integer }", "x: 007\n", ("wrong-type", 1, 4, "007", &["the text `007`", "write `7`"]));
        let list = "{ type: array, items: { type: string } }";
        one(list, "x: seo\n", ("wrong-type", 1, 4, "seo", &["a list of strings", "as a list: [seo]", "`- `"]));
        one(list, "x: a, b\n", ("wrong-type", 1, 4, "a, b", &["[\"a, b\"]"]));
        one(list, "x: a \"b\", c\n", ("wrong-type", 1, 4, "a \"b\", c", &[r#"["a \"b\", c"]"#]));
        one(list, "x: 5\n", ("wrong-type", 1, 4, "5", &["[5]"]));
        one(list, "x: [a, 5]\n", ("wrong-type", 1, 8, "5", &["item 2 of `x`", "\"5\""]));
        check(
            "{ properties: { x: {} } }",
            "just text\n",
            &[("wrong-type", 1, 1, "just text", &["this file", "`key: value`"])],
        );
    }

    #[test]
    fn values_outside_an_enum_are_reported_with_a_guess() {
        let kind = "{ enum: [hero, text] }";
        one(kind, "x: hreo\n", ("not-one-of", 1, 4, "hreo", &["did you mean `hero`", "one of `hero`, `text`"]));
        one(kind, "x: 5\n", ("not-one-of", 1, 4, "5", &["the number `5`", "expected one of"]));
        one("{ enum: ['1', '2'] }", "x: 1\n", ("not-one-of", 1, 4, "1", &["in quotes: \"1\""]));
        one("{ const: hero }", "x: b\n", ("not-one-of", 1, 4, "b", &["expected `hero`"]));
        one("{ type: string, enum: [a, b] }", "x: 1\n", ("wrong-type", 1, 4, "1", &[]));
    }

    #[test]
    fn wrong_formats_are_reported_with_an_example() {
        let date = "{ type: string, format: date }";
        one(
            date,
            "x: 2023-02-30\n",
            ("invalid-date", 1, 4, "2023-02-30", &["not a date", "February 2023 has 28 days"]),
        );
        one(date, "x: 16.06.2023\n", ("invalid-date", 1, 4, "16.06.2023", &["2023-06-16"]));
        one("{ format: date-time }", "x: 2023-06-16\n", ("invalid-date", 1, 4, "2023-06-16", &["add the time"]));
        one("{ format: email }", "x: nobody\n", ("invalid-format", 1, 4, "nobody", &["name@example.com"]));
        one("{ format: uri }", "x: /a/\n", ("invalid-format", 1, 4, "/a/", &["scheme and host"]));
        one("{ format: uri }", "x: https://ä.de/\n", ("invalid-format", 1, 4, "https://ä.de/", &["`xn--`"]));
    }

    #[test]
    fn broken_limits_name_the_value_and_the_limit() {
        one("{ minLength: 1 }", "x: ''\n", ("wrong-length", 1, 4, "''", &["an empty text"]));
        one("{ minLength: 3 }", "x: ab\n", ("wrong-length", 1, 4, "ab", &["2 characters", "at least 3 characters"]));
        one("{ maxLength: 1 }", "x: äb\n", ("wrong-length", 1, 4, "äb", &["2 characters", "the limit is 1 character"]));
        one("{ minItems: 1 }", "x: []\n", ("wrong-length", 1, 4, "[]", &["too few", "at least 1 item is needed"]));
        one("{ maxItems: 1 }", "x: [a, b]\n", ("wrong-length", 1, 4, "[a, b]", &["too many items: 2"]));
        let pair = "{ prefixItems: [{ type: number }], items: false }";
        one(pair, "x: [1, 2]\n", ("wrong-length", 1, 8, "2", &["item 2 of `x`", "one item too many"]));
        one("{ minimum: 3 }", "x: 2\n", ("out-of-range", 1, 4, "2", &["3 is the least"]));
        one("{ exclusiveMaximum: 3 }", "x: 3\n", ("out-of-range", 1, 4, "3", &["less than 3"]));
        one("{ multipleOf: 5 }", "x: 7\n", ("out-of-range", 1, 4, "7", &["a multiple of 5"]));
        one("{ uniqueItems: true }", "x: [a, a]\n", ("not-unique", 1, 4, "[a, a]", &["holds `a` twice"]));
        let slug = "{ pattern: '^[a-z]+$', description: Small letters only }";
        one(slug, "x: Ab\n", ("wrong-pattern", 1, 4, "Ab", &["`^[a-z]+$`", "Small letters only"]));
        one("{ not: { const: 1 } }", "x: 1\n", ("not-allowed", 1, 4, "1", &["rules this value out"]));
    }

    #[test]
    fn values_that_a_schema_rules_out_are_no_unknown_keys() {
        for schema in ["{ if: { const: a }, then: false }", "{ if: { const: b }, else: false }", "{ allOf: [false] }"] {
            one(schema, "x: a\n", ("not-allowed", 1, 4, "a", &["`x` is", "rules this value out"]));
        }
        one("{ items: { if: { const: a }, then: false } }", "x: [a]\n", ("not-allowed", 1, 5, "a", &["item 1 of `x`"]));
        check("false", "x: a\n", &[("not-allowed", 1, 1, "x: a", &["this file"])]);
        let rule = "{ properties: { a: {}, then: false }, if: { required: [a] }, then: false }";
        check(rule, "a: 1\n", &[("not-allowed", 1, 1, "a: 1", &["this file"])]);
        check(rule, "then: 1\n", &[("unknown-key", 1, 1, "then", &["`a`"])]);
        let never = "{ properties: { x: { $ref: '#/$defs/never' } }, $defs: { never: false } }";
        check(never, "x: 1\n", &[("unknown-key", 1, 1, "x", &[])]);
    }

    #[test]
    fn a_value_with_two_errors_has_one_message() {
        one("{ maxLength: 1, pattern: '^a$' }", "x: bcd\n", ("wrong-length", 1, 4, "bcd", &[]));
    }
}
