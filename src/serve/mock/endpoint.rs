//! Endpoints by kind and name, and the header by which pages can read their responses.

use std::fmt;

use crate::serve::http::message::Response;

const MAX_NAME_BYTES: usize = 100;

/// Adds the header that lets pages of any origin read a response.
pub fn allow_any_origin(response: Response) -> Response {
    response.with_header("Access-Control-Allow-Origin", "*")
}

/// The kind of an endpoint: its protocol.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum EndpointKind {
    /// Takes form data, responds with a redirect, refuses preflights.
    FormPost,
    /// Takes JSON after a preflight, responds with JSON.
    JsonPost,
}

impl EndpointKind {
    /// Returns the kind with this name in URLs, such as `form-post`.
    pub fn parse(name: &str) -> Option<Self> {
        [Self::FormPost, Self::JsonPost].into_iter().find(|kind| kind.name() == name)
    }

    pub fn name(self) -> &'static str {
        match self {
            Self::FormPost => "form-post",
            Self::JsonPost => "json-post",
        }
    }
}

/// An endpoint, such as `form-post/news`.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Endpoint {
    pub kind: EndpointKind,
    pub name: String,
}

impl Endpoint {
    /// Returns the endpoint at the decoded path `KIND/NAME`.
    pub fn parse(path: &str) -> Option<Self> {
        let (kind, name) = path.split_once('/')?;
        let is_valid = !name.is_empty() && name.len() <= MAX_NAME_BYTES && !name.contains('/');
        is_valid.then_some(Self { kind: EndpointKind::parse(kind)?, name: name.to_owned() })
    }
}

impl fmt::Display for Endpoint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.kind.name(), self.name)
    }
}
