//! Tests of the fields of forms: their choices, and why they are fixed.

use super::super::form::{EditField, FieldKind};
use super::EditedSite;

const FILE: &str = "content/tours.yaml";

fn find_field(site: &EditedSite, at: &str, name: &str) -> EditField {
    let form = site.session.build_form(FILE, at).expect("a form");
    form.fields.into_iter().find(|field| field.at == format!("{at}/{name}")).expect("a field")
}

#[test]
fn a_field_offers_the_choices_of_all_its_alternatives() {
    let schema = "properties:\n  guide: { anyOf: [{ enum: [none] }, { enum: [all, none] }, { type: string, reference: team }] }\n";
    let site = EditedSite::new(&[("content/tours.schema.yaml", schema), (FILE, "guide: none\n")]);
    let values: Vec<_> = find_field(&site, "", "guide").choices.into_iter().map(|choice| choice.value).collect();
    assert_eq!(values, ["none", "all", "ada"]);
}

#[test]
fn a_field_of_an_item_offers_the_choices_for_the_type_of_the_item() {
    let schema = "properties:\n  stops:\n    items:\n      oneOf:\n        \
                  - { properties: { kind: { const: town }, size: { enum: [small, big] } } }\n        \
                  - { properties: { kind: { const: isle }, size: { enum: [bare] } } }\n        \
                  - { properties: { kind: { const: walk }, size: { type: string } } }\n";
    let text =
        "stops:\n  - { kind: town, size: big }\n  - { kind: isle, size: bare }\n  - { kind: walk, size: 5 km }\n";
    let site = EditedSite::new(&[("content/tours.schema.yaml", schema), (FILE, text)]);
    let describe = |item: &str| {
        let field = find_field(&site, &format!("/stops/{item}"), "size");
        let labels: Vec<String> = field.choices.into_iter().map(|choice| choice.label).collect();
        (field.kind, labels.join(" "))
    };
    assert_eq!(describe("0"), (FieldKind::Choice, "Small Big".to_owned()));
    assert_eq!(describe("1"), (FieldKind::Choice, "Bare".to_owned()));
    assert_eq!(describe("2"), (FieldKind::Text, String::new()));
}

#[test]
fn the_field_of_a_new_item_says_why_its_file_cannot_be_changed() {
    let schema = "properties: { tags: { type: array, items: { type: string } } }\n";
    let file = "content/walks.json";
    let site = EditedSite::new(&[
        ("content/walks.schema.yaml", schema),
        (file, "{ \"tags\": [] }\n"),
        ("content/tours.schema.yaml", schema),
        (FILE, "tags: []\n"),
    ]);
    let fixed = |file: &str| site.build_blank_value(file, "/tags", Some(0)).expect("a form").fields.remove(0).fixed;
    assert_eq!(fixed(file).as_deref(), Some("Only files in YAML can be changed here."));
    assert_eq!(fixed(FILE), None);
}

#[test]
fn an_absent_number_that_may_be_a_text_is_typed_as_a_text() {
    let schema = "properties: { size: { type: [string, number, 'null'] }, price: { type: [number, 'null'] } }\n";
    let site = EditedSite::new(&[("content/tours.schema.yaml", schema), (FILE, "size: ~\nprice: ~\n")]);
    assert_eq!(find_field(&site, "", "size").kind, FieldKind::Text);
    assert_eq!(find_field(&site, "", "price").kind, FieldKind::Number);
}
