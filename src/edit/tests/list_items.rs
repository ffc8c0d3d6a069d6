//! Tests of changes of lists, and of values in their items.

use std::fs::write;

use serde_json::{Value, json};

use super::super::change::Change;
use super::super::item_change::ItemChange;
use super::super::refused::Refused;
use super::super::sample::ApprovedSample;
use super::EditedSite;
use crate::yaml::write::ItemEdit;

#[test]
fn a_value_deep_in_a_list_follows_the_outermost_item() {
    let file = "content/tours.yaml";
    let first = "days:\n  - { walks: [{ guide: { name: Ada } }] }\n";
    let second = "  - { walks: [{ guide: { name: Ada } }], town: Ely, hours: 2.0 }\n";
    let schema = ("content/tours.schema.yaml", "additionalProperties: true\n");
    let site = EditedSite::new(&[schema, (file, &[first, second].concat())]);
    let at = "/days/1/walks/0/guide";
    let mut item = site.session.build_form(file, at).expect("a form").item;
    // A browser sends whole numbers without their fraction.
    item.as_mut().expect("an item").value["hours"] = 2.into();
    assert_eq!(item.as_ref().map(|item| &*item.at), Some("/days/1"));
    let change = Change { file: file.to_owned(), at: format!("{at}/name"), was: "Ada".into(), to: "Bo".into(), item };

    // Somebody adds a day above.
    write(site.folder.path().join(file), [first, "  - {}\n", second].concat()).expect("written");
    site.session.change_value(&change).expect("changed");
    assert_eq!(site.read(file), [first, "  - {}\n", &second.replace("Ada", "Bo")].concat());

    // Somebody removes the day.
    write(site.folder.path().join(file), [first, first.trim_start_matches("days:\n")].concat()).expect("written");
    let refused = site.session.change_value(&change);
    assert!(matches!(refused, Err(Refused::Invalid(found)) if found[0].code == "edit-item"));
    // For a removed value, the form around it is built.
    assert_eq!(site.session.build_form(file, "/days/2/walks/0").expect("a form").at, "/days");
}

#[test]
fn an_empty_value_of_an_item_is_filled_in() {
    let file = "content/tours.yaml";
    let schema = ("content/tours.schema.yaml", "additionalProperties: true\n");
    let site = EditedSite::new(&[schema, (file, "days:\n  - town:\n")]);
    let at = "/days/0/town".to_owned();
    let item = site.session.build_form(file, &at).expect("a form").item;
    let change = Change { file: file.to_owned(), at, was: Value::Null, to: "Ely".into(), item };
    site.session.change_value(&change).expect("changed");
    assert_eq!(site.read(file), "days:\n  - town: Ely\n");
}

#[test]
fn a_number_is_the_one_that_a_browser_shows_without_its_fraction() {
    let file = "content/tours.yaml";
    let schema = ("content/tours.schema.yaml", "additionalProperties: true\n");
    let site = EditedSite::new(&[schema, (file, "fee: 5.0\nhours: [2.0, 3.5]\ndepth: !sample 4.0\n")]);
    let at = "/fee".to_owned();
    let change = Change { file: file.to_owned(), at, was: 5.into(), to: 6.into(), item: None };
    site.session.change_value(&change).expect("changed");
    let edit = ItemEdit::Remove { number: 0 };
    let change = ItemChange { file: file.to_owned(), at: "/hours".to_owned(), was: 2.into(), edit };
    site.session.change_items(&change).expect("removed");
    let sample = ApprovedSample { file: file.to_owned(), at: "/depth".to_owned(), was: 4.into() };
    site.session.approve_samples(&[sample]).expect("approved");
    assert_eq!(site.read(file), "fee: 6\nhours: [3.5]\ndepth: 4.0\n");
}

#[test]
fn a_list_that_a_file_lacks_begins_with_its_first_item_and_goes_with_its_last() {
    let file = "content/tours.yaml";
    let schema = "required: [name]\nproperties:\n  name: { type: string }\n  tags: { type: array, items: { type: string } }\n  \
                  stops:\n    type: array\n    minItems: 1\n    items: { required: [town], properties: { town: { type: string } } }\n  \
                  end: { type: string }\n";
    let text = "name: Coast\nend: Ely\n";
    let site = EditedSite::new(&[("content/tours.schema.yaml", schema), (file, text)]);
    let parts: Vec<String> =
        site.session.build_form(file, "").expect("a form").parts.into_iter().map(|part| part.at).collect();
    assert_eq!(parts, ["/tags", "/stops"]);
    let list = site.session.build_form(file, "/stops").expect("a form").list.expect("a list");
    assert_eq!((list.items.len(), list.least), (0, 0));
    assert_eq!(site.build_blank_value(file, "/stops", Some(0)).expect("a form").at, "/stops/0");

    let change =
        |at: &str, was: Value, edit: ItemEdit| ItemChange { file: file.to_owned(), at: at.to_owned(), was, edit };
    let stop = json!({ "town": "Ely" });
    let add = |at: &str, value: &Value| change(at, Value::Null, ItemEdit::Insert { number: 0, value: value.clone() });
    let number = site.session.change_items(&add("/stops", &stop)).expect("added").expect("a change");
    assert_eq!(site.read(file), "name: Coast\nstops:\n  - town: Ely\nend: Ely\n");
    site.session.change_items(&add("/tags", &json!("sea"))).expect("added");
    let with_both = "name: Coast\ntags: [sea]\nstops:\n  - town: Ely\nend: Ely\n";
    assert_eq!(site.read(file), with_both);

    let remove = ItemEdit::Remove { number: 0 };
    let removal = site.session.change_items(&change("/stops", stop, remove)).expect("removed").expect("a change");
    assert_eq!(site.read(file), "name: Coast\ntags: [sea]\nend: Ely\n");
    site.session.undo(removal).expect("taken back");
    assert_eq!(site.read(file), with_both);
    site.session.undo(number).expect("taken back");
    assert_eq!(site.read(file), "name: Coast\ntags: [sea]\nend: Ely\n");
    site.session.change_items(&change("/tags", json!("sea"), ItemEdit::Remove { number: 0 })).expect("removed");
    assert_eq!(site.read(file), "name: Coast\nend: Ely\n");
    let unknown = site.session.change_items(&add("/unknown", &json!("sea")));
    assert!(matches!(unknown, Err(Refused::NotFound)), "{unknown:?}");
}

#[test]
fn a_list_that_may_be_absent_needs_the_items_that_its_schema_asks_for() {
    let file = "content/tours.yaml";
    let schema = "properties:\n  stops: { type: array, minItems: 2, items: { type: string } }\n";
    let site = EditedSite::new(&[("content/tours.schema.yaml", schema), (file, "stops: [Ely, Rye]\n")]);
    let list = site.session.build_form(file, "/stops").expect("a form").list.expect("a list");
    assert_eq!((list.items.len(), list.least), (2, 2));
}

#[test]
fn a_list_that_is_required_or_has_a_default_stays_when_its_last_item_is_removed() {
    let file = "content/tours.yaml";
    let schema = "required: [a]\nproperties:\n  a: { type: array, items: { type: string } }\n  \
                  b: { type: array, items: { type: string }, default: [x] }\n";
    let site = EditedSite::new(&[("content/tours.schema.yaml", schema), (file, "a: [one]\nb: [two]\n")]);
    for (at, was) in [("/a", "one"), ("/b", "two")] {
        let edit = ItemEdit::Remove { number: 0 };
        let change = ItemChange { file: file.to_owned(), at: at.to_owned(), was: was.into(), edit };
        site.session.change_items(&change).expect("removed");
    }
    assert_eq!(site.read(file), "a: []\nb: []\n");
}

#[test]
fn an_item_that_is_moved_to_its_own_place_is_not_changed() {
    let file = "content/tours.yaml";
    let schema = ("content/tours.schema.yaml", "additionalProperties: true\n");
    for text in ["days:\n  - Ely   # first\n\n  - 'Rye'\n", "days: [ Ely,'Rye' ]\n"] {
        let site = EditedSite::new(&[schema, (file, text)]);
        let edit = ItemEdit::Move { number: 1, to: 1 };
        let change = ItemChange { file: file.to_owned(), at: "/days".to_owned(), was: "Rye".into(), edit };
        assert_eq!(site.session.change_items(&change).expect("a place"), None);
        assert_eq!((site.read(file), site.session.list_changes().len()), (text.to_owned(), 0));
    }
}

#[test]
fn changes_around_a_removed_item_without_a_value_are_undone_in_any_order() {
    let file = "content/tours.yaml";
    let schema = ("content/tours.schema.yaml", "additionalProperties: true\n");
    let text = "days:\n  - ~\n  - Ely\n  - Rye\n";
    for (is_removal_first, between) in
        [(false, "days:\n  - Ely\n  - Rye\n"), (true, "days:\n  - ~\n  - Wick\n  - Rye\n")]
    {
        let site = EditedSite::new(&[schema, (file, text)]);
        let at = "/days/1".to_owned();
        let change = Change { file: file.to_owned(), at, was: "Ely".into(), to: "Wick".into(), item: None };
        let renamed = site.session.change_value(&change).expect("changed").expect("a change");
        let edit = ItemEdit::Remove { number: 0 };
        let removal = ItemChange { file: file.to_owned(), at: "/days".to_owned(), was: Value::Null, edit };
        let removed = site.session.change_items(&removal).expect("removed").expect("a change");
        let (first, second) = if is_removal_first { (removed, renamed) } else { (renamed, removed) };
        site.session.undo(first).expect("undone");
        assert_eq!(site.read(file), between);
        site.session.undo(second).expect("undone");
        assert_eq!(site.read(file), text);
    }
}
