//! The parser of documents into JSON values: one fast pass, without positions.
//!
//! After a refusal of YAML, `refusals` reads the text once more and reports every mistake with its place.

use serde_json::Value;

use super::format::DataFormat;
use super::source::YamlSource;
use super::value_visitor::ValuePass;
use super::{csv, json, refusals, toml};
use crate::diagnostic::Diagnostic;

/// A parsed document.
#[derive(Debug, Clone, PartialEq)]
pub struct YamlDocument {
    pub value: Value,
    /// JSON pointers of the values tagged `!sample`, in document order.
    pub samples: Vec<String>,
}

/// Parses one document; an empty one is `null`.
///
/// # Errors
///
/// Returns every mistake, each with its place, if the text is not in its format or holds what is refused.
pub fn parse(source: &YamlSource<'_>) -> Result<YamlDocument, Vec<Diagnostic>> {
    let text = source.yaml();
    let read = match source.format {
        DataFormat::Yaml => return parse_yaml(source),
        DataFormat::Json => json::parse(text).map_err(|problem| vec![problem]),
        DataFormat::Toml => toml::parse(text),
        DataFormat::Csv => csv::parse(text),
    };
    read.map(|value| YamlDocument { value, samples: Vec::new() })
        .map_err(|problems| problems.into_iter().map(|(problem, span)| problem.at(source.place(span))).collect())
}

fn parse_yaml(source: &YamlSource<'_>) -> Result<YamlDocument, Vec<Diagnostic>> {
    let pass = ValuePass::new(source.yaml());
    match pass.read(serde_yaml::Deserializer::from_str(source.yaml())) {
        Ok(value) => Ok(YamlDocument { value, samples: pass.into_samples() }),
        Err(error) => Err(refusals::diagnose(source, &error, pass.refusal())),
    }
}

/// Parses a YAML value inside other text, such as `[1, 2]`.
///
/// # Errors
///
/// Returns the parser's message if the text is not YAML or holds a number that JSON lacks.
pub fn value(text: &str) -> Result<Value, String> {
    if let Ok(value) = serde_json::from_str(text) {
        return Ok(value);
    }
    match serde_yaml::from_str(text) {
        Ok(value) if !is_finite(&value) => Err("`.inf` and `.nan` are no numbers of JSON".to_owned()),
        _ => serde_yaml::from_str(text).map_err(|error| error.to_string()),
    }
}

/// Whether JSON has all numbers of the value.
fn is_finite(value: &serde_yaml::Value) -> bool {
    match value {
        serde_yaml::Value::Number(number) => number.is_finite(),
        serde_yaml::Value::Sequence(items) => items.iter().all(is_finite),
        serde_yaml::Value::Mapping(fields) => fields.values().all(is_finite),
        _ => true,
    }
}
