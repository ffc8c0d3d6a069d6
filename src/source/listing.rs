//! The listing of one input folder: scanned as a whole, or updated at the paths that changed.

use std::collections::BTreeSet;
use std::path::PathBuf;
use std::sync::Arc;

use rayon::iter::Either;
use rayon::prelude::*;

use super::file::{PublicFile, SourceFile};
use crate::diagnostic::{Diagnostic, Place};
use crate::fs::{self, Bounds, FileKind, FileStamp};
use crate::route::path_below;
use crate::unicode::nfc;

/// The paths that may have changed since the previous build.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Changes {
    /// Any path.
    Unknown,
    /// These paths and everything below them; each begins with the root as it was configured.
    At(BTreeSet<PathBuf>),
}

/// The input files of one folder, sorted by path. Paths are composed (NFC), whatever form they have on disk.
#[derive(Debug, Default, Clone)]
pub struct Listing<T> {
    pub files: Vec<Arc<T>>,
    /// The paths of files that could not be read, each with the reason.
    pub failed: Vec<(String, Diagnostic)>,
    /// The files that are not inputs of this folder, sorted by path. In `content/` they may be attachments.
    pub strays: Vec<Arc<PublicFile>>,
    /// The diagnostics of the folder as a whole: of the walk, and of files with the same path.
    pub folder_diagnostics: Vec<Diagnostic>,
    /// Whether a path on disk is not in NFC, so that a changed path may not match its file.
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
pub trait SourceInput: Clone + Send + Sync {
    fn path(&self) -> &str;

    /// Reads a file; returns the `Arc` of `earlier` if the content is the same. Fails with the path and a diagnostic.
    fn read(
        scanner: &FolderScanner,
        found: FoundFile,
        earlier: &[Arc<Self>],
    ) -> Result<Arc<Self>, (String, Diagnostic)>;
}

/// The scanner of one input folder.
pub struct FolderScanner<'a> {
    pub folder: PathBuf,
    /// The folders that symbolic links may lead into.
    pub bounds: &'a Bounds,
    /// The folder's name in messages.
    pub name: &'a str,
    /// The prefix of the files' paths: `docs/` if the files count as those of `content/docs/`, or else empty.
    pub prefix: &'a str,
    /// Whether the file at a path is an input of this folder; if not, it is a stray.
    pub accepts: fn(&str) -> bool,
}

impl<T: SourceInput> Listing<T> {
    /// Returns the diagnostics of the folder, and of the files that could not be read.
    pub fn diagnostics(&self) -> impl Iterator<Item = &Diagnostic> {
        self.folder_diagnostics.iter().chain(self.failed.iter().map(|(_, diagnostic)| diagnostic))
    }

    /// Returns the paths of all files: those that were read, strays, and those that could not be read.
    fn paths(&self) -> impl Iterator<Item = &str> {
        let files = self.files.iter().map(|file| file.path());
        files.chain(self.strays.iter().map(|stray| stray.path())).chain(self.failed.iter().map(|(path, _)| &**path))
    }

    /// Returns the listing with the files of `others`. A file whose path is taken is left out: its path is returned
    /// too, with the index of its listing in `others`.
    pub fn with_files_of<'l>(&self, others: impl Iterator<Item = &'l Arc<Self>>) -> (Self, Vec<(usize, String)>)
    where
        T: 'l,
    {
        let (mut listing, mut taken) = (self.clone(), Vec::new());
        for (index, other) in others.enumerate() {
            let is_taken = |file: &&Arc<T>| find(&listing.files, file.path()).is_ok();
            let (refused, added): (Vec<_>, Vec<_>) = other.files.iter().partition(is_taken);
            taken.extend(refused.into_iter().map(|file| (index, file.path().to_owned())));
            listing.files.extend(added.into_iter().cloned());
            listing.files.sort_by(|a, b| a.path().cmp(b.path()));
        }
        (listing, taken)
    }

    fn remove(&mut self, path: &str) {
        self.files.retain(|file| file.path() != path);
        self.strays.retain(|stray| stray.path() != path);
        self.failed.retain(|(other, _)| other != path);
    }
}

/// Finds the index of the file at `path`, or else the index at which such a file would be inserted.
fn find<T: SourceInput>(files: &[Arc<T>], path: &str) -> Result<usize, usize> {
    files.binary_search_by(|file| file.path().cmp(path))
}

fn earlier_file<'f, T: SourceInput>(files: &'f [Arc<T>], path: &str) -> Option<&'f Arc<T>> {
    find(files, path).ok().map(|at| &files[at])
}

/// Inserts a file whose path is free.
fn insert<T: SourceInput>(files: &mut Vec<Arc<T>>, file: Arc<T>) {
    let at = files.partition_point(|other| other.path() < file.path());
    files.insert(at, file);
}

impl FolderScanner<'_> {
    /// Lists the folder, or updates the listing of an earlier build.
    pub fn list<T: SourceInput>(&self, earlier: &Arc<Listing<T>>, changes: &Changes) -> Arc<Listing<T>> {
        match changes {
            Changes::At(paths) => self.update(earlier, paths),
            Changes::Unknown => Arc::new(self.scan(earlier)),
        }
    }

    /// Scans the whole folder. Files that are unchanged since `earlier` keep their `Arc`.
    pub fn scan<T: SourceInput>(&self, earlier: &Listing<T>) -> Listing<T> {
        let (paths, mut folder_diagnostics) = fs::walk(&self.folder, self.name, self.bounds);
        let has_non_nfc_paths = paths.iter().any(|path| *nfc(path) != **path);
        let mut all: Vec<FoundFile> = paths.iter().map(|path| self.found_file(path)).collect();
        if has_non_nfc_paths {
            all.sort_by(|a, b| a.path.cmp(&b.path));
            all.dedup_by(|other, first| {
                let is_same = other.path == first.path;
                if is_same {
                    folder_diagnostics.push(self.duplicate_file(&first.path));
                }
                is_same
            });
        }
        let (all, strays): (Vec<_>, Vec<_>) = all.into_iter().partition(|found| (self.accepts)(&found.path));
        let strays = strays.into_iter().map(|found| read_public(found, &earlier.strays)).collect();
        let read = |found| Either::from(T::read(self, found, &earlier.files));
        let (failed, files) = all.into_par_iter().partition_map(read);
        Listing { files, failed, strays, folder_diagnostics, has_non_nfc_paths }
    }

    fn found_file(&self, path: &str) -> FoundFile {
        FoundFile { disk_path: self.folder.join(path), path: [self.prefix, &*nfc(path)].concat() }
    }

    /// Returns the path of a file from the root, for messages.
    fn shown(&self, path: &str) -> String {
        format!("{}/{}", self.name, path.strip_prefix(self.prefix).unwrap_or(path))
    }

    fn duplicate_file(&self, path: &str) -> Diagnostic {
        let name = self.shown(path);
        Diagnostic::error("duplicate-file", format!("two files have the name `{name}`"))
            .at(Place::file(name))
            .note("one has its accented letters as one character each (NFC), the other as two (NFD)")
            .help("remove or rename one of them")
    }

    /// Updates `earlier` at these paths; scans the whole folder if they don't determine what changed.
    fn update<T: SourceInput>(&self, earlier: &Arc<Listing<T>>, paths: &BTreeSet<PathBuf>) -> Arc<Listing<T>> {
        let mut updated = None;
        for path in paths {
            let Ok(below) = path.strip_prefix(&self.folder) else { continue };
            if below.iter().any(fs::is_hidden) {
                continue;
            }
            // A diagnostic of the folder does not say which path causes it, so any change may end it.
            if !earlier.folder_diagnostics.is_empty() {
                return Arc::new(self.scan(earlier));
            }
            // A path in another Unicode form may not match its file.
            let nfc_path = below.to_str().filter(|below| *nfc(below) == **below && !earlier.has_non_nfc_paths);
            let Some(below) = nfc_path else { return Arc::new(self.scan(earlier)) };
            let found = self.found_file(&below.replace(std::path::MAIN_SEPARATOR, "/"));
            let was_folder = below.is_empty() || earlier.paths().any(|path| path_below(path, &found.path).is_some());
            let kind = fs::kind(path);
            if was_folder || !matches!(kind, FileKind::File | FileKind::Nothing) {
                return Arc::new(self.scan(earlier));
            }
            if kind == FileKind::Nothing && !earlier.paths().any(|path| path == found.path) {
                continue;
            }
            let updated = updated.get_or_insert_with(|| Listing::clone(earlier));
            updated.remove(&found.path);
            if kind == FileKind::File {
                self.add_file(updated, found, earlier);
            }
        }
        updated.map_or_else(|| earlier.clone(), Arc::new)
    }

    /// Reads a file whose path is free, and adds it.
    fn add_file<T: SourceInput>(&self, listing: &mut Listing<T>, found: FoundFile, earlier: &Listing<T>) {
        if !(self.accepts)(&found.path) {
            return insert(&mut listing.strays, read_public(found, &earlier.strays));
        }
        match T::read(self, found, &earlier.files) {
            Ok(file) => insert(&mut listing.files, file),
            Err(failed) => {
                let at = listing.failed.partition_point(|(path, _)| *path < failed.0);
                listing.failed.insert(at, failed);
            }
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
        earlier: &[Arc<Self>],
    ) -> Result<Arc<Self>, (String, Diagnostic)> {
        let FoundFile { path, disk_path } = found;
        let file = scanner.shown(&path);
        match fs::read_text(&disk_path, &file) {
            Ok(text) => Ok(match earlier_file(earlier, &path).filter(|earlier| *earlier.text == *text) {
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

    fn read(_: &FolderScanner, found: FoundFile, earlier: &[Arc<Self>]) -> Result<Arc<Self>, (String, Diagnostic)> {
        Ok(read_public(found, earlier))
    }
}

/// Returns the earlier file if its stamp proves that it is unchanged, or else a new one.
fn read_public(FoundFile { path, disk_path }: FoundFile, earlier: &[Arc<PublicFile>]) -> Arc<PublicFile> {
    let stamp = FileStamp::of(&disk_path);
    let is_unchanged = |earlier: &&Arc<PublicFile>| match (&stamp, &earlier.stamp) {
        (Some(now), Some(before)) => now.is_unchanged_since(before) && earlier.disk_path == disk_path,
        _ => false,
    };
    match earlier_file(earlier, &path).filter(is_unchanged) {
        Some(earlier) => earlier.clone(),
        None => Arc::new(PublicFile { path, disk_path, stamp }),
    }
}

#[cfg(test)]
mod tests {
    use std::fs::{create_dir, remove_dir_all, write};
    use std::path::Path;

    use super::*;

    fn scanner<'b>(folder: &Path, bounds: &'b Bounds) -> FolderScanner<'b> {
        FolderScanner { folder: folder.to_owned(), bounds, name: "content", prefix: "", accepts: |_| true }
    }

    #[test]
    fn a_file_that_replaces_a_folder_replaces_the_files_below_it() {
        let root = tempfile::tempdir().expect("a folder");
        let path = root.path().join("a");
        create_dir(&path).and_then(|()| write(path.join("b.md"), "b")).expect("to write");
        let bounds = Bounds::new(root.path(), &[]);
        let scanner = scanner(root.path(), &bounds);
        let listing: Arc<Listing<SourceFile>> = scanner.list(&Arc::default(), &Changes::Unknown);
        assert_eq!(listing.paths().collect::<Vec<_>>(), ["a/b.md"]);
        remove_dir_all(&path).and_then(|()| write(&path, "a")).expect("to write");
        let listing = scanner.list(&listing, &Changes::At([path].into()));
        assert_eq!(listing.paths().collect::<Vec<_>>(), ["a"]);
    }

    #[cfg(unix)]
    #[test]
    fn a_removed_link_to_nowhere_is_no_longer_reported() {
        let root = tempfile::tempdir().expect("a folder");
        let path = root.path().join("a.md");
        std::os::unix::fs::symlink("nowhere", &path).expect("a link");
        let bounds = Bounds::new(root.path(), &[]);
        let scanner = scanner(root.path(), &bounds);
        let listing: Arc<Listing<SourceFile>> = scanner.list(&Arc::default(), &Changes::Unknown);
        assert_eq!(listing.diagnostics().count(), 1);
        std::fs::remove_file(&path).expect("removed");
        let listing = scanner.list(&listing, &Changes::At([path].into()));
        assert_eq!(listing.diagnostics().count(), 0);
    }
}
