//! A form, read from the fields of its entry.

use serde::Deserialize;
use serde_json::{Map, Value};

/// The keys of a form that the checks and the resolver of endpoints need. `form.schema.yaml` describes them, and all
/// other keys.
#[derive(Debug, Deserialize)]
pub(super) struct Form {
    pub fields: Vec<FormField>,
    pub honeypot: Option<String>,
    pub deliveries: Vec<Delivery>,
}

/// A field of a form.
#[derive(Debug, Deserialize)]
pub(super) struct FormField {
    pub name: String,
    #[serde(rename = "type")]
    pub field_type: String,
    pub options: Option<Vec<String>>,
    pub required: bool,
    pub length: Option<Vec<u64>>,
    pub message: Option<String>,
}

/// A submission that a form sends to an endpoint.
#[derive(Debug, Deserialize)]
pub(super) struct Delivery {
    pub kind: String,
    pub endpoint: String,
    pub query: Map<String, Value>,
    pub values: Map<String, Value>,
    pub fixed: Map<String, Value>,
    pub campaign: Map<String, Value>,
    pub date: Option<String>,
    pub flags: Option<String>,
    pub id: Option<String>,
}
