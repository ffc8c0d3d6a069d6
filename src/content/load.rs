//! The loader of `content/`, which reuses what an earlier build loaded from the same files.
//!
//! 1. Sort the files: settings, data files, collections, schemas, entries, ledger.
//! 2. Read the settings, the host policy and the schemas; compile each schema once.
//! 3. Read the data files, then the entries, in parallel.
//! 4. Resolve the endpoints of forms.

use std::cell::OnceCell;
use std::collections::BTreeMap;
use std::sync::Arc;

use jiff::Timestamp;
use rayon::prelude::*;
use rustc_hash::{FxHashMap, FxHashSet};

use super::built_in_schemas::BuiltInSchemas;
use super::collection::{self, Collection};
use super::data::DataFile;
use super::entry::{Entry, EntryReader, without_extension};
use super::files::{ContentFiles, SCHEMA_ENDING};
use super::forms;
use super::hosts::{self, HostSettings};
use super::raw_schema::{self, RawSchema};
use super::settings::{self, Settings};
use crate::config::Config;
use crate::diagnostic::{Diagnostic, Place};
use crate::markdown::{Highlighter, MarkdownOptions};
use crate::source::{Listing, SourceFile, Sources};

/// All content, parsed and checked, before it is indexed.
///
/// Every part is durable: as long as its files are unchanged, a later build has the same `Arc`.
#[derive(Debug)]
pub struct Content {
    pub settings: Arc<Settings>,
    pub markdown: MarkdownOptions,
    /// By name.
    pub collections: Vec<Arc<Collection>>,
    /// By collection, then by path.
    pub entries: Vec<Arc<Entry>>,
    /// By name.
    pub data: BTreeMap<String, Arc<DataFile>>,
    pub hosts: Option<Arc<HostSettings>>,
    pub ledger: Option<Arc<SourceFile>>,
    /// The ids of the entries that could not be read. Links to their pages are not reported as broken.
    pub unreadable: FxHashSet<String>,
    inputs: ContentInputs,
}

impl Content {
    /// The built-in schemas, for a later build.
    pub fn built_in(&self) -> &Arc<BuiltInSchemas> {
        &self.inputs.built_in
    }

    /// Whether both differ in the Markdown of entries at most, so that the earlier index can be reused.
    pub fn has_same_index(&self, earlier: &Self) -> bool {
        let is_same = |a: &Arc<Entry>, b: &Arc<Entry>| Arc::ptr_eq(a, b) || a.has_same_index(b);
        self.collections.len() == earlier.collections.len()
            && self.collections.iter().zip(&earlier.collections).all(|(a, b)| Arc::ptr_eq(a, b))
            && self.entries.len() == earlier.entries.len()
            && self.entries.iter().zip(&earlier.entries).all(|(a, b)| is_same(a, b))
            && self.unreadable == earlier.unreadable
    }
}

/// The inputs from which content was loaded. A later build compares them to find what it can reuse.
#[derive(Debug)]
struct ContentInputs {
    listing: Arc<Listing<SourceFile>>,
    files: Arc<ContentFiles>,
    built_in: Arc<BuiltInSchemas>,
    /// The schema of each collection.
    collections: Vec<RawSchema>,
    /// The schemas of single files, by the path of the file without its extension.
    own_schemas: BTreeMap<String, RawSchema>,
    now: Timestamp,
    /// The files with mistakes. They are read in every build, for their diagnostics.
    flawed: FxHashSet<Arc<str>>,
}

/// Loads the content, and reuses the parts of `earlier` that come from unchanged files. Invalid settings give no content.
pub fn load(
    config: &Config,
    sources: &Sources,
    built_in: Arc<BuiltInSchemas>,
    earlier: Option<&Content>,
) -> (Option<Content>, Vec<Diagnostic>) {
    let loader = Loader { files: &sources.content.files, earlier, built_in: &built_in };
    let files = loader.sort(&sources.content);
    let mut found = Diagnosed { diagnostics: files.diagnostics.clone(), ..Diagnosed::default() };
    let settings = files.settings.and_then(|at| found.collect(loader.settings(at, config)));
    let Some(settings) = settings else { return (None, found.diagnostics) };
    found.diagnostics.extend(settings.missing_bundles(sources));

    // Schemas are most of the work on a small site, and these three are independent.
    let (hosts, (own_schemas, collections)) = rayon::join(
        || files.hosts.map(|at| loader.hosts(at)),
        || rayon::join(|| loader.own_schemas(&files), || loader.collections(&files)),
    );
    let hosts = hosts.and_then(|hosts| found.collect(hosts));
    let own_schemas = found.collect(own_schemas);
    let (collections, raw_schemas) = found.collect(collections);

    let variable = |name: &str| config.variable(name);
    let data = found.collect(loader.data(&files, &own_schemas, &variable, config.excuses_unfinished()));
    let markdown = markdown_options(&settings, config, earlier);
    let reader = EntryReader {
        settings: &settings,
        markdown: markdown.clone(),
        now: config.clock.now(&settings.zone).timestamp(),
        variable: &variable,
        excuses_samples: config.excuses_unfinished(),
    };
    let reused = ReusedEntries::new(&loader, &files, &settings, &reader, &collections, &own_schemas);
    let read = reused.entries.into_par_iter().zip(&files.entries).map(|(reused, (index, at))| {
        if let Some(entry) = reused {
            return (Some(entry.clone()), Vec::new());
        }
        let (file, collection) = (&sources.content.files[*at], &collections[*index]);
        let own = own_schemas.get(without_extension(&file.path));
        let (schema, mut diagnostics) = match own.map(|own| own.compile_on(&collection.schema)) {
            None => (collection.schema.clone(), Vec::new()),
            Some(Ok(extended)) => (Arc::new(extended), Vec::new()),
            Some(Err(problems)) => (collection.schema.clone(), problems),
        };
        let (entry, mut problems) = reader.read(file, collection, *index, schema);
        entry.iter().for_each(|entry| entry.excuse(&mut problems, config));
        diagnostics.extend(problems);
        (entry.map(Arc::new), diagnostics)
    });
    let mut read: Vec<_> = read.collect();
    if let Some(highlighter) = &markdown.highlight {
        highlighter.save();
    }
    suspect_schemas(&files, &collections, &mut read);
    let mut unreadable: FxHashSet<String> =
        sources.content.failed.iter().map(|(path, _)| without_extension(path).to_owned()).collect();
    let mut entries = Vec::with_capacity(read.len());
    for ((_, at), (entry, diagnostics)) in files.entries.iter().zip(read) {
        let file = &sources.content.files[*at];
        match entry {
            Some(entry) => entries.push(entry),
            None => drop(unreadable.insert(without_extension(&file.path).to_owned())),
        }
        found.record(file, diagnostics);
    }
    found.diagnostics.extend(forms::resolve_endpoints(&collections, &mut entries, &data, config));
    let ledger = files.ledger.map(|at| sources.content.files[at].clone());
    let (listing, now, flawed) = (sources.content.clone(), reader.now, found.flawed);
    let inputs = ContentInputs { listing, files, built_in, collections: raw_schemas, own_schemas, now, flawed };
    let content = Content { settings, markdown, collections, entries, data, hosts, ledger, unreadable, inputs };
    (Some(content), found.diagnostics)
}

/// The Markdown options that follow from the settings. The highlighter of an earlier build is reused.
fn markdown_options(settings: &Settings, config: &Config, earlier: Option<&Content>) -> MarkdownOptions {
    let highlighter = || earlier.and_then(|earlier| earlier.markdown.highlight.clone());
    let cache = Some(config.path(config.cache("code")));
    let is_highlighting = settings.markdown.highlight;
    MarkdownOptions {
        settings: settings.markdown.clone(),
        heading_ids: true,
        extensions: true,
        components: true,
        highlight: is_highlighting.then(|| highlighter().unwrap_or_else(|| Arc::new(Highlighter::load(cache)))),
        origin: settings.origin.clone(),
    }
}

/// Diagnostics, and the files that they are about.
#[derive(Default)]
struct Diagnosed {
    diagnostics: Vec<Diagnostic>,
    flawed: FxHashSet<Arc<str>>,
}

impl Diagnosed {
    /// Records the diagnostics of a file.
    fn record(&mut self, file: &SourceFile, diagnostics: Vec<Diagnostic>) {
        if !diagnostics.is_empty() {
            self.flawed.insert(file.file.clone());
            self.diagnostics.extend(diagnostics);
        }
    }

    /// Collects the diagnostics that come with a value, and returns the value.
    fn collect<T>(&mut self, (value, diagnosed): (T, Self)) -> T {
        self.diagnostics.extend(diagnosed.diagnostics);
        self.flawed.extend(diagnosed.flawed);
        value
    }
}

/// The reader of all files but entries. Each method reuses what the earlier build read from an unchanged file.
struct Loader<'a> {
    files: &'a [Arc<SourceFile>],
    earlier: Option<&'a Content>,
    built_in: &'a BuiltInSchemas,
}

impl Loader<'_> {
    /// Sorts the files, or reuses the earlier result if the paths are the same.
    fn sort(&self, listing: &Listing<SourceFile>) -> Arc<ContentFiles> {
        let has_same_path = |a: &Arc<SourceFile>, b: &Arc<SourceFile>| Arc::ptr_eq(a, b) || a.path == b.path;
        let reusable = self.earlier.map(|earlier| &earlier.inputs).filter(|inputs| {
            let earlier = &inputs.listing.files;
            earlier.len() == listing.files.len() && earlier.iter().zip(&listing.files).all(|(a, b)| has_same_path(a, b))
        });
        reusable.map_or_else(|| Arc::new(ContentFiles::sort(&listing.files)), |inputs| inputs.files.clone())
    }

    /// Whether a file is unchanged and had no mistakes, so that what was read from it can be reused.
    fn is_reusable(&self, file: &Arc<SourceFile>, before: &Arc<SourceFile>) -> bool {
        let is_flawed = self.earlier.is_none_or(|earlier| earlier.inputs.flawed.contains(&file.file));
        Arc::ptr_eq(file, before) && !is_flawed
    }

    fn settings(&self, at: usize, config: &Config) -> (Option<Arc<Settings>>, Diagnosed) {
        let (file, mut found) = (&self.files[at], Diagnosed::default());
        if let Some(earlier) = self.earlier.filter(|earlier| self.is_reusable(file, earlier.settings.file())) {
            return (Some(earlier.settings.clone()), found);
        }
        let (settings, diagnostics) = settings::read(file, &self.built_in.settings, config.base_url.as_deref());
        found.record(file, diagnostics);
        (settings.map(Arc::new), found)
    }

    fn hosts(&self, at: usize) -> (Option<Arc<HostSettings>>, Diagnosed) {
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
    fn own_schemas(&self, files: &ContentFiles) -> (BTreeMap<String, RawSchema>, Diagnosed) {
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

    fn collections(&self, files: &ContentFiles) -> ((Vec<Arc<Collection>>, Vec<RawSchema>), Diagnosed) {
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

    fn data(
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

/// The entries of an earlier load that can be reused: one or none for each file of an entry.
struct ReusedEntries<'a> {
    entries: Vec<Option<&'a Arc<Entry>>>,
}

impl<'a> ReusedEntries<'a> {
    fn new(
        loader: &Loader<'a>,
        files: &ContentFiles,
        settings: &Settings,
        reader: &EntryReader,
        collections: &[Arc<Collection>],
        own_schemas: &BTreeMap<String, RawSchema>,
    ) -> Self {
        let is_usable = |earlier: &&Content| {
            earlier.markdown == reader.markdown
                && earlier.settings.zone_name == settings.zone_name
                && earlier.settings.has_same_slugs(settings)
                && earlier.inputs.now == reader.now
        };
        let Some(earlier) = loader.earlier.filter(is_usable) else {
            return Self { entries: vec![None; files.entries.len()] };
        };
        // Most builds have the same files in the same order; an index by path is only needed otherwise.
        let mut next = earlier.entries.iter().peekable();
        let by_path = OnceCell::new();
        let mut find = |file: &Arc<SourceFile>| {
            if let Some(entry) = next.next_if(|entry| entry.file.path == file.path) {
                return Some(entry);
            }
            let by_path: &FxHashMap<&str, &Arc<Entry>> =
                by_path.get_or_init(|| earlier.entries.iter().map(|entry| (&*entry.file.path, entry)).collect());
            by_path.get(file.path.as_str()).copied()
        };
        let has_own_schemas = !own_schemas.is_empty() || !earlier.inputs.own_schemas.is_empty();
        let reuse = |(index, at): &(usize, usize)| {
            let file = &loader.files[*at];
            let entry =
                find(file).filter(|entry| entry.collection == *index && loader.is_reusable(file, &entry.file))?;
            let id = without_extension(&file.path);
            let is_same_schema = Arc::ptr_eq(earlier.collections.get(*index)?, &collections[*index])
                && (!has_own_schemas
                    || raw_schema::is_unchanged(own_schemas.get(id), earlier.inputs.own_schemas.get(id)));
            is_same_schema.then_some(entry)
        };
        Self { entries: files.entries.iter().map(reuse).collect() }
    }
}

/// Adds a note that the schema may be wrong, if all entries of a collection have mistakes.
fn suspect_schemas<T>(files: &ContentFiles, collections: &[Arc<Collection>], mut read: &mut [(T, Vec<Diagnostic>)]) {
    for entries in files.entries.chunk_by(|(one, _), (other, _)| one == other) {
        let (own, others) = read.split_at_mut(entries.len());
        read = others;
        let all_fail = own.len() > 1 && own.iter().all(|(_, problems)| !problems.is_empty());
        let Some(first) = own.first_mut().and_then(|(_, problems)| problems.first_mut()).filter(|_| all_fail) else {
            continue;
        };
        let collection = &collections[entries[0].0];
        let file = &collection.file.file;
        first.notes.push(format!(
            "all entries of `{}` have mistakes: perhaps the `schema` in {file} is wrong",
            collection.name
        ));
    }
}
