//! Tests of files whose names are decomposed on the disk, and composed in the editor.

use serde_json::json;

use super::super::change::Change;
use super::super::new_entry::NewEntry;
use super::{EditedSite, check_refused};

const ARTICLE: (&str, &str) = ("content/articles/cafe\u{301}.md", "---\ntitle: Café\n---\n\nTea.\n");
const DATA: (&str, &str) = ("content/the\u{301}.yaml", "kind: green\n");

#[test]
fn files_with_decomposed_names_are_changed_and_restored_where_they_are() {
    let schema = ("content/the\u{301}.schema.yaml", "properties: { kind: { type: string } }\n");
    let site = EditedSite::new(&[ARTICLE, schema, DATA]);
    let first = site.files();
    for (stored, composed, at, was) in [
        (ARTICLE.0, "content/articles/caf\u{e9}.md", "/title", "Café"),
        (ARTICLE.0, "content/articles/caf\u{e9}.md", "#0", "Tea."),
        (DATA.0, "content/th\u{e9}.yaml", "/kind", "green"),
    ] {
        let form = site.session.build_form(composed, at).expect("a form");
        let item = form.item;
        let (file, to) = (composed.to_owned(), "Coffee".into());
        let change = Change { file, at: at.to_owned(), was: was.into(), to, item };
        site.session.change_value(&change).expect("changed");
        assert!(site.read(stored).contains("Coffee"), "{at}");
    }
    site.undo_all();
    assert_eq!(site.files(), first);
}

#[test]
fn a_name_is_taken_in_either_form() {
    let site = EditedSite::new(&[ARTICLE]);
    let value = json!({ "title": "Café" }).as_object().cloned().unwrap_or_default();
    for name in ["caf\u{e9}", "cafe\u{301}"] {
        let new = NewEntry { collection: "articles".to_owned(), name: name.to_owned(), value: value.clone() };
        check_refused(site.session.create_entry(&new).map(|created| created.file), "entry-exists");
        check_refused(site.rename("content/articles/tides.md", name, false), "entry-exists");
    }
}

#[test]
fn a_folder_with_decomposed_names_is_renamed_with_what_leads_to_it() {
    let [index, map] = ["index.md", "cafe\u{301}.txt"].map(|name| format!("content/articles/the\u{301}/{name}"));
    let links = ("content/links.yaml", "[articles/the\u{301}]\n");
    let schema = ("content/links.schema.yaml", "type: array\n");
    let site = EditedSite::new(&[(&index, "---\ntitle: Thé\n---\n"), (&map, "A map\n"), links, schema]);
    let renamed = site.rename("content/articles/th\u{e9}/index.md", "tea", false).expect("renamed");
    assert_eq!(renamed, "content/articles/tea/index.md");
    assert_eq!(site.read("content/articles/tea/caf\u{e9}.txt"), "A map\n");
    assert_eq!(site.read(links.0), "[articles/tea]\n");
    assert!(!site.folder.path().join("content/articles/the\u{301}").exists());
}

#[test]
fn an_entry_with_a_decomposed_name_is_renamed() {
    let site = EditedSite::new(&[ARTICLE]);
    let renamed = site.rename("content/articles/caf\u{e9}.md", "tea", false).expect("renamed");
    assert_eq!((&*renamed, &*site.read(&renamed)), ("content/articles/tea.md", ARTICLE.1));
    assert!(!site.folder.path().join(ARTICLE.0).exists());
    site.undo_all();
    assert!(site.session.build_form("content/articles/caf\u{e9}.md", "/title").is_ok());
}
