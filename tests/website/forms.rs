//! Forms: the names under which values are sent, with and without scripts (R-FORM-02 to R-FORM-04, R-FORM-07).

use serde_yaml::Value;

use super::content::{entries, file};
use super::page;

/// The names that services expect: form, kind of delivery, names.
const NAMES: &[(&str, &str, &[&str])] = &[
    ("newsletter", "form-post", &["EmailId"]),
    ("careers", "json-post", &["FirstName", "EmailAddress", "Phone", "Role", "Subject", "Message", "Source"]),
    ("careers", "form-post", &["Name", "Phone Number", "Email Id", "Subject", "Comments"]),
    ("enquiry", "json-post", &["FirstName", "EmailAddress", "Phone", "Business Name", "Business Website", "Source"]),
    ("enquiry", "form-post", &["Name", "Phone Number", "Email Id", "City", "Business Name", "Business Website"]),
    ("tours", "form-post", &["Name", "EmailId"]),
];

/// Where each form is complete without a script.
const IN_PLACE: &[(&str, &str, &str)] = &[
    ("newsletter", "/Privyr/", ".site-footer"),
    ("careers", "/WorkWithUs/", "#apply"),
    ("enquiry", "/Advisory/", "#enquiry"),
    ("enquiry", "/DigitalMarketingCourse/", "#apply"),
    ("tours", "/ToursandWorkshops/", "#notify"),
];

/// Reads the delivery of a form that has this kind.
fn delivery(form: &str, kind: &str) -> Value {
    let form = file(&format!("forms/{form}.yaml"));
    let deliveries = form["deliveries"].as_sequence().expect("a list");
    deliveries.iter().find(|delivery| delivery["kind"] == kind).expect("a delivery").clone()
}

/// Returns the keys of a mapping.
fn keys(value: &Value) -> Vec<String> {
    let keys = value.as_mapping().into_iter().flat_map(|mapping| mapping.keys());
    keys.map(|key| key.as_str().expect("text").to_owned()).collect()
}

#[test]
fn values_travel_under_the_names_that_services_expect() {
    for (form, kind, expected) in NAMES {
        let delivery = delivery(form, kind);
        let mut found = [keys(&delivery["values"]), keys(&delivery["fixed"])].concat();
        let mut expected = expected.to_vec();
        found.sort();
        expected.sort_unstable();
        assert_eq!(found, expected, "{form}: {kind}");
    }
}

#[test]
fn each_value_comes_from_a_field_of_its_form() {
    for (slug, form) in entries("forms") {
        let fields: Vec<&str> =
            form["fields"].as_sequence().expect("a list").iter().filter_map(|f| f["name"].as_str()).collect();
        for delivery in form["deliveries"].as_sequence().expect("a list") {
            for (name, field) in delivery["values"].as_mapping().expect("names") {
                assert!(fields.contains(&field.as_str().expect("text")), "{slug}: {name:?}");
            }
        }
    }
}

#[test]
fn without_a_script_forms_post_the_same_names() {
    for (form, route, section) in IN_PLACE {
        let element = page(route).one(section).one("form[method=post]");
        assert!(element.get("action").starts_with("https://"), "{route}");
        let controls = ["input[name]", "select[name]", "textarea[name]"].map(|selector| element.select(selector));
        let mut found: Vec<String> = controls.iter().flatten().map(|control| control.get("name")).collect();
        let delivery = delivery(form, "form-post");
        let mut expected = keys(&delivery["values"]);
        expected.push(delivery["date"].as_str().expect("a name for the date").to_owned());
        found.sort();
        expected.sort();
        assert_eq!(found, expected, "{route}");
        element.one("button[type=submit]");
    }
}

#[test]
fn forms_that_open_in_a_modal_are_on_the_page_too() {
    for (form, route, _) in IN_PLACE.iter().filter(|(form, ..)| *form != "newsletter") {
        page(route).root().count("main dialog form[method=post]", 1);
        assert!(!page(route).select(&format!("[data-opens={form}-dialog]")).is_empty(), "{route}");
    }
}
