//! Requests and responses as values, without sockets.

use std::ops::Range;
use std::sync::Arc;

use serde_json::Value;

use super::content_type;

/// The head of a request.
#[derive(Debug, Clone, Default)]
pub struct Request {
    pub method: String,
    /// The request target as sent: visible ASCII.
    pub target: String,
    pub is_http_1_1: bool,
    pub headers: Vec<(String, String)>,
}

impl Request {
    /// Returns the first value of a header, whose name is given in any letter case.
    pub fn header(&self, name: &str) -> Option<&str> {
        self.values(name).next()
    }

    /// Returns all values of a header, whose name is given in any letter case.
    pub fn values(&self, name: &str) -> impl Iterator<Item = &str> {
        self.headers.iter().filter(move |(key, _)| key.eq_ignore_ascii_case(name)).map(|(_, value)| value.as_str())
    }
}

#[derive(Debug, PartialEq, Eq)]
pub struct Response {
    pub status: u16,
    pub headers: Vec<(String, String)>,
    /// The whole body, of which only `part` is sent.
    pub body: Arc<[u8]>,
    pub part: Range<usize>,
}

impl Response {
    /// Creates a response with the whole of this body.
    pub fn new(status: u16, content_type: &str, body: Arc<[u8]>) -> Self {
        // `no-cache`: browsers revalidate every time, so that changes show at once.
        let headers = vec![
            ("Content-Type".into(), content_type.to_owned()),
            ("Cache-Control".into(), "no-cache".to_owned()),
            ("X-Content-Type-Options".into(), "nosniff".to_owned()),
        ];
        Self { status, headers, part: 0..body.len(), body }
    }

    pub fn html(status: u16, page: impl AsRef<[u8]>) -> Self {
        Self::new(status, content_type::HTML, page.as_ref().into())
    }

    pub fn json(status: u16, value: &Value) -> Self {
        Self::new(status, "application/json; charset=utf-8", value.to_string().into_bytes().into())
    }

    pub fn plain(status: u16, text: &str) -> Self {
        Self::new(status, "text/plain; charset=utf-8", format!("{text}\n").into_bytes().into())
    }

    pub fn malformed() -> Self {
        Self::plain(400, "This request is malformed.")
    }

    /// Creates the response to a request with none of the `allowed` methods, such as `GET, HEAD`.
    pub fn method_not_allowed(allowed: &str) -> Self {
        Self::plain(405, &format!("Only these methods are possible here: {allowed}.")).with_header("Allow", allowed)
    }

    #[must_use]
    pub fn with_header(mut self, name: &str, value: impl Into<String>) -> Self {
        self.headers.push((name.into(), value.into()));
        self
    }

    /// Replaces the headers of this name, in any letter case, by one with this value.
    #[must_use]
    pub fn with_header_replaced(mut self, name: &str, value: &str) -> Self {
        self.headers.retain(|(existing, _)| !existing.eq_ignore_ascii_case(name));
        self.with_header(name, value)
    }
}
