//! What islands accept: `islands/NAME.props.yaml`, a schema like a collection's, against which the props that templates and
//! Markdown give are checked.
//!
//! `none` is the same as not given. HTML (`html: true`) is a slot by then: `{"$slot": 0}`.

use std::collections::BTreeMap;
use std::sync::Arc;

use serde_json::{Map, Value};

use super::document;
use super::locate::Part;
use super::schema::Schema;
use super::yaml::{self, YamlSource};
use crate::config::{Config, ISLANDS};
use crate::diagnostic::Diagnostic;
use crate::fs;
use crate::source::SourceFile;

/// The ending of the files.
const ENDING: &str = ".props.yaml";

/// The schema of one island's props.
#[derive(Debug)]
pub struct PropsSchema(Schema);

impl PartialEq for PropsSchema {
    fn eq(&self, other: &Self) -> bool {
        self.0.raw() == other.0.raw()
    }
}

/// A mistake in how an island is used.
#[derive(Debug)]
pub struct Wrong {
    /// The prop that it is about.
    pub key: Option<String>,
    /// Without a place.
    pub diagnostic: Diagnostic,
}

/// The schemas of a site's islands, by the island's name.
pub fn load(config: &Config) -> (BTreeMap<String, PropsSchema>, Vec<Diagnostic>) {
    let folder = config.folder(ISLANDS);
    if !fs::is_dir(&folder) {
        return Default::default();
    }
    let (paths, mut diagnostics) = fs::walk(&folder, ISLANDS);
    let mut schemas = BTreeMap::new();
    for path in paths {
        let Some(name) = path.strip_suffix(ENDING).filter(|name| !name.contains('/')) else { continue };
        let file: Arc<str> = format!("{ISLANDS}/{path}").into();
        let read = fs::read_text(&config.path(&*file), &file).map_err(|diagnostic| vec![diagnostic]);
        let schema = read.and_then(|text| {
            let source = SourceFile { file, path: path.clone(), text: text.into() };
            let source = document::whole(&source);
            let schema = yaml::parse(&source)?;
            if schema.value.pointer(KEY).is_some() {
                return Err(vec![no_key(&source)]);
            }
            Schema::compile(&schema.value, &source, "")
        });
        match schema {
            Ok(schema) => _ = schemas.insert(name.to_owned(), PropsSchema(schema)),
            Err(problems) => {
                // Its props can't be checked, which is told: that it takes none must not be.
                schemas.insert(name.to_owned(), PropsSchema(Schema::open()));
                diagnostics.extend(problems);
            }
        }
    }
    (schemas, diagnostics)
}

/// Where a schema would have the prop that React keeps for itself.
const KEY: &str = "/properties/key";

fn no_key(source: &YamlSource) -> Diagnostic {
    Diagnostic::error("island-prop-name", "an island can't have a prop `key`")
        .at(source.place_of(KEY, Part::Key))
        .label("React keeps this name for itself")
        .help("give it another name, such as `name`, here and in the component")
}

impl PropsSchema {
    pub fn schema(&self) -> &Schema {
        &self.0
    }

    /// Checks the props given to the island `name`, and gives those that have a default it.
    ///
    /// # Errors
    /// The first mistake, with the others in its notes.
    pub fn check(&self, name: &str, props: &mut Value) -> Result<(), Wrong> {
        without_null(props);
        self.0.complete(props);
        without_null(props);
        let text = lines(props);
        let file: Arc<str> = "props".into();
        let found = self.0.check(props, &YamlSource::whole(&file, &text), &format!("the island `{name}`"));
        let mut found = found.into_iter();
        let Some(mut first) = found.next() else { return Ok(()) };
        let key = first.place.take().and_then(|place| {
            let at = place.line.checked_sub(1)?;
            props.as_object()?.keys().nth(at).cloned().filter(|_| first.code != "missing-field")
        });
        // Help for YAML is of no use here.
        if first.code == "missing-field" {
            first.help = vec![format!("islands/{name}{ENDING} says what the island needs")];
        } else if first.message.ends_with("HTML is expected") {
            first.help = vec!["`| markdown`, a macro and `{% set body %}…{% endset %}` make HTML".to_owned()];
        } else if first.message.contains(" is HTML, ") {
            first = first.label("what a macro, `| markdown` or `{% set %}…{% endset %}` makes is HTML");
            first.help =
                vec![format!("give it as a text, or let it be HTML in islands/{name}{ENDING}: `{{ html: true }}`")];
        }
        for other in found {
            first = first.note(format!(
                "and {}{}{}",
                other.message,
                if other.label.is_empty() { "" } else { ": " },
                other.label
            ));
        }
        Err(Wrong { key, diagnostic: first })
    }
}

/// Each prop on a line of its own: JSON is YAML.
fn lines(props: &Value) -> String {
    let empty = Map::new();
    let line = |(key, value): (&String, &Value)| format!("{}: {value}\n", Value::from(key.as_str()));
    props.as_object().unwrap_or(&empty).iter().map(line).collect()
}

/// Takes out what is none, at every depth.
fn without_null(value: &mut Value) {
    match value {
        Value::Object(map) => {
            map.retain(|_, value| !value.is_null());
            map.values_mut().for_each(without_null);
        }
        Value::Array(items) => items.iter_mut().for_each(without_null),
        _ => {}
    }
}
