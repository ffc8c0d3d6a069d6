//! The translation of the validator's errors into diagnostics: one for each mistake, with its place.
//!
//! 1. Each error becomes a finding about a value or a key of it.
//! 2. Follow-up errors are suppressed: a misspelt key is not also missing, a value of the wrong type is not also
//!    outside the allowed ones.

use jsonschema::ValidationError;
use jsonschema::error::ValidationErrorKind as Error;
use serde_json::Value;

use super::alternatives::{self, BestAlternative};
use super::describe::subject;
use super::finding::{Finding, FindingKind, MessageContext};
use super::rules::Rules;
use super::value_errors;
use crate::diagnostic::{self, Diagnostic};
use crate::yaml::DocumentSource;
use crate::yaml::pointer::{join, segments, split_last};

/// Returns a diagnostic for each mistake in a value. In the values at the pointers `samples`, some mistakes are only
/// warnings.
pub(super) fn diagnose(
    rules: &Rules,
    value: &Value,
    source: &DocumentSource<'_>,
    schema_name: &str,
    samples: &[String],
) -> Vec<Diagnostic> {
    suppress_follow_ups(&collect_findings(rules, value, source, schema_name, samples))
}

/// Returns a diagnostic for each mistake in the props of an island. Messages name a prop by its whole path.
pub(super) fn diagnose_props(
    rules: &Rules,
    props: &Value,
    source: &DocumentSource<'_>,
    schema_name: &str,
) -> Vec<Diagnostic> {
    let mut findings = collect_findings(rules, props, source, schema_name, &[]);
    for Finding { pointer, key, kind, diagnostic } in &mut findings {
        if pointer.is_empty() {
            continue;
        }
        // The message names the value by `subject`, or the missing key.
        let (name, path) = match key {
            Some(key) if *kind == FindingKind::Missing => (format!("`{key}`"), script_path(&join(pointer, key))),
            _ => (subject(pointer), script_path(pointer)),
        };
        diagnostic.message = diagnostic.message.replacen(&name, &path, 1);
        diagnostic.label = diagnostic.label.replacen(&subject(pointer), &script_path(pointer), 1);
    }
    suppress_follow_ups(&findings)
}

/// Formats a pointer as scripts write it, in backticks: `options[1].price`.
fn script_path(pointer: &str) -> String {
    let mut path = String::new();
    for segment in segments(pointer) {
        match segment.parse::<usize>() {
            Ok(index) => path = format!("{path}[{index}]"),
            Err(_) if path.is_empty() => path = segment.into_owned(),
            Err(_) => path = path + "." + &segment,
        }
    }
    format!("`{path}`")
}

/// Returns a finding for each error of the validator, follow-up errors included.
fn collect_findings(
    rules: &Rules,
    value: &Value,
    source: &DocumentSource<'_>,
    schema_name: &str,
    samples: &[String],
) -> Vec<Finding> {
    let context = MessageContext { rules, source, schema_name, tree: source.tree() };
    let mut findings = Vec::new();
    for error in rules.validator.iter_errors(value) {
        add_findings(&context, &error, &mut findings);
    }
    let is_excused = |finding: &&mut Finding| finding.is_excusable() && samples.iter().any(|at| finding.is_within(at));
    findings
        .iter_mut()
        .filter(is_excused)
        .for_each(|finding| finding.diagnostic.downgrade("an error once it is not a sample"));
    findings
}

/// Adds the findings that explain one error of the validator.
fn add_findings(context: &MessageContext<'_>, error: &ValidationError<'_>, findings: &mut Vec<Finding>) {
    let pointer = error.instance_path().as_str();
    match error.kind() {
        Error::AdditionalProperties { unexpected } => {
            let names = context.properties_around(error);
            findings.extend(unexpected.iter().map(|key| context.report_unknown_key(pointer, key, &names)));
        }
        Error::UnevaluatedProperties { unexpected } => {
            let names = context.rules.shape.names_at(pointer);
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
        // The schema of a key is `false`: the key is not allowed, whatever its value.
        Error::FalseSchema => {
            let (parent, key) = split_last(pointer).unwrap_or_default();
            let mut names = context.rules.shape.names_at(parent);
            names.retain(|name| *name != key);
            findings.push(context.report_unknown_key(parent, &key, &names));
        }
        Error::AnyOf { context: branches } | Error::OneOfNotValid { context: branches } => {
            match alternatives::explain(context, error, branches) {
                BestAlternative::Meant(errors) => {
                    errors.iter().for_each(|error| add_findings(context, error, findings));
                }
                BestAlternative::NoneFits(finding) => findings.push(*finding),
            }
        }
        _ => findings.push(value_errors::explain(context, error)),
    }
}

/// Leaves out follow-up errors, and returns one diagnostic for each mistake, in the order of the text.
fn suppress_follow_ups(findings: &[Finding]) -> Vec<Diagnostic> {
    let is_follow_up = |finding: &Finding| match &finding.kind {
        // The key is present, but misspelt.
        FindingKind::Missing => findings.iter().any(|other| {
            other.pointer == finding.pointer
                && matches!(&other.kind, FindingKind::Unknown(Some(guess)) if finding.key.as_deref() == Some(guess))
        }),
        // The validator rejects the key because its value, or the mapping around it, has another mistake.
        FindingKind::Misplaced => {
            let below = join(&finding.pointer, finding.key.as_deref().unwrap_or_default());
            findings.iter().any(|other| {
                other.kind != FindingKind::Misplaced
                    && (other.pointer == finding.pointer || other.pointer.starts_with(&below))
            })
        }
        _ => false,
    };
    let mut reported: Vec<&Finding> = Vec::new();
    for finding in findings.iter().filter(|f| !is_follow_up(f)) {
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
