//! Defaults of folders: fields that entries have if they don't set them, as a section (`_index.md`) or a collection above says.

use std::collections::BTreeMap;
use std::sync::Arc;

use serde_json::{Map, Value};

use super::collection::Collection;
use super::document;
use super::entry_file::{EntryFile, EntryRole};
use crate::diagnostic::{Diagnostic, Place};
use crate::source::SourceFile;
use crate::yaml;
use crate::yaml::tree::PairSide;

/// The key of a file that holds defaults.
const KEY: &str = "defaults";

/// The defaults that one file sets.
#[derive(Debug)]
pub struct FolderDefaults {
    pub file: Arc<SourceFile>,
    /// The collection whose schema they were checked by.
    collection: Arc<Collection>,
    pub values: Map<String, Value>,
}

/// A default that an entry has: its key, and the file that sets it.
pub type AppliedDefault = (String, Arc<FolderDefaults>);

/// The defaults of all folders.
#[derive(Debug, Default)]
pub struct DefaultsByFolder {
    /// By folder: those of its collection, and those of its section.
    of: BTreeMap<String, [Option<Arc<FolderDefaults>>; 2]>,
}

impl FolderDefaults {
    /// Reads the defaults of a `_collection.yaml` or an `_index.md`, checked by the schema of the collection's entries.
    /// Defaults with a mistake apply to no entry.
    pub fn read(file: &Arc<SourceFile>, collection: &Arc<Collection>) -> Option<(Self, Vec<Diagnostic>)> {
        if !file.text.contains(KEY) {
            return None;
        }
        // What can't be parsed is reported where the file itself is read.
        let (source, _) = document::split_entry(file).ok()?;
        let value = yaml::parse(&source).ok()?.value;
        let values = value.get(KEY)?.as_object()?.clone();
        let what = format!("the collection `{}`", collection.name);
        let diagnostics = collection.schema.check_part(KEY, &values, &source, &what);
        let values = if diagnostics.is_empty() { values } else { Map::new() };
        Some((Self { file: file.clone(), collection: collection.clone(), values }, diagnostics))
    }

    /// Returns the place of a default, by its JSON pointer in an entry.
    pub fn place_of(&self, pointer: &str, part: PairSide) -> Place {
        let pointer = format!("/{KEY}{pointer}");
        match document::split_entry(&self.file) {
            Ok((source, _)) => source.place_of(&pointer, part),
            Err(_) => Place::file(self.file.file.clone()),
        }
    }
}

/// Sets the fields that an entry lacks and that may be there. Returns those that were set.
pub fn apply(
    value: &mut Value,
    defaults: &[&Arc<FolderDefaults>],
    may_have: impl Fn(&str) -> bool,
) -> Vec<AppliedDefault> {
    let mut applied = Vec::new();
    let Some(fields) = value.as_object_mut() else { return applied };
    for &defaults in defaults {
        for (key, value) in defaults.values.iter().filter(|(key, _)| may_have(key)) {
            if !fields.contains_key(key) {
                fields.insert(key.clone(), value.clone());
                applied.push((key.clone(), defaults.clone()));
            }
        }
    }
    applied
}

impl DefaultsByFolder {
    /// Adds the defaults of the collection in a folder.
    pub fn add_collection(&mut self, folder: &str, defaults: Arc<FolderDefaults>) {
        self.of.entry(folder.to_owned()).or_default()[0] = Some(defaults);
    }

    /// Adds the defaults of the section in a folder.
    pub fn add_section(&mut self, folder: &str, defaults: Arc<FolderDefaults>) {
        self.of.entry(folder.to_owned()).or_default()[1] = Some(defaults);
    }

    /// Returns the defaults of a file, if the collection that checked them is the same.
    pub fn known(&self, file: &SourceFile, collection: &Arc<Collection>) -> Option<&Arc<FolderDefaults>> {
        let mut all = self.of.values().flatten().flatten();
        all.find(|known| known.file.path == file.path && Arc::ptr_eq(&known.collection, collection))
    }

    /// Lists the defaults for an entry, the nearest first.
    pub fn for_entry(&self, collection: &Collection, path: &str) -> Vec<&Arc<FolderDefaults>> {
        if self.of.is_empty() {
            return Vec::new();
        }
        let EntryFile { id, role } = EntryFile::of(&collection.name, path);
        let outermost = &collection.outermost().name;
        // The defaults of a section are for what lies below it, those of a collection for its own section too.
        let own = self.of.get(id).and_then(|of| of[0].as_ref()).filter(|_| role == EntryRole::Section);
        let folders = std::iter::successors(Some(id), |folder| folder.rsplit_once('/').map(|(parent, _)| parent));
        let around = folders.skip(1).take_while(|folder| folder.len() >= outermost.len());
        let around = around.filter_map(|folder| self.of.get(folder));
        own.into_iter().chain(around.flat_map(|[collection, section]| section.iter().chain(collection))).collect()
    }
}
