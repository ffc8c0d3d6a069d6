//! Explanations for `site explain`, derived from the recorded reads: the inputs of a page, or the pages that use a
//! file. `snapshot::reads` describes each read.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use super::pages::{CheckedPage, Pages};
use super::previous::Previous;
use crate::check::resolver::Probe;
use crate::config::{CONTENT, ISLANDS, PUBLIC, TEMPLATES};
use crate::content::collection;
use crate::content::entry_file::split_language;
use crate::diagnostic::closest;
use crate::route::{self, without_extension};
use crate::site::plan::{DeclaredFor, LEDGER_FILE, PageIndex, PageSubject};
use crate::site::{EntryIndex, Site};
use crate::snapshot::{AssetRead, IslandRead, Read, Snapshot};
use crate::source::Sources;
use crate::unicode::nfc;

/// The explanation of a page or of a file.
#[derive(Debug, PartialEq, Eq)]
pub struct Explanation {
    /// The route of the page, or the path of the file.
    pub name: String,
    /// Clauses that describe the page or file: "it is a template".
    pub notes: Vec<String>,
    /// A sentence that introduces `reads`.
    pub heading: String,
    /// What the page read, by file, or what pages read of the file, by route.
    pub reads: BTreeMap<String, Vec<String>>,
}

/// Explains a page, given by URL, or a file of the site, as of the last build. Returns `None` if the build knows
/// neither such a page nor such a file, or if the settings could not be read yet. `is_file` says whether a path,
/// relative to the site's folder, is a file.
pub fn explain(previous: &Previous, name: &str, is_file: &dyn Fn(&str) -> bool) -> Option<Explanation> {
    let snapshot = previous.snapshot()?;
    let is_there = is_file(name.trim_start_matches("./"));
    let name = &*nfc(name);
    let plan = snapshot.plan();
    let settings = &snapshot.site().content.settings;
    let path = name.strip_prefix(&settings.origin).unwrap_or(name);
    let route = route::without_base(path, &settings.base_path);
    let normalized = || route::normalize(&route::decode(route)).ok();
    let page = plan.page_at(route).or_else(|| plan.page_at(&normalized()?));
    let is_url = name.starts_with('/') || name.contains("://");
    if is_url && let Some(page) = page {
        return Some(explain_page(snapshot, &previous.pages, page));
    }
    let file = name.trim_start_matches("./");
    let mut explanation = explain_file(snapshot, &previous.pages, file, is_there);
    if explanation.notes.is_empty() {
        // A stray file of `content/` belongs to no collection and is not a data file.
        let is_stray = |path: &str| previous.inputs.sources.content.files.iter().any(|file| file.path == path);
        if !explanation.reads.is_empty() {
            explanation.notes.push("pages read it".to_owned());
        } else if is_there && route::path_below(file, CONTENT).is_some_and(is_stray) {
            explanation.notes.push("nothing reads it".to_owned());
        } else {
            return None;
        }
    }
    Some(explanation)
}

/// Lists the routes of the pages that read a file. A `part`, such as `` `title` `` or "its Markdown", limits them to
/// pages that read this part. Without a part, the pages that refer to a published file of `public/` are listed too.
pub fn pages_reading(previous: &Previous, file: &str, part: Option<&str>) -> Vec<String> {
    let Some(snapshot) = previous.snapshot() else { return Vec::new() };
    let explanation = explain_file(snapshot, &previous.pages, file, true);
    let has_part = |parts: &[String]| part.is_none_or(|part| parts.iter().any(|read| read == part));
    let readers = explanation.reads.into_iter().filter(|(_, parts)| has_part(parts)).map(|(route, _)| route);
    let asset = route::path_below(file, PUBLIC).and_then(|path| snapshot.site().assets.find(path));
    let probe = asset.filter(|_| part.is_none()).map(|asset| Probe::at(&asset.output_path));
    let refers = |page: &CheckedPage| probe.is_some_and(|probe| page.findings.probes.contains(&probe));
    let referring = previous.pages.checked().filter(|(_, page)| refers(page));
    let routes = referring.map(|(page, _)| snapshot.plan().pages[page].route.to_string());
    readers.chain(routes).collect::<BTreeSet<_>>().into_iter().collect()
}

/// Suggests the URL or file that an unknown name probably means.
pub fn suggest(previous: &Previous, name: &str) -> Option<String> {
    let plan = previous.snapshot()?.plan();
    let routes = plan.pages.iter().map(|page| page.route.to_string());
    let Sources { content, templates, public, .. } = &previous.inputs.sources;
    let texts = content.texts.iter().chain(&templates.texts).map(|file| file.file.to_string());
    let files = texts.chain(public.files.iter().map(|file| format!("{PUBLIC}/{}", file.path)));
    let known: Vec<String> = if name.starts_with('/') { routes.collect() } else { files.collect() };
    closest(name, known.iter().map(String::as_str)).map(str::to_owned)
}

fn explain_page(snapshot: &Arc<Snapshot>, pages: &Pages, index: PageIndex) -> Explanation {
    let page = &snapshot.plan().pages[index];
    let template = &page.template;
    let subject = match &page.subject {
        PageSubject::Entry(entry) => {
            format!("it is the page of {}, with {TEMPLATES}/{template}", snapshot.site().entry(*entry).file.file)
        }
        PageSubject::Declared { made_for, .. } => {
            let made_for = match made_for {
                DeclaredFor::Site => String::new(),
                DeclaredFor::Term(term) => format!(" for the term `{}`", term.name),
                DeclaredFor::Entry(entry) => format!(" for {}", snapshot.site().entry(*entry).file.file),
            };
            format!("it is a page of {CONTENT}/site.yaml{made_for}, with {TEMPLATES}/{template}")
        }
        PageSubject::Alias { to, .. } => format!("it is an alias that leads to {to}"),
    };
    let record = &pages.records[index];
    let mut reads: BTreeMap<String, Vec<String>> = BTreeMap::new();
    let snapshot = snapshot.in_language(page.language).unwrap_or(snapshot);
    for read in record.reads.iter().flat_map(|set| pages.read_sets.reads(set)) {
        let (file, what) = read.describe(snapshot);
        add_once(reads.entry(file).or_default(), what);
    }
    let heading = if record.has_mistakes {
        "It has mistakes (`site check` lists them), so every change renders it again. It was made from:"
    } else {
        "It is rendered again after a change of any of these:"
    };
    let notes = vec![subject, format!("written to {}", page.output)];
    Explanation { name: page.route.to_string(), notes, heading: heading.to_owned(), reads }
}

/// Explains a file. Missing files are explained too, if pages looked for them.
fn explain_file(snapshot: &Arc<Snapshot>, pages: &Pages, file: &str, is_there: bool) -> Explanation {
    let mut readers: BTreeMap<String, Vec<String>> = BTreeMap::new();
    let groups = FileGroups::of(snapshot, file);
    let reads = pages.read_sets.find_reads(file, &|language, read| {
        let (input, what) = read.describe(snapshot.in_language(language).unwrap_or(snapshot));
        (input == file || (is_there && groups.are_read_by(read))).then_some(what)
    });
    for (page, record) in snapshot.plan().pages.iter().zip(&pages.records) {
        for what in record.reads.iter().flat_map(|set| reads.descriptions(set)) {
            add_once(readers.entry(page.route.to_string()).or_default(), what.to_owned());
        }
    }
    let notes = match snapshot.site().entry_by_file(file) {
        Some(entry) => describe_entry(snapshot, entry),
        None => describe_other_file(snapshot, file).into_iter().collect(),
    };
    let heading = match readers.len() {
        0 => "No page was made from it".to_owned(),
        1 => "1 page was made from it:".to_owned(),
        pages => format!("{pages} pages were made from it:"),
    };
    Explanation { name: file.to_owned(), notes, heading, reads: readers }
}

fn add_once(descriptions: &mut Vec<String>, description: String) {
    if !descriptions.contains(&description) {
        descriptions.push(description);
    }
}

/// The groups of files that a file belongs to: pages may read a group as a whole.
struct FileGroups<'a> {
    file: &'a str,
    /// The collections and sections whose lists may hold the file's entry or, for a `_collection.yaml`, an entry of its
    /// collection.
    lists: BTreeSet<&'a str>,
    is_font: bool,
    /// Whether the file is part of the bundle of islands.
    is_bundled: bool,
}

impl<'a> FileGroups<'a> {
    fn of(snapshot: &'a Snapshot, file: &'a str) -> Self {
        let site = snapshot.site();
        let lists = match site.entry_by_file(file) {
            Some(entry) => lists_with_entry(site, entry).collect(),
            None => {
                let position = site.collections().iter().position(|collection| &*collection.file.file == file);
                position.map(|collection| lists_with_collection(site, collection)).unwrap_or_default()
            }
        };
        let is_font = route::path_below(file, PUBLIC).is_some_and(|path| site.assets.is_font(path));
        let is_bundled = route::path_below(file, ISLANDS).is_some()
            && snapshot.islands().bundle.sources().iter().any(|(source, _)| **source == *file);
        Self { file, lists, is_font, is_bundled }
    }

    /// Whether a read is of one of these groups. A read of all content does not count: it would relate every file to
    /// the page.
    fn are_read_by(&self, read: &Read) -> bool {
        match read {
            Read::List(list) => list.listed_collection().is_some_and(|name| self.lists.contains(name)),
            Read::Asset(AssetRead::Fonts) => self.is_font,
            Read::Island(IslandRead::Island(name)) => {
                self.is_bundled || self.file == format!("{ISLANDS}/{name}.props.yaml")
            }
            Read::Island(IslandRead::Loader) => self.is_bundled,
            _ => false,
        }
    }
}

/// Names the collections and sections whose lists may hold an entry.
fn lists_with_entry(site: &Site, index: EntryIndex) -> impl Iterator<Item = &str> {
    let collection = &site.collections()[site.entry(index).collection];
    let collections = std::iter::once(&**collection).chain(collection.ancestors());
    let sections = std::iter::successors(Some(index), |&index| site.parent(index));
    let names = collections.map(|collection| collection.name.as_str());
    names.chain(sections.map(|section| &*site.entry(section).id))
}

/// Names a collection, and all collections and sections whose lists may hold one of its entries.
fn lists_with_collection(site: &Site, index: usize) -> BTreeSet<&str> {
    let entries = site.shown().filter(|&entry| site.entry(entry).collection == index);
    let lists = entries.flat_map(|entry| lists_with_entry(site, entry));
    lists.chain([&*site.collections()[index].name]).collect()
}

fn describe_entry(snapshot: &Snapshot, index: EntryIndex) -> Vec<String> {
    let site = snapshot.site();
    let page = match snapshot.route_of(index) {
        Some(route) => format!("its page is {route}"),
        None => format!("it has no page: {}", site.why_pageless(index)),
    };
    vec![format!("it is the entry `{}`", site.entry(index).id), page]
}

fn describe_other_file(snapshot: &Snapshot, file: &str) -> Option<String> {
    let site = snapshot.site();
    if file == LEDGER_FILE {
        return Some("it lists the address of every page that was ever published; no page shows it".to_owned());
    }
    if let Some(path) = route::path_below(file, CONTENT) {
        if path.rsplit('/').next() == Some(collection::FILE) {
            return Some("it says what the entries beside it hold and where their pages are".to_owned());
        }
        let id = split_language(without_extension(path), &site.content.settings.suffixes).0;
        if site.content.unreadable.contains(id) {
            return Some("it can't be read, and has no page as long as that is so".to_owned());
        }
        return site.content.data[0].contains_key(id).then(|| format!("templates read it as `data.{id}`"));
    }
    if let Some(asset) = route::path_below(file, PUBLIC).and_then(|path| site.assets.find(path)) {
        return Some(if asset.is_unpublished {
            "it is not published itself: others are made from it".to_owned()
        } else {
            format!("it is published as /{}", asset.output_path)
        });
    }
    let template = route::path_below(file, TEMPLATES)?;
    snapshot.templates().source(template).map(|_| "it is a template".to_owned())
}
