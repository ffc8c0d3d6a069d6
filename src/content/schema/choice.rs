//! A value that fits none of the alternatives (`anyOf`, `oneOf`).
//!
//! Where the value shows which alternative was meant, by its type or by a fixed value such as `kind: hero`, that
//! alternative's mistakes are the message. Otherwise the message says the alternatives in words.

use jsonschema::ValidationError;
use jsonschema::error::ValidationErrorKind as Error;
use serde_json::Value;

use super::check::{About, Check, Finding, subject};
use super::kind::Kind;
use super::values::{not_one_of, wrong_format, wrong_type};
use super::words;
use crate::diagnostic::Diagnostic;

type Branch = Vec<ValidationError<'static>>;

/// Adds what is wrong, given the errors of each alternative.
pub(super) fn explain(
    check: &Check<'_>,
    error: &ValidationError<'_>,
    branches: &[Branch],
    findings: &mut Vec<Finding>,
) {
    let at = error.instance_path().as_str();
    let value = error.instance().as_ref();
    let of_its_type: Vec<&Branch> = branches.iter().filter(|b| !b.iter().any(|e| is_type_at(e, at))).collect();
    let meant: Vec<&Branch> =
        of_its_type.iter().copied().filter(|b| !b.iter().any(|e| fixed_values(e, at).is_some())).collect();
    if let [only] = if of_its_type.len() == 1 { &of_its_type[..] } else { &meant[..] } {
        only.iter().for_each(|error| check.error(error, findings));
        return;
    }
    let finding = fixed_elsewhere(check, value, at, &of_its_type)
        .or_else(|| formats(check, value, at, &of_its_type))
        .or_else(|| one_key_of(check, error, at, &of_its_type))
        .unwrap_or_else(|| none_fits(check, error, value, branches, of_its_type.is_empty()));
    findings.push(finding);
}

fn is_type_at(error: &ValidationError<'_>, at: &str) -> bool {
    matches!(error.kind(), Error::Type { .. } | Error::FalseSchema) && error.instance_path().as_str() == at
}

/// The pointer and the allowed values, where the value itself or one of its fields is fixed to others.
fn fixed_values<'e>(error: &'e ValidationError<'_>, at: &str) -> Option<(&'e str, &'e [Value])> {
    let pointer = error.instance_path().as_str();
    let depth = pointer.strip_prefix(at)?.matches('/').count();
    let options = match error.kind() {
        Error::Constant { expected_value } => std::slice::from_ref(expected_value.as_ref()),
        Error::Enum { options } => options.as_array()?,
        _ => return None,
    };
    (depth <= 1).then_some((pointer, options))
}

/// Every alternative fixes the same field, and the value has yet another one there.
fn fixed_elsewhere(check: &Check<'_>, value: &Value, at: &str, branches: &[&Branch]) -> Option<Finding> {
    let mut all: Vec<Value> = Vec::new();
    let (pointer, _) = branches.first()?.iter().find_map(|e| fixed_values(e, at))?;
    for branch in branches {
        let (_, options) = branch.iter().filter_map(|e| fixed_values(e, at)).find(|(p, _)| *p == pointer)?;
        all.extend(options.iter().filter(|o| !all.contains(o)).cloned().collect::<Vec<_>>());
    }
    let found = value.pointer(pointer.strip_prefix(at)?)?;
    Some(not_one_of(check, pointer, found, &all))
}

/// Every alternative is a text in a format of its own.
fn formats(check: &Check<'_>, value: &Value, at: &str, branches: &[&Branch]) -> Option<Finding> {
    let mut formats = Vec::new();
    for error in branches.iter().flat_map(|branch| branch.iter()) {
        match error.kind() {
            Error::Format { format } if error.instance_path().as_str() == at => formats.push(format.as_str()),
            _ => return None,
        }
    }
    (!formats.is_empty()).then(|| wrong_format(check, at, value, &formats))
}

/// Every alternative only asks for a key.
fn one_key_of(check: &Check<'_>, error: &ValidationError<'_>, at: &str, branches: &[&Branch]) -> Option<Finding> {
    let mut names = Vec::new();
    for branch in branches {
        match branch[..] {
            [ref only] if only.instance_path().as_str() == at => match only.kind() {
                Error::Required { property } => names.push(property.as_str()?),
                _ => return None,
            },
            _ => return None,
        }
    }
    (!names.is_empty()).then(|| check.missing(at, &names, check.around(error)))
}

fn none_fits(
    check: &Check<'_>,
    error: &ValidationError<'_>,
    value: &Value,
    branches: &[Branch],
    none_has_its_type: bool,
) -> Finding {
    let at = error.instance_path().as_str();
    let schemas = check.root().pointer(error.schema_path().as_str()).and_then(Value::as_array);
    let schemas = schemas.map(Vec::as_slice).unwrap_or_default();
    let wanted = words::alternatives(schemas.iter().map(|schema| words::expected(schema, check.root())));
    if none_has_its_type {
        let types = branches.iter().flatten().filter(|e| is_type_at(e, at));
        let kinds: Vec<Kind> = types.flat_map(|e| Kind::of(check.around(e))).collect();
        return wrong_type(check, at, value, &kinds, &wanted);
    }
    let message = format!("{} fits none of the alternatives", subject(at));
    let diagnostic = Diagnostic::error("no-alternative", message).label(format!("expected {wanted}"));
    check.finding(at, About::Choice, diagnostic)
}

#[cfg(test)]
mod tests {
    use super::super::check::tests::{Expected, check};

    #[track_caller]
    fn one(schema: &str, yaml: &str, expected: Expected<'_>) {
        check(&format!("properties: {{ x: {schema} }}"), yaml, &[expected]);
    }

    const LINK: &str =
        "{ anyOf: [{ type: string }, { type: object, required: [href], properties: { href: { type: string } } }] }";

    #[test]
    fn the_alternative_of_the_values_type_is_meant() {
        one(LINK, "x: { hrf: a }\n", ("unknown-key", 1, 6, "hrf", &["`x` has no key `hrf`", "did you mean `href`"]));
        one(LINK, "x: { href: 5 }\n", ("wrong-type", 1, 12, "5", &["\"5\""]));
        one(LINK, "x: {}\n", ("missing-field", 1, 4, "{}", &["`x` needs `href`"]));
    }

    #[test]
    fn a_value_of_no_alternatives_type_hears_them_all() {
        one(LINK, "x: 5\n", ("wrong-type", 1, 4, "5", &["a text or a mapping is expected", "quotes: \"5\""]));
        one(
            "{ oneOf: [{ type: string }, { type: array, items: { type: string } }] }",
            "x: { a: 1 }\n",
            ("wrong-type", 1, 4, "{ a: 1 }", &["a text or a list of texts"]),
        );
    }

    const BLOCK: &str = "{ oneOf: [
        { properties: { kind: { const: hero }, columns: { type: integer } }, required: [kind] },
        { properties: { kind: { const: text }, body: { type: string } }, required: [kind] }] }";

    #[test]
    fn a_fixed_field_tells_the_alternative() {
        one(BLOCK, "x: { kind: hero, columns: many }\n", ("wrong-type", 1, 27, "many", &["a whole number"]));
        one(BLOCK, "x: { kind: text, columns: 3 }\n", ("unknown-key", 1, 18, "columns", &["`kind`, `body`"]));
        one(BLOCK, "x: { kind: hreo }\n", ("not-one-of", 1, 12, "hreo", &["did you mean `hero`", "`hero`, `text`"]));
        one(BLOCK, "x: {}\n", ("missing-field", 1, 4, "{}", &["`kind` is missing"]));
    }

    #[test]
    fn formats_and_keys_are_joined() {
        let date = "{ type: string, anyOf: [{ format: date }, { format: date-time }] }";
        one(date, "x: soon\n", ("invalid-date", 1, 4, "soon", &["not a date"]));
        one(date, "x: 2023-02-30T10:00\n", ("invalid-date", 1, 4, "2023-02-30T10:00", &["28 days"]));
        let either = "{ properties: { a: {}, b: {} }, anyOf: [{ required: [a] }, { required: [b] }] }";
        one(either, "x: {}\n", ("missing-field", 1, 4, "{}", &["`a` or `b` is missing"]));
    }

    #[test]
    fn one_alternative_at_most() {
        one("{ oneOf: [{ type: number }, { minimum: 3 }] }", "x: 5\n", ("ambiguous", 1, 4, "5", &["several"]));
        one(
            "{ anyOf: [{ pattern: '^a' }, { pattern: '^b' }] }",
            "x: c\n",
            ("no-alternative", 1, 4, "c", &["fits none"]),
        );
    }
}
