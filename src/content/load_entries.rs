//! The reading of all entries, in parallel. Those that an earlier build read from the same files are reused.

use std::collections::BTreeMap;
use std::sync::Arc;

use rayon::prelude::*;
use rustc_hash::{FxHashMap, FxHashSet};

use super::collection::Collection;
use super::entry::{Entry, EntryReader};
use super::entry_file::{EntryFile, split_language, without_extension};
use super::files::{ContentFiles, EntryPosition};
use super::folder_defaults::DefaultsByFolder;
use super::loaded_content::Content;
use super::loader::{LoadDiagnostics, Loader};
use super::raw_schema::RawSchema;
use crate::diagnostic::Diagnostic;
use crate::source::SourceFile;

/// The loader of all entries.
pub(super) struct EntryLoader<'a> {
    pub loader: &'a Loader<'a>,
    pub reader: &'a EntryReader<'a>,
    pub collections: &'a [Arc<Collection>],
    pub file_schemas: &'a BTreeMap<String, RawSchema>,
    pub defaults: &'a DefaultsByFolder,
}

/// The entries that could be read, and the names of those that could not.
#[derive(Default)]
pub(super) struct LoadedEntries {
    /// The entries, sorted by collection, then by path.
    pub entries: Vec<Arc<Entry>>,
    /// The ids of the entries that could not be read, and the paths of their files without extension.
    pub unreadable: FxHashSet<String>,
}

/// An entry, if it could be read, with the mistakes in its file.
type ReadEntry = (Option<Arc<Entry>>, Vec<Diagnostic>);

impl EntryLoader<'_> {
    /// Reads all entries, or reuses those of unchanged files. `failed` are the paths of files that can't be read.
    pub fn load<'p>(&self, failed: impl Iterator<Item = &'p str>, found: &mut LoadDiagnostics) -> LoadedEntries {
        let Loader { sources, files, suffixes, .. } = self.loader;
        let read = self.find_reusable().into_par_iter().zip(&files.entries).map(|(reused, entry)| match reused {
            Some(entry) => (Some(entry.clone()), Vec::new()),
            None => self.read(entry.collection, &sources[entry.file]),
        });
        let mut read: Vec<ReadEntry> = read.collect();
        suspect_schemas(files, self.collections, &mut read);
        let mut loaded = LoadedEntries::default();
        for path in failed {
            let collection = files.collection_around(path).map_or("", |at| &*self.collections[at].name);
            loaded.add_unreadable(collection, path, suffixes);
        }
        for (&EntryPosition { collection, file }, (entry, diagnostics)) in files.entries.iter().zip(read) {
            match entry {
                Some(entry) => loaded.entries.push(entry),
                None => loaded.add_unreadable(&self.collections[collection].name, &sources[file].path, suffixes),
            }
            found.record(&sources[file], diagnostics);
        }
        loaded
    }

    fn read(&self, index: usize, file: &Arc<SourceFile>) -> ReadEntry {
        let collection = &self.collections[index];
        let file_schema = self.file_schemas.get(self.schema_path(file));
        let entry_file = self.entry_file(collection, file);
        let schema = collection.schema_of(entry_file.role);
        let (schema, mut diagnostics) = match file_schema.map(|file_schema| file_schema.compile(Some(schema))) {
            None => (schema.clone(), Vec::new()),
            Some(Ok(extended)) => (Arc::new(extended), Vec::new()),
            Some(Err(problems)) => (schema.clone(), problems),
        };
        let defaults = self.defaults.for_entry(collection, entry_file);
        let (entry, mut problems) = self.reader.read(file, entry_file, collection, index, schema, &defaults);
        entry.iter().for_each(|entry| entry.downgrade_if_unpublished(&mut problems, self.reader.config));
        diagnostics.extend(problems);
        (entry.map(Arc::new), diagnostics)
    }

    fn entry_file<'f>(&self, collection: &Collection, file: &'f SourceFile) -> EntryFile<'f> {
        EntryFile::of(&collection.name, &file.path, self.loader.suffixes)
    }

    /// Returns the path of the schema of a single file, without `.schema.yaml`. A file and its translations share it.
    fn schema_path<'f>(&self, file: &'f SourceFile) -> &'f str {
        split_language(without_extension(&file.path), self.loader.suffixes).0
    }

    /// Returns the reusable entry of the earlier build, if there is one, for each of `files.entries`.
    fn find_reusable(&self) -> Vec<Option<&Arc<Entry>>> {
        let Self { loader, reader, collections, file_schemas, defaults } = self;
        let settings = reader.settings;
        let is_usable = |earlier: &&Content| {
            earlier.markdown == reader.markdown
                && earlier.settings.zone_name == settings.zone_name
                && earlier.settings.gives_same_names(settings)
                && earlier.inputs.now == reader.now
        };
        let Some(earlier) = loader.earlier.filter(is_usable) else { return vec![None; loader.files.entries.len()] };
        let by_path: FxHashMap<&str, &Arc<Entry>> =
            earlier.entries.iter().map(|entry| (&*entry.file.path, entry)).collect();
        let reuse = |&EntryPosition { collection: index, file }: &EntryPosition| {
            let file = &loader.sources[file];
            let entry = *by_path.get(file.path.as_str())?;
            if entry.collection != index || !earlier.is_reusable(file, &entry.file) {
                return None;
            }
            let path = self.schema_path(file);
            let is_same_schema = Arc::ptr_eq(earlier.collections.get(index)?, &collections[index])
                && earlier.has_same_schema(path, file_schemas.get(path));
            let has_same_defaults = || {
                let collection = &collections[index];
                let entry_file = self.entry_file(collection, file);
                defaults.for_entry(collection, entry_file) == earlier.inputs.defaults.for_entry(collection, entry_file)
            };
            (is_same_schema && has_same_defaults()).then_some(entry)
        };
        loader.files.entries.iter().map(reuse).collect()
    }
}

impl LoadedEntries {
    fn add_unreadable(&mut self, collection: &str, path: &str, suffixes: &[String]) {
        let id = EntryFile::of(collection, path, suffixes).id;
        self.unreadable.extend([id.to_owned(), without_extension(path).to_owned()]);
    }
}

/// Adds a note that the schema may be wrong, if all entries of a collection have mistakes.
fn suspect_schemas(files: &ContentFiles, collections: &[Arc<Collection>], mut read: &mut [ReadEntry]) {
    for entries in files.entries.chunk_by(|one, other| one.collection == other.collection) {
        let Some(of_collection) = read.split_off_mut(..entries.len()) else { return };
        if entries.len() > 1 && of_collection.iter().all(|(_, problems)| !problems.is_empty()) {
            let Collection { name, file, .. } = &*collections[entries[0].collection];
            let file = &file.file;
            let note = format!("all entries of `{name}` have mistakes: perhaps the `schema` in {file} is wrong");
            of_collection[0].1[0].notes.push(note);
        }
    }
}
