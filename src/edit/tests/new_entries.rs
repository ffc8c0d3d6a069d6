//! Tests of new entries, of published pages that go offline, and of the order of new fields.

use std::fs::write;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

use serde_json::{Value, json};

use super::super::change::Change;
use super::super::delete_entry::Deletion;
use super::super::file_change::FILE_BUSY;
use super::super::item_change::ItemChange;
use super::super::new_entry::{NewEntry, ProposedName, build_blank_entry, propose_name};
use super::super::refused::Refused;
use super::{EditedSite, check_refused};
use crate::yaml::write::ItemEdit;

/// A template with a mistake on the page `Broken`.
const PAGE: &str = "<!doctype html><html lang=\"{{ site.language }}\" dir=\"{{ site.direction }}\"><head><meta charset=\"utf-8\"><title>{{ page.title }}</title></head><body>\
                <h1>{{ page.title }}</h1>{% if page.title == 'Broken' %}{{ entry('articles/none').title }}{% endif %}\
                </body></html>\n";

fn create_article(site: &EditedSite, title: &str, name: &str) -> Result<ProposedName, Refused> {
    let value = json!({ "title": title }).as_object().cloned().unwrap_or_default();
    site.session.create_entry(&NewEntry { collection: "articles".to_owned(), name: name.to_owned(), value })
}

#[test]
fn a_name_that_makes_another_entry_of_the_file_is_refused() {
    let site = EditedSite::new(&[]);
    for name in ["README", "_index", "x.ta", "con", ""] {
        check_refused(create_article(&site, "New", name).map(|created| created.file), "bad-name");
    }
}

#[test]
fn an_entry_that_breaks_the_site_is_not_created() {
    let site = EditedSite::new(&[("templates/page.html", PAGE)]);
    let create = |title: &str, name: &str| create_article(&site, title, name);
    assert!(matches!(create("Broken", "broken"), Err(Refused::Invalid(_))));
    assert!(!site.folder.path().join("content/articles/broken.md").exists());
    assert!(site.session.list_changes().is_empty());
    create("Whole", "whole").expect("created");
    assert!(site.read("content/articles/whole.md").contains("title: Whole\n"));
}

#[test]
fn the_name_of_an_entry_outside_of_the_content_is_taken() {
    let schema = "folder: ../../crew\nschema: { properties: { name: { type: string } } }\n";
    let site = EditedSite::new(&[("content/crew/_collection.yaml", schema), ("crew/ada.yaml", "name: Ada\n")]);
    assert_eq!(site.session.read(|site| propose_name(site, "crew", "Ada")).expect("a name").name, "ada-2");
    let value = json!({ "name": "Ada" }).as_object().cloned().unwrap_or_default();
    let new = NewEntry { collection: "crew".to_owned(), name: "Ada".to_owned(), value };
    check_refused(site.session.create_entry(&new).map(|created| created.file), "entry-exists");
}

#[test]
fn the_address_of_a_file_is_taken() {
    let page = "<!doctype html><html lang=\"en\"><head><title>N</title></head><body><h1>N</h1></body></html>\n";
    let site = EditedSite::new(&[("public/neap/index.html", page)]);
    assert_eq!(site.session.read(|site| propose_name(site, "articles", "Neap")).expect("a name").name, "neap-2");
    check_refused(create_article(&site, "Neap", "neap").map(|created| created.file), "address-taken");
    check_refused(site.rename("content/articles/tides.md", "neap", true), "address-taken");
}

#[test]
fn a_change_that_cannot_be_taken_back_is_not_made_again() {
    let site = EditedSite::new(&[("templates/page.html", PAGE)]);
    let path = site.folder.path().join("content/articles/broken.md");
    let writes = Arc::new(AtomicUsize::new(0));
    let (count, written) = (writes.clone(), path.clone());
    // Another program writes the file right before the change is taken back.
    site.session.announce_writes(Box::new(move |_| {
        if count.fetch_add(1, Relaxed) == 1 {
            write(&written, "---\ntitle: Other\n---\n").expect("written");
        }
    }));
    let refused = create_article(&site, "Broken", "broken");
    assert!(matches!(&refused, Err(Refused::Failed(found)) if found.code == FILE_BUSY), "{refused:?}");
    assert_eq!((writes.load(Relaxed), site.session.list_changes().len()), (2, 1));
}

#[test]
fn a_new_entry_after_the_last_possible_number_has_the_same_number() {
    let schema = "sort: order\nschema: { properties: { name: { type: string }, order: { type: integer } } }\n";
    let last = format!("name: Ada\norder: {}\n", i64::MAX);
    let site = EditedSite::new(&[("content/crew/_collection.yaml", schema), ("content/crew/ada.yaml", &last)]);
    let form = site.session.read(|site| build_blank_entry(site, "crew")).expect("a form").form;
    let order = form.fields.iter().find(|field| field.at == "/order").expect("a field");
    assert_eq!(order.value, json!(i64::MAX));
}

#[test]
fn the_form_of_a_new_page_has_the_present_day_though_its_date_is_empty() {
    let site = EditedSite::new(&[]);
    let entry = site.session.read(|site| build_blank_entry(site, "articles")).expect("a form");
    let date = entry.form.fields.iter().find(|field| field.at == "/date").expect("a field");
    assert_eq!((&date.value, entry.today.len()), (&Value::Null, "2026-03-01".len()));
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

#[test]
fn the_published_address_of_a_page_that_becomes_a_draft_or_gets_a_future_date_is_gone() {
    let ledger = "/tides/\n/low-water/ # the ebb\n";
    let site = EditedSite::new(&[("content/urls.txt", ledger)]);
    let file = "content/articles/ebb.md";
    let before = site.read(file);
    for (field, value) in [("draft", json!(true)), ("date", json!("2999-01-01"))] {
        let change = Change { file: file.to_owned(), at: format!("/{field}"), was: Value::Null, to: value, item: None };
        let number = site.session.change_value(&change).expect("changed").expect("a change");
        assert_eq!(site.read("content/urls.txt"), "/tides/\n/low-water/ gone # the ebb\n", "{field}");
        site.session.undo(number).expect("taken back");
        assert_eq!((site.read(file), site.read("content/urls.txt")), (before.clone(), ledger.to_owned()));
    }
}

#[test]
fn an_entry_to_which_something_leads_by_now_does_not_go_by_undo() {
    let site = EditedSite::new(&[]);
    let value = json!({ "title": "Neap" }).as_object().cloned().unwrap_or_default();
    let new = NewEntry { collection: "articles".to_owned(), name: "neap".to_owned(), value };
    let created = site.session.create_entry(&new).expect("created").file;
    site.build();
    let number = site.session.list_changes()[0].0.number;
    let (file, links) = ("content/pages/home.yaml", "/links/0".to_owned());
    let item = site.session.build_form(file, &links).expect("a form").item;
    let link = Change { file: file.to_owned(), at: links, was: "/tides/".into(), to: "/neap/".into(), item };
    site.session.change_value(&link).expect("changed");
    let refused = site.session.undo(number);
    assert!(matches!(&refused, Err(Refused::Invalid(found)) if found[0].code == "broken-link"), "{refused:?}");
    assert!(site.read(&created).contains("Neap"));
}

#[test]
fn the_published_page_of_a_term_is_gone_with_its_last_use() {
    let file = "content/articles/neap.md";
    let text = "---\ntitle: Neap\ntags: [Moon, Sea]\n---\n";
    let site = EditedSite::new(&[
        (
            "content/site.yaml",
            "title: Harbour\nbase_url: https://harbour.example/sea/\nlanguage: en\nlanguages: { en: { name: English }, \
             ta: { name: தமிழ் } }\npages:\n  - { route: /404.html, template: 404.html, languages: all }\n  \
             - { route: '/tags/{term}/', template: term.html, for_each: { collection: articles, field: tags } }\n",
        ),
        (
            "content/articles/_collection.yaml",
            "route: /{slug}/\ntemplate: page.html\nschema:\n  required: [title]\n  properties:\n    title: { type: string }\n    \
             author: { type: string, reference: team }\n    near: { type: array, items: { reference: articles } }\n    \
             links: {}\n    tags: { type: array, items: { type: string } }\n",
        ),
        ("content/articles/ebb.md", "---\ntitle: Ebb\nslug: low-water\ntags: [Sea]\n---\n"),
        ("content/articles/storm.md", "---\ntitle: Storm\ndraft: true\ntags: [Storm]\n---\n"),
        (file, text),
        (
            "templates/term.html",
            "<!doctype html><html lang=\"{{ site.language }}\"><head><title>T</title></head><body><h1>{{ page.term.name }}</h1></body></html>\n",
        ),
        ("content/urls.txt", "/neap/\n/tags/moon/\n/tags/sea/\n/tags/storm/\n"),
    ]);
    let ledger = || site.read("content/urls.txt");
    let at = "/tags/0".to_owned();
    let item = site.session.build_form(file, &at).expect("a form").item;
    let change = Change { file: file.to_owned(), at, was: "Moon".into(), to: "Moons".into(), item };
    let changed = site.session.change_value(&change).expect("changed").expect("a change");
    assert_eq!(ledger(), "/neap/\n/tags/moon/ gone\n/tags/sea/\n/tags/storm/\n");
    site.session.undo(changed).expect("undone");

    let edit = ItemEdit::Remove { number: 0 };
    let change = ItemChange { file: file.to_owned(), at: "/tags".to_owned(), was: "Moon".into(), edit };
    let removed = site.session.change_items(&change).expect("removed").expect("a change");
    assert_eq!(ledger(), "/neap/\n/tags/moon/ gone\n/tags/sea/\n/tags/storm/\n");
    site.session.undo(removed).expect("undone");
    assert_eq!(
        (ledger(), site.read(file)),
        ("/neap/\n/tags/moon/\n/tags/sea/\n/tags/storm/\n".to_owned(), text.to_owned())
    );

    let deletion = Deletion { file: file.to_owned(), leads_to: None, uses: Vec::new() };
    site.session.delete_entry(&deletion).expect("deleted");
    assert_eq!(ledger(), "/neap/ gone\n/tags/moon/ gone\n/tags/sea/\n/tags/storm/\n");
}

#[test]
fn a_new_field_keeps_the_order_of_a_schema_that_names_the_date_itself() {
    let schema = "schema:\n  properties:\n    title: { type: string }\n    date: { type: string, format: date }\n    \
                  place: { type: string }\n    links: {}\n    near: {}\n    author: {}\n";
    let file = "content/pages/fair.yaml";
    let text = "title: Fair\ndate: 2025-05-01\nroute: /fair/\ntemplate: page.html\n";
    let site = EditedSite::new(&[("content/pages/_collection.yaml", schema), (file, text)]);
    let (file, at) = (file.to_owned(), "/place".to_owned());
    let change = Change { file: file.clone(), at, was: Value::Null, to: "Quay".into(), item: None };
    site.session.change_value(&change).expect("changed");
    assert_eq!(site.read(&file), text.replace("route:", "place: Quay\nroute:"));
}
