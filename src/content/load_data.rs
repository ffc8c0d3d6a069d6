//! The reading of all data files. Those of the first language are read in parallel, or reused from an earlier build if
//! unchanged. Then each translation is read, and completed from its original. Two files of one name are refused.

use std::collections::BTreeMap;
use std::sync::Arc;

use rayon::prelude::*;

use super::data::DataFile;
use super::entry_file::split_language;
use super::loader::{LoadDiagnostics, Loader};
use super::raw_schema::RawSchema;
use crate::diagnostic::{Diagnostic, Place};
use crate::route::without_extension;
use crate::source::SourceFile;

/// Data files by name.
type DataFiles = BTreeMap<String, Arc<DataFile>>;

/// Reads the data files of the first language, and those that are translated into each language.
pub(super) fn read_data(
    loader: &Loader,
    schemas: &BTreeMap<String, RawSchema>,
    found: &mut LoadDiagnostics,
) -> (DataFiles, Vec<DataFiles>) {
    let (mut first, mut translated) = (Vec::new(), Vec::new());
    for &file in &loader.files.data {
        let (name, language) = split_language(without_extension(&file.path), &loader.settings.suffixes);
        match language.unwrap_or_default() {
            0 => first.push((name, file)),
            language => translated.push((name, language, file)),
        }
    }
    let data = read_first(loader, schemas, &first, found);
    let mut translations = vec![DataFiles::new(); loader.settings.languages.len()];
    for (name, language, file) in translated {
        let Some(original) = data.get(name) else {
            // An original that can't be read is reported already.
            if !first.iter().any(|(known, _)| *known == name) {
                found.record(file, vec![translation_without_original(file, name)]);
            }
            continue;
        };
        let original = Some((&**original, &loader.settings.languages[language]));
        let (data, diagnostics) = DataFile::read(file, schemas.get(name), loader.config, original);
        found.record(file, diagnostics);
        if let Some(data) = data
            && let Some(other) = translations[language].insert(name.to_owned(), Arc::new(data))
        {
            found.diagnostics.push(duplicate_file(name, file, &other.file));
        }
    }
    (data, translations)
}

/// Reads the data files of the first language.
fn read_first(
    loader: &Loader,
    schemas: &BTreeMap<String, RawSchema>,
    files: &[(&str, &Arc<SourceFile>)],
    found: &mut LoadDiagnostics,
) -> DataFiles {
    let read = files.par_iter().map(|&(name, file)| {
        let schema = schemas.get(name);
        if let Some(earlier) = loader.earlier
            && let Some(data) = earlier.data.get(name).filter(|data| earlier.is_reusable(file, &data.file))
            && earlier.has_same_schema(name, schema)
        {
            return (Some(data.clone()), Vec::new());
        }
        let (data, diagnostics) = DataFile::read(file, schema, loader.config, None);
        (data.map(Arc::new), diagnostics)
    });
    let mut all = DataFiles::new();
    let mut known: BTreeMap<&str, &SourceFile> = BTreeMap::new();
    for (&(name, file), (data, diagnostics)) in files.iter().zip(read.collect::<Vec<_>>()) {
        if let Some(first) = known.insert(name, file) {
            found.diagnostics.push(duplicate_file(name, file, first));
        }
        all.extend(data.map(|data| (name.to_owned(), data)));
        found.record(file, diagnostics);
    }
    all
}

fn duplicate_file(name: &str, file: &SourceFile, other: &SourceFile) -> Diagnostic {
    Diagnostic::error("duplicate-file", format!("two files are the data file `{name}`"))
        .at(Place::file(file.file.clone()))
        .note(format!("the other is {}", other.file))
        .help("rename one of them")
}

/// Reports a translation of a data file that does not exist in the first language.
fn translation_without_original(file: &SourceFile, name: &str) -> Diagnostic {
    Diagnostic::error("stray-file", format!("`{}` translates a data file that is not there", file.path))
        .at(Place::file(file.file.clone()))
        .help(format!("write the file in the first language too: content/{name}.yaml"))
}
