//! The listing of one input folder: scanned as a whole, or updated at the paths that changed.

use std::collections::BTreeSet;
use std::path::PathBuf;
use std::sync::Arc;

use rayon::iter::Either;
use rayon::prelude::*;

use super::file::{SourceFile, UnreadFile};
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

/// The files of a folder. Paths are composed (NFC), whatever form they have on disk.
#[derive(Debug, Default, Clone)]
pub struct Listing {
    /// The texts, sorted by path.
    pub texts: Vec<Arc<SourceFile>>,
    /// The paths of texts that could not be read, each with the reason.
    pub failed: Vec<(String, Diagnostic)>,
    /// The other files, sorted by path: all of `public/`, and those in `content/` that may be attachments.
    pub files: Vec<Arc<UnreadFile>>,
    /// The diagnostics of the folder as a whole: of the walk, and of files with the same path.
    pub folder_diagnostics: Vec<Diagnostic>,
    /// Whether a path on disk is not in NFC, so that two files on disk may have the same path here.
    has_non_nfc_paths: bool,
}

struct FoundFile {
    /// The path in the listing: the scanner's prefix and the path below the folder, composed (NFC).
    path: String,
    disk_path: PathBuf,
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
    /// Whether the file at a path is read as a text.
    pub is_text: fn(&str) -> bool,
}

impl Listing {
    /// Returns the diagnostics of the folder, and of the texts that could not be read.
    pub fn diagnostics(&self) -> impl Iterator<Item = &Diagnostic> {
        self.folder_diagnostics.iter().chain(self.failed.iter().map(|(_, diagnostic)| diagnostic))
    }

    /// Returns the paths of all files, also of those that could not be read.
    fn paths(&self) -> impl Iterator<Item = &str> {
        let texts = self.texts.iter().map(|text| &*text.path);
        texts.chain(self.files.iter().map(|file| &*file.path)).chain(self.failed.iter().map(|(path, _)| &**path))
    }

    fn remove(&mut self, path: &str) {
        self.texts.retain(|text| text.path != path);
        self.files.retain(|file| file.path != path);
        self.failed.retain(|(other, _)| other != path);
    }
}

/// Adds files to `files`, which are sorted by path. Leaves out each file whose path is taken, and passes it to
/// `report_taken` with the file that has the path.
pub fn merge_files<T>(
    files: &mut Vec<Arc<T>>,
    added: &[Arc<T>],
    path: fn(&T) -> &str,
    mut report_taken: impl FnMut(&T, &T),
) {
    let mut free = Vec::new();
    for file in added {
        match files.binary_search_by(|other| path(other).cmp(path(file))) {
            Ok(at) => report_taken(file, &files[at]),
            Err(_) => free.push(file.clone()),
        }
    }
    files.extend(free);
    files.sort_by(|a, b| path(a).cmp(path(b)));
}

impl FolderScanner<'_> {
    /// Lists the folder, or updates the listing of an earlier build.
    pub fn list(&self, earlier: &Arc<Listing>, changes: &Changes) -> Arc<Listing> {
        match changes {
            Changes::At(paths) => self.update(earlier, paths),
            Changes::Unknown => Arc::new(self.scan(earlier)),
        }
    }

    /// Scans the whole folder; a missing one is empty. Files that are unchanged since `earlier` keep their `Arc`.
    pub fn scan(&self, earlier: &Listing) -> Listing {
        if !fs::is_dir(&self.folder) {
            return Listing::default();
        }
        let (paths, mut folder_diagnostics) = fs::walk(&self.folder, self.name, self.bounds);
        let has_non_nfc_paths = paths.iter().any(|path| *nfc(path) != **path);
        let mut all: Vec<FoundFile> = paths.iter().map(|path| self.found_file(path)).collect();
        if has_non_nfc_paths {
            all.sort_by(|a, b| a.path.cmp(&b.path));
            all.dedup_by(|other, first| {
                let is_same = other.path == first.path;
                if is_same {
                    folder_diagnostics.push(self.name_in_two_forms(&first.path));
                }
                is_same
            });
        }
        let (texts, files): (Vec<_>, Vec<_>) = all.into_iter().partition(|found| (self.is_text)(&found.path));
        let read = |found| Either::from(self.read_text(found, earlier));
        let (failed, texts) = texts.into_par_iter().partition_map(read);
        let files = files.into_par_iter().map(|found| self.find_unread(found, earlier)).collect();
        Listing { texts, failed, files, folder_diagnostics, has_non_nfc_paths }
    }

    fn found_file(&self, path: &str) -> FoundFile {
        FoundFile { disk_path: self.folder.join(path), path: [self.prefix, &*nfc(path)].concat() }
    }

    /// Returns the path of a file from the root, for messages.
    fn shown(&self, path: &str) -> String {
        format!("{}/{}", self.name, path.strip_prefix(self.prefix).unwrap_or(path))
    }

    /// Creates the diagnostic for two files whose names differ only in their Unicode form.
    fn name_in_two_forms(&self, path: &str) -> Diagnostic {
        let name = self.shown(path);
        Diagnostic::error("duplicate-file", format!("two files have the name `{name}`"))
            .at(Place::file(name))
            .note("one has its accented letters as one character each (NFC), the other as two (NFD)")
            .help("remove or rename one of them")
    }

    /// Updates `earlier` at these paths; scans the whole folder if they don't determine what changed.
    fn update(&self, earlier: &Arc<Listing>, paths: &BTreeSet<PathBuf>) -> Arc<Listing> {
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
            // If a path on disk is not in NFC, two files may have the same path in the listing. Only a scan finds them.
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

    /// Adds a file whose path is free.
    fn add_file(&self, listing: &mut Listing, found: FoundFile, earlier: &Listing) {
        if !(self.is_text)(&found.path) {
            let file = self.find_unread(found, earlier);
            let at = listing.files.partition_point(|other| other.path < file.path);
            return listing.files.insert(at, file);
        }
        match self.read_text(found, earlier) {
            Ok(text) => {
                let at = listing.texts.partition_point(|other| other.path < text.path);
                listing.texts.insert(at, text);
            }
            Err(failed) => {
                let at = listing.failed.partition_point(|(path, _)| *path < failed.0);
                listing.failed.insert(at, failed);
            }
        }
    }

    /// Reads a text; returns the earlier `Arc` if the text is unchanged. Fails with the path and a diagnostic.
    fn read_text(&self, found: FoundFile, earlier: &Listing) -> Result<Arc<SourceFile>, (String, Diagnostic)> {
        let FoundFile { path, disk_path } = found;
        let file = self.shown(&path);
        let text = match fs::read_text(&disk_path, &file) {
            Ok(text) => text,
            Err(diagnostic) => return Err((path, diagnostic)),
        };
        let earlier = earlier.texts.binary_search_by(|earlier| earlier.path.cmp(&path)).map(|at| &earlier.texts[at]);
        match earlier.ok().filter(|earlier| *earlier.text == *text) {
            Some(earlier) => Ok(earlier.clone()),
            None => Ok(Arc::new(SourceFile { file: file.into(), path, text: text.into() })),
        }
    }

    /// Returns the earlier file if its stamp proves that it is unchanged, or else a new one.
    fn find_unread(&self, FoundFile { path, disk_path }: FoundFile, earlier: &Listing) -> Arc<UnreadFile> {
        let stamp = FileStamp::of(&disk_path);
        let is_unchanged = |earlier: &&Arc<UnreadFile>| match (&stamp, &earlier.stamp) {
            (Some(now), Some(before)) => now.is_unchanged_since(before) && earlier.disk_path == disk_path,
            _ => false,
        };
        let earlier = earlier.files.binary_search_by(|earlier| earlier.path.cmp(&path)).map(|at| &earlier.files[at]);
        match earlier.ok().filter(is_unchanged) {
            Some(earlier) => earlier.clone(),
            None => Arc::new(UnreadFile {
                file: self.shown(&path).into(),
                path,
                disk_path,
                is_in_entry_folder: !self.prefix.is_empty(),
                stamp,
            }),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::fs::{create_dir, remove_dir_all, write};
    use std::path::Path;

    use super::*;

    fn scanner<'b>(folder: &Path, bounds: &'b Bounds) -> FolderScanner<'b> {
        FolderScanner { folder: folder.to_owned(), bounds, name: "content", prefix: "", is_text: |_| true }
    }

    #[test]
    fn a_file_that_replaces_a_folder_replaces_the_files_below_it() {
        let root = tempfile::tempdir().expect("a folder");
        let path = root.path().join("a");
        create_dir(&path).and_then(|()| write(path.join("b.md"), "b")).expect("to write");
        let bounds = Bounds::new(root.path(), &[]);
        let scanner = scanner(root.path(), &bounds);
        let listing = scanner.list(&Arc::default(), &Changes::Unknown);
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
        let listing = scanner.list(&Arc::default(), &Changes::Unknown);
        assert_eq!(listing.diagnostics().count(), 1);
        std::fs::remove_file(&path).expect("removed");
        let listing = scanner.list(&listing, &Changes::At([path].into()));
        assert_eq!(listing.diagnostics().count(), 0);
    }
}
