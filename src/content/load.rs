//! All of `content/` at once.
//!
//! 1. Sort the files: settings, data files, collections, schemas, entries, ledger.
//! 2. Compile every schema once.
//! 3. Read the data files, then all entries in parallel, each into its value and its diagnostics.
//! 4. Give the forms among them their endpoints.

use std::collections::BTreeMap;
use std::sync::Arc;

use rayon::prelude::*;
use rustc_hash::{FxHashMap, FxHashSet};
use serde_json::Value;

use super::collection::{self, Collection};
use super::document;
use super::entry::{Entry, Reader, without_ending};
use super::forms;
use super::hosts::{self, Hosts};
use super::locate::{Part, join};
use super::markdown;
use super::schema::Schema;
use super::settings::{self, Settings};
use crate::config::Config;
use crate::diagnostic::{Diagnostic, Place, closest, did_you_mean};
use crate::source::{SourceFile, Sources};

/// Everything that editors wrote, parsed and checked, not yet connected.
#[derive(Debug)]
pub struct Content {
    pub settings: Settings,
    pub markdown: markdown::Options,
    /// By name.
    pub collections: Vec<Collection>,
    /// By collection, then by id.
    pub entries: Vec<Entry>,
    /// By name.
    pub data: BTreeMap<String, DataFile>,
    /// How hosts are to answer, if the site says so.
    pub hosts: Option<Hosts>,
    /// The URL ledger, if the site keeps one.
    pub ledger: Option<SourceFile>,
    /// The ids of the entries that could not be read: pages are missing that links lead to.
    pub unread: FxHashSet<String>,
}

/// A YAML file directly below `content/`.
#[derive(Debug)]
pub struct DataFile {
    pub file: SourceFile,
    pub value: Value,
    pub schema: Arc<Schema>,
    pub samples: Vec<String>,
}

impl DataFile {
    /// Where its sample values stand.
    pub fn sample_places(&self) -> Vec<Place> {
        document::places(&document::whole(&self.file), &self.samples)
    }

    /// Whether the value there is a sample, or part of one.
    pub fn is_sample(&self, pointer: &str) -> bool {
        let above = |sample: &String| pointer.strip_prefix(sample.as_str());
        self.samples.iter().filter_map(above).any(|rest| rest.is_empty() || rest.starts_with('/'))
    }
}

const SCHEMA_ENDING: &str = ".schema.yaml";

/// Reads the content. Without readable settings there is no site to speak of: none is given, with the reasons.
pub fn load(config: &Config, sources: &Sources) -> (Option<Content>, Vec<Diagnostic>) {
    let mut diagnostics = Vec::new();
    let files = Files::sort(sources, &mut diagnostics);
    let settings = files.settings.and_then(|file| {
        let (settings, problems) = settings::read(file, config.base_url.as_deref());
        diagnostics.extend(problems);
        settings
    });
    let Some(settings) = settings else { return (None, diagnostics) };

    let hosts = files.hosts.and_then(|file| {
        let (hosts, problems) = hosts::read(file);
        diagnostics.extend(problems);
        hosts
    });
    let own_schemas = files.own_schemas(&mut diagnostics);
    for own in own_schemas.values() {
        check_references(&own.raw, own.file, "", &files.collections, &mut diagnostics);
    }
    let (own, common) = (collection::schema(), collection::Common::default());
    let mut collections = Vec::new();
    for (name, file) in &files.collections {
        let (collection, raw, problems) = collection::read(name, file, &own, &common);
        diagnostics.extend(problems);
        check_references(&raw, file, "/schema", &files.collections, &mut diagnostics);
        collections.push(collection);
    }

    let variable = |name: &str| config.variable(name);
    let data = files.read_data(&own_schemas, &variable, &mut diagnostics);
    let markdown = markdown_options(settings.markdown);
    let reader = Reader {
        markdown: markdown.clone(),
        zone: settings.zone.clone(),
        now: config.clock.now(&settings.zone).timestamp(),
        variable: &variable,
    };
    let read: Vec<_> = files
        .entries
        .par_iter()
        .map(|(index, file)| {
            let collection = &collections[*index];
            let own = own_schemas.get(without_ending(&file.path));
            let (schema, mut problems) = match own.map(|own| own.on(&collection.schema)) {
                None => (collection.schema.clone(), Vec::new()),
                Some(Ok(joined)) => (Arc::new(joined), Vec::new()),
                Some(Err(problems)) => (collection.schema.clone(), problems),
            };
            let (entry, found) = reader.read(file, collection, *index, schema);
            problems.extend(found);
            (entry, problems)
        })
        .collect();
    let mut unread: FxHashSet<String> = sources.unread.iter().map(|path| without_ending(path).to_owned()).collect();
    let mut entries = Vec::with_capacity(read.len());
    for ((_, file), (entry, problems)) in files.entries.iter().zip(read) {
        match entry {
            Some(entry) => entries.push(entry),
            None => drop(unread.insert(without_ending(&file.path).to_owned())),
        }
        diagnostics.extend(problems);
    }
    diagnostics.extend(forms::connect(&collections, &mut entries, &data, config));
    let ledger = files.ledger.cloned();
    (Some(Content { settings, markdown, collections, entries, data, hosts, ledger, unread }), diagnostics)
}

/// The Markdown of a site's content, as its settings want it.
fn markdown_options(settings: settings::MarkdownSettings) -> markdown::Options {
    markdown::Options {
        smart_punctuation: settings.smart_punctuation,
        heading_ids: true,
        extensions: true,
        components: true,
        highlight: settings.highlight.then(markdown::Highlighter::load).map(Arc::new),
    }
}

/// The files of `content/` by what they are.
#[derive(Default)]
struct Files<'a> {
    settings: Option<&'a SourceFile>,
    hosts: Option<&'a SourceFile>,
    ledger: Option<&'a SourceFile>,
    data: Vec<&'a SourceFile>,
    schemas: Vec<&'a SourceFile>,
    collections: Vec<(String, &'a SourceFile)>,
    /// Each with its collection's place.
    entries: Vec<(usize, &'a SourceFile)>,
}

impl<'a> Files<'a> {
    fn sort(sources: &'a Sources, diagnostics: &mut Vec<Diagnostic>) -> Self {
        let mut files = Self::default();
        let mut loose = Vec::new();
        for file in &sources.content {
            let path = file.path.as_str();
            let (folder, name) = path.rsplit_once('/').unwrap_or(("", path));
            match (folder, name) {
                ("", "site.yaml") => files.settings = Some(file),
                ("", hosts::FILE) => files.hosts = Some(file),
                ("", "urls.txt") => files.ledger = Some(file),
                (_, _) if name.ends_with(SCHEMA_ENDING) => files.schemas.push(file),
                ("", _) if name.ends_with(".yaml") => files.data.push(file),
                ("", _) => diagnostics.push(
                    Diagnostic::error("stray-file", format!("`{path}` belongs to no collection"))
                        .at(Place::file(file.file.clone()))
                        .help("move it into a collection's folder, or name it `.yaml` to make it a data file"),
                ),
                (_, collection::FILE) => files.collections.push((folder.to_owned(), file)),
                _ => loose.push((folder, file)),
            }
        }
        files.collections.sort_by(|a, b| a.0.cmp(&b.0));
        let index: FxHashMap<&str, usize> =
            files.collections.iter().enumerate().map(|(at, (name, _))| (name.as_str(), at)).collect();
        let mut strays: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
        for (folder, file) in loose {
            let owner = ancestors(folder).find_map(|folder| index.get(folder));
            match owner {
                Some(at) => files.entries.push((*at, file)),
                None => strays.entry(ancestors(folder).last().unwrap_or(folder)).or_default().push(&file.path),
            }
        }
        files.entries.sort_by_key(|(at, file)| (*at, file.path.as_str()));
        diagnostics.extend(strays.into_iter().map(|(folder, paths)| stray_folder(folder, &paths)));
        files
    }

    /// The schemas of single files, by the path of the file they are beside, without its ending.
    fn own_schemas(&self, diagnostics: &mut Vec<Diagnostic>) -> FxHashMap<&'a str, OwnSchema<'a>> {
        let mut schemas = FxHashMap::default();
        if self.schemas.is_empty() {
            return schemas;
        }
        let entries = self.entries.iter().map(|(_, file)| *file);
        let described: FxHashSet<&str> =
            self.data.iter().copied().chain(entries).map(|file| without_ending(&file.path)).collect();
        for file in &self.schemas {
            let beside = file.path.strip_suffix(SCHEMA_ENDING).unwrap_or(&file.path);
            if !described.contains(beside) {
                let near = closest(beside, described.iter().copied()).map_or_else(
                    || "there is no such .yaml or .md file beside it".to_owned(),
                    |near| format!("did you mean `{near}{SCHEMA_ENDING}`?"),
                );
                diagnostics.push(
                    Diagnostic::error("stray-file", format!("`{}` describes no file", file.path))
                        .at(Place::file(file.file.clone()))
                        .label(near)
                        .help("rename it to the name of the file that it describes, or remove it"),
                );
            }
            match super::yaml::parse(&document::whole(file)) {
                Ok(document) => drop(schemas.insert(beside, OwnSchema { file, raw: document.value })),
                Err(problems) => diagnostics.extend(problems),
            }
        }
        schemas
    }

    fn read_data(
        &self,
        schemas: &FxHashMap<&str, OwnSchema>,
        variable: &(dyn Fn(&str) -> Option<String> + Sync),
        diagnostics: &mut Vec<Diagnostic>,
    ) -> BTreeMap<String, DataFile> {
        let read = self.data.par_iter().map(|file| {
            let name = without_ending(&file.path);
            let (schema, mut problems) = match schemas.get(name).map(OwnSchema::alone) {
                None => (Schema::open(), Vec::new()),
                Some(Ok(schema)) => (schema, Vec::new()),
                Some(Err(problems)) => (Schema::open(), problems),
            };
            let what = format!("content/{}", file.path);
            let (document, found) = document::read_with(&document::whole(file), &schema, &what, variable);
            problems.extend(found);
            let data = document.map(|document| DataFile {
                file: (*file).clone(),
                value: document.value,
                schema: Arc::new(schema),
                samples: document.samples,
            });
            (name.to_owned(), data, problems)
        });
        let mut data = BTreeMap::new();
        for (name, file, problems) in read.collect::<Vec<_>>() {
            data.extend(file.map(|file| (name, file)));
            diagnostics.extend(problems);
        }
        data
    }
}

/// The schema of a single file, as written.
struct OwnSchema<'a> {
    file: &'a SourceFile,
    raw: Value,
}

impl OwnSchema<'_> {
    fn alone(&self) -> Result<Schema, Vec<Diagnostic>> {
        Schema::compile(&self.raw, &document::whole(self.file), "")
    }

    fn on(&self, base: &Schema) -> Result<Schema, Vec<Diagnostic>> {
        base.with(&self.raw, &document::whole(self.file), "")
    }
}

/// A folder whose files belong to no collection.
fn stray_folder(folder: &str, paths: &[&str]) -> Diagnostic {
    let files = if paths.len() == 1 { "file is".to_owned() } else { format!("{} files are", paths.len()) };
    let message = format!("content/{folder} is not a collection: its {files} no part of the site");
    let diagnostic = Diagnostic::error("stray-file", message).at(Place::file(format!("content/{folder}")));
    let names = paths.iter().filter_map(|path| path.strip_prefix(folder)?.strip_prefix('/'));
    match closest(collection::FILE, names) {
        Some(near) => diagnostic.help(format!("rename content/{folder}/{near} to {}", collection::FILE)),
        None => {
            diagnostic.help(format!("add a file content/{folder}/{} that says what its entries hold", collection::FILE))
        }
    }
}

/// Reports the references of a schema, which stands at `pointer` in its file, to collections that there are none of.
fn check_references(
    schema: &Value,
    file: &SourceFile,
    pointer: &str,
    collections: &[(String, &SourceFile)],
    diagnostics: &mut Vec<Diagnostic>,
) {
    let within: Vec<(String, &Value)> = match schema {
        Value::Object(map) => map.iter().map(|(key, value)| (join(pointer, key), value)).collect(),
        Value::Array(items) => items.iter().enumerate().map(|(i, item)| (format!("{pointer}/{i}"), item)).collect(),
        _ => return,
    };
    for (at, value) in within {
        let name = value.as_str().filter(|_| at.ends_with("/reference"));
        match name {
            Some(name) if collections.iter().all(|(known, _)| known != name) => {
                let names = collections.iter().map(|(name, _)| name.as_str());
                diagnostics.push(
                    Diagnostic::error("unknown-collection", format!("there is no collection `{name}`"))
                        .at(document::whole(file).place_of(&at, Part::Value))
                        .label(did_you_mean(name, names, "no folder of this name has a _collection.yaml"))
                        .help("a reference names the collection whose entries are meant"),
                );
            }
            _ => check_references(value, file, &at, collections, diagnostics),
        }
    }
}

/// `a/b/c` → `a/b/c`, `a/b`, `a`.
fn ancestors(folder: &str) -> impl Iterator<Item = &str> {
    std::iter::successors(Some(folder), |folder| folder.rsplit_once('/').map(|(parent, _)| parent))
}
