//! The check of structured data (JSON-LD): that it is JSON, and has no types that search engines ignore and no ratings
//! that they may penalise.

use std::ops::Range;

use serde_json::{Map, Value};

use crate::check::data::parse_json;
use crate::check::spanned;
use crate::diagnostic::SpannedDiagnostic;
use crate::yaml::pointer::{all_values, join};
use crate::yaml::tree::PairSide;
use crate::yaml::{DataFormat, DocumentSource};

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

/// Checks the script at this span of the page.
pub fn check(page: &str, span: Range<usize>, diagnostics: &mut Vec<SpannedDiagnostic>) {
    let text = &page[span.clone()];
    match parse_json(text) {
        Ok(document) => {
            let source = DocumentSource { file: &"".into(), text: page, range: span, format: DataFormat::Json };
            let objects = all_values(&document).into_iter().filter_map(|(at, value)| Some((at, value.as_object()?)));
            objects.for_each(|(pointer, fields)| check_object(fields, &pointer, &source, diagnostics));
        }
        Err((mistake, why)) => {
            let message = format!("the page's structured data is not JSON: {why}");
            let help = "let the template write it with the filter `json`, which writes every quote and comma";
            let mistake = span.start + mistake.start..span.start + mistake.end;
            diagnostics.push(spanned::error("invalid-json-ld", message, mistake, help));
        }
    }
}

/// Checks the object at a JSON pointer of the structured data.
fn check_object(
    fields: &Map<String, Value>,
    pointer: &str,
    source: &DocumentSource<'_>,
    diagnostics: &mut Vec<SpannedDiagnostic>,
) {
    // The type is a name, or a list of names.
    let types = fields.get("@type").map(all_values).unwrap_or_default();
    let types: Vec<(String, &str)> = types.into_iter().filter_map(|(at, value)| Some((at, value.as_str()?))).collect();
    for (at, written) in &types {
        if let Some((name, why)) = RETIRED.iter().find(|(name, _)| name == written) {
            let message = format!("the page has structured data of the type `{name}`: {why}");
            let span = source.span_of(&format!("{pointer}/@type{at}"), PairSide::Value);
            diagnostics.push(spanned::warning("retired-type", message, span, "take it out: nobody reads it"));
        }
    }
    let organisation = types.iter().find(|(_, name)| ORGANISATIONS.contains(name));
    let rating = ["aggregateRating", "review"].into_iter().find(|key| fields.contains_key(*key));
    if let (Some((_, organisation)), Some(rating)) = (organisation, rating) {
        let message = format!("structured data of the type `{organisation}` holds its own `{rating}`");
        let help = "take it out: search engines don't show ratings that a company gives itself, and may penalise them";
        let span = source.span_of(&join(pointer, rating), PairSide::Key);
        diagnostics.push(spanned::error("self-serving-rating", message, span, help));
    }
}
