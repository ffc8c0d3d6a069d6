//! The recursive listing of a folder. Symbolic links that lead nowhere, in a circle or out of bounds are reported.

use std::ffi::OsStr;
use std::io::ErrorKind;
use std::path::{Component, MAIN_SEPARATOR, Path, PathBuf};

use walkdir::WalkDir;

use super::{failure, link_target, resolve};
use crate::diagnostic::{Diagnostic, Place};

/// The folders that symbolic links may lead into.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Bounds {
    /// Resolved paths; the first is the site's own folder.
    folders: Vec<PathBuf>,
}

impl Bounds {
    /// Allows the site's folder `root` and the folders `further`, which are absolute or relative to `root`.
    pub fn new(root: &Path, further: &[String]) -> Self {
        let further = further.iter().map(|folder| resolve(&root.join(folder)));
        Self { folders: std::iter::once(resolve(root)).chain(further).collect() }
    }

    /// Returns the target of the symbolic link at `path` if the target exists and lies outside of all allowed folders.
    pub fn target_outside(&self, path: &Path) -> Option<PathBuf> {
        let target = path.canonicalize().ok()?;
        (!self.folders.iter().any(|folder| target.starts_with(folder))).then_some(target)
    }

    fn link_outside(&self, name: &str, target: &Path) -> Diagnostic {
        let folder = if target.is_dir() { target } else { target.parent().unwrap_or(target) };
        let folder = self.folders.first().map_or_else(|| folder.to_owned(), |root| relative_to(root, folder));
        Diagnostic::error("link-out-of-site", format!("the symbolic link `{name}` leads out of the site's folder"))
            .at(Place::file(name))
            .note(format!("it leads to `{}`", target.display()))
            .help("put what it leads to into the site's folder")
            .help(format!("or allow it in content/site.yaml: `linked_folders: [{}]`", folder.display()))
    }
}

/// Returns the relative path from `root` to `folder`, such as `../shared`.
fn relative_to(root: &Path, folder: &Path) -> PathBuf {
    let common = root.components().zip(folder.components()).take_while(|(a, b)| a == b).count();
    let up = root.components().skip(common).map(|_| Component::ParentDir);
    up.chain(folder.components().skip(common)).collect()
}

/// Lists the files below `dir`, sorted, as paths relative to `dir` with forward slashes. Also returns a diagnostic for
/// each path that can't be listed. Names that begin with `.` (except `.well-known`, RFC 8615) or end with `~` are
/// skipped. Links are followed within `bounds`. `shown_as` is the folder's name in messages.
pub fn walk(dir: &Path, shown_as: &str, bounds: &Bounds) -> (Vec<String>, Vec<Diagnostic>) {
    let (mut files, mut diagnostics) = (Vec::new(), Vec::new());
    let mut entries = WalkDir::new(dir).follow_links(true).into_iter();
    while let Some(entry) = entries.next() {
        let entry = match entry {
            Ok(entry) => entry,
            Err(error) => {
                let name = error.path().filter(|_| error.depth() > 0).and_then(Path::file_name);
                if !name.is_some_and(is_hidden) {
                    diagnostics.push(walk_error(dir, shown_as, &error));
                }
                continue;
            }
        };
        let is_skipped = entry.depth() > 0 && is_hidden(entry.file_name());
        let is_followed = entry.path_is_symlink() && !is_skipped;
        let outside = if is_followed { bounds.target_outside(entry.path()) } else { None };
        if let Some(target) = &outside {
            diagnostics.push(bounds.link_outside(&shown(dir, shown_as, entry.path()), target));
        }
        if is_skipped || outside.is_some() {
            if entry.file_type().is_dir() {
                entries.skip_current_dir();
            }
        } else if entry.file_type().is_file() {
            match relative(dir, entry.path()) {
                Ok(path) => files.push(path),
                Err(lossy) => diagnostics.push(name_not_utf8(&format!("{shown_as}/{lossy}"))),
            }
        }
    }
    files.sort_unstable();
    (files, diagnostics)
}

/// Whether a name is that of a hidden file or a backup, which `walk` skips.
pub fn is_hidden(name: &OsStr) -> bool {
    let name = name.as_encoded_bytes();
    (name.starts_with(b".") && name != b".well-known") || name.ends_with(b"~")
}

/// Returns the path relative to `dir`, with forward slashes. The error for a path that is not UTF-8 is the path with
/// the invalid bytes replaced.
fn relative(dir: &Path, path: &Path) -> Result<String, String> {
    let below = path.strip_prefix(dir).unwrap_or(path);
    let text = below.to_str().ok_or_else(|| below.to_string_lossy().into_owned())?;
    Ok(if MAIN_SEPARATOR == '/' { text.to_owned() } else { text.replace(MAIN_SEPARATOR, "/") })
}

fn name_not_utf8(shown_as: &str) -> Diagnostic {
    Diagnostic::error("file-name", format!("the name of `{shown_as}` is not UTF-8"))
        .at(Place::file(shown_as))
        .help("rename the file; letters, digits, `-` and `_` work everywhere")
}

/// Returns the name of a path in messages: `shown_as` and the path relative to `dir`.
fn shown(dir: &Path, shown_as: &str, path: &Path) -> String {
    match relative(dir, path) {
        Ok(below) | Err(below) if below.is_empty() => shown_as.to_owned(),
        Ok(below) | Err(below) => format!("{shown_as}/{below}"),
    }
}

/// Converts an error of `walkdir`: a symbolic link in a circle or without a target, or a path that is missing or can't
/// be read.
fn walk_error(dir: &Path, shown_as: &str, error: &walkdir::Error) -> Diagnostic {
    let path = error.path().unwrap_or(dir);
    let name = shown(dir, shown_as, path);
    if error.loop_ancestor().is_some() {
        return Diagnostic::error(
            "circular-link",
            format!("the symbolic link `{name}` leads to a folder that contains it"),
        )
        .at(Place::file(name))
        .help("remove the link");
    }
    let is_forbidden = error.io_error().is_some_and(|error| error.kind() == ErrorKind::PermissionDenied);
    if let Some(target) = link_target(path).filter(|_| !is_forbidden) {
        return Diagnostic::error("link-to-nowhere", format!("the symbolic link `{name}` leads nowhere"))
            .at(Place::file(name))
            .note(format!("it names `{}`", target.display()))
            .help("remove the link, or restore what it leads to");
    }
    let unknown = std::io::Error::other("it cannot be looked at");
    failure("read", &name, error.io_error().unwrap_or(&unknown))
}
