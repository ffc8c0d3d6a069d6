//! The inputs of a build: a listing of each folder, with every text file read once.
//!
//! A file keeps its `Arc` from build to build as long as its content is the same, so later stages detect changes by
//! comparing pointers. A rebuild scans only the paths that the watcher reports, or every folder if it lost track.

mod entry_folders;
mod file;
mod listing;
mod step_files;

use std::collections::BTreeSet;
use std::path::PathBuf;
use std::sync::Arc;

use crate::config::{CONTENT, Config, ISLANDS, PUBLIC, TEMPLATES};
use crate::diagnostic::{Diagnostic, Place};
use crate::fs::{self, Bounds};
use entry_folders::EntryFolder;
use file::is_content;
pub use file::{PublicFile, SourceFile, is_misnamed_content, stray};
pub use listing::Listing;
use listing::{FolderScanner, SourceInput};
pub use step_files::StepFiles;
use step_files::add_step_files;

/// The file that every site has.
pub const SETTINGS: &str = "content/site.yaml";

/// The paths that may have changed since the previous build.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Changes {
    /// Any path.
    Unknown,
    /// These paths and everything below them; each begins with the root as it was configured.
    At(BTreeSet<PathBuf>),
}

/// The inputs of one build.
#[derive(Debug, Default, Clone)]
pub struct Sources {
    /// Markdown, YAML and text files below `content/`, and in the folders that collections name.
    pub content: Arc<Listing<SourceFile>>,
    /// The same files below `content/` alone.
    own_content: Arc<Listing<SourceFile>>,
    /// The folders that collections name, with their files.
    folders: EntryFolders,
    /// The files below `content/` and in those folders that are not content. Some are attachments.
    attachment_listings: Vec<Arc<Listing<PublicFile>>>,
    /// Everything below `templates/`.
    pub templates: Arc<Listing<SourceFile>>,
    /// Everything below `public/`.
    pub public: Arc<Listing<PublicFile>>,
    /// The folders that symbolic links may lead into.
    pub bounds: Bounds,
}

impl Sources {
    /// Adds the files of steps. Also returns the paths that are taken already, with the index of the step in `steps`.
    pub fn with_step_files(&self, steps: &[StepFiles]) -> (Self, Vec<(usize, String)>) {
        let (content, mut taken) = add_step_files(&self.content, steps.iter().map(StepFiles::content), CONTENT);
        let (public, taken_public) = add_step_files(&self.public, steps.iter().map(StepFiles::public), PUBLIC);
        taken.extend(taken_public);
        (Self { content, public, ..self.clone() }, taken)
    }

    /// Returns the listings of the files beside content that are not content. Some are attachments.
    pub fn attachments(&self) -> &[Arc<Listing<PublicFile>>] {
        &self.attachment_listings
    }

    /// Returns the folders outside of `content/` that collections name.
    pub fn entry_folders(&self) -> impl Iterator<Item = &PathBuf> {
        self.folders.iter().map(|(folder, _)| &folder.disk_path)
    }
}

/// A function from the text of the settings to the folders outside of the site that symbolic links may lead into.
pub type LinkedFolders = dyn Fn(&str) -> Vec<String>;

/// Reads the inputs below the configured root. Files that can't be read are reported and left out.
///
/// `linked` is called first: symbolic links are followed into the folders that it returns. `earlier` holds the sources
/// of the previous read: only paths that may have changed since are scanned, and file stamps are recorded for the next
/// read. The first of several reads passes `Sources::default()`, a single read `None`.
pub fn read(
    config: &Config,
    linked: &LinkedFolders,
    earlier: Option<(&Sources, &Changes)>,
) -> (Sources, Vec<Diagnostic>) {
    if let Err(diagnostic) = check_root(config) {
        return (Sources::default(), vec![diagnostic]);
    }
    // Settings that can't be read are reported below, with the other files of `content/`.
    let settings = fs::read_text(&config.path(SETTINGS), SETTINGS).unwrap_or_default();
    let bounds = Bounds::new(&config.root, &linked(&settings));
    let earlier = earlier.map(|(sources, changes)| {
        let has_same_bounds = sources.bounds == bounds;
        (sources, if has_same_bounds { changes } else { &Changes::Unknown })
    });
    let own = |name| InputFolder { name, prefix: "", disk_path: config.path(name) };
    let own_content = list_folder(&own(CONTENT), &bounds, is_content, earlier, |sources| Some(&sources.own_content));
    let (folders, mut diagnostics) = read_folders(config, &bounds, &own_content, earlier);
    let content = merge_content(&own_content, &folders, earlier.map(|(sources, _)| sources));
    let attachment_listings = if own_content.strays.is_empty() && folders.is_empty() {
        Vec::new()
    } else {
        read_attachments(&own(CONTENT), &folders, &bounds, earlier)
    };
    let templates = list_folder(&own(TEMPLATES), &bounds, |_| true, earlier, |sources| Some(&sources.templates));
    let public = if fs::is_dir(&config.path(PUBLIC)) {
        list_folder(&own(PUBLIC), &bounds, |_| true, earlier, |sources| Some(&sources.public))
    } else {
        Arc::default()
    };
    if fs::is_file(&config.path(PUBLIC)) {
        let diagnostic = Diagnostic::error("not-a-folder", format!("`{PUBLIC}` is a file, but must be a folder"))
            .at(Place::file(PUBLIC))
            .help("rename the file; the files of a folder with this name are published as they are");
        diagnostics.push(diagnostic);
    }
    diagnostics.extend(content.diagnostics().chain(templates.diagnostics()).chain(public.diagnostics()).cloned());
    // The walk reports errors only: esbuild reads the islands itself.
    let islands = config.path(ISLANDS);
    if fs::is_dir(&islands) {
        diagnostics.extend(fs::walk(&islands, ISLANDS, &bounds).1);
    }
    (Sources { content, own_content, folders, attachment_listings, templates, public, bounds }, diagnostics)
}

/// An input folder: its name in messages, the prefix of its files' paths, and its path on disk.
struct InputFolder<'a> {
    name: &'a str,
    prefix: &'a str,
    disk_path: PathBuf,
}

impl<'a> InputFolder<'a> {
    fn of(folder: &'a EntryFolder) -> Self {
        Self { name: &folder.shown, prefix: &folder.prefix, disk_path: folder.disk_path.clone() }
    }
}

/// Lists a folder, or updates the listing of an earlier build, which `listing_in` finds in the sources of that build.
fn list_folder<'s, T: SourceInput + 's>(
    folder: &InputFolder,
    bounds: &Bounds,
    accepts: fn(&str) -> bool,
    earlier: Option<(&'s Sources, &Changes)>,
    listing_in: impl Fn(&'s Sources) -> Option<&'s Arc<Listing<T>>>,
) -> Arc<Listing<T>> {
    let InputFolder { name, prefix, disk_path } = folder;
    let folder = disk_path.clone();
    let scanner = FolderScanner { folder, bounds, name, prefix, accepts, records_stamps: earlier.is_some() };
    let earlier = earlier.map(|(sources, changes)| (listing_in(sources), changes));
    match earlier {
        Some((Some(listing), Changes::At(paths))) => scanner.update(listing, paths),
        Some((listing, _)) => Arc::new(scanner.scan(listing.map(|listing| &**listing))),
        None => Arc::new(scanner.scan(None)),
    }
}

/// The folders that collections name, with their files.
type EntryFolders = Vec<(EntryFolder, Arc<Listing<SourceFile>>)>;

/// Lists the folders that collections name.
fn read_folders(
    config: &Config,
    bounds: &Bounds,
    content: &Listing<SourceFile>,
    earlier: Option<(&Sources, &Changes)>,
) -> (EntryFolders, Vec<Diagnostic>) {
    let (folders, diagnostics) = entry_folders::find(config, content);
    let read = |folder: EntryFolder| {
        let listing = list_folder(&InputFolder::of(&folder), bounds, is_content, earlier, |sources| {
            sources.folders.iter().find(|(known, _)| *known == folder).map(|(_, listing)| listing)
        });
        (folder, listing)
    };
    (folders.into_iter().map(read).collect(), diagnostics)
}

/// Lists the files of `content/` and of the folders that collections name that are not content.
fn read_attachments(
    own: &InputFolder,
    folders: &EntryFolders,
    bounds: &Bounds,
    earlier: Option<(&Sources, &Changes)>,
) -> Vec<Arc<Listing<PublicFile>>> {
    let read = |(at, folder): (usize, &InputFolder)| {
        list_folder(
            folder,
            bounds,
            |path| !is_content(path),
            earlier,
            |sources| {
                let has_same_folders =
                    sources.folders.iter().map(|(folder, _)| folder).eq(folders.iter().map(|(f, _)| f));
                sources.attachment_listings.get(at).filter(|_| has_same_folders)
            },
        )
    };
    let outside: Vec<InputFolder> = folders.iter().map(|(folder, _)| InputFolder::of(folder)).collect();
    std::iter::once(own).chain(&outside).enumerate().map(read).collect()
}

/// Merges the files of folders into those of `content/`, unless an earlier build did so with the same listings.
fn merge_content(
    own: &Arc<Listing<SourceFile>>,
    folders: &EntryFolders,
    earlier: Option<&Sources>,
) -> Arc<Listing<SourceFile>> {
    if folders.is_empty() {
        return own.clone();
    }
    let is_same = |earlier: &&Sources| {
        let pairs = earlier.folders.iter().zip(folders);
        Arc::ptr_eq(&earlier.own_content, own)
            && earlier.folders.len() == folders.len()
            && pairs.into_iter().all(|(a, b)| a.0 == b.0 && Arc::ptr_eq(&a.1, &b.1))
    };
    let listings: Vec<_> = folders.iter().map(|(_, listing)| listing.clone()).collect();
    let merge = || Arc::new(entry_folders::merge(own, &listings));
    earlier.filter(is_same).map_or_else(merge, |earlier| earlier.content.clone())
}

/// Rejects a folder that is not a site, before any follow-up errors.
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
