//! The only reads and writes. Each function fails with a diagnostic that says in plain words what could not be done
//! with which file; what a caller has to decide on (is it there? is it the same?) comes back as a value instead.
//!
//! Here: reading and looking. `recent`: caches that shrink. `walk`: the files of a folder. `stamp`: is a file the one it was. `write`: making, replacing and removing. `compare`: is a file
//! already what it should be.

#![allow(clippy::result_large_err, reason = "an error ends the build or is rare: its size costs nothing")]

mod compare;
mod recent;
mod stamp;
mod walk;
mod write;

pub use compare::{Likeness, compare, compare_files, digest};
pub use recent::{keep_recent, latest};
pub use stamp::Stamp;
pub use walk::{is_passed_over, walk};
pub use write::{
    Lock, copy_new, copy_via, create_dir, lock, remove_empty_dir, remove_file, remove_tree, rename, write_atomic,
    write_new, write_via,
};

use std::fs;
use std::io::{self, ErrorKind};
use std::path::{Component, Path, PathBuf};

use crate::diagnostic::{DISK_FULL, Diagnostic, Place};

/// The text of a file. `shown_as` is the name that messages give it: relative to the site's root.
pub fn read_text(path: &Path, shown_as: &str) -> Result<String, Diagnostic> {
    String::from_utf8(read_bytes(path, shown_as)?).map_err(|error| not_utf8(error.as_bytes(), shown_as))
}

/// The bytes of a file.
pub fn read_bytes(path: &Path, shown_as: &str) -> Result<Vec<u8>, Diagnostic> {
    fs::read(path).map_err(|error| failure("read", shown_as, &error))
}

/// Is there anything of this name? A link that leads nowhere is not.
pub fn exists(path: &Path) -> bool {
    path.exists()
}

/// Is it a folder, or a link to one?
pub fn is_dir(path: &Path) -> bool {
    path.is_dir()
}

/// Is it a file, or a link to one?
pub fn is_file(path: &Path) -> bool {
    path.is_file()
}

/// What stands at a path, links not followed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    Nothing,
    File,
    Folder,
    Link,
    /// A pipe, a socket, a device, or something we are not allowed to look at.
    Other,
}

/// What stands at `path` itself, links not followed.
pub fn kind(path: &Path) -> Kind {
    match fs::symlink_metadata(path) {
        Ok(found) if found.is_symlink() => Kind::Link,
        Ok(found) if found.is_dir() => Kind::Folder,
        Ok(found) if found.is_file() => Kind::File,
        Ok(_) => Kind::Other,
        Err(error) if matches!(error.kind(), ErrorKind::NotFound | ErrorKind::NotADirectory) => Kind::Nothing,
        Err(_) => Kind::Other,
    }
}

/// The size of a file in bytes.
pub fn size(path: &Path, shown_as: &str) -> Result<u64, Diagnostic> {
    fs::metadata(path).map(|found| found.len()).map_err(|error| failure("read", shown_as, &error))
}

/// The names in a folder, sorted; those that are not UTF-8 are made readable.
pub fn list(dir: &Path, shown_as: &str) -> Result<Vec<String>, Diagnostic> {
    let read = || -> io::Result<Vec<String>> {
        fs::read_dir(dir)?.map(|entry| Ok(entry?.file_name().to_string_lossy().into_owned())).collect()
    };
    let mut names = read().map_err(|error| failure("read", shown_as, &error))?;
    names.sort_unstable();
    Ok(names)
}

/// The absolute path with links resolved, as far as it exists; what does not exist yet is appended as written.
pub fn resolve(path: &Path) -> PathBuf {
    let absolute = std::path::absolute(path).unwrap_or_else(|_| path.to_owned());
    let mut missing = Vec::new();
    let mut known = absolute.as_path();
    let mut resolved = loop {
        if let Ok(found) = fs::canonicalize(known) {
            break found;
        }
        let (Some(parent), Some(last)) = (known.parent(), known.components().next_back()) else {
            break known.to_owned();
        };
        missing.push(last);
        known = parent;
    };
    for component in missing.into_iter().rev() {
        match component {
            Component::ParentDir => _ = resolved.pop(),
            other => resolved.push(other),
        }
    }
    resolved
}

/// The diagnostic for a file operation that failed; `verb` is what was tried, such as `read`.
fn failure(verb: &str, shown_as: &str, error: &io::Error) -> Diagnostic {
    let (code, message, help) = match error.kind() {
        ErrorKind::NotFound => {
            ("file-not-found", format!("there is no `{shown_as}`"), "check its name and where it lies")
        }
        ErrorKind::PermissionDenied => (
            "file-permission",
            format!("not allowed to {verb} `{shown_as}`"),
            "give the user who runs this command the right to do so",
        ),
        ErrorKind::IsADirectory => {
            ("file-is-folder", format!("`{shown_as}` is a folder, where a file is needed"), "rename or move the folder")
        }
        ErrorKind::NotADirectory => (
            "file-in-the-way",
            format!("cannot {verb} `{shown_as}`: a part of its path is a file, not a folder"),
            "rename or move that file",
        ),
        ErrorKind::StorageFull | ErrorKind::QuotaExceeded => {
            (DISK_FULL, format!("no room to {verb} `{shown_as}`"), "free some space, then build again")
        }
        ErrorKind::ReadOnlyFilesystem => (
            "file-permission",
            format!("cannot {verb} `{shown_as}`: it lies on a disk that may only be read"),
            "choose another folder",
        ),
        ErrorKind::InvalidFilename => {
            ("file-name", format!("`{shown_as}` is no name a file can have here"), "choose a shorter, simpler name")
        }
        _ => {
            // The operating system's own words, without the number that Rust appends.
            let words = error.to_string();
            let words = words.split(" (os error").next().unwrap_or_default().to_lowercase();
            (
                "file-failed",
                format!("cannot {verb} `{shown_as}`: {words}"),
                "see whether the file can be opened otherwise",
            )
        }
    };
    Diagnostic::error(code, message).at(Place::file(shown_as)).help(help)
}

/// The diagnostic for bytes that are no text, at the first bad one.
fn not_utf8(bytes: &[u8], shown_as: &str) -> Diagnostic {
    let good = bytes.utf8_chunks().next().map_or("", |chunk| chunk.valid());
    let start = good.rfind('\n').map_or(0, |at| at + 1);
    let end = memchr::memchr(b'\n', &bytes[good.len()..]).map_or(bytes.len(), |at| good.len() + at);
    let line = String::from_utf8_lossy(&bytes[start..end]);
    let mark = good.len() - start;
    let mut place = Place::new(shown_as, &line, mark..mark + char::REPLACEMENT_CHARACTER.len_utf8());
    place.line = good.matches('\n').count() + 1;
    Diagnostic::error("not-utf8", format!("`{shown_as}` is not UTF-8 text"))
        .at(place)
        .label("this byte belongs to no UTF-8 character")
        .help("save the file with the encoding UTF-8 in your editor")
}

#[cfg(test)]
mod tests;
