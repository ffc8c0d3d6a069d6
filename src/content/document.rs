//! The reader of one document: splits off front matter, parses the data, sets values from the environment, checks the
//! value by its schema, and adds defaults.

use std::ops::Range;

use serde::de::DeserializeOwned;
use serde_json::{Map, Value};

use crate::config::Config;
use crate::diagnostic::{Diagnostic, Place};
use crate::lines::next_line;
use crate::schema::Schema;
use crate::source::SourceFile;
use crate::yaml::tree::PairSide;
use crate::yaml::{self, DataFormat, DocumentSource, ParsedDocument};

/// Returns the whole file as a document, in the format that the file's extension names.
pub fn whole_file(file: &SourceFile) -> DocumentSource<'_> {
    DocumentSource::whole(&file.file, &file.text)
}

/// Splits a Markdown file into its front matter and the byte at which its Markdown begins. A file without front matter
/// is all Markdown.
fn split_front_matter(file: &SourceFile) -> Result<(DocumentSource<'_>, usize), Diagnostic> {
    let text = &*file.text;
    let source = |range: Range<usize>| DocumentSource::part(&file.file, text, range);
    let Some(start) = fence_length(text) else {
        return match misplaced_front_matter(file) {
            Some(diagnostic) => Err(diagnostic),
            None => Ok((source(0..0), 0)),
        };
    };
    let mut line_start = start;
    while line_start < text.len() {
        if let Some(length) = fence_length(&text[line_start..]) {
            return Ok((source(start..line_start), line_start + length));
        }
        line_start = next_line(text, line_start).unwrap_or(text.len());
    }
    Err(Diagnostic::error("front-matter-open", "the front matter is never closed")
        .at(Place::new(file.file.clone(), text, 0..3))
        .label("opened here")
        .help("put a line `---` below the last key"))
}

/// Returns the YAML of an entry's file and, for a Markdown file, the byte at which its Markdown begins.
///
/// # Errors
/// Fails if the front matter of a Markdown file is never closed, is TOML, or does not begin the file.
pub fn split_entry(file: &SourceFile) -> Result<(DocumentSource<'_>, Option<usize>), Diagnostic> {
    if file.path.ends_with(".md") {
        split_front_matter(file).map(|(source, start)| (source, Some(start)))
    } else {
        Ok((whole_file(file), None))
    }
}

/// Returns the YAML of an entry's file, or the whole file if [`split_entry`] fails.
pub fn entry_yaml(file: &SourceFile) -> DocumentSource<'_> {
    split_entry(file).map_or_else(|_| whole_file(file), |(source, _)| source)
}

fn misplaced_front_matter(file: &SourceFile) -> Option<Diagnostic> {
    let rest = file.text.trim_start_matches(|c: char| c.is_whitespace() || c == '\u{feff}');
    let diagnostic = if rest.lines().next()?.trim_end() == "+++" {
        Diagnostic::error("front-matter-misplaced", "this front matter is TOML, not YAML")
            .label("front matter is written between two lines `---`")
            .help("write `---` for `+++`, and `title: My title` for `title = \"My title\"`")
    } else {
        // Front matter has a key in its first line, and ends in another `---`. Any other `---` is a thematic break.
        let (key, value) = rest[fence_length(rest)?..].lines().next()?.split_once(':')?;
        let is_key = !key.is_empty() && key.chars().all(|c| c.is_alphanumeric() || c == '_' || c == '-');
        let is_value = value.is_empty() || value.starts_with(' ');
        let is_closed = rest.lines().skip(1).any(|line| line.trim_end() == "---");
        if !(is_key && is_value && is_closed) {
            return None;
        }
        Diagnostic::error("front-matter-misplaced", "the front matter does not begin the file")
            .label("there is text before it")
            .help("remove the empty lines and blanks before this `---`: it is the first line of the file")
    };
    let start = file.text.len() - rest.len();
    Some(diagnostic.at(Place::new(file.file.clone(), &file.text, start..start + 3)))
}

/// Returns the length of a line `---` at the beginning of `text`, its line break included.
fn fence_length(text: &str) -> Option<usize> {
    let rest = text.strip_prefix("---")?;
    let end = rest.find('\n').map_or(rest.len(), |at| at + 1);
    rest[..end].trim_end().is_empty().then_some(3 + end)
}

/// Finds the places of several values in the YAML of a file, parsing it once.
pub fn places(file: &SourceFile, pointers: &[String]) -> Vec<Place> {
    let source = entry_yaml(file);
    let tree = source.tree();
    pointers.iter().map(|pointer| source.place(tree.find(pointer, PairSide::Value))).collect()
}

/// Reads a document: parses it, checks it, and adds defaults. Messages name the document's file in place of the
/// schema. A value that breaks its schema is returned too, so that further mistakes in it can be reported.
pub fn read(source: &DocumentSource, schema: &Schema) -> (Option<ParsedDocument>, Vec<Diagnostic>) {
    let mut document = match parse(source) {
        Ok(document) => document,
        Err(diagnostics) => return (None, diagnostics),
    };
    let diagnostics = check_and_complete(&mut document, source, schema, source.file, None);
    (Some(document), diagnostics)
}

/// Reads a file with [`read`], and deserializes its value into a type that the schema describes. Returns the value with
/// the pointers of its samples.
pub fn read_into<T: DeserializeOwned>(
    file: &SourceFile,
    schema: &Schema,
) -> (Option<(T, Vec<String>)>, Vec<Diagnostic>) {
    let source = whole_file(file);
    let (document, mut diagnostics) = read(&source, schema);
    let Some(ParsedDocument { value, samples }) = document else { return (None, diagnostics) };
    match serde_json::from_value(value) {
        Ok(read) => (Some((read, samples)), diagnostics),
        Err(error) => {
            // A value that breaks the schema is explained by the schema's diagnostics.
            if diagnostics.is_empty() {
                let message = format!("{} can't be read: {error}", file.file);
                diagnostics.push(Diagnostic::error("wrong-type", message).at(source.place_of("", PairSide::Value)));
            }
            (None, diagnostics)
        }
    }
}

/// Parses a document. An empty document gives an empty mapping.
///
/// # Errors
/// Fails if the document is invalid.
pub fn parse(source: &DocumentSource) -> Result<ParsedDocument, Vec<Diagnostic>> {
    let mut document = yaml::parse(source)?;
    if document.value.is_null() {
        document.value = Value::Object(Map::new());
    }
    Ok(document)
}

/// Checks a parsed document, and adds defaults. `schema_name` names the schema in messages. With a `config`, first sets
/// values from the environment. If the config excuses unfinished content, broken rules in sample values are only
/// warnings.
pub fn check_and_complete(
    document: &mut ParsedDocument,
    source: &DocumentSource,
    schema: &Schema,
    schema_name: &str,
    config: Option<&Config>,
) -> Vec<Diagnostic> {
    let mut columns = Vec::new();
    if source.format == DataFormat::Csv {
        let first_row = document.value.get(0).and_then(Value::as_object);
        columns.extend(first_row.into_iter().flat_map(Map::keys).cloned());
        // Empty cells count as absent fields.
        rows(&mut document.value).for_each(|row| row.retain(|_, value| !value.is_null()));
        schema.shape.convert_cells(&mut document.value);
    }
    let mut diagnostics = Vec::new();
    if let Some(config) = config {
        let invalid = schema.apply_env(document, &|name| config.variable(name));
        diagnostics.extend(invalid.into_iter().map(|diagnostic| diagnostic.at(Place::file(source.file.clone()))));
    }
    let excuses_samples = config.is_some_and(Config::excuses_unfinished);
    let excused_samples = if excuses_samples { &*document.samples } else { &[] };
    diagnostics.extend(schema.check(&document.value, source, schema_name, excused_samples));
    // Each row repeats the mistakes that lie in the header of a table, such as an unknown column. One report is enough.
    diagnostics.dedup_by(|a, b| a.message == b.message && a.place == b.place);
    schema.shape.complete(&mut document.value);
    // Empty cells are null where the schema gives no default.
    for row in rows(&mut document.value) {
        columns.iter().for_each(|column| _ = row.entry(column).or_insert(Value::Null));
    }
    diagnostics
}

fn rows(table: &mut Value) -> impl Iterator<Item = &mut Map<String, Value>> {
    table.as_array_mut().into_iter().flatten().filter_map(Value::as_object_mut)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn check(text: &str, yaml: &str, markdown: &str) {
        let file = SourceFile { file: "a.md".into(), path: "a.md".into(), text: text.into() };
        let (source, start) = split_front_matter(&file).expect("closed front matter");
        assert_eq!((&text[source.range], &text[start..]), (yaml, markdown), "{text:?}");
    }

    #[test]
    fn front_matter_is_split_off_between_fences() {
        check("---\na: 1\n---\nText", "a: 1\n", "Text");
        check("---\r\na: 1\r\n---\r\nText", "a: 1\r\n", "Text");
        check("---\n---\nText", "", "Text");
        check("---\na: 1\n---", "a: 1\n", "");
        check("Text\n---\n", "", "Text\n---\n");
        check("---\na: 1\n--- \nText", "a: 1\n", "Text");
        check("----\nText", "", "----\nText");
        check("---\na: '---'\n---x\n---\nT", "a: '---'\n---x\n", "T");
        check("\n---\nText: this.\n", "", "\n---\nText: this.\n");
        check("\n---\nText\n---\n", "", "\n---\nText\n---\n");
        check("+++ T", "", "+++ T");
    }

    #[test]
    fn every_missing_field_is_reported() {
        let file = SourceFile { file: "a.yaml".into(), path: "a.yaml".into(), text: "c: 1\n".into() };
        let schema = json!({ "required": ["a", "b"], "properties": { "a": {}, "b": {}, "c": {} } });
        let schema = Schema::built_in(schema, None);
        let (_, found) = read(&whole_file(&file), &schema);
        let messages: Vec<&str> = found.iter().map(|diagnostic| diagnostic.message.as_str()).collect();
        assert_eq!(messages, ["`a` is missing", "`b` is missing"]);
    }

    #[test]
    fn open_and_misplaced_front_matter_is_reported() {
        let check = |text: &str, code: &str| {
            let file = SourceFile { file: "a.md".into(), path: "a.md".into(), text: text.into() };
            assert_eq!(split_front_matter(&file).err().map(|d| d.code), Some(code), "{text:?}");
        };
        check("---\na: 1\n", "front-matter-open");
        for text in
            ["+++\na = 1\n+++\n", "\n---\na: 1\n---\n", " ---\na:\n  b\n---\n", "\u{feff}\u{feff}---\na: 1\n---\n"]
        {
            check(text, "front-matter-misplaced");
        }
    }
}
