//! `docs/search.md`: the index of a site that is built, edited and built again.

use crate::support::{Built, base, site};

/// A site with a search, a page and its template.
const SITE: &str = "\
-- content/site.yaml --
title: Kites
base_url: https://example.com/kites/
search: {}
pages: [{ route: /404.html, template: lost.html }]
-- templates/lost.html --
<!doctype html>
<html lang=\"en\"><head><title>Lost</title><meta name=\"description\" content=\"d\"><meta name=\"robots\" content=\"noindex\"></head><body><h1>Lost</h1></body></html>
-- templates/page.html --
<!doctype html>
<html lang=\"en\"><head><title>{{ page.title }}</title><meta name=\"description\" content=\"d\"><script type=\"module\" src=\"{{ search() }}\"></script></head>
<body><main><h1>{{ page.title }}</h1>{{ page.content }}</main></body></html>
-- content/pages/a.md --
---
title: A
aliases: [/old/]
---
Zeppelins.
";

/// Returns the files of the index, without those of the program.
fn index(built: &Built) -> Vec<String> {
    let mut paths = built.paths();
    paths.retain(|path| path.starts_with("search/") && (path.contains("/en/") || path.ends_with("en.json")));
    paths
}

fn has_word(built: &Built, word: &str) -> bool {
    index(built).iter().any(|path| built.text(path).contains(word))
}

#[test]
fn the_index_has_pages_and_neither_aliases_nor_what_search_engines_leave_out() {
    let built = base(SITE).build().fine();
    let contents = built.text("search/en.json");
    assert!(contents.contains("\"pages\":[[\"\",\"Home\",1],[\"a/\",\"A\",1]]"), "{contents}");
    let page = built.text("a/index.html");
    let script = built.paths().into_iter().find(|path| path.starts_with("search/search.") && path.ends_with(".js"));
    assert!(page.contains(&format!("src=\"/kites/{}\"", script.expect("the script"))), "{page}");
}

#[test]
fn an_edit_replaces_the_files_with_its_words() {
    let built = base(SITE).build().fine();
    let before = index(&built);
    assert!(has_word(&built, "zeppelins") && !has_word(&built, "balloons"));
    let built = built.then().replace("content/pages/a.md", "Zeppelins", "Balloons").build().fine();
    assert!(!has_word(&built, "zeppelins") && has_word(&built, "balloons"));
    assert_eq!(index(&built).len(), before.len(), "nothing is left over");
    // The words are the same, with other marks.
    let after = index(&built);
    let built = built.then().replace("content/pages/a.md", "Balloons.", "*Balloons*!").build().fine();
    assert_eq!(index(&built), after);
}

#[test]
fn words_of_forms_are_left_out() {
    let form = "Heron.\n\n<form><p>Telephone</p></form>\n\nMore";
    let built = base(SITE).replace("content/pages/a.md", "Zeppelins", form).build();
    assert!(has_word(&built, "heron") && !has_word(&built, "telephone"));
}

#[test]
fn without_the_setting_nothing_is_published() {
    let built = base(SITE).build().fine();
    assert!(built.paths().iter().any(|path| path.starts_with("search/")));
    let site = built.then().replace("content/site.yaml", "search: {}\n", "");
    let built = site.replace("templates/page.html", "{{ search() }}", "data:,").build();
    assert!(!built.paths().iter().any(|path| path.starts_with("search/")), "{:?}", built.paths());
}

#[test]
fn browsers_cache_the_parts_of_the_index_but_not_its_contents() {
    let site = base(SITE);
    site.write("content/hosts.yaml", "hosts: [netlify]\n");
    let headers = site.build().fine().text("_headers");
    assert!(
        headers.contains("\n/kites/search/en/*\n  Cache-Control: public, max-age=31536000, immutable"),
        "{headers}"
    );
    assert!(!headers.contains("/kites/search/*") && !headers.contains("en.json"), "{headers}");
    // The dialog fetches files of the site only.
    assert!(headers.contains("script-src 'self'") && !headers.contains("wasm"), "{headers}");
}

#[test]
fn explaining_a_page_names_the_setting() {
    let folder = site("");
    assert_eq!(folder.run(&["init", "s", "--starter", "docs"]).status, 0);
    let root = folder.path("s");
    let ran = folder.run(&["explain", "/start/install/", "--root", &root.to_string_lossy()]);
    assert!(ran.out.contains("`search`") && !ran.out.contains("search: loader"), "{}{}", ran.out, ran.errors);
}
