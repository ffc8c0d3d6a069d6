//! The recipes of `docs/publishing.md` and `docs/coming-from.md`, as far as this machine can run them, and the links
//! between documents.

use std::path::{Path, PathBuf};
use std::process::Command;

use pulldown_cmark::{Event, Parser, Tag};

use super::fences;
use crate::support::{base, site};

const PUBLISHING: &str = include_str!("../../docs/publishing.md");
const COMING_FROM: &str = include_str!("../../docs/coming-from.md");

/// Returns the documents, by path.
fn documents() -> Vec<(PathBuf, String)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let docs =
        std::fs::read_dir(root.join("docs")).expect("the documents").map(|entry| entry.expect("a document").path());
    let markdown = docs.filter(|path| path.extension().is_some_and(|extension| extension == "md"));
    let all = markdown.chain(["README.md", "CONTRIBUTING.md"].map(|name| root.join(name)));
    all.map(|path| (path.clone(), std::fs::read_to_string(path).expect("a document"))).collect()
}

#[test]
fn documents_lead_to_files_that_exist() {
    for (path, text) in documents() {
        for event in Parser::new(&text) {
            let Event::Start(Tag::Link { dest_url, .. }) = event else { continue };
            let (file, _) = dest_url.split_once('#').unwrap_or((&dest_url, ""));
            let target = path.parent().expect("a folder").join(file);
            assert!(file.contains(':') || target.exists(), "{}: {dest_url} leads nowhere", path.display());
        }
    }
}

#[test]
fn the_index_names_every_document() {
    let documents = documents();
    let (_, index) = documents.iter().find(|(path, _)| path.ends_with("docs/README.md")).expect("the index");
    for (path, _) in documents.iter().filter(|(path, _)| path.parent().is_some_and(|folder| folder.ends_with("docs"))) {
        let name = path.file_name().expect("a name").to_string_lossy();
        assert!(name == "README.md" || index.contains(&format!("({name})")), "docs/README.md does not name {name}");
    }
}

#[test]
fn recipes_for_hosts_are_yaml_whose_commands_work() {
    let folder = site("");
    assert_eq!(folder.run(&["init", "s"]).status, 0);
    folder.approve_samples(&["s/content/site.yaml", "s/content/author.yaml"]);
    let mut commands = 0;
    for (language, text) in fences(PUBLISHING) {
        if language == "yaml" {
            serde_yaml::from_str::<serde_yaml::Value>(&text).unwrap_or_else(|error| panic!("{error}:\n{text}"));
        }
        for line in text.lines() {
            let after_npx = line.split_once("@OWNER/site ").map(|(_, arguments)| arguments);
            let Some(arguments) = after_npx.or_else(|| line.strip_prefix("site ")) else { continue };
            let arguments =
                arguments.trim_end_matches(['"', '`']).replace("$DEPLOY_PRIME_URL", "https://preview.example.com");
            let ran = folder.run(&[&arguments.split(' ').collect::<Vec<_>>()[..], &["--root", "s"]].concat());
            assert_eq!(ran.status, 0, "site {arguments}: {}", ran.errors);
            commands += 1;
        }
    }
    assert!(commands > 6, "{commands} commands were found");
}

/// Skipped without Python 3.11, which nothing else needs.
#[test]
fn front_matter_of_other_generators_is_converted() {
    let python = Command::new("python3").args(["-c", "import tomllib"]).output();
    if !python.is_ok_and(|ran| ran.status.success()) {
        eprintln!("skipped: python3 is older than 3.11 or missing");
        return;
    }
    let all = fences(COMING_FROM);
    let (_, program) = all.iter().find(|(kind, _)| kind == "python convert.py").expect("the program");
    let (_, collection) =
        all.iter().find(|(kind, text)| kind == "yaml" && text.contains("schema:")).expect("a collection");
    let folder =
        base("-- templates/post.html --\n").edit(&format!("-- content/posts/_collection.yaml --\n{collection}"));
    let template = std::fs::read_to_string(folder.path("templates/page.html")).expect("a template");
    folder.write(
        "templates/post.html",
        template.replace("{{ page.content }}", "{{ page.date }} {{ page.tags | join(\"+\") }} {{ page.content }}"),
    );
    folder.write(
        "content/posts/kites.md",
        "+++\ntitle = \"Kites: a \\\"start\\\"\"\ndate = 2024-05-06\ndraft = false\n[taxonomies]\ntags = [\"wind\", \"yes\"]\n[extra]\nlevel = 2\n+++\nText.\n",
    );
    folder.write("content/posts/2023-01-02-strings.md", "---\ntitle: Strings\ntags: [wind]\n---\nMore.\n");
    folder.write("convert.py", program);
    let ran = Command::new("python3").args(["convert.py", "content/posts"]).current_dir(folder.root()).output();
    let ran = ran.expect("python3 runs");
    assert!(ran.status.success(), "{}", String::from_utf8_lossy(&ran.stderr));
    folder
        .build()
        .fine()
        .holds("posts/kites/index.html", "<h1>Kites: a &quot;start&quot;</h1>")
        .holds("posts/kites/index.html", "2024-05-06 wind+yes <p>Text.</p>")
        .holds("posts/strings/index.html", "2023-01-02 wind <p>More.</p>");
}

/// Skipped without Python 3, which nothing else needs.
#[test]
fn the_order_and_includes_of_a_book_are_converted() {
    if !Command::new("python3").arg("--version").output().is_ok_and(|ran| ran.status.success()) {
        eprintln!("skipped: there is no python3");
        return;
    }
    let all = fences(COMING_FROM);
    let (_, program) = all.iter().find(|(kind, _)| kind == "python order.py").expect("the program");
    let (_, collection) =
        all.iter().find(|(kind, text)| kind == "yaml" && text.contains("order: tree")).expect("a collection");
    let folder = base("-- templates/doc.html --\n").edit(&format!(
        "-- content/docs/_collection.yaml --\n{collection}\
         -- content/docs/SUMMARY.md --\n# Summary\n\n- [Use](use/README.md)\n  - [Zoom](use/zoom.md)\n  - [Add](./use/add.md)\n- [About](about.md)\n\
         -- content/docs/about.md --\n# About\n\
         -- content/docs/use/README.md --\n# Use\n\
         -- content/docs/use/zoom.md --\n# Zoom\n\n{{{{#include zoom.txt}}}}\n\
         -- content/docs/use/add.md --\n# Add\n\n[Zoom](zoom.md)\n\
         -- content/docs/use/zoom.txt --\nCloser.\n"
    ));
    let template = std::fs::read_to_string(folder.path("templates/page.html")).expect("a template");
    let neighbours = "{{ page.previous.title if page.previous else 0 }}-{{ page.next.title if page.next else 0 }} {{ page.content }}";
    folder.write("templates/doc.html", template.replace("{{ page.content }}", neighbours));
    folder.write("order.py", program);
    let ran = Command::new("python3").args(["order.py", "content/docs"]).current_dir(folder.root()).output();
    let ran = ran.expect("python3 runs");
    assert!(ran.status.success(), "{}", String::from_utf8_lossy(&ran.stderr));
    folder
        .build()
        .fine()
        .holds("use/zoom/index.html", "Use-Add <p>Closer.</p>")
        .holds("use/add/index.html", "Zoom-About")
        .holds("about/index.html", "Add-0 ");
}
