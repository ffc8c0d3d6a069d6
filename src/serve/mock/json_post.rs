//! The protocol of a service that collects leads.
//!
//! The service takes a JSON list of attributes and values, for which browsers send a preflight, and requires a key in the query
//! string. It responds with JSON that pages of any origin can read.

use serde::Deserialize;
use serde_json::{Value, json};

use super::endpoint::ALLOW_ANY_ORIGIN;
use super::form_data::{self, FormPart};
use crate::serve::http::message::{Request, Response};

/// The request headers that a preflight may ask for.
const ALLOWED_HEADERS: [&str; 2] = ["accept", "content-type"];

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Pair {
    #[serde(rename = "Attribute")]
    attribute: String,
    #[serde(rename = "Value")]
    value: Value,
}

/// Reads the attributes of a lead.
///
/// # Errors
/// Returns a status and a message if the key is missing or the body is not valid.
pub fn read(request: &Request, body: &[u8]) -> Result<Vec<FormPart>, (u16, String)> {
    let query = request.target.split_once('?').map_or("", |(_, query)| query);
    let keys = form_data::urlencoded(query.as_bytes()).map_err(|why| (400, why))?;
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

/// The response to a preflight: permission to POST with the known headers, or a refusal.
pub fn preflight(request: &Request) -> Response {
    let method = request.header("Access-Control-Request-Method").unwrap_or_default();
    let requested = request.header("Access-Control-Request-Headers").unwrap_or_default();
    let mut requested = requested.split(',').map(str::trim).filter(|name| !name.is_empty());
    if method != "POST" || !requested.all(|name| ALLOWED_HEADERS.iter().any(|known| known.eq_ignore_ascii_case(name))) {
        return refuse_preflight();
    }
    Response::plain(200, "")
        .with(ALLOW_ANY_ORIGIN.0, ALLOW_ANY_ORIGIN.1)
        .with("Access-Control-Allow-Methods", "POST")
        .with("Access-Control-Allow-Headers", ALLOWED_HEADERS.join(", "))
        // Browsers send a preflight before every request, so that its faults take effect at once.
        .with("Access-Control-Max-Age", "0")
}

/// The refusal of a preflight.
pub fn refuse_preflight() -> Response {
    Response::plain(403, "No.")
}

/// The response to a lead that is kept.
pub fn success(row: usize) -> Response {
    let id = format!("00000000-0000-4000-8000-{row:012}");
    json_response(200, &json!({ "Status": "Success", "Message": { "Id": id, "IsCreated": true } }))
}

/// The response to a lead that is refused.
pub fn failure(status: u16, why: &str) -> Response {
    json_response(status, &json!({ "Status": "Error", "ExceptionMessage": why }))
}

fn json_response(status: u16, value: &Value) -> Response {
    Response::json(status, value).with(ALLOW_ANY_ORIGIN.0, ALLOW_ANY_ORIGIN.1)
}
