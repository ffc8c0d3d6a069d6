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
