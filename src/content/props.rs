//! Schemas of islands' props, `islands/NAME.props.yaml`: they check the props that templates and Markdown pass.
//!
//! A prop that is `none` counts as missing. An HTML prop (`html: true`) is checked as the placeholder of a slot:
//! `{"$slot": 0}`.

use std::collections::BTreeMap;
use std::sync::Arc;

use serde_json::Value;

use super::files::{SCHEMA_ENDING, SHARED};
use super::raw_schema::RawSchema;
use crate::config::{Config, ISLANDS};
use crate::diagnostic::Diagnostic;
use crate::fs;
use crate::schema::Schema;
use crate::source::{SourceFile, Sources};
use crate::template::DiagnosticError;
use crate::yaml::tree::PairSide;
use crate::yaml::{self, DocumentSource};

/// The end of the schemas' file names.
const ENDING: &str = ".props.yaml";

#[derive(Debug)]
pub struct PropsSchema(pub Schema);

impl PartialEq for PropsSchema {
    fn eq(&self, other: &Self) -> bool {
        self.0.raw == other.0.raw
    }
}

/// Loads the props schemas of a site's islands, by island name.
pub fn load(config: &Config, sources: &Sources) -> (BTreeMap<String, PropsSchema>, Vec<Diagnostic>) {
    // The mistakes of shared definitions are reported with the content.
    let shared = shared_schema(sources).and_then(|file| RawSchema::parse(file).ok());
    let shared = shared.map(|schema| schema.as_shared_definitions().0).unwrap_or_default();
    let folder = config.path(ISLANDS);
    // A missing folder has no files. `source::read` reports folders that can't be read.
    let (paths, _) = fs::walk(&folder, ISLANDS, &sources.bounds);
    let mut diagnostics = Vec::new();
    let mut schemas = BTreeMap::new();
    for path in paths {
        let Some(name) = path.strip_suffix(ENDING).filter(|name| !name.contains('/')) else { continue };
        let file: Arc<str> = format!("{ISLANDS}/{path}").into();
        let read = fs::read_text(&config.path(&*file), &file).map_err(|diagnostic| vec![diagnostic]);
        let schema = read.and_then(|text| {
            let source = DocumentSource::whole(&file, &text);
            let schema = yaml::parse(&source)?;
            if schema.value.pointer(KEY_PROP).is_some() {
                return Err(vec![reserved_key(&source)]);
            }
            Schema::compile(&shared.add_to(&schema.value), &source, "", None)
        });
        let schema = schema.unwrap_or_else(|mistakes| {
            diagnostics.extend(mistakes);
            // The open schema keeps the island's props from being reported as unknown.
            Schema::open()
        });
        schemas.insert(name.to_owned(), PropsSchema(schema));
    }
    (schemas, diagnostics)
}

/// Finds `content/shared.schema.yaml`, whose definitions the schemas of props may use.
pub fn shared_schema(sources: &Sources) -> Option<&Arc<SourceFile>> {
    sources.content.texts.iter().find(|file| file.path.strip_suffix(SCHEMA_ENDING) == Some(SHARED))
}

/// The pointer of a prop `key` in a schema. React reserves this name.
const KEY_PROP: &str = "/properties/key";

fn reserved_key(source: &DocumentSource) -> Diagnostic {
    Diagnostic::error("island-prop-name", "an island can't have a prop `key`")
        .at(source.place_of(KEY_PROP, PairSide::Key))
        .label("React keeps this name for itself")
        .help("give it a different name, such as `name`, here and in the component")
}

impl PropsSchema {
    /// Checks the props of the island `name`, after filling in defaults.
    ///
    /// # Errors
    /// Fails if the props break the schema. The error is the first mistake; its notes are the other mistakes. Its
    /// `word` is the prop's name, unless the prop is missing.
    pub fn check(&self, name: &str, props: &mut Value) -> Result<(), DiagnosticError> {
        remove_null(props);
        self.0.shape.complete(props);
        // `complete` has added the absent props without a default as null.
        remove_null(props);
        let text = write_prop_lines(props);
        let file: Arc<str> = "props".into();
        let found = self.0.check_props(props, &DocumentSource::whole(&file, &text), &format!("the island `{name}`"));
        let mut found = found.into_iter();
        let Some(mut first) = found.next() else { return Ok(()) };
        // Each prop has a line, so the line of the mistake is the number of the prop.
        let word = first.place.take().and_then(|place| {
            let at = place.line.checked_sub(1)?;
            props.as_object()?.keys().nth(at).cloned().filter(|_| first.code != "missing-field")
        });
        // Help with YAML does not apply to props.
        if first.code == "missing-field" {
            first.help = Vec::new();
        } else if first.code == "unknown-key" && word.as_deref() == Some("className") {
            first.help.push("the options of an island's element are `class`, `id`, `tag` and `hydrate`".to_owned());
        } else if first.message.ends_with("HTML is expected") {
            first.help = vec!["`| markdown`, a macro and `{% set body %}…{% endset %}` make HTML".to_owned()];
        } else if first.message.contains(" is HTML, ") {
            first = first.label("what a macro, `| markdown` or `{% set %}…{% endset %}` makes is HTML");
            first.help =
                vec![format!("pass it as a string, or let it be HTML in islands/{name}{ENDING}: `{{ html: true }}`")];
        }
        first.notes.extend(found.map(|other| {
            let colon = if other.label.is_empty() { "" } else { ": " };
            format!("and {}{colon}{}", other.message, other.label)
        }));
        Err(DiagnosticError { diagnostic: first, word })
    }
}

/// Writes each prop as JSON, which is YAML, on a line of its own.
fn write_prop_lines(props: &Value) -> String {
    let line = |(key, value): (&String, &Value)| format!("{}: {value}\n", Value::from(key.as_str()));
    props.as_object().into_iter().flatten().map(line).collect()
}

/// Removes null values from mappings, at every depth.
fn remove_null(value: &mut Value) {
    match value {
        Value::Object(map) => {
            map.retain(|_, value| !value.is_null());
            map.values_mut().for_each(remove_null);
        }
        Value::Array(items) => items.iter_mut().for_each(remove_null),
        _ => {}
    }
}
