//! The starters of `site init`: each is a complete site without mistakes, which can be extended and published.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use crate::support::{self, Ran, TestSite, site};

const STARTERS: [&str; 4] = ["blog", "docs", "company", "minimal"];

/// A folder with the site that `site init` makes of a starter in `s`, its packages linked instead of installed.
fn init(starter: &str) -> TestSite {
    let folder = site("");
    succeeds(&folder.run(&["init", "s", "--starter", starter]));
    for file in ["package.json", "package-lock.json"] {
        let _ = fs::remove_file(folder.path("s").join(file));
    }
    // Packages are found in folders above the site too.
    folder.packages()
}

#[track_caller]
fn succeeds(ran: &Ran) {
    assert_eq!(ran.status, 0, "{}{}", ran.out, ran.errors);
    assert_eq!(ran.errors, "");
}

/// Runs a command in the site. The endpoint of its form is set, as a deployment sets it.
fn run(folder: &TestSite, arguments: &[&str]) -> Ran {
    let root = folder.path("s");
    let mut all = arguments.to_vec();
    let root = root.to_string_lossy();
    all.extend(["--root", &root]);
    folder.run_with(&all, &[("CONTACT_FORM_URL", "https://forms.example.org/contact")])
}

/// The files below a folder, except for those that builds leave in it.
fn files(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    let mut files = support::read_folder(folder);
    files.retain(|path, _| !path.split('/').any(|part| ["dist", ".site", "node_modules"].contains(&part)));
    files
}

#[test]
fn init_writes_the_files_of_the_starter() {
    for starter in STARTERS {
        let folder = site("");
        succeeds(&folder.run(&["init", "s", "--starter", starter]));
        let repository = Path::new(env!("CARGO_MANIFEST_DIR"));
        let part = match starter {
            "company" => "parts/form",
            "minimal" => "starters/minimal",
            _ => "parts/code",
        };
        let mut expected = files(&repository.join(part));
        expected.extend(files(&repository.join("starters").join(starter)));
        assert!(files(&folder.path("s")) == expected, "{starter}: touch build.rs if a file was added");
    }
}

#[test]
fn without_a_terminal_init_makes_a_blog_in_this_folder() {
    let folder = site("-- .git/HEAD --\nref: refs/heads/main\n");
    succeeds(&folder.run(&["init"]));
    assert!(folder.path("content/posts").exists());
    succeeds(&folder.run(&["build", "--strict"]));
    assert_eq!(folder.run(&["init"]).status, 1, "the folder is not empty any more");
    let ran = folder.run(&["init", "other", "--starter", "shop"]);
    assert!(ran.status == 2 && ran.errors.contains("blog, docs, company, minimal"), "{}", ran.errors);
}

#[test]
fn documents_of_any_front_matter_and_depth_go_into_the_docs() {
    let folder = init("docs");
    let collection = "route: /{slug}/\ntemplate: doc.html\norder: tree\nschema:\n  additionalProperties: true\n  \
                      properties: { title: { type: string, from: heading } }\n";
    folder.write("s/content/docs/_collection.yaml", collection);
    for file in ["plain", "guides/a/_index", "guides/a/b/_index", "guides/a/b/page"] {
        folder.write(&format!("s/content/docs/{file}.md"), "# Title\n");
    }
    succeeds(&run(&folder, &["build", "--strict"]));
    let page = fs::read_to_string(folder.path("s/dist/guides/a/b/page/index.html")).expect("the page");
    assert!(page.contains("<details open>\n<summary>Guides</summary>"), "{page}");
}

#[test]
fn starters_have_neither_errors_nor_warnings() {
    for starter in STARTERS {
        let folder = init(starter);
        succeeds(&run(&folder, &["build", "--strict", "--verify"]));
        let ran = run(&folder, &["check"]);
        succeeds(&ran);
        assert!(ran.out.contains("no errors"), "{}", ran.out);
        succeeds(&run(&folder, &["build", "--strict", "--base-url", "https://example.org/below/"]));
    }
}

#[test]
fn starters_can_be_added_to() {
    for (starter, collection, name, page) in [
        ("blog", "posts", "second", "posts/second"),
        ("docs", "docs", "guides/second", "guides/second"),
        ("company", "services", "second", "services/second"),
        ("minimal", "pages", "second", "second"),
    ] {
        let folder = init(starter);
        succeeds(&run(&folder, &["new", collection, name]));
        succeeds(&run(&folder, &["build", "--strict", "--drafts"]));
        assert!(folder.path("s/dist").join(page).join("index.html").exists(), "{starter}");
    }
}

#[test]
fn the_editors_of_a_starter_find_its_schemas() {
    for starter in STARTERS {
        let folder = init(starter);
        succeeds(&run(&folder, &["schema"]));
        succeeds(&run(&folder, &["schema", "--check"]));
        let settings = fs::read(folder.path("s/.vscode/settings.json")).expect("settings of the editor");
        let settings: serde_json::Value = serde_json::from_slice(&settings).expect("JSON");
        for path in settings["yaml.schemas"].as_object().expect("a mapping of schemas").keys() {
            assert!(folder.path("s").join(path).exists(), "{starter}: {path}");
        }
    }
}

#[test]
fn only_the_starter_with_an_island_needs_node() {
    for (starter, needs_node) in [("blog", false), ("docs", false), ("company", true), ("minimal", false)] {
        let folder = site("");
        succeeds(&folder.run(&["init", "s", "--starter", starter]));
        assert_eq!(folder.path("s/package.json").exists(), needs_node, "{starter}");
        assert_eq!(folder.path("s/islands").exists(), needs_node, "{starter}");
    }
}

#[test]
fn no_starter_is_published_at_the_address_of_an_example() {
    for starter in STARTERS {
        let folder = init(starter);
        let ran = run(&folder, &["build", "--publish"]);
        assert!(ran.status == 1 && ran.errors.contains("base_url: !sample https://example.com/"), "{}", ran.errors);
        let ran = run(&folder, &["build", "--publish", "--base-url", "https://kites.example/"]);
        assert!(!ran.errors.contains("base_url"), "{}", ran.errors);
    }
}

#[test]
fn a_company_is_published_once_it_has_no_sample_values_and_an_endpoint() {
    let folder = init("company");
    let ran = run(&folder, &["build", "--publish"]);
    assert_eq!(ran.status, 1);
    assert!(
        ran.errors.contains("error[sample-value]") && ran.errors.contains("content/company.yaml"),
        "{}",
        ran.errors
    );
    folder.approve_samples(&["s/content/site.yaml", "s/content/company.yaml"]);
    let root = folder.path("s");
    let publish = ["build", "--publish", "--root", &root.to_string_lossy()];
    let ran = folder.run(&publish);
    assert!(ran.status == 1 && ran.errors.contains("content/endpoints.yaml"), "{}", ran.errors);
    succeeds(&run(&folder, &["build", "--publish"]));
    let html = fs::read_to_string(folder.path("s/dist/contact/index.html")).expect("the contact page");
    assert!(html.contains("method=\"post\" action=\"https://forms.example.org/contact\""), "{html}");
    assert!(html.contains("<label for=\"contact-email\">"), "{html}");
}

#[test]
fn a_checkout_with_the_line_ends_of_windows_gives_the_same_site() {
    for starter in ["blog", "docs"] {
        let folder = init(starter);
        succeeds(&run(&folder, &["build"]));
        let expected = support::read_folder(&folder.path("s/dist"));
        for (path, content) in files(&folder.path("s")) {
            if path.starts_with("content/") || path.starts_with("templates/") {
                let text = String::from_utf8(content).expect("a text");
                folder.write(&format!("s/{path}"), text.replace('\n', "\r\n"));
            }
        }
        succeeds(&run(&folder, &["build", "--verify"]));
        assert!(support::read_folder(&folder.path("s/dist")) == expected, "{starter}");
    }
}

#[test]
fn parts_are_copied_into_a_site_and_work_there() {
    let site = support::base(
        "-- content/pages/contact.md --\n---\ntitle: Contact\n---\n<Form name=\"contact\" />\n\
         -- public/css/form.css --\n/* Ours. */\n",
    );
    let ran = site.run(&["add", "form"]);
    succeeds(&ran);
    assert!(ran.out.contains("public/css/form.css is there already, and stays as it is"), "{}", ran.out);
    assert_eq!(fs::read_to_string(site.path("public/css/form.css")).expect("a file"), "/* Ours. */\n");
    succeeds(&site.run(&["add", "tones"]));
    let endpoint = ("CONTACT_FORM_URL", "https://forms.example.org/contact");
    succeeds(&site.run_with(&["build", "--strict"], &[endpoint]));
    let page = fs::read_to_string(site.path("dist/contact/index.html")).expect("a page");
    for part in [
        r#"<form class="form" method="post" action="https://forms.example.org/contact" aria-label="Write to us""#,
        r#"<input type="email" id="contact-email" name="Email" required autocomplete="email""#,
        r#"aria-describedby="contact-email-message"><p class="form-message" id="contact-email-message" hidden>"#,
        r#"<textarea rows="6" id="contact-message" name="Message" required"#,
        "<button type=\"submit\">Send</button>",
        "<script src=\"/js/form.",
    ] {
        assert!(page.contains(part), "{part}\n{page}");
    }
    let tones = fs::read_to_string(site.path("public/css/tones.css")).expect("a style sheet");
    assert!(tones.contains(".tone-0 {") && tones.contains(".tone-63 {"), "{tones}");
    assert_eq!(site.run(&["add", "blog"]).status, 2);
}
