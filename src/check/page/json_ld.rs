//! The check of structured data (JSON-LD): that it is JSON, and has no types that search engines ignore and no ratings
//! that they may penalise.

use serde_json::Value;

use crate::check::data::parse_json;
use crate::check::spanned;
use crate::diagnostic::SpannedDiagnostic;

/// The types that search engines no longer use, with an explanation.
const RETIRED: &[(&str, &str)] = &[
    ("ClaimReview", "search engines have not shown fact checks since 2025"),
    ("HowTo", "search engines have not shown instructions since 2023"),
    ("OccupationAggregationByEmployer", "search engines have not shown salaries since 2025"),
    ("SearchAction", "search engines have not shown a search box below a result since 2024"),
    ("SpecialAnnouncement", "search engines have not shown announcements since 2025"),
    ("VehicleListing", "search engines have not shown vehicles for sale since 2025"),
];

/// The types of organisations. Search engines do not show ratings that an organisation gives itself.
const ORGANISATIONS: &[&str] = &[
    "Corporation",
    "EducationalOrganization",
    "LocalBusiness",
    "OnlineBusiness",
    "OnlineStore",
    "Organization",
    "ProfessionalService",
    "Store",
];

/// Checks the content of a script, which begins at byte `at` of the page.
pub fn check(text: &str, at: usize, diagnostics: &mut Vec<SpannedDiagnostic>) {
    match parse_json(text) {
        Ok(value) => check_value(&value, text, at, diagnostics),
        Err((span, why)) => {
            let message = format!("the page's structured data is not JSON: {why}");
            let help = "let the template write it with the filter `json`, which writes every quote and comma";
            diagnostics.push(spanned::error("invalid-json-ld", message, at + span.start..at + span.end, help));
        }
    }
}

/// Checks a value of the structured data and all values inside it.
fn check_value(value: &Value, text: &str, at: usize, diagnostics: &mut Vec<SpannedDiagnostic>) {
    match value {
        Value::Array(items) => items.iter().for_each(|item| check_value(item, text, at, diagnostics)),
        Value::Object(fields) => {
            let span = |word: &str| {
                let quoted = format!("\"{word}\"");
                // A word that is written with escapes is not found; then the beginning of the script is marked.
                text.find(&quoted).map_or(at..at, |start| at + start..at + start + quoted.len())
            };
            let types = read_types(fields.get("@type"));
            for (name, why) in RETIRED.iter().filter(|(name, _)| types.contains(name)) {
                let message = format!("the page has structured data of the type `{name}`: {why}");
                let help = "take it out: nobody reads it";
                diagnostics.push(spanned::warning("retired-type", message, span(name), help));
            }
            let organisation = types.iter().find(|name| ORGANISATIONS.contains(name));
            let rating = ["aggregateRating", "review"].into_iter().find(|key| fields.contains_key(*key));
            if let (Some(organisation), Some(rating)) = (organisation, rating) {
                let message = format!("structured data of the type `{organisation}` holds its own `{rating}`");
                let help =
                    "take it out: search engines don't show ratings that a company gives itself, and may penalise them";
                diagnostics.push(spanned::error("self-serving-rating", message, span(rating), help));
            }
            fields.values().for_each(|field| check_value(field, text, at, diagnostics));
        }
        _ => {}
    }
}

fn read_types(value: Option<&Value>) -> Vec<&str> {
    match value {
        Some(Value::String(name)) => vec![name],
        Some(Value::Array(names)) => names.iter().filter_map(Value::as_str).collect(),
        _ => Vec::new(),
    }
}
