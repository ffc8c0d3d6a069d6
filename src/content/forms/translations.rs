//! The comparison of translated forms with the original: what a form sends, and where to, is the same in each language.

use std::collections::BTreeSet;
use std::sync::Arc;

use super::form::{Delivery, Form};
use crate::content::entry::Entry;
use crate::diagnostic::{Diagnostic, list_names};
use crate::yaml::tree::PairSide;

pub(super) fn check(forms: &[(Arc<Entry>, Form)]) -> Vec<Diagnostic> {
    let check_form = |(entry, form): &(Arc<Entry>, Form)| {
        let same_id = forms.iter().filter(|(other, _)| other.id == entry.id);
        let (original, original_form) = same_id.min_by_key(|(other, _)| other.language)?;
        let is_translated = entry.language != original.language;
        is_translated.then(|| compare(entry, &form.deliveries, original, &original_form.deliveries))
    };
    forms.iter().filter_map(check_form).flatten().collect()
}

fn compare(translated: &Entry, own: &[Delivery], original: &Entry, of_original: &[Delivery]) -> Vec<Diagnostic> {
    let file = &original.file.file;
    let report = |message: String, pointer: &str, side: PairSide| {
        Diagnostic::warning("translated-delivery", message)
            .at(translated.place_of(pointer, side))
            .label(format!("it differs from {file}"))
            .help("let every language send the same, or silence this by `diagnostics` in content/site.yaml")
    };
    let mut found = Vec::new();
    if own.len() != of_original.len() {
        let message = format!("the form has {} deliveries, and in {file} {}", own.len(), of_original.len());
        found.push(report(message, "/deliveries", PairSide::Key));
    }
    for (index, (own, other)) in own.iter().zip(of_original).enumerate() {
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

fn sent_names(delivery: &Delivery) -> BTreeSet<&str> {
    let Delivery { values, fixed, campaign, date, flags, id, .. } = delivery;
    let mapped = [values, fixed, campaign].into_iter().flat_map(|map| map.keys().map(String::as_str));
    mapped.chain([date, flags, id].into_iter().filter_map(Option::as_deref)).collect()
}
