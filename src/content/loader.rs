//! The reader of all files of `content/` but entries. It reuses what an earlier build read from unchanged files.

use std::collections::BTreeMap;
use std::sync::Arc;

use rayon::prelude::*;
use rustc_hash::FxHashSet;

use super::built_in_schemas::BuiltInSchemas;
use super::collection::{self, Collection};
use super::data::DataFile;
use super::entry_file::without_extension;
use super::files::{ContentFiles, SCHEMA_ENDING};
use super::hosts::{self, HostSettings};
use super::loaded::Content;
use super::raw_schema::{self, RawSchema};
use super::settings::{self, Settings};
use crate::config::Config;
use crate::diagnostic::{Diagnostic, Place};
use crate::source::{Listing, SourceFile};

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

/// The reader of all files but entries. Each method reuses what the earlier build read from an unchanged file.
pub(super) struct Loader<'a> {
    pub(super) files: &'a [Arc<SourceFile>],
    pub(super) earlier: Option<&'a Content>,
    pub(super) built_in: &'a BuiltInSchemas,
}

impl Loader<'_> {
    /// Sorts the files, or reuses the earlier result if the paths are the same.
    pub(super) fn sort(&self, listing: &Listing<SourceFile>) -> Arc<ContentFiles> {
        let has_same_path = |a: &Arc<SourceFile>, b: &Arc<SourceFile>| Arc::ptr_eq(a, b) || a.path == b.path;
        let reusable = self.earlier.map(|earlier| &earlier.inputs).filter(|inputs| {
            let earlier = &inputs.listing.files;
            earlier.len() == listing.files.len() && earlier.iter().zip(&listing.files).all(|(a, b)| has_same_path(a, b))
        });
        reusable.map_or_else(|| Arc::new(ContentFiles::sort(&listing.files)), |inputs| inputs.files.clone())
    }

    /// Whether a file is unchanged and had no mistakes, so that what was read from it can be reused.
    pub(super) fn is_reusable(&self, file: &Arc<SourceFile>, before: &Arc<SourceFile>) -> bool {
        let is_flawed = self.earlier.is_none_or(|earlier| earlier.inputs.flawed.contains(&file.file));
        Arc::ptr_eq(file, before) && !is_flawed
    }

    pub(super) fn settings(&self, at: usize, config: &Config) -> (Option<Arc<Settings>>, Diagnosed) {
        let (file, mut found) = (&self.files[at], Diagnosed::default());
        if let Some(earlier) = self.earlier.filter(|earlier| self.is_reusable(file, earlier.settings.file())) {
            return (Some(earlier.settings.clone()), found);
        }
        let (settings, diagnostics) = settings::read(file, &self.built_in.settings, config.base_url.as_deref());
        found.record(file, diagnostics);
        (settings.map(Arc::new), found)
    }

    pub(super) fn hosts(&self, at: usize) -> (Option<Arc<HostSettings>>, Diagnosed) {
        let (file, mut found) = (&self.files[at], Diagnosed::default());
        let earlier = self.earlier.and_then(|earlier| earlier.hosts.as_ref());
        if let Some(earlier) = earlier.filter(|earlier| self.is_reusable(file, earlier.file())) {
            return (Some(earlier.clone()), found);
        }
        let (hosts, diagnostics) = hosts::read(file);
        found.record(file, diagnostics);
        (hosts.map(Arc::new), found)
    }

    /// Reads the schemas of single files.
    pub(super) fn own_schemas(&self, files: &ContentFiles) -> (BTreeMap<String, RawSchema>, Diagnosed) {
        let (mut schemas, mut found) = (BTreeMap::new(), Diagnosed::default());
        if files.schemas.is_empty() {
            return (schemas, found);
        }
        let entries = files.entries.iter().map(|(_, at)| at);
        let paths: FxHashSet<&str> =
            files.data.iter().chain(entries).map(|at| without_extension(&self.files[*at].path)).collect();
        let read = files.schemas.par_iter().map(|at| {
            let file = &self.files[*at];
            let path = file.path.strip_suffix(SCHEMA_ENDING).unwrap_or(&file.path);
            let earlier = self.earlier.and_then(|earlier| earlier.inputs.own_schemas.get(path));
            let schema = match earlier.filter(|earlier| self.is_reusable(file, &earlier.file)) {
                Some(earlier) => Ok(earlier.clone()),
                None => RawSchema::parse(file),
            };
            (file, path, schema)
        });
        for (file, path, schema) in read.collect::<Vec<_>>() {
            if !paths.contains(path) {
                found.diagnostics.push(raw_schema::without_file(file, path, &paths));
            }
            match schema {
                Ok(schema) => {
                    found.diagnostics.extend(schema.check_references("", &files.collections));
                    schemas.insert(path.to_owned(), schema);
                }
                Err(diagnostics) => found.record(file, diagnostics),
            }
        }
        (schemas, found)
    }

    pub(super) fn collections(&self, files: &ContentFiles) -> ((Vec<Arc<Collection>>, Vec<RawSchema>), Diagnosed) {
        let read = files.collections.par_iter().map(|(name, at)| {
            let file = &self.files[*at];
            if let Some(earlier) = self.earlier
                && let Ok(index) = earlier.collections.binary_search_by(|collection| collection.name.cmp(name))
                && self.is_reusable(file, &earlier.collections[index].file)
            {
                return (earlier.collections[index].clone(), earlier.inputs.collections[index].clone(), Vec::new());
            }
            let built_in = self.built_in;
            let (collection, schema, diagnostics) =
                collection::read(name, file, &built_in.collection, &built_in.entries);
            (Arc::new(collection), RawSchema { file: file.clone(), value: Arc::new(schema) }, diagnostics)
        });
        let (mut collections, mut schemas, mut found) = (Vec::new(), Vec::new(), Diagnosed::default());
        for (collection, schema, diagnostics) in read.collect::<Vec<_>>() {
            found.record(&schema.file, diagnostics);
            found.diagnostics.extend(schema.check_references("/schema", &files.collections));
            collections.push(collection);
            schemas.push(schema);
        }
        ((collections, schemas), found)
    }

    pub(super) fn data(
        &self,
        files: &ContentFiles,
        schemas: &BTreeMap<String, RawSchema>,
        variable: &(dyn Fn(&str) -> Option<String> + Sync),
        excuses_samples: bool,
    ) -> (BTreeMap<String, Arc<DataFile>>, Diagnosed) {
        let read = files.data.par_iter().map(|at| {
            let file = &self.files[*at];
            let name = without_extension(&file.path);
            let schema = schemas.get(name);
            if let Some(earlier) = self.earlier
                && let Some(data) = earlier.data.get(name).filter(|data| self.is_reusable(file, &data.file))
                && raw_schema::is_unchanged(schema, earlier.inputs.own_schemas.get(name))
            {
                return (file, Some(data.clone()), Vec::new());
            }
            let (data, diagnostics) = DataFile::read(file, schema, variable, excuses_samples);
            (file, data.map(Arc::new), diagnostics)
        });
        let (mut all, mut found) = (BTreeMap::new(), Diagnosed::default());
        let mut known: BTreeMap<&str, &SourceFile> = BTreeMap::new();
        for (file, data, diagnostics) in read.collect::<Vec<_>>() {
            let name = without_extension(&file.path);
            if let Some(first) = known.insert(name, file) {
                let problem = Diagnostic::error("duplicate-file", format!("two files are the data file `{name}`"));
                let problem = problem.at(Place::file(file.file.clone())).note(format!("the other is {}", first.file));
                found.diagnostics.push(problem.help("rename one of them"));
            }
            all.extend(data.map(|data| (name.to_owned(), data)));
            found.record(file, diagnostics);
        }
        (all, found)
    }
}
