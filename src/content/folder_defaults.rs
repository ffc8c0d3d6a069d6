//! Defaults of folders: fields that a section (`_index.md`) or a collection sets for the entries below it. An entry's
//! own fields take precedence.

use std::collections::BTreeMap;
use std::sync::Arc;

use serde_json::{Map, Value};

use super::collection::Collection;
use super::document;
use super::entry_file::{EntryFile, EntryRole};
use super::site_language::LanguageIndex;
use crate::diagnostic::{Diagnostic, Place};
use crate::schema::Schema;
use crate::source::SourceFile;
use crate::yaml::tree::PairSide;
use crate::{route, yaml};

/// The key under which a file sets defaults.
const KEY: &str = "defaults";

/// The defaults that one file sets.
#[derive(Debug, PartialEq)]
pub struct FolderDefaults {
    pub file: Arc<SourceFile>,
    pub values: Map<String, Value>,
}

impl FolderDefaults {
    /// Reads the defaults of a `_collection.yaml` or an `_index.md`, checked by the schema of the collection's entries.
    /// If one of the defaults has a mistake, none applies.
    pub fn read(file: &Arc<SourceFile>, collection: &Collection) -> Option<(Self, Vec<Diagnostic>)> {
        if !file.text.contains(KEY) {
            return None;
        }
        // A file that can't be parsed is reported where its other keys are read.
        let (source, _) = document::split_entry(file).ok()?;
        let value = yaml::parse(&source).ok()?.value;
        let values = value.get(KEY)?.as_object()?.clone();
        let schema_name = format!("the collection `{}`", collection.name);
        let diagnostics = collection.schema.check_part(KEY, &values, &source, &schema_name);
        let values = if diagnostics.is_empty() { values } else { Map::new() };
        Some((Self { file: file.clone(), values }, diagnostics))
    }

    /// Returns the place of a default, by its JSON pointer in an entry.
    pub fn place_of(&self, pointer: &str, side: PairSide) -> Place {
        document::entry_yaml(&self.file).place_of(&format!("/{KEY}{pointer}"), side)
    }
}

/// A default that an entry has: its key, and the file that sets it.
pub type AppliedDefault = (String, Arc<FolderDefaults>);

/// Sets the defaults for fields that the entry lacks and `schema` allows. Returns the defaults that were set.
pub fn apply(value: &mut Value, defaults: &[&Arc<FolderDefaults>], schema: &Schema) -> Vec<AppliedDefault> {
    let mut applied = Vec::new();
    let Some(fields) = value.as_object_mut() else { return applied };
    for &defaults in defaults {
        for (key, value) in defaults.values.iter().filter(|(key, _)| schema.may_have(key)) {
            if !fields.contains_key(key) {
                fields.insert(key.clone(), value.clone());
                applied.push((key.clone(), defaults.clone()));
            }
        }
    }
    applied
}

/// The defaults by folder, and by the language of the section that sets them; `None` if a collection sets them.
#[derive(Debug, Clone, Default)]
pub struct DefaultsByFolder(pub BTreeMap<(String, Option<LanguageIndex>), Arc<FolderDefaults>>);

impl DefaultsByFolder {
    /// Lists the defaults for an entry, the nearest folder first. In each folder: the section in the entry's language,
    /// the section in the first language, the collection.
    pub fn for_entry(&self, collection: &Collection, entry: EntryFile) -> Vec<&Arc<FolderDefaults>> {
        if self.0.is_empty() {
            return Vec::new();
        }
        let EntryFile { id, role, language } = entry;
        let outermost = collection.outermost();
        let mut languages = vec![Some(language), Some(0), None];
        languages.dedup();
        let around = route::folders(id).take_while(|folder| route::is_within(folder, &outermost.name));
        let around = around.flat_map(|folder| languages.iter().map(move |language| (folder, *language)));
        // The defaults in the `_collection.yaml` beside a section apply to the section too.
        let beside = (role == EntryRole::Section).then_some((id, None));
        let find = |(folder, language): (&str, _)| self.0.get(&(folder.to_owned(), language));
        beside.into_iter().chain(around).filter_map(find).collect()
    }
}
