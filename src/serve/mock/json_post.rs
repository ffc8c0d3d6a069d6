//! The protocol of endpoints that take JSON.
//!
//! Browsers send a preflight before each request with JSON. The body is an object, or a list of objects with two
//! members each: first the name of a field, then its value. The response is JSON that pages of any origin can read.

use serde_json::{Value, json};

use super::endpoint::allow_any_origin;
use super::form_data::SubmittedField;
use crate::serve::http::message::{Request, Response};

/// The request headers that a preflight may ask for.
const ALLOWED_HEADERS: [&str; 2] = ["accept", "content-type"];

/// Reads the fields of a submission.
///
/// # Errors
/// Returns the response that refuses the submission.
pub fn read_fields(request: &Request, body: &[u8]) -> Result<Vec<SubmittedField>, Response> {
    let content_type = request.header("Content-Type").unwrap_or_default();
    let kind = content_type.split(';').next().unwrap_or_default().trim();
    if !kind.eq_ignore_ascii_case("application/json") {
        return Err(failure(415, &format!("the content type is `{kind}`, not `application/json`")));
    }
    let body =
        serde_json::from_slice(body).map_err(|why| failure(400, &format!("the body is not valid JSON: {why}")))?;
    match fields(&body) {
        None => Err(failure(400, "the body is neither an object nor a list of objects with a name and a value")),
        Some(fields) if fields.is_empty() => Err(failure(400, "the body has no fields")),
        Some(fields) => Ok(fields),
    }
}

/// Returns the fields of an object, or of a list of objects such as `{"key": "email", "text": "a@b.c"}`: the first
/// member is the name, the second the value. Returns `None` for any other JSON.
pub fn fields(body: &Value) -> Option<Vec<SubmittedField>> {
    let text = |value: &Value| match value {
        Value::String(text) => text.clone(),
        Value::Null => String::new(),
        other => other.to_string(),
    };
    match body {
        Value::Object(fields) => Some(fields.iter().map(|(name, value)| (name.clone(), text(value))).collect()),
        Value::Array(pairs) => {
            let pair = |pair: &Value| match pair.as_object()?.values().collect::<Vec<_>>()[..] {
                [Value::String(name), value] => Some((name.clone(), text(value))),
                _ => None,
            };
            pairs.iter().map(pair).collect()
        }
        _ => None,
    }
}

/// Returns the response to a preflight: permission to POST with the known headers, or a refusal.
pub fn preflight(request: &Request) -> Response {
    let method = request.header("Access-Control-Request-Method").unwrap_or_default();
    let requested = request.header("Access-Control-Request-Headers").unwrap_or_default();
    let mut requested = requested.split(',').map(str::trim).filter(|name| !name.is_empty());
    if method != "POST" || !requested.all(|name| ALLOWED_HEADERS.iter().any(|known| known.eq_ignore_ascii_case(name))) {
        return refuse_preflight();
    }
    allow_any_origin(Response::plain(200, ""))
        .with_header("Access-Control-Allow-Methods", "POST")
        .with_header("Access-Control-Allow-Headers", ALLOWED_HEADERS.join(", "))
        // Not cached, so that a fault of preflights takes effect at once.
        .with_header("Access-Control-Max-Age", "0")
}

pub fn refuse_preflight() -> Response {
    Response::plain(403, "No.")
}

pub fn success(row: usize) -> Response {
    json_response(200, &json!({ "result": "success", "row": row }))
}

pub fn failure(status: u16, why: &str) -> Response {
    json_response(status, &json!({ "result": "error", "message": why }))
}

fn json_response(status: u16, value: &Value) -> Response {
    allow_any_origin(Response::json(status, value))
}
