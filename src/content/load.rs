//! All of `content/` at once.
//!
//! 1. Sort the files: settings, data files, collections, schemas, entries, ledger.
//! 2. Compile every schema once.
//! 3. Read the data files, then all entries in parallel, each into its value and its diagnostics.
//! 4. Give the forms among them their endpoints.

use std::cell::OnceCell;
use std::collections::BTreeMap;
use std::sync::{Arc, OnceLock};

use jiff::Timestamp;
use rayon::prelude::*;
use rustc_hash::{FxHashMap, FxHashSet};
use serde_json::Value;

use super::built_in::BuiltIn;
use super::collection::{self, Collection};
use super::document;
use super::entry::{Entry, Reader, without_ending};
use super::files::{Files, SCHEMA_ENDING};
use super::forms;
use super::hosts::{self, Hosts};
use super::locate::{Part, escape};
use super::markdown;
use super::schema::Schema;
use super::settings::{self, Settings};
use crate::config::Config;
use crate::diagnostic::{Diagnostic, Place, closest, did_you_mean};
use crate::source::{Listing, SourceFile, Sources};

/// Everything that editors wrote, parsed and checked, not yet connected.
///
/// What a later build finds unchanged it takes over: an `Arc` here is the same one as long as what it was made from is.
#[derive(Debug)]
pub struct Content {
    pub settings: Arc<Settings>,
    pub markdown: markdown::Options,
    /// By name.
    pub collections: Vec<Arc<Collection>>,
    /// By collection, then by path.
    pub entries: Vec<Arc<Entry>>,
    /// By name.
    pub data: BTreeMap<String, Arc<DataFile>>,
    /// How hosts are to answer, if the site says so.
    pub hosts: Option<Arc<Hosts>>,
    /// The URL ledger, if the site keeps one.
    pub ledger: Option<Arc<SourceFile>>,
    /// The ids of the entries that could not be read: pages are missing that links lead to.
    pub unread: FxHashSet<String>,
    made_from: MadeFrom,
}

impl Content {
    /// The program's own schemas, which a later build need not compile again.
    pub fn built_in(&self) -> &Arc<BuiltIn> {
        &self.made_from.built_in
    }

    /// Whether its entries surely stand to each other as the earlier ones did: only their Markdown may be another.
    pub fn connects_as(&self, earlier: &Self) -> bool {
        let same = |a: &Arc<Entry>, b: &Arc<Entry>| Arc::ptr_eq(a, b) || a.connects_as(b);
        self.collections.len() == earlier.collections.len()
            && self.collections.iter().zip(&earlier.collections).all(|(a, b)| Arc::ptr_eq(a, b))
            && self.entries.len() == earlier.entries.len()
            && self.entries.iter().zip(&earlier.entries).all(|(a, b)| same(a, b))
            && self.unread == earlier.unread
    }
}

/// What a later build needs to know which parts are still good.
#[derive(Debug)]
struct MadeFrom {
    listing: Arc<Listing<SourceFile>>,
    files: Arc<Files>,
    built_in: Arc<BuiltIn>,
    /// As many as there are collections.
    collections: Vec<RawSchema>,
    /// The schemas of single files, by the path of the file they are beside, without its ending.
    own_schemas: BTreeMap<String, RawSchema>,
    now: Timestamp,
    /// The files that something is wrong with: they are read again each time, for their diagnostics.
    flawed: FxHashSet<Arc<str>>,
}

/// A schema as written.
#[derive(Debug, Clone)]
struct RawSchema {
    file: Arc<SourceFile>,
    raw: Arc<Value>,
}

/// A YAML file directly below `content/`.
#[derive(Debug)]
pub struct DataFile {
    pub file: Arc<SourceFile>,
    pub value: Value,
    pub schema: Arc<Schema>,
    pub samples: Vec<String>,
    /// Where they stand, found when first asked for.
    sample_places: OnceLock<Vec<Place>>,
}

impl DataFile {
    /// Where its sample values stand.
    pub fn sample_places(&self) -> &[Place] {
        self.sample_places.get_or_init(|| document::places(&document::whole(&self.file), &self.samples))
    }

    /// Whether the value there is a sample, or part of one.
    pub fn is_sample(&self, pointer: &str) -> bool {
        let above = |sample: &String| pointer.strip_prefix(sample.as_str());
        self.samples.iter().filter_map(above).any(|rest| rest.is_empty() || rest.starts_with('/'))
    }
}

/// Reads the content. Without readable settings there is no site to speak of: none is given, with the reasons. What an
/// `earlier` load made of files that are still the same is taken over.
pub fn load(
    config: &Config,
    sources: &Sources,
    built_in: Arc<BuiltIn>,
    earlier: Option<&Content>,
) -> (Option<Content>, Vec<Diagnostic>) {
    let loader = Loader { all: &sources.content.files, earlier, built_in: &built_in };
    let files = loader.sort(&sources.content);
    let mut found = Mistakes { all: files.problems.clone(), ..Mistakes::default() };
    let settings = files.settings.and_then(|at| found.of(loader.settings(at, config)));
    let Some(settings) = settings else { return (None, found.all) };
    found.all.extend(settings.missing_bundles(sources));

    // Schemas are most of the work on a small site, and none of these waits for another.
    let (hosts, (own_schemas, collections)) = rayon::join(
        || files.hosts.map(|at| loader.hosts(at)),
        || rayon::join(|| loader.own_schemas(&files), || loader.collections(&files)),
    );
    let hosts = hosts.and_then(|hosts| found.of(hosts));
    let own_schemas = found.of(own_schemas);
    let (collections, raw_schemas) = found.of(collections);

    let variable = |name: &str| config.variable(name);
    let data = found.of(loader.data(&files, &own_schemas, &variable));
    let markdown = markdown_options(&settings, earlier);
    let reader = Reader {
        markdown: markdown.clone(),
        zone: settings.zone.clone(),
        now: config.clock.now(&settings.zone).timestamp(),
        variable: &variable,
    };
    let kept = Kept::new(&loader, &files, &settings, &collections, &own_schemas, reader.now);
    let read = kept.entries.into_par_iter().zip(&files.entries).map(|(kept, (index, at))| {
        if let Some(entry) = kept {
            return (Some(entry.clone()), Vec::new());
        }
        let (file, collection) = (&sources.content.files[*at], &collections[*index]);
        let own = own_schemas.get(without_ending(&file.path));
        let (schema, mut problems) = match own.map(|own| own.on(&collection.schema)) {
            None => (collection.schema.clone(), Vec::new()),
            Some(Ok(joined)) => (Arc::new(joined), Vec::new()),
            Some(Err(problems)) => (collection.schema.clone(), problems),
        };
        let (entry, mistakes) = reader.read(file, collection, *index, schema);
        problems.extend(mistakes);
        (entry.map(Arc::new), problems)
    });
    let read: Vec<_> = read.collect();
    let mut unread: FxHashSet<String> =
        sources.content.failed.iter().map(|(path, _)| without_ending(path).to_owned()).collect();
    let mut entries = Vec::with_capacity(read.len());
    for ((_, at), (entry, problems)) in files.entries.iter().zip(read) {
        let file = &sources.content.files[*at];
        match entry {
            Some(entry) => entries.push(entry),
            None => drop(unread.insert(without_ending(&file.path).to_owned())),
        }
        found.note(file, problems);
    }
    found.all.extend(forms::connect(&collections, &mut entries, &data, config));
    let ledger = files.ledger.map(|at| sources.content.files[at].clone());
    let (listing, now, flawed) = (sources.content.clone(), reader.now, found.flawed);
    let made_from = MadeFrom { listing, files, built_in, collections: raw_schemas, own_schemas, now, flawed };
    (Some(Content { settings, markdown, collections, entries, data, hosts, ledger, unread, made_from }), found.all)
}

/// The Markdown of a site's content, as its settings want it.
fn markdown_options(settings: &Settings, earlier: Option<&Content>) -> markdown::Options {
    let settings = settings.markdown;
    if let Some(earlier) = earlier.filter(|earlier| earlier.settings.markdown == settings) {
        return earlier.markdown.clone();
    }
    markdown::Options {
        smart_punctuation: settings.smart_punctuation,
        heading_ids: true,
        extensions: true,
        components: true,
        highlight: settings.highlight.then(markdown::Highlighter::load).map(Arc::new),
    }
}

/// What is wrong, and with which files.
#[derive(Default)]
struct Mistakes {
    all: Vec<Diagnostic>,
    /// They are read again each time.
    flawed: FxHashSet<Arc<str>>,
}

impl Mistakes {
    /// Takes note of a file's mistakes.
    fn note(&mut self, file: &SourceFile, problems: Vec<Diagnostic>) {
        if !problems.is_empty() {
            self.flawed.insert(file.file.clone());
            self.all.extend(problems);
        }
    }

    /// Takes the mistakes away from a value.
    fn of<T>(&mut self, (value, mistakes): (T, Self)) -> T {
        self.all.extend(mistakes.all);
        self.flawed.extend(mistakes.flawed);
        value
    }
}

/// Reads what is other than it was, and takes over the rest.
struct Loader<'a> {
    all: &'a [Arc<SourceFile>],
    earlier: Option<&'a Content>,
    built_in: &'a BuiltIn,
}

impl Loader<'_> {
    /// What the files are follows from their paths alone.
    fn sort(&self, listing: &Listing<SourceFile>) -> Arc<Files> {
        let alike = |a: &Arc<SourceFile>, b: &Arc<SourceFile>| Arc::ptr_eq(a, b) || a.path == b.path;
        let known = self.earlier.map(|earlier| &earlier.made_from).filter(|made_from| {
            let before = &made_from.listing.files;
            before.len() == listing.files.len() && before.iter().zip(&listing.files).all(|(a, b)| alike(a, b))
        });
        known.map_or_else(|| Arc::new(Files::sort(&listing.files)), |made_from| made_from.files.clone())
    }

    /// Whether a file was read before without a mistake, and is the same now.
    fn is_same(&self, file: &Arc<SourceFile>, before: &Arc<SourceFile>) -> bool {
        let flawed = self.earlier.is_none_or(|earlier| earlier.made_from.flawed.contains(&file.file));
        Arc::ptr_eq(file, before) && !flawed
    }

    fn settings(&self, at: usize, config: &Config) -> (Option<Arc<Settings>>, Mistakes) {
        let (file, mut found) = (&self.all[at], Mistakes::default());
        if let Some(earlier) = self.earlier.filter(|earlier| self.is_same(file, earlier.settings.file())) {
            return (Some(earlier.settings.clone()), found);
        }
        let (settings, problems) = settings::read(file, &self.built_in.settings, config.base_url.as_deref());
        found.note(file, problems);
        (settings.map(Arc::new), found)
    }

    fn hosts(&self, at: usize) -> (Option<Arc<Hosts>>, Mistakes) {
        let (file, mut found) = (&self.all[at], Mistakes::default());
        let known = self.earlier.and_then(|earlier| earlier.hosts.as_ref());
        if let Some(known) = known.filter(|known| self.is_same(file, known.file())) {
            return (Some(known.clone()), found);
        }
        let (hosts, problems) = hosts::read(file);
        found.note(file, problems);
        (hosts.map(Arc::new), found)
    }

    fn own_schemas(&self, files: &Files) -> (BTreeMap<String, RawSchema>, Mistakes) {
        let (mut schemas, mut found) = (BTreeMap::new(), Mistakes::default());
        if files.schemas.is_empty() {
            return (schemas, found);
        }
        let entries = files.entries.iter().map(|(_, at)| at);
        let described: FxHashSet<&str> =
            files.data.iter().chain(entries).map(|at| without_ending(&self.all[*at].path)).collect();
        let read = files.schemas.par_iter().map(|at| {
            let file = &self.all[*at];
            let beside = file.path.strip_suffix(SCHEMA_ENDING).unwrap_or(&file.path);
            let known = self.earlier.and_then(|earlier| earlier.made_from.own_schemas.get(beside));
            let schema = match known.filter(|known| self.is_same(file, &known.file)) {
                Some(known) => Ok(known.clone()),
                None => super::yaml::parse(&document::whole(file))
                    .map(|document| RawSchema { file: file.clone(), raw: Arc::new(document.value) }),
            };
            (file, beside, schema)
        });
        for (file, beside, schema) in read.collect::<Vec<_>>() {
            if !described.contains(beside) {
                found.all.push(describes_nothing(file, beside, &described));
            }
            match schema {
                Ok(schema) => {
                    check_references(&schema.raw, file, &mut String::new(), &files.collections, &mut found.all);
                    schemas.insert(beside.to_owned(), schema);
                }
                Err(problems) => found.note(file, problems),
            }
        }
        (schemas, found)
    }

    fn collections(&self, files: &Files) -> ((Vec<Arc<Collection>>, Vec<RawSchema>), Mistakes) {
        let read = files.collections.par_iter().map(|(name, at)| {
            let file = &self.all[*at];
            if let Some(earlier) = self.earlier
                && let Ok(known) = earlier.collections.binary_search_by(|collection| collection.name.cmp(name))
                && self.is_same(file, &earlier.collections[known].file)
            {
                return (earlier.collections[known].clone(), earlier.made_from.collections[known].clone(), Vec::new());
            }
            let (collection, raw, problems) = collection::read(name, file, self.built_in);
            (Arc::new(collection), RawSchema { file: file.clone(), raw: Arc::new(raw) }, problems)
        });
        let (mut collections, mut schemas, mut found) = (Vec::new(), Vec::new(), Mistakes::default());
        for (collection, raw, problems) in read.collect::<Vec<_>>() {
            found.note(&raw.file, problems);
            check_references(&raw.raw, &raw.file, &mut "/schema".to_owned(), &files.collections, &mut found.all);
            collections.push(collection);
            schemas.push(raw);
        }
        ((collections, schemas), found)
    }

    fn data(
        &self,
        files: &Files,
        schemas: &BTreeMap<String, RawSchema>,
        variable: &(dyn Fn(&str) -> Option<String> + Sync),
    ) -> (BTreeMap<String, Arc<DataFile>>, Mistakes) {
        let read = files.data.par_iter().map(|at| {
            let file = &self.all[*at];
            let name = without_ending(&file.path);
            let own = schemas.get(name);
            if let Some(earlier) = self.earlier
                && let Some(known) = earlier.data.get(name).filter(|known| self.is_same(file, &known.file))
                && same_schema(own, earlier.made_from.own_schemas.get(name))
            {
                return (file, Some(known.clone()), Vec::new());
            }
            let (schema, mut problems) = match own.map(RawSchema::alone) {
                None => (Schema::open(), Vec::new()),
                Some(Ok(schema)) => (schema, Vec::new()),
                Some(Err(problems)) => (Schema::open(), problems),
            };
            let what = format!("content/{}", file.path);
            let (document, mistakes) = document::read_with(&document::whole(file), &schema, &what, variable);
            problems.extend(mistakes);
            let data = document.map(|document| {
                let (schema, samples) = (Arc::new(schema), document.samples);
                let (file, value) = (file.clone(), document.value);
                Arc::new(DataFile { file, value, schema, samples, sample_places: OnceLock::new() })
            });
            (file, data, problems)
        });
        let (mut data, mut found) = (BTreeMap::new(), Mistakes::default());
        for (file, value, problems) in read.collect::<Vec<_>>() {
            data.extend(value.map(|value| (without_ending(&file.path).to_owned(), value)));
            found.note(file, problems);
        }
        (data, found)
    }
}

/// The entries that an earlier load read from the same files and in the same way; one for each file of an entry.
struct Kept<'a> {
    entries: Vec<Option<&'a Arc<Entry>>>,
}

impl<'a> Kept<'a> {
    fn new(
        loader: &Loader<'a>,
        files: &Files,
        settings: &Settings,
        collections: &[Arc<Collection>],
        own_schemas: &BTreeMap<String, RawSchema>,
        now: Timestamp,
    ) -> Self {
        let usable = |earlier: &&Content| {
            earlier.settings.markdown == settings.markdown
                && earlier.settings.zone_name == settings.zone_name
                && earlier.made_from.now == now
        };
        let Some(earlier) = loader.earlier.filter(usable) else {
            return Self { entries: vec![None; files.entries.len()] };
        };
        // Mostly they are the same files in the same order.
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
        let has_own = !own_schemas.is_empty() || !earlier.made_from.own_schemas.is_empty();
        let kept = |(index, at): &(usize, usize)| {
            let file = &loader.all[*at];
            let entry = find(file).filter(|entry| entry.collection == *index && loader.is_same(file, &entry.file))?;
            let collection = earlier.collections.get(*index)?;
            let id = without_ending(&file.path);
            let same = Arc::ptr_eq(collection, &collections[*index])
                && (!has_own || same_schema(own_schemas.get(id), earlier.made_from.own_schemas.get(id)));
            same.then_some(entry)
        };
        Self { entries: files.entries.iter().map(kept).collect() }
    }
}

fn same_schema(a: Option<&RawSchema>, b: Option<&RawSchema>) -> bool {
    match (a, b) {
        (Some(a), Some(b)) => Arc::ptr_eq(&a.raw, &b.raw),
        (a, b) => a.is_none() && b.is_none(),
    }
}

impl RawSchema {
    fn alone(&self) -> Result<Schema, Vec<Diagnostic>> {
        Schema::compile(&self.raw, &document::whole(&self.file), "")
    }

    fn on(&self, base: &Schema) -> Result<Schema, Vec<Diagnostic>> {
        base.with(&self.raw, &document::whole(&self.file), "")
    }
}

/// A schema beside a file that is not there.
fn describes_nothing(file: &SourceFile, beside: &str, described: &FxHashSet<&str>) -> Diagnostic {
    let near = closest(beside, described.iter().copied()).map_or_else(
        || "there is no such .yaml or .md file beside it".to_owned(),
        |near| format!("did you mean `{near}{SCHEMA_ENDING}`?"),
    );
    Diagnostic::error("stray-file", format!("`{}` describes no file", file.path))
        .at(Place::file(file.file.clone()))
        .label(near)
        .help("rename it to the name of the file that it describes, or remove it")
}

/// Reports the references of a schema, which stands at `pointer` in its file, to collections that there are none of.
fn check_references(
    schema: &Value,
    file: &SourceFile,
    pointer: &mut String,
    collections: &[(String, usize)],
    diagnostics: &mut Vec<Diagnostic>,
) {
    let length = pointer.len();
    let mut within = |key: &str, value: &Value| {
        pointer.push('/');
        pointer.push_str(&escape(key));
        match value.as_str().filter(|_| pointer.ends_with("/reference")) {
            Some(name) if collections.iter().all(|(known, _)| known != name) => {
                let names = collections.iter().map(|(name, _)| name.as_str());
                diagnostics.push(
                    Diagnostic::error("unknown-collection", format!("there is no collection `{name}`"))
                        .at(document::whole(file).place_of(pointer, Part::Value))
                        .label(did_you_mean(name, names, "no folder of this name has a _collection.yaml"))
                        .help("a reference names the collection whose entries are meant"),
                );
            }
            _ => check_references(value, file, pointer, collections, diagnostics),
        }
        pointer.truncate(length);
    };
    match schema {
        Value::Object(map) => map.iter().for_each(|(key, value)| within(key, value)),
        Value::Array(items) => items.iter().enumerate().for_each(|(i, item)| within(&i.to_string(), item)),
        _ => {}
    }
}
