//! The parser of documents into JSON values: one fast pass, without positions.
//!
//! After a refusal of YAML, `refusals` reads the text once more and reports the mistakes with their places.

use serde_json::Value;

use super::format::DataFormat;
use super::source::DocumentSource;
use super::value_visitor::ValuePass;
use super::{csv, json, refusals, toml};
use crate::diagnostic::Diagnostic;

#[derive(Debug, Clone, PartialEq)]
pub struct ParsedDocument {
    pub value: Value,
    /// JSON pointers of the values tagged `!sample`, in document order.
    pub samples: Vec<String>,
}

/// Parses one document. An empty document is `null` in YAML and JSON.
///
/// # Errors
/// Fails if the text is not valid in its format, or holds something that is refused, such as an infinite number.
/// Returns the mistakes with their places.
pub fn parse(source: &DocumentSource<'_>) -> Result<ParsedDocument, Vec<Diagnostic>> {
    let text = source.document_text();
    let read = match source.format {
        DataFormat::Yaml => return parse_yaml(source),
        DataFormat::Json => json::parse(text).map_err(|problem| vec![problem]),
        DataFormat::Toml => toml::parse(text),
        DataFormat::Csv => csv::parse(text),
    };
    read.map(|value| ParsedDocument { value, samples: Vec::new() })
        .map_err(|problems| problems.into_iter().map(|(problem, span)| problem.at(source.place(span))).collect())
}

fn parse_yaml(source: &DocumentSource<'_>) -> Result<ParsedDocument, Vec<Diagnostic>> {
    let pass = ValuePass::new(source.document_text(), DataFormat::Yaml);
    match pass.read(serde_yaml::Deserializer::from_str(source.document_text())) {
        Ok(value) => Ok(ParsedDocument { value, samples: pass.samples.into_inner() }),
        Err(error) => Err(refusals::diagnose(source, &error)),
    }
}

/// Parses a single JSON or YAML value that is written inside another text, such as `[1, 2]` in an attribute.
///
/// # Errors
/// Fails with a message if the text is not YAML, holds something that is refused, or has the tag `!sample`.
pub fn parse_value(text: &str) -> Result<Value, String> {
    if let Ok(value) = json::parse(text) {
        return Ok(value);
    }
    let file = "a value".into();
    match parse_yaml(&DocumentSource::part(&file, text, 0..text.len())) {
        Ok(document) if document.samples.is_empty() => Ok(document.value),
        Ok(_) => Err("only values of files are tagged `!sample`".to_owned()),
        Err(mistakes) => Err(mistakes.into_iter().map(|mistake| mistake.message).next().unwrap_or_default()),
    }
}
