//! The comparison of translated forms with the original: what a form sends, and where to, is the same in each language.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use serde::Deserialize;
use serde_json::Value;

use super::form::{Delivery, Form};
use crate::content::entry::Entry;
use crate::diagnostic::{Diagnostic, list_names};
use crate::yaml::tree::PairSide;

/// Warns of deliveries of translated forms that differ from those of the original.
pub(super) fn check<'e>(forms: impl Iterator<Item = &'e Arc<Entry>> + Clone) -> Vec<Diagnostic> {
    let mut originals: BTreeMap<&str, &Arc<Entry>> = BTreeMap::new();
    for form in forms.clone() {
        let known = originals.entry(&form.id).or_insert(form);
        *known = std::cmp::min_by_key(*known, form, |form| form.language);
    }
    let translated = forms.filter(|form| form.language != originals[&*form.id].language);
    translated.flat_map(|form| compare(form, originals[&*form.id])).collect()
}

fn compare(translated: &Entry, original: &Entry) -> Vec<Diagnostic> {
    let deliveries = |entry: &Entry| {
        // The schema's diagnostics explain a form that can't be deserialized.
        Form::deserialize(Value::Object(entry.fields.clone())).ok().map(|form| form.deliveries)
    };
    let (Some(own), Some(others)) = (deliveries(translated), deliveries(original)) else { return Vec::new() };
    let file = &original.file.file;
    let report = |message: String, pointer: &str, side: PairSide| {
        Diagnostic::warning("translated-delivery", message)
            .at(translated.place_of(pointer, side))
            .label(format!("it differs from {file}"))
            .help("let every language send the same, or silence this by `diagnostics` in content/site.yaml")
    };
    let mut found = Vec::new();
    if own.len() != others.len() {
        let message = format!("the form has {} deliveries, and in {file} {}", own.len(), others.len());
        found.push(report(message, "/deliveries", PairSide::Key));
    }
    for (index, (own, other)) in own.iter().zip(&others).enumerate() {
        if (&own.kind, &own.endpoint) != (&other.kind, &other.endpoint) {
            let message = format!(
                "the form is sent to `{}` ({}), and in {file} to `{}` ({})",
                own.endpoint, own.kind, other.endpoint, other.kind
            );
            found.push(report(message, &format!("/deliveries/{index}/endpoint"), PairSide::Value));
        }
        let missing: Vec<&str> = sent_names(other).difference(&sent_names(own)).copied().collect();
        if !missing.is_empty() {
            let message = format!("the form does not send {}, which {file} sends", list_names(&missing));
            found.push(report(message, &format!("/deliveries/{index}/values"), PairSide::Key));
        }
    }
    found
}

/// Returns the names under which a delivery sends values.
fn sent_names(delivery: &Delivery) -> BTreeSet<&str> {
    let Delivery { values, fixed, campaign, date, flags, id, .. } = delivery;
    let mapped = [values, fixed, campaign].into_iter().flat_map(|map| map.keys().map(String::as_str));
    mapped.chain([date, flags, id].into_iter().filter_map(Option::as_deref)).collect()
}
