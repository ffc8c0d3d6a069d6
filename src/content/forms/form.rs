//! A form, read from the fields of its entry.

use serde::Deserialize;
use serde_json::{Map, Value};

/// The keys of a form that the checks and the resolver of endpoints need. `form.schema.yaml` describes all keys.
#[derive(Debug, Deserialize)]
pub(super) struct Form {
    pub fields: Vec<FormField>,
    pub honeypot: Option<String>,
    pub deliveries: Vec<Delivery>,
}

#[derive(Debug, Deserialize)]
pub(super) struct FormField {
    pub name: String,
    #[serde(rename = "type")]
    pub field_type: String,
    pub options: Option<Vec<String>>,
    pub required: bool,
    pub length: Option<Vec<u64>>,
    pub min: Option<Value>,
    pub max: Option<Value>,
    pub message: Option<String>,
}

/// What a form sends to one endpoint.
#[derive(Debug, Deserialize)]
pub(super) struct Delivery {
    pub kind: String,
    pub endpoint: String,
    /// The parameters of the endpoint's URL, each with the name of an access key in the data files.
    pub query: Map<String, Value>,
    /// The sent names, each with the field of the form whose value is sent.
    pub values: Map<String, Value>,
    /// The sent names, each with a value that is the same for all visitors.
    pub fixed: Map<String, Value>,
    /// The sent names, each with the parameter of the page's URL whose value is sent: `utm_source`.
    pub campaign: Map<String, Value>,
    /// The name under which the date is sent.
    pub date: Option<String>,
    /// The name under which suspicions of spam are sent.
    pub flags: Option<String>,
    /// The name under which the submission's number is sent.
    pub id: Option<String>,
}

/// Returns the pairs of a mapping whose values are texts.
pub(super) fn texts(map: &Map<String, Value>) -> impl Iterator<Item = (&str, &str)> {
    map.iter().filter_map(|(name, value)| Some((name.as_str(), value.as_str()?)))
}
