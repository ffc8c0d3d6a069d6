//! Tests of the marks of a page: each text leads to its value, to what it is computed from, or to where it is written.

use std::fs::write;

use super::super::page_marks::{MarkedElement, PageMarks, TextSource};
use super::EditedSite;

const SHOP: &[(&str, &str)] = &[
    (
        "content/pages/_collection.yaml",
        "schema: { properties: { title: {}, links: {}, near: {}, author: {}, price: {}, kinds: {}, items: {} } }\n",
    ),
    (
        "content/pages/shop.yaml",
        "route: /shop/\ntemplate: shop.html\ntitle: Shop\nprice: !sample 16000\nkinds: [Nets, Oars]\n\
         items: [{ count: 9 }, { count: 9 }]\n",
    ),
    ("content/notes/_collection.yaml", "schema: { properties: { title: {}, tags: { items: { type: string } } } }\n"),
    ("content/notes/one.yaml", "title: One\ndate: 2024-05-03\ntags: [sea]\n"),
    (
        "templates/shop.html",
        "<!doctype html><html lang=en><head><meta charset=utf-8><title>a</title></head><body>\n<h1>{{ page.title }}</h1>\n\
         <p>Price</p>\n<b>{{ page.price }}</b><i>{{ page.price | number }}</i><s>{{ page.price + 1 }}</s>\n\
         <u>{{ page.kinds | join(\", \") }}</u>\n<em>{{ (\"All of \" ~ page.title) | upper }}</em>\n\
         {% for item in page[\"items\"] %}<q>{{ loop.index }}</q><small>{{ item.count }}</small>{% endfor %}\n\
         {% for it in translations(page) %}<a href=\"{{ it.url }}\">{{ it.name }}</a>{% endfor %}\n\
         {% for year in terms(\"notes\", \"date\", by=\"year\") %}<time>{{ year.name }}</time>{% endfor %}\n\
         {% for tag in terms(\"notes\", \"tags\") %}<mark>{{ tag.name }}</mark>{% endfor %}\n</body></html>\n",
    ),
];

/// Describes where an element leads.
fn describe(marks: &PageMarks, element: &MarkedElement) -> String {
    let targets = element.targets.iter().map(|target| &marks.targets[*target]);
    let targets: Vec<_> = targets.map(|target| format!("{} {}", target.file, target.at)).collect();
    match &element.source {
        Some(TextSource::Line { file, line }) => format!("{file}:{line}"),
        Some(TextSource::Entries { collection }) => format!("entries of {collection}"),
        None => targets.join(", "),
    }
}

#[test]
fn texts_and_numbers_lead_to_what_they_are_made_from() {
    let site = EditedSite::new(SHOP);
    let marks = site.session.find_marks("/shop/").expect("marks");
    assert!(marks.is_traced && marks.has_samples);
    let shown = marks.elements.iter().filter(|element| !element.text.is_empty() && element.tag != "title");
    let found: Vec<_> = shown.map(|element| (&*element.text, describe(&marks, element))).collect();
    let expected = [
        ("Shop", "content/pages/shop.yaml /title"),
        ("Price", "templates/shop.html:3"),
        ("16000", "content/pages/shop.yaml /price"),
        ("16,000", "content/pages/shop.yaml /price"),
        ("Nets, Oars", "content/pages/shop.yaml /kinds"),
        ("ALL OF SHOP", "templates/shop.html:6"),
        ("9", "content/pages/shop.yaml /items/0/count"),
        ("9", "content/pages/shop.yaml /items/1/count"),
        ("English", "content/site.yaml /languages/en/name"),
        ("2024", "entries of notes"),
        ("sea", "entries of notes"),
    ];
    assert_eq!(found, expected.map(|(text, leads)| (text, leads.to_owned())));
}

#[test]
fn the_words_of_a_link_come_before_its_address() {
    let site = EditedSite::new(&[
        ("content/links.schema.yaml", "properties: { map: { type: string } }\n"),
        ("content/links.yaml", "map: https://maps.example/\n"),
        (
            "templates/map.html",
            "<!doctype html><html lang=en><head><meta charset=utf-8><title>a</title></head><body><h1>Maps</h1>\
             <p><a href=\"{{ data.links.map }}\">{{ page.title }}</a></p></body></html>\n",
        ),
        ("content/pages/map.yaml", "route: /map/\ntemplate: map.html\ntitle: A map\n"),
    ]);
    let marks = site.session.find_marks("/map/").expect("marks");
    let link = marks.elements.iter().find(|element| element.tag == "a").expect("a link");
    assert_eq!(describe(&marks, link), "content/pages/map.yaml /title, content/links.yaml /map");
    assert_eq!(link.text_targets, 1);
}

#[test]
fn fenced_code_leads_to_its_form_and_indented_code_to_its_line() {
    let article = "---\ntitle: Code\n---\n\nA paragraph.\n\n```sh\nls\n```\n\n    cd\n";
    let site = EditedSite::new(&[("content/articles/code.md", article)]);
    let marks = site.session.find_marks("/code/").expect("marks");
    let shown = marks.elements.iter().filter(|element| element.tag == "pre");
    let found: Vec<_> = shown.map(|element| describe(&marks, element)).collect();
    assert_eq!(found, ["content/articles/code.md #1", "content/articles/code.md:11"]);
}

#[test]
fn a_paragraph_is_shown_with_the_words_of_its_links() {
    let site = EditedSite::new(&[]);
    let marks = site.session.find_marks("/tides/").expect("marks");
    let paragraph = marks.elements.iter().find(|element| element.tag == "p").expect("a paragraph");
    assert_eq!(paragraph.text, "See , , and .");
    assert_eq!(paragraph.whole_text.as_deref(), Some("See below, the ebb, a map and all."));
    assert!(!marks.has_samples);
}

#[test]
fn a_page_that_cannot_be_rendered_still_has_examples() {
    let site = EditedSite::new(SHOP);
    write(site.folder.path().join("templates/shop.html"), "{{ page.title / 2 }}\n").expect("written");
    site.build();
    let marks = site.session.find_marks("/shop/").expect("marks");
    assert!(!marks.is_traced && marks.has_samples);
}

#[test]
fn what_stands_around_several_paragraphs_leads_to_none_of_them() {
    let article =
        "---\ntitle: Notes\n---\n\n> [!TIP]\n> One.\n>\n> Two.\n\n<Note kind=\"Three\">\n\nFour.\n\nFive.\n\n</Note>\n";
    let note = "{% macro Note(kind, content) %}<b>{{ kind }}</b>{{ content }}{% endmacro %}\n";
    let site = EditedSite::new(&[("content/articles/notes.md", article), ("templates/components/Note.html", note)]);
    let marks = site.session.find_marks("/notes/").expect("marks");
    let shown = marks.elements.iter().filter(|element| matches!(&*element.tag, "p" | "b"));
    let found: Vec<_> = shown.map(|element| (&*element.text, describe(&marks, element))).collect();
    let expected =
        [("Tip", ":5"), ("One.", " #0"), ("Two.", " #1"), ("Three", ":10"), ("Four.", " #2"), ("Five.", " #3")];
    assert_eq!(found, expected.map(|(text, place)| (text, format!("content/articles/notes.md{place}"))));
}
