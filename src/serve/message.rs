//! Requests and answers, without a socket in sight.

use std::borrow::Cow;
use std::ops::Range;
use std::sync::Arc;

use serde_json::Value;

use super::content_type;

/// A request as it came in.
#[derive(Debug, Default)]
pub struct Request {
    pub method: String,
    /// Visible ASCII.
    pub target: String,
    /// Is it HTTP/1.1? Else it is 1.0.
    pub current: bool,
    pub headers: Vec<(String, String)>,
}

impl Request {
    /// The value of a header; its first, if it is there several times.
    pub fn header(&self, name: &str) -> Option<&str> {
        self.values(name).next()
    }

    /// All values of a header.
    pub fn values(&self, name: &str) -> impl Iterator<Item = &str> {
        self.headers.iter().filter(move |(key, _)| key.eq_ignore_ascii_case(name)).map(|(_, value)| value.as_str())
    }
}

/// A whole answer. To a HEAD request it is sent without its body.
#[derive(Debug, PartialEq, Eq)]
pub struct Answer {
    pub status: u16,
    pub headers: Vec<(Cow<'static, str>, String)>,
    /// What is sent is the `part` of this.
    pub body: Arc<[u8]>,
    pub part: Range<usize>,
}

impl Answer {
    /// This body, all of it.
    pub fn new(status: u16, content_type: &str, body: Arc<[u8]>) -> Self {
        // Whoever writes wants to see what they wrote: a browser asks again each time, and is told if nothing changed.
        let headers = vec![
            ("Content-Type".into(), content_type.to_owned()),
            ("Cache-Control".into(), "no-cache".to_owned()),
            ("X-Content-Type-Options".into(), "nosniff".to_owned()),
        ];
        Self { status, headers, part: 0..body.len(), body }
    }

    /// A page of the server's own.
    pub fn html(status: u16, page: impl AsRef<[u8]>) -> Self {
        Self::new(status, content_type::HTML, page.as_ref().into())
    }

    /// Something for a program.
    pub fn json(status: u16, value: &Value) -> Self {
        Self::new(status, "application/json; charset=utf-8", value.to_string().into_bytes().into())
    }

    /// A line for a person.
    pub fn plain(status: u16, text: &str) -> Self {
        Self::new(status, "text/plain; charset=utf-8", format!("{text}\n").into_bytes().into())
    }

    /// With a further header.
    #[must_use]
    pub fn with(mut self, name: &'static str, value: impl Into<String>) -> Self {
        self.headers.push((name.into(), value.into()));
        self
    }

    /// With a header in place of the one of the same name, if there is one.
    #[must_use]
    pub fn with_own(mut self, name: &str, value: &str) -> Self {
        self.headers.retain(|(known, _)| !known.eq_ignore_ascii_case(name));
        self.headers.push((name.to_owned().into(), value.to_owned()));
        self
    }
}
