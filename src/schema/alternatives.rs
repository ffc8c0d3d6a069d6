//! The explanation of a value that fits none of its schema's alternatives (`anyOf`, `oneOf`).
//!
//! If the value's type or a constant such as `kind: hero` shows which alternative was meant, that alternative's errors
//! are the explanation. Otherwise one message is about all alternatives.

use jsonschema::ValidationError;
use jsonschema::error::ValidationErrorKind as Error;
use serde_json::Value;

use super::describe;
use super::finding::{Finding, FindingKind, MessageContext};
use super::value_errors::{report_not_one_of, report_wrong_format, report_wrong_type};
use super::value_type::ValueType;
use crate::diagnostic::Diagnostic;

type AlternativeErrors = Vec<ValidationError<'static>>;

/// Returns the errors of the alternative that was meant: the only one that accepts the value's type or, if several do,
/// the only one of these that accepts the value's constants. Returns `None` if no alternative or several are left.
pub(super) fn find_meant<'b>(
    error: &ValidationError<'_>,
    alternatives: &'b [AlternativeErrors],
) -> Option<&'b AlternativeErrors> {
    let at = error.instance_path().as_str();
    let mut candidates = accepting_type(at, alternatives);
    if candidates.len() > 1 {
        candidates.retain(|errors| errors.iter().all(|error| allowed_values(error, at).is_none()));
    }
    if let [meant] = candidates[..] { Some(meant) } else { None }
}

/// Explains a value that fits none of the alternatives.
pub(super) fn report_misfit(
    context: &MessageContext<'_>,
    error: &ValidationError<'_>,
    alternatives: &[AlternativeErrors],
) -> Finding {
    let at = error.instance_path().as_str();
    let misfit = Misfit { context, error, at, accepting_type: accepting_type(at, alternatives) };
    misfit
        .report_wrong_constant()
        .or_else(|| misfit.report_no_format())
        .or_else(|| misfit.report_missing_key())
        .unwrap_or_else(|| misfit.report_no_alternative(alternatives))
}

/// Returns the alternatives that accept the type of the value at `at`.
fn accepting_type<'b>(at: &str, alternatives: &'b [AlternativeErrors]) -> Vec<&'b AlternativeErrors> {
    alternatives.iter().filter(|errors| !errors.iter().any(|error| is_wrong_type_at(error, at))).collect()
}

fn is_wrong_type_at(error: &ValidationError<'_>, at: &str) -> bool {
    matches!(error.kind(), Error::Type { .. } | Error::FalseSchema) && error.instance_path().as_str() == at
}

/// Returns the pointer of a value and the constants that are allowed for it, if the error is that the value is none of
/// them. Only errors about the value at `at`, or about one of its own fields or items, count.
fn allowed_values<'e>(error: &'e ValidationError<'_>, at: &str) -> Option<(&'e str, &'e [Value])> {
    let pointer = error.instance_path().as_str();
    let depth = pointer.strip_prefix(at)?.matches('/').count();
    let options = match error.kind() {
        Error::Constant { expected_value } => std::slice::from_ref(expected_value),
        Error::Enum { options } => options.as_array()?,
        _ => return None,
    };
    (depth <= 1).then_some((pointer, options))
}

struct Misfit<'a> {
    context: &'a MessageContext<'a>,
    error: &'a ValidationError<'a>,
    /// The pointer of the value.
    at: &'a str,
    accepting_type: Vec<&'a AlternativeErrors>,
}

impl Misfit<'_> {
    /// Reports that the value, or one of its fields or items, is none of the constants that the alternatives allow:
    /// `kind: hreo`. Returns `None` unless each alternative of `accepting_type` rejects the same part for this reason.
    fn report_wrong_constant(&self) -> Option<Finding> {
        let (pointer, _) = self.accepting_type.first()?.iter().find_map(|e| allowed_values(e, self.at))?;
        let mut all = Vec::new();
        for branch in &self.accepting_type {
            let mut allowed = branch.iter().filter_map(|e| allowed_values(e, self.at));
            all.extend_from_slice(allowed.find(|(other, _)| *other == pointer)?.1);
        }
        Some(report_not_one_of(self.context, pointer, &describe::distinct(all.into_iter())))
    }

    /// Returns the detail of each error in `accepting_type`. Returns `None` if an error has no detail or is not about
    /// the value at `at`, or if there are no errors.
    fn details_of_all<'e>(&'e self, detail: impl Fn(&'e Error) -> Option<&'e str>) -> Option<Vec<&'e str>> {
        let errors = self.accepting_type.iter().copied().flatten();
        let details = errors.map(|error| detail(error.kind()).filter(|_| error.instance_path().as_str() == self.at));
        details.collect::<Option<Vec<_>>>().filter(|details| !details.is_empty())
    }

    /// Reports a string that has none of the alternatives' formats, if all errors are about its format.
    fn report_no_format(&self) -> Option<Finding> {
        let formats = self.details_of_all(|kind| match kind {
            Error::Format { format } => Some(format),
            _ => None,
        })?;
        Some(report_wrong_format(self.context, self.at, &formats))
    }

    /// Reports a missing key, if each alternative failed only because it requires one key.
    fn report_missing_key(&self) -> Option<Finding> {
        let names = self.details_of_all(|kind| match kind {
            Error::Required { property } => property.as_str(),
            _ => None,
        })?;
        let around = self.context.schema_around(self.error);
        (names.len() == self.accepting_type.len()).then(|| {
            let different = describe::distinct(names.into_iter());
            self.context.report_missing(self.at, &different, around)
        })
    }

    fn report_no_alternative(&self, alternatives: &[AlternativeErrors]) -> Finding {
        let Self { context, error, at, .. } = *self;
        let schemas = context.root.pointer(error.schema_path().as_str()).and_then(Value::as_array);
        let schemas = schemas.into_iter().flatten();
        let wanted = describe::either(schemas.map(|schema| describe::expected(schema, context.root)));
        if self.accepting_type.is_empty() {
            let type_errors = alternatives.iter().flatten().filter(|e| is_wrong_type_at(e, at));
            let types: Vec<_> = type_errors.flat_map(|e| ValueType::types_of(context.schema_around(e))).collect();
            return report_wrong_type(context, at, &types, &wanted);
        }
        let message = format!("{} fits none of the alternatives", context.subject(at));
        let diagnostic = Diagnostic::error("no-alternative", message).label(format!("expected {wanted}"));
        context.finding(at, FindingKind::Choice, diagnostic)
    }
}

#[cfg(test)]
mod tests {
    use crate::schema::tests::one;

    const LINK: &str =
        "{ anyOf: [{ type: string }, { type: object, required: [href], properties: { href: { type: string } } }] }";

    #[test]
    fn the_alternative_of_the_values_type_is_meant() {
        one(LINK, "x: { hrf: a }\n", ("unknown-key", 1, 6, "hrf", &["`x` has no key `hrf`", "did you mean `href`"]));
        one(LINK, "x: { href: 5 }\n", ("wrong-type", 1, 12, "5", &["\"5\""]));
        one(LINK, "x: {}\n", ("missing-field", 1, 4, "{}", &["`x` needs `href`"]));
    }

    #[test]
    fn a_value_of_another_type_lists_all_alternatives() {
        one(LINK, "x: 5\n", ("wrong-type", 1, 4, "5", &["a string or a mapping is expected", "quotes: \"5\""]));
        one(
            "{ oneOf: [{ type: string }, { type: array, items: { type: string } }] }",
            "x: { a: 1 }\n",
            ("wrong-type", 1, 4, "{ a: 1 }", &["a string or a list of strings"]),
        );
    }

    const BLOCK: &str = "{ oneOf: [
        { properties: { kind: { const: hero }, columns: { type: integer } }, required: [kind] },
        { properties: { kind: { const: text }, body: { type: string } }, required: [kind] }] }";

    #[test]
    fn a_constant_shows_which_alternative_is_meant() {
        one(BLOCK, "x: { kind: hero, columns: many }\n", ("wrong-type", 1, 27, "many", &["a whole number"]));
        one(BLOCK, "x: { kind: text, columns: 3 }\n", ("unknown-key", 1, 18, "columns", &["`kind`, `body`"]));
        one(BLOCK, "x: { kind: hreo }\n", ("not-one-of", 1, 12, "hreo", &["did you mean `hero`", "`hero`, `text`"]));
        one(BLOCK, "x: {}\n", ("missing-field", 1, 4, "{}", &["`kind` is missing", "`x` needs `kind`. "]));
    }

    #[test]
    fn alternatives_of_formats_or_keys_are_one_message() {
        let date = "{ type: string, anyOf: [{ format: date }, { format: date-time }] }";
        one(date, "x: soon\n", ("invalid-date", 1, 4, "soon", &["not a date"]));
        one(date, "x: 2023-02-30T10:00\n", ("invalid-date", 1, 4, "2023-02-30T10:00", &["28 days"]));
        let either = "{ properties: { a: {}, b: {} }, anyOf: [{ required: [a] }, { required: [b] }] }";
        one(either, "x: {}\n", ("missing-field", 1, 4, "{}", &["`a` or `b` is missing"]));
    }

    #[test]
    fn values_that_fit_several_or_none_are_reported() {
        one("{ oneOf: [{ type: number }, { minimum: 3 }] }", "x: 5\n", ("ambiguous", 1, 4, "5", &["several"]));
        one(
            "{ anyOf: [{ pattern: '^a' }, { pattern: '^b' }] }",
            "x: c\n",
            ("no-alternative", 1, 4, "c", &["fits none"]),
        );
    }
}
