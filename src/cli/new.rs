//! `site new COLLECTION SLUG`: creates a draft. A translation begins as a copy of the original. Any other entry begins
//! with the fields that the collection's schema requires, filled with sample values.

use std::fmt::Write as _;

use jiff::Zoned;
use serde_json::Value;

use super::report::print;
use super::sample;
use super::unbuilt_content::{UnbuiltContent, read_content};
use crate::config::{CONTENT, Config};
use crate::content::collection;
use crate::content::document::entry_yaml;
use crate::content::entry::{Entry, Visibility};
use crate::content::entry_file::EntryFile;
use crate::content::entry_name::{extension, is_valid_name};
use crate::content::loaded_content::Content;
use crate::content::site_language::LanguageIndex;
use crate::diagnostic::{Diagnostic, did_you_mean};
use crate::edit::in_words;
use crate::fs;
use crate::route::path_below;
use crate::source::SourceFile;
use crate::yaml::DocumentSource;
use crate::yaml::write::{Splice, Unwritable, insert_key, remove_key, set_scalar};

/// Creates a draft of an entry in the collection `name`, and prints its path.
pub fn new(config: &Config, name: &str, slug: &str) -> Result<(), Vec<Diagnostic>> {
    let UnbuiltContent { sources, content, .. } = read_content(config)?;
    let Some(index) = content.collection(name) else {
        return Err(unknown_collection(&content, name).into());
    };
    let bad_name = || Diagnostic::error("bad-name", format!("`{slug}` can't be the name of an entry"));
    if !is_valid_name(slug) {
        let help = "use letters, digits and hyphens, without an extension: it becomes a part of the address";
        return Err(bad_name().help(help).into());
    }
    if let Some(why) = slug.split('/').find_map(fs::windows_refusal) {
        return Err(bad_name().note(format!("Windows refuses it: {why}")).help("choose a different name").into());
    }
    let suffixes = &content.settings.suffixes;
    let new_file = format!("{name}/{slug}.");
    let file = EntryFile::of(name, &new_file, suffixes);
    let original = content.entries.iter().find(|entry| *entry.id == *file.id && entry.language != file.language);
    let extension =
        original.map_or_else(|| extension(&content, index), |entry| if entry.body.is_some() { "md" } else { "yaml" });
    let path = format!("{CONTENT}/{name}/{slug}.{extension}");
    // The entry may exist at another path: as a bundle (`trip/index.md`) or as a section (`trip/_index.md`). Files with
    // mistakes count too, although they may give no entry.
    let is_of_entry = |path: &str| {
        let other = EntryFile::of(name, path, suffixes);
        path_below(path, name).is_some() && (other.id, other.language) == (file.id, file.language)
    };
    let (texts, failed) = (&sources.content.texts, &sources.content.failed);
    if texts.iter().any(|text| is_of_entry(&text.path)) || failed.iter().any(|(path, _)| is_of_entry(path)) {
        let diagnostic = Diagnostic::error("entry-exists", format!("there is an entry `{slug}` in `{name}` already"));
        return Err(diagnostic.help("choose a different name, or edit that file").into());
    }
    let today = config.clock.now(&content.settings.zone);
    let (text, task) = if let Some(original) = original {
        (as_draft(&content, original, file.language), format!("translate what it copies from {}", original.file.file))
    } else {
        let fields = format_fields(&content, index, &file, &today);
        let text = if extension == "md" { format!("---\n{fields}---\n\nWrite here.\n") } else { fields };
        (text, "fill it in".to_owned())
    };
    let target = config.path(&path);
    fs::create_parent(&target)?;
    fs::write_new(&target, text.as_bytes())?;
    Ok(print(&format!("Made {path}: {task}, then take `draft: true` out"))?)
}

/// Returns the text of an entry as a draft, without `aliases`: its former addresses lead to the original. Its `route`,
/// if it has one, begins with the prefix of `language` instead of that of the entry's own language.
fn as_draft(content: &Content, original: &Entry, language: LanguageIndex) -> String {
    if original.body.is_some() && original.markdown_start == 0 {
        return format!("---\ndraft: true\n---\n{}", original.file.text);
    }
    let mut file = SourceFile::clone(&original.file);
    // What can't be edited, such as a value that an alias repeats, is copied as it is.
    let mut edit = |edit: &dyn Fn(&DocumentSource<'_>) -> Result<Splice, Unwritable>| {
        let splice = edit(&entry_yaml(&file)).ok();
        if let Some(text) = splice.and_then(|splice| splice.apply(&file.text)) {
            file.text = text.into();
        }
    };
    edit(&|yaml| remove_key(yaml, "/aliases"));
    let [old, new] = [original.language, language].map(|language| &*content.settings.languages[language].prefix);
    if let Some(below) = original.text("route").and_then(|route| route.strip_prefix(old)) {
        edit(&|yaml| set_scalar(yaml, "/route", &Value::from([new, below].concat())));
    }
    let draft = Value::Bool(true);
    edit(&|yaml| set_scalar(yaml, "/draft", &draft).or_else(|_| insert_key(yaml, "", "draft", &draft, &["draft"])));
    file.text.to_string()
}

fn unknown_collection(content: &Content, name: &str) -> Diagnostic {
    let names: Vec<&str> = content.collections.iter().map(|collection| collection.name.as_str()).collect();
    let known = match names.as_slice() {
        [] => format!("a collection is a folder of {CONTENT}/ with a {}", collection::FILE),
        names => format!("the collections are: {}", names.join(", ")),
    };
    Diagnostic::error("unknown-collection", format!("there is no collection `{name}`"))
        .help(did_you_mean(name, names, &known))
}

/// Formats `draft: true` and the required fields, each with a value of its type. Values to be replaced are marked as
/// samples.
fn format_fields(content: &Content, collection: usize, file: &EntryFile, today: &Zoned) -> String {
    let schema = &content.collections[collection].schema;
    let below = path_below(file.id, &content.collections[collection].name);
    let prefix = &content.settings.languages[file.language].prefix;
    // `below` is `None` for the slug `README`: its file is the section of the collection's own folder.
    let route = below.map_or_else(|| prefix.clone(), |below| format!("{prefix}{below}/"));
    let merge = |part| sample::merge_schema(part, &schema.normalized, today);
    let merged = merge(&schema.normalized);
    let mut text = String::from("draft: true\n");
    for field in schema.fields().filter(|field| field.is_required && field.name != "draft") {
        let property = merge(&merged["properties"][field.name]);
        let description = property["description"].as_str().unwrap_or_default().lines().next().unwrap_or_default();
        let value = match (field.name, field.reference) {
            ("title", _) => format!("!sample {}", Value::from(title_from(file.id))),
            ("route", _) => Value::from(route.as_str()).to_string(),
            (_, Some(collection)) => format!("!sample {}", Value::from(some_entry(content, collection))),
            (name, _) if schema.is_date(name) && property["format"] != "local-date-time" => today.date().to_string(),
            _ => sample::yaml(&property, &schema.normalized, today),
        };
        let comment = if description.is_empty() { String::new() } else { format!(" # {description}") };
        let is_plain = field.name.chars().all(|c| c.is_alphanumeric() || matches!(c, '_' | '-'));
        let name = if is_plain { field.name.to_owned() } else { Value::from(field.name).to_string() };
        // Writing to a String does not fail.
        let _ = writeln!(text, "{name}: {value}{comment}");
    }
    text
}

/// Returns the name of a published entry of a collection, as a sample for a reference; a placeholder if there is none.
fn some_entry<'a>(content: &'a Content, collection: &str) -> &'a str {
    let names = content.entries.iter().filter(|entry| entry.visibility == Visibility::Published);
    let mut names = names.filter_map(|entry| path_below(&entry.id, collection));
    names.next().unwrap_or("name-of-an-entry")
}

/// Makes a title of the words in the last part of an id: `our-first-year` and `OurFirstYear` → `Our First Year`.
fn title_from(id: &str) -> String {
    let name = id.rsplit('/').next().unwrap_or(id);
    let mut words = String::new();
    for c in name.replace(['-', '_'], " ").chars() {
        if c.is_uppercase() && words.ends_with(char::is_lowercase) {
            words.push(' ');
        }
        words.push(c);
    }
    words.split_whitespace().map(in_words).collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::title_from;

    fn check(id: &str, expected: &str) {
        assert_eq!(title_from(id), expected);
    }

    #[test]
    fn titles_are_made_of_the_words_of_ids() {
        check("our-first-year", "Our First Year");
        check("OurFirstYear", "Our First Year");
        check("2025/what-now", "What Now");
        check("x", "X");
    }
}
