//! Data files: files directly below `content/`, in YAML, JSON, TOML or CSV. What a translated file lacks is taken
//! from the file in the first language.

use std::collections::BTreeMap;
use std::sync::Arc;

use serde_json::Value;

use super::document;
use super::raw_schema::RawSchema;
use super::site_language::SiteLanguage;
use crate::config::Config;
use crate::diagnostic::{Diagnostic, Place, Severity, list_names};
use crate::language::PLURAL_FORMS;
use crate::schema::Schema;
use crate::source::SourceFile;
use crate::yaml::pointer::is_within;

/// Data files by name.
pub type DataFiles = BTreeMap<String, Arc<DataFile>>;

/// A data file, read and checked.
#[derive(Debug)]
pub struct DataFile {
    pub file: Arc<SourceFile>,
    pub value: Value,
    pub schema: Arc<Schema>,
    /// JSON pointers of the values with the tag `!sample`.
    pub samples: Vec<String>,
}

impl DataFile {
    /// Reads a data file, and checks it by the schema beside it, if there is one. `original` is given for translations
    /// only: the file in the first language, with the translation's language.
    pub(super) fn read(
        file: &Arc<SourceFile>,
        schema: Option<&RawSchema>,
        config: &Config,
        original: Option<(&Self, &SiteLanguage)>,
    ) -> (Option<Arc<Self>>, Vec<Diagnostic>) {
        let (schema, mut diagnostics) = match schema.map(|schema| schema.compile(None)) {
            None => (Schema::open(), Vec::new()),
            Some(Ok(schema)) => (schema, Vec::new()),
            Some(Err(mistakes)) => (Schema::open(), mistakes),
        };
        let source = document::whole_file(file);
        let mut document = match document::parse(&source) {
            Ok(document) => document,
            Err(mistakes) => return (None, [diagnostics, mistakes].concat()),
        };
        let untranslated = original
            .and_then(|(original, language)| complete_translation(&mut document.value, file, original, language));
        let schema_name = format!("content/{}", file.path);
        diagnostics.extend(document::check_and_complete(&mut document, &source, &schema, &schema_name, Some(config)));
        diagnostics.extend(untranslated);
        let data =
            Self { file: file.clone(), value: document.value, schema: Arc::new(schema), samples: document.samples };
        (Some(Arc::new(data)), diagnostics)
    }

    /// Whether the value at `pointer` is a sample or part of one.
    pub fn is_sample(&self, pointer: &str) -> bool {
        self.samples.iter().any(|sample| is_within(pointer, sample))
    }
}

/// The maximum number of missing keys that a message names.
const MAX_NAMED_KEYS: usize = 6;

/// Adds the keys that the value of a translated data file lacks, and reports the keys. Keys that the original gets only
/// from the defaults of its schema do not count.
fn complete_translation(
    value: &mut Value,
    file: &SourceFile,
    original: &DataFile,
    language: &SiteLanguage,
) -> Option<Diagnostic> {
    let written = document::parse(&document::whole_file(&original.file)).ok()?.value;
    let missing = add_missing(&written, value);
    if missing.is_empty() {
        return None;
    }
    let named = list_names(missing.iter().take(MAX_NAMED_KEYS));
    let more = if missing.len() > MAX_NAMED_KEYS { ", …" } else { "" };
    let severity = if language.is_partial { Severity::Warning } else { Severity::Error };
    let message = format!("content/{} lacks {named}{more}, which {} has", file.path, original.file.file);
    let diagnostic = Diagnostic::new(severity, "untranslated", message);
    let help = if language.is_partial {
        "pages have the text of the first language until then".to_owned()
    } else {
        format!(
            "or write `partial: true` for `{}` in content/site.yaml: pages have the first language's text then",
            language.tag
        )
    };
    Some(diagnostic.at(Place::file(file.file.clone())).help("add what is missing").help(help))
}

/// Adds the keys that `value` lacks, at every depth. Returns their paths, such as `menu.home`.
fn add_missing(original: &Value, value: &mut Value) -> Vec<String> {
    let mut missing = Vec::new();
    let (Value::Object(original), Value::Object(fields)) = (original, value) else { return missing };
    // Plural forms are not completed: each language has its own.
    if original.keys().all(|key| PLURAL_FORMS.contains(&key.as_str())) {
        return missing;
    }
    for (key, original) in original {
        match fields.get_mut(key) {
            Some(value) => missing.extend(add_missing(original, value).iter().map(|path| format!("{key}.{path}"))),
            None => {
                fields.insert(key.clone(), original.clone());
                missing.push(key.clone());
            }
        }
    }
    missing
}

#[cfg(test)]
mod tests {
    use super::add_missing;
    use serde_json::json;

    #[test]
    fn what_is_missing_is_taken_from_the_first_language() {
        let base = json!({
            "more": "More",
            "menu": { "home": "Home", "team": "Team" },
            "kites": { "one": "kite", "other": "kites" },
            "list": [1, 2],
        });
        let mut value = json!({ "menu": { "team": "Gruppe" }, "kites": { "other": "Drachen" }, "list": [3] });
        assert_eq!(add_missing(&base, &mut value), ["more", "menu.home"]);
        let expected = json!({
            "more": "More",
            "menu": { "home": "Home", "team": "Gruppe" },
            "kites": { "other": "Drachen" },
            "list": [3],
        });
        assert_eq!(value, expected);
    }
}
