//! The folders outside of `content/` that hold entries of a collection: `folder: ../../docs` in `_collection.yaml`.
//!
//! The files in such a folder get paths as if they lay in the collection's folder, so that later stages treat all files
//! of the collection alike.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use serde_json::Value;

use super::file::SourceFile;
use super::listing::{Listing, merge_files};
use crate::config::{CONTENT, Config};
use crate::diagnostic::{Diagnostic, Place};
use crate::fs;
use crate::yaml::tree::PairSide;
use crate::yaml::{self, DocumentSource};

const COLLECTION_FILE: &str = "/_collection.yaml";

const BAD_FOLDER: &str = "bad-folder";

/// A folder outside of `content/` with entries of a collection.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EntryFolder {
    /// The collection's folder below `content/`, with a slash at the end.
    pub prefix: String,
    /// The path from the root, for messages, such as `docs` or `../docs`.
    pub shown: String,
    pub disk_path: PathBuf,
}

/// Finds the folders that collections name. A missing folder gives a warning and counts as empty: a folder without
/// files is missing in a git clone. A folder that `EntryFolder::new` refuses is reported and left out.
pub fn find(config: &Config, content: &Listing) -> (Vec<EntryFolder>, Vec<Diagnostic>) {
    let (mut folders, mut diagnostics) = (Vec::new(), Vec::new());
    for file in &content.texts {
        let Some(collection) = file.path.strip_suffix(COLLECTION_FILE) else { continue };
        let written = value_of_key(&file.text, "folder");
        let Some(named) = written.as_ref().and_then(Value::as_str) else { continue };
        let diagnostic = match EntryFolder::new(config, collection, named) {
            Ok(folder) => {
                let missing = (!fs::is_dir(&folder.disk_path)).then(|| missing_folder(&folder.shown));
                folders.push(folder);
                missing
            }
            Err((message, help)) => Some(Diagnostic::error(BAD_FOLDER, message).help(help)),
        };
        let source = DocumentSource::whole(&file.file, &file.text);
        diagnostics.extend(diagnostic.map(|found| found.at(source.place_of("/folder", PairSide::Value))));
    }
    (folders, diagnostics)
}

fn missing_folder(shown: &str) -> Diagnostic {
    Diagnostic::warning(BAD_FOLDER, format!("there is no folder `{shown}`, so it adds no entries"))
        .help("write the path from the folder of this file on, or leave `folder` out")
}

/// Returns the value of a top-level key; `None` if the key is missing or the text can't be parsed. A text that can't be
/// parsed is reported later.
pub fn value_of_key(yaml: &str, key: &str) -> Option<Value> {
    if !yaml.contains(key) {
        return None;
    }
    let mut document = yaml::parse(&DocumentSource::whole(&"".into(), yaml)).ok()?;
    document.value.get_mut(key).map(Value::take)
}

/// Converts a path relative to the folder of a collection to one relative to the root: `../../docs` in `content/posts/`
/// → `docs`.
pub fn entry_folder_path(collection: &str, written: &str) -> String {
    let path = fs::resolve_dots(&Path::new(CONTENT).join(collection).join(written));
    path.to_string_lossy().replace(std::path::MAIN_SEPARATOR, "/")
}

impl EntryFolder {
    /// Resolves a folder that is written relative to the collection's folder. Fails with a message and a help if the
    /// folder is a file, lies in `content/`, or holds the site.
    fn new(config: &Config, collection: &str, written: &str) -> Result<Self, (String, &'static str)> {
        let shown = entry_folder_path(collection, written);
        let disk_path = config.path(&shown);
        if fs::resolve(&disk_path).starts_with(fs::resolve(&config.path(CONTENT))) {
            return Err((
                format!("`{shown}` is a folder of the content already"),
                "leave `folder` out: a collection's own folder is read anyway",
            ));
        }
        if fs::is_file(&disk_path) {
            return Err((format!("`{shown}` is a file, but must be a folder"), "give the folder around the entries"));
        }
        let shown = if shown.is_empty() { ".".to_owned() } else { shown };
        if fs::resolve(&config.root).starts_with(fs::resolve(&disk_path)) {
            return Err((
                format!("the folder `{shown}` holds this site itself"),
                "give a folder that holds nothing but the collection's entries",
            ));
        }
        Ok(Self { prefix: format!("{collection}/"), shown, disk_path })
    }
}

/// Merges the files of folders into those of `content/`, and leaves out files whose paths are taken. Of the files left
/// out, only texts are reported: other files in a folder outside of `content/` need not belong to the site.
pub fn merge(content: &Arc<Listing>, folders: &[Arc<Listing>]) -> Arc<Listing> {
    let mut content = content.clone();
    for folder in folders {
        let merged = Arc::make_mut(&mut content);
        merge_files(
            &mut merged.texts,
            &folder.texts,
            |text| &text.path,
            |text, other| merged.folder_diagnostics.push(duplicate_file(text, other)),
        );
        merged.failed.extend(folder.failed.iter().cloned());
        merged.folder_diagnostics.extend(folder.folder_diagnostics.iter().cloned());
        merge_files(&mut merged.files, &folder.files, |file| &file.path, |_, _| ());
    }
    content
}

/// Creates the diagnostic for a file that has the same path as `other`.
fn duplicate_file(file: &SourceFile, other: &SourceFile) -> Diagnostic {
    Diagnostic::error("duplicate-file", format!("two files are `{CONTENT}/{}`", file.path))
        .at(Place::file(file.file.clone()))
        .note(format!("the other is {}", other.file))
        .help("remove or rename one of them")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn listing(file: &str, path: &str) -> Arc<Listing> {
        let mut listing = Listing::default();
        listing.texts.push(Arc::new(SourceFile { file: file.into(), path: path.to_owned(), text: "".into() }));
        Arc::new(listing)
    }

    #[test]
    fn a_duplicate_file_is_reported_with_the_file_that_has_its_path() {
        let folders = [listing("../docs/api/a.md", "docs/api/a.md"), listing("../api/a.md", "docs/api/a.md")];
        let merged = merge(&Arc::default(), &folders);
        let notes: Vec<&str> =
            merged.folder_diagnostics.iter().flat_map(|diagnostic| &diagnostic.notes).map(String::as_str).collect();
        assert_eq!((merged.texts.len(), notes), (1, vec!["the other is ../docs/api/a.md"]));
    }
}
