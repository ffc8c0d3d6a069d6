//! From a file's text to a value that its schema accepts: parse, check, complete. Front matter is split off here.

use std::ops::Range;

use serde_json::Value;

use super::locate::{Part, Tree};
use super::schema::Schema;
use super::yaml::{self, Document, YamlSource};
use crate::diagnostic::{Diagnostic, Place};
use crate::source::SourceFile;

/// A schema that comes with the program.
pub fn built_in_schema(text: &str) -> Schema {
    built_in(text, Schema::compile)
}

/// A schema that comes with the program, on top of another one.
pub fn built_in_schema_on(base: &Schema, text: &str) -> Schema {
    built_in(text, |raw, source, pointer| base.with(raw, source, pointer))
}

fn built_in(text: &str, compile: impl Fn(&Value, &YamlSource<'_>, &str) -> Result<Schema, Vec<Diagnostic>>) -> Schema {
    let file = "a schema of the program".into();
    let source = YamlSource { file: &file, text, range: 0..text.len() };
    let schema = yaml::parse(&source).and_then(|document| compile(&document.value, &source, ""));
    debug_assert!(schema.is_ok(), "{schema:?}");
    schema.unwrap_or_else(|_| Schema::open())
}

/// The whole file as YAML.
pub fn whole(file: &SourceFile) -> YamlSource<'_> {
    YamlSource { file: &file.file, text: &file.text, range: byte_order_mark(&file.text)..file.text.len() }
}

/// The front matter of a Markdown file, and where its Markdown begins. A file without front matter is all Markdown.
///
/// # Errors
/// Front matter that is opened and never closed.
pub fn front_matter(file: &SourceFile) -> Result<(YamlSource<'_>, usize), Diagnostic> {
    let text = &*file.text;
    let start = byte_order_mark(text);
    let source = |range: Range<usize>| YamlSource { file: &file.file, text, range };
    let Some(opening) = fence(&text[start..]) else { return Ok((source(start..start), start)) };
    let yaml = start + opening;
    let mut line = yaml;
    while line < text.len() {
        if let Some(length) = fence(&text[line..]) {
            return Ok((source(yaml..line), line + length));
        }
        line = memchr::memchr(b'\n', &text.as_bytes()[line..]).map_or(text.len(), |at| line + at + 1);
    }
    Err(Diagnostic::error("front-matter-open", "the front matter is never closed")
        .at(Place::new(file.file.clone(), text, start..start + 3))
        .label("opened here")
        .help("put a line `---` below the last key"))
}

/// The length of a line `---` at the beginning of `text`, its line break included.
fn fence(text: &str) -> Option<usize> {
    let rest = text.strip_prefix("---")?;
    let end = rest.find('\n').map_or(rest.len(), |at| at + 1);
    rest[..end].trim_end().is_empty().then_some(3 + end)
}

fn byte_order_mark(text: &str) -> usize {
    if text.starts_with('\u{feff}') { '\u{feff}'.len_utf8() } else { 0 }
}

/// Where several values of a file stand, for the price of reading it once.
pub fn places(source: &YamlSource, pointers: &[String]) -> Vec<Place> {
    let tree = Tree::of(source.yaml());
    pointers.iter().map(|pointer| source.place(tree.find(pointer, Part::Value))).collect()
}

/// Parses, checks and completes; `what` names the owner of the schema in messages. A value that breaks its schema is
/// given too, so that what else is wrong with it can be said.
pub fn read(source: &YamlSource, schema: &Schema, what: &str) -> (Option<Value>, Vec<Diagnostic>) {
    let (document, diagnostics) = read_with(source, schema, what, &|_| None);
    (document.map(|document| document.value), diagnostics)
}

/// The same, with the environment's values in place and the sample values told.
pub fn read_with(
    source: &YamlSource,
    schema: &Schema,
    what: &str,
    variable: &dyn Fn(&str) -> Option<String>,
) -> (Option<Document>, Vec<Diagnostic>) {
    let mut document = match yaml::parse(source) {
        Ok(document) => document,
        Err(diagnostics) => return (None, diagnostics),
    };
    if document.value.is_null() {
        document.value = Value::Object(serde_json::Map::new());
    }
    let place = || Place::file(source.file.clone());
    let unfit = schema.apply_env(&mut document, variable);
    let mut diagnostics: Vec<Diagnostic> = unfit.into_iter().map(|diagnostic| diagnostic.at(place())).collect();
    diagnostics.extend(schema.check(&document.value, source, what));
    schema.complete(&mut document.value);
    (Some(document), diagnostics)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, yaml: &str, markdown: &str) {
        let file = SourceFile { file: "a.md".into(), path: "a.md".into(), text: text.into() };
        let (source, start) = front_matter(&file).expect("closed front matter");
        assert_eq!((&text[source.range], &text[start..]), (yaml, markdown), "{text:?}");
    }

    #[test]
    fn front_matter_stands_between_two_fences() {
        check("---\na: 1\n---\nText", "a: 1\n", "Text");
        check("---\r\na: 1\r\n---\r\nText", "a: 1\r\n", "Text");
        check("---\n---\nText", "", "Text");
        check("---\na: 1\n---", "a: 1\n", "");
        check("Text\n---\n", "", "Text\n---\n");
        check("\u{feff}---\na: 1\n--- \nText", "a: 1\n", "Text");
        check("----\nText", "", "----\nText");
        check("---\na: '---'\n---x\n---\nT", "a: '---'\n---x\n", "T");
    }

    #[test]
    fn front_matter_that_is_never_closed_is_reported() {
        let file = SourceFile { file: "a.md".into(), path: "a.md".into(), text: "---\na: 1\n".into() };
        assert_eq!(front_matter(&file).err().map(|d| d.code), Some("front-matter-open"));
    }
}
