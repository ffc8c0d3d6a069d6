//! Tests of the links and pictures that a change writes.

use serde_json::Value;

use super::super::change::Change;
use super::super::form::FieldKind;
use super::super::item_change::ItemChange;
use super::super::refused::Refused;
use super::EditedSite;
use crate::yaml::write::ItemEdit;

#[test]
fn links_that_lead_nowhere_are_refused_wherever_markdown_stands() {
    let schema = "properties: { about: { type: string, format: markdown } }\n";
    let site = EditedSite::new(&[
        ("content/notes.schema.yaml", schema),
        ("content/notes.yaml", "about: Nothing.\n"),
        ("content/articles/notes.md", "---\ntitle: Notes\n---\n\nNothing.\n"),
    ]);
    let change = |file: &str, at: &str, to: &str| {
        let (file, at) = (file.to_owned(), at.to_owned());
        site.session.change_value(&Change { file, at, was: "Nothing.".into(), to: to.into(), item: None })
    };
    for link in [
        "/nowhere/",
        "/no\\_where/",
        "/no&amp;where/",
        "javascript&#58;alert(1)",
        "www.example.com",
        "https:/example.com",
        "https://",
        "HTTP://Localhost:4777/tides/",
    ] {
        for (file, at) in [("content/notes.yaml", "/about"), ("content/articles/notes.md", "#0")] {
            let refused = change(file, at, &format!("See [this]({link})."));
            assert!(matches!(refused, Err(Refused::Invalid(found)) if found[0].code == "edit-broken-link"), "{link}");
        }
    }
    change("content/notes.yaml", "/about", "See [this](/tides/) and [that](https://example.com).").expect("changed");
}

#[test]
fn addresses_in_html_begin_with_the_base_path() {
    let file = "content/articles/notes.md".to_owned();
    let site = EditedSite::new(&[(&file, "---\ntitle: Notes\n---\n\nNothing.\n")]);
    let change = |to: &str| {
        let (file, at) = (file.clone(), "#0".to_owned());
        site.session.change_value(&Change { file, at, was: "Nothing.".into(), to: to.into(), item: None })
    };
    for to in ["See [this](/sea/tides/).", "See <a href=\"/sea/nowhere/\">this</a>."] {
        let refused = change(to);
        assert!(matches!(refused, Err(Refused::Invalid(found)) if found[0].code == "edit-broken-link"), "{to}");
    }
    change("See <a href=\"/sea/tides/\">this</a>.").expect("changed");
}

#[test]
fn a_value_that_was_a_link_or_a_picture_stays_one() {
    let file = "content/notes.yaml";
    let site = EditedSite::new(&[
        ("content/notes.schema.yaml", "additionalProperties: true\n"),
        (
            file,
            "page: /tides/\nother: https://example.com/\nimage: /images/a.svg\nword: tides\nplace: '#high'\nmail: mailto:a@b.example\n",
        ),
        ("public/images/a.svg", "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 1 1\"/>\n"),
    ]);
    let change = |at: &str, was: &str, to: &str| {
        let (file, at) = (file.to_owned(), at.to_owned());
        site.session.change_value(&Change { file, at, was: was.into(), to: to.into(), item: None })
    };
    for (at, was, to) in [
        ("/page", "/tides/", "http://127.0.0.1:4777/tides/"),
        ("/page", "/tides/", "https://"),
        ("/page", "/tides/", "www.example.com"),
        ("/other", "https://example.com/", "/nowhere/"),
        ("/other", "https://example.com/", "ada@example.com"),
        ("/image", "/images/a.svg", "/images/b.svg"),
        ("/image", "/images/a.svg", "C:\\a.png"),
        ("/image", "/images/a.svg", "https://example.com/a.png"),
        ("/word", "tides", "http://localhost:4777/tides/"),
        ("/word", "tides", "http://[::1]/tides/"),
        ("/word", "tides", "JavaScript:alert(1)"),
        ("/other", "https://example.com/", "www.example.com "),
        ("/other", "https://example.com/", "https://example.com/a b"),
        ("/place", "#high", "/Tides/"),
        ("/mail", "mailto:a@b.example", "a@b.example"),
        ("/mail", "mailto:a@b.example", "our office"),
        ("/mail", "mailto:a@b.example", "mailto:"),
        ("/other", "https://example.com/", "htps://example.com/"),
    ] {
        let refused = change(at, was, to);
        assert!(matches!(refused, Err(Refused::Invalid(found)) if found[0].code == "edit-broken-link"), "{to}");
    }
    change("/page", "/tides/", "https://example.com/b?c").expect("changed");
    change("/other", "https://example.com/", "/about/").expect("changed");
    change("/other", "/about/", "https://example.com/").expect("changed");
    change("/other", "https://example.com/", "Town hall, room 3").expect("changed");
    change("/page", "https://example.com/b?c", "/images/a.svg").expect("changed");
    change("/page", "/images/a.svg", "/tides/").expect("changed");
    change("/word", "tides", "high tides, and / or low ones").expect("changed");
    change("/word", "high tides, and / or low ones", "SVG").expect("changed");
}

#[test]
fn a_new_item_is_a_link_only_if_the_first_one_leads_to_a_page() {
    let file = "content/notes.yaml";
    let site = EditedSite::new(&[
        ("content/notes.schema.yaml", "additionalProperties: true\n"),
        (file, "pages: [/tides/]\nsources: [https://example.com/]\nseen: [/images/a.svg]\n"),
        ("public/images/a.svg", "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 1 1\"/>\n"),
    ]);
    let add = |list: &str, text: &str| {
        let edit = ItemEdit::Insert { number: 1, value: text.into() };
        site.session.change_items(&ItemChange { file: file.to_owned(), at: list.to_owned(), was: Value::Null, edit })
    };
    for (list, text) in [
        ("/pages", "/nowhere/"),
        ("/pages", "Smith"),
        ("/sources", "http://localhost/a"),
        ("/sources", "/nowhere/"),
        ("/sources", "www.example.com"),
        ("/seen", "b.svg"),
    ] {
        let refused = add(list, text);
        assert!(matches!(refused, Err(Refused::Invalid(found)) if found[0].code == "edit-broken-link"), "{text}");
    }
    for (list, text) in [("/pages", "/about/"), ("/sources", "Smith 2020"), ("/seen", "A tree")] {
        add(list, text).expect("added");
    }
}

#[test]
fn an_absent_field_with_the_format_image_takes_only_pictures() {
    let file = "content/notes.yaml";
    let site = EditedSite::new(&[
        (
            "content/notes.schema.yaml",
            "properties: { title: { type: string }, image: { type: string, format: image } }\n",
        ),
        (file, "title: Notes\n"),
        ("public/images/a.svg", "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 1 1\"/>\n"),
    ]);
    let form = site.session.build_form(file, "").expect("a form");
    let image = form.fields.iter().find(|field| field.at == "/image").expect("a field");
    assert_eq!(image.kind, FieldKind::Picture);
    let change = |to: &str| {
        let (file, at) = (file.to_owned(), "/image".to_owned());
        site.session.change_value(&Change { file, at, was: Value::Null, to: to.into(), item: None })
    };
    for to in ["a", "a.svg", "/images/b.svg", "/tides/", "https://example.com/a.svg"] {
        let refused = change(to);
        assert!(matches!(refused, Err(Refused::Invalid(found)) if found[0].code == "edit-broken-link"), "{to}");
    }
    change("/images/a.svg").expect("changed");
}
