//! Every kind of mistake that an editor or developer can make, as the terminal shows it.
//!
//! `diagnostics/NAME.txt` is a site as text, added to `support::BASE`; its first line lists the codes of the expected
//! diagnostics in order. `diagnostics/snapshots/NAME.snap` is the expected output. To accept a new wording, run
//! `INSTA_UPDATE=always cargo test --test suite diagnostics` and read the difference.

use std::path::Path;

use crate::support::{Ran, TestSite, base, read_folder};
use insta::{Settings, assert_snapshot, glob};
use serde_json::Value;

/// The folder of the accepted snapshots, below this file's folder.
const SNAPSHOTS: &str = "diagnostics/snapshots";

#[test]
fn every_mistake_is_reported_as_accepted() {
    let mut surprises = Vec::new();
    glob!("diagnostics/*.txt", |path| {
        let name = path.file_stem().expect("a name").to_string_lossy();
        let text = std::fs::read_to_string(path).expect("a text");
        let (first, files) = text.split_once('\n').expect("several lines");
        let codes = first.strip_prefix("codes: ").unwrap_or_else(|| panic!("{name}: the first line names the codes"));
        let site = base(files).with(|config| config.environment = environment());
        let site = if files.contains("-- islands/") { site.packages() } else { site };
        let built = site.build();

        let found = built.build.diagnostics.iter().map(|diagnostic| diagnostic.code).collect::<Vec<_>>().join(" ");
        if found != codes {
            surprises.push(format!("{name}\n  expected: {codes}\n     found: {found}"));
        }
        let mut settings = Settings::clone_current();
        settings.set_snapshot_path(SNAPSHOTS);
        settings.set_prepend_module_to_snapshot(false);
        settings.set_omit_expression(true);
        settings.remove_input_file();
        settings.remove_snapshot_suffix();
        settings.bind(|| assert_snapshot!(&*name, built.drawn()));
    });
    assert!(surprises.is_empty(), "\n{}\n", surprises.join("\n"));
}

/// The environment of the fixtures.
fn environment() -> Vec<(String, String)> {
    vec![("LINES".to_owned(), "four".to_owned())]
}

#[test]
fn every_snapshot_belongs_to_a_fixture_and_holds_no_jargon() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/diagnostics");
    let mut found = Vec::new();
    for (name, bytes) in read_folder(&folder.join("snapshots")) {
        let text = String::from_utf8(bytes).expect("text");
        let stem = name.strip_suffix(".snap").unwrap_or_else(|| panic!("{name} is no accepted snapshot"));
        if !folder.join(format!("{stem}.txt")).is_file() {
            found.push(format!("{name} belongs to no fixture"));
        }
        let words = text.split(|c: char| !(c.is_alphanumeric() || c == '_'));
        found.extend(words.filter(|word| JARGON.contains(word)).map(|word| format!("{name} says {word}")));
    }
    assert!(found.is_empty(), "\n{}\n", found.join("\n"));
}

/// Words that only people who know the program's code understand.
const JARGON: &[&str] = &[
    "Err",
    "None",
    "Option",
    "Some",
    "Value",
    "deserialize",
    "f64",
    "i64",
    "identifier",
    "iterable",
    "kwargs",
    "panicked",
    "saphyr",
    "scalar",
    "serde",
    "struct",
    "u64",
    "unwrap",
    "usize",
];

#[test]
fn mistakes_of_many_files_come_in_one_run_by_file_and_line() {
    let site = fixture("many_at_once");
    let ran = site.run(&["check", "--json"]);
    let places: Vec<(String, u64, u64)> = diagnostics(&ran)
        .iter()
        .map(|d| (text(d, "file"), d["line"].as_u64().expect("a line"), d["column"].as_u64().expect("a column")))
        .collect();
    let expected = [
        ("content/contact.yaml", 1, 9),
        ("content/pages/a.md", 2, 1),
        ("content/pages/b.md", 2, 8),
        ("content/pages/b.md", 3, 1),
        ("content/pages/b.md", 5, 8),
        ("content/pages/b.md", 5, 30),
        ("templates/one.txt", 1, 17),
    ];
    assert_eq!(places, expected.map(|(file, line, column)| (file.to_owned(), line, column)));
}

#[test]
fn json_is_an_object_a_line_and_nothing_else() {
    let ran = fixture("unknown_key").run(&["build", "--json"]);
    assert_eq!((ran.status, ran.errors.as_str()), (1, ""));
    let [found] = &diagnostics(&ran)[..] else { panic!("{}", ran.out) };
    assert_eq!(text(found, "severity"), "error");
    assert_eq!(text(found, "code"), "unknown-key");
    assert_eq!(text(found, "file"), "content/pages/a.md");
    assert_eq!((found["line"].as_u64(), found["column"].as_u64()), (Some(2), Some(1)));
    assert_eq!(text(found, "text"), "titel: A");
    assert_eq!(text(found, "label"), "did you mean `title`?");
    assert!(found["help"].as_array().is_some_and(|help| !help.is_empty()), "{found}");
    let last: Value = serde_json::from_str(ran.out.lines().last().expect("a summary")).expect("an object");
    assert_eq!((last["summary"]["errors"].as_u64(), last["output"].is_null()), (Some(1), true), "{last}");
}

#[test]
fn a_file_that_is_not_utf8_is_reported_with_its_byte() {
    let site = base("-- content/pages/a.md --\n---\ntitle: A\n---\nSee [b](b.md) and [it](/b/).\n");
    site.write("content/pages/b.md", b"---\ntitle: Caf\xe9\n---\n");
    let built = site.build().mistakes(&["not-utf8"]);
    let drawn = built.drawn();
    for words in ["content/pages/b.md:2:11", "title: Caf", "encoding UTF-8"] {
        assert!(drawn.contains(words), "{drawn}");
    }
}

#[test]
fn files_around_an_unreadable_collection_or_bundle_are_not_stray() {
    let site = base("-- content/news/a.md --\n---\ntitle: A\n---\n");
    site.write("content/news/_collection.yaml", b"route: /\xff/\n");
    site.write("content/pages/trip/index.md", b"---\ntitle: Caf\xe9\n---\n");
    site.write("content/pages/trip/photo.svg", b"<svg xmlns='http://www.w3.org/2000/svg'/>");
    site.build().mistakes(&["not-utf8", "not-utf8"]);
}

#[test]
fn the_schema_and_the_translation_of_an_unreadable_data_file_are_not_stray() {
    let site = base(
        "-- content/site.yaml --\ntitle: Test\nbase_url: https://example.com/\nlanguages: { de: {} }\n\
         -- content/author.schema.yaml --\nproperties: { name: { type: string } }\n\
         -- content/author.de.yaml --\nname: Ada\n",
    );
    site.write("content/author.yaml", b"name: Caf\xe9\n");
    site.build().mistakes(&["not-utf8"]);
}

#[cfg(unix)]
#[test]
fn a_file_that_may_not_be_read_is_reported() {
    use std::os::unix::fs::PermissionsExt;
    let site = base("-- content/pages/b.md --\n---\ntitle: B\n---\n");
    let file = site.path("content/pages/b.md");
    std::fs::set_permissions(&file, std::fs::Permissions::from_mode(0o000)).expect("to set it");
    if std::fs::read(&file).is_ok() {
        // The administrator may read everything.
        return;
    }
    let built = site.build().mistakes(&["file-permission"]);
    assert!(built.drawn().contains("not allowed to read `content/pages/b.md`"), "{}", built.drawn());
}

#[test]
fn wrong_folders_are_refused_with_advice() {
    let site = base("").remove("templates");
    let ran = site.run(&["build"]);
    assert_eq!(ran.status, 1);
    assert!(
        ran.errors.contains("the site has no templates") && ran.errors.contains("make the folder"),
        "{}",
        ran.errors
    );

    let site = base("-- dist/precious.txt --\nmine\n");
    let ran = site.run(&["build"]);
    assert_eq!(ran.status, 1);
    assert!(ran.errors.contains("holds files that this tool did not make"), "{}", ran.errors);
    assert!(ran.errors.contains("--out"), "{}", ran.errors);
    assert_eq!(std::fs::read_to_string(site.path("dist/precious.txt")).ok().as_deref(), Some("mine\n"));
    assert_eq!(site.run(&["build", "--out", "content"]).status, 1);

    let ran = site.run(&["build", "--root", "templates", "--out", "elsewhere"]);
    assert_eq!(ran.status, 1);
    assert!(ran.errors.contains("`templates` is not a site") && ran.errors.contains("site init"), "{}", ran.errors);
    let ran = site.run(&["check", "--root", "nowhere"]);
    assert_eq!(ran.status, 1);
    assert!(ran.errors.contains("there is no folder `nowhere`") && ran.errors.contains("--root"), "{}", ran.errors);
    for command in ["build", "check"] {
        let ran = site.run(&[command, "--root", "content/site.yaml"]);
        assert_eq!(ran.status, 1);
        assert!(ran.errors.contains("`content/site.yaml` is a file, not the folder of a site"), "{}", ran.errors);
    }
    assert_eq!(site.run(&["build", "--root", "nowhere"]).status, 1);
    assert!(!site.path("elsewhere").exists() && !site.path("nowhere").exists());

    let ran = base("-- public --\n").run(&["build"]);
    assert_eq!(ran.status, 1);
    assert!(ran.errors.contains("error[not-a-folder]: `public` is a file"), "{}", ran.errors);
}

/// Returns the site of a fixture.
fn fixture(name: &str) -> TestSite {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("tests/diagnostics/{name}.txt"));
    let text = std::fs::read_to_string(path).expect("a fixture");
    base(text.split_once('\n').expect("several lines").1)
}

/// Reads the diagnostics of a run with `--json`.
fn diagnostics(ran: &Ran) -> Vec<Value> {
    let lines = ran.out.lines().map(|line| serde_json::from_str::<Value>(line).expect("an object a line"));
    lines.filter(|line| line.get("summary").is_none()).collect()
}

fn text(diagnostic: &Value, key: &str) -> String {
    diagnostic[key].as_str().unwrap_or_else(|| panic!("no {key} in {diagnostic}")).to_owned()
}
