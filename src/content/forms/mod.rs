//! Forms: the entries of collections with a key `forms`.
//!
//! 1. `check` finds mistakes within a form that its schema can't express.
//! 2. `endpoints` looks up the URL of each delivery in the data files.
//! 3. `translations` compares the deliveries of translated forms.
//!
//! Templates and islands render a form from its entry, like any other entry.

mod check;
mod endpoints;
mod form;
mod translations;

use std::sync::Arc;

use serde::Deserialize;
use serde_json::Value;

use super::entry::Entry;
use super::loaded_content::Content;
use crate::config::Config;
use crate::diagnostic::Diagnostic;
use endpoints::EndpointResolver;
use form::Form;

pub fn endpoint_urls(content: &Content) -> impl Iterator<Item = &str> {
    let forms = content.entries.iter().filter(|entry| content.collections[entry.collection].forms.is_some());
    let deliveries = forms.filter_map(|entry| entry.fields.get("deliveries")?.as_array()).flatten();
    deliveries.filter_map(|delivery| delivery.get(URL_KEY)?.as_str())
}

/// The key under which [`check_and_complete`] adds the URL of a delivery.
const URL_KEY: &str = "address";

/// Checks the forms among the entries, and adds the URL of each delivery.
pub fn check_and_complete(content: &mut Content, config: &Config) -> Vec<Diagnostic> {
    let Content { collections, entries, data, .. } = content;
    let mut diagnostics = Vec::new();
    for (at, collection) in collections.iter().enumerate() {
        let Some(settings) = &collection.forms else { continue };
        let endpoints = EndpointResolver::new(collection, settings, &data[0], config, &mut diagnostics);
        let mut forms = Vec::new();
        for entry in entries.iter_mut().filter(|entry| entry.collection == at) {
            // The schema's diagnostics explain a form that can't be deserialized.
            let Ok(form) = Form::deserialize(&entry.fields) else { continue };
            let mut found = check::check_form(&form, entry);
            let deliveries = form.deliveries.iter().enumerate();
            let url = |(index, delivery)| Value::from(endpoints.url(delivery, index, entry, &mut found));
            let urls: Vec<Value> = deliveries.map(url).collect();
            entry.downgrade_if_unpublished(&mut found, config);
            diagnostics.extend(found);
            set_urls(entry, urls);
            forms.push((entry.clone(), form));
        }
        diagnostics.extend(endpoints.check_values(&forms));
        diagnostics.extend(translations::check(&forms));
    }
    diagnostics
}

/// Adds the URL of each delivery to a form. A reused entry with the right URLs stays the same `Arc`.
fn set_urls(entry: &mut Arc<Entry>, urls: Vec<Value>) {
    let deliveries = entry.fields.get("deliveries").and_then(Value::as_array).into_iter().flatten();
    if deliveries.map(|delivery| delivery.get(URL_KEY)).eq(urls.iter().map(Some)) {
        return;
    }
    let deliveries = Arc::make_mut(entry).fields.get_mut("deliveries").and_then(Value::as_array_mut);
    for (delivery, url) in deliveries.into_iter().flatten().zip(urls) {
        if let Some(delivery) = delivery.as_object_mut() {
            delivery.insert(URL_KEY.to_owned(), url);
        }
    }
}
