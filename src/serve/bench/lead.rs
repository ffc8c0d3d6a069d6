//! The habits of a service that collects leads.
//!
//! It takes a JSON list of attributes and values, which makes a browser ask for leave first, and wants its key in the query
//! string. It answers in JSON, and lets any origin read that.

use serde::Deserialize;
use serde_json::{Value, json};

use super::READABLE;
use super::form::{self, Field};
use crate::serve::message::{Answer, Request};

const HEADERS: [&str; 2] = ["accept", "content-type"];

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Pair {
    #[serde(rename = "Attribute")]
    attribute: String,
    #[serde(rename = "Value")]
    value: Value,
}

/// The attributes of a lead.
///
/// # Errors
/// The status of the refusal, and why, in words.
pub fn read(request: &Request, body: &[u8]) -> Result<Vec<Field>, (u16, String)> {
    let query = request.target.split_once('?').map_or("", |(_, query)| query);
    let keys = form::urlencoded(query.as_bytes()).map_err(|why| (400, why))?;
    if keys.is_empty() || keys.iter().any(|(_, value)| value.is_empty()) {
        return Err((401, "the key is missing: it belongs into the query string".to_owned()));
    }
    let content_type = request.header("Content-Type").unwrap_or_default();
    let kind = content_type.split(';').next().unwrap_or_default().trim();
    if !kind.eq_ignore_ascii_case("application/json") {
        return Err((415, format!("the content type is `{kind}`, not `application/json`")));
    }
    let pairs: Vec<Pair> = serde_json::from_slice(body)
        .map_err(|why| (400, format!("the body is no list of {{Attribute, Value}}: {why}")))?;
    if pairs.is_empty() {
        return Err((400, "the lead has no attributes".to_owned()));
    }
    let text = |value: Value| match value {
        Value::String(text) => text,
        Value::Null => String::new(),
        other => other.to_string(),
    };
    Ok(pairs.into_iter().map(|pair| (pair.attribute, text(pair.value))).collect())
}

/// To a preflight: leave to POST with the headers that the service knows, or none.
pub fn preflight(request: &Request) -> Answer {
    let method = request.header("Access-Control-Request-Method").unwrap_or_default();
    let wanted = request.header("Access-Control-Request-Headers").unwrap_or_default();
    let mut wanted = wanted.split(',').map(str::trim).filter(|name| !name.is_empty());
    if method != "POST" || !wanted.all(|name| HEADERS.iter().any(|known| known.eq_ignore_ascii_case(name))) {
        return refuse_preflight();
    }
    Answer::plain(200, "")
        .with(READABLE.0, READABLE.1)
        .with("Access-Control-Allow-Methods", "POST")
        .with("Access-Control-Allow-Headers", HEADERS.join(", "))
        // Each request asks anew, so that a fault of the preflight shows at once.
        .with("Access-Control-Max-Age", "0")
}

/// To a preflight that is to fail.
pub fn refuse_preflight() -> Answer {
    Answer::plain(403, "No.")
}

/// The lead is kept.
pub fn success(row: usize) -> Answer {
    let id = format!("00000000-0000-4000-8000-{row:012}");
    answer(200, &json!({ "Status": "Success", "Message": { "Id": id, "IsCreated": true } }))
}

/// The lead is not kept.
pub fn failure(status: u16, why: &str) -> Answer {
    answer(status, &json!({ "Status": "Error", "ExceptionMessage": why }))
}

fn answer(status: u16, value: &Value) -> Answer {
    Answer::json(status, value).with(READABLE.0, READABLE.1)
}
