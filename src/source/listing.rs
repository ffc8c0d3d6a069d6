//! The listing of one input folder: scanned as a whole, or updated at the paths that changed.

use std::borrow::Cow;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use rayon::prelude::*;

use super::file::{PublicFile, SourceFile};
use crate::diagnostic::{Diagnostic, Place};
use crate::fs::{self, Bounds, FileKind, FileStamp};
use crate::unicode::nfc;

/// The input files of one folder, sorted by path. Paths are composed (NFC), whatever form they have on disk.
#[derive(Debug)]
pub struct Listing<T> {
    pub files: Vec<Arc<T>>,
    /// The stamp of each file, for the next scan; `None` if no scan follows.
    stamps: Vec<Option<FileStamp>>,
    /// The paths of files that could not be read, each with the reason.
    pub failed: Vec<(String, Diagnostic)>,
    /// The paths of files that do not belong in the folder.
    pub strays: Vec<String>,
    /// The errors of the walk through the folder.
    pub problems: Vec<Diagnostic>,
    /// Whether a path on disk is not in NFC. If so, a changed path may not match its file, and updates scan the whole
    /// folder.
    has_non_nfc_paths: bool,
}

/// A file that the walk through a folder found.
pub struct FoundFile {
    /// The path below the folder.
    path: String,
    /// The path on disk.
    disk_path: PathBuf,
}

/// A file of a listing.
pub trait SourceInput: Sized + Send + Sync {
    fn path(&self) -> &str;

    /// Reads a file; returns `earlier` if the content is the same.
    fn read(
        scanner: &FolderScanner,
        found: FoundFile,
        earlier: Option<&Arc<Self>>,
    ) -> Result<Arc<Self>, (String, Diagnostic)>;
}

/// The scanner of one input folder.
pub struct FolderScanner<'a> {
    pub folder: PathBuf,
    /// The folders that symbolic links may lead into.
    pub bounds: &'a Bounds,
    /// The folder's name in messages.
    pub name: &'a str,
    /// The prefix of the paths of its files, if they count as files of another folder.
    pub prefix: &'a str,
    /// Whether a path belongs in the folder.
    pub accepts: fn(&str) -> bool,
    /// Whether to record file stamps for a later scan.
    pub records_stamps: bool,
}

impl<T> Default for Listing<T> {
    fn default() -> Self {
        Self {
            files: Vec::new(),
            stamps: Vec::new(),
            failed: Vec::new(),
            strays: Vec::new(),
            problems: Vec::new(),
            has_non_nfc_paths: false,
        }
    }
}

impl<T> Clone for Listing<T> {
    fn clone(&self) -> Self {
        Self {
            files: self.files.clone(),
            stamps: self.stamps.clone(),
            failed: self.failed.clone(),
            strays: self.strays.clone(),
            problems: self.problems.clone(),
            has_non_nfc_paths: self.has_non_nfc_paths,
        }
    }
}

impl<T: SourceInput> Listing<T> {
    /// Returns the errors of the walk and of the files that could not be read.
    pub fn diagnostics(&self) -> impl Iterator<Item = &Diagnostic> {
        self.problems.iter().chain(self.failed.iter().map(|(_, problem)| problem))
    }

    fn find(&self, path: &str) -> Result<usize, usize> {
        self.files.binary_search_by(|file| file.path().cmp(path))
    }

    /// Returns the listing with the files of others. A file whose path is taken is left out; these paths are returned
    /// too, with the index of the other listing. The listing has no stamps, as no scan follows.
    pub fn with(&self, others: &[&Self]) -> (Self, Vec<(usize, String)>) {
        let (mut listing, mut taken) = (Self { stamps: Vec::new(), ..self.clone() }, Vec::new());
        for (index, other) in others.iter().enumerate() {
            for file in &other.files {
                match listing.find(file.path()) {
                    Ok(_) => taken.push((index, file.path().to_owned())),
                    Err(at) => listing.files.insert(at, file.clone()),
                }
            }
        }
        (listing, taken)
    }

    fn remove(&mut self, path: &str) {
        if let Ok(at) = self.find(path) {
            self.files.remove(at);
            self.stamps.remove(at);
        }
        self.failed.retain(|(other, _)| other != path);
        self.strays.retain(|other| other != path);
    }

    fn insert(&mut self, file: Arc<T>, stamp: Option<FileStamp>) {
        match self.find(file.path()) {
            Ok(at) => (self.files[at], self.stamps[at]) = (file, stamp),
            Err(at) => {
                self.files.insert(at, file);
                self.stamps.insert(at, stamp);
            }
        }
    }
}

impl FolderScanner<'_> {
    /// Scans the whole folder. Files whose stamp proves them unchanged since `earlier` are not read.
    pub fn scan<T: SourceInput>(&self, earlier: Option<&Listing<T>>) -> Listing<T> {
        let (paths, mut problems) = fs::walk(&self.folder, self.name, self.bounds);
        let has_non_nfc_paths = paths.iter().any(|path| *nfc(path) != **path);
        let mut all: Vec<FoundFile> = paths.iter().map(|path| self.found_file(path)).collect();
        if has_non_nfc_paths {
            all.sort_by(|a, b| a.path.cmp(&b.path));
            all.dedup_by(|other, first| {
                let is_same = other.path == first.path;
                problems.extend(is_same.then(|| self.duplicate_file(&first.path)));
                is_same
            });
        }
        let (all, strays): (Vec<_>, Vec<_>) = all.into_iter().partition(|found| (self.accepts)(&found.path));
        let strays = strays.into_iter().map(|found| found.path).collect();
        let results = all.into_par_iter().map(|found| self.read(found, earlier));
        let mut listing = Listing { strays, problems, has_non_nfc_paths, ..Listing::default() };
        for result in results.collect::<Vec<_>>() {
            match result {
                Ok((file, stamp)) => {
                    listing.files.push(file);
                    listing.stamps.push(stamp);
                }
                Err(failed) => listing.failed.push(failed),
            }
        }
        listing
    }

    fn found_file(&self, path: &str) -> FoundFile {
        FoundFile { disk_path: self.folder.join(path), path: [self.prefix, &*nfc(path)].concat() }
    }

    /// Returns the path of a file from the root, for messages.
    fn shown(&self, path: &str) -> String {
        format!("{}/{}", self.name, path.strip_prefix(self.prefix).unwrap_or(path))
    }

    fn stamp(&self, found: &FoundFile) -> Option<FileStamp> {
        if self.records_stamps { FileStamp::of(&found.disk_path) } else { None }
    }

    /// Reports two files whose paths differ only in their Unicode form.
    fn duplicate_file(&self, path: &str) -> Diagnostic {
        let name = self.shown(path);
        Diagnostic::error("duplicate-file", format!("two files have the name `{name}`"))
            .at(Place::file(name))
            .note("one has its accented letters as one character each (NFC), the other as two (NFD)")
            .help("remove or rename one of them")
    }

    /// Updates `earlier` at these paths; scans the whole folder if they don't determine what changed.
    pub fn update<T: SourceInput>(&self, earlier: &Arc<Listing<T>>, paths: &BTreeSet<PathBuf>) -> Arc<Listing<T>> {
        let below = paths.iter().filter_map(|path| Some((path, path.strip_prefix(&self.folder).ok()?)));
        let visible = below.filter(|(_, below)| !below.iter().any(fs::is_hidden));
        let mut changes: Vec<Change> =
            visible.map(|(path, below)| Change::at(path, below, self.prefix, earlier)).collect();
        changes.retain(|change| *change != Change::Irrelevant);
        if changes.is_empty() {
            return earlier.clone();
        }
        if changes.contains(&Change::Unknown) || !earlier.problems.is_empty() {
            return Arc::new(self.scan(Some(earlier)));
        }
        let mut listing = Listing::clone(earlier);
        for change in changes {
            match change {
                Change::Removed(path) => listing.remove(&path),
                Change::Written(path) => self.update_file(&mut listing, path),
                Change::Irrelevant | Change::Unknown => {}
            }
        }
        Arc::new(listing)
    }

    fn update_file<T: SourceInput>(&self, listing: &mut Listing<T>, path: String) {
        if !(self.accepts)(&path) {
            if let Err(at) = listing.strays.binary_search(&path) {
                listing.strays.insert(at, path);
            }
            return;
        }
        listing.failed.retain(|(other, _)| *other != path);
        let at = listing.find(&path).ok();
        let found = self.found_file(&path[self.prefix.len()..]);
        let stamp = self.stamp(&found);
        match T::read(self, found, at.map(|at| &listing.files[at])) {
            Ok(file) => listing.insert(file, stamp),
            Err((path, diagnostic)) => {
                listing.remove(&path);
                let at = listing.failed.partition_point(|(other, _)| *other < path);
                listing.failed.insert(at, (path, diagnostic));
            }
        }
    }

    fn read<T: SourceInput>(
        &self,
        found: FoundFile,
        earlier: Option<&Listing<T>>,
    ) -> Result<(Arc<T>, Option<FileStamp>), (String, Diagnostic)> {
        // Taken before reading, so that a write during the read changes the stamp.
        let stamp = self.stamp(&found);
        let before = earlier.and_then(|earlier| Some((earlier, earlier.find(&found.path).ok()?)));
        if let Some((earlier, at)) = before
            && let (Some(now), Some(then)) = (&stamp, &earlier.stamps[at])
            && now.is_unchanged_since(then)
        {
            return Ok((earlier.files[at].clone(), Some(*then)));
        }
        let file = T::read(self, found, before.map(|(earlier, at)| &earlier.files[at]))?;
        Ok((file, stamp))
    }
}

/// The change at a path.
#[derive(PartialEq, Eq)]
enum Change {
    /// The path is not in the listing, before or now.
    Irrelevant,
    Written(String),
    Removed(String),
    /// Only a scan of the whole folder shows what changed.
    Unknown,
}

impl Change {
    /// Determines what changed at `path`. `below` is the same path relative to the folder.
    fn at<T: SourceInput>(path: &Path, below: &Path, prefix: &str, earlier: &Listing<T>) -> Self {
        let nfc_path = below.to_str().filter(|below| matches!(nfc(below), Cow::Borrowed(_)));
        let Some(below) = nfc_path.filter(|_| !earlier.has_non_nfc_paths) else { return Self::Unknown };
        let is_folder_itself = below.is_empty();
        let below = [prefix, &below.replace(std::path::MAIN_SEPARATOR, "/")].concat();
        let known = earlier.find(&below).is_ok()
            || earlier.strays.contains(&below)
            || earlier.failed.iter().any(|(path, _)| *path == below);
        match fs::kind(path) {
            FileKind::File => Self::Written(below),
            FileKind::Nothing if known => Self::Removed(below),
            FileKind::Nothing => {
                let folder = format!("{below}/");
                let next = earlier.find(&folder).unwrap_or_else(|at| at);
                let holds_file = earlier.files.get(next).is_some_and(|file| file.path().starts_with(&folder));
                let others = earlier.strays.iter().chain(earlier.failed.iter().map(|(path, _)| path));
                let was_folder =
                    is_folder_itself || holds_file || others.into_iter().any(|path| path.starts_with(&folder));
                if was_folder { Self::Unknown } else { Self::Irrelevant }
            }
            FileKind::Folder | FileKind::Link | FileKind::Other => Self::Unknown,
        }
    }
}

impl SourceInput for SourceFile {
    fn path(&self) -> &str {
        &self.path
    }

    fn read(
        scanner: &FolderScanner,
        found: FoundFile,
        earlier: Option<&Arc<Self>>,
    ) -> Result<Arc<Self>, (String, Diagnostic)> {
        let FoundFile { path, disk_path } = found;
        let file = scanner.shown(&path);
        match fs::read_text(&disk_path, &file) {
            Ok(text) => Ok(match earlier.filter(|earlier| *earlier.text == *text) {
                Some(earlier) => earlier.clone(),
                None => Arc::new(Self { file: file.into(), path, text: text.into() }),
            }),
            Err(diagnostic) => Err((path, diagnostic)),
        }
    }
}

impl SourceInput for PublicFile {
    fn path(&self) -> &str {
        &self.path
    }

    fn read(_: &FolderScanner, found: FoundFile, _: Option<&Arc<Self>>) -> Result<Arc<Self>, (String, Diagnostic)> {
        let FoundFile { path, disk_path } = found;
        Ok(Arc::new(Self { path, disk_path }))
    }
}
