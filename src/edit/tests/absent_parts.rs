//! Tests of mappings that a file may do without.

use serde_json::{Value, json};

use super::super::change::Change;
use super::super::form::FieldKind;
use super::super::refused::Refused;
use super::EditedSite;

const FILE: &str = "content/tours.yaml";
const SCHEMA: &str = "required: [name]\nproperties:\n  name: { type: string }\n  guide:\n    required: [name, town]\n    \
                      properties: { name: { type: string }, town: { type: string }, tel: { type: string } }\n  \
                      end: { type: string }\n";

fn change(was: Value, to: Value) -> Change {
    Change { file: FILE.to_owned(), at: "/guide".to_owned(), was, to, item: None }
}

#[test]
fn a_mapping_that_a_file_lacks_is_added_as_a_whole_and_removed_again() {
    let text = "name: Coast # c\nend: Ely\n";
    let site = EditedSite::new(&[("content/tours.schema.yaml", SCHEMA), (FILE, text)]);
    let form = site.session.build_form(FILE, "").expect("a form");
    let absent: Vec<&str> = form.absent_parts.iter().map(|part| &*part.at).collect();
    assert_eq!((absent, form.parts.len(), form.removable), (vec!["/guide"], 0, None));
    let blank = site.build_blank_value(FILE, "/guide", None).expect("a form");
    let fields: Vec<(&str, bool)> = blank.fields.iter().map(|field| (&*field.at, field.is_optional)).collect();
    assert_eq!(fields, [("/name", false), ("/town", false), ("/tel", true)]);

    let incomplete = site.session.change_value(&change(Value::Null, json!({ "name": "Ada" })));
    assert!(matches!(incomplete, Err(Refused::Invalid(_))), "{incomplete:?}");
    let guide = json!({ "name": "Ada", "town": "Ely" });
    site.session.change_value(&change(Value::Null, guide.clone())).expect("added");
    let with_guide = "name: Coast # c\nguide:\n  name: Ada\n  town: Ely\nend: Ely\n";
    assert_eq!(site.read(FILE), with_guide);
    // Another window still shows no guide.
    let again = site.session.change_value(&change(Value::Null, json!({ "name": "Eve", "town": "Ely" })));
    assert!(matches!(again, Err(Refused::Conflict { .. })), "{again:?}");
    assert_eq!(site.read(FILE), with_guide);
    let form = site.session.build_form(FILE, "/guide").expect("a form");
    assert_eq!(form.removable.as_ref(), Some(&guide));
    assert!(site.build_blank_value(FILE, "/guide", None).is_err());

    let removal = site.session.change_value(&change(guide, Value::Null)).expect("removed").expect("a change");
    assert_eq!(site.read(FILE), text);
    site.session.undo(removal).expect("taken back");
    assert_eq!(site.read(FILE), with_guide);
}

#[test]
fn lists_and_mappings_that_may_be_null_can_be_added() {
    let schema = "properties:\n  guide: { type: [object, \"null\"], properties: { name: { type: string } } }\n  \
                  tags: { type: [array, \"null\"], items: { type: string } }\n";
    let site = EditedSite::new(&[("content/tours.schema.yaml", schema), (FILE, "{}\n")]);
    let form = site.session.build_form(FILE, "").expect("a form");
    let absent: Vec<&str> = form.absent_parts.iter().map(|part| &*part.at).collect();
    assert_eq!(absent, ["/guide"]);
    assert!(site.session.build_form(FILE, "/tags").is_ok_and(|form| form.list.is_some()));
    site.session.change_value(&change(Value::Null, json!({ "name": "Ada" }))).expect("added");
}

#[test]
fn lists_and_mappings_are_not_offered_where_they_cannot_be_added() {
    let schema = "properties:\n  guide: { properties: { name: { type: string } } }\n  \
                  tags: { type: array, items: { type: string } }\n";
    let file = "content/tours.json";
    let site = EditedSite::new(&[("content/tours.schema.yaml", schema), (file, "{}\n")]);
    let form = site.session.build_form(file, "").expect("a form");
    assert_eq!((form.parts.len(), form.absent_parts.len()), (0, 0));
}

#[test]
fn a_required_mapping_stays() {
    let schema = SCHEMA.replace("required: [name]\n", "required: [name, guide]\n");
    let text = "name: Coast\nguide: { name: Ada, town: Ely }\n";
    let site = EditedSite::new(&[("content/tours.schema.yaml", &schema), (FILE, text)]);
    assert_eq!(site.session.build_form(FILE, "/guide").expect("a form").removable, None);
    let refused = site.session.change_value(&change(json!({ "name": "Ada", "town": "Ely" }), Value::Null));
    assert!(matches!(refused, Err(Refused::Invalid(_))), "{refused:?}");
}

#[test]
fn links_and_markdown_of_a_new_group_are_checked() {
    let schema = "properties:\n  stop:\n    properties:\n      page: { type: string }\n      \
                  about: { type: string, format: markdown }\n      price: { type: string }\n";
    let site = EditedSite::new(&[("content/tours.schema.yaml", schema), (FILE, "{}\n")]);
    let add = |stop: Value| {
        let (file, at) = (FILE.to_owned(), "/stop".to_owned());
        site.session.change_value(&Change { file, at, was: Value::Null, to: stop, item: None })
    };
    for stop in [json!({ "page": "/nowhere/" }), json!({ "about": "See [this](/nowhere/)." })] {
        let refused = add(stop);
        assert!(matches!(&refused, Err(Refused::Invalid(found)) if found[0].code == "edit-broken-link"), "{refused:?}");
    }
    add(json!({ "page": "/tides/", "about": "See [this](/tides/).", "price": "/hour" })).expect("added");
}

#[test]
fn the_fields_of_a_new_group_are_in_the_order_of_the_schema() {
    let schema = "properties:\n  stop:\n    properties:\n      town: { type: string }\n      \
                  guide: { properties: { name: { type: string }, tel: { type: string } } }\n      end: { type: string }\n";
    let site = EditedSite::new(&[("content/tours.schema.yaml", schema), (FILE, "# Empty.\n")]);
    let to = json!({ "end": "Ely", "guide": { "tel": "1", "name": "Ada" }, "town": "Ely" });
    let (file, at) = (FILE.to_owned(), "/stop".to_owned());
    site.session.change_value(&Change { file, at, was: Value::Null, to, item: None }).expect("added");
    let written = site.read(FILE);
    assert!(
        written.ends_with("stop:\n  town: Ely\n  guide:\n    name: Ada\n    tel: \"1\"\n  end: Ely\n"),
        "{written}"
    );
}

#[test]
fn a_required_list_of_groups_begins_empty_and_is_not_written_as_lines() {
    let schema = "properties:\n  stop:\n    required: [town, guides, tags]\n    properties:\n      \
                  town: { type: string }\n      \
                  guides: { type: array, items: { properties: { name: { type: string } } } }\n      \
                  tags: { type: array, items: { type: string } }\n";
    let site = EditedSite::new(&[("content/tours.schema.yaml", schema), (FILE, "{}\n")]);
    let blank = site.build_blank_value(FILE, "/stop", None).expect("a form");
    let fields: Vec<(&str, FieldKind)> = blank.fields.iter().map(|field| (&*field.at, field.kind)).collect();
    assert_eq!(fields, [("/town", FieldKind::Text), ("/tags", FieldKind::Lines)]);
    assert_eq!(blank.base, json!({ "guides": [], "tags": [] }));
}

#[test]
fn a_value_of_a_group_that_is_gone_is_not_there() {
    let site = EditedSite::new(&[("content/tours.schema.yaml", SCHEMA), (FILE, "name: Coast\n")]);
    let (file, at) = (FILE.to_owned(), "/guide/tel".to_owned());
    let gone = site.session.change_value(&Change { file, at, was: "1".into(), to: "2".into(), item: None });
    assert!(matches!(gone, Err(Refused::NotFound)), "{gone:?}");
}
