//! The check that feeds, sitemaps and other outputs of data are well-formed XML or JSON.

use std::ops::Range;

use serde::Deserialize;
use serde::de::IgnoredAny;

use super::findings::PageFindings;
use super::resolver::OutputId;
use super::spanned;
use crate::diagnostic::{SpannedDiagnostic, character_at_byte};
use crate::html::{XmlError, is_xml, xml_error};

const JSON_EXTENSIONS: [&str; 5] = [".geojson", ".json", ".jsonld", ".map", ".webmanifest"];

/// Returns the first syntax error of the XML or JSON output at `path`; `None` if it is well-formed, or of another type.
pub fn examine_data(path: &str, text: &str) -> Option<PageFindings> {
    let diagnostic = if is_xml(path) {
        let XmlError { description, span, help } = xml_error(text)?;
        spanned::error("broken-xml", format!("the output is not XML: {description}"), span, help)
    } else if JSON_EXTENSIONS.iter().any(|extension| path.ends_with(extension)) {
        examine_json(text)?
    } else {
        return None;
    };
    Some(PageFindings { output: OutputId::of(path), diagnostics: vec![diagnostic], ..PageFindings::default() })
}

fn examine_json(text: &str) -> Option<SpannedDiagnostic> {
    let (mut span, why) = parse_json::<IgnoredAny>(text).err()?;
    // If only white space follows, the text ends too early: the end before the white space is marked.
    if text[span.start..].trim().is_empty() {
        span = text.trim_end().len()..text.trim_end().len();
    }
    let help = "print every value with the filter `json`, strings and HTML too, and a comma only between two items: `{% if not loop.last %},{% endif %}`";
    Some(spanned::error("broken-json", format!("the output is not JSON: {why}"), span, help))
}

/// Parses JSON; fails with the span of the first mistake and its description.
pub fn parse_json<'t, T: Deserialize<'t>>(text: &'t str) -> Result<T, (Range<usize>, String)> {
    serde_json::from_str(text).map_err(|error| {
        let span = character_at_byte(text, error.line(), error.column());
        let why = error.to_string();
        let why = if error.is_eof() { "it ends too early" } else { why.split(" at line ").next().unwrap_or_default() };
        (span, why.to_owned())
    })
}
