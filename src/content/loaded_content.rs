//! All content as loaded, with what a later build compares to find the parts that it can reuse.

use std::collections::BTreeMap;
use std::sync::Arc;

use jiff::Timestamp;
use rustc_hash::FxHashSet;

use super::built_in_schemas::BuiltInSchemas;
use super::collection::Collection;
use super::conditions::Condition;
use super::data::{DataFile, DataFiles};
use super::entry::{Entry, Visibility};
use super::entry_file::split_language;
use super::files::Attachment;
use super::folder_defaults::DefaultsByFolder;
use super::hosts::HostSettings;
use super::raw_schema::RawSchema;
use super::settings::Settings;
use super::site_language::LanguageIndex;
use crate::markdown::MarkdownOptions;
use crate::route::without_extension;
use crate::schema::SharedDefinitions;
use crate::source::SourceFile;

/// All content, parsed and checked, before it is indexed.
///
/// Settings, host policy, collections, entries and the data files of the first language are durable: each keeps its
/// `Arc` in later builds while all that it was read from is unchanged and has no mistakes.
#[derive(Debug, Clone)]
pub struct Content {
    /// The built-in schemas, which later builds take over.
    pub built_in: Arc<BuiltInSchemas>,
    pub settings: Arc<Settings>,
    /// The options of Markdown in each language.
    pub markdown: Vec<MarkdownOptions>,
    /// The collections, sorted by name.
    pub collections: Vec<Arc<Collection>>,
    /// The entries, sorted by collection, then by path.
    pub entries: Vec<Arc<Entry>>,
    /// The files that are not content and belong to an entry, sorted by path.
    pub attachments: Vec<Attachment>,
    /// The data files in each language. Translations are completed from the first language.
    pub data: Vec<DataFiles>,
    pub hosts: Option<Arc<HostSettings>>,
    pub ledger: Option<Arc<SourceFile>>,
    /// The ids of the entries that could not be read, and the paths of their files without extension. Links to their
    /// pages are not reported as broken.
    pub unreadable: FxHashSet<String>,
    pub(super) defaults: DefaultsByFolder,
    /// The schemas of single files, by their paths without `.schema.yaml`.
    pub(super) file_schemas: BTreeMap<String, RawSchema>,
    /// The definitions that all schemas may use.
    pub(super) shared: Arc<SharedDefinitions>,
    pub(super) now: Timestamp,
    /// Files that the next build reads again, because it has to report their mistakes too.
    pub(super) flawed: FxHashSet<Arc<str>>,
}

impl Content {
    /// Returns the content as it would be if nothing had expired: expired entries are published, and the conditions
    /// `from: now` in `for_each` of declared pages allow past dates too.
    #[must_use]
    pub fn with_expired(&self) -> Self {
        let mut content = self.clone();
        for entry in content.entries.iter_mut().filter(|entry| entry.visibility == Visibility::Expired) {
            Arc::make_mut(entry).visibility = Visibility::Published;
        }
        let pages = Arc::make_mut(&mut content.settings).pages.iter_mut();
        let conditions = pages.filter_map(|page| page.for_each.as_mut()?.conditions.as_mut());
        conditions.flat_map(|conditions| conditions.values_mut()).for_each(Condition::allow_past);
        content
    }

    /// Returns the options of the Markdown in a file.
    pub fn markdown_of(&self, file: &SourceFile) -> &MarkdownOptions {
        let language = split_language(without_extension(&file.path), &self.settings.suffixes).1;
        &self.markdown[language.unwrap_or_default()]
    }

    /// Returns the index of a collection.
    pub fn collection(&self, name: &str) -> Option<usize> {
        self.collections.binary_search_by(|known| known.name.as_str().cmp(name)).ok()
    }

    /// Returns the data file `name` in a language, or else in the first language.
    pub fn data_in(&self, language: LanguageIndex, name: &str) -> Option<&Arc<DataFile>> {
        self.data[language].get(name).or_else(|| self.data[0].get(name))
    }

    pub fn all_data(&self) -> impl Iterator<Item = (&String, &Arc<DataFile>)> {
        self.data.iter().flatten()
    }

    /// Whether a file is unchanged and had no mistakes, so that what was read from it can be reused.
    pub(super) fn is_reusable(&self, file: &Arc<SourceFile>, before: &Arc<SourceFile>) -> bool {
        Arc::ptr_eq(file, before) && !self.flawed.contains(&file.file)
    }

    /// Whether a file's own schema is unchanged and had no mistakes, or the file has no schema in either build. `path`
    /// is the file's path without extension; `schema` is its schema in the new build.
    pub(super) fn has_same_schema(&self, path: &str, schema: Option<&RawSchema>) -> bool {
        match (schema, self.file_schemas.get(path)) {
            (Some(schema), Some(before)) => self.is_reusable(&schema.file, &before.file),
            (schema, before) => schema.is_none() && before.is_none(),
        }
    }

    /// Whether languages, collections, unreadable entries and attachments are the same. The index of the content
    /// depends on these and on the fields of entries.
    pub fn has_same_structure(&self, earlier: &Self) -> bool {
        self.settings.languages == earlier.settings.languages
            && self.collections.iter().map(Arc::as_ptr).eq(earlier.collections.iter().map(Arc::as_ptr))
            && self.unreadable == earlier.unreadable
            && self.attachments == earlier.attachments
    }

    /// Whether the site's time zone is the same, and the entries are equal except for their Markdown. Dates without a
    /// zone are then the same moments.
    pub fn has_same_fields(&self, earlier: &Self) -> bool {
        let is_same = |(a, b): (&Arc<Entry>, &Arc<Entry>)| Arc::ptr_eq(a, b) || a.has_same_fields(b);
        self.settings.zone_name == earlier.settings.zone_name
            && self.entries.len() == earlier.entries.len()
            && self.entries.iter().zip(&earlier.entries).all(is_same)
    }
}
