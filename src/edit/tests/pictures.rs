//! Tests of the fields of a picture in Markdown.

use serde_json::Value;

use super::super::block_change::{BlockChange, BlockEdit};
use super::super::change::Change;
use super::super::form::FieldKind;
use super::super::page_choice::list_picture_addresses;
use super::super::refused::Refused;
use super::EditedSite;

const FILE: &str = "content/articles/boats.md";
const SVG: &str = "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 9 9'></svg>";

fn site(markdown: &str) -> EditedSite {
    let text = format!("---\ntitle: Boats\n---\n\n{markdown}\n");
    EditedSite::new(&[(FILE, &text), ("public/images/boat.svg", SVG), ("public/images/new.svg", SVG)])
}

fn change(site: &EditedSite, at: &str, was: &str, to: &str) -> Result<Option<u64>, Refused> {
    let change = Change { file: FILE.to_owned(), at: at.to_owned(), was: was.into(), to: to.into(), item: None };
    let number = site.session.change_value(&change);
    site.build();
    number
}

fn body(site: &EditedSite) -> String {
    site.read(FILE).split_once("---\n\n").expect("Markdown").1.trim_end().to_owned()
}

/// Lists the newest change as people see it.
fn last_change(site: &EditedSite) -> (String, String, Value, Value) {
    let (change, _) = site.session.list_changes().swap_remove(0);
    (change.at, change.label, change.was, change.to)
}

#[test]
fn a_picture_has_a_field_for_its_address_and_one_for_what_it_shows() {
    let site = site("Text.\n\n![A *boat*](/images/boat.svg \"At sea\")\n\n![A boat][b]\n\n[b]: /images/boat.svg");
    let form = site.session.build_form(FILE, "#1/picture_alt").expect("a form");
    let fields: Vec<_> =
        form.fields.iter().map(|field| (&*field.at, field.kind, &*field.label, field.value.clone())).collect();
    let expected = [
        ("#1/picture", FieldKind::Picture, "Picture", "/images/boat.svg".into()),
        ("#1/picture_alt", FieldKind::Text, "What it shows", "A boat".into()),
    ];
    assert_eq!((&*form.at, &*fields), ("#1", &expected[..]));
    let reference = site.session.build_form(FILE, "#2").expect("a form");
    assert_eq!((reference.fields.len(), &*reference.fields[0].label), (1, "Paragraph"));
}

#[test]
fn a_change_of_a_field_writes_nothing_else_and_is_undone() {
    let text = "Text.\n\n> [![A *boat*](/images/boat.svg  'At sea')](/tides/)";
    let site = site(text);
    change(&site, "#1/picture_alt", "A boat", "A  [red]\nboat").expect("changed");
    assert_eq!(body(&site), "Text.\n\n> [![A \\[red\\] boat](/images/boat.svg  'At sea')](/tides/)");
    let alt = ("#1/picture_alt".to_owned(), "What it shows".to_owned(), "A boat".into(), "A [red] boat".into());
    assert_eq!(last_change(&site), alt);
    change(&site, "#1/picture", "/images/boat.svg", "/images/new.svg").expect("changed");
    let (at, label, was, to) = last_change(&site);
    let address = (&*at, &*label, was.as_str().expect("a text"), to.as_str().expect("a text"));
    assert_eq!(address, ("#1/picture", "Picture", "/images/boat.svg", "/images/new.svg"));
    change(&site, "#1/picture_alt", "A [red] boat", "").expect("changed");
    assert_eq!(body(&site), "Text.\n\n> [![](/images/new.svg  'At sea')](/tides/)");
    site.undo_all();
    assert_eq!(body(&site), text);
}

#[test]
fn a_picture_is_found_by_the_value_of_the_field_and_a_change_by_others_is_a_conflict() {
    let site = site("![A](/images/boat.svg)\n\nText.\n\n![B](/images/boat.svg)");
    change(&site, "#1/picture_alt", "B", "A second boat").expect("changed");
    assert_eq!(body(&site), "![A](/images/boat.svg)\n\nText.\n\n![A second boat](/images/boat.svg)");
    match change(&site, "#2/picture_alt", "B", "C") {
        Err(Refused::Conflict { current }) => assert_eq!(current, "A second boat"),
        other => panic!("{other:?}"),
    }
    match change(&site, "#0/picture", "/images/boat.svg", "/images/nowhere.svg") {
        Err(Refused::Invalid(found)) => {
            assert_eq!(found[0].message, "no picture of the site is named `/images/nowhere.svg`");
        }
        other => panic!("{other:?}"),
    }
}

#[test]
fn a_picture_is_named_by_its_path_though_its_address_has_a_hash() {
    let settings = "title: Harbour\nbase_url: https://harbour.example/sea/\nlanguage: en\nlanguages: { en: { name: English }, ta: { name: தமிழ் } }\n\
                    pages:\n  - { route: /404.html, template: 404.html, languages: all }\nassets: { hashed: ['images/**'] }\n";
    let text = "---\ntitle: Boats\n---\n\n![A](/images/boat.svg)\n";
    let site = EditedSite::new(&[
        ("content/site.yaml", settings),
        (FILE, text),
        ("public/images/boat.svg", SVG),
        ("public/images/new.svg", SVG),
    ]);
    change(&site, "#0/picture", "/images/boat.svg", "/images/new.svg").expect("changed");
    let addresses = site.session.read(|site| Ok(list_picture_addresses(site))).expect("addresses");
    assert!(addresses["/images/new.svg"].starts_with("/images/new."), "{addresses:?}");
    assert_ne!(addresses["/images/new.svg"], "/images/new.svg");
}

#[test]
fn blocks_are_added_below_a_picture_and_a_removed_picture_is_named_by_what_it_shows() {
    let site = site("![A boat](/images/boat.svg)\n\n![](/images/new.svg)");
    let edit = |at: &str, was: &str, edit: BlockEdit| {
        let change = BlockChange { file: FILE.to_owned(), at: at.to_owned(), was: was.to_owned(), edit };
        site.session.change_block(&change).expect("changed");
        site.build();
        let (_, label, was, to) = last_change(&site);
        (label, was, to)
    };
    let text = "![Two [boats]](/images/new.svg)".to_owned();
    let insert = BlockEdit::Insert { kind: crate::markdown::TextBlockKind::Paragraph, text, is_outside: false };
    let inserted = edit("#0/picture", "/images/boat.svg", insert);
    assert_eq!(inserted, ("Picture".to_owned(), Value::Null, "Two [boats]".into()));
    assert_eq!(body(&site), "![A boat](/images/boat.svg)\n\n![Two [boats]](/images/new.svg)\n\n![](/images/new.svg)");
    let removed = edit("#0/picture", "/images/boat.svg", BlockEdit::Remove);
    assert_eq!(removed, ("Picture".to_owned(), "A boat".into(), Value::Null));
    let removed = edit("#1/picture_alt", "", BlockEdit::Remove);
    assert_eq!(removed, ("Picture".to_owned(), "/images/new.svg".into(), Value::Null));
}
