//! The reading of all data files: the first language, then its translations, to which missing keys are added.

use std::collections::BTreeMap;
use std::sync::Arc;

use rayon::prelude::*;

use super::data::{DataFile, DataFiles};
use super::document;
use super::entry_file::split_language;
use super::load_collections::{CollectionLoader, LoadDiagnostics};
use super::raw_schema::RawSchema;
use crate::diagnostic::{Diagnostic, Place};
use crate::route::without_extension;
use crate::source::SourceFile;

/// A data file, if it could be read, with the mistakes in it.
type ReadData = (Option<Arc<DataFile>>, Vec<Diagnostic>);

/// Reads the data files of each language.
pub(super) fn read_data(
    loader: &CollectionLoader,
    schemas: &BTreeMap<String, RawSchema>,
    found: &mut LoadDiagnostics,
) -> Vec<DataFiles> {
    let languages = &loader.settings.languages;
    let mut files: Vec<Vec<(&str, &Arc<SourceFile>)>> = vec![Vec::new(); languages.len()];
    for &file in &loader.files.data {
        let (name, language) = split_language(without_extension(&file.path), &loader.settings.suffixes);
        files[language.unwrap_or_default()].push((name, file));
    }
    let has_failed = |name: &str| loader.files.failed.iter().any(|path| loader.schema_path(path) == name);
    let mut all: Vec<DataFiles> = Vec::new();
    for (language, of_language) in languages.iter().zip(&files) {
        let read = |&(name, file): &(&str, &Arc<SourceFile>)| {
            let schema = schemas.get(name);
            let Some(originals) = all.first() else { return read_original(loader, name, file, schema) };
            match originals.get(name) {
                Some(original) => DataFile::read(file, schema, loader.config, Some((original, language))),
                // The original can't be read, so the keys that the translation lacks are unknown. Only the syntax of
                // the translation is checked.
                None if files[0].iter().any(|(known, _)| *known == name) || has_failed(name) => {
                    (None, document::parse(&document::whole_file(file)).err().unwrap_or_default())
                }
                None => (None, vec![translation_without_original(file, name)]),
            }
        };
        let read: Vec<ReadData> = of_language.par_iter().map(read).collect();
        let mut by_name = DataFiles::new();
        let mut known: BTreeMap<&str, &SourceFile> = BTreeMap::new();
        for (&(name, file), (data, diagnostics)) in of_language.iter().zip(read) {
            if let Some(other) = known.insert(name, file) {
                found.diagnostics.push(duplicate_file(name, file, other));
            }
            by_name.extend(data.map(|data| (name.to_owned(), data)));
            found.record(file, diagnostics);
        }
        all.push(by_name);
    }
    all
}

/// Reads or reuses a data file of the first language.
fn read_original(
    loader: &CollectionLoader,
    name: &str,
    file: &Arc<SourceFile>,
    schema: Option<&RawSchema>,
) -> ReadData {
    if let Some(earlier) = loader.earlier
        && let Some(data) = earlier.data[0].get(name).filter(|data| earlier.is_reusable(file, &data.file))
        && earlier.has_same_schema(name, schema)
    {
        return (Some(data.clone()), Vec::new());
    }
    DataFile::read(file, schema, loader.config, None)
}

fn duplicate_file(name: &str, file: &SourceFile, other: &SourceFile) -> Diagnostic {
    Diagnostic::error("duplicate-file", format!("two files are the data file `{name}`"))
        .at(Place::file(file.file.clone()))
        .note(format!("the other is {}", other.file))
        .help("rename one of them")
}

fn translation_without_original(file: &SourceFile, name: &str) -> Diagnostic {
    Diagnostic::error("stray-file", format!("`{}` translates a data file that is not there", file.path))
        .at(Place::file(file.file.clone()))
        .help(format!("write the file in the first language too: content/{name}.yaml"))
}
