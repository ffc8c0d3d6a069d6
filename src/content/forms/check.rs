//! The checks of one form: its names are unique, its deliveries send existing fields, its rules have messages.

use std::collections::BTreeSet;

use jiff::civil::{Date, Time};
use serde_json::Value;

use super::form::{Delivery, Form, FormField, texts};
use crate::content::entry::Entry;
use crate::diagnostic::{Diagnostic, Place, did_you_mean, list_names};
use crate::yaml::pointer::join;
use crate::yaml::tree::PairSide;

/// The query parameters that advertisements, newsletters and shared links add to URLs.
const CAMPAIGN_PARAMETERS: [&str; 22] = [
    "dclid",
    "epik",
    "fbclid",
    "gad_source",
    "gbraid",
    "gclid",
    "igshid",
    "li_fat_id",
    "mc_cid",
    "mc_eid",
    "msclkid",
    "rdt_cid",
    "ref",
    "ttclid",
    "twclid",
    "utm_campaign",
    "utm_content",
    "utm_id",
    "utm_medium",
    "utm_source",
    "utm_term",
    "wbraid",
];

pub(super) fn check_form(form: &Form, entry: &Entry) -> Vec<Diagnostic> {
    let mut found = Vec::new();
    let mut seen = BTreeSet::new();
    let sent: BTreeSet<&str> =
        form.deliveries.iter().flat_map(|delivery| texts(&delivery.values)).map(|(_, field)| field).collect();
    for (index, field) in form.fields.iter().enumerate() {
        let place = |key: &str, side| entry.place_of(&format!("/fields/{index}/{key}"), side);
        if !seen.insert(field.name.as_str()) {
            found.push(
                Diagnostic::error("duplicate-field", format!("two fields have the name `{}`", field.name))
                    .at(place("name", PairSide::Value))
                    .label("the name is taken by a field above")
                    .help("give it a different name: deliveries could not tell the two apart"),
            );
        }
        if !sent.contains(field.name.as_str()) {
            found.push(
                Diagnostic::warning("field-not-sent", format!("no delivery sends the field `{}`", field.name))
                    .at(place("name", PairSide::Value))
                    .label("visitors fill it in, but it is not sent")
                    .help("name it in the `values` of a delivery, or take the field out"),
            );
        }
        found.extend(check_rule(field, &place));
        found.extend(check_options(field, &place));
        found.extend(check_limits(field, &place));
    }
    if let Some(name) = form.honeypot.as_deref().filter(|name| seen.contains(name)) {
        found.push(
            Diagnostic::error("duplicate-field", format!("the honeypot has the name of the field `{name}`"))
                .at(entry.place_of("/honeypot", PairSide::Value))
                .label("people fill this field in")
                .help("choose a field name that the form does not have, such as `website`"),
        );
    }
    for (index, delivery) in form.deliveries.iter().enumerate() {
        found.extend(check_delivery(delivery, &format!("/deliveries/{index}"), &seen, entry));
    }
    found
}

/// Reports a rule without a message, or a message without a rule. `place` returns the place of a key of the field.
fn check_rule(field: &FormField, place: &dyn Fn(&str, PairSide) -> Place) -> Option<Diagnostic> {
    let FormField { name, field_type, required, length, min, max, message, .. } = field;
    let rules = [("required", *required), ("length", length.is_some()), ("min", min.is_some()), ("max", max.is_some())];
    let rule = rules.into_iter().find_map(|(rule, is_set)| is_set.then_some(rule));
    // Browsers check the values of these types even without a rule.
    let is_checked = matches!(field_type.as_str(), "email" | "url" | "number" | "date" | "time");
    match (rule, message) {
        (Some(rule), None) => Some(
            Diagnostic::error("rule-without-message", format!("the field `{name}` has a rule and no message"))
                .at(place(rule, PairSide::Key))
                .label("visitors would not learn what is wrong")
                .help("add a line such as `message: Name is Required`"),
        ),
        (None, Some(_)) if !is_checked => Some(
            Diagnostic::warning("message-without-rule", format!("the message of `{name}` is never shown"))
                .at(place("message", PairSide::Key))
                .label("the field has no rule that could fail")
                .help("add `required: true`, `length`, `min` or `max`, or take the message out"),
        ),
        _ => None,
    }
}

/// Reports a select or radio without options, or options on a field of another type. `place` returns the place of a key
/// of the field.
fn check_options(field: &FormField, place: &dyn Fn(&str, PairSide) -> Place) -> Option<Diagnostic> {
    let FormField { name, field_type, options, .. } = field;
    match (field_type.as_str(), options) {
        ("select" | "radio", None) => Some(
            Diagnostic::error("field-options", format!("the {field_type} `{name}` has no options"))
                .at(place("type", PairSide::Value))
                .label("there is nothing to select")
                .help("add a list such as `options: [Yes, No]`"),
        ),
        ("select" | "radio", Some(_)) | (_, None) => None,
        (_, Some(_)) => Some(
            Diagnostic::error("field-options", format!("the field `{name}` has options, but is no select or radio"))
                .at(place("options", PairSide::Key))
                .label(format!("a field of the type `{field_type}` shows no options"))
                .help("write `type: select` or `type: radio`, or take the options out"),
        ),
    }
}

/// Reports a `min` or `max` that browsers would ignore, and a `min` above the `max`. `place` returns the place of a key
/// of the field.
fn check_limits(field: &FormField, place: &dyn Fn(&str, PairSide) -> Place) -> Option<Diagnostic> {
    let FormField { name, field_type, min, max, .. } = field;
    let text = |value: &Value| value.as_str().map_or_else(|| value.to_string(), str::to_owned);
    let number = |text: &str| text.parse::<f64>().ok().filter(|number| number.is_finite());
    let limits = [("min", min), ("max", max)].map(|(key, value)| (key, value.as_ref().map(text)));
    for (key, limit) in limits.iter().filter_map(|(key, limit)| Some((key, limit.as_deref()?))) {
        let (is_valid, expected) = match field_type.as_str() {
            "number" => (number(limit).is_some(), "a number, such as 12"),
            "date" => (limit.len() == 10 && Date::strptime("%F", limit).is_ok(), "a date, such as 2026-03-01"),
            "time" => (limit.len() == 5 && Time::strptime("%R", limit).is_ok(), "a time, such as 09:30"),
            _ => {
                let message = format!("the field `{name}` has `{key}`, but is no number, date or time");
                return Some(
                    Diagnostic::error("field-limits", message)
                        .at(place(key, PairSide::Key))
                        .label(format!("a field of the type `{field_type}` has no limits"))
                        .help("write `type: number`, `date` or `time`, or take the limit out"),
                );
            }
        };
        if !is_valid {
            return Some(
                Diagnostic::error("field-limits", format!("`{key}` of the {field_type} `{name}` is `{limit}`"))
                    .at(place(key, PairSide::Value))
                    .label("browsers would ignore the limit")
                    .help(format!("write {expected}")),
            );
        }
    }
    let [(_, Some(min)), (_, Some(max))] = &limits else { return None };
    // Times may go past midnight, such as from 18:00 to 02:00.
    let is_reversed = match field_type.as_str() {
        "number" => number(min) > number(max),
        _ => field_type == "date" && min > max,
    };
    is_reversed.then(|| {
        Diagnostic::error("field-limits", format!("`min` of the {field_type} `{name}` is greater than `max`"))
            .at(place("min", PairSide::Value))
            .label(format!("`max` is {max}, so that no value is right"))
            .help("exchange the two")
    })
}

/// Reports unknown fields and parameters in a delivery, and names under which the delivery sends two values. `at` is
/// the JSON pointer of the delivery; `fields` are the names of the form's fields.
fn check_delivery(delivery: &Delivery, at: &str, fields: &BTreeSet<&str>, entry: &Entry) -> Vec<Diagnostic> {
    let mut found = Vec::new();
    for (name, field) in texts(&delivery.values).filter(|(_, field)| !fields.contains(field)) {
        let known = list_names(fields);
        found.push(
            Diagnostic::error("unknown-field", format!("the form has no field `{field}`"))
                .at(entry.place_of(&join(&format!("{at}/values"), name), PairSide::Value))
                .label(did_you_mean(field, fields.iter().copied(), &format!("there are {known}")))
                .help("write the name in the submission left of the colon, and the field right of it"),
        );
    }
    for (name, parameter) in texts(&delivery.campaign).filter(|(_, parameter)| !CAMPAIGN_PARAMETERS.contains(parameter))
    {
        found.push(
            Diagnostic::warning("unknown-parameter", format!("no advertisement is known to set `{parameter}`"))
                .at(entry.place_of(&join(&format!("{at}/campaign"), name), PairSide::Value))
                .label(did_you_mean(parameter, CAMPAIGN_PARAMETERS, "not a parameter of an advertisement's address"))
                .help(
                    "write the name in the submission left of the colon, and the parameter right of it, \
                     such as `utm_source`",
                ),
        );
    }
    let mut names: BTreeSet<&str> = delivery.values.keys().map(String::as_str).collect();
    let single = [("date", &delivery.date), ("flags", &delivery.flags), ("id", &delivery.id)];
    let single =
        single.into_iter().filter_map(|(key, name)| Some((name.as_deref()?, format!("{at}/{key}"), PairSide::Value)));
    let listed = [("fixed", &delivery.fixed), ("campaign", &delivery.campaign)].into_iter().flat_map(|(key, map)| {
        map.keys().map(move |name| (name.as_str(), join(&format!("{at}/{key}"), name), PairSide::Key))
    });
    // Of two values with one name, endpoints may receive only one, or both in any order.
    for (name, pointer, side) in listed.chain(single) {
        if !names.insert(name) {
            found.push(
                Diagnostic::error("duplicate-name", format!("two values are sent under the name `{name}`"))
                    .at(entry.place_of(&pointer, side))
                    .label("the delivery has this name already")
                    .help("give one of them a different name"),
            );
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use serde::Deserialize;
    use serde_json::json;

    use super::{FormField, Place, check_options, check_rule};

    #[test]
    fn a_field_with_two_mistakes_reports_both() {
        let field = json!({ "name": "size", "type": "select", "required": true });
        let field = FormField::deserialize(field).unwrap();
        let place = |_: &str, _| Place::file("form.yaml");
        let codes =
            [check_rule(&field, &place), check_options(&field, &place)].map(|found| found.map(|found| found.code));
        assert_eq!(codes, [Some("rule-without-message"), Some("field-options")]);
    }
}
