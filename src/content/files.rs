//! The files of `content/`, sorted by role. A file's role follows from its path alone. Files without a role and entries
//! within another entry's bundle are reported.

use std::collections::BTreeMap;
use std::sync::Arc;

use rustc_hash::FxHashMap;

use super::attachments::{self, Attachment};
use super::entry_file::{EntryFile, EntryRole, without_extension};
use super::{collection, hosts};
use crate::diagnostic::{Diagnostic, Place, closest};
use crate::language::is_tag;
use crate::route;
use crate::source::{Listing, SourceFile};
use crate::yaml::DataFormat;

/// The end of the name of a schema for a single file.
pub const SCHEMA_ENDING: &str = ".schema.yaml";

/// The name of `content/shared.schema.yaml` without [`SCHEMA_ENDING`]. All schemas may use its definitions.
pub const SHARED: &str = "shared";

/// The name of the settings' file.
pub const SETTINGS: &str = "site.yaml";

/// The position of an entry: the index of its collection, and that of its file in the listing.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct EntryPosition {
    pub collection: usize,
    pub file: usize,
}

/// The files of `content/` by role. A file is named by its index in the listing.
#[derive(Debug, Default)]
pub struct ContentFiles {
    pub hosts: Option<usize>,
    pub ledger: Option<usize>,
    pub data: Vec<usize>,
    pub schemas: Vec<usize>,
    /// The name of each collection with its `_collection.yaml`, sorted by name.
    pub collections: Vec<(String, usize)>,
    /// The files of entries, sorted by collection, then by path.
    pub entries: Vec<EntryPosition>,
    /// The files that are not content and belong to an entry, sorted by path.
    pub attachments: Vec<Attachment>,
    /// The `entries` that are sections.
    pub sections: Vec<EntryPosition>,
    /// Mistakes: files without a role, and entries within bundles.
    pub diagnostics: Vec<Diagnostic>,
}

impl ContentFiles {
    /// Whether a collection, or one within it, has sections.
    pub fn has_sections(&self, collection: &str) -> bool {
        self.sections.iter().any(|section| route::is_within(&self.collections[section.collection].0, collection))
    }

    /// Returns the index of the collection whose folder a path lies in.
    pub fn collection_around(&self, path: &str) -> Option<usize> {
        self.first_collection(route::folders(path))
    }

    /// Returns the index of the first of `folders` that is a collection.
    fn first_collection<'f>(&self, mut folders: impl Iterator<Item = &'f str>) -> Option<usize> {
        folders.find_map(|folder| self.collections.binary_search_by(|(name, _)| name.as_str().cmp(folder)).ok())
    }

    /// Determines the role of an entry's file. `all` are the files of the listing.
    fn entry_file<'f>(&self, entry: EntryPosition, all: &'f [Arc<SourceFile>], suffixes: &[String]) -> EntryFile<'f> {
        EntryFile::of(&self.collections[entry.collection].0, &all[entry.file].path, suffixes)
    }

    /// Sorts the files of a listing. `suffixes` are the language tags that names of files may have as suffix.
    pub fn sort(listing: &Listing<SourceFile>, suffixes: &[String]) -> Self {
        let all = listing.files.as_slice();
        let mut files = Self::default();
        let mut in_folders = Vec::new();
        for (at, file) in all.iter().enumerate() {
            let path = file.path.as_str();
            let (folder, name) = path.rsplit_once('/').unwrap_or(("", path));
            match (folder, name) {
                ("", SETTINGS) => {}
                ("", hosts::FILE) => files.hosts = Some(at),
                ("", "urls.txt") => files.ledger = Some(at),
                (_, _) if name.ends_with(SCHEMA_ENDING) => files.schemas.push(at),
                ("", _) if DataFormat::of(name).is_some() => files.data.push(at),
                ("", _) => files.diagnostics.push(
                    Diagnostic::error("stray-file", format!("`{path}` belongs to no collection"))
                        .at(Place::file(file.file.clone()))
                        .help("move it into a collection's folder, or name it `.yaml` to make it a data file"),
                ),
                (_, collection::FILE) => files.collections.push((folder.to_owned(), at)),
                _ => in_folders.push((folder, at)),
            }
        }
        files.collections.sort_by(|a, b| a.0.cmp(&b.0));
        let mut stray_folders: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
        for (folder, at) in in_folders {
            match files.first_collection(with_folders(folder)) {
                Some(collection) => files.entries.push(EntryPosition { collection, file: at }),
                None => {
                    let outermost = with_folders(folder).last().unwrap_or(folder);
                    stray_folders.entry(outermost).or_default().push(&all[at].path);
                }
            }
        }
        // The listing is sorted by path, so indices of files are in the order of paths.
        files.entries.sort_unstable();
        let is_section = |&entry: &EntryPosition| files.entry_file(entry, all, suffixes).role == EntryRole::Section;
        files.sections = files.entries.iter().copied().filter(is_section).collect();
        let in_bundles = entries_in_bundles(&files, all, suffixes);
        files.diagnostics.extend(in_bundles);
        if !listing.strays.is_empty() {
            let entries = files.entries.iter().map(|&entry| files.entry_file(entry, all, suffixes));
            let owners = entries.filter(|entry| entry.role != EntryRole::Single).map(|entry| entry.id).collect();
            let (attachments, problems) = attachments::find_owners(&owners, &listing.strays);
            files.diagnostics.extend(problems);
            files.attachments = attachments;
        }
        files.diagnostics.extend(stray_folders.into_iter().map(|(folder, paths)| stray_folder(folder, &paths)));
        files
    }
}

/// Reports entries within the folder of a bundle. All files of the folder belong to the bundle's own entry.
fn entries_in_bundles(files: &ContentFiles, all: &[Arc<SourceFile>], suffixes: &[String]) -> Vec<Diagnostic> {
    let entry = |&entry: &EntryPosition| (&all[entry.file], files.entry_file(entry, all, suffixes));
    let bundles = files.entries.iter().map(entry).filter(|(_, entry)| entry.role == EntryRole::Bundle);
    let bundles: FxHashMap<&str, &SourceFile> = bundles.map(|(file, entry)| (entry.id, &**file)).collect();
    if bundles.is_empty() {
        return Vec::new();
    }
    let report = |(file, entry): (&Arc<SourceFile>, EntryFile)| {
        let mut around = route::folders(&file.path);
        if entry.role != EntryRole::Single {
            // The nearest folder is the entry's own.
            around.next();
        }
        let bundle = around.find_map(|folder| bundles.get(folder))?;
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
    files.entries.iter().map(entry).filter_map(report).collect()
}

/// Reports a folder whose files belong to no collection.
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

/// Lists a path and the folders around it: `a/b/c` → `a/b/c`, `a/b`, `a`.
fn with_folders(path: &str) -> impl Iterator<Item = &str> {
    std::iter::once(path).chain(route::folders(path))
}
