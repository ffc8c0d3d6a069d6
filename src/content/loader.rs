//! The loader of settings, host policy, schemas, collections and defaults: of all content but data files and entries.

use std::collections::BTreeMap;
use std::sync::Arc;

use rayon::prelude::*;
use rustc_hash::FxHashSet;

use super::collection::{self, Collection, CollectionInputs};
use super::entry_file::{EntryFile, split_language, without_extension};
use super::files::{ContentFiles, SCHEMA_ENDING, SETTINGS, SHARED};
use super::folder_defaults::{DefaultsByFolder, FolderDefaults};
use super::hosts::{self, HostSettings};
use super::loaded_content::Content;
use super::raw_schema::{self, RawSchema};
use super::settings::{self, Settings};
use crate::config::Config;
use crate::diagnostic::Diagnostic;
use crate::schema::SharedDefinitions;
use crate::source::SourceFile;

/// Diagnostics, and the files that they are about.
#[derive(Default)]
pub(super) struct Diagnosed {
    pub(super) diagnostics: Vec<Diagnostic>,
    pub(super) flawed: FxHashSet<Arc<str>>,
}

impl Diagnosed {
    /// Records the diagnostics of a file.
    pub(super) fn record(&mut self, file: &SourceFile, diagnostics: Vec<Diagnostic>) {
        if !diagnostics.is_empty() {
            self.flawed.insert(file.file.clone());
            self.diagnostics.extend(diagnostics);
        }
    }

    /// Collects the diagnostics that come with a value, and returns the value.
    pub(super) fn collect<T>(&mut self, (value, diagnosed): (T, Self)) -> T {
        self.diagnostics.extend(diagnosed.diagnostics);
        self.flawed.extend(diagnosed.flawed);
        value
    }
}

/// A collection, and the mistakes in its file.
type ReadCollection = (Arc<Collection>, Vec<Diagnostic>);

/// The files of `content/`, and what an earlier build read from them. Each method reuses what the earlier build read
/// from unchanged files.
pub(super) struct Loader<'a> {
    pub(super) sources: &'a [Arc<SourceFile>],
    pub(super) earlier: Option<&'a Content>,
}

impl Loader<'_> {
    /// Whether a file is unchanged and had no mistakes, so that what was read from it can be reused.
    pub(super) fn is_reusable(&self, file: &Arc<SourceFile>, before: &Arc<SourceFile>) -> bool {
        Arc::ptr_eq(file, before) && self.earlier.is_some_and(|earlier| !earlier.inputs.flawed.contains(&file.file))
    }

    /// Reads the settings, if there are any.
    pub(super) fn read_settings(&self, config: &Config) -> Option<(Option<Arc<Settings>>, Diagnosed)> {
        let file = self.sources.iter().find(|file| file.path == SETTINGS)?;
        let mut found = Diagnosed::default();
        if let Some(earlier) = self.earlier.filter(|earlier| self.is_reusable(file, &earlier.settings.file)) {
            return Some((Some(earlier.settings.clone()), found));
        }
        let (settings, diagnostics) = settings::read(file, config.base_url.as_deref());
        found.record(file, diagnostics);
        Some((settings.map(Arc::new), found))
    }

    /// Reads the host policy from the file at an index.
    pub(super) fn read_hosts(&self, at: usize) -> (Option<Arc<HostSettings>>, Diagnosed) {
        let (file, mut found) = (&self.sources[at], Diagnosed::default());
        let earlier = self.earlier.and_then(|earlier| earlier.hosts.as_ref());
        if let Some(earlier) = earlier.filter(|earlier| self.is_reusable(file, &earlier.file)) {
            return (Some(earlier.clone()), found);
        }
        let (hosts, diagnostics) = hosts::read(file);
        found.record(file, diagnostics);
        (hosts.map(Arc::new), found)
    }

    /// Reads the schemas of single files, and the one whose definitions others share.
    pub(super) fn read_own_schemas(
        &self,
        files: &ContentFiles,
        suffixes: &[String],
    ) -> (BTreeMap<String, RawSchema>, Diagnosed) {
        let (mut schemas, mut found) = (BTreeMap::new(), Diagnosed::default());
        if files.schemas.is_empty() {
            return (schemas, found);
        }
        // The paths of data files and entries, which may have a schema of their own.
        let entries = files.entries.iter().map(|entry| entry.file);
        let path = |file: usize| split_language(without_extension(&self.sources[file].path), suffixes).0;
        let paths: FxHashSet<&str> = files.data.iter().copied().chain(entries).map(path).collect();
        let read = files.schemas.par_iter().map(|at| {
            let file = &self.sources[*at];
            let path = file.path.strip_suffix(SCHEMA_ENDING).unwrap_or(&file.path);
            let earlier = self.earlier.and_then(|earlier| earlier.inputs.own_schemas.get(path));
            let schema = match earlier.filter(|earlier| self.is_reusable(file, &earlier.file)) {
                Some(earlier) => Ok(earlier.clone()),
                None => RawSchema::parse(file),
            };
            (file, path, schema)
        });
        for (file, path, schema) in read.collect::<Vec<_>>() {
            if !paths.contains(path) && path != SHARED {
                found.diagnostics.push(raw_schema::without_file(file, path, &paths));
            }
            match schema {
                Ok(schema) => {
                    found.diagnostics.extend(raw_schema::check_references(&schema.value, file, "", &files.collections));
                    schemas.insert(path.to_owned(), schema);
                }
                Err(diagnostics) => found.record(file, diagnostics),
            }
        }
        (schemas, found)
    }

    /// Compiles the definitions that all schemas may use.
    pub(super) fn read_shared_definitions(
        &self,
        own_schemas: &BTreeMap<String, RawSchema>,
    ) -> (Arc<SharedDefinitions>, Diagnosed) {
        let mut found = Diagnosed::default();
        let schema = own_schemas.get(SHARED);
        let is_unchanged =
            |earlier: &&Content| raw_schema::is_unchanged(schema, earlier.inputs.own_schemas.get(SHARED));
        if let Some(earlier) = self.earlier.filter(is_unchanged) {
            return (earlier.inputs.shared.clone(), found);
        }
        let Some(schema) = schema else { return (Arc::default(), found) };
        let mistakes = schema.compile(None).err().unwrap_or_default();
        let shared = SharedDefinitions::new(&schema.value, mistakes.is_empty());
        found.record(&schema.file, mistakes);
        (Arc::new(shared), found)
    }

    /// Reads the collections. A collection in the folder of another may extend it, so outer collections are read first.
    pub(super) fn read_collections(
        &self,
        files: &ContentFiles,
        shared: &Arc<SharedDefinitions>,
    ) -> (Vec<Arc<Collection>>, Diagnosed) {
        let enclosing = |at: usize| files.collection_around(&files.collections[at].0);
        let (outermost, nested): (Vec<usize>, Vec<usize>) =
            (0..files.collections.len()).partition(|&at| enclosing(at).is_none());
        let outermost = outermost.into_par_iter().map(|at| (at, self.read_collection(files, at, None, shared)));
        let mut read: BTreeMap<usize, ReadCollection> = outermost.collect();
        // Names are sorted, so the collection that encloses a nested one has been read.
        for at in nested {
            let outer = enclosing(at).map(|outer| read[&outer].0.clone());
            read.insert(at, self.read_collection(files, at, outer.as_ref(), shared));
        }
        let (mut collections, mut found) = (Vec::new(), Diagnosed::default());
        for (collection, diagnostics) in read.into_values() {
            let Collection { file, raw_schema, .. } = &*collection;
            found.record(file, diagnostics);
            found.diagnostics.extend(raw_schema::check_references(raw_schema, file, "/schema", &files.collections));
            collections.push(collection);
        }
        (collections, found)
    }

    fn read_collection(
        &self,
        files: &ContentFiles,
        at: usize,
        enclosing: Option<&Arc<Collection>>,
        shared: &Arc<SharedDefinitions>,
    ) -> ReadCollection {
        let (name, file) = &files.collections[at];
        let file = &self.sources[*file];
        let has_sections = files.has_sections(name);
        if let Some(earlier) = self.earlier
            && let Ok(index) = earlier.collections.binary_search_by(|collection| collection.name.cmp(name))
            && let collection = &earlier.collections[index]
            && self.is_reusable(file, &collection.file)
            && collection.section_schema.is_some() == has_sections
            && collection.enclosing.as_ref().map(Arc::as_ptr) == enclosing.map(Arc::as_ptr)
        {
            return (collection.clone(), Vec::new());
        }
        let inputs = CollectionInputs { shared, enclosing, has_sections };
        let (collection, diagnostics) = collection::read(name, file, &inputs);
        (Arc::new(collection), diagnostics)
    }

    /// Reads the defaults that collections and sections set for the entries below them.
    pub(super) fn read_defaults(
        &self,
        files: &ContentFiles,
        collections: &[Arc<Collection>],
        suffixes: &[String],
    ) -> (DefaultsByFolder, Diagnosed) {
        let (mut defaults, mut found) = (DefaultsByFolder::default(), Diagnosed::default());
        let mut read = |file: &Arc<SourceFile>, collection: &Collection| {
            let (read, diagnostics) = FolderDefaults::read(file, collection)?;
            found.record(file, diagnostics);
            Some(Arc::new(read))
        };
        for collection in collections {
            if let Some(of_collection) = read(&collection.file, collection) {
                defaults.add_collection(&collection.name, of_collection);
            }
        }
        for section in &files.sections {
            let (file, collection) = (&self.sources[section.file], &collections[section.collection]);
            if let Some(of_section) = read(file, collection) {
                defaults.add_section(EntryFile::of(&collection.name, &file.path, suffixes), of_section);
            }
        }
        (defaults, found)
    }
}
