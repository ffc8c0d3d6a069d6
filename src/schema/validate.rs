//! The translation of the validator's errors into diagnostics: one for each mistake, with its place.
//!
//! 1. Each error becomes one or more findings, about a value or one of its keys.
//! 2. Follow-up errors are suppressed: a misspelt key is not also reported as missing, and a value of the wrong type is
//!    not also reported as none of the allowed values.

use jsonschema::error::ValidationErrorKind as Error;
use jsonschema::{ValidationError, Validator};
use serde_json::{Map, Value};

use super::alternatives;
use super::finding::{Finding, FindingKind, MessageContext};
use super::keywords::{KeywordValue, SAME_VALUE, keyword_value};
use super::value_errors;
use crate::diagnostic::{self, Diagnostic};
use crate::yaml::pointer::{is_within, join, split_last};

/// Returns a diagnostic for each mistake in the document. In the values at the pointers `samples`, some mistakes are
/// only warnings.
pub(super) fn diagnose(context: &MessageContext<'_>, validator: &Validator, samples: &[String]) -> Vec<Diagnostic> {
    let mut findings = Vec::new();
    for error in validator.iter_errors(context.document) {
        add_findings(context, &error, &mut findings);
    }
    for finding in &mut findings {
        // Pages can be rendered with a value of a wrong choice, format or length, but not with an invalid date.
        let is_excusable = matches!(finding.kind, FindingKind::Choice | FindingKind::Format | FindingKind::Value)
            && finding.diagnostic.code != "invalid-date";
        if is_excusable && samples.iter().any(|sample| is_within(&finding.pointer, sample)) {
            finding.diagnostic.downgrade("an error once it is not a sample");
        }
    }
    select_diagnostics(&findings, context.partial)
}

fn add_findings(context: &MessageContext<'_>, error: &ValidationError<'_>, findings: &mut Vec<Finding>) {
    let pointer = error.instance_path().as_str();
    match error.kind() {
        Error::AdditionalProperties { unexpected } => {
            let properties = context.schema_around(error).get("properties").and_then(Value::as_object);
            let names: Vec<&str> = properties.into_iter().flat_map(Map::keys).map(String::as_str).collect();
            findings.extend(unexpected.iter().map(|key| context.report_unknown_key(pointer, key, &names)));
        }
        Error::UnevaluatedProperties { unexpected } => {
            let names = context.names_at(pointer);
            findings.extend(unexpected.iter().map(|key| context.report_unknown_key(pointer, key, &names)));
        }
        Error::Required { property } => {
            let name = property.as_str().unwrap_or_default();
            findings.push(context.report_missing(pointer, &[name], context.schema_around(error)));
        }
        Error::PropertyNames { .. } => {
            let diagnostic = Diagnostic::error("wrong-key", "a key here is not one that the schema allows")
                .label("the schema limits the names of the keys here");
            findings.push(context.finding(pointer, FindingKind::Value, diagnostic));
        }
        Error::FalseSchema if rules_out_value(error) => {
            let diagnostic = value_errors::ruled_out(&context.subject(pointer));
            findings.push(context.finding(pointer, FindingKind::Value, diagnostic));
        }
        // The schema of a key or an item is `false`: no value is allowed there.
        Error::FalseSchema => {
            let (parent, key) = split_last(pointer).unwrap_or_default();
            if context.item_number(parent, &key).is_some() {
                return findings.push(value_errors::explain(context, error));
            }
            let mut names = context.names_at(parent);
            names.retain(|name| *name != key);
            findings.push(context.report_unknown_key(parent, &key, &names));
        }
        Error::AnyOf { context: errors_of_each } | Error::OneOfNotValid { context: errors_of_each } => {
            match alternatives::find_meant(error, errors_of_each) {
                Some(errors) => errors.iter().for_each(|error| add_findings(context, error, findings)),
                None => findings.push(alternatives::report_misfit(context, error, errors_of_each)),
            }
        }
        Error::MinProperties { .. } => {
            findings.push(Finding { kind: FindingKind::Missing, ..value_errors::explain(context, error) });
        }
        _ => findings.push(value_errors::explain(context, error)),
    }
}

/// Whether the `false` of a `FalseSchema` error applies to the value itself, as in `then: false`. Otherwise it forbids
/// the key or the item that holds the value, as in `properties: { a: false }`.
fn rules_out_value(error: &ValidationError<'_>) -> bool {
    let (around, last) = split_last(error.schema_path().as_str()).unwrap_or_default();
    let (_, outer) = split_last(around).unwrap_or_default();
    let has_several = matches!(keyword_value(&outer), Some(KeywordValue::SchemaList | KeywordValue::SchemasByName));
    let keyword = if has_several { outer } else { last };
    error.instance_path().as_str().is_empty() || SAME_VALUE.contains(&&*keyword)
}

/// Leaves out follow-up errors, and errors about fields that the mapping at `partial` lacks. Returns the diagnostics of
/// the remaining mistakes, one for each value or key, in the order of the text.
fn select_diagnostics(findings: &[Finding], partial: Option<&str>) -> Vec<Diagnostic> {
    let is_left_out = |finding: &Finding| match &finding.kind {
        FindingKind::Missing if partial == Some(finding.pointer.as_str()) => true,
        // The key is not missing, but misspelt.
        FindingKind::Missing => findings.iter().any(|other| {
            other.pointer == finding.pointer
                && matches!(&other.kind, FindingKind::Unknown(Some(guess)) if finding.key.as_deref() == Some(guess))
        }),
        // The validator rejects the key because its value, or the mapping around it, has another mistake.
        FindingKind::Misplaced => {
            let below = join(&finding.pointer, finding.key.as_deref().unwrap_or_default());
            findings.iter().any(|other| {
                other.kind != FindingKind::Misplaced
                    && (other.pointer == finding.pointer || is_within(&other.pointer, &below))
            })
        }
        _ => false,
    };
    let mut reported: Vec<&Finding> = Vec::new();
    for finding in findings.iter().filter(|finding| !is_left_out(finding)) {
        match reported.iter_mut().find(|other| other.pointer == finding.pointer && other.key == finding.key) {
            Some(known) if finding.kind < known.kind => *known = finding,
            Some(_) => {}
            None => reported.push(finding),
        }
    }
    let mut diagnostics = reported.into_iter().map(|finding| finding.diagnostic.clone()).collect();
    diagnostic::sort(&mut diagnostics);
    diagnostics
}
