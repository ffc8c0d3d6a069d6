//! `docs/diagnostics.md` explains every diagnostic that the program has, and no other.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use crate::support::site;

const DIAGNOSTICS: &str = include_str!("../../docs/diagnostics.md");

/// Adds the sources of the program below a folder, without their tests.
fn sources(folder: &Path, all: &mut String) {
    for entry in fs::read_dir(folder).expect("a folder of sources") {
        let path = entry.expect("a source").path();
        if path.is_dir() {
            sources(&path, all);
        } else if path.extension().is_some_and(|extension| extension == "rs") && !path.ends_with("tests.rs") {
            let text = fs::read_to_string(&path).expect("a source");
            *all += text.split("#[cfg(test)]").next().unwrap_or_default();
        }
    }
}

/// Returns the string literals that follow a text directly.
fn literals_after<'a>(text: &'a str, before: &'a str) -> impl Iterator<Item = &'a str> {
    text.split(before).skip(1).filter_map(|rest| rest.trim_start().strip_prefix('"')?.split('"').next())
}

fn documented() -> BTreeSet<&'static str> {
    DIAGNOSTICS.lines().filter_map(|line| line.strip_prefix("### `")?.strip_suffix('`')).collect()
}

/// Returns the document from the explanation of a diagnostic on.
fn from_section(code: &str) -> &'static str {
    DIAGNOSTICS.split_once(&format!("### `{code}`\n\n")).map_or("", |(_, rest)| rest)
}

#[test]
fn every_diagnostic_is_explained_and_no_other() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut text = String::new();
    sources(&root.join("src"), &mut text);
    let mut codes: BTreeSet<String> = ["error(", "warning(", "Refused::invalid(", "code: "]
        .into_iter()
        .flat_map(|before| literals_after(&text, before))
        .map(str::to_owned)
        .collect();
    codes.retain(|code| code.bytes().all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-'));
    // Codes that are not literals there are those of fixtures.
    for fixture in fs::read_dir(root.join("tests/diagnostics")).expect("the fixtures") {
        let path = fixture.expect("a fixture").path();
        let text = if path.is_file() { fs::read_to_string(path).expect("a fixture") } else { continue };
        let first = text.lines().next().and_then(|line| line.strip_prefix("codes: "));
        codes.extend(first.into_iter().flat_map(str::split_whitespace).map(str::to_owned));
    }
    assert!(codes.len() > 100, "{codes:?}");
    let documented = documented();
    let missing: Vec<_> = codes.iter().filter(|code| !documented.contains(code.as_str())).collect();
    assert!(missing.is_empty(), "docs/diagnostics.md does not explain {missing:?}");
    let gone: Vec<_> = documented.iter().filter(|code| !text.contains(&format!("\"{code}\""))).collect();
    assert!(gone.is_empty(), "docs/diagnostics.md explains what does not exist: {gone:?}");
}

#[test]
fn explain_prints_what_the_document_says() {
    let empty = site("");
    let ran = empty.run(&["explain", "unknown-key"]);
    assert_eq!(ran.status, 0, "{}", ran.errors);
    let explanation = from_section("unknown-key").lines().next().expect("a line");
    assert!(ran.out.starts_with(&format!("unknown-key\n\n{explanation}")), "{}", ran.out);
    assert!(!ran.out.contains("\n#"), "{}", ran.out);
    for code in documented() {
        let is_text = |c: char| c.is_alphabetic() || c == '`';
        assert!(from_section(code).starts_with(is_text), "{code} has no explanation");
    }
}
