//! The loader of the host policy, schemas, collections and defaults.

use std::collections::BTreeMap;
use std::sync::Arc;

use rustc_hash::FxHashSet;

use super::built_in_schemas::BuiltInSchemas;
use super::collection::{self, Collection, CollectionInputs};
use super::entry_file::split_language;
use super::files::{ContentFiles, EntrySource, SCHEMA_ENDING, SHARED};
use super::folder_defaults::{DefaultsByFolder, FolderDefaults};
use super::hosts::{self, HostSettings};
use super::loaded_content::Content;
use super::raw_schema::{self, RawSchema};
use super::settings::Settings;
use crate::config::Config;
use crate::diagnostic::Diagnostic;
use crate::route::without_extension;
use crate::schema::SharedDefinitions;
use crate::source::SourceFile;

#[derive(Default)]
pub(super) struct LoadDiagnostics {
    pub(super) diagnostics: Vec<Diagnostic>,
    /// Files that the next build reads again, because it has to report their mistakes too.
    pub(super) flawed: FxHashSet<Arc<str>>,
}

impl LoadDiagnostics {
    /// Records the diagnostics of a file. If there are any, the file counts as flawed.
    pub(super) fn record(&mut self, file: &SourceFile, diagnostics: Vec<Diagnostic>) {
        if !diagnostics.is_empty() {
            self.flawed.insert(file.file.clone());
            self.diagnostics.extend(diagnostics);
        }
    }
}

pub(super) struct CollectionLoader<'a> {
    pub(super) config: &'a Config,
    pub(super) settings: &'a Settings,
    pub(super) files: &'a ContentFiles<'a>,
    /// The content of an earlier build, whose unchanged parts are reused.
    pub(super) earlier: Option<&'a Content>,
}

impl CollectionLoader<'_> {
    pub(super) fn read_hosts(&self, found: &mut LoadDiagnostics) -> Option<Arc<HostSettings>> {
        let file = self.files.hosts?;
        if let Some(earlier) = self.earlier
            && let Some(hosts) = earlier.hosts.as_ref().filter(|hosts| earlier.is_reusable(file, &hosts.file))
        {
            return Some(hosts.clone());
        }
        let (hosts, diagnostics) = hosts::read(file);
        found.record(file, diagnostics);
        hosts.map(Arc::new)
    }

    /// Reads the schemas of single files, by their paths without `.schema.yaml`, and the definitions that all schemas
    /// may use.
    pub(super) fn read_file_schemas(
        &self,
        found: &mut LoadDiagnostics,
    ) -> (BTreeMap<String, RawSchema>, Arc<SharedDefinitions>) {
        let mut schemas = BTreeMap::new();
        let mut unused: FxHashSet<&str> = self.files.schemas.iter().map(|file| described_path(file)).collect();
        unused.remove(SHARED);
        self.schema_paths().for_each(|path| _ = unused.remove(path));
        for &file in &self.files.schemas {
            let path = described_path(file);
            if unused.contains(path) {
                found.diagnostics.push(raw_schema::schema_without_file(file, path, self.schema_paths()));
            }
            match RawSchema::parse(file) {
                Ok(schema) => {
                    let unknown = raw_schema::check_references(&schema.value, file, "", &self.files.collections);
                    found.diagnostics.extend(unknown);
                    schemas.insert(path.to_owned(), schema);
                }
                Err(diagnostics) => found.record(file, diagnostics),
            }
        }
        let shared = self.read_shared_definitions(schemas.get(SHARED), found);
        schemas.values_mut().for_each(|schema| schema.shared = shared.clone());
        (schemas, shared)
    }

    fn read_shared_definitions(
        &self,
        schema: Option<&RawSchema>,
        found: &mut LoadDiagnostics,
    ) -> Arc<SharedDefinitions> {
        let shared = if let Some(schema) = schema {
            if let Some(earlier) = self.earlier.filter(|earlier| earlier.has_same_schema(SHARED, Some(schema))) {
                return earlier.shared.clone();
            }
            let (shared, mistakes) = schema.as_shared_definitions();
            found.record(&schema.file, mistakes);
            shared
        } else {
            let mut paths = self.files.schemas.iter().map(|file| &*file.path).chain(self.files.failed.iter().copied());
            let has_file = paths.any(|path| path.strip_suffix(SCHEMA_ENDING) == Some(SHARED));
            if has_file { SharedDefinitions::unreadable() } else { SharedDefinitions::default() }
        };
        // Equal definitions keep their `Arc`: `load` reuses earlier content only if the `Arc` is the same.
        let equal = self.earlier.filter(|earlier| *earlier.shared == shared);
        equal.map_or_else(|| Arc::new(shared), |earlier| earlier.shared.clone())
    }

    /// Returns the path of a file's own schema, without `.schema.yaml`. A file and its translations share the schema.
    pub(super) fn schema_path<'p>(&self, path: &'p str) -> &'p str {
        split_language(without_extension(path), &self.settings.suffixes).0
    }

    /// Lists the paths of the schemas that files can have.
    fn schema_paths(&self) -> impl Iterator<Item = &str> {
        let entries = self.files.entries.iter().map(|entry| entry.file);
        let paths = self.files.data.iter().copied().chain(entries).map(|file| file.path.as_str());
        paths.chain(self.files.failed.iter().copied()).map(|path| self.schema_path(path))
    }

    pub(super) fn read_collections(
        &self,
        built_in: &BuiltInSchemas,
        shared: &SharedDefinitions,
        found: &mut LoadDiagnostics,
    ) -> Vec<Arc<Collection>> {
        let all = &self.files.collections;
        let mut collections: Vec<Arc<Collection>> = Vec::with_capacity(all.len());
        for &(name, file) in all {
            // Collections are sorted by name, so an enclosing collection (`docs`) is read before `docs/guide`.
            let enclosing = self.files.collection_around(name).map(|at| &collections[at]);
            let has_sections = self.files.has_sections(name);
            let collection = self.reusable_collection(name, file, enclosing, has_sections).unwrap_or_else(|| {
                let inputs = CollectionInputs { built_in, shared, enclosing, has_sections };
                let (collection, diagnostics) = collection::read(name, file, &inputs);
                found.record(file, diagnostics);
                Arc::new(collection)
            });
            for (pointer, schema) in collection.own_schemas() {
                found.diagnostics.extend(raw_schema::check_references(schema, file, pointer, all));
            }
            collections.push(collection);
        }
        collections
    }

    fn reusable_collection(
        &self,
        name: &str,
        file: &Arc<SourceFile>,
        enclosing: Option<&Arc<Collection>>,
        has_sections: bool,
    ) -> Option<Arc<Collection>> {
        let earlier = self.earlier?;
        let collection = &earlier.collections[earlier.collection(name)?];
        let is_unchanged = earlier.is_reusable(file, &collection.file)
            && collection.section_schema.is_some() == has_sections
            && collection.enclosing.as_ref().map(Arc::as_ptr) == enclosing.map(Arc::as_ptr);
        is_unchanged.then(|| collection.clone())
    }

    pub(super) fn read_defaults(
        &self,
        collections: &[Arc<Collection>],
        found: &mut LoadDiagnostics,
    ) -> DefaultsByFolder {
        let mut defaults = DefaultsByFolder::default();
        let mut read = |folder: &str, language, file: &Arc<SourceFile>, collection: &Collection| {
            if let Some((of_folder, diagnostics)) = FolderDefaults::read(file, collection) {
                found.record(file, diagnostics);
                defaults.0.insert((folder.to_owned(), language), Arc::new(of_folder));
            }
        };
        for collection in collections {
            read(&collection.name, None, &collection.file, collection);
        }
        for EntrySource { collection, file, entry } in self.files.sections() {
            read(entry.id, Some(entry.language), file, &collections[*collection]);
        }
        defaults
    }
}

/// Returns the path of the file that a schema describes, without extension.
fn described_path(schema: &SourceFile) -> &str {
    schema.path.strip_suffix(SCHEMA_ENDING).unwrap_or(&schema.path)
}
