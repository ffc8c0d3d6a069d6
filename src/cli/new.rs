//! `site new COLLECTION SLUG`: an entry with the fields that its schema wants, as a draft with sample values.

use std::fmt::Write as _;
use std::sync::Arc;

use jiff::Zoned;
use serde_json::Value;

use super::args::NewArguments;
use super::report::{self, print};
use super::{FINE, MISTAKES};
use crate::config::{CONTENT, Config};
use crate::content::built_in::BuiltIn;
use crate::content::collection::FILE;
use crate::content::entry::Visibility;
use crate::content::load::{self, Content};
use crate::diagnostic::{Diagnostic, did_you_mean};
use crate::{fs, source};

pub fn new(arguments: &NewArguments) -> u8 {
    let config = arguments.root.config();
    match create(&config, &arguments.collection, &arguments.slug) {
        Ok(path) => {
            print(&format!("Made {path}: fill it in, then take `draft: true` out"));
            FINE
        }
        Err(diagnostics) => {
            report::draw(&diagnostics);
            MISTAKES
        }
    }
}

fn create(config: &Config, name: &str, slug: &str) -> Result<String, Vec<Diagnostic>> {
    let (sources, mut diagnostics) = source::read(config, None);
    let (content, problems) = load::load(config, &sources, Arc::new(BuiltIn::compile()), None);
    let Some(content) = content else {
        diagnostics.extend(problems);
        return Err(diagnostics);
    };
    let Some(at) = content.collections.iter().position(|c| c.name == name) else {
        let names: Vec<&str> = content.collections.iter().map(|c| c.name.as_str()).collect();
        let known = match names.as_slice() {
            [] => format!("a folder of {CONTENT}/ with a {FILE} is one"),
            names => format!("there are {}", names.join(", ")),
        };
        return Err(vec![
            Diagnostic::error("unknown-collection", format!("there is no collection `{name}`"))
                .help(did_you_mean(name, names, &known)),
        ]);
    };
    if !is_name(slug) {
        return Err(vec![
            Diagnostic::error("bad-name", format!("`{slug}` can't be the name of an entry"))
                .help("use letters, digits and hyphens, without an ending: it becomes a part of the address"),
        ]);
    }
    let ending = if is_markdown(&content, at) { "md" } else { "yaml" };
    let path = format!("{CONTENT}/{name}/{slug}.{ending}");
    if ["md", "yaml"].iter().any(|ending| fs::exists(&config.path(format!("{CONTENT}/{name}/{slug}.{ending}")))) {
        return Err(vec![
            Diagnostic::error("entry-exists", format!("there is an entry `{slug}` in `{name}` already"))
                .help("take another name, or edit that file"),
        ]);
    }
    let today = config.clock.now(&content.settings.zone);
    let fields = fields(&content, at, slug, &today);
    let text = if ending == "md" { format!("---\n{fields}---\n\nWrite here.\n") } else { fields };
    let target = config.path(&path);
    let written =
        target.parent().map_or(Ok(true), fs::create_dir).and_then(|_| fs::write_new(&target, text.as_bytes()));
    written.map(|()| path).map_err(|diagnostic| vec![diagnostic])
}

/// Whether a slug can name a file that is read as an entry, and a part of an address.
fn is_name(slug: &str) -> bool {
    let refused = |c: char| c.is_whitespace() || c.is_control() || matches!(c, '\\' | '?' | '#' | ':');
    let ending = |part: &str| [".md", ".yaml", ".schema", "~"].iter().any(|end| part.ends_with(end));
    slug.split('/').all(|part| !part.is_empty() && !part.starts_with(['.', '_']) && !ending(part))
        && !slug.contains(refused)
}

/// Whether the collection's entries are Markdown: as most of them are or, without any, if they are pages.
fn is_markdown(content: &Content, collection: usize) -> bool {
    let mut entries = content.entries.iter().filter(|e| e.collection == collection).peekable();
    if entries.peek().is_none() {
        return content.collections[collection].route.is_some();
    }
    let (markdown, yaml): (Vec<_>, Vec<_>) = entries.partition(|entry| entry.body.is_some());
    markdown.len() >= yaml.len()
}

/// The required fields, each with a value of its type; what has to be written is marked as a sample.
fn fields(content: &Content, at: usize, slug: &str, today: &Zoned) -> String {
    let schema = &content.collections[at].schema;
    let mut text = String::from("draft: true\n");
    for field in schema.fields().filter(|field| field.required && field.name != "draft") {
        let property = &schema.normalized()["properties"][field.name];
        let description = property["description"].as_str().unwrap_or_default().lines().next().unwrap_or_default();
        let value = match (field.name, field.reference) {
            ("title", _) => format!("!sample {}", Value::from(title(slug))),
            ("route", _) => Value::from(format!("/{slug}/")).to_string(),
            (_, Some(collection)) => format!("!sample {}", Value::from(some_entry(content, collection))),
            _ if property["format"] == "local-date-time" => today.strftime("%Y-%m-%dT%H:%M").to_string(),
            (name, _) if schema.is_date(name) => today.strftime("%Y-%m-%d").to_string(),
            _ => value(property),
        };
        let comment = if description.is_empty() { String::new() } else { format!(" # {description}") };
        // A String takes anything that is written to it.
        let _ = writeln!(text, "{}: {value}{comment}", field.name);
    }
    text
}

/// The name of an entry that a reference may lead to.
fn some_entry<'a>(content: &'a Content, collection: &str) -> &'a str {
    let names = content.entries.iter().filter(|entry| entry.visibility == Visibility::Published);
    let mut names = names.filter_map(|entry| entry.id.strip_prefix(collection)?.strip_prefix('/'));
    names.next().unwrap_or("name-of-an-entry")
}

/// A value that a schema accepts, as YAML on one line.
fn value(schema: &Value) -> String {
    if let Some(default) = schema.get("default").filter(|value| !value.is_null()) {
        return default.to_string();
    }
    if let Some(first) = schema["enum"].get(0).or_else(|| schema.get("const")) {
        return format!("!sample {first}");
    }
    match (schema["type"].as_str(), schema["format"].as_str()) {
        (_, Some("email")) => "!sample name@example.com".to_owned(),
        (_, Some("uri")) => "!sample https://example.com/".to_owned(),
        (Some("boolean"), _) => "false".to_owned(),
        (Some("integer" | "number"), _) => {
            let above = schema["exclusiveMinimum"].as_f64().map(|below| (below.floor() + 1.0).to_string());
            let least = above.unwrap_or_else(|| schema.get("minimum").map_or("0".to_owned(), Value::to_string));
            format!("!sample {least}")
        }
        (Some("array"), _) if schema["minItems"].as_u64().is_some_and(|least| least > 0) => {
            format!("[{}]", value(&schema["items"]))
        }
        (Some("array"), _) => "[]".to_owned(),
        (Some("object"), _) => {
            let required = schema["required"].as_array().into_iter().flatten().filter_map(Value::as_str);
            let pairs = required.map(|key| format!("{key}: {}", value(&schema["properties"][key])));
            format!("{{ {} }}", pairs.collect::<Vec<_>>().join(", "))
        }
        _ => {
            let least = schema["minLength"].as_u64().and_then(|least| usize::try_from(least).ok()).unwrap_or(1);
            format!("!sample {}", Value::from("…".repeat(least.clamp(1, 1000))))
        }
    }
}

/// `our-first-year` and `OurFirstYear` → `Our First Year`.
fn title(slug: &str) -> String {
    let name = slug.rsplit('/').next().unwrap_or(slug);
    let mut title = String::new();
    let mut previous = ' ';
    for c in name.chars() {
        let boundary = matches!(c, '-' | '_') || (c.is_uppercase() && previous.is_lowercase());
        if boundary && !title.is_empty() {
            title.push(' ');
        }
        if !matches!(c, '-' | '_') {
            let first = title.is_empty() || title.ends_with(' ');
            title.extend(c.to_uppercase().filter(|_| first));
            title.extend((!first).then_some(c));
        }
        previous = c;
    }
    title
}

#[cfg(test)]
mod tests {
    use super::title;

    fn check(slug: &str, expected: &str) {
        assert_eq!(title(slug), expected);
    }

    #[test]
    fn a_slug_becomes_a_title() {
        check("our-first-year", "Our First Year");
        check("OurFirstYear", "Our First Year");
        check("2025/what-now", "What Now");
        check("x", "X");
    }
}
