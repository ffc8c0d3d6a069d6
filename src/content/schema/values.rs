//! What is wrong with a single value: its type, its format, its length, its limits.

use jsonschema::ValidationError;
use jsonschema::error::ValidationErrorKind as Error;
use serde_json::Value;

use super::check::{About, Check, Finding, subject};
use super::formats::{LOCAL_DATE_TIME, correction};
use super::kind::Kind;
use super::words;
use crate::diagnostic::{Diagnostic, closest};

/// The texts that were true and false before YAML 1.2.
const OLD_BOOLEANS: [(&str, bool); 6] =
    [("yes", true), ("on", true), ("y", true), ("no", false), ("off", false), ("n", false)];

/// What the error says of the value it is at.
pub(super) fn explain(check: &Check<'_>, error: &ValidationError<'_>) -> Finding {
    let pointer = error.instance_path().as_str();
    let value = error.instance().as_ref();
    let around = check.around(error);
    let (about, diagnostic) = match error.kind() {
        Error::Type { .. } => {
            let wanted = words::expected(around, check.root());
            return wrong_type(check, pointer, value, &Kind::of(around), &wanted);
        }
        Error::Enum { options } => {
            let options = options.as_array().map(Vec::as_slice).unwrap_or_default();
            return not_one_of(check, pointer, value, options);
        }
        Error::Constant { expected_value } => {
            return not_one_of(check, pointer, value, std::slice::from_ref(expected_value));
        }
        Error::Format { format } => return wrong_format(check, pointer, value, &[format]),
        kind => (About::Value, limit(kind, pointer, value, around)),
    };
    let diagnostic = match around.get("description").and_then(Value::as_str) {
        Some(description) => diagnostic.note(description),
        None => diagnostic,
    };
    check.finding(pointer, about, diagnostic)
}

/// The value has none of the types.
pub(super) fn wrong_type(check: &Check<'_>, pointer: &str, value: &Value, kinds: &[Kind], wanted: &str) -> Finding {
    let source = check.tree.source(pointer).filter(|source| !source.contains('\n'));
    let message = format!("{} is {}, but {wanted} is expected", subject(pointer), words::is(value, source));
    // A number in quotes is still no date.
    let quoting_helps = !(value.is_number() && wanted.starts_with("a date"));
    let label = hint(value, source, kinds).filter(|_| quoting_helps).unwrap_or_else(|| format!("expected {wanted}"));
    let mut diagnostic = Diagnostic::error("wrong-type", message).label(label);
    if value.is_null() {
        diagnostic = diagnostic.help("write a value after the colon, or remove the line where none is needed");
    } else if pointer.is_empty() && kinds.contains(&Kind::Mapping) {
        let glued = value.as_str().and_then(|text| text.split_once(':')).filter(|(key, _)| !key.contains(' '));
        if let Some((key, rest)) = glued {
            diagnostic.label = format!("a space is missing after the colon: `{key}: {}`", rest.trim());
        }
        diagnostic = diagnostic.help("each line is `key: value`");
    } else if kinds[..] == [Kind::Mapping] {
        diagnostic = diagnostic.help("a mapping is lines of `key: value`, indented below its key");
    } else if kinds.contains(&Kind::List) && !value.is_array() {
        diagnostic = diagnostic.help("a list is written in brackets, or below its key with `- ` before each item");
    }
    check.finding(pointer, About::Type, diagnostic)
}

/// What to write instead, where the value shows what was meant.
fn hint(value: &Value, source: Option<&str>, kinds: &[Kind]) -> Option<String> {
    let wants = |kind| kinds.contains(&kind);
    match value {
        Value::String(text) => {
            let old = OLD_BOOLEANS.iter().find(|(word, _)| text.eq_ignore_ascii_case(word));
            if let Some((_, value)) = old.filter(|_| wants(Kind::Boolean)) {
                return Some(format!("write `{value}`"));
            }
            if wants(Kind::Boolean) && matches!(text.as_str(), "true" | "false") {
                return Some(format!("write it without quotes: {text}"));
            }
            let number = text.parse::<f64>().is_ok_and(f64::is_finite);
            if number && (wants(Kind::Number) || (wants(Kind::Integer) && text.parse::<i64>().is_ok())) {
                return Some(format!("write it without quotes: {text}"));
            }
            source
                .filter(|_| wants(Kind::List))
                .map(|source| format!("write it as a list: [{}]", in_brackets(text, source)))
        }
        Value::Number(_) | Value::Bool(_) => {
            if wants(Kind::Text) {
                Some(format!("write it in quotes: \"{}\"", source?))
            } else if wants(Kind::List) {
                Some(format!("write it as a list: [{}]", source?))
            } else if wants(Kind::Integer) && value.is_number() {
                Some("a whole number has no decimals".to_owned())
            } else {
                None
            }
        }
        Value::Array(_) | Value::Object(_)
            if wants(Kind::Text) && source.is_some_and(|s| s.starts_with(['[', '{'])) =>
        {
            Some(format!("a text with brackets goes in quotes: \"{}\"", source?))
        }
        Value::Array(list) => match &list[..] {
            [Value::String(only)] if wants(Kind::Text) => Some(format!("write it without the list: {only}")),
            _ => None,
        },
        Value::Null | Value::Object(_) => None,
    }
}

/// A text as an item of a list in brackets.
fn in_brackets(text: &str, source: &str) -> String {
    if source.starts_with(['"', '\'']) {
        source.to_owned()
    } else if text.contains([',', '[', ']', '{', '}']) {
        format!("\"{text}\"")
    } else {
        text.to_owned()
    }
}

/// The value is none of those that are allowed.
pub(super) fn not_one_of(check: &Check<'_>, pointer: &str, value: &Value, options: &[Value]) -> Finding {
    let source = check.tree.source(pointer).filter(|source| !source.contains('\n'));
    let wanted = words::one_of(options);
    let message = format!("{} is {}, but {wanted} is expected", subject(pointer), words::is(value, source));
    let texts = || options.iter().filter_map(Value::as_str);
    let guess = value.as_str().and_then(|text| closest(text, texts()));
    let label = match (guess, source) {
        (Some(guess), _) => format!("did you mean `{guess}`?"),
        (None, Some(source)) if !value.is_string() && texts().any(|text| text == source) => {
            format!("write it in quotes: \"{source}\"")
        }
        _ => format!("expected {wanted}"),
    };
    let diagnostic = Diagnostic::error("not-one-of", message).label(label);
    check.finding(pointer, About::Choice, diagnostic)
}

/// The text has none of the formats.
pub(super) fn wrong_format(check: &Check<'_>, pointer: &str, value: &Value, formats: &[&str]) -> Finding {
    let text = value.as_str().unwrap_or_default();
    let subject = subject(pointer);
    let with_time = formats.contains(&LOCAL_DATE_TIME);
    let diagnostic = if with_time || formats.contains(&"date") {
        let either = formats.contains(&"date");
        let label = correction(text, with_time && (!either || text.len() > 10));
        let what = if either { "a date" } else { "a date and time" };
        Diagnostic::error("invalid-date", format!("{subject} is the text `{text}`, which is not {what}")).label(label)
    } else {
        let (what, label) = match formats {
            ["email"] => ("an e-mail address", "expected an address such as name@example.com".to_owned()),
            ["uri"] if text.starts_with('/') => {
                ("a full address", "begins with a scheme and host: https://example.com/…".to_owned())
            }
            ["uri"] => ("a full address", "expected an address such as https://example.com/".to_owned()),
            _ => ("as expected", format!("expected the format `{}`", formats.join("` or `"))),
        };
        Diagnostic::error("invalid-format", format!("{subject} is the text `{text}`, which is not {what}")).label(label)
    };
    check.finding(pointer, About::Format, diagnostic)
}

fn limit(kind: &Error, pointer: &str, value: &Value, around: &Value) -> Diagnostic {
    let subject = subject(pointer);
    let characters = value.as_str().map_or(0, |text| text.chars().count() as u64);
    let items = value.as_array().map_or(0, Vec::len) as u64;
    let keys = value.as_object().map_or(0, serde_json::Map::len) as u64;
    let length = |code, has: String, label: String| Diagnostic::error(code, format!("{subject} {has}")).label(label);
    match kind {
        Error::MinLength { .. } if characters == 0 => {
            length("wrong-length", "is an empty text".to_owned(), "write something here".to_owned())
        }
        Error::MinLength { limit } => length(
            "wrong-length",
            format!("is too short: {}", count(characters, "character")),
            format!("at least {} are expected", count(*limit, "character")),
        ),
        Error::MaxLength { limit } => length(
            "wrong-length",
            format!("is too long: {}", count(characters, "character")),
            format!("at most {} fit", count(*limit, "character")),
        ),
        Error::MinItems { limit } => length(
            "wrong-length",
            format!("has too few items: {items}"),
            format!("at least {} needed", is_or_are(*limit, "item")),
        ),
        Error::MaxItems { limit } => length(
            "wrong-length",
            format!("has too many items: {items}"),
            format!("at most {} allowed", is_or_are(*limit, "item")),
        ),
        Error::AdditionalItems { limit } => length(
            "wrong-length",
            format!("has too many items: {items}"),
            format!("at most {} allowed", is_or_are(*limit as u64, "item")),
        ),
        Error::UnevaluatedItems { .. } => {
            length("wrong-length", "has more items than are allowed".to_owned(), "remove the last".to_owned())
        }
        Error::MinProperties { limit } => length(
            "wrong-length",
            format!("has too few keys: {keys}"),
            format!("at least {} needed", is_or_are(*limit, "key")),
        ),
        Error::MaxProperties { limit } => length(
            "wrong-length",
            format!("has too many keys: {keys}"),
            format!("at most {} allowed", is_or_are(*limit, "key")),
        ),
        Error::Minimum { limit } => out_of_range(&subject, value, &format!("{limit} is the least")),
        Error::Maximum { limit } => out_of_range(&subject, value, &format!("{limit} is the most")),
        Error::ExclusiveMinimum { limit } => out_of_range(&subject, value, &format!("it must be more than {limit}")),
        Error::ExclusiveMaximum { limit } => out_of_range(&subject, value, &format!("it must be less than {limit}")),
        Error::MultipleOf { multiple_of } => {
            out_of_range(&subject, value, &format!("it must be a multiple of {multiple_of}"))
        }
        Error::Pattern { pattern } => Diagnostic::error(
            "wrong-pattern",
            format!("{subject} is {}, which does not have the expected form", words::is(value, None)),
        )
        .label(match (around.pointer("/examples/0"), beginning(pattern)) {
            (Some(example), _) => format!("expected a text such as {}", words::literal(example)),
            (None, Some(beginning)) => format!("expected a text that begins with `{beginning}`"),
            (None, None) => format!("expected a text that fits the pattern `{pattern}`"),
        }),
        Error::UniqueItems => Diagnostic::error("not-unique", format!("{subject} holds {} twice", twice(value)))
            .label("each item may be given once"),
        Error::Not { .. } => Diagnostic::error("not-allowed", format!("{subject} is not allowed to be this"))
            .label("the schema rules this value out"),
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

/// What a text has to begin with, where that is all that the pattern says.
fn beginning(pattern: &str) -> Option<&str> {
    pattern.strip_prefix('^').filter(|rest| !rest.is_empty() && !rest.contains(|c| r"\.+*?()|[]{}^$".contains(c)))
}

fn out_of_range(subject: &str, value: &Value, label: &str) -> Diagnostic {
    Diagnostic::error("out-of-range", format!("{subject} is {value}, which is out of range")).label(label)
}

fn twice(value: &Value) -> String {
    let list = value.as_array().map(Vec::as_slice).unwrap_or_default();
    let repeated = list.iter().enumerate().find(|(index, item)| list[..*index].contains(item));
    match repeated {
        Some((_, item)) if !item.is_object() && !item.is_array() => words::literal(item),
        _ => "one item".to_owned(),
    }
}

fn count(number: u64, of: &str) -> String {
    format!("{number} {of}{}", if number == 1 { "" } else { "s" })
}

fn is_or_are(number: u64, of: &str) -> String {
    format!("{} {}", count(number, of), if number == 1 { "is" } else { "are" })
}

#[cfg(test)]
mod tests {
    use super::super::check::tests::{Expected, check};

    /// One property `x` of this schema, and one mistake.
    #[track_caller]
    fn one(schema: &str, yaml: &str, expected: Expected<'_>) {
        check(&format!("properties: {{ x: {schema} }}"), yaml, &[expected]);
    }

    #[test]
    fn types() {
        let text = "{ type: string }";
        one(text, "x: 1.10\n", ("wrong-type", 1, 4, "1.10", &["the number `1.10`", "a text is", "quotes: \"1.10\""]));
        one(text, "x: true\n", ("wrong-type", 1, 4, "true", &["`true`", "\"true\""]));
        one(text, "x:\n", ("wrong-type", 1, 1, "x", &["`x` is empty", "a text", "remove the line"]));
        one(text, "x: [Draft]\n", ("wrong-type", 1, 4, "[Draft]", &["a list", "quotes: \"[Draft]\""]));
        one(text, "x:\n  - a\n", ("wrong-type", 2, 3, "- a", &["without the list: a"]));
        one(text, "x:\n  a: b\n", ("wrong-type", 2, 3, "a: b", &["a mapping", "expected a text"]));
        let date = "{ type: string, format: date }";
        one(date, "x: 2023\n", ("wrong-type", 1, 4, "2023", &["expected a date such as `2023-06-16`"]));
        let yes = "{ type: boolean }";
        one(yes, "x: no\n", ("wrong-type", 1, 4, "no", &["the text `no`", "true or false", "write `false`"]));
        one(yes, "x: On\n", ("wrong-type", 1, 4, "On", &["write `true`"]));
        one(yes, "x: 'true'\n", ("wrong-type", 1, 4, "'true'", &["without quotes: true"]));
        one("{ type: number }", "x: '10'\n", ("wrong-type", 1, 4, "'10'", &["without quotes: 10"]));
        one("{ type: number }", "x: ten\n", ("wrong-type", 1, 4, "ten", &["expected a number"]));
        one("{ type: integer }", "x: 1.5\n", ("wrong-type", 1, 4, "1.5", &["no decimals"]));
        let list = "{ type: array, items: { type: string } }";
        one(list, "x: seo\n", ("wrong-type", 1, 4, "seo", &["a list of texts", "as a list: [seo]", "`- `"]));
        one(list, "x: a, b\n", ("wrong-type", 1, 4, "a, b", &["[\"a, b\"]"]));
        one(list, "x: 5\n", ("wrong-type", 1, 4, "5", &["[5]"]));
        one(list, "x: [a, 5]\n", ("wrong-type", 1, 8, "5", &["item 2 of `x`", "\"5\""]));
        check(
            "{ properties: { x: {} } }",
            "just text\n",
            &[("wrong-type", 1, 1, "just text", &["this file", "`key: value`"])],
        );
    }

    #[test]
    fn choices() {
        let kind = "{ enum: [hero, text] }";
        one(kind, "x: hreo\n", ("not-one-of", 1, 4, "hreo", &["did you mean `hero`", "one of `hero`, `text`"]));
        one(kind, "x: 5\n", ("not-one-of", 1, 4, "5", &["the number `5`", "expected one of"]));
        one("{ enum: ['1', '2'] }", "x: 1\n", ("not-one-of", 1, 4, "1", &["in quotes: \"1\""]));
        one("{ const: hero }", "x: b\n", ("not-one-of", 1, 4, "b", &["expected `hero`"]));
        one("{ type: string, enum: [a, b] }", "x: 1\n", ("wrong-type", 1, 4, "1", &[]));
    }

    #[test]
    fn formats() {
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
    }

    #[test]
    fn limits() {
        one("{ minLength: 1 }", "x: ''\n", ("wrong-length", 1, 4, "''", &["an empty text"]));
        one("{ minLength: 3 }", "x: ab\n", ("wrong-length", 1, 4, "ab", &["2 characters", "at least 3 characters"]));
        one("{ maxLength: 1 }", "x: äb\n", ("wrong-length", 1, 4, "äb", &["2 characters", "at most 1 character fit"]));
        one("{ minItems: 1 }", "x: []\n", ("wrong-length", 1, 4, "[]", &["too few", "at least 1 item is needed"]));
        one("{ maxItems: 1 }", "x: [a, b]\n", ("wrong-length", 1, 4, "[a, b]", &["too many items: 2"]));
        one("{ minimum: 3 }", "x: 2\n", ("out-of-range", 1, 4, "2", &["3 is the least"]));
        one("{ exclusiveMaximum: 3 }", "x: 3\n", ("out-of-range", 1, 4, "3", &["less than 3"]));
        one("{ multipleOf: 5 }", "x: 7\n", ("out-of-range", 1, 4, "7", &["a multiple of 5"]));
        one("{ uniqueItems: true }", "x: [a, a]\n", ("not-unique", 1, 4, "[a, a]", &["holds `a` twice"]));
        let slug = "{ pattern: '^[a-z]+$', description: Small letters only }";
        one(slug, "x: Ab\n", ("wrong-pattern", 1, 4, "Ab", &["`^[a-z]+$`", "Small letters only"]));
        one("{ not: { const: 1 } }", "x: 1\n", ("not-allowed", 1, 4, "1", &["rules this value out"]));
    }

    #[test]
    fn one_value_has_one_message() {
        one("{ maxLength: 1, pattern: '^a$' }", "x: bcd\n", ("wrong-length", 1, 4, "bcd", &[]));
    }
}
