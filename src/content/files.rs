//! The files of `content/` by role. Files without a role are reported; so are entries in the bundle of another entry.

use std::collections::BTreeMap;
use std::sync::Arc;

use rustc_hash::{FxHashMap, FxHashSet};

use super::entry_file::{EntryFile, EntryRole};
use super::{collection, hosts};
use crate::diagnostic::{Diagnostic, Place, closest};
use crate::language::is_tag;
use crate::route::{self, without_extension};
use crate::source::{Listing, SourceFile, UnreadFile, is_misnamed_content, stray_file};
use crate::yaml::DataFormat;

/// The end of the name of a schema for a single file.
pub const SCHEMA_ENDING: &str = ".schema.yaml";

/// The name of `content/shared.schema.yaml` without [`SCHEMA_ENDING`]. All schemas may use its definitions.
pub const SHARED: &str = "shared";

pub const SETTINGS: &str = "site.yaml";

/// An attachment: a file in a collection's folder that is not content itself and belongs to an entry, such as an image
/// in a bundle.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Attachment {
    /// The path below `content/`.
    pub path: Arc<str>,
    /// The id of the entry.
    pub owner: Arc<str>,
}

/// The file of an entry, with its collection.
#[derive(Debug, Clone, Copy)]
pub struct EntrySource<'f> {
    /// The index of the entry's collection.
    pub collection: usize,
    pub file: &'f Arc<SourceFile>,
    pub entry: EntryFile<'f>,
}

#[derive(Debug, Default)]
pub struct ContentFiles<'f> {
    pub hosts: Option<&'f Arc<SourceFile>>,
    pub ledger: Option<&'f Arc<SourceFile>>,
    pub data: Vec<&'f Arc<SourceFile>>,
    pub schemas: Vec<&'f Arc<SourceFile>>,
    /// The name of each collection with its `_collection.yaml`, sorted by name.
    pub collections: Vec<(&'f str, &'f Arc<SourceFile>)>,
    /// The files of entries, sorted by collection, then by path.
    pub entries: Vec<EntrySource<'f>>,
    /// The files that are not content and belong to an entry, sorted by path.
    pub attachments: Vec<Attachment>,
    /// The paths of files that can't be read.
    pub failed: Vec<&'f str>,
    pub diagnostics: Vec<Diagnostic>,
}

impl<'f> ContentFiles<'f> {
    pub fn sections(&self) -> impl Iterator<Item = &EntrySource<'f>> {
        self.entries.iter().filter(|source| source.entry.role == EntryRole::Section)
    }

    /// Whether a collection, or one within it, has sections.
    pub fn has_sections(&self, collection: &str) -> bool {
        self.sections().any(|section| route::is_within(self.collections[section.collection].0, collection))
    }

    /// Returns the index of the innermost collection whose folder a path lies in.
    pub fn collection_around(&self, path: &str) -> Option<usize> {
        route::folders(path).find_map(|folder| self.collections.binary_search_by_key(&folder, |(name, _)| *name).ok())
    }

    /// Classifies the files of a listing. `suffixes` are the language tags that names of files may have as suffix.
    pub fn classify(listing: &'f Listing, suffixes: &[String]) -> Self {
        let failed = listing.failed.iter().map(|(path, _)| path.as_str()).collect();
        let mut files = Self { failed, ..Self::default() };
        let mut in_folders = Vec::new();
        for file in &listing.texts {
            let path = file.path.as_str();
            let (folder, name) = path.rsplit_once('/').unwrap_or(("", path));
            match (folder, name) {
                ("", SETTINGS) => {}
                ("", hosts::FILE) => files.hosts = Some(file),
                ("", "urls.txt") => files.ledger = Some(file),
                ("", collection::FILE) => files.diagnostics.push(
                    Diagnostic::error("stray-file", "content/ itself is no collection")
                        .at(Place::file(file.file.clone()))
                        .help("move the file into a folder of content/, with the entries that it describes"),
                ),
                _ if name.ends_with(SCHEMA_ENDING) => files.schemas.push(file),
                ("", _) if DataFormat::of(name).is_some() => files.data.push(file),
                ("", _) => files.diagnostics.push(
                    Diagnostic::error("stray-file", format!("`{path}` belongs to no collection"))
                        .at(Place::file(file.file.clone()))
                        .help("move it into a collection's folder, or name it `.yaml` to make it a data file"),
                ),
                (_, collection::FILE) => files.collections.push((folder, file)),
                _ => in_folders.push((folder, file)),
            }
        }
        files.collections.sort_by_key(|(name, _)| *name);
        let mut stray_folders: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
        // The last folder, and the collection around it.
        let mut last = ("", None);
        for (folder, file) in in_folders {
            let path = file.path.as_str();
            if folder != last.0 {
                last = (folder, files.collection_around(path));
            }
            match last.1 {
                Some(collection) => {
                    let entry = EntryFile::of(files.collections[collection].0, path, suffixes);
                    files.entries.push(EntrySource { collection, file, entry });
                }
                None => stray_folders.entry(route::folders(path).last().unwrap_or(path)).or_default().push(path),
            }
        }
        // The sort is stable and the listing is sorted by path, so the entries of a collection stay sorted by path.
        files.entries.sort_by_key(|source| source.collection);
        let failed = files.failed.iter().filter_map(|path| {
            Some(EntryFile::of(files.collections[files.collection_around(path)?].0, path, suffixes))
        });
        let owners = files.entries.iter().map(|source| source.entry).chain(failed);
        let owners = owners.filter(|entry| entry.role != EntryRole::Single);
        let owners = owners.map(|entry| entry.id).collect();
        let strays;
        (files.attachments, strays) = find_owners(&owners, &listing.files);
        files.diagnostics.extend(strays);
        files.diagnostics.extend(entries_in_bundles(&files.entries));
        let has_failed = |folder: &str| {
            files.failed.iter().any(|path| route::is_within(path, folder) && path.ends_with(collection::FILE))
        };
        stray_folders.retain(|folder, _| !has_failed(folder));
        files.diagnostics.extend(stray_folders.into_iter().map(|(folder, paths)| stray_folder(folder, &paths)));
        files
    }
}

/// Finds the owner of each file: the bundle or section of the nearest folder around it. `owners` are the ids of bundles
/// and sections.
fn find_owners(owners: &FxHashSet<&str>, files: &[Arc<UnreadFile>]) -> (Vec<Attachment>, Vec<Diagnostic>) {
    let (mut attachments, mut diagnostics) = (Vec::new(), Vec::new());
    for file in files {
        let path = file.path.as_str();
        match route::folders(path).find(|folder| owners.contains(folder)) {
            Some(owner) if !is_misnamed_content(path) => {
                attachments.push(Attachment { path: path.into(), owner: owner.into() });
            }
            // A folder outside of `content/` may have other uses too, so its files need no owner.
            None if file.is_in_entry_folder => {}
            _ => diagnostics.push(stray_file(file)),
        }
    }
    (attachments, diagnostics)
}

fn entries_in_bundles(entries: &[EntrySource]) -> Vec<Diagnostic> {
    let bundles = entries.iter().filter(|source| source.entry.role == EntryRole::Bundle);
    let bundles: FxHashMap<&str, &SourceFile> = bundles.map(|source| (source.entry.id, &**source.file)).collect();
    if bundles.is_empty() {
        return Vec::new();
    }
    let report = |EntrySource { file, entry, .. }: &EntrySource| {
        let bundle = route::folders(entry.id).find_map(|folder| bundles.get(folder))?;
        let index = bundle.path.rsplit('/').next().unwrap_or_default();
        let message = format!("`{}` is an entry within the bundle of another", file.path);
        let diagnostic = Diagnostic::error("entry-in-bundle", message)
            .at(Place::file(file.file.clone()))
            .note(format!("all files beside and below {} belong to that one entry", bundle.file));
        let suffix = without_extension(&file.path).rsplit_once("/index.").map(|(_, suffix)| suffix);
        let cure = match suffix.filter(|suffix| is_tag(suffix)) {
            Some(tag) => {
                format!("if it is that entry in another language, add `{tag}` to `languages` in content/site.yaml")
            }
            None => format!("if the folder holds several entries, rename `{index}` to `_{index}`"),
        };
        Some(diagnostic.help(cure).help("else move this entry out of the folder"))
    };
    entries.iter().filter_map(report).collect()
}

fn stray_folder(folder: &str, paths: &[&str]) -> Diagnostic {
    let files = if paths.len() == 1 { "file is".to_owned() } else { format!("{} files are", paths.len()) };
    let message = format!("content/{folder} is not a collection: its {files} no part of the site");
    let diagnostic = Diagnostic::error("stray-file", message).at(Place::file(format!("content/{folder}")));
    let names = paths.iter().filter_map(|path| route::path_below(path, folder));
    match closest(collection::FILE, names) {
        Some(near) => diagnostic.help(format!("rename content/{folder}/{near} to {}", collection::FILE)),
        None => {
            diagnostic.help(format!("add a file content/{folder}/{} that says what its entries hold", collection::FILE))
        }
    }
}
