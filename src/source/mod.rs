//! The inputs of a build: a listing of each folder, with every text file read once.
//!
//! A file keeps its `Arc` from build to build as long as its content is the same, so later stages detect changes by
//! comparing pointers. A rebuild scans only the paths that the watcher reports, or whole folders where these paths
//! don't suffice, such as after the watcher has missed events.

mod entry_folders;
mod file;
mod listing;
mod step_files;

use std::collections::BTreeSet;
use std::path::PathBuf;
use std::sync::Arc;

use serde_json::Value;

use crate::config::{CONTENT, Config, ISLANDS, PUBLIC, TEMPLATES};
use crate::diagnostic::{Diagnostic, Place};
use crate::fs::{self, Bounds};
pub use entry_folders::entry_folder_path;
use entry_folders::{EntryFolder, value_of_key};
use file::is_content;
pub use file::{SourceFile, UnreadFile, is_misnamed_content, stray_file};
pub use listing::{Changes, Listing};
use listing::{FolderScanner, merge_files};
pub use step_files::StepFiles;

/// The file that every site has.
pub const SETTINGS: &str = "content/site.yaml";

/// The inputs of one build.
#[derive(Debug, Default, Clone)]
pub struct Sources {
    /// The files below `content/`, and in the folders that collections name.
    pub content: Arc<Listing>,
    /// The listing of `content/` alone, without the folders that collections name.
    own_content: Arc<Listing>,
    /// The folders that collections name, with their files.
    folders: Vec<(EntryFolder, Arc<Listing>)>,
    pub templates: Arc<Listing>,
    pub public: Arc<Listing>,
    /// The folders that symbolic links may lead into.
    pub bounds: Bounds,
    /// The files of `content/` that steps wrote, by their paths relative to the root.
    pub generated: BTreeSet<Arc<str>>,
}

impl Sources {
    /// Returns the sources with the files that steps wrote, except for files whose paths are taken by other files. Also
    /// returns the taken paths, each with the index of the step in `steps`.
    pub fn with_step_files(&self, steps: &[StepFiles]) -> (Self, Vec<(usize, String)>) {
        let mut sources = self.clone();
        let mut taken = Vec::new();
        for (index, step) in steps.iter().enumerate() {
            let mut add_taken = |folder: &str, path: &str| taken.push((index, format!("{folder}/{path}")));
            match step {
                StepFiles::Content(listing) => {
                    sources.generated.extend(listing.texts.iter().map(|text| text.file.clone()));
                    let texts = &mut Arc::make_mut(&mut sources.content).texts;
                    merge_files(texts, &listing.texts, |text| &text.path, |text, _| add_taken(CONTENT, &text.path));
                }
                StepFiles::Public(listing) => {
                    let files = &mut Arc::make_mut(&mut sources.public).files;
                    merge_files(files, &listing.files, |file| &file.path, |file, _| add_taken(PUBLIC, &file.path));
                }
            }
        }
        (sources, taken)
    }

    /// Returns the folders outside of `content/` that collections name.
    pub fn entry_folders(&self) -> impl Iterator<Item = &PathBuf> {
        self.folders.iter().map(|(folder, _)| &folder.disk_path)
    }
}

/// Reads the inputs below the configured root. Files that can't be read are reported and left out. `earlier` holds the
/// sources of the previous build, and `changes` the paths that may have changed since then.
pub fn read(config: &Config, earlier: &Sources, changes: &Changes) -> (Sources, Vec<Diagnostic>) {
    if let Err(diagnostic) = check_root(config) {
        return (Sources::default(), vec![diagnostic]);
    }
    let bounds = Bounds::new(&config.root, &linked_folders(config));
    let changes = if earlier.bounds == bounds { changes } else { &Changes::Unknown };
    let scanner =
        |name, is_text| FolderScanner { folder: config.path(name), bounds: &bounds, name, prefix: "", is_text };
    let own_content = scanner(CONTENT, is_content).list(&earlier.own_content, changes);
    let (found, mut diagnostics) = entry_folders::find(config, &own_content);
    let listings: Vec<_> = found.iter().map(|folder| list_entry_folder(folder, &bounds, earlier, changes)).collect();
    let content = entry_folders::merge(&own_content, &listings);
    let templates = scanner(TEMPLATES, |_| true).list(&earlier.templates, changes);
    let public = scanner(PUBLIC, |_| false).list(&earlier.public, changes);
    if fs::is_file(&config.path(PUBLIC)) {
        let diagnostic = Diagnostic::error("not-a-folder", format!("`{PUBLIC}` is a file, but must be a folder"))
            .at(Place::file(PUBLIC))
            .help("rename the file; the files of a folder with this name are published as they are");
        diagnostics.push(diagnostic);
    }
    diagnostics.extend(content.diagnostics().chain(templates.diagnostics()).chain(public.diagnostics()).cloned());
    // Only the errors of this walk are used: esbuild reads the islands itself.
    let islands = config.path(ISLANDS);
    if fs::is_dir(&islands) {
        diagnostics.extend(fs::walk(&islands, ISLANDS, &bounds).1);
    }
    let folders = found.into_iter().zip(listings).collect();
    let generated = BTreeSet::new();
    (Sources { content, own_content, folders, templates, public, bounds, generated }, diagnostics)
}

/// Reads the setting `linked_folders`: folders outside of the site into which symbolic links may lead. Mistakes are
/// ignored here; they are reported when all settings are read.
fn linked_folders(config: &Config) -> Vec<String> {
    let settings = fs::read_text(&config.path(SETTINGS), SETTINGS).unwrap_or_default();
    let folders = value_of_key(&settings, "linked_folders");
    let folders = folders.as_ref().and_then(Value::as_array).into_iter().flatten();
    folders.filter_map(Value::as_str).map(str::to_owned).collect()
}

fn list_entry_folder(folder: &EntryFolder, bounds: &Bounds, earlier: &Sources, changes: &Changes) -> Arc<Listing> {
    let EntryFolder { prefix, shown: name, disk_path } = folder;
    let scanner = FolderScanner { folder: disk_path.clone(), bounds, name, prefix, is_text: is_content };
    match earlier.folders.iter().find(|(known, _)| known == folder) {
        Some((_, listing)) => scanner.list(listing, changes),
        None => Arc::new(scanner.scan(&Listing::default())),
    }
}

/// Checks that the root is the folder of a site, so that any other folder gives one error and no follow-up errors.
pub fn check_root(config: &Config) -> Result<(), Diagnostic> {
    let shown = config.root.display();
    if fs::is_file(&config.root) {
        return Err(Diagnostic::error("not-a-site", format!("`{shown}` is a file, not the folder of a site"))
            .help("give the site's folder with `--root`, or run the command in it"));
    }
    if !fs::is_dir(&config.root) {
        return Err(Diagnostic::error("not-a-site", format!("there is no folder `{shown}`"))
            .help("give the site's folder with `--root`, or make a new site there with `site init`"));
    }
    if !fs::is_file(&config.path(SETTINGS)) {
        return Err(Diagnostic::error("not-a-site", format!("`{shown}` is not a site: it has no content/site.yaml"))
            .help("run the command in the site's folder, give it with `--root`, or make a new site with `site init`"));
    }
    if !fs::is_dir(&config.path(TEMPLATES)) {
        return Err(Diagnostic::error("missing-folder", "the site has no templates")
            .at(Place::file(TEMPLATES))
            .label("this folder is missing")
            .help(
                "make the folder `templates`, with at least the templates named in content/site.yaml \
                 and the collections",
            ));
    }
    Ok(())
}
