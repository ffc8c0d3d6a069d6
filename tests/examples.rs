//! The sites in `examples/`, which use much of the program.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::LazyLock;

use crate::support::{Ran, read_folder, site};

const EXAMPLES: [&str; 2] = ["docs", "journal"];

fn example(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("examples").join(name)
}

/// Runs a command in an example. A build writes into the folder `out`.
fn run(name: &str, out: &Path, arguments: &[&str]) -> Ran {
    let (root, out) = (example(name), out.to_string_lossy().into_owned());
    let root = root.to_string_lossy();
    let mut all = arguments.to_vec();
    all.extend(["--root", &root]);
    if arguments[0] == "build" {
        all.extend(["--out", &out]);
    }
    site("").run(&all)
}

#[track_caller]
fn succeeds(ran: &Ran) {
    assert_eq!(ran.status, 0, "{}{}", ran.out, ran.errors);
    // The number of silenced diagnostics is printed there too.
    assert!(!ran.errors.contains("warning[") && !ran.errors.contains("error["), "{}", ran.errors);
}

/// The outputs of the examples, each built once for all tests.
static DOCS: LazyLock<BTreeMap<String, Vec<u8>>> = LazyLock::new(|| build("docs"));
static JOURNAL: LazyLock<BTreeMap<String, Vec<u8>>> = LazyLock::new(|| build("journal"));

fn build(name: &str) -> BTreeMap<String, Vec<u8>> {
    let folder = site("");
    let out = folder.path("out");
    succeeds(&run(name, &out, &["build", "--strict"]));
    read_folder(&out)
}

#[test]
fn examples_build_without_mistakes_wherever_they_are_published() {
    for name in EXAMPLES {
        let folder = site("");
        let out = folder.path("out");
        succeeds(&run(name, &out, &["build", "--strict", "--base-url", "https://example.org/below/a/path/"]));
        let home = fs::read_to_string(out.join("index.html")).expect("the first page");
        let links: Vec<&str> = home.split("href=\"/").skip(1).collect();
        assert!(!links.is_empty() && links.iter().all(|link| link.starts_with("below/a/path/")), "{name}: {links:?}");
    }
}

#[test]
fn examples_need_no_rust_and_no_packages() {
    for name in EXAMPLES {
        let mut files = read_folder(&example(name));
        files.retain(|path, _| !path.starts_with("dist/") && !path.starts_with(".site/"));
        let foreign: Vec<&String> =
            files.keys().filter(|path| path.ends_with(".rs") || path.ends_with("package.json")).collect();
        assert!(foreign.is_empty(), "{foreign:?}");
    }
}

#[test]
fn each_navigation_of_a_page_has_a_name_of_its_own() {
    let outputs = DOCS.iter().chain(&*JOURNAL);
    for (path, bytes) in outputs.filter(|(path, _)| path.ends_with(".html")) {
        let html = String::from_utf8_lossy(bytes);
        let tags: Vec<&str> = html.split("<nav").skip(1).filter_map(|rest| rest.split('>').next()).collect();
        let names: BTreeSet<_> = tags.iter().filter_map(|tag| tag.split("aria-label").nth(1)).collect();
        assert_eq!(names.len(), tags.len(), "{path}: {tags:?}");
    }
}

#[test]
fn every_document_is_a_page_of_the_documentation() {
    let outputs = &*DOCS;
    let documents = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs");
    let names = |folder: &Path| -> BTreeSet<String> {
        let entries = fs::read_dir(folder).expect("documents");
        let names = entries.map(|entry| entry.expect("a document").file_name().to_string_lossy().into_owned());
        names.filter_map(|name| name.strip_suffix(".md").map(str::to_owned)).filter(|name| name != "README").collect()
    };
    let home = String::from_utf8_lossy(&outputs["index.html"]).into_owned();
    for name in names(&documents) {
        assert!(outputs.contains_key(&format!("docs/{name}/index.html")), "{name}");
        assert!(outputs.contains_key(&format!("docs/{name}/index.md")), "{name}");
        assert!(home.contains(&format!("href=\"/docs/{name}/\"")), "the first page does not name {name}");
    }
    for name in names(&documents.join("decisions")) {
        assert!(outputs.contains_key(&format!("docs/decisions/{name}/index.html")), "{name}");
    }
    let contents = String::from_utf8_lossy(&outputs["search/en.json"]).into_owned();
    assert!(contents.contains("[\"docs/search/\",\""), "{contents}");
}

#[test]
fn pages_of_the_documentation_have_all_their_parts() {
    let text = |path: &str| String::from_utf8_lossy(&DOCS[path]).into_owned();
    let page = text("docs/search/index.html");
    for part in [
        "aria-current=\"page\"",
        "class=\"breadcrumbs\"",
        "rel=\"prev\"",
        "rel=\"next\"",
        "data-search",
        "speculationrules",
    ] {
        assert!(page.contains(part), "{part} in\n{page}");
    }
    let pages: Vec<String> = DOCS.keys().filter(|path| path.ends_with("/index.html")).map(|path| text(path)).collect();
    for part in ["<h1 id=\"", "class=\"hl-", "class=\"alert alert-", "href=\"/docs/decisions/0"] {
        assert!(pages.iter().any(|page| page.contains(part)), "{part} in no page");
    }
    let list = text("llms.txt");
    assert!(list.contains("(https://example.com/docs/search/index.md)"), "{list}");
}

#[test]
fn pages_of_the_journal_have_all_their_parts_in_both_languages() {
    let outputs = &*JOURNAL;
    let has = |path: &str, parts: &[&str]| {
        let text = String::from_utf8_lossy(outputs.get(path).unwrap_or_else(|| panic!("no output {path}")));
        for part in parts {
            assert!(text.contains(part), "{part} in {path}:\n{text}");
        }
    };
    has(
        "notes/six-o-clock-ferry/index.html",
        &["<time datetime=\"2025-03-02\">2 March 2025</time>", "1-jetty-480.", "hreflang=\"ta\" lang=\"ta\">தமிழ்</a>"],
    );
    has(
        "ta/notes/ஆறு-மணிப்-படகு/index.html",
        &[
            "<html lang=\"ta\" dir=\"ltr\">",
            ">2 மார்ச் 2025</time>",
            "href=\"/ta/tags/sea/\"",
            "href=\"/notes/six-o-clock-ferry/\" hreflang=\"en-IN\" lang=\"en-IN\">English</a>",
        ],
    );
    has(
        "ta/2024/index.html",
        &[
            "<h2 lang=\"en-IN\"><a href=\"/notes/salt-pans/\">Where the sea is kept</a></h2>",
            "2 குறிப்புகள்",
            "ஆங்கிலத்தில்",
        ],
    );
    has("ta/tags/sea/index.html", &["<h1>கடல்</h1>", "ஆறு மணிப் படகு", "The lighthouse listens"]);
    has("ta/letter/index.html", &["action=\"https://forms.example.org/letters\"", "உங்கள் கடிதம்"]);
    for feed in ["feed.xml", "feed.json"] {
        has(feed, &["Where the sea is kept"]);
        has(&format!("ta/{feed}"), &["தகரக் கூரையில் மழை"]);
        assert!(!String::from_utf8_lossy(&outputs[&format!("ta/{feed}")]).contains("Where the sea is kept"), "{feed}");
    }
    has("search/ta.json", &["தகரக் கூரையில் மழை"]);
    has("sitemap.xml", &["<xhtml:link rel=\"alternate\" hreflang=\"ta\" href=\"https://example.com/ta/2024/\"/>"]);
}
