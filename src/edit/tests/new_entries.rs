//! Tests of new entries.

use serde_json::json;

use super::super::new_entry::NewEntry;
use super::super::refused::Refused;
use super::EditedSite;

#[test]
fn an_entry_that_breaks_the_site_is_not_created() {
    let page = "<!doctype html><html lang=\"{{ site.language }}\" dir=\"{{ site.direction }}\"><head><meta charset=\"utf-8\"><title>{{ page.title }}</title></head><body>\
                <h1>{{ page.title }}</h1>{% if page.title == 'Broken' %}{{ entry('articles/none').title }}{% endif %}\
                </body></html>\n";
    let site = EditedSite::new(&[("templates/page.html", page)]);
    let create = |title: &str, name: &str| {
        let value = json!({ "title": title }).as_object().cloned().unwrap_or_default();
        site.session.create_entry(&NewEntry { collection: "articles".to_owned(), name: name.to_owned(), value })
    };
    assert!(matches!(create("Broken", "broken"), Err(Refused::Invalid(_))));
    assert!(!site.folder.path().join("content/articles/broken.md").exists());
    assert!(site.session.list_changes().is_empty());
    create("Whole", "whole").expect("created");
    assert!(site.read("content/articles/whole.md").contains("title: Whole\n"));
}

#[test]
fn a_new_entry_names_pictures_of_the_site() {
    let schema = "schema: { properties: { name: { type: string }, image: { type: string, format: image } } }\n";
    let site = EditedSite::new(&[
        ("content/crew/_collection.yaml", schema),
        ("public/images/a.svg", "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 1 1\"/>\n"),
    ]);
    let create = |name: &str, image: &str| {
        let value = json!({ "name": name, "image": image }).as_object().cloned().unwrap_or_default();
        site.session.create_entry(&NewEntry { collection: "crew".to_owned(), name: name.to_owned(), value })
    };
    assert!(matches!(create("ada", "a.svg"), Err(Refused::Invalid(found)) if found[0].code == "edit-broken-link"));
    create("ada", "/images/a.svg").expect("created");
}
