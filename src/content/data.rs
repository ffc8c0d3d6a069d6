//! Data files: the files directly below `content/`, in YAML, JSON, TOML or CSV.

use std::sync::Arc;

use serde_json::Value;

use super::raw_schema::RawSchema;
use super::site_language::SiteLanguage;
use super::{document, translated_data};
use crate::config::Config;
use crate::diagnostic::{Diagnostic, Place};
use crate::schema::Schema;
use crate::source::SourceFile;
use crate::yaml::pointer::is_within;

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
    /// Reads a data file, and checks it by the schema beside it, if there is one. For a translation, `original` holds
    /// the file in the first language and the language of the translation. Missing keys are added before the check.
    pub(super) fn read(
        file: &Arc<SourceFile>,
        schema: Option<&RawSchema>,
        config: &Config,
        original: Option<(&Self, &SiteLanguage)>,
    ) -> (Option<Self>, Vec<Diagnostic>) {
        let (schema, mut diagnostics) = match schema.map(|schema| schema.compile(None)) {
            None => (Schema::open(), Vec::new()),
            Some(Ok(schema)) => (schema, Vec::new()),
            Some(Err(problems)) => (Schema::open(), problems),
        };
        let source = document::whole_file(file);
        let mut document = match document::parse(&source) {
            Ok(document) => document,
            Err(problems) => return (None, [diagnostics, problems].concat()),
        };
        let untranslated = original.and_then(|(original, language)| {
            translated_data::complete(&mut document.value, file, &original.value, &original.file.file, language)
        });
        let schema_name = format!("content/{}", file.path);
        diagnostics.extend(document::check_and_complete(&mut document, &source, &schema, &schema_name, Some(config)));
        diagnostics.extend(untranslated);
        let data =
            Self { file: file.clone(), value: document.value, schema: Arc::new(schema), samples: document.samples };
        (Some(data), diagnostics)
    }

    /// Returns the places of its sample values.
    pub fn sample_places(&self) -> Vec<Place> {
        document::places(&document::whole_file(&self.file), &self.samples)
    }

    /// Whether the value at `pointer` is a sample or part of one.
    pub fn is_sample(&self, pointer: &str) -> bool {
        self.samples.iter().any(|sample| is_within(pointer, sample))
    }
}
