//! Tests of mappings that a file may do without.

use serde_json::{Value, json};

use super::super::change::Change;
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
    let blank = site.session.build_blank_mapping(FILE, "/guide").expect("a form");
    let fields: Vec<(&str, bool)> = blank.fields.iter().map(|field| (&*field.at, field.is_optional)).collect();
    assert_eq!(fields, [("/name", false), ("/town", false), ("/tel", true)]);

    let incomplete = site.session.change_value(&change(Value::Null, json!({ "name": "Ada" })));
    assert!(matches!(incomplete, Err(Refused::Invalid(_))), "{incomplete:?}");
    let guide = json!({ "name": "Ada", "town": "Ely" });
    site.session.change_value(&change(Value::Null, guide.clone())).expect("added");
    let with_guide = "name: Coast # c\nguide:\n  name: Ada\n  town: Ely\nend: Ely\n";
    assert_eq!(site.read(FILE), with_guide);
    let form = site.session.build_form(FILE, "/guide").expect("a form");
    assert_eq!(form.removable.as_ref(), Some(&guide));
    assert!(site.session.build_blank_mapping(FILE, "/guide").is_err());

    let removal = site.session.change_value(&change(guide, Value::Null)).expect("removed").expect("a change");
    assert_eq!(site.read(FILE), text);
    site.session.undo(removal).expect("taken back");
    assert_eq!(site.read(FILE), with_guide);
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
