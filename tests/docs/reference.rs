//! `docs/reference.md` is what the schemas and the argument parser say. `UPDATE_DOCS=1 cargo test --test suite
//! docs::reference` writes it anew.

use std::fmt::Write as _;
use std::path::Path;

use serde_yaml::Value;

use super::trimmed;
use crate::support::site;

/// The program's own schemas: the file that each is for, and its text.
const SCHEMAS: [(&str, &str); 5] = [
    (
        "content/site.yaml",
        concat!(
            include_str!("../../src/content/settings.schema.yaml"),
            include_str!("../../src/content/conditions.schema.yaml")
        ),
    ),
    ("content/hosts.yaml", include_str!("../../src/content/hosts.schema.yaml")),
    ("_collection.yaml", include_str!("../../src/content/collection.schema.yaml")),
    (
        "Every entry",
        concat!(
            include_str!("../../src/content/entry.schema.yaml"),
            include_str!("../../src/content/conditions.schema.yaml")
        ),
    ),
    ("A form", include_str!("../../src/content/forms/form.schema.yaml")),
];

const INTRODUCTION: &str = "\
# Reference

Every setting and every command. This page is made from the program's schemas and from its help (`tests/docs/reference.rs`).
[content.md](content.md) explains what the settings are for.
";

#[test]
fn the_reference_is_up_to_date() {
    let mut text = INTRODUCTION.to_owned();
    for (title, schema) in SCHEMAS {
        let schema: Value = serde_yaml::from_str(schema).expect("a schema");
        let title = if title.ends_with(".yaml") { format!("`{title}`") } else { title.to_owned() };
        write!(text, "\n## {title}\n\n| Key | Value | Meaning |\n|---|---|---|\n").expect("a text");
        write_rows(&mut text, &schema, &schema, "");
    }
    text += "\n## Commands\n";
    let empty = site("");
    let help = empty.run(&["--help"]);
    write!(text, "\n```text\n{}\n```\n", trimmed(&help.out)).expect("a text");
    let commands = help.out.split("Commands:\n").nth(1).and_then(|rest| rest.split("\n\n").next()).expect("commands");
    for command in commands.lines().filter_map(|line| line.split_whitespace().next()).filter(|name| *name != "help") {
        let help = empty.run(&[command, "--help"]);
        write!(text, "\n### `site {command}`\n\n```text\n{}\n```\n", trimmed(&help.out)).expect("a text");
    }
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/reference.md");
    if std::env::var_os("UPDATE_DOCS").is_some() {
        std::fs::write(&path, &text).expect("the reference is written");
    }
    let found = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(
        found == text,
        "docs/reference.md is not up to date: UPDATE_DOCS=1 cargo test --test suite docs::reference"
    );
}

/// Writes a row for each property of a schema, and for the properties below it.
fn write_rows(text: &mut String, root: &Value, schema: &Value, parent: &str) {
    let Some(properties) = schema["properties"].as_mapping() else { return };
    for (key, property) in properties {
        let key = format!("{parent}{}", key.as_str().expect("a text"));
        let referred = property["$ref"].as_str().and_then(|path| path.strip_prefix("#/$defs/"));
        let shape = referred.map_or(property, |name| &root["$defs"][name]);
        let description = property["description"].as_str().or(shape["description"].as_str()).unwrap_or_default();
        let value = value(shape).replace('|', "\\|");
        writeln!(text, "| `{key}` | {value} | {} |", description.replace('|', "\\|")).expect("a text");
        write_rows(text, root, shape, &format!("{key}."));
        write_rows(text, root, &shape["items"], &format!("{key}[]."));
        // The site chooses the keys of such a mapping.
        write_rows(text, root, &shape["additionalProperties"], &format!("{key}.*."));
    }
}

/// Describes what a value may be, and its default.
fn value(shape: &Value) -> String {
    let kind = match &shape["type"] {
        _ if shape["enum"].is_sequence() => {
            let values = shape["enum"].as_sequence().map(Vec::as_slice).unwrap_or_default();
            values.iter().map(|value| format!("`{}`", plain(value))).collect::<Vec<_>>().join(", ")
        }
        Value::String(kind) if kind == "array" => {
            let items = value(&shape["items"]);
            if items.is_empty() { "list".to_owned() } else { format!("list of {items}") }
        }
        Value::String(kind) => kind.clone(),
        Value::Sequence(kinds) => kinds.iter().map(plain).collect::<Vec<_>>().join(" or "),
        _ if !shape["const"].is_null() => format!("`{}`", plain(&shape["const"])),
        _ if shape["anyOf"].is_sequence() => {
            let alternatives = shape["anyOf"].as_sequence().map(Vec::as_slice).unwrap_or_default();
            alternatives.iter().map(value).collect::<Vec<_>>().join(" or ")
        }
        _ if shape["properties"].is_mapping() || shape["additionalProperties"].is_mapping() => "mapping".to_owned(),
        _ => String::new(),
    };
    match &shape["default"] {
        Value::Null => kind,
        default if ["", "{}", "[]"].contains(&plain(default).as_str()) => kind,
        default => format!("{kind}; default `{}`", plain(default)),
    }
}

fn plain(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        other => serde_json::to_string(other).expect("JSON"),
    }
}
