//! Forms: what the entries of a collection with a line `forms:` must agree on beyond their schema.
//!
//! 1. `mistakes` holds each form against itself: fields, rules, the names that values travel under.
//! 2. `endpoints` finds the address of each delivery in the data files and puts it beside the endpoint's name.
//!
//! The rest is the site's: templates and islands draw a form from its entry like any other.

mod endpoints;
mod mistakes;

use std::collections::BTreeMap;
use std::sync::Arc;

use serde::Deserialize;
use serde_json::{Map, Value};

use super::collection::Collection;
use super::entry::{Entry, Visibility};
use super::load::DataFile;
use crate::config::Config;
use crate::diagnostic::Diagnostic;
use endpoints::Endpoints;

/// The parts of a form that other parts of it name. `form.schema.yaml` says what each is.
#[derive(Debug, Deserialize)]
struct Form {
    fields: Vec<Field>,
    honeypot: Option<String>,
    deliveries: Vec<Delivery>,
}

#[derive(Debug, Deserialize)]
struct Field {
    name: String,
    #[serde(rename = "type")]
    kind: String,
    options: Option<Vec<String>>,
    required: bool,
    length: Option<Vec<u64>>,
    message: Option<String>,
}

#[derive(Debug, Deserialize)]
struct Delivery {
    kind: String,
    endpoint: String,
    query: Map<String, Value>,
    values: Map<String, Value>,
    fixed: Map<String, Value>,
    campaign: Map<String, Value>,
    date: Option<String>,
    flags: Option<String>,
    id: Option<String>,
}

/// The addresses that the forms are sent to.
pub fn addresses<'a>(collections: &'a [Arc<Collection>], entries: &'a [Arc<Entry>]) -> impl Iterator<Item = &'a str> {
    let forms = entries.iter().filter(|entry| collections[entry.collection].forms.is_some());
    let deliveries = forms.filter_map(|entry| entry.fields.get("deliveries")?.as_array()).flatten();
    deliveries.filter_map(|delivery| delivery.get(ADDRESS)?.as_str())
}

/// The key of a delivery that its schema does not know.
const ADDRESS: &str = "address";

/// Checks the forms among the entries, and gives each of their deliveries its `address`.
pub fn connect(
    collections: &[Arc<Collection>],
    entries: &mut [Arc<Entry>],
    data: &BTreeMap<String, Arc<DataFile>>,
    config: &Config,
) -> Vec<Diagnostic> {
    let mut diagnostics = Vec::new();
    for (at, collection) in collections.iter().enumerate() {
        let Some(settings) = &collection.forms else { continue };
        let mut endpoints = Endpoints::new(collection, settings, data, config, &mut diagnostics);
        for entry in entries.iter_mut().filter(|entry| entry.collection == at) {
            // What its schema refuses is told already.
            let Ok(form) = Form::deserialize(Value::Object(entry.fields.clone())) else { continue };
            diagnostics.extend(mistakes::of(&form, entry));
            let is_built = config.drafts || entry.visibility == Visibility::Published;
            let addresses: Vec<Value> = form
                .deliveries
                .iter()
                .enumerate()
                .map(|(index, delivery)| endpoints.address(delivery, index, entry, is_built, &mut diagnostics).into())
                .collect();
            let known = entry.fields.get("deliveries").and_then(Value::as_array).into_iter().flatten();
            if known.map(|delivery| delivery.get(ADDRESS)).eq(addresses.iter().map(Some)) {
                // Taken over from an earlier build, and as it must be.
                continue;
            }
            let deliveries = Arc::make_mut(entry).fields.get_mut("deliveries").and_then(Value::as_array_mut);
            for (delivery, address) in deliveries.into_iter().flatten().zip(addresses) {
                if let Some(delivery) = delivery.as_object_mut() {
                    delivery.insert(ADDRESS.to_owned(), address);
                }
            }
        }
        diagnostics.extend(endpoints.missing());
    }
    diagnostics
}
